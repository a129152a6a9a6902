//! Conversions between dtypes, as Rust's `as` does them; to Bool, whether it is not zero.

use super::cx::{Code, CompareFloat, CompareInt, Val};
use super::scalar::Scalars;
use super::types;
use crate::error::LowerError;
use std::cmp::Ordering;
use tensor_core::types::{DType, Kind};

/// `value`, of dtype `from`, as `to`.
pub(super) fn cast<'c>(code: &Code<'c>, value: Val<'c>, from: DType, to: DType) -> Result<Val<'c>, LowerError> {
    if from == to {
        return Ok(value);
    }
    let target = types::scalar(code.cx, to)?;
    let wider = to.bits().cmp(&from.bits());
    match (from.kind(), to.kind()) {
        (Kind::Float, Kind::Float) if wider == Ordering::Greater => code.convert("arith.extf", value, target),
        (Kind::Float, Kind::Float) => code.convert("arith.truncf", value, target),
        (Kind::Float, Kind::SignedInt) => saturate(code, value, from, to),
        // NaN is not zero.
        (Kind::Float, Kind::Bool) => {
            code.compare_floats(CompareFloat::NotEqualOrNan, value, Scalars::new(code, from)?.constant(0.0)?)
        }
        (Kind::SignedInt, Kind::Float) => code.convert("arith.sitofp", value, target),
        (Kind::SignedInt, Kind::SignedInt) if wider == Ordering::Greater => code.convert("arith.extsi", value, target),
        (Kind::SignedInt, Kind::SignedInt) => code.convert("arith.trunci", value, target),
        (Kind::SignedInt, Kind::Bool) => {
            code.compare_integers(CompareInt::NotEqual, value, Scalars::new(code, from)?.constant(0.0)?)
        }
        (Kind::Bool, Kind::Float) => code.convert("arith.uitofp", value, target),
        (Kind::Bool, Kind::SignedInt) => code.convert("arith.extui", value, target),
        (Kind::Bool, Kind::Bool) => Ok(value),
    }
}

/// Truncates towards zero; what is out of range becomes the nearest integer in range, and NaN 0. The conversion itself
/// has no defined result out of range, so that result is never chosen.
fn saturate<'c>(code: &Code<'c>, value: Val<'c>, from: DType, to: DType) -> Result<Val<'c>, LowerError> {
    let target = types::scalar(code.cx, to)?;
    // Powers of two, which every float dtype from F32 on holds exactly.
    let limit = 2f64.powi(to.bits() as i32 - 1);
    let floats = Scalars::new(code, from)?;
    let (low, high) = (floats.constant(-limit)?, floats.constant(limit)?);
    let (min, max) = (i64::MIN >> (64 - to.bits()), i64::MAX >> (64 - to.bits()));
    let truncated = code.convert("arith.fptosi", value, target)?;
    let above = code.compare_floats(CompareFloat::GreaterOrEqual, value, high)?;
    let result = code.select(above, code.integer(target, max)?, truncated)?;
    let below = code.compare_floats(CompareFloat::Less, value, low)?;
    let result = code.select(below, code.integer(target, min)?, result)?;
    let number = code.compare_floats(CompareFloat::Ordered, value, value)?;
    code.select(number, result, code.integer(target, 0)?)
}
