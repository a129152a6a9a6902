//! From tokens to the surface tree. Knows no operation, dtype or rule.

pub mod ast;
mod print;
mod region;

pub use region::Region;
