//! A range of one axis.

use super::infer::{Blame, Inferred, Misfit, Premise};
use crate::logic::Reason;
use crate::types::{Cmp, Dim, Pred, TensorType};

/// ```text
/// Γ ⊢ x : Tensor[dt, [d₀, .., dₖ₋₁], R]    0 ≤ i < k    Γ ⊨ 0 ≤ a ∧ a ≤ b ∧ b ≤ dᵢ
/// ---------------------------------------------------------------------------------- (slice, §12)
/// Γ ⊢ slice[axis = i, start = a, stop = b](x) : Tensor[dt, [.., b - a, ..], R']
/// ```
///
/// R' keeps the refinements that share no variable with dᵢ, also where the slice is the whole axis.
pub(super) fn infer(axis: usize, start: &Dim, stop: &Dim, x: &TensorType) -> Result<Inferred, Misfit> {
    let length = &x.shape[axis];
    let bound = |lhs: &Dim, rhs: &Dim, blame, order| Premise {
        goal: Pred::Compare(Cmp::Le, lhs.clone(), rhs.clone()),
        reason: Reason::SliceBound { axis, order, lhs: lhs.clone(), rhs: rhs.clone() },
        blame,
    };
    let premises = vec![
        bound(&Dim::constant(0), start, Blame::Attr(1), false),
        bound(start, stop, Blame::Attr(2), true),
        bound(stop, length, Blame::Attr(2), false),
    ];
    let cut = length.vars();
    let refinements = x.refinements.iter().filter(|pred| pred.vars().is_disjoint(&cut)).cloned().collect();
    let mut shape = x.shape.clone();
    shape[axis] = stop.clone() - start.clone();
    Ok(Inferred { ty: TensorType { dtype: x.dtype, shape, refinements }, premises })
}
