//! How close is close enough. The bounds are those that the language promises; nothing here is wider.

/// What the language promises for a dtype.
pub struct Tolerance {
    /// exp, log, tanh, sigmoid, gelu, silu, sqrt, rsqrt and pow: error in units in the last place.
    pub elementary: f64,
    /// gelu below -5.
    pub gelu_tail: f64,
    /// ε of sums, means and matmuls, whose error is at most n·ε·Σ|xᵢ|.
    pub epsilon: f64,
}

pub const F32: Tolerance = Tolerance { elementary: 2.0, gelu_tail: 4.0, epsilon: f32::EPSILON as f64 };

/// The distance from `want` to the next F32 of larger magnitude.
fn ulp(want: f64) -> f64 {
    let smallest = 2f64.powi(-149);
    let exponent = want.abs().max(f64::from(f32::MIN_POSITIVE)).log2().floor();
    (2f64.powf(exponent) * f64::from(f32::EPSILON)).max(smallest)
}

/// `got` is within `ulps` units in the last place of `want`. Infinities and zeros are exact, a zero's sign too.
#[track_caller]
pub fn assert_ulps(what: &str, got: f32, want: f64, ulps: f64) {
    let rounded = want as f32;
    let fits = if want.is_nan() {
        got.is_nan()
    } else if want == 0.0 || rounded.is_infinite() {
        got.to_bits() == rounded.to_bits()
    } else {
        (f64::from(got) - want).abs() <= ulps * ulp(want)
    };
    assert!(fits, "{what} = {got:e}, expected {want:e} within {ulps} ulp");
}

/// `got` is within `bound` of `want`.
#[track_caller]
pub fn assert_within(what: &str, got: f32, want: f64, bound: f64) {
    assert!((f64::from(got) - want).abs() <= bound, "{what} = {got:e}, expected {want:e} within {bound:e}");
}

/// Equal bits, except that every NaN is as good as another.
#[track_caller]
pub fn assert_same(what: &str, got: f32, want: f32) {
    let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
    assert!(same, "{what} = {got:e}, expected {want:e}");
}
