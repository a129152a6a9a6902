//! The typed function: a flat list of instructions in program order. It carries no spans.

mod print;

use crate::ops::Op;
use crate::types::{Dim, DimVar, TensorType};
use std::collections::BTreeSet;

/// A value of a function: the position of the instruction that computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub usize);

/// A function after resolution and inference.
#[derive(Clone, Debug, PartialEq)]
pub struct Func {
    /// The name as written.
    pub name: String,
    /// Shape variables in the order in which they are declared; a kernel takes their values in this order.
    pub vars: Vec<DimVar>,
    /// Parameters in order, `dim` ones included.
    pub params: Vec<Param>,
    /// In program order; an operand is defined before it is used. Each tensor parameter has its `Op::Param` first.
    pub insts: Vec<Inst>,
    /// What it returns, and under which types it was promised to be returned.
    pub results: Vec<FuncResult>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The name as written.
    pub name: String,
    /// What it takes.
    pub kind: ParamKind,
}

/// What a parameter takes.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamKind {
    /// A tensor.
    Tensor(TensorType),
    /// A value for a shape variable.
    Dim(DimVar),
}

/// One instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// To which values.
    pub args: Vec<ValueId>,
    /// What it gives.
    pub ty: TensorType,
}

/// One result of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct FuncResult {
    /// The value.
    pub value: ValueId,
    /// The type written in the signature, of which the value's type is a subtype.
    pub ty: TensorType,
}

impl Func {
    /// The instruction that computes `value`.
    pub fn inst(&self, value: ValueId) -> &Inst {
        &self.insts[value.0]
    }

    /// What must fit in an I64 besides extents: dims that become elements, and every dim that is divided. A kernel
    /// computes in 64 bits, where sums and products may wrap on the way to a result that fits, but not what is divided.
    pub fn numbers(&self) -> BTreeSet<Dim> {
        let mut numbers = BTreeSet::new();
        for inst in &self.insts {
            inst.ty.shape.iter().for_each(|dim| dim.collect_dividends(&mut numbers));
            match &inst.op {
                Op::ScalarDim(_, dim) => {
                    dim.collect_dividends(&mut numbers);
                    numbers.insert(dim.clone());
                }
                Op::Slice { start, stop, .. } => {
                    start.collect_dividends(&mut numbers);
                    stop.collect_dividends(&mut numbers);
                }
                // Their targets are the shapes of their results.
                Op::Reshape(_) | Op::Broadcast(_) => {}
                Op::Param(_)
                | Op::Annotate
                | Op::FillLike(_)
                | Op::Scalar(..)
                | Op::Elementwise(_)
                | Op::Cast(_)
                | Op::Matmul
                | Op::Reduce { .. }
                | Op::Transpose(_)
                | Op::Concat { .. } => {}
            }
        }
        numbers
    }

    /// The type of `value`.
    pub fn ty(&self, value: ValueId) -> &TensorType {
        &self.insts[value.0].ty
    }
}
