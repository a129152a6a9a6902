//! The operations, each defined once: elementwise operations and reductions are table rows, each structural
//! operation is a variant of [`Op`].
//!
//! # Adding an operation
//!
//! *An elementwise operation* is a row of [`elementwise::ALL`]: its name, the dtypes that it admits, and its meaning as a
//! [`Scalar`] over the primitives that there are. Parser, checker, interpreter and lowering read the row. Only a new
//! [`Prim`] has work of its own: its value in `eval/elementwise.rs`, and its instruction in `lower/scalar.rs` of
//! tensor-build.
//!
//! *A reduction* is a row of [`reduction::ALL`] and a [`ReductionKind`]: what it computes goes into `eval/reduce.rs`, and
//! how it starts and combines into `plan/build.rs` and `lower/group.rs` of tensor-build. `needs_element` makes a non-empty
//! axis a premise.
//!
//! *A structural operation* is a variant of [`Op`] and a file here with its rule, drawn in the comment of its function
//! `infer`: what can be seen is a [`Misfit`], what must be proved a [`Premise`] whose
//! [`Reason`](crate::logic::Reason) says which. [`infer()`] dispatches to it. The compiler asks for the next three, by
//! matches without a wildcard: [`Op::substitute`], its text in `ir/print.rs`, its value in `eval/mod.rs`. In tensor-build,
//! `plan/placement.rs` says whether it is a view or a loop of its own, `plan/index.rs` has the index map of a view,
//! `plan/build.rs` the loops. Its name and attributes stand in `check/attrs.rs`, its messages in `check/wording`.
//!
//! Each needs its row in `docs/language.md`, accepted and rejected programs in `tests/fixtures`, and its tolerance in
//! tensor-build's `tests/tolerance.rs`; the random programs of `generate` then compare kernels with the interpreter.

mod broadcast;
mod concat;
pub mod elementwise;
mod infer;
mod matmul;
pub mod reduction;
mod reshape;
mod scalar;
mod slice;
mod transpose;

pub use elementwise::Elementwise;
pub use infer::{Blame, Inferred, Misfit, MisfitKind, Premise, infer};
pub use reduction::{Reduction, ReductionKind};
pub use reshape::volume;
pub use scalar::{Prim, Scalar};

use crate::types::{DType, Dim, DimVar, Literal};

/// An operation with its attributes. Axes count from 0 from the left.
#[derive(Debug, Clone, PartialEq)]
pub enum Op {
    /// The tensor parameter with this position among all parameters.
    Param(usize),
    /// The operand under the type that an annotation gives it.
    Annotate,
    /// A tensor of the operand's shape and dtype, each element the literal: what a literal beside a tensor means.
    FillLike(Literal),
    /// A rank-0 tensor holding a literal.
    Scalar(DType, Literal),
    /// A rank-0 tensor holding a dim, as if cast from I64.
    ScalarDim(DType, Dim),
    /// Elementwise on one or two operands of equal shape and dtype.
    Elementwise(&'static Elementwise),
    /// Conversion of each element.
    Cast(DType),
    /// `[B, M, K] × [B, K, N] → [B, M, N]`, or the same without `B`.
    Matmul,
    /// Reduction over an axis, which is removed, or kept with length 1.
    Reduce {
        /// Which.
        reduction: &'static Reduction,
        /// Over which axis.
        axis: usize,
        /// Whether the axis stays, with length 1.
        keep: bool,
    },
    /// Result axis j is operand axis `permutation[j]`.
    Transpose(Vec<usize>),
    /// The same elements in row-major order under another shape.
    Reshape(Vec<Dim>),
    /// Repeats axes of length 1 to the target shape, after padding with them on the left.
    Broadcast(Vec<Dim>),
    /// Elements `start..stop` of an axis.
    Slice {
        /// Which axis.
        axis: usize,
        /// First element.
        start: Dim,
        /// One past the last element.
        stop: Dim,
    },
    /// The operands one after the other along an axis.
    Concat {
        /// Which axis.
        axis: usize,
    },
}

impl Op {
    /// Replaces variables in the attributes, all at once.
    pub fn substitute(&self, replacement: &dyn Fn(&DimVar) -> Option<Dim>) -> Op {
        let shape = |dims: &[Dim]| dims.iter().map(|dim| dim.substitute(replacement)).collect();
        match self {
            Op::ScalarDim(dtype, dim) => Op::ScalarDim(*dtype, dim.substitute(replacement)),
            Op::Reshape(target) => Op::Reshape(shape(target)),
            Op::Broadcast(target) => Op::Broadcast(shape(target)),
            Op::Slice { axis, start, stop } => {
                Op::Slice { axis: *axis, start: start.substitute(replacement), stop: stop.substitute(replacement) }
            }
            Op::Param(_)
            | Op::Annotate
            | Op::FillLike(_)
            | Op::Scalar(..)
            | Op::Elementwise(_)
            | Op::Cast(_)
            | Op::Matmul
            | Op::Reduce { .. }
            | Op::Transpose(_)
            | Op::Concat { .. } => self.clone(),
        }
    }
}
