//! Literals, exact as written.

use super::{DType, Kind};
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

impl Literal {
    /// The number with the other sign; `None` of a Bool.
    pub fn negated(&self) -> Option<Literal> {
        match self {
            Literal::Int(value) => Some(Literal::Int(-value)),
            Literal::Float(text) => Some(Literal::Float(match text.strip_prefix('-') {
                Some(positive) => positive.to_owned(),
                None => format!("-{text}"),
            })),
            Literal::Bool(_) => None,
        }
    }

    /// Whether `dtype` can hold it: Bool holds `true` and `false`, an integer dtype the integers of its range, a float
    /// dtype every number that does not round to infinity.
    pub fn fits(&self, dtype: DType) -> bool {
        match (self, dtype.kind()) {
            (Literal::Bool(_), Kind::Bool) => true,
            (Literal::Int(value), Kind::SignedInt) => {
                let half = BigInt::from(1) << (dtype.bits() - 1);
                -&half <= *value && *value < half
            }
            (Literal::Int(value), Kind::Float) => finite_in(dtype, &value.to_string()),
            (Literal::Float(text), Kind::Float) => {
                matches!(text.trim_start_matches('-'), "inf" | "nan") || finite_in(dtype, text)
            }
            _ => false,
        }
    }
}

/// Whether the number, rounded once to nearest even, is finite in `dtype`.
fn finite_in(dtype: DType, number: &str) -> bool {
    // The first number that rounds to infinity lies half a unit in the last place above the largest finite one.
    let value: f64 = number.parse().unwrap_or(f64::INFINITY);
    let first_infinite = match dtype {
        DType::F64 => f64::INFINITY,
        DType::F32 => 2f64.powi(128) - 2f64.powi(103),
        DType::BF16 => 2f64.powi(128) - 2f64.powi(119),
        DType::F16 => 65520.0,
        _ => return false,
    };
    value.abs() < first_infinite
}
