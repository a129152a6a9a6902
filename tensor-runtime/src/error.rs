//! What can go wrong in a call, and how it is told.

use std::fmt;

/// Names of shape variables with the values they have in a call.
pub type Values = Vec<(&'static str, i128)>;

/// Why a tensor could not be made or a tensor function could not be run.
///
/// Every message of a tensor function names the function, then what was wrong with which argument: parameter, axis,
/// the dim or condition as the program writes it, and the numbers found. Everything but [`Error::OutOfMemory`] and
/// [`Error::Fault`] is found before any work.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The number of elements given is not that of the shape.
    #[error("shape {shape:?} has {expected} elements, found {found}")]
    Length {
        /// The shape asked for.
        shape: Vec<usize>,
        /// Its number of elements, or of bytes for packed elements.
        expected: usize,
        /// How many were given.
        found: usize,
    },

    /// A tensor of this shape would not fit in the address space. An axis of length 0 counts as 1 here.
    #[error("a {dtype} tensor of shape {shape:?} does not fit in the address space")]
    ShapeTooLarge {
        /// The dtype, such as `F32`.
        dtype: &'static str,
        /// The shape asked for.
        shape: Vec<usize>,
    },

    /// An axis of an argument does not have the length that its type demands.
    #[error("{function}: parameter `{parameter}`, axis {axis}: expected {}, found {found}", Equals(dim, *expected, values))]
    Axis {
        /// The tensor function.
        function: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// Position of the axis, from 0.
        axis: usize,
        /// The dim as the parameter's type has it, such as `2 * S + 1`.
        dim: &'static str,
        /// What that is in this call.
        expected: i128,
        /// The length of the axis.
        found: usize,
        /// The variables of the dim.
        values: Values,
    },

    /// No whole number as the value of a variable gives an axis the length it has.
    #[error(
        "{function}: parameter `{parameter}`, axis {axis}: {dim} = {found}{} has no whole solution for {variable}",
        Given(values)
    )]
    NoSolution {
        /// The tensor function.
        function: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// Position of the axis, from 0.
        axis: usize,
        /// The dim as the parameter's type has it, such as `2 * S + 1`.
        dim: &'static str,
        /// The variable that this axis determines.
        variable: &'static str,
        /// The length of the axis.
        found: usize,
        /// The other variables of the dim.
        values: Values,
    },

    /// Only a negative value of a variable gives an axis the length it has.
    #[error(
        "{function}: parameter `{parameter}`, axis {axis}: {dim} = {found} holds for a negative {variable} only{}",
        After(": ", values)
    )]
    NegativeSolution {
        /// The tensor function.
        function: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// Position of the axis, from 0.
        axis: usize,
        /// The dim as the parameter's type has it, such as `S + 3`.
        dim: &'static str,
        /// The variable that this axis determines.
        variable: &'static str,
        /// The length of the axis.
        found: usize,
        /// That variable, then the other variables of the dim.
        values: Values,
    },

    /// A condition of the tensor function does not hold.
    #[error("{function}: `{condition}` ({origin}) does not hold{}", After(": ", values))]
    Condition {
        /// The tensor function.
        function: &'static str,
        /// The condition as the program writes it.
        condition: &'static str,
        /// Where the program demands it.
        origin: Origin,
        /// The variables of the condition.
        values: Values,
    },

    /// A number in a condition or definition is too large to be computed exactly.
    #[error("{function}: the numbers in `{expression}` are too large{}", After(": ", values))]
    Overflow {
        /// The tensor function.
        function: &'static str,
        /// The condition, or the definition such as `N = H * E`.
        expression: &'static str,
        /// The variables that occur, as far as they have values.
        values: Values,
    },

    /// A parameter, a result or an intermediate value would not fit in the address space, or would have a negative
    /// dim. An axis of length 0 counts as 1 here.
    #[error("{function}: `{tensor}` = {shape} {}", if shape.contains('-') { "has a negative dim" } else { "does not fit in the address space" })]
    Size {
        /// The tensor function.
        function: &'static str,
        /// Dtype and shape, such as `F32[B, S, S]`.
        tensor: &'static str,
        /// The shape in this call, such as `[2, 70000, 70000]`.
        shape: String,
    },

    /// An output given to a `_into` function has the wrong shape.
    #[error("{function}: output `{output}`, axis {axis}: expected {}, found {found}", Equals(dim, *expected as i128, &[]))]
    OutputAxis {
        /// The tensor function.
        function: &'static str,
        /// The argument.
        output: &'static str,
        /// Position of the axis, from 0.
        axis: usize,
        /// The dim as the result's type has it.
        dim: &'static str,
        /// What that is in this call.
        expected: usize,
        /// The length of the axis.
        found: usize,
    },

    /// Memory for a result, a copy of a non-contiguous argument or an intermediate value could not be had.
    #[error("{function}: out of memory{}", bytes.map(|bytes| format!(": could not allocate {bytes} bytes")).unwrap_or_default())]
    OutOfMemory {
        /// The tensor function.
        function: &'static str,
        /// How much was asked for, where that is known.
        bytes: Option<usize>,
    },

    /// An operation met an operand for which it has no result.
    #[error("{function}: {fault}")]
    Fault {
        /// The tensor function.
        function: &'static str,
        /// The operation and what it met, such as `div: a divisor is zero`.
        fault: &'static str,
    },
}

/// Which part of a program demands a condition.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A shape variable is at least 1 unless the function opts in to 0.
    DefaultBound,
    /// A refinement of the parameter with this name.
    Refinement(&'static str),
    /// A `requires` clause.
    Requires,
    /// An `assume` clause or statement.
    Assume,
    /// A `dim` clause or statement.
    Dim,
    /// A `reshape` in the function with this name: both shapes must hold equally many elements.
    Reshape(&'static str),
    /// A premise that could not be decided when the program was compiled.
    Undecided,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::DefaultBound => f.write_str("default bound"),
            Origin::Refinement(parameter) => write!(f, "refinement of `{parameter}`"),
            Origin::Requires => f.write_str("from `requires`"),
            Origin::Assume => f.write_str("from `assume`"),
            Origin::Dim => f.write_str("from `dim`"),
            Origin::Reshape(function) => write!(f, "reshape in `{function}`"),
            Origin::Undecided => f.write_str("undecided at compile time"),
        }
    }
}

/// `8`, `D = 8`, `2 * D + 1 = 17 with D = 8`.
struct Equals<'a>(&'a str, i128, &'a [(&'static str, i128)]);

impl fmt::Display for Equals<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Equals(dim, value, values) = self;
        let number = value.to_string();
        if *dim == number {
            return f.write_str(&number);
        }
        write!(f, "{dim} = {number}")?;
        match values {
            [(name, _)] if name == dim => Ok(()),
            _ => write!(f, "{}", Given(values)),
        }
    }
}

/// ` with D = 8, S = 3`, or nothing.
struct Given<'a>(&'a [(&'static str, i128)]);

impl fmt::Display for Given<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        After(" with ", self.0).fmt(f)
    }
}

/// A lead-in and `D = 8, S = 3`, or nothing.
struct After<'a>(&'a str, &'a [(&'static str, i128)]);

impl fmt::Display for After<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = self.0;
        for (name, value) in self.1 {
            write!(f, "{separator}{name} = {value}")?;
            separator = ", ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    /// Clippy's `result_large_err` looks at every function that returns it, also at users'.
    #[test]
    fn errors_are_small() {
        assert!(size_of::<super::Error>() < 128);
    }
}
