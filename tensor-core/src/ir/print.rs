//! The canonical text of a function: equal functions print alike, other ones differently. Goldens, dumps and the hash
//! of a kernel use it.

use super::{Func, ParamKind, ValueId};
use crate::ops::Op;
use crate::types::fmt_shape;
use std::fmt;

impl fmt::Display for ValueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}

/// ```text
/// fn dense<N>(x: F32[N, 64], w: F32[64, 10])
///   %0 = x : F32[N, 64]
///   %1 = w : F32[64, 10]
///   %2 = matmul %0 %1 : F32[N, 10]
///   return %2 : F32[N, 10]
/// ```
impl fmt::Display for Func {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vars: Vec<&str> = self.vars.iter().map(|var| var.name()).collect();
        write!(f, "fn {}<{}>(", self.name, vars.join(", "))?;
        for (position, param) in self.params.iter().enumerate() {
            let separator = if position == 0 { "" } else { ", " };
            match &param.kind {
                ParamKind::Tensor(ty) => write!(f, "{separator}{}: {ty}", param.name)?,
                ParamKind::Dim(_) => write!(f, "{separator}{}: dim", param.name)?,
            }
        }
        writeln!(f, ")")?;
        for (position, inst) in self.insts.iter().enumerate() {
            write!(f, "  {} = ", ValueId(position))?;
            match &inst.op {
                Op::Param(param) => f.write_str(&self.params[*param].name)?,
                op => fmt_op(f, op)?,
            }
            for arg in &inst.args {
                write!(f, " {arg}")?;
            }
            writeln!(f, " : {}", inst.ty)?;
        }
        f.write_str("  return")?;
        for (position, result) in self.results.iter().enumerate() {
            write!(f, "{} {} : {}", if position == 0 { "" } else { "," }, result.value, result.ty)?;
        }
        writeln!(f)
    }
}

fn fmt_op(f: &mut fmt::Formatter<'_>, op: &Op) -> fmt::Result {
    match op {
        Op::Param(position) => write!(f, "param {position}"),
        Op::Annotate => f.write_str("annotate"),
        Op::FillLike(literal) => write!(f, "fill[{literal}]"),
        Op::Scalar(dtype, literal) => write!(f, "scalar[{dtype}]({literal})"),
        Op::ScalarDim(dtype, dim) => write!(f, "scalar[{dtype}]({dim})"),
        Op::Elementwise(row) => f.write_str(row.name),
        Op::Cast(dtype) => write!(f, "cast[{dtype}]"),
        Op::Matmul => f.write_str("matmul"),
        Op::Reduce { reduction, axis, keep } => {
            let name = if *keep { "reduce_keep" } else { "reduce" };
            write!(f, "{name}[{}, axis = {axis}]", reduction.name)
        }
        Op::Transpose(permutation) => write!(f, "transpose{permutation:?}"),
        Op::Reshape(target) => write!(f, "reshape{}", fmt_shape(target)),
        Op::Broadcast(target) => write!(f, "broadcast{}", fmt_shape(target)),
        Op::Slice { axis, start, stop } => write!(f, "slice[axis = {axis}, start = {start}, stop = {stop}]"),
        Op::Concat { axis } => write!(f, "concat[axis = {axis}]"),
    }
}
