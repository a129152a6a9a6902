//! Conversion of one element: as Rust's `as`, rounded once.

use crate::types::{DType, Element, Kind, round, wrap};

/// `element` in `dtype`. Float to integer truncates and saturates, NaN to 0; integer to integer wraps or extends the sign;
/// to a float rounds once to nearest even, beyond its range to infinity; Bool to number is 0 or 1; number to Bool is
/// whether it differs from 0, which a NaN does.
pub(super) fn cast(element: Element, dtype: DType) -> Element {
    match (element, dtype.kind()) {
        (Element::Float(value), Kind::Float) => Element::Float(round(value, dtype)),
        (Element::Float(value), Kind::SignedInt) => {
            let greatest = i64::MAX >> (64 - dtype.bits());
            Element::Int((value as i64).clamp(-greatest - 1, greatest))
        }
        (Element::Float(value), Kind::Bool) => Element::Bool(value != 0.0),
        (Element::Int(value), Kind::Float) => Element::Float(match dtype {
            DType::F64 => value as f64,
            DType::F32 => f64::from(value as f32),
            _ => round(to_odd(value), dtype),
        }),
        (Element::Int(value), Kind::SignedInt) => Element::Int(wrap(value, dtype)),
        (Element::Int(value), Kind::Bool) => Element::Bool(value != 0),
        (Element::Bool(value), Kind::Float) => Element::Float(f64::from(u8::from(value))),
        (Element::Bool(value), Kind::SignedInt) => cast(Element::Int(value.into()), dtype),
        (Element::Bool(value), Kind::Bool) => Element::Bool(value),
    }
}

/// `value` in F64, or where it has more than 53 bits something beside it that rounds to a narrow dtype as `value` does:
/// the low 11 bits replaced by the highest of them, set if any was.
fn to_odd(value: i64) -> f64 {
    let magnitude = value.unsigned_abs();
    let low = magnitude & 0x7ff;
    let odd = if magnitude >> 53 != 0 && low != 0 { (magnitude - low) | 0x400 } else { magnitude };
    (odd as f64).copysign(if value < 0 { -1.0 } else { 1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use DType::{BF16, Bool, F16, F32, F64, I4, I8, I16, I32, I64};

    #[track_caller]
    fn check<E: Into<Element>, R: Into<Element>>(element: E, dtype: DType, expected: R) {
        assert_eq!(cast(element.into(), dtype), expected.into());
    }

    #[test]
    fn float_to_integer_truncates_and_saturates() {
        check(-1.9, I8, -1);
        check(2.9, I4, 2);
        check(1e30, I64, i64::MAX);
        check(f64::NEG_INFINITY, I64, i64::MIN);
        check(200.0, I8, 127);
        check(-9.0, I4, -8);
        check(1e9, I16, 32767);
        check(f64::NAN, I32, 0);
        check(-0.5, I32, 0);
    }

    #[test]
    fn integers_wrap_or_extend() {
        check(200, I8, -56);
        check(8, I4, -8);
        check(-1, I64, -1);
        check(0x1_0000_8000i64, I16, -32768);
        check(0x8000_0001i64, I32, -2147483647);
    }

    #[test]
    fn numbers_to_bool_and_back() {
        for (value, expected) in [(0.5, true), (2.0, true), (0.0, false), (-0.0, false), (f64::NAN, true)] {
            check(value, Bool, expected);
        }
        check(2, Bool, true);
        check(4, Bool, true);
        check(0, Bool, false);
        check(true, BF16, 1.0);
        check(true, I4, 1);
        check(false, F64, 0.0);
        check(true, Bool, true);
    }

    #[test]
    fn to_a_float_rounds_once() {
        check(1.0 + 2f64.powi(-8) + 2f64.powi(-30), BF16, 1.0078125);
        check(1.0 + 2f64.powi(-11) + 2f64.powi(-30), F16, 1.0009765625);
        check(1e300, F32, f64::INFINITY);
        check(-70000.0, F16, f64::NEG_INFINITY);
        check(16777217, F32, 16777216.0);
        check(65520, F16, f64::INFINITY);
        check(i64::MAX, F64, 2f64.powi(63));
        check(i64::MIN, BF16, -2f64.powi(63));
        // The middle of two BF16 numbers, and one more, which F64 and F32 do not tell apart.
        let middle = (1i64 << 62) + (1 << 54);
        check(middle, BF16, 2f64.powi(62));
        check(middle + 1, BF16, 2f64.powi(62) + 2f64.powi(55));
        check(-middle - 1, BF16, -2f64.powi(62) - 2f64.powi(55));
        // 2049 is the middle of two F16 numbers.
        check(2049, F16, 2048.0);
        check(2051, F16, 2052.0);
    }
}
