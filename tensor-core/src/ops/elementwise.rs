//! Elementwise operations: one row each. Adding one is adding a row.

use super::infer::{Blame, Inferred, Misfit, Premise, admit, same_dtype, same_rank};
use super::scalar::{Prim, Scalar};
use crate::logic::{Reason, equal};
use crate::types::{Admits, DType, TensorType};
use Scalar::{Apply, Arg, Const};

/// An operation that computes each element of its result from the elements at the same place of its operands.
#[derive(Debug)]
pub struct Elementwise {
    /// As a program calls it.
    pub name: &'static str,
    /// Number of operands: 1 or 2.
    pub arity: usize,
    /// Dtypes of the operands, which are all the same.
    pub admits: Admits,
    /// Whether the result is Bool (a comparison) and not of the operands' dtype.
    pub compares: bool,
    /// What it computes.
    pub meaning: Scalar,
}

impl Elementwise {
    /// The dtype of the result for operands of `dtype`.
    pub fn result(&self, dtype: DType) -> DType {
        if self.compares { DType::Bool } else { dtype }
    }

    /// The operation that a program calls `name`.
    pub fn from_name(name: &str) -> Option<&'static Elementwise> {
        ALL.iter().find(|row| row.name == name)
    }
}

impl PartialEq for Elementwise {
    fn eq(&self, other: &Elementwise) -> bool {
        self.name == other.name
    }
}

impl Eq for Elementwise {}

const X: Scalar = Arg(0);
/// The operand, but not below a number at which the other factor of a product with it is 0 in every float dtype: so that
/// the product at -inf is -0, the limit, and not NaN.
const X_BOUNDED: Scalar = Apply(Prim::Max, &[X, Const(-1e4)]);
/// e^min(x, 0) / (1 + e^-|x|): 1 / (1 + e^-x) would overflow to 0 where the result is small but not 0.
const SIGMOID: Scalar = Apply(
    Prim::Div,
    &[
        Apply(Prim::Exp, &[Apply(Prim::Min, &[X, Const(0.0)])]),
        Apply(Prim::Add, &[Const(1.0), Apply(Prim::Exp, &[Apply(Prim::Neg, &[Apply(Prim::Abs, &[X])])])]),
    ],
);
/// x · ½ · erfc(-x / √2), the exact form; 1 + erf(x / √2) would cancel for negative x.
const GELU: Scalar = Apply(
    Prim::Mul,
    &[
        Apply(Prim::Mul, &[Const(0.5), X_BOUNDED]),
        Apply(Prim::Erfc, &[Apply(Prim::Mul, &[X, Const(-std::f64::consts::FRAC_1_SQRT_2)])]),
    ],
);

const fn unary(name: &'static str, admits: Admits, meaning: Scalar) -> Elementwise {
    Elementwise { name, arity: 1, admits, compares: false, meaning }
}

const fn binary(name: &'static str, admits: Admits, meaning: Scalar) -> Elementwise {
    Elementwise { name, arity: 2, admits, compares: false, meaning }
}

const fn compare(name: &'static str, admits: Admits, meaning: Scalar) -> Elementwise {
    Elementwise { name, arity: 2, admits, compares: true, meaning }
}

macro_rules! both {
    ($prim:ident) => {
        Apply(Prim::$prim, &[Arg(0), Arg(1)])
    };
}

/// Every elementwise operation.
pub static ALL: [Elementwise; 28] = [
    unary("relu", Admits::Numeric, Apply(Prim::Max, &[X, Const(0.0)])),
    unary("gelu", Admits::Float, GELU),
    unary("silu", Admits::Float, Apply(Prim::Mul, &[X_BOUNDED, SIGMOID])),
    unary("tanh", Admits::Float, Apply(Prim::Tanh, &[X])),
    unary("sigmoid", Admits::Float, SIGMOID),
    unary("exp", Admits::Float, Apply(Prim::Exp, &[X])),
    unary("log", Admits::Float, Apply(Prim::Log, &[X])),
    unary("neg", Admits::Numeric, Apply(Prim::Neg, &[X])),
    unary("abs", Admits::Numeric, Apply(Prim::Abs, &[X])),
    unary("sqrt", Admits::Float, Apply(Prim::Sqrt, &[X])),
    unary("rsqrt", Admits::Float, Apply(Prim::Div, &[Const(1.0), Apply(Prim::Sqrt, &[X])])),
    unary("bitwise_not", Admits::SignedInt, Apply(Prim::BitNot, &[X])),
    binary("add", Admits::Numeric, both!(Add)),
    binary("sub", Admits::Numeric, both!(Sub)),
    binary("mul", Admits::Numeric, both!(Mul)),
    binary("div", Admits::Numeric, both!(Div)),
    binary("pow", Admits::Numeric, both!(Pow)),
    binary("min", Admits::Numeric, both!(Min)),
    binary("max", Admits::Numeric, both!(Max)),
    binary("bitwise_and", Admits::Bitwise, both!(BitAnd)),
    binary("bitwise_or", Admits::Bitwise, both!(BitOr)),
    binary("bitwise_xor", Admits::Bitwise, both!(BitXor)),
    compare("eq", Admits::Any, both!(Eq)),
    compare("ne", Admits::Any, both!(Ne)),
    compare("lt", Admits::Numeric, both!(Lt)),
    compare("le", Admits::Numeric, both!(Le)),
    compare("gt", Admits::Numeric, both!(Gt)),
    compare("ge", Admits::Numeric, both!(Ge)),
];

/// ```text
/// Γ ⊢ x : Tensor[dt, s, R₁]    Γ ⊢ y : Tensor[dt, s', R₂]    op(dt) ok    Γ ⊨ s[i] = s'[i] for each i
/// ------------------------------------------------------------------------ (unary §4, binary and compare §6)
///              Γ ⊢ op(x, y) : Tensor[dt or Bool, s, R₁ ∧ R₂]
/// ```
///
/// There is no implicit broadcast and no implicit cast.
pub(super) fn infer(row: &Elementwise, operands: &[&TensorType]) -> Result<Inferred, Misfit> {
    let x = operands[0];
    admit(row.admits, x, Blame::Operand(0))?;
    let mut ty = TensorType { dtype: row.result(x.dtype), ..x.clone() };
    let mut premises = Vec::new();
    for (position, y) in operands.iter().enumerate().skip(1) {
        same_dtype(x, y, position)?;
        same_rank(x, y, position)?;
        for (axis, (expected, found)) in x.shape.iter().zip(&y.shape).enumerate() {
            premises.push(Premise {
                goal: equal(expected, found),
                reason: Reason::SameShape { axis, expected: expected.clone(), found: found.clone() },
                blame: Blame::Operand(position),
            });
        }
        ty.refinements.extend(y.refinements.iter().cloned());
    }
    Ok(Inferred { ty, premises })
}
