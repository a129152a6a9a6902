//! Compiled kernels, loaded and run.

mod generated;
mod loaded;
mod programs;
