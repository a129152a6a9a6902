//! The build step of `tensor_fn!`: finds the kernels of a package, compiles them through MLIR to native code, and tells
//! cargo how to link them.
//!
//! The whole `main` of a `build.rs`:
//!
//! ```no_run
//! tensor_build::compile();
//! ```
//!
//! It reads the same source as the macro and checks it with the same code. What does not check it passes over: the macro
//! reports it, at the guilty token. A second build without a change runs nothing; a change to one function compiles that
//! function.
//!
//! # Where it looks
//!
//! In all Rust files below `src`, `tests`, `examples` and `benches`. A target or module elsewhere (`path = ".."` in
//! `Cargo.toml`, `#[path = ".."]`, `include!`) is named with [`Builder::source`]. It finds `tensor_fn! { .. }` by the last
//! segment of the macro's path, so the macro cannot be renamed. After the first file in a folder that did not exist
//! before, such as the first one in `tests`, `touch build.rs` once: cargo watches only folders that exist.
//!
//! # What it writes
//!
//! All of it under `$OUT_DIR/tensor`: a manifest for the macro, a static library, and one object file per kernel, which
//! is kept as long as the kernel does not change.
//!
//! # Seeing more
//!
//! `TENSOR_DUMP=ir,smt2,plan,mlir,llvm,asm cargo build` writes the named [stages](Stage) to
//! `$OUT_DIR/tensor/dump/FUNCTION/`, also of functions that do not check, as far as they got. The build prints where.
//! `TENSOR_TIMING=1 cargo build` prints how long each block took to check and each function to compile.

mod archive;
mod cache;
mod compile;
mod dump;
mod emit;
mod environment;
mod error;
mod failure;
mod lower;
mod options;
mod pipeline;
mod plan;
mod sources;
mod stage;
mod step;
#[cfg(test)]
mod tests;

pub use stage::Stage;

use environment::Environment;
use failure::Failure;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Compiles the kernels of the package whose build script calls it, for the target's baseline CPU.
pub fn compile() {
    Builder::new().compile();
}

/// The build step with settings.
///
/// ```no_run
/// tensor_build::Builder::new().source("kernels").target_cpu("native").emit(tensor_build::Stage::Mlir).compile();
/// ```
#[derive(Clone, Debug, Default)]
pub struct Builder {
    sources: Vec<PathBuf>,
    target_cpu: Option<String>,
    stages: BTreeSet<Stage>,
}

impl Builder {
    /// No further sources, the target's baseline CPU, no dumps.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Also looks in this file, or in all Rust files below this folder; relative to the package's `Cargo.toml`.
    pub fn source(mut self, path: impl Into<PathBuf>) -> Builder {
        self.sources.push(path.into());
        self
    }

    /// Compiles for the CPU with this name as LLVM knows it, or for the one of this machine: `native`. The program may
    /// then not run on other machines.
    pub fn target_cpu(mut self, name: impl Into<String>) -> Builder {
        self.target_cpu = Some(name.into());
        self
    }

    /// Writes this stage for each function, as `TENSOR_DUMP` does.
    pub fn emit(mut self, stage: Stage) -> Builder {
        self.stages.insert(stage);
        self
    }

    /// Does it, and prints cargo's lines. Where the build step itself fails, prints why and ends the process; a program
    /// that does not check is no failure.
    pub fn compile(self) {
        let outcome =
            Environment::read().map_err(|failure| vec![failure]).and_then(|environment| step::run(&self, &environment));
        match outcome {
            Ok(lines) => lines.iter().for_each(|line| println!("{line}")),
            Err(failures) => {
                failures.iter().flat_map(error_lines).for_each(|line| println!("{line}"));
                std::process::exit(1);
            }
        }
    }
}

/// Cargo takes one line at a time.
fn error_lines(failure: &Failure) -> Vec<String> {
    failure.to_string().lines().map(|line| format!("cargo::error=tensor_fn!: {line}")).collect()
}
