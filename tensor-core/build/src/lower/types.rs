//! How elements are stored and computed.

use super::cx::Cx;
use crate::error::LowerError;
use melior::ir::Type;
use tensor_core::types::DType;

/// How MLIR writes the type of a stored element.
pub(super) fn storage(dtype: DType) -> Result<&'static str, LowerError> {
    Ok(match dtype {
        DType::F64 => "f64",
        DType::F32 => "f32",
        DType::I64 => "i64",
        DType::I32 => "i32",
        DType::I16 => "i16",
        DType::I8 => "i8",
        // A memref of i1 does not vectorise.
        DType::Bool => "i8",
        DType::F16 | DType::BF16 | DType::I4 => return Err(LowerError::Unsupported(format!("the dtype {dtype}"))),
    })
}

/// The type of an element that is computed with.
pub(super) fn scalar(cx: &Cx, dtype: DType) -> Result<Type<'_>, LowerError> {
    cx.ty(if dtype == DType::Bool { "i1" } else { storage(dtype)? })
}

/// Bytes of a stored element of a dtype that [`storage`] admits.
pub(super) fn bytes(dtype: DType) -> i64 {
    i64::from(dtype.bits() / 8)
}
