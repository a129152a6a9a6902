//! Tensors one after the other along an axis.

use super::infer::{Blame, Inferred, Misfit, Premise, same_dtype, same_rank};
use crate::logic::{Reason, equal};
use crate::types::TensorType;

/// ```text
/// Γ ⊢ x : Tensor[dt, [.., dᵢ, ..], R₁]    Γ ⊢ y : Tensor[dt, [.., d'ᵢ, ..], R₂]    Γ ⊨ d_j = d'_j for j ≠ i
/// ------------------------------------------------------------------------------------------ (concat, §13)
///              Γ ⊢ concat[axis = i](x, y) : Tensor[dt, [.., dᵢ + d'ᵢ, ..], R₁ ∧ R₂]
/// ```
///
/// The other dims are spelled as in `x`. More than two operands are joined from the left.
pub(super) fn infer(axis: usize, x: &TensorType, y: &TensorType) -> Result<Inferred, Misfit> {
    same_dtype(x, y, 1)?;
    same_rank(x, y, 1)?;
    let premises = (0..x.rank())
        .filter(|&other| other != axis)
        .map(|other| Premise {
            goal: equal(&x.shape[other], &y.shape[other]),
            reason: Reason::ConcatAxis { axis: other, expected: x.shape[other].clone(), found: y.shape[other].clone() },
            blame: Blame::Operand(1),
        })
        .collect();
    let mut shape = x.shape.clone();
    shape[axis] = x.shape[axis].clone() + y.shape[axis].clone();
    let refinements = x.refinements.union(&y.refinements).cloned().collect();
    Ok(Inferred { ty: TensorType { dtype: x.dtype, shape, refinements }, premises })
}
