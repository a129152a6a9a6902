//! Repetition of axes of length 1.

use super::infer::{Blame, Inferred, Misfit, MisfitKind, Premise};
use crate::logic::{Reason, equal};
use crate::types::{Dim, DimVar, TensorType};
use std::collections::BTreeSet;

/// ```text
/// Γ ⊢ x : Tensor[dt, [d₁, .., dₖ], R]    k ≤ n    Γ ⊨ dᵢ = e_{n-k+i} ∨ dᵢ = 1 for each i
/// ------------------------------------------------------------------------------------- (broadcast, §11)
///              Γ ⊢ broadcast[e₁, .., eₙ](x) : Tensor[dt, [e₁, .., eₙ], R'']
/// ```
///
/// Neither side of a disjunction need be provable alone. R'' keeps a refinement iff all of its variables occur in the
/// target and none occurs in a source dim that is spelled differently from its target.
pub(super) fn infer(target: &[Dim], x: &TensorType) -> Result<Inferred, Misfit> {
    let Some(pad) = target.len().checked_sub(x.rank()) else {
        return Err(MisfitKind::BroadcastRank { from: x.rank(), to: target.len() }.at(Blame::Operand(0)));
    };
    let mut premises = Vec::new();
    let mut stretched: BTreeSet<DimVar> = BTreeSet::new();
    for (axis, (from, to)) in x.shape.iter().zip(&target[pad..]).enumerate() {
        if from != to {
            from.collect_vars(&mut stretched);
        }
        premises.push(Premise {
            goal: equal(from, to).or(equal(from, &Dim::constant(1))),
            reason: Reason::Stretch {
                axis,
                from: from.clone(),
                to: to.clone(),
                target_axis: pad + axis,
                target: target.to_vec(),
            },
            blame: Blame::Attr(pad + axis),
        });
    }
    let mut visible = BTreeSet::new();
    target.iter().for_each(|dim| dim.collect_vars(&mut visible));
    let survives = |vars: BTreeSet<DimVar>| vars.is_subset(&visible) && vars.is_disjoint(&stretched);
    let refinements = x.refinements.iter().filter(|pred| survives(pred.vars())).cloned().collect();
    Ok(Inferred { ty: TensorType { dtype: x.dtype, shape: target.to_vec(), refinements }, premises })
}
