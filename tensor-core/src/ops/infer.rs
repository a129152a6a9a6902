//! What the typing rules return, and the dispatch to them.
//!
//! A rule never asks the solver: what it cannot decide by looking becomes a [`Premise`].

use super::{Op, broadcast, concat, elementwise, matmul, reduction, reshape, slice, transpose};
use crate::logic::Reason;
use crate::types::{Admits, DType, Dim, Literal, Pred, TensorType};

/// The conclusion of a rule, under its premises.
#[derive(Debug)]
pub struct Inferred {
    /// The type of the result.
    pub ty: TensorType,
    /// What must be proved.
    pub premises: Vec<Premise>,
}

/// One `Γ ⊨ φ` above the line of a rule.
#[derive(Debug)]
pub struct Premise {
    /// φ.
    pub goal: Pred,
    /// Which premise it is.
    pub reason: Reason,
    /// What to point at.
    pub blame: Blame,
}

/// The part of a call that a mistake is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// The operation's name, or the whole expression for an operator.
    Name,
    /// The operand with this position.
    Operand(usize),
    /// The attribute with this position.
    Attr(usize),
}

/// A rule that cannot apply, whatever Γ says.
#[derive(Debug)]
pub struct Misfit {
    /// What is wrong.
    pub kind: MisfitKind,
    /// What to point at.
    pub blame: Blame,
}

/// Why a rule cannot apply.
#[derive(Debug)]
pub enum MisfitKind {
    /// The operation does not admit the operand's dtype.
    NotAdmitted {
        /// What it admits.
        admits: Admits,
        /// What it got.
        found: DType,
    },
    /// The operands' dtypes differ.
    DTypesDiffer {
        /// Of the first operand.
        expected: DType,
        /// Of the operand to blame.
        found: DType,
    },
    /// The operands' ranks differ.
    RanksDiffer {
        /// Of the first operand.
        expected: usize,
        /// Of the operand to blame.
        found: usize,
    },
    /// matmul takes rank 2 or 3.
    MatmulRank {
        /// The operand's.
        found: usize,
    },
    /// Not every axis occurs exactly once.
    NotAPermutation {
        /// The operand's rank.
        rank: usize,
        /// What is written.
        axes: Vec<usize>,
    },
    /// The target has fewer axes than the operand.
    BroadcastRank {
        /// The operand's.
        from: usize,
        /// The target's.
        to: usize,
    },
    /// The literal is no value of the dtype.
    LiteralDoesNotFit {
        /// The literal.
        literal: Literal,
        /// The dtype.
        dtype: DType,
    },
    /// The volumes of a reshape are provably different.
    VolumesDiffer {
        /// The shape to give it.
        target: Vec<Dim>,
    },
}

impl MisfitKind {
    /// Blames `blame`.
    pub fn at(self, blame: Blame) -> Misfit {
        Misfit { kind: self, blame }
    }
}

/// Requires that `ty` has a dtype that is admitted.
pub(super) fn admit(admits: Admits, ty: &TensorType, blame: Blame) -> Result<(), Misfit> {
    match admits.contains(ty.dtype) {
        true => Ok(()),
        false => Err(MisfitKind::NotAdmitted { admits, found: ty.dtype }.at(blame)),
    }
}

/// Requires that `y`, the operand at `position`, has the dtype of `x`.
pub(super) fn same_dtype(x: &TensorType, y: &TensorType, position: usize) -> Result<(), Misfit> {
    match x.dtype == y.dtype {
        true => Ok(()),
        false => Err(MisfitKind::DTypesDiffer { expected: x.dtype, found: y.dtype }.at(Blame::Operand(position))),
    }
}

/// Requires that `y`, the operand at `position`, has the rank of `x`.
pub(super) fn same_rank(x: &TensorType, y: &TensorType, position: usize) -> Result<(), Misfit> {
    match x.rank() == y.rank() {
        true => Ok(()),
        false => Err(MisfitKind::RanksDiffer { expected: x.rank(), found: y.rank() }.at(Blame::Operand(position))),
    }
}

/// The conclusion `ty` without premises.
pub(super) fn no_premises(ty: TensorType) -> Result<Inferred, Misfit> {
    Ok(Inferred { ty, premises: Vec::new() })
}

/// Applies the rule of `op` to its operands' types. The caller has seen to their number.
pub fn infer(op: &Op, operands: &[&TensorType]) -> Result<Inferred, Misfit> {
    match (op, operands) {
        (Op::Param(_) | Op::Annotate, _) => unreachable!("the type is written, not inferred"),
        (Op::FillLike(literal), [like]) => {
            literal_fits(literal, like.dtype)?;
            no_premises((*like).clone())
        }
        (Op::Scalar(dtype, literal), []) => {
            literal_fits(literal, *dtype)?;
            no_premises(rank_0(*dtype))
        }
        (Op::ScalarDim(dtype, _), []) => no_premises(rank_0(*dtype)),
        (Op::Elementwise(row), operands) => elementwise::infer(row, operands),
        (Op::Cast(dtype), [x]) => no_premises(TensorType { dtype: *dtype, ..(*x).clone() }),
        (Op::Matmul, [a, b]) => matmul::infer(a, b),
        (Op::Reduce { reduction, axis, keep }, [x]) => reduction::infer(reduction, *axis, *keep, x),
        (Op::Transpose(permutation), [x]) => transpose::infer(permutation, x),
        (Op::Reshape(target), [x]) => reshape::infer(target, x),
        (Op::Broadcast(target), [x]) => broadcast::infer(target, x),
        (Op::Slice { axis, start, stop }, [x]) => slice::infer(*axis, start, stop, x),
        (Op::Concat { axis }, [x, y]) => concat::infer(*axis, x, y),
        (op, operands) => unreachable!("{op:?} with {} operands", operands.len()),
    }
}

fn rank_0(dtype: DType) -> TensorType {
    TensorType { dtype, shape: Vec::new(), refinements: Default::default() }
}

fn literal_fits(literal: &Literal, dtype: DType) -> Result<(), Misfit> {
    match literal.fits(dtype) {
        true => Ok(()),
        false => Err(MisfitKind::LiteralDoesNotFit { literal: literal.clone(), dtype }.at(Blame::Operand(0))),
    }
}
