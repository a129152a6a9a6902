//! Elementwise operations: the meanings of the rows, evaluated element by element.

use super::Value;
use super::error::Stop;
use crate::ops::{Elementwise, Prim, Scalar};
use crate::types::{DType, Element, Kind, round, wrap};

/// Applies `row` to operands of equal dtype and shape.
pub(super) fn apply(row: &Elementwise, operands: &[&Value]) -> Result<Value, Stop> {
    let x = operands[0];
    for y in operands {
        if (y.dtype(), y.shape()) != (x.dtype(), x.shape()) {
            return Err(Stop::Shape(format!("{}: {:?} beside {:?}", row.name, x.shape(), y.shape())));
        }
    }
    Value::build(row.result(x.dtype()), x.shape(), |index| {
        let elements: Vec<Element> = operands.iter().map(|operand| operand.at(index)).collect();
        element(&row.meaning, x.dtype(), &elements)
    })
}

/// What `meaning` gives for operands of `dtype`: computed in the dtype in which it computes, then rounded to its own.
pub(super) fn element(meaning: &Scalar, dtype: DType, operands: &[Element]) -> Result<Element, Stop> {
    Ok(match scalar(meaning, dtype, operands)? {
        Element::Float(value) => Element::Float(round(value, dtype)),
        exact @ (Element::Int(_) | Element::Bool(_)) => exact,
    })
}

/// In which dtype an operation on floats of `dtype` computes before it rounds its result once: F32 for the two 16-bit
/// ones, as the language says; F64 for F32, which no single rounding of F32 can tell apart from the exact result.
pub(super) fn computes_in(dtype: DType) -> DType {
    match dtype {
        DType::F64 | DType::F32 => DType::F64,
        DType::F16 | DType::BF16 => DType::F32,
        DType::I64 | DType::I32 | DType::I16 | DType::I8 | DType::I4 | DType::Bool => dtype,
    }
}

fn scalar(scalar_expr: &Scalar, dtype: DType, operands: &[Element]) -> Result<Element, Stop> {
    match scalar_expr {
        Scalar::Arg(position) => Ok(operands[*position]),
        Scalar::Const(value) => Ok(match dtype.kind() {
            Kind::Float => Element::Float(round(*value, computes_in(dtype))),
            Kind::SignedInt => Element::Int(*value as i64),
            Kind::Bool => Element::Bool(*value != 0.0),
        }),
        Scalar::Apply(prim, args) => {
            let args: Vec<Element> =
                args.iter().map(|arg| scalar(arg, dtype, operands)).collect::<Result<_, Stop>>()?;
            primitive(*prim, dtype, &args)
        }
    }
}

/// One primitive in the dtype in which operations on `dtype` compute.
pub(super) fn primitive(prim: Prim, dtype: DType, args: &[Element]) -> Result<Element, Stop> {
    Ok(match args {
        [Element::Float(a)] => Element::Float(round(float_unary(prim, *a), computes_in(dtype))),
        [Element::Float(a), Element::Float(b)] => match comparison(prim, a.partial_cmp(b)) {
            Some(holds) => Element::Bool(holds),
            None => Element::Float(round(float_binary(prim, *a, *b), computes_in(dtype))),
        },
        [Element::Int(a)] => Element::Int(wrap(int_unary(prim, *a), dtype)),
        [Element::Int(a), Element::Int(b)] => match comparison(prim, Some(a.cmp(b))) {
            Some(holds) => Element::Bool(holds),
            None => Element::Int(wrap(int_binary(prim, *a, *b)?, dtype)),
        },
        [Element::Bool(a), Element::Bool(b)] => Element::Bool(bool_binary(prim, *a, *b)),
        args => unreachable!("{prim:?} of {args:?}"),
    })
}

/// What a comparison says of operands that compare as `ordering`, `None` if one is NaN; `None` for other primitives.
fn comparison(prim: Prim, ordering: Option<std::cmp::Ordering>) -> Option<bool> {
    match prim {
        Prim::Eq => Some(ordering.is_some_and(|ordering| ordering.is_eq())),
        Prim::Ne => Some(ordering.is_none_or(|ordering| ordering.is_ne())),
        Prim::Lt => Some(ordering.is_some_and(|ordering| ordering.is_lt())),
        Prim::Le => Some(ordering.is_some_and(|ordering| ordering.is_le())),
        Prim::Gt => Some(ordering.is_some_and(|ordering| ordering.is_gt())),
        Prim::Ge => Some(ordering.is_some_and(|ordering| ordering.is_ge())),
        Prim::Add | Prim::Sub | Prim::Mul | Prim::Div | Prim::Pow | Prim::Min | Prim::Max => None,
        Prim::Neg | Prim::Abs | Prim::Sqrt | Prim::Exp | Prim::Log | Prim::Tanh | Prim::Erfc => None,
        Prim::BitNot | Prim::BitAnd | Prim::BitOr | Prim::BitXor => None,
    }
}

