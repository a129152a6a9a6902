//! What can go wrong in the build step itself. What is wrong with a program is not here: the macro reports that.

use crate::error::LowerError;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A reason for the build to stop.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error(
        "{variable} is not set: tensor_build::compile() does its work inside a build script; call it from `main` in \
         build.rs and let cargo run it"
    )]
    OutsideBuildScript { variable: &'static str },
    #[error("TENSOR_DUMP: unknown stage `{name}`; expected a comma-separated list of {stages}")]
    UnknownStage { name: String, stages: String },
    #[error("Builder::source: there is no {}", .path.display())]
    NoSuchSource { path: PathBuf },
    #[error(
        "Builder::target_cpu(\"native\"): this machine is {host}, the target is {target}; name the target's CPU instead"
    )]
    NativeElsewhere { host: String, target: String },
    #[error(
        "Builder::target_cpu: {target} has no CPU `{cpu}`; `rustc --print target-cpus --target {target}` lists them"
    )]
    UnknownCpu { cpu: String, target: String },
    #[error("function `{function}`: {error}")]
    Lower { function: String, error: LowerError },
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
    #[error("cannot {what} {}: {error}", .path.display())]
    Io { what: &'static str, path: PathBuf, error: std::io::Error },
}

impl Failure {
    /// For `map_err`: what was being done to which path.
    pub(crate) fn io(what: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Failure {
        move |error| Failure::Io { what, path: path.to_owned(), error }
    }
}
