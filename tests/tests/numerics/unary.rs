//! Elementwise operations of one operand on F32.

use crate::close::{F32, assert_same, assert_ulps};
use crate::samples::{CORNERS, spread, vector};
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    fn relu_f32<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { relu(x) }
    fn gelu_f32<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { gelu(x) }
    fn silu_f32<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { silu(x) }
    fn tanh_f32<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { tanh(x) }
    fn sigmoid_f32<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { sigmoid(x) }
    fn exp_f32<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { exp(x) }
    fn log_f32<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { log(x) }
    fn neg_f32<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { neg(x) }
    fn abs_f32<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { abs(x) }
    fn sqrt_f32<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { sqrt(x) }
    fn rsqrt_f32<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { rsqrt(x) }
    fn minus_f32<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { -x }
}

/// The standard normal distribution function Φ, as published, rounded to F64; gelu(x) is x·Φ(x).
const NORMAL: [(f32, f64); 20] = [
    (-6.0, 9.865_876_450_376_98e-10),
    (-5.5, 1.898_956_246_588_771_8e-8),
    (-5.0, 2.866_515_718_791_939e-7),
    (-4.0, 3.167_124_183_311_992e-5),
    (-3.0, 0.001_349_898_031_630_094_6),
    (-2.5, 0.006_209_665_325_776_135),
    (-2.0, 0.022_750_131_948_179_205),
    (-1.5, 0.066_807_201_268_858_07),
    (-1.0, 0.158_655_253_931_457_05),
    (-0.5, 0.308_537_538_725_986_9),
    (-0.25, 0.401_293_674_317_076_3),
    (0.25, 0.598_706_325_682_923_8),
    (0.5, 0.691_462_461_274_013_1),
    (1.0, 0.841_344_746_068_543),
    (1.5, 0.933_192_798_731_142),
    (2.0, 0.977_249_868_051_820_8),
    (2.5, 0.993_790_334_674_224),
    (3.0, 0.998_650_101_968_369_9),
    (4.0, 0.999_968_328_758_166_9),
    (5.0, 0.999_999_713_348_428_1),
];

type Kernel = fn(&Tensor<f32, 1>) -> Result<Tensor<f32, 1>, Error>;

/// The kernel agrees with `want` on the corners and on ordinary values.
#[track_caller]
fn check(name: &str, kernel: Kernel, ulps: f64, want: fn(f64) -> f64) {
    let mut inputs = CORNERS.to_vec();
    for scale in [1e-3, 1.0, 20.0, 120.0] {
        inputs.extend(spread(500, scale));
    }
    let outputs = kernel(&vector(&inputs)).unwrap();
    for (&x, &got) in inputs.iter().zip(outputs.as_slice()) {
        assert_ulps(&format!("{name}({x:e})"), got, want(f64::from(x)), ulps);
    }
}

#[test]
fn elementary_functions() {
    check("exp", |x| exp_f32(x), F32.elementary, f64::exp);
    check("log", |x| log_f32(x), F32.elementary, f64::ln);
    check("tanh", |x| tanh_f32(x), F32.elementary, f64::tanh);
    check("sigmoid", |x| sigmoid_f32(x), F32.elementary, |x| 1.0 / (1.0 + (-x).exp()));
    check("rsqrt", |x| rsqrt_f32(x), F32.elementary, |x| 1.0 / x.sqrt());
}

#[test]
fn silu_has_its_limits() {
    // At -inf the product -inf · 0 has no value, but the function has the limit -0.
    let silu = |x: f64| if x == f64::NEG_INFINITY { -0.0 } else { x / (1.0 + (-x).exp()) };
    check("silu", |x| silu_f32(x), F32.elementary, silu);
}

#[test]
fn exact_functions() {
    check("sqrt", |x| sqrt_f32(x), 0.5, f64::sqrt);
    check("neg", |x| neg_f32(x), 0.0, |x| -x);
    check("-", |x| minus_f32(x), 0.0, |x| -x);
    check("abs", |x| abs_f32(x), 0.0, f64::abs);
    check("relu", |x| relu_f32(x), 0.0, |x| if x > 0.0 || x.is_nan() { x } else { 0.0 });
}

#[test]
fn gelu_is_the_exact_form() {
    let inputs: Vec<f32> = NORMAL.iter().map(|(x, _)| *x).collect();
    let outputs = gelu_f32(&vector(&inputs)).unwrap();
    for (&(x, phi), &got) in NORMAL.iter().zip(outputs.as_slice()) {
        let ulps = if x < -5.0 { F32.gelu_tail } else { F32.elementary };
        assert_ulps(&format!("gelu({x})"), got, f64::from(x) * phi, ulps);
    }
}

#[test]
fn gelu_has_its_limits() {
    let outputs = gelu_f32(&vector(&[f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 0.0, -0.0, 10.6, -40.0])).unwrap();
    let want = [f32::INFINITY, -0.0, f32::NAN, 0.0, -0.0, 10.6, -0.0];
    for (&got, want) in outputs.as_slice().iter().zip(want) {
        assert_same("gelu", got, want);
    }
}

#[test]
fn functions_that_saturate_do_not_overflow_on_the_way() {
    let x = vector(&[89.0_f32, -89.0, 1e4, -1e4, -1000.0]);
    let sigmoid = sigmoid_f32(&x).unwrap();
    assert_eq!(sigmoid.as_slice()[0], 1.0);
    assert_ulps("sigmoid(-89)", sigmoid.as_slice()[1], (-89f64).exp(), F32.elementary);
    assert_eq!(sigmoid.as_slice()[2..4], [1.0, 0.0]);
    assert_same("silu(-1000)", silu_f32(&x).unwrap().as_slice()[4], -0.0);
}
