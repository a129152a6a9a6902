//! Compiled kernels, loaded and run.

mod generated;
mod golden;
pub(crate) mod loaded;
mod programs;
mod structure;