fn float_unary(prim: Prim, a: f64) -> f64 {
    match prim {
        Prim::Neg => -a,
        Prim::Abs => a.abs(),
        Prim::Sqrt => a.sqrt(),
        Prim::Exp => a.exp(),
        Prim::Log => a.ln(),
        Prim::Tanh => a.tanh(),
        Prim::Erfc => libm::erfc(a),
        Prim::Add | Prim::Sub | Prim::Mul | Prim::Div | Prim::Pow | Prim::Min | Prim::Max => {
            unreachable!("{prim:?} takes two operands")
        }
        Prim::Eq | Prim::Ne | Prim::Lt | Prim::Le | Prim::Gt | Prim::Ge => unreachable!("{prim:?} takes two operands"),
        Prim::BitNot | Prim::BitAnd | Prim::BitOr | Prim::BitXor => unreachable!("{prim:?} admits no float"),
    }
}

fn float_binary(prim: Prim, a: f64, b: f64) -> f64 {
    match prim {
        Prim::Add => a + b,
        Prim::Sub => a - b,
        Prim::Mul => a * b,
        Prim::Div => a / b,
        Prim::Pow => a.powf(b),
        Prim::Min => -float_max(-a, -b),
        Prim::Max => float_max(a, b),
        Prim::Neg | Prim::Abs | Prim::Sqrt | Prim::Exp | Prim::Log | Prim::Tanh | Prim::Erfc => {
            unreachable!("{prim:?} takes one operand")
        }
        Prim::Eq | Prim::Ne | Prim::Lt | Prim::Le | Prim::Gt | Prim::Ge => unreachable!("{prim:?} gives a Bool"),
        Prim::BitNot | Prim::BitAnd | Prim::BitOr | Prim::BitXor => unreachable!("{prim:?} admits no float"),
    }
}

/// The larger; NaN if either is NaN; -0 below +0.
fn float_max(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a > b || (a == b && a.is_sign_positive()) {
        a
    } else {
        b
    }
}

/// Before it wraps at the dtype's width.
fn int_unary(prim: Prim, a: i64) -> i64 {
    match prim {
        Prim::Neg => a.wrapping_neg(),
        Prim::Abs => a.wrapping_abs(),
        Prim::BitNot => !a,
        Prim::Sqrt | Prim::Exp | Prim::Log | Prim::Tanh | Prim::Erfc => unreachable!("{prim:?} admits no integer"),
        Prim::Add | Prim::Sub | Prim::Mul | Prim::Div | Prim::Pow | Prim::Min | Prim::Max => {
            unreachable!("{prim:?} takes two operands")
        }
        Prim::Eq | Prim::Ne | Prim::Lt | Prim::Le | Prim::Gt | Prim::Ge => unreachable!("{prim:?} takes two operands"),
        Prim::BitAnd | Prim::BitOr | Prim::BitXor => unreachable!("{prim:?} takes two operands"),
    }
}

/// Before it wraps at the dtype's width.
fn int_binary(prim: Prim, a: i64, b: i64) -> Result<i64, Stop> {
    Ok(match prim {
        Prim::Add => a.wrapping_add(b),
        Prim::Sub => a.wrapping_sub(b),
        Prim::Mul => a.wrapping_mul(b),
        Prim::Div if b == 0 => return Err(Stop::Arithmetic),
        Prim::Div => a.wrapping_div(b),
        Prim::Pow => int_pow(a, b)?,
        Prim::Min => a.min(b),
        Prim::Max => a.max(b),
        Prim::BitAnd => a & b,
        Prim::BitOr => a | b,
        Prim::BitXor => a ^ b,
        Prim::Neg | Prim::Abs | Prim::BitNot => unreachable!("{prim:?} takes one operand"),
        Prim::Sqrt | Prim::Exp | Prim::Log | Prim::Tanh | Prim::Erfc => unreachable!("{prim:?} admits no integer"),
        Prim::Eq | Prim::Ne | Prim::Lt | Prim::Le | Prim::Gt | Prim::Ge => unreachable!("{prim:?} gives a Bool"),
    })
}

fn int_pow(base: i64, exponent: i64) -> Result<i64, Stop> {
    let odd = exponent % 2 != 0;
    match (base, exponent < 0) {
        (1, true) => Ok(1),
        (-1, true) => Ok(if odd { -1 } else { 1 }),
        (_, true) => Err(Stop::Arithmetic),
        (_, false) => {
            let (mut power, mut square, mut rest) = (1i64, base, exponent);
            while rest > 0 {
                if rest % 2 == 1 {
                    power = power.wrapping_mul(square);
                }
                square = square.wrapping_mul(square);
                rest /= 2;
            }
            Ok(power)
        }
    }
}

fn bool_binary(prim: Prim, a: bool, b: bool) -> bool {
    match prim {
        Prim::BitAnd => a && b,
        Prim::BitOr => a || b,
        Prim::BitXor | Prim::Ne => a != b,
        Prim::Eq => a == b,
        Prim::Add | Prim::Sub | Prim::Mul | Prim::Div | Prim::Pow | Prim::Min | Prim::Max => {
            unreachable!("{prim:?} admits no Bool")
        }
        Prim::Neg | Prim::Abs | Prim::Sqrt | Prim::Exp | Prim::Log | Prim::Tanh | Prim::Erfc | Prim::BitNot => {
            unreachable!("{prim:?} admits no Bool")
        }
        Prim::Lt | Prim::Le | Prim::Gt | Prim::Ge => unreachable!("{prim:?} admits no Bool"),
    }
}
