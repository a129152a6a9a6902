//! Literals, exact as written.

use num_bigint::BigInt;
use std::fmt;

/// A literal as written, exact until a dtype rounds it.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// An integer.
    Int(BigInt),
    /// A number with a point or an exponent, or `inf`, `-inf`, `nan`: a string that Rust's `f64::from_str` reads.
    Float(String),
    /// `true` or `false`.
    Bool(bool),
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Int(value) => write!(f, "{value}"),
            Literal::Float(text) => f.write_str(text),
            Literal::Bool(value) => write!(f, "{value}"),
        }
    }
}
