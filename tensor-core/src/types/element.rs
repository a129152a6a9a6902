//! Single elements, held exactly, and the one rounding that brings a number into a float dtype.

use super::DType;
use std::fmt;

/// One element of a tensor. Every value of a float dtype is an F64 value and every value of an integer dtype an I64
/// value, so each is held exactly.
#[derive(Clone, Copy, Debug)]
pub enum Element {
    /// Of a float dtype.
    Float(f64),
    /// Of an integer dtype.
    Int(i64),
    /// Of Bool.
    Bool(bool),
}

/// Whether both are the same value: a NaN equals a NaN, whatever its payload, and -0 differs from +0.
impl PartialEq for Element {
    fn eq(&self, other: &Element) -> bool {
        match (self, other) {
            (Element::Float(a), Element::Float(b)) => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
            (Element::Int(a), Element::Int(b)) => a == b,
            (Element::Bool(a), Element::Bool(b)) => a == b,
            (Element::Float(_) | Element::Int(_) | Element::Bool(_), _) => false,
        }
    }
}

impl Element {
    /// Whether `dtype` has this value.
    pub fn is_of(self, dtype: DType) -> bool {
        match (self, dtype) {
            (Element::Float(value), DType::F64 | DType::F32 | DType::F16 | DType::BF16) => {
                Element::Float(round(value, dtype)) == self
            }
            (Element::Int(value), DType::I64 | DType::I32 | DType::I16 | DType::I8 | DType::I4) => {
                wrap(value, dtype) == value
            }
            (Element::Bool(_), DType::Bool) => true,
            (Element::Float(_) | Element::Int(_) | Element::Bool(_), _) => false,
        }
    }

    /// The number, `true` as 1; integers beyond 2^53 round.
    pub fn to_f64(self) -> f64 {
        match self {
            Element::Float(value) => value,
            Element::Int(value) => value as f64,
            Element::Bool(value) => f64::from(u8::from(value)),
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Float(value) => write!(f, "{value:?}"),
            Element::Int(value) => write!(f, "{value}"),
            Element::Bool(value) => write!(f, "{value}"),
        }
    }
}

macro_rules! from_numbers {
    ($($number:ty => $variant:ident,)*) => {
        $(impl From<$number> for Element {
            fn from(value: $number) -> Element {
                Element::$variant(value.into())
            }
        })*
    };
}

from_numbers! { f64 => Float, f32 => Float, i64 => Int, i32 => Int, i16 => Int, i8 => Int, bool => Bool, }

/// `value` in the two's complement of the integer dtype `dtype`: the low bits, the highest of them the sign.
///
/// # Panics
/// If `dtype` is no integer dtype.
pub fn wrap(value: i64, dtype: DType) -> i64 {
    let unused = match dtype {
        DType::I64 | DType::I32 | DType::I16 | DType::I8 | DType::I4 => 64 - dtype.bits(),
        DType::F64 | DType::F32 | DType::F16 | DType::BF16 | DType::Bool => unreachable!("{dtype} does not wrap"),
    };
    value << unused >> unused
}

/// `value` rounded once, to nearest even, to the float dtype `dtype`; beyond its range to infinity. Zeros and NaNs keep
/// their sign.
///
/// # Panics
/// If `dtype` is no float dtype.
pub fn round(value: f64, dtype: DType) -> f64 {
    match dtype {
        DType::F64 => value,
        DType::F32 => f64::from(value as f32),
        DType::F16 => Narrow { precision: 11, least_exponent: -14, greatest: 65504.0 }.round(value),
        DType::BF16 => {
            Narrow { precision: 8, least_exponent: -126, greatest: power_of_two(127) * (2.0 - power_of_two(-7)) }
                .round(value)
        }
        DType::I64 | DType::I32 | DType::I16 | DType::I8 | DType::I4 | DType::Bool => {
            unreachable!("{dtype} is no float dtype")
        }
    }
}

/// A binary float format narrower than F32.
struct Narrow {
    /// Bits of the significand, the leading one included.
    precision: i32,
    /// Exponent of the least normal number.
    least_exponent: i32,
    /// The greatest finite number.
    greatest: f64,
}

