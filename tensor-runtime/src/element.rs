//! Element types: which Rust type holds which dtype, and how a tensor stores it.

use crate::I4;
use half::{bf16, f16};
use std::fmt::{Debug, Display};

/// A type that a tensor can hold: `f64 f32 f16 bf16 i64 i32 i16 i8 I4 bool`. No other type can implement it.
///
/// Every element type but [`I4`] is stored as itself: `Element<Storage = Self>` is the bound of what hands out
/// references to elements, such as [`Tensor::as_slice`](crate::Tensor::as_slice) and indexing.
pub trait Element: sealed::Sealed + Copy + PartialEq + Debug + Display + Send + Sync + 'static {
    /// What the memory of a tensor consists of.
    type Storage: Copy + Default + PartialEq + Debug + Send + Sync + 'static;

    /// The dtype as a tensor function writes it, such as `F32`.
    const DTYPE: &'static str;

    /// Zero; `false` for `bool`.
    const ZERO: Self;

    /// How many storage units `len` elements take.
    #[doc(hidden)]
    fn units(len: usize) -> usize;

    /// The element at `index`.
    #[doc(hidden)]
    fn load(storage: &[Self::Storage], index: usize) -> Self;

    /// Sets the element at `index`.
    #[doc(hidden)]
    fn store(storage: &mut [Self::Storage], index: usize, value: Self);

    /// The storage of these elements, row-major.
    #[doc(hidden)]
    fn pack(elements: Vec<Self>) -> Vec<Self::Storage>;
}

pub(crate) mod sealed {
    /// Implementors and their storage are plain numbers for which all bits zero is a value: fresh memory relies on it.
    pub trait Sealed {}
}

macro_rules! stored_as_itself {
    ($($type:ty, $dtype:literal, $zero:expr;)*) => {$(
        impl sealed::Sealed for $type {}

        impl Element for $type {
            type Storage = $type;
            const DTYPE: &'static str = $dtype;
            const ZERO: $type = $zero;

            fn units(len: usize) -> usize {
                len
            }

            fn load(storage: &[$type], index: usize) -> $type {
                storage[index]
            }

            fn store(storage: &mut [$type], index: usize, value: $type) {
                storage[index] = value;
            }

            fn pack(elements: Vec<$type>) -> Vec<$type> {
                elements
            }
        }
    )*};
}

stored_as_itself! {
    f64, "F64", 0.0;
    f32, "F32", 0.0;
    f16, "F16", f16::ZERO;
    bf16, "BF16", bf16::ZERO;
    i64, "I64", 0;
    i32, "I32", 0;
    i16, "I16", 0;
    i8, "I8", 0;
    bool, "Bool", false;
}

impl sealed::Sealed for I4 {}

/// Two to a byte, the low nibble first; the spare nibble of an odd count is 0 on write and ignored on read.
impl Element for I4 {
    type Storage = u8;
    const DTYPE: &'static str = "I4";
    const ZERO: I4 = I4::ZERO;

    fn units(len: usize) -> usize {
        len.div_ceil(2)
    }

    fn load(storage: &[u8], index: usize) -> I4 {
        I4::from_low_nibble(storage[index / 2] >> (index % 2 * 4))
    }

    fn store(storage: &mut [u8], index: usize, value: I4) {
        let shift = index % 2 * 4;
        let byte = &mut storage[index / 2];
        *byte = *byte & !(0xF << shift) | value.nibble() << shift;
    }

    fn pack(elements: Vec<I4>) -> Vec<u8> {
        let byte = |pair: &[I4]| pair[0].nibble() | pair.get(1).map_or(0, |high| high.nibble() << 4);
        elements.chunks(2).map(byte).collect()
    }
}
