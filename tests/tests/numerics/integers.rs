//! Arithmetic on I64: it wraps, and what has no result is an error.

use crate::samples::{INTEGER_CORNERS, pairs, vector};
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    fn relu_i64<N>(x: Tensor[I64, [N]]) -> Tensor[I64, [N]] { relu(x) }
    fn neg_i64<N>(x: Tensor[I64, [N]]) -> Tensor[I64, [N]] { neg(x) }
    fn abs_i64<N>(x: Tensor[I64, [N]]) -> Tensor[I64, [N]] { abs(x) }
    fn not_i64<N>(x: Tensor[I64, [N]]) -> Tensor[I64, [N]] { bitwise_not(x) }
    fn add_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, [N]] { add(x, y) }
    fn sub_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, [N]] { sub(x, y) }
    fn mul_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, [N]] { mul(x, y) }
    fn div_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, [N]] { div(x, y) }
    fn pow_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, [N]] { pow(x, y) }
    fn min_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, [N]] { min(x, y) }
    fn max_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, [N]] { max(x, y) }
    fn and_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, [N]] { bitwise_and(x, y) }
    fn or_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, [N]] { bitwise_or(x, y) }
    fn xor_i64<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, [N]] { bitwise_xor(x, y) }

    /// The quotient is not part of the result; a zero divisor is an error all the same.
    fn div_unused<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, [N]] { let _q = div(x, y); x }

    /// The operator, by a literal.
    fn divided_by_zero<N>(x: Tensor[I64, [N]]) -> Tensor[I64, [N]] { x / 0 }

    /// Two faults: the first in program order is reported.
    fn pow_then_div<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, [N]] { pow(x, y) + div(x, y) }
}

type Kernel = fn(&Tensor<i64, 1>, &Tensor<i64, 1>) -> Result<Tensor<i64, 1>, Error>;

#[track_caller]
fn check(name: &str, left: &[i64], right: &[i64], kernel: Kernel, want: fn(i64, i64) -> i64) {
    let outputs = kernel(&vector(left), &vector(right)).unwrap();
    for ((&x, &y), &got) in left.iter().zip(right).zip(outputs.as_slice()) {
        assert_eq!(got, want(x, y), "{name}({x}, {y})");
    }
}

#[track_caller]
fn fault(kernel: Kernel, x: &[i64], y: &[i64]) -> String {
    kernel(&vector(x), &vector(y)).unwrap_err().to_string()
}

#[test]
fn arithmetic_wraps() {
    let (x, y) = pairs(&INTEGER_CORNERS);
    check("add", &x, &y, |x, y| add_i64(x, y), i64::wrapping_add);
    check("sub", &x, &y, |x, y| sub_i64(x, y), i64::wrapping_sub);
    check("mul", &x, &y, |x, y| mul_i64(x, y), i64::wrapping_mul);
    check("min", &x, &y, |x, y| min_i64(x, y), i64::min);
    check("max", &x, &y, |x, y| max_i64(x, y), i64::max);
    check("neg", &x, &y, |x, _| neg_i64(x), |x, _| x.wrapping_neg());
    check("abs", &x, &y, |x, _| abs_i64(x), |x, _| x.wrapping_abs());
    check("relu", &x, &y, |x, _| relu_i64(x), |x, _| x.max(0));
}

#[test]
fn bits_are_those_of_twos_complement() {
    let (x, y) = pairs(&INTEGER_CORNERS);
    check("bitwise_and", &x, &y, |x, y| and_i64(x, y), |x, y| x & y);
    check("bitwise_or", &x, &y, |x, y| or_i64(x, y), |x, y| x | y);
    check("bitwise_xor", &x, &y, |x, y| xor_i64(x, y), |x, y| x ^ y);
    check("bitwise_not", &x, &y, |x, _| not_i64(x), |x, _| !x);
}

#[test]
fn div_truncates_and_wraps() {
    let (x, y): (Vec<i64>, Vec<i64>) = {
        let (x, y) = pairs(&INTEGER_CORNERS);
        x.into_iter().zip(y).filter(|(_, y)| *y != 0).unzip()
    };
    check("div", &x, &y, |x, y| div_i64(x, y), i64::wrapping_div);
    check("div", &[7, -7, 7, -7], &[2, 2, -2, -2], |x, y| div_i64(x, y), |x, y| (x as f64 / y as f64).trunc() as i64);
    assert_eq!(div_i64(&vector(&[i64::MIN]), &vector(&[-1_i64])).unwrap().as_slice(), [i64::MIN]);
}

#[test]
fn a_zero_divisor_anywhere_is_an_error() {
    assert_eq!(fault(|x, y| div_i64(x, y), &[1, 2, 3], &[1, 0, 1]), "div_i64: div: a divisor is zero");
    assert_eq!(fault(|x, y| div_i64(x, y), &[0], &[0]), "div_i64: div: a divisor is zero");
    assert_eq!(fault(|x, y| div_unused(x, y), &[1, 2], &[5, 0]), "div_unused: div: a divisor is zero");
    assert_eq!(fault(|x, _| divided_by_zero(x), &[1], &[1]), "divided_by_zero: div: a divisor is zero");
    assert_eq!(div_unused(&vector(&[1_i64, 2]), &vector(&[5_i64, 1])).unwrap().as_slice(), [1, 2]);
}

#[test]
fn pow_wraps_and_refuses_negative_exponents() {
    let x = [11, 3, 0, 1, -1, -1, 2, 2, 7, i64::MIN, -3];
    let y = [7, 40, 0, -5, -3, -4, 63, 64, 0, 1, 3];
    let want = [19_487_171, -6_289_078_614_652_622_815, 1, 1, -1, 1, i64::MIN, 0, 1, i64::MIN, -27];
    assert_eq!(pow_i64(&vector(&x), &vector(&y)).unwrap().as_slice(), want);
    assert_eq!(pow_i64(&vector(&[-1_i64, 1]), &vector(&[i64::MIN; 2])).unwrap().as_slice(), [1, 1]);
    assert_eq!(pow_i64(&vector(&[2_i64]), &vector(&[i64::MAX])).unwrap().as_slice(), [0]);
    for base in [2, 0, i64::MIN] {
        assert_eq!(
            fault(|x, y| pow_i64(x, y), &[1, base], &[3, -1]),
            "pow_i64: pow: an exponent is negative and its base is neither 1 nor -1"
        );
    }
}

#[test]
fn the_first_fault_in_program_order_is_reported() {
    assert_eq!(
        fault(|x, y| pow_then_div(x, y), &[2, 2], &[0, -1]),
        "pow_then_div: pow: an exponent is negative and its base is neither 1 nor -1"
    );
    assert_eq!(fault(|x, y| pow_then_div(x, y), &[2, 2], &[0, 1]), "pow_then_div: div: a divisor is zero");
}