impl Narrow {
    fn round(&self, value: f64) -> f64 {
        if value == 0.0 || !value.is_finite() {
            return value;
        }
        // Numbers that are subnormal in F64 lie far below the least exponent here.
        let exponent = (value.to_bits() >> 52 & 0x7ff) as i32 - 1023;
        let unit = power_of_two(exponent.max(self.least_exponent) - (self.precision - 1));
        // Division and multiplication by a power of two are exact here; only the rounding between them rounds.
        let rounded = (value / unit).round_ties_even() * unit;
        if rounded.abs() > self.greatest { f64::INFINITY.copysign(value) } else { rounded }
    }
}

/// 2 to the power of `exponent`, which is in the range of normal numbers.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;
    use DType::{BF16, F16, F32};

    #[test]
    fn rounding_happens_once() {
        let tiny = power_of_two(-30);
        assert_eq!(round(1.0 + power_of_two(-8) + tiny, BF16), 1.0078125);
        assert_eq!(round(1.0 + power_of_two(-11) + tiny, F16), 1.0009765625);
        // Exactly between two: to the even one.
        assert_eq!(round(1.0 + power_of_two(-8), BF16), 1.0);
        assert_eq!(round(1.0 + 3.0 * power_of_two(-8), BF16), 1.015625);
        assert_eq!(round(1.0 + power_of_two(-11), F16), 1.0);
        assert_eq!(round(70000.0, BF16), 70144.0);
    }

    #[test]
    fn the_edges_of_the_formats() {
        assert_eq!(round(65519.999, F16), 65504.0);
        assert_eq!(round(65520.0, F16), f64::INFINITY);
        assert_eq!(round(-65520.0, F16), f64::NEG_INFINITY);
        assert_eq!(round(f64::from(f32::MAX), BF16), f64::INFINITY);
        assert_eq!(round(3.3895313892515355e38, BF16), 3.3895313892515355e38);
        assert_eq!(round(f64::MAX, F32), f64::INFINITY);
        // The least subnormal, and half of it, which goes to the even zero.
        assert_eq!(round(power_of_two(-24), F16), power_of_two(-24));
        assert_eq!(Element::Float(round(-power_of_two(-25), F16)), Element::Float(-0.0));
        assert_eq!(round(power_of_two(-25) * 1.5, F16), power_of_two(-24));
        assert_eq!(round(power_of_two(-133), BF16), power_of_two(-133));
        assert_eq!(round(5e-324, BF16), 0.0);
        assert!(round(f64::NAN, F16).is_nan());
    }

    /// All finite F16 and BF16 values, made from their bits, are fixed points; the points halfway between neighbours go
    /// to the one with the even significand, and what lies just beside them to the nearer one.
    #[test]
    fn every_value_of_both_narrow_formats() {
        for (dtype, significand, bias) in [(F16, 10, 15), (BF16, 7, 127)] {
            let value = |bits: u32| {
                let (exponent, fraction) = ((bits >> significand) as i32, f64::from(bits & ((1 << significand) - 1)));
                let unit = power_of_two(exponent.max(1) - bias - significand);
                if exponent == 0 { fraction * unit } else { (fraction + f64::from(1 << significand)) * unit }
            };
            let infinity = (2 * bias as u32 + 1) << significand;
            for bits in 0..infinity - 1 {
                let (low, high) = (value(bits), value(bits + 1));
                let middle = low + (high - low) / 2.0;
                assert_eq!(round(low, dtype), low);
                assert_eq!(round(-low, dtype), -low);
                assert_eq!(round(middle, dtype), if bits % 2 == 0 { low } else { high });
                assert_eq!(round(middle.next_down(), dtype), low);
                assert_eq!(round(middle.next_up(), dtype), high);
            }
        }
    }

    #[test]
    fn elements_compare_as_values() {
        assert_eq!(Element::Float(f64::NAN), Element::Float(-f64::NAN));
        assert_ne!(Element::Float(0.0), Element::Float(-0.0));
        assert_ne!(Element::Int(1), Element::Bool(true));
        assert!(Element::from(0.1f32).is_of(F32));
        assert!(!Element::from(0.1).is_of(F32));
        assert!(Element::Int(-8).is_of(DType::I4) && !Element::Int(8).is_of(DType::I4));
        assert!(!Element::Int(1).is_of(DType::Bool));
    }
}
