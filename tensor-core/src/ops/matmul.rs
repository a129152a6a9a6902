//! Matrix multiplication, batched or not.

use super::infer::{Blame, Inferred, Misfit, MisfitKind, Premise, admit, same_dtype, same_rank};
use crate::logic::{Reason, equal};
use crate::types::{Admits, TensorType};

/// ```text
/// Γ ⊢ a : Tensor[dt, [B, M, K], R₁]    Γ ⊢ b : Tensor[dt, [B', K', N], R₂]    Γ ⊨ B = B'    Γ ⊨ K = K'
/// ------------------------------------------------------------------------------------------ (matmul, §7)
///                          Γ ⊢ matmul(a, b) : Tensor[dt, [B, M, N], R₁ ∧ R₂]
/// ```
///
/// Two operands of rank 2 are the case without a batch axis. Refinements that speak of K stay: they are facts about
/// variables.
pub(super) fn infer(a: &TensorType, b: &TensorType) -> Result<Inferred, Misfit> {
    admit(Admits::Numeric, a, Blame::Operand(0))?;
    same_dtype(a, b, 1)?;
    for (position, operand) in [a, b].into_iter().enumerate() {
        if !matches!(operand.rank(), 2 | 3) {
            return Err(MisfitKind::MatmulRank { found: operand.rank() }.at(Blame::Operand(position)));
        }
    }
    same_rank(a, b, 1)?;

    let batch = a.rank() - 2;
    let (inner_a, inner_b) = (&a.shape[batch + 1], &b.shape[batch]);
    let mut premises = Vec::new();
    if batch == 1 {
        premises.push(Premise {
            goal: equal(&a.shape[0], &b.shape[0]),
            reason: Reason::MatmulBatch { expected: a.shape[0].clone(), found: b.shape[0].clone() },
            blame: Blame::Operand(1),
        });
    }
    premises.push(Premise {
        goal: equal(inner_a, inner_b),
        reason: Reason::MatmulInner { expected: inner_a.clone(), found: inner_b.clone(), axis: batch },
        blame: Blame::Operand(1),
    });
    let mut shape = a.shape[..=batch].to_vec();
    shape.push(b.shape[batch + 1].clone());
    let refinements = a.refinements.union(&b.refinements).cloned().collect();
    Ok(Inferred { ty: TensorType { dtype: a.dtype, shape, refinements }, premises })
}
