//! Inputs and small ways to run kernels on them.

use tensor_runtime::{Element, Tensor};

/// Values where mistakes show: zeros, ones, infinities, NaN, subnormals, the ends of the range.
pub const CORNERS: [f32; 18] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    -f32::MIN_POSITIVE,
    1e-45,
    -1e-45,
    16_777_216.0,
    -3.0,
    2.3,
];

pub const INTEGER_CORNERS: [i64; 12] =
    [0, 1, -1, 2, -2, 7, -7, 1_000_000_007, i64::MAX, i64::MIN, i64::MAX - 1, i64::MIN + 1];

/// `count` values between -`scale` and `scale`, the same each time, in no order.
pub fn spread(count: usize, scale: f32) -> Vec<f32> {
    let mut state = 0x2545_F491_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (f64::from(state) / f64::from(u32::MAX) * 2.0 - 1.0) as f32 * scale
    };
    (0..count).map(|_| next()).collect()
}

/// `count` multiples of 1/8 between -6 and 6, so that sums and differences of a few are exact.
pub fn eighths(count: usize) -> Vec<f32> {
    (0..count).map(|index| ((index * 37 + 11) % 97) as f32 / 8.0 - 6.0).collect()
}

/// A tensor of rank 1.
pub fn vector<T: Element + Copy>(values: &[T]) -> Tensor<T, 1> {
    tensor([values.len()], values.to_vec())
}

/// A tensor of the given elements.
#[track_caller]
pub fn tensor<T: Element, const R: usize>(shape: [usize; R], values: Vec<T>) -> Tensor<T, R> {
    Tensor::from_shape_vec(shape, values).expect("the shape has as many elements as are given")
}

/// Every pair of `values`: all the left ones, and all the right ones.
pub fn pairs<T: Copy>(values: &[T]) -> (Vec<T>, Vec<T>) {
    values.iter().flat_map(|&left| values.iter().map(move |&right| (left, right))).unzip()
}
