//! The typed function: a flat list of instructions in program order. It carries no spans.

mod print;

use crate::ops::Op;
use crate::types::{DimVar, TensorType};

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

    /// The type of `value`.
    pub fn ty(&self, value: ValueId) -> &TensorType {
        &self.insts[value.0].ty
    }
}
