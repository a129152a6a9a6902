//! Elements where mistakes show, and random ones.

use tensor_core::eval::Value;
use tensor_core::types::{DType, Element, Kind, round, wrap};

/// Zeros, ones, infinities, NaN, subnormals and the ends of the range; then where functions overflow or lose their
/// digits, and where casts round to even or leave the range of an integer dtype.
const FLOATS: [f64; 56] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    f32::MAX as f64,
    f32::MIN as f64,
    f32::MIN_POSITIVE as f64,
    -(f32::MIN_POSITIVE as f64),
    1e-45,
    -1e-45,
    f64::EPSILON,
    f32::EPSILON as f64,
    0.5,
    -0.5,
    2.0,
    -2.0,
    3.0,
    -3.0,
    2.3,
    -0.1,
    10.6,
    -7.5,
    17.0,
    -40.0,
    88.7,
    -87.4,
    -103.9,
    709.7,
    -745.1,
    1e4,
    -1e4,
    1e-5,
    127.9,
    128.0,
    -128.9,
    -129.0,
    32_768.0,
    -32_769.0,
    2_147_483_648.0,
    -2_147_483_649.0,
    9_223_372_036_854_775_807.0,
    -9.3e18,
    // Halfway between neighbours in F32, the lower and the upper of which is even; the same with a little more.
    1.0 + 0.5 * f32::EPSILON as f64,
    1.0 + 1.5 * f32::EPSILON as f64,
    1.0 + (0.5 + 1e-6) * f32::EPSILON as f64,
    // Halfway to the least subnormal of F32, and the least number that becomes infinite.
    7.006492321624085e-46,
    340_282_356_779_733_661_637_539_395_458_142_568_448.0,
    340_282_356_779_733_642_748_073_463_979_561_713_664.0,
];

/// Elements of `dtype` where mistakes show.
pub(super) fn corners(dtype: DType) -> Vec<Element> {
    match dtype.kind() {
        Kind::Float => FLOATS.iter().map(|value| Element::Float(round(*value, dtype))).collect(),
        Kind::SignedInt => {
            let max = i64::MAX >> (64 - dtype.bits());
            let mut values = vec![0, 1, -1, 2, -2, 3, -3, 7, -7, 11, 63, max, max - 1, -max, -max - 1, max / 2 + 1];
            // What a narrower dtype cannot hold, and what F32 and F64 round to even.
            for bits in [7, 8, 15, 16, 24, 31, 32, 53, 62] {
                values.extend([1 << bits, (1 << bits) + 1, -(1 << bits) - 1]);
            }
            values.extend([(1 << 62) + (1 << 38), (1 << 62) + (1 << 38) + 1, 0x0123_4567_89ab_cdef]);
            let mut values: Vec<i64> = values.into_iter().map(|value| wrap(value, dtype)).collect();
            values.sort_unstable();
            values.dedup();
            values.into_iter().map(Element::Int).collect()
        }
        Kind::Bool => vec![Element::Bool(false), Element::Bool(true)],
    }
}

/// Numbers in no order, the same in each run.
pub(super) struct Random(u64);

impl Random {
    pub fn new() -> Random {
        Random(0x9e37_79b9_7f4a_7c15)
    }

    pub fn bits(&mut self) -> u64 {
        // xorshift64
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() >> 32) as usize % count
    }

    /// Any value of `dtype`, infinities and NaN among them.
    pub fn any(&mut self, dtype: DType) -> Element {
        let bits = self.bits();
        match (dtype, dtype.kind()) {
            (DType::F64, _) => Element::Float(f64::from_bits(bits)),
            (_, Kind::Float) => Element::Float(round(f32::from_bits(bits as u32).into(), dtype)),
            (_, Kind::SignedInt) => Element::Int(wrap(bits as i64, dtype)),
            (_, Kind::Bool) => Element::Bool(bits & 1 == 1),
        }
    }

    /// A value of moderate size: floats between -2 and 2, integers of any size.
    pub fn moderate(&mut self, dtype: DType) -> Element {
        match dtype.kind() {
            Kind::Float => Element::Float(round((self.bits() >> 11) as f64 / 2f64.powi(51) - 2.0, dtype)),
            Kind::SignedInt | Kind::Bool => self.any(dtype),
        }
    }

    /// A tensor of moderate values.
    pub fn tensor(&mut self, dtype: DType, shape: &[usize]) -> Value {
        let elements: Vec<Element> = (0..shape.iter().product()).map(|_| self.moderate(dtype)).collect();
        Value::new(dtype, shape, elements).expect("the elements are of the dtype")
    }
}
