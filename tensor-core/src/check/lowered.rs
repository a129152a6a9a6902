//! What this version compiles. Everything of the language is parsed and checked; what has no lowering yet is an error
//! of its own at the dtype, here and nowhere else, so that macro and build step agree.

use crate::types::DType;

/// Whether values of `dtype` can be compiled.
pub(super) fn dtype(dtype: DType) -> bool {
    match dtype {
        DType::F64 | DType::F32 | DType::I64 | DType::I32 | DType::I16 | DType::I8 | DType::Bool => true,
        DType::F16 | DType::BF16 | DType::I4 => false,
    }
}
