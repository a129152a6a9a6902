//! The same elements in row-major order under another shape.

use super::infer::{Blame, Inferred, Misfit, MisfitKind, no_premises};
use crate::types::{Dim, DimVar, TensorType};
use std::collections::BTreeSet;

/// ```text
///        Γ ⊢ x : Tensor[dt, s, R]    volume(s) = volume(s'), assumed and checked at the call, or proved
/// ---------------------------------------------------------------------------------------------- (reshape, §10)
///        Γ ⊢ reshape[s'](x) : Tensor[dt, s', { p ∈ R : free_vars(p) ⊆ vars(s') }]
/// ```
///
/// Volumes that differ whatever the variables' values are an error here.
pub(super) fn infer(target: &[Dim], x: &TensorType) -> Result<Inferred, Misfit> {
    let difference = volume(&x.shape) - volume(target);
    if difference.as_constant().is_some_and(|value| value != 0.into()) {
        return Err(MisfitKind::VolumesDiffer { target: target.to_vec() }.at(Blame::Name));
    }
    let mut visible: BTreeSet<DimVar> = BTreeSet::new();
    target.iter().for_each(|dim| dim.collect_vars(&mut visible));
    let refinements = x.refinements.iter().filter(|pred| pred.vars().is_subset(&visible)).cloned().collect();
    no_premises(TensorType { dtype: x.dtype, shape: target.to_vec(), refinements })
}

/// The number of elements of a shape.
pub fn volume(shape: &[Dim]) -> Dim {
    shape.iter().cloned().fold(Dim::constant(1), |product, dim| product * dim)
}
