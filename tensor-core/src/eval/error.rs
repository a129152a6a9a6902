//! Why a call gives no result.

use crate::ir::ValueId;
use crate::logic::Check;
use crate::types::{Dim, DimVar};
use num_bigint::BigInt;
use std::fmt;

/// Why a call gives no result.
#[derive(Clone, Debug, PartialEq)]
pub enum EvalError {
    /// The call does not fit the signature in the number of arguments, a dtype or a rank, which the generated function's
    /// Rust types rule out.
    Arguments(String),
    /// A condition that is evaluated before any work is false.
    Rejected(Rejection),
    /// An integer division by zero or an integer power with a negative exponent: the first in program order.
    Fault(ValueId),
    /// An operation got operands on which it is not defined. A checked function whose conditions hold never gets here.
    ShapeFault {
        /// The operation.
        inst: ValueId,
        /// What does not fit.
        what: String,
    },
    /// No memory for a value.
    OutOfMemory(ValueId),
}

/// A condition on the arguments that is false.
#[derive(Clone, Debug, PartialEq)]
pub enum Rejection {
    /// The extent leaves a remainder where it determines a variable.
    Indivisible {
        /// The variable.
        var: DimVar,
        /// The parameter that determines it.
        param: String,
        /// Its axis.
        axis: usize,
        /// The extent there.
        found: usize,
    },
    /// A parameter's extent is not what its type says.
    Extent {
        /// The parameter.
        param: String,
        /// Its axis.
        axis: usize,
        /// As the type says.
        dim: Dim,
        /// Its value.
        expected: BigInt,
        /// The extent there.
        found: usize,
    },
    /// A condition of the context is false.
    Condition(Box<Check>),
    /// A value of the function, an intermediate one perhaps, has an extent, a number of elements or of bytes beyond the
    /// greatest `isize`.
    Size(ValueId),
    /// A dim that becomes an element, or that is divided, is no I64.
    Number(Dim),
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::Arguments(what) => f.write_str(what),
            EvalError::Rejected(rejection) => write!(f, "{rejection}"),
            EvalError::Fault(inst) => write!(f, "{inst}: zero divisor or negative exponent"),
            EvalError::ShapeFault { inst, what } => write!(f, "{inst}: {what}"),
            EvalError::OutOfMemory(inst) => write!(f, "{inst}: out of memory"),
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Indivisible { var, param, axis, found } => {
                write!(f, "`{param}`, axis {axis}: {found} gives no integer `{var}`")
            }
            Rejection::Extent { param, axis, dim, expected, found } => {
                write!(f, "`{param}`, axis {axis}: expected `{dim}` = {expected}, found {found}")
            }
            Rejection::Condition(check) => write!(f, "`{}` does not hold", check.written),
            Rejection::Size(value) => write!(f, "{value} is too large"),
            Rejection::Number(dim) => write!(f, "`{dim}` is too large"),
        }
    }
}

impl std::error::Error for EvalError {}

/// Why an operation stopped.
#[derive(Debug)]
pub(super) enum Stop {
    /// Integer arithmetic without a result.
    Arithmetic,
    /// Operands that do not fit.
    Shape(String),
    /// No memory.
    Memory,
}

impl EvalError {
    pub(super) fn stopped(stop: Stop, inst: ValueId) -> EvalError {
        match stop {
            Stop::Arithmetic => EvalError::Fault(inst),
            Stop::Shape(what) => EvalError::ShapeFault { inst, what },
            Stop::Memory => EvalError::OutOfMemory(inst),
        }
    }
}
