//! Comparisons, and the logic of their results.

use crate::samples::{CORNERS, INTEGER_CORNERS, pairs, vector};
use std::fmt::Debug;
use tensor_runtime::{Element, Error, Tensor, tensor_fn};

tensor_fn! {
    fn eq_f32<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[Bool, [N]] { eq(x, y) }
    fn ne_f32<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[Bool, [N]] { ne(x, y) }
    fn lt_f32<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[Bool, [N]] { lt(x, y) }
    fn le_f32<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[Bool, [N]] { le(x, y) }
    fn gt_f32<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[Bool, [N]] { gt(x, y) }
    fn ge_f32<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[Bool, [N]] { ge(x, y) }

    fn eq_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[Bool, [N]] { eq(x, y) }
    fn ne_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[Bool, [N]] { ne(x, y) }
    fn lt_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[Bool, [N]] { lt(x, y) }
    fn le_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[Bool, [N]] { le(x, y) }
    fn gt_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[Bool, [N]] { gt(x, y) }
    fn ge_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[Bool, [N]] { ge(x, y) }

    fn eq_bool<N>(x: Tensor[Bool, [N]], y: Tensor[Bool, [N]]) -> Tensor[Bool, [N]] { eq(x, y) }
    fn ne_bool<N>(x: Tensor[Bool, [N]], y: Tensor[Bool, [N]]) -> Tensor[Bool, [N]] { ne(x, y) }
    fn and_bool<N>(x: Tensor[Bool, [N]], y: Tensor[Bool, [N]]) -> Tensor[Bool, [N]] { bitwise_and(x, y) }
    fn or_bool<N>(x: Tensor[Bool, [N]], y: Tensor[Bool, [N]]) -> Tensor[Bool, [N]] { bitwise_or(x, y) }
    fn xor_bool<N>(x: Tensor[Bool, [N]], y: Tensor[Bool, [N]]) -> Tensor[Bool, [N]] { bitwise_xor(x, y) }

    /// The negation of a Bool, as the language has it.
    fn not_bool<N>(x: Tensor[Bool, [N]]) -> Tensor[Bool, [N]] { bitwise_xor(x, true) }
}

type Kernel<T> = fn(&Tensor<T, 1>, &Tensor<T, 1>) -> Result<Tensor<bool, 1>, Error>;

#[track_caller]
fn check<T: Element + Copy + Debug>(name: &str, values: &[T], kernel: Kernel<T>, want: fn(&T, &T) -> bool) {
    let (left, right) = pairs(values);
    let outputs = kernel(&vector(&left), &vector(&right)).unwrap();
    for ((x, y), &got) in left.iter().zip(&right).zip(outputs.as_slice()) {
        assert_eq!(got, want(x, y), "{name}({x:?}, {y:?})");
    }
}

#[test]
fn floats_compare_as_ieee() {
    check("eq", &CORNERS, |x, y| eq_f32(x, y), f32::eq);
    check("ne", &CORNERS, |x, y| ne_f32(x, y), f32::ne);
    check("lt", &CORNERS, |x, y| lt_f32(x, y), |x, y| x < y);
    check("le", &CORNERS, |x, y| le_f32(x, y), |x, y| x <= y);
    check("gt", &CORNERS, |x, y| gt_f32(x, y), |x, y| x > y);
    check("ge", &CORNERS, |x, y| ge_f32(x, y), |x, y| x >= y);
}

#[test]
fn only_ne_is_true_of_nan() {
    let nan = vector(&[f32::NAN]);
    for kernel in
        [|x, y| eq_f32(x, y), |x, y| lt_f32(x, y), |x, y| le_f32(x, y), |x, y| gt_f32(x, y), |x, y| ge_f32(x, y)]
            as [Kernel<f32>; 5]
    {
        assert_eq!(kernel(&nan, &nan).unwrap().as_slice(), [false]);
    }
    assert_eq!(ne_f32(&nan, &nan).unwrap().as_slice(), [true]);
}

#[test]
fn integers_compare_with_their_sign() {
    check("eq", &INTEGER_CORNERS, |x, y| eq_i64(x, y), i64::eq);
    check("ne", &INTEGER_CORNERS, |x, y| ne_i64(x, y), i64::ne);
    check("lt", &INTEGER_CORNERS, |x, y| lt_i64(x, y), |x, y| x < y);
    check("le", &INTEGER_CORNERS, |x, y| le_i64(x, y), |x, y| x <= y);
    check("gt", &INTEGER_CORNERS, |x, y| gt_i64(x, y), |x, y| x > y);
    check("ge", &INTEGER_CORNERS, |x, y| ge_i64(x, y), |x, y| x >= y);
}

#[test]
fn bools_have_their_logic() {
    let both = [false, true];
    check("eq", &both, |x, y| eq_bool(x, y), bool::eq);
    check("ne", &both, |x, y| ne_bool(x, y), bool::ne);
    check("bitwise_and", &both, |x, y| and_bool(x, y), |x, y| *x && *y);
    check("bitwise_or", &both, |x, y| or_bool(x, y), |x, y| *x || *y);
    check("bitwise_xor", &both, |x, y| xor_bool(x, y), |x, y| x != y);
    assert_eq!(not_bool(&vector(&both)).unwrap().as_slice(), [true, false]);
}
