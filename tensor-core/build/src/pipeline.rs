//! From verified `linalg` to the LLVM dialect.

use crate::error::LowerError;
use crate::lower::Cx;
use melior::ir::Module;
use melior::pass::PassManager;
use melior::utility::{parse_pass_pipeline, register_all_passes};
use once_cell::sync::Lazy;

/// The passes in order, each with its reason.
const PASSES: &[&str] = &[
    // Folds what the lowering wrote down twice.
    "canonicalize",
    "cse",
    // Each `linalg` operation becomes a loop nest over its region.
    "func.func(convert-linalg-to-loops)",
    "canonicalize",
    "cse",
    // Loads of what an inner loop does not change leave it.
    "func.func(loop-invariant-code-motion)",
    // Loops become branches, and views of memrefs become pointer arithmetic.
    "convert-scf-to-cf",
    "expand-strided-metadata",
    "lower-affine",
    // The rest of each dialect, one after the other.
    "convert-math-to-llvm",
    "convert-math-to-libm",
    "convert-arith-to-llvm",
    "finalize-memref-to-llvm",
    "convert-func-to-llvm",
    "convert-cf-to-llvm",
    "convert-index-to-llvm",
    "reconcile-unrealized-casts",
];

static REGISTERED: Lazy<()> = Lazy::new(register_all_passes);

/// Runs the passes; each checks what it made.
pub(crate) fn run(cx: &Cx, module: &mut Module<'_>) -> Result<(), LowerError> {
    Lazy::force(&REGISTERED);
    let manager = PassManager::new(cx.context());
    manager.enable_verifier(true);
    let pipeline = format!("builtin.module({})", PASSES.join(","));
    parse_pass_pipeline(manager.as_operation_pass_manager(), &pipeline)
        .map_err(|error| cx.refused(error.to_string()))?;
    manager.run(module).map_err(|_| cx.refused("the passes"))
}
