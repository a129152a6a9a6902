//! Permutation of axes.

use super::infer::{Blame, Inferred, Misfit, MisfitKind, no_premises};
use crate::types::TensorType;

/// ```text
/// Γ ⊢ x : Tensor[dt, [d₀, .., dₖ₋₁], R]    π a permutation of 0..k
/// ------------------------------------------------------------------ (transpose, §9)
/// Γ ⊢ transpose[π](x) : Tensor[dt, [d_π(0), .., d_π(k-1)], R]
/// ```
///
/// Refinements stay: they speak of variables, not of positions.
pub(super) fn infer(permutation: &[usize], x: &TensorType) -> Result<Inferred, Misfit> {
    let mut sorted = permutation.to_vec();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..x.rank()) {
        return Err(MisfitKind::NotAPermutation { rank: x.rank(), axes: permutation.to_vec() }.at(Blame::Attr(0)));
    }
    let shape = permutation.iter().map(|&axis| x.shape[axis].clone()).collect();
    no_premises(TensorType { dtype: x.dtype, shape, refinements: x.refinements.clone() })
}
