//! From tokens to the surface tree. Knows no operation, dtype or rule.

pub mod ast;
pub mod errors;
mod foreign;
mod groups;
pub(crate) mod habits;
mod parse;
mod print;
mod scan;
mod text;
mod tokens;
mod types;

#[cfg(test)]
mod tests;

pub use parse::{Parsed, parse_block};
pub use scan::{Found, scan_file};
