//! Reductions: accumulation, empty axes, ties and NaN.

use super::*;
use crate::ops::Reduction;
use DType::{BF16, Bool, F16, F32, F64, I4, I8, I32, I64};

fn reduce(name: &str, axis: usize, keep: bool, input: Value, shape: &[usize]) -> Result<Value, EvalError> {
    let reduction = Reduction::from_name(name).expect("the reduction exists");
    let dtype = reduction.result(input.dtype());
    apply(Op::Reduce { reduction, axis, keep }, &[input], dtype, shape)
}

/// Over the whole of a vector.
#[track_caller]
fn check<E: Into<Element>, R: Into<Element>>(name: &str, dtype: DType, elements: Vec<E>, expected: R) {
    let length = elements.len();
    let result = reduce(name, 0, false, value(dtype, &[length], elements), &[]).unwrap();
    assert_eq!(result.elements()[0], expected.into());
}

#[test]
fn the_axis_goes_or_stays() {
    let x = || counting(&[2, 3, 2]);
    let sums = value(F32, &[2, 2], [6.0, 9.0, 24.0, 27.0]);
    assert_eq!(reduce("sum", 1, false, x(), &[2, 2]).unwrap(), sums);
    assert_eq!(reduce("sum", 1, true, x(), &[2, 1, 2]).unwrap().elements(), sums.elements());
    assert_eq!(reduce("max", 0, false, x(), &[3, 2]).unwrap(), value(F32, &[3, 2], (6..12).map(f64::from)));
    assert_eq!(reduce("min", 2, false, x(), &[2, 3]).unwrap(), value(F32, &[2, 3], [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]));
    assert_eq!(reduce("mean", 2, true, x(), &[2, 3, 1]).unwrap().elements()[5], 10.5.into());
}

#[test]
fn narrow_floats_accumulate_in_f32() {
    check("sum", BF16, vec![1.0; 70000], 70144.0);
    check("mean", BF16, vec![1.0; 70000], 1.0);
    check("sum", F16, vec![1.0; 20000], 20000.0);
    check("mean", F16, vec![1.0; 20000], 1.0);
    // The sum is no F16, the mean is.
    check("mean", F16, vec![40000.0, 40000.0], 40000.0);
    check("prod", F16, vec![300.0, 300.0, 0.001953125], 175.75);
    // F32, not F64: 2^24 + 1 is lost.
    check("sum", BF16, vec![16777216.0, 1.0, -16777216.0], 0.0);
}

#[test]
fn f32_accumulates_in_f64() {
    check("sum", F32, vec![16777216.0, 1.0, -16777216.0], 1.0);
    check("sum", F32, vec![1.0; 100], 100.0);
    check("mean", F64, vec![1.0, 2.0], 1.5);
    check("prod", F64, vec![0.5, -3.0, 2.0], -3.0);
}

#[test]
fn integers_wrap() {
    check("sum", I8, vec![1; 5000], -120);
    check("sum", I64, vec![i64::MAX, 1], i64::MIN);
    check("prod", I32, vec![65536, 65536], 0);
    check("prod", I4, vec![3, 3], -7);
}

#[test]
fn of_an_empty_axis() {
    check("sum", F32, Vec::<f64>::new(), 0.0);
    check("prod", I64, Vec::<i64>::new(), 1);
    check("any", Bool, Vec::<bool>::new(), false);
    check("all", Bool, Vec::<bool>::new(), true);
    for name in ["max", "min", "mean", "argmax", "argmin"] {
        is_shape_fault(reduce(name, 1, false, counting(&[2, 0]), &[2]));
    }
    // No lane at all is no fault.
    assert_eq!(reduce("max", 1, false, counting(&[0, 3]), &[0]).unwrap().elements(), []);
    assert_eq!(reduce("sum", 1, false, counting(&[2, 0, 2]), &[2, 2]).unwrap(), value(F32, &[2, 2], [0.0; 4]));
}

#[test]
fn bool_reductions() {
    check("any", Bool, vec![false, true], true);
    check("any", Bool, vec![false, false], false);
    check("all", Bool, vec![true, true], true);
    check("all", Bool, vec![true, false], false);
}

#[test]
fn extremes() {
    check("max", F32, vec![f64::NEG_INFINITY; 2], f64::NEG_INFINITY);
    check("max", F32, vec![f64::from(-3e38f32), f64::from(-2e38f32)], f64::from(-2e38f32));
    check("max", F32, vec![f64::NAN, 1.0], f64::NAN);
    check("min", F32, vec![1.0, f64::NAN], f64::NAN);
    check("max", F32, vec![-0.0, 0.0, -0.0], 0.0);
    check("min", F32, vec![0.0, -0.0, 0.0], -0.0);
    check("min", I4, vec![-8, 7], -8);
}

#[test]
fn positions_of_extremes() {
    check("argmax", F32, vec![10.0, 30.0, 20.0, 30.0, 10.0], 1);
    check("argmin", F32, vec![10.0, 30.0, 20.0, 30.0, 10.0], 0);
    for length in 1..=65 {
        check("argmax", F32, vec![2.0; length], 0);
        check("argmin", I8, vec![2; length], 0);
    }
    check("argmax", F32, vec![-0.0, 0.0], 0);
    check("argmin", F32, vec![0.0, -0.0], 0);
    check("argmax", F32, vec![1.0, f64::NAN, f64::INFINITY, f64::NAN], 1);
    check("argmin", F32, vec![1.0, f64::NEG_INFINITY, f64::NAN, f64::NAN], 2);
    check("argmax", F32, vec![f64::NEG_INFINITY; 3], 0);
    check("argmax", I64, vec![i64::MIN, i64::MAX, i64::MAX], 1);
}

#[test]
fn no_such_axis() {
    is_shape_fault(reduce("sum", 1, false, counting(&[2]), &[2]));
}
