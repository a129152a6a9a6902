//! Reductions over one axis: one row each.

use super::infer::{Blame, Inferred, Misfit, Premise, admit};
use crate::logic::Reason;
use crate::types::{Admits, DType, Dim, Pred, TensorType};

/// A reduction over one axis.
#[derive(Debug)]
pub struct Reduction {
    /// As a program calls it, the first attribute of `reduce` and `reduce_keep`.
    pub name: &'static str,
    /// What it computes.
    pub kind: ReductionKind,
    /// Dtypes of the operand.
    pub admits: Admits,
    /// Whether the axis must be proved to hold at least one element.
    pub needs_element: bool,
}

/// What a reduction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReductionKind {
    /// Sum; 0 over an empty axis.
    Sum,
    /// Sum divided by the axis' length.
    Mean,
    /// The largest; NaN if one is NaN; -0 below +0.
    Max,
    /// The smallest; NaN if one is NaN; -0 below +0.
    Min,
    /// Product; 1 over an empty axis.
    Prod,
    /// Whether one is true; false over an empty axis.
    Any,
    /// Whether all are true; true over an empty axis.
    All,
    /// Position of the first largest; the first NaN wins; ±0 tie.
    ArgMax,
    /// Position of the first smallest; the first NaN wins; ±0 tie.
    ArgMin,
}

impl Reduction {
    /// The dtype of the result for an operand of `dtype`.
    pub fn result(&self, dtype: DType) -> DType {
        match self.kind {
            ReductionKind::ArgMax | ReductionKind::ArgMin => DType::I64,
            _ => dtype,
        }
    }

    /// The reduction that a program calls `name`.
    pub fn from_name(name: &str) -> Option<&'static Reduction> {
        ALL.iter().find(|row| row.name == name)
    }
}

impl PartialEq for Reduction {
    fn eq(&self, other: &Reduction) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Reduction {}

const fn row(name: &'static str, kind: ReductionKind, admits: Admits, needs_element: bool) -> Reduction {
    Reduction { name, kind, admits, needs_element }
}

/// Every reduction.
pub static ALL: [Reduction; 9] = [
    row("sum", ReductionKind::Sum, Admits::Numeric, false),
    row("mean", ReductionKind::Mean, Admits::Float, true),
    row("max", ReductionKind::Max, Admits::Numeric, true),
    row("min", ReductionKind::Min, Admits::Numeric, true),
    row("prod", ReductionKind::Prod, Admits::Numeric, false),
    row("any", ReductionKind::Any, Admits::Bool, false),
    row("all", ReductionKind::All, Admits::Bool, false),
    row("argmax", ReductionKind::ArgMax, Admits::Numeric, true),
    row("argmin", ReductionKind::ArgMin, Admits::Numeric, true),
];

/// ```text
/// Γ ⊢ x : Tensor[dt, [d₀, .., dₖ₋₁], R]    0 ≤ i < k    op(dt) ok    Γ ⊨ dᵢ ≥ 1 for max min argmax argmin mean
/// ------------------------------------------------------------------------------- (reduce, reduce-keep, §8)
///    Γ ⊢ reduce[op, axis = i](x) : Tensor[dt', [d₀, .., dₖ₋₁ without dᵢ], R]
///    Γ ⊢ reduce_keep[op, axis = i](x) : Tensor[dt', [d₀, .., 1 for dᵢ, .., dₖ₋₁], R]
/// ```
///
/// dt' is I64 for argmax and argmin, else dt.
pub(super) fn infer(reduction: &Reduction, axis: usize, keep: bool, x: &TensorType) -> Result<Inferred, Misfit> {
    admit(reduction.admits, x, Blame::Operand(0))?;
    let dim = &x.shape[axis];
    let mut premises = Vec::new();
    if reduction.needs_element {
        premises.push(Premise {
            goal: Pred::at_least(dim.clone(), 1),
            reason: Reason::NonEmptyAxis { reduction: reduction.name, axis, dim: dim.clone() },
            blame: Blame::Attr(1),
        });
    }
    let mut shape = x.shape.clone();
    if keep {
        shape[axis] = Dim::constant(1);
    } else {
        shape.remove(axis);
    }
    let ty = TensorType { dtype: reduction.result(x.dtype), shape, refinements: x.refinements.clone() };
    Ok(Inferred { ty, premises })
}
