//! Compiled kernels, loaded and run.

mod agree;
mod generated;
mod golden;
pub(crate) mod loaded;
mod objects;
mod programs;
mod shapes;
mod structure;
mod table;
mod tolerance;
mod values;
