//! Exact integers: what shapes and conditions are computed with before a tensor function does any work.
//!
//! A number that leaves the range of `i128` is unknown from there on; it never wraps. What is decided from numbers
//! that are known is decided; the rest is an error of the call.

use std::ops::{Add, BitAnd, BitOr, Mul, Neg, Not, Sub};

/// An exact integer, or unknown because it became too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    value: Option<i128>,
}

/// Shorthand for [`Int::new`].
#[inline]
pub const fn int(value: i128) -> Int {
    Int::new(value)
}

/// The length of an axis, or the value of a `dim` argument.
#[inline]
pub const fn dim(value: usize) -> Int {
    // A `usize` has at most 64 bits.
    Int::new(value as i128)
}

impl Int {
    /// A number that is too large.
    pub const UNKNOWN: Int = Int { value: None };

    /// The number `value`.
    #[inline]
    pub const fn new(value: i128) -> Int {
        Int { value: Some(value) }
    }

    /// The number, if it is known.
    #[inline]
    pub const fn value(self) -> Option<i128> {
        self.value
    }

    /// `self / divisor` rounded towards negative infinity. Unknown unless the divisor is positive, which the macro
    /// guarantees.
    #[inline]
    pub fn floor_div(self, divisor: Int) -> Int {
        // With a positive divisor, Euclid's division is floor division.
        self.with(divisor, |value, divisor| (divisor > 0).then(|| value.div_euclid(divisor)))
    }

    /// `self - divisor * (self / divisor)`, in `0..divisor`. Unknown unless the divisor is positive, which the macro
    /// guarantees.
    #[inline]
    pub fn floor_mod(self, divisor: Int) -> Int {
        self.with(divisor, |value, divisor| (divisor > 0).then(|| value.rem_euclid(divisor)))
    }

    /// `self == other`
    #[inline]
    pub fn equal(self, other: Int) -> Truth {
        self.compare(other, |lhs, rhs| lhs == rhs)
    }

    /// `self != other`
    #[inline]
    pub fn not_equal(self, other: Int) -> Truth {
        self.compare(other, |lhs, rhs| lhs != rhs)
    }

    /// `self < other`
    #[inline]
    pub fn less(self, other: Int) -> Truth {
        self.compare(other, |lhs, rhs| lhs < rhs)
    }

    /// `self <= other`
    #[inline]
    pub fn at_most(self, other: Int) -> Truth {
        self.compare(other, |lhs, rhs| lhs <= rhs)
    }

    /// `self > other`
    #[inline]
    pub fn greater(self, other: Int) -> Truth {
        self.compare(other, |lhs, rhs| lhs > rhs)
    }

    /// `self >= other`
    #[inline]
    pub fn at_least(self, other: Int) -> Truth {
        self.compare(other, |lhs, rhs| lhs >= rhs)
    }

    #[inline]
    fn with(self, other: Int, operation: impl Fn(i128, i128) -> Option<i128>) -> Int {
        match (self.value, other.value) {
            (Some(lhs), Some(rhs)) => Int { value: operation(lhs, rhs) },
            _ => Int::UNKNOWN,
        }
    }

    #[inline]
    fn compare(self, other: Int, relation: impl Fn(i128, i128) -> bool) -> Truth {
        match (self.value, other.value) {
            (Some(lhs), Some(rhs)) => Truth { value: Some(relation(lhs, rhs)) },
            _ => Truth { value: None },
        }
    }
}

impl Add for Int {
    type Output = Int;
    #[inline]
    fn add(self, other: Int) -> Int {
        self.with(other, i128::checked_add)
    }
}

impl Sub for Int {
    type Output = Int;
    #[inline]
    fn sub(self, other: Int) -> Int {
        self.with(other, i128::checked_sub)
    }
}

/// Zero times an unknown number is unknown: an empty axis does not hide an absurd one.
impl Mul for Int {
    type Output = Int;
    #[inline]
    fn mul(self, other: Int) -> Int {
        self.with(other, i128::checked_mul)
    }
}

impl Neg for Int {
    type Output = Int;
    #[inline]
    fn neg(self) -> Int {
        int(0) - self
    }
}

/// Whether a condition holds, or that this is unknown because a number became too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    value: Option<bool>,
}

impl Truth {
    /// Whether the condition holds, if that is known.
    #[inline]
    pub const fn value(self) -> Option<bool> {
        self.value
    }
}

/// `a && b`: false as soon as one side is.
impl BitAnd for Truth {
    type Output = Truth;
    #[inline]
    fn bitand(self, other: Truth) -> Truth {
        !(!self | !other)
    }
}

/// `a || b`: true as soon as one side is.
impl BitOr for Truth {
    type Output = Truth;
    #[inline]
    fn bitor(self, other: Truth) -> Truth {
        let value = match (self.value, other.value) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        };
        Truth { value }
    }
}

impl Not for Truth {
    type Output = Truth;
    #[inline]
    fn not(self) -> Truth {
        Truth { value: self.value.map(|value| !value) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down() {
        let both = |value| (int(value).floor_div(int(4)).value(), int(value).floor_mod(int(4)).value());
        assert_eq!(both(7), (Some(1), Some(3)));
        assert_eq!(both(-1), (Some(-1), Some(3)));
        assert_eq!(both(-4), (Some(-1), Some(0)));
        assert_eq!(both(-5), (Some(-2), Some(3)));
        assert_eq!((int(1).floor_div(int(0)), int(1).floor_mod(int(-2))), (Int::UNKNOWN, Int::UNKNOWN));
    }

    #[test]
    fn what_overflows_stays_unknown() {
        let huge = int(i128::MAX) + int(1);
        assert_eq!(huge, Int::UNKNOWN);
        assert_eq!(huge - huge, Int::UNKNOWN);
        assert_eq!(int(0) * (int(1 << 90) * int(1 << 90)), Int::UNKNOWN);
        assert_eq!(-int(i128::MIN), Int::UNKNOWN);
        assert_eq!(huge.at_least(int(0)).value(), None);
        assert_eq!(int(i128::MAX) * int(1), int(i128::MAX));
    }

    #[test]
    fn the_unknown_decides_nothing_and_hides_nothing() {
        let (yes, no, unknown) = (int(1).equal(int(1)), int(1).less(int(1)), Int::UNKNOWN.equal(int(1)));
        assert_eq!(((yes | unknown).value(), (unknown | yes).value()), (Some(true), Some(true)));
        assert_eq!(((no & unknown).value(), (unknown & no).value()), (Some(false), Some(false)));
        for undecided in [no | unknown, yes & unknown, unknown | unknown, !unknown] {
            assert_eq!(undecided.value(), None);
        }
        assert_eq!(((yes & yes).value(), (no | no).value(), (!no).value()), (Some(true), Some(false), Some(true)));
    }

    #[test]
    fn comparisons() {
        let all = |a, b| {
            let (a, b) = (int(a), int(b));
            [a.equal(b), a.not_equal(b), a.less(b), a.at_most(b), a.greater(b), a.at_least(b)]
                .map(|truth| truth.value().unwrap())
        };
        assert_eq!(all(1, 2), [false, true, true, true, false, false]);
        assert_eq!(all(2, 2), [true, false, false, true, false, true]);
        assert_eq!(all(3, 2), [false, true, false, false, true, true]);
        assert_eq!(dim(usize::MAX), int(usize::MAX as i128));
    }
}
