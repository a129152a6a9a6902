//! Conversions between dtypes.

use crate::close::assert_same;
use crate::samples::{CORNERS, INTEGER_CORNERS, spread, vector};
use tensor_runtime::tensor_fn;

tensor_fn! {
    fn f32_to_f32<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { cast[F32](x) }
    fn f32_to_i64<N>(x: Tensor[F32, [N]]) -> Tensor[I64, [N]] { cast[I64](x) }
    fn f32_to_bool<N>(x: Tensor[F32, [N]]) -> Tensor[Bool, [N]] { cast[Bool](x) }
    fn i64_to_f32<N>(x: Tensor[I64, [N]]) -> Tensor[F32, [N]] { cast[F32](x) }
    fn i64_to_i64<N>(x: Tensor[I64, [N]]) -> Tensor[I64, [N]] { cast[I64](x) }
    fn i64_to_bool<N>(x: Tensor[I64, [N]]) -> Tensor[Bool, [N]] { cast[Bool](x) }
    fn bool_to_f32<N>(x: Tensor[Bool, [N]]) -> Tensor[F32, [N]] { cast[F32](x) }
    fn bool_to_i64<N>(x: Tensor[Bool, [N]]) -> Tensor[I64, [N]] { cast[I64](x) }
    fn bool_to_bool<N>(x: Tensor[Bool, [N]]) -> Tensor[Bool, [N]] { cast[Bool](x) }

    /// Through Bool and back: 0 or 1, whatever the number was.
    fn truth<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { cast[F32](cast[Bool](x)) }
}

#[test]
fn floats_to_integers_truncate_and_saturate() {
    let two_to_63 = 9_223_372_036_854_775_808_f32;
    let below = two_to_63.next_down();
    let x =
        [1.9, -1.9, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30, two_to_63, -two_to_63, below, 0.5];
    let want = [1, -1, 0, 0, i64::MAX, i64::MIN, i64::MAX, i64::MIN, i64::MAX, i64::MIN, 9_223_371_487_098_961_920, 0];
    assert_eq!(f32_to_i64(&vector(&x)).unwrap().as_slice(), want);

    let mut more = CORNERS.to_vec();
    more.extend(spread(1000, 1e19));
    more.extend(spread(1000, 1e3));
    let want: Vec<i64> = more.iter().map(|&x| x as i64).collect();
    assert_eq!(f32_to_i64(&vector(&more)).unwrap().as_slice(), want);
}

#[test]
fn integers_to_floats_round_once_to_even() {
    let x = [
        16_777_217,
        16_777_219,
        -16_777_217,
        i64::MAX,
        i64::MIN,
        0,
        1 << 40,
        (1 << 40) + (1 << 16),
        (1 << 54) + (1 << 30) + 1,
    ];
    // 2⁵⁴ + 2³⁰ + 1 is just above the middle of two F32; by way of F64 it would fall on the middle, and down to even.
    let want = [
        16_777_216.0,
        16_777_220.0,
        -16_777_216.0,
        9.223_372e18,
        -9.223_372e18,
        0.0,
        1.099_511_6e12,
        1.099_511_6e12,
        8_388_609.0 * 2f32.powi(31),
    ];
    assert_eq!(i64_to_f32(&vector(&x)).unwrap().as_slice(), want);
    let want: Vec<f32> = INTEGER_CORNERS.iter().map(|&x| x as f32).collect();
    assert_eq!(i64_to_f32(&vector(&INTEGER_CORNERS)).unwrap().as_slice(), want);
}

#[test]
fn numbers_are_true_unless_they_are_zero() {
    let x = [0.5, 2.0, 0.0, -0.0, f32::NAN, f32::INFINITY, 1e-45, -0.25];
    let want = [true, true, false, false, true, true, true, true];
    assert_eq!(f32_to_bool(&vector(&x)).unwrap().as_slice(), want);
    let want: Vec<f32> = want.iter().map(|&truth| if truth { 1.0 } else { 0.0 }).collect();
    assert_eq!(truth(&vector(&x)).unwrap().as_slice(), want);
    let x = [0_i64, 1, 2, 4, 256, 1 << 32, -1, i64::MIN];
    let want = [false, true, true, true, true, true, true, true];
    assert_eq!(i64_to_bool(&vector(&x)).unwrap().as_slice(), want);
}

#[test]
fn bools_are_zero_and_one() {
    let both = vector(&[false, true]);
    assert_eq!(bool_to_f32(&both).unwrap().as_slice(), [0.0, 1.0]);
    assert_eq!(bool_to_i64(&both).unwrap().as_slice(), [0, 1]);
    assert_eq!(bool_to_bool(&both).unwrap().as_slice(), [false, true]);
}

#[test]
fn a_cast_to_the_same_dtype_changes_nothing() {
    for (got, want) in f32_to_f32(&vector(&CORNERS)).unwrap().as_slice().iter().zip(CORNERS) {
        assert_same("cast[F32]", *got, want);
    }
    assert_eq!(i64_to_i64(&vector(&INTEGER_CORNERS)).unwrap().as_slice(), INTEGER_CORNERS);
}
