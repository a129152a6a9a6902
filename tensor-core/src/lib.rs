//! The `tensor_fn!` language.

pub mod cfg;
pub mod check;
pub mod diag;
pub mod eval;
#[cfg(any(test, feature = "testing"))]
pub mod generate;
pub mod ir;
pub mod logic;
pub mod manifest;
pub mod ops;
pub mod smt;
pub mod syntax;
pub mod types;

#[doc = include_str!("../docs/errors.md")]
pub mod errors {}

/// Version of the interface between a kernel and the code that calls it.
pub const ABI_VERSION: u32 = 1;
