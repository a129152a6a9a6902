//! The 4-bit integer.

use std::fmt;

/// A 4-bit two's complement integer, −8 to 7. Tensors hold two to a byte.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct I4 {
    /// In −8..=7.
    value: i8,
}

impl I4 {
    /// −8
    pub const MIN: I4 = I4 { value: -8 };
    /// 7
    pub const MAX: I4 = I4 { value: 7 };
    /// 0
    pub const ZERO: I4 = I4 { value: 0 };

    /// `value`, if it is in −8..=7.
    pub const fn new(value: i8) -> Option<I4> {
        if value >= -8 && value <= 7 { Some(I4 { value }) } else { None }
    }

    /// The low four bits of `value`, as a cast from a wider integer gives them.
    pub const fn wrapping_from(value: i64) -> I4 {
        I4::from_low_nibble((value & 0xF) as u8)
    }

    /// The number.
    pub const fn get(self) -> i8 {
        self.value
    }

    pub(crate) const fn nibble(self) -> u8 {
        self.value as u8 & 0xF
    }

    pub(crate) const fn from_low_nibble(bits: u8) -> I4 {
        // Shifting the nibble to the top and back down extends its sign.
        I4 { value: (bits << 4) as i8 >> 4 }
    }
}

impl From<I4> for i8 {
    fn from(number: I4) -> i8 {
        number.value
    }
}

impl fmt::Display for I4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value, f)
    }
}

impl fmt::Debug for I4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.value, f)
    }
}

#[cfg(test)]
mod tests {
    use super::I4;

    #[test]
    fn every_value_survives_its_nibble() {
        for value in -8..=7 {
            let number = I4::new(value).unwrap();
            assert_eq!(I4::from_low_nibble(number.nibble()), number);
            assert_eq!(number.get(), value);
        }
        assert_eq!((I4::new(-9), I4::new(8)), (None, None));
    }

    #[test]
    fn wider_integers_wrap() {
        let wrapped = [8, -9, 15, 16, i64::MIN, i64::MAX].map(|value| I4::wrapping_from(value).get());
        assert_eq!(wrapped, [-8, 7, -1, 0, 0, -1]);
    }
}
