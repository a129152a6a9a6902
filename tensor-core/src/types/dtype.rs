//! Element types and the classes of element types that operations admit.

use std::fmt;

/// The element type of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DType {
    /// IEEE 754 binary64.
    F64,
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary16.
    F16,
    /// bfloat16: the upper half of a binary32.
    BF16,
    /// 64-bit two's complement.
    I64,
    /// 32-bit two's complement.
    I32,
    /// 16-bit two's complement.
    I16,
    /// 8-bit two's complement.
    I8,
    /// 4-bit two's complement, stored two to a byte.
    I4,
    /// One byte, 0 or 1.
    Bool,
}

/// What kind of number a dtype holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// F64, F32, F16, BF16.
    Float,
    /// I64, I32, I16, I8, I4.
    SignedInt,
    /// Bool.
    Bool,
}

impl DType {
    /// Every dtype, in the order of the language page.
    pub const ALL: [DType; 10] = [
        DType::F64,
        DType::F32,
        DType::F16,
        DType::BF16,
        DType::I64,
        DType::I32,
        DType::I16,
        DType::I8,
        DType::I4,
        DType::Bool,
    ];

    /// The name a program writes.
    pub fn name(self) -> &'static str {
        match self {
            DType::F64 => "F64",
            DType::F32 => "F32",
            DType::F16 => "F16",
            DType::BF16 => "BF16",
            DType::I64 => "I64",
            DType::I32 => "I32",
            DType::I16 => "I16",
            DType::I8 => "I8",
            DType::I4 => "I4",
            DType::Bool => "Bool",
        }
    }

    /// The dtype that a program calls `name`.
    pub fn from_name(name: &str) -> Option<DType> {
        DType::ALL.into_iter().find(|dtype| dtype.name() == name)
    }

    /// Whether it is a float, a signed integer or Bool.
    pub fn kind(self) -> Kind {
        match self {
            DType::F64 | DType::F32 | DType::F16 | DType::BF16 => Kind::Float,
            DType::I64 | DType::I32 | DType::I16 | DType::I8 | DType::I4 => Kind::SignedInt,
            DType::Bool => Kind::Bool,
        }
    }

    /// Width of one element in bits, as stored.
    pub fn bits(self) -> u32 {
        match self {
            DType::F64 | DType::I64 => 64,
            DType::F32 | DType::I32 => 32,
            DType::F16 | DType::BF16 | DType::I16 => 16,
            DType::I8 | DType::Bool => 8,
            DType::I4 => 4,
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The set of dtypes that an operation admits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admits {
    /// Every dtype.
    Any,
    /// Floats and signed integers.
    Numeric,
    /// Floats.
    Float,
    /// Signed integers.
    SignedInt,
    /// Signed integers and Bool.
    Bitwise,
    /// Bool.
    Bool,
}

impl Admits {
    /// Whether `dtype` is in the set.
    pub fn contains(self, dtype: DType) -> bool {
        match self {
            Admits::Any => true,
            Admits::Numeric => dtype.kind() != Kind::Bool,
            Admits::Float => dtype.kind() == Kind::Float,
            Admits::SignedInt => dtype.kind() == Kind::SignedInt,
            Admits::Bitwise => dtype.kind() != Kind::Float,
            Admits::Bool => dtype.kind() == Kind::Bool,
        }
    }

    /// The set in words, for messages.
    pub fn describe(self) -> &'static str {
        match self {
            Admits::Any => "every dtype",
            Admits::Numeric => "floats and signed integers",
            Admits::Float => "floats (F64 F32 F16 BF16)",
            Admits::SignedInt => "signed integers (I64 I32 I16 I8 I4)",
            Admits::Bitwise => "signed integers and Bool",
            Admits::Bool => "Bool",
        }
    }
}
