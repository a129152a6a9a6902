//! Why a checked function could not be compiled.

/// Why a checked function could not be compiled. None of these is the program's fault: the checker has accepted it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LowerError {
    /// The function uses what has no lowering.
    #[error("cannot compile {0} yet")]
    Unsupported(String),
    /// MLIR refused what was built.
    #[error("MLIR rejects `{what}`: {diagnostics}")]
    Mlir {
        /// The operation, type, attribute or pass.
        what: String,
        /// What MLIR said.
        diagnostics: String,
    },
    /// LLVM refused the target, the module or the passes.
    #[error("LLVM fails at {what}: {message}")]
    Llvm {
        /// The step.
        what: &'static str,
        /// What LLVM said.
        message: String,
    },
}
