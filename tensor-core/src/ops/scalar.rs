//! The meaning of elementwise operations: small expressions over scalar primitives.

/// A scalar expression over the operands of an elementwise operation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scalar {
    /// The operand with this position.
    Arg(usize),
    /// A constant of the operands' dtype.
    Const(f64),
    /// A primitive applied to as many expressions as it takes.
    Apply(Prim, &'static [Scalar]),
}

/// What both the interpreter and the lowering implement. Integers wrap at their width; floats are IEEE, rounded
/// once to the dtype.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prim {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient. Integers truncate towards zero, `MIN / -1` is `MIN`, and a zero divisor is a run-time fault.
    Div,
    /// C's `pow` for floats; for integers by squaring, `pow(x, 0)` is 1 and a negative exponent is a run-time
    /// fault unless the base is 1 or -1.
    Pow,
    /// The smaller; NaN if either is NaN; -0 below +0.
    Min,
    /// The larger; NaN if either is NaN; -0 below +0.
    Max,
    /// Change of sign; `-MIN` is `MIN`.
    Neg,
    /// Magnitude; `abs(MIN)` is `MIN`.
    Abs,
    /// Correctly rounded square root.
    Sqrt,
    /// e to the power of the operand.
    Exp,
    /// Natural logarithm.
    Log,
    /// Hyperbolic tangent.
    Tanh,
    /// The complementary error function.
    Erfc,
    /// Bitwise complement.
    BitNot,
    /// Bitwise and; logical on Bool.
    BitAnd,
    /// Bitwise or; logical on Bool.
    BitOr,
    /// Bitwise exclusive or; logical on Bool.
    BitXor,
    /// Equal; false if either is NaN.
    Eq,
    /// Not equal; true if either is NaN.
    Ne,
    /// Less; false if either is NaN.
    Lt,
    /// Less or equal; false if either is NaN.
    Le,
    /// Greater; false if either is NaN.
    Gt,
    /// Greater or equal; false if either is NaN.
    Ge,
}
