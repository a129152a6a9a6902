//! What this version compiles. Everything of the language is parsed and checked; what has no lowering yet is an error
//! of its own at the operation or dtype, here and nowhere else, so that macro and build step agree.

use crate::ops::{Op, ReductionKind};
use crate::types::DType;

/// Whether values of `dtype` can be compiled.
pub(super) fn dtype(dtype: DType) -> bool {
    matches!(dtype, DType::F32 | DType::I64 | DType::Bool)
}

/// What of `op` cannot be compiled, in words.
pub(super) fn gap(op: &Op) -> Option<String> {
    match op {
        Op::Param(_)
        | Op::Annotate
        | Op::FillLike(_)
        | Op::Scalar(..)
        | Op::ScalarDim(..)
        | Op::Elementwise(_)
        | Op::Cast(_)
        | Op::Matmul
        | Op::Transpose(_)
        | Op::Broadcast(_) => None,
        Op::Reduce { reduction, .. } => match reduction.kind {
            ReductionKind::Sum | ReductionKind::Mean | ReductionKind::Max | ReductionKind::ArgMax => None,
            ReductionKind::Min
            | ReductionKind::Prod
            | ReductionKind::Any
            | ReductionKind::All
            | ReductionKind::ArgMin => Some(format!("the reduction `{}`", reduction.name)),
        },
        Op::Reshape(_) => Some("`reshape`".to_owned()),
        Op::Slice { .. } => Some("`slice`".to_owned()),
        Op::Concat { .. } => Some("`concat`".to_owned()),
    }
}
