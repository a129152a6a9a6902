//! Literals, exact as written.

use super::{DType, Element, Kind, round};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use std::fmt;

/// A literal as written, exact until a dtype rounds it.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// An integer.
    Int(BigInt),
    /// A number with a point or an exponent, or `inf`, `-inf`, `nan`: a string that Rust's `f64::from_str` reads.
    Float(String),
    /// `true` or `false`.
    Bool(bool),
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Int(value) => write!(f, "{value}"),
            Literal::Float(text) => f.write_str(text),
            Literal::Bool(value) => write!(f, "{value}"),
        }
    }
}

impl Literal {
    /// The number with the other sign; `None` of a Bool.
    pub fn negated(&self) -> Option<Literal> {
        match self {
            Literal::Int(value) => Some(Literal::Int(-value)),
            Literal::Float(text) => Some(Literal::Float(match text.strip_prefix('-') {
                Some(positive) => positive.to_owned(),
                None => format!("-{text}"),
            })),
            Literal::Bool(_) => None,
        }
    }

    /// Whether `dtype` can hold it: Bool holds `true` and `false`, an integer dtype the integers of its range, a float
    /// dtype every number that does not round to infinity.
    pub fn fits(&self, dtype: DType) -> bool {
        self.element(dtype).is_some()
    }

    /// The element that it is in `dtype`, rounded once to nearest even; `None` where it does not fit.
    pub fn element(&self, dtype: DType) -> Option<Element> {
        match (self, dtype.kind()) {
            (Literal::Bool(value), Kind::Bool) => Some(Element::Bool(*value)),
            (Literal::Int(value), Kind::SignedInt) => {
                value.to_i64().map(Element::Int).filter(|element| element.is_of(dtype))
            }
            (Literal::Int(value), Kind::Float) => finite(&value.to_string(), dtype),
            (Literal::Float(text), Kind::Float) => match text.trim_start_matches('-') {
                "inf" | "nan" => text.parse().ok().map(Element::Float),
                _ => finite(text, dtype),
            },
            (Literal::Int(_) | Literal::Float(_), Kind::Bool)
            | (Literal::Float(_), Kind::SignedInt)
            | (Literal::Bool(_), Kind::Float | Kind::SignedInt) => None,
        }
    }
}

/// The decimal number `text` in the float dtype `dtype`, unless it is infinite there.
fn finite(text: &str, dtype: DType) -> Option<Element> {
    let value = match dtype {
        DType::F64 => text.parse().ok()?,
        DType::F32 => f64::from(text.parse::<f32>().ok()?),
        // Rounding to nearest F64 first would round twice.
        _ => round(to_odd(text)?, dtype),
    };
    value.is_finite().then_some(Element::Float(value))
}

/// The decimal number `text` rounded to odd: exact, or the neighbour in F64 whose last bit is 1. Rounding that to a dtype
/// with fewer than 52 bits gives what rounding the number itself gives.
fn to_odd(text: &str) -> Option<f64> {
    let nearest: f64 = text.parse().ok()?;
    let magnitude = nearest.abs();
    if magnitude == 0.0 || magnitude.is_infinite() {
        return Some(nearest);
    }
    // The number is digits * 10^scale.
    let number = text.trim_start_matches(['-', '+']);
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: BigInt = format!("{whole}{fraction}").parse().ok()?;
    let scale = exponent.parse::<i64>().ok()? - i64::try_from(fraction.len()).ok()?;
    // The nearest F64 is significand * 2^exponent.
    let (bits, stored) = (magnitude.to_bits() & ((1 << 52) - 1), magnitude.to_bits() >> 52);
    let (significand, exponent) = if stored == 0 { (bits, -1074) } else { (bits | 1 << 52, stored as i64 - 1075) };
    let power = |base: u32, exponent: i64| BigInt::from(base).pow(exponent.max(0) as u32);
    let exact = digits * power(10, scale) * power(2, -exponent);
    let rounded = BigInt::from(significand) * power(10, -scale) * power(2, exponent);
    let odd = match exact.cmp(&rounded) {
        Ordering::Equal => magnitude.to_bits(),
        Ordering::Greater => magnitude.to_bits() | 1,
        Ordering::Less => (magnitude.to_bits() - 1) | 1,
    };
    Some(f64::from_bits(odd).copysign(nearest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use DType::{BF16, Bool, F16, F32, F64, I4, I8, I64};

    fn float(text: &str) -> Literal {
        Literal::Float(text.to_owned())
    }

    #[test]
    fn numbers_round_once() {
        // Just above the middle of 1 and the next F16; the nearest F64 is the middle itself, which goes to the even 1.
        let above = float("1.00048828125000000000000000000000000001");
        assert_eq!(above.element(F16), Some(Element::Float(1.0009765625)));
        assert_eq!(float("1.00048828125").element(F16), Some(Element::Float(1.0)));
        let below = float("-1.00146484374999999999999999999999999999");
        assert_eq!(below.element(F16), Some(Element::Float(-1.0009765625)));
        assert_eq!(float("0.1").element(F32), Some(Element::Float(0.10000000149011612)));
        assert_eq!(float("0.1").element(F64), Some(Element::Float(0.1)));
        assert_eq!(float("0.1").element(BF16), Some(Element::Float(0.10009765625)));
        assert_eq!(float("1.5e-3").element(F16), Some(Element::Float(0.0015001296997070312)));
        assert_eq!(float("1e-999999999").element(F16), Some(Element::Float(0.0)));
        // 2^53 + 1, beside an integer that BF16 has.
        assert_eq!(Literal::Int(9007199254740993i64.into()).element(BF16), Some(Element::Float(9007199254740992.0)));
        // 2^62 + 2^54 is the middle of two BF16 numbers; one more is nearer to the upper one.
        let middle = (1i64 << 62) + (1 << 54);
        assert_eq!(Literal::Int(middle.into()).element(BF16), Some(Element::Float(2f64.powi(62))));
        let upper = Element::Float(2f64.powi(62) + 2f64.powi(55));
        assert_eq!(Literal::Int((middle + 1).into()).element(BF16), Some(upper));
    }

    #[test]
    fn what_fits() {
        // The middle of the greatest F32 and 2^128 rounds to infinity, what is below it does not.
        assert!(!float("340282356779733661637539395458142568448.0").fits(F32));
        assert!(float("340282356779733661637539395458142568447.9").fits(F32));
        assert!(float("65519.99999999999999999999").fits(F16) && !float("65520").fits(F16));
        assert!(float("inf").fits(F16) && float("-nan").fits(BF16));
        assert!(Literal::Int((-8).into()).fits(I4) && !Literal::Int(8.into()).fits(I4));
        assert!(Literal::Int(i64::MIN.into()).fits(I64) && !Literal::Int((i128::from(i64::MAX) + 1).into()).fits(I64));
        assert!(Literal::Int(65519.into()).fits(F16) && !Literal::Int(65520.into()).fits(F16));
        assert!(!float("1.0").fits(I8) && !Literal::Int(1.into()).fits(Bool) && !Literal::Bool(true).fits(F32));
    }
}
