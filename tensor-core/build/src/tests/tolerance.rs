//! How far a kernel may be from the interpreter: what the language page promises, and nothing wider.

use tensor_core::eval::Value;
use tensor_core::ops::{Op, ReductionKind};
use tensor_core::types::{DType, Element, Kind};

/// How close is close enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Tolerance {
    /// The same value: a NaN for a NaN, and zeros of the same sign.
    Exact,
    /// At most so many values of the dtype apart.
    Ulps(u64),
    /// At most n·ε·Σ|xᵢ| apart, or n·ε·Π|xᵢ| of products: n·ε times what the operation gives of the magnitudes.
    Magnitudes,
}

/// What `op` promises where its first operand, of `dtype`, is `x`. On all but floats it is exact.
pub(super) fn tolerance(op: &Op, dtype: DType, x: f64) -> Tolerance {
    if dtype.kind() != Kind::Float {
        return Tolerance::Exact;
    }
    match op {
        Op::Elementwise(row) => match row.name {
            "gelu" if x < -5.0 => Tolerance::Ulps(4),
            "gelu" | "exp" | "log" | "tanh" | "sigmoid" | "silu" | "rsqrt" | "pow" => Tolerance::Ulps(2),
            _ => Tolerance::Exact,
        },
        Op::Reduce { reduction, .. } => match reduction.kind {
            ReductionKind::Sum | ReductionKind::Mean | ReductionKind::Prod => Tolerance::Magnitudes,
            ReductionKind::Max | ReductionKind::Min | ReductionKind::ArgMax | ReductionKind::ArgMin => Tolerance::Exact,
            ReductionKind::Any | ReductionKind::All => Tolerance::Exact,
        },
        Op::Matmul => Tolerance::Magnitudes,
        Op::Param(_) | Op::Annotate | Op::FillLike(_) | Op::Scalar(..) | Op::ScalarDim(..) | Op::Cast(_) => {
            Tolerance::Exact
        }
        Op::Transpose(_) | Op::Reshape(_) | Op::Broadcast(_) | Op::Slice { .. } | Op::Concat { .. } => Tolerance::Exact,
    }
}

/// Whether `found` is as close to `expected` as it must be; `magnitude` is what the operation gives of magnitudes, and
/// `terms` is how many it combines.
pub(super) fn is_close(
    tolerance: Tolerance,
    dtype: DType,
    found: Element,
    expected: Element,
    magnitude: Element,
    terms: usize,
) -> bool {
    let (Element::Float(a), Element::Float(b), Element::Float(magnitude)) = (found, expected, magnitude) else {
        return found == expected;
    };
    if found == expected {
        return true;
    }
    let (epsilon, steps) = match dtype {
        DType::F64 => (f64::EPSILON, order64(a).abs_diff(order64(b))),
        DType::F32 => (f32::EPSILON.into(), order32(a as f32).abs_diff(order32(b as f32)).into()),
        _ => return false,
    };
    // The interpreter computes with F64: of F64 itself it is no more exact than a kernel.
    let both = if dtype == DType::F64 { 2 } else { 1 };
    match tolerance {
        Tolerance::Exact => false,
        Tolerance::Ulps(ulps) => !a.is_nan() && !b.is_nan() && steps <= ulps * both,
        // Where so many magnitudes overflow, so may partial sums, those of a mean too.
        Tolerance::Magnitudes if magnitude.is_nan() || magnitude * terms as f64 > greatest(dtype) => true,
        Tolerance::Magnitudes => (a - b).abs() <= terms as f64 * both as f64 * epsilon * magnitude,
    }
}

fn greatest(dtype: DType) -> f64 {
    if dtype == DType::F64 { f64::MAX } else { f32::MAX.into() }
}

/// The position of a value among all of its dtype; the two zeros are neighbours.
fn order64(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    if bits < 0 { !(bits & i64::MAX) } else { bits }
}

fn order32(value: f32) -> i32 {
    let bits = value.to_bits() as i32;
    if bits < 0 { !(bits & i32::MAX) } else { bits }
}

/// The same tensor without signs.
pub(super) fn magnitudes(value: &Value) -> Value {
    let magnitude = |element: &Element| match element {
        Element::Float(value) => Element::Float(value.abs()),
        other => *other,
    };
    let elements: Vec<Element> = value.elements().iter().map(magnitude).collect();
    Value::new(value.dtype(), value.shape(), elements).expect("a magnitude is of the same dtype")
}
