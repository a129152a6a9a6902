//! Compiled kernels, loaded and run.

mod generated;
mod golden;
pub(crate) mod loaded;
mod objects;
mod programs;
mod structure;
