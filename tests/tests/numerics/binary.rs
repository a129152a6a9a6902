//! Elementwise operations of two operands on F32.

use crate::close::{F32, assert_same, assert_ulps};
use crate::samples::{CORNERS, pairs, spread, vector};
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    fn add_f32<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] { add(x, y) }
    fn sub_f32<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] { sub(x, y) }
    fn mul_f32<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] { mul(x, y) }
    fn div_f32<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] { div(x, y) }
    fn pow_f32<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] { pow(x, y) }
    fn min_f32<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] { min(x, y) }
    fn max_f32<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] { max(x, y) }

    /// All four operators, grouped as Rust groups them.
    fn operators<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x - y * x / y + -x }

    /// A product and a sum that a fused multiply-add would round once.
    fn product_then_sum<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]], z: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x * y + z
    }

    /// What a compiler that reorders sums would turn into `x`.
    fn there_and_back<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] { (x + y) - y }

    /// What a compiler that knows no NaN would turn into 0.
    fn times_zero<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 0.0 }

    fn clamp<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { min(max(x, 0), 1) }
}

type Kernel = fn(&Tensor<f32, 1>, &Tensor<f32, 1>) -> Result<Tensor<f32, 1>, Error>;

/// The kernel gives the bits of `want` on every pair of corners and on ordinary values.
#[track_caller]
fn check(name: &str, kernel: Kernel, want: fn(f32, f32) -> f32) {
    let (mut left, mut right) = pairs(&CORNERS);
    let ordinary = spread(1000, 50.0);
    left.extend(&ordinary[..500]);
    right.extend(&ordinary[500..]);
    let outputs = kernel(&vector(&left), &vector(&right)).unwrap();
    for ((&x, &y), &got) in left.iter().zip(&right).zip(outputs.as_slice()) {
        assert_same(&format!("{name}({x:e}, {y:e})"), got, want(x, y));
    }
}

fn run<const N: usize>(kernel: Kernel, x: [f32; N], y: [f32; N]) -> Vec<f32> {
    kernel(&vector(&x), &vector(&y)).unwrap().into_vec()
}

#[test]
fn arithmetic_rounds_once() {
    check("add", |x, y| add_f32(x, y), |x, y| x + y);
    check("sub", |x, y| sub_f32(x, y), |x, y| x - y);
    check("mul", |x, y| mul_f32(x, y), |x, y| x * y);
    check("div", |x, y| div_f32(x, y), |x, y| x / y);
}

#[test]
fn operators_bind_as_in_rust() {
    check("operators", |x, y| operators(x, y), |x, y| x - y * x / y + -x);
    assert_eq!(run(|x, y| operators(x, y), [3.0], [2.0]), [-3.0]);
}

#[test]
fn min_and_max_propagate_nan_and_order_zeros() {
    // Rust's own `f32::min` ignores NaN, so the rule is written out.
    fn smaller(x: f32, y: f32) -> f32 {
        match () {
            () if x.is_nan() || y.is_nan() => f32::NAN,
            () if x == y && x.is_sign_negative() => x,
            () if x < y => x,
            () => y,
        }
    }
    check("min", |x, y| min_f32(x, y), smaller);
    check("max", |x, y| max_f32(x, y), |x, y| -smaller(-x, -y));
    let zeros = run(|x, y| max_f32(x, y), [-0.0, 0.0], [0.0, -0.0]);
    assert!(zeros.iter().all(|zero| zero.is_sign_positive()), "max of the zeros is {zeros:?}");
    let zeros = run(|x, y| min_f32(x, y), [-0.0, 0.0], [0.0, -0.0]);
    assert!(zeros.iter().all(|zero| zero.is_sign_negative()), "min of the zeros is {zeros:?}");
}

#[test]
fn a_clamp_keeps_nan() {
    let clamped = clamp(&vector(&[f32::NAN, -1.0, 0.25, 7.0, f32::INFINITY])).unwrap().into_vec();
    assert!(clamped[0].is_nan());
    assert_eq!(clamped[1..], [0.0, 0.25, 1.0, 1.0]);
}

#[test]
fn pow_is_that_of_c() {
    let nan = f32::NAN;
    let inf = f32::INFINITY;
    let x = [-2.0, -2.0, 0.0, nan, 1.0, 2.0, -1.0, 0.0, -0.0, 0.5, inf, 4.0];
    let y = [3.0, 2.3, 0.0, 0.0, nan, -1.0, inf, -1.0, -3.0, inf, -1.0, 0.5];
    let want = [-8.0, nan, 1.0, 1.0, 1.0, 0.5, 1.0, inf, -inf, 0.0, 0.0, 2.0];
    for (index, (got, want)) in run(|x, y| pow_f32(x, y), x, y).into_iter().zip(want).enumerate() {
        assert_same(&format!("pow({}, {})", x[index], y[index]), got, want);
    }
}

#[test]
fn pow_is_accurate() {
    let bases: Vec<f32> = spread(800, 30.0).into_iter().map(f32::abs).collect();
    let exponents = spread(800, 20.0);
    let outputs = pow_f32(&vector(&bases), &vector(&exponents)).unwrap();
    for ((&x, &y), &got) in bases.iter().zip(&exponents).zip(outputs.as_slice()) {
        assert_ulps(&format!("pow({x}, {y})"), got, f64::from(x).powf(f64::from(y)), F32.elementary);
    }
}

#[test]
fn written_operations_are_neither_fused_nor_reordered() {
    let x = vector(&[1.0 + 2f32.powi(-12)]);
    let z = vector(&[-(1.0 + 2f32.powi(-11))]);
    // x² = 1 + 2⁻¹¹ + 2⁻²⁴ rounds to 1 + 2⁻¹¹; unrounded, 2⁻²⁴ would remain.
    assert_eq!(product_then_sum(&x, &x, &z).unwrap().as_slice(), [0.0]);
    assert_eq!(there_and_back(&vector(&[1.0_f32]), &vector(&[1e8_f32])).unwrap().as_slice(), [0.0]);
    let products = times_zero(&vector(&[f32::NAN, f32::INFINITY, -5.0])).unwrap().into_vec();
    assert!(products[0].is_nan() && products[1].is_nan());
    assert_same("-5 * 0", products[2], -0.0);
}
