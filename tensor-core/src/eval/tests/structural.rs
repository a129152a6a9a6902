//! matmul and the operations that move elements.

use super::*;
use DType::{BF16, F16, F32, I4, I8, I64};

fn dims(shape: &[usize]) -> Vec<Dim> {
    shape.iter().map(|&extent| Dim::constant(extent)).collect()
}

#[test]
fn matmul_of_both_ranks() {
    let (a, b) = (counting(&[2, 3]), counting(&[3, 2]));
    let product = value(F32, &[2, 2], [10.0, 13.0, 28.0, 40.0]);
    assert_eq!(apply(Op::Matmul, &[a, b], F32, &[2, 2]).unwrap(), product);
    // The second batch is [6..12] as 2x3 by [6..12] as 3x2.
    let batched = apply(Op::Matmul, &[counting(&[2, 2, 3]), counting(&[2, 3, 2])], F32, &[2, 2, 2]).unwrap();
    assert_eq!(batched.elements()[..4], product.elements()[..]);
    assert_eq!(batched, value(F32, &[2, 2, 2], [10.0, 13.0, 28.0, 40.0, 172.0, 193.0, 244.0, 274.0]));
}

#[test]
fn matmul_accumulates_as_sums_do() {
    let ones = |dtype, shape: &[usize]| value(dtype, shape, vec![1.0; 4096]);
    for (dtype, expected) in [(F16, 4096.0), (BF16, 4096.0), (F32, 4096.0)] {
        let result = apply(Op::Matmul, &[ones(dtype, &[1, 4096]), ones(dtype, &[4096, 1])], dtype, &[1, 1]).unwrap();
        assert_eq!(result.elements(), [expected.into()]);
    }
    let row = value(F32, &[1, 3], [16777216.0, 1.0, -16777216.0]);
    let column = value(F32, &[3, 1], [1.0; 3]);
    assert_eq!(apply(Op::Matmul, &[row, column], F32, &[1, 1]).unwrap().elements(), [1.0.into()]);
    let (a, b) = (value(I8, &[1, 2], [100, 100]), value(I8, &[2, 1], [2, 1]));
    assert_eq!(apply(Op::Matmul, &[a, b], I8, &[1, 1]).unwrap().elements(), [44.into()]);
}

#[test]
fn matmul_of_empty_operands() {
    let zeros = value(F32, &[2, 2], [0.0; 4]);
    assert_eq!(apply(Op::Matmul, &[counting(&[2, 0]), counting(&[0, 2])], F32, &[2, 2]).unwrap(), zeros);
    assert_eq!(apply(Op::Matmul, &[counting(&[0, 2]), counting(&[2, 3])], F32, &[0, 3]).unwrap().elements(), []);
}

#[test]
fn matmul_of_shapes_that_do_not_fit() {
    for (a, b) in [(&[2, 3][..], &[2, 2][..]), (&[1, 2, 2], &[2, 2, 2]), (&[2], &[2]), (&[1, 2, 2], &[2, 2])] {
        is_shape_fault(apply(Op::Matmul, &[counting(a), counting(b)], F32, &[2, 2]));
    }
}

#[test]
fn transpose_takes_result_axes_from_operand_axes() {
    // Element [i, j, k] of [2, 3, 4] is 12 i + 4 j + k; result [j, k, i] is the same element.
    let result = apply(Op::Transpose(vec![1, 2, 0]), &[counting(&[2, 3, 4])], F32, &[3, 4, 2]).unwrap();
    let expected = (0..3).flat_map(|j| (0..4).flat_map(move |k| (0..2).map(move |i| f64::from(12 * i + 4 * j + k))));
    assert_eq!(result, value(F32, &[3, 4, 2], expected));
    assert_eq!(apply(Op::Transpose(vec![]), &[counting(&[])], F32, &[]).unwrap(), counting(&[]));
    is_shape_fault(apply(Op::Transpose(vec![0, 0]), &[counting(&[2, 2])], F32, &[2, 2]));
}

#[test]
fn reshape_keeps_the_order() {
    let nibbles = value(I4, &[8, 8], (0..64).map(|number| number % 16 - 8));
    let reshaped = apply(Op::Reshape(dims(&[8, 4, 2])), std::slice::from_ref(&nibbles), I4, &[8, 4, 2]).unwrap();
    assert_eq!(reshaped.elements(), nibbles.elements());
    let floats = apply(Op::Cast(F32), &[reshaped], F32, &[8, 4, 2]).unwrap();
    assert_eq!(floats, value(F32, &[8, 4, 2], (0..64).map(|number| f64::from(number % 16 - 8))));
    assert_eq!(apply(Op::Reshape(dims(&[0, 0, 4])), &[counting(&[4, 2, 0])], F32, &[0, 0, 4]).unwrap().elements(), []);
    assert_eq!(apply(Op::Reshape(vec![]), &[counting(&[1, 1])], F32, &[]).unwrap(), counting(&[]));
    is_shape_fault(apply(Op::Reshape(dims(&[7])), &[counting(&[6])], F32, &[7]));
}

#[test]
fn broadcast_stretches_and_pads() {
    let stretch = |from: &[usize], to: &[usize]| apply(Op::Broadcast(dims(to)), &[counting(from)], F32, to);
    let expected = value(F32, &[2, 2, 3], [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
    assert_eq!(stretch(&[2, 1], &[2, 2, 3]).unwrap(), expected);
    assert_eq!(stretch(&[], &[3]).unwrap(), value(F32, &[3], [0.0; 3]));
    assert_eq!(stretch(&[1], &[0]).unwrap().elements(), []);
    for (from, to) in [(&[1, 0][..], &[2, 1][..]), (&[0], &[5]), (&[2], &[4]), (&[2], &[1]), (&[1, 2], &[2])] {
        is_shape_fault(stretch(from, to));
    }
}

#[test]
fn slice_takes_a_range() {
    let slice = |axis, start: i64, stop: i64, shape: &[usize]| {
        let op = Op::Slice { axis, start: Dim::constant(start), stop: Dim::constant(stop) };
        apply(op, &[counting(&[2, 4])], F32, shape)
    };
    assert_eq!(slice(1, 1, 3, &[2, 2]).unwrap(), value(F32, &[2, 2], [1.0, 2.0, 5.0, 6.0]));
    assert_eq!(slice(0, 1, 2, &[1, 4]).unwrap(), value(F32, &[1, 4], [4.0, 5.0, 6.0, 7.0]));
    assert_eq!(slice(1, 4, 4, &[2, 0]).unwrap().elements(), []);
    for (axis, start, stop) in [(1, -1, 2), (1, 3, 2), (1, 0, 5), (2, 0, 1)] {
        is_shape_fault(slice(axis, start, stop, &[2, 2]));
    }
}

#[test]
fn concat_joins_along_an_axis() {
    let join = |axis, x: &[usize], y: &[usize], shape: &[usize]| {
        apply(Op::Concat { axis }, &[counting(x), counting(y)], F32, shape)
    };
    assert_eq!(join(1, &[2, 1], &[2, 2], &[2, 3]).unwrap(), value(F32, &[2, 3], [0.0, 0.0, 1.0, 1.0, 2.0, 3.0]));
    assert_eq!(join(0, &[1, 2], &[2, 2], &[3, 2]).unwrap(), value(F32, &[3, 2], [0.0, 1.0, 0.0, 1.0, 2.0, 3.0]));
    assert_eq!(join(1, &[4, 0], &[4, 3], &[4, 3]).unwrap(), counting(&[4, 3]));
    is_shape_fault(join(0, &[2, 2], &[2, 3], &[4, 2]));
    is_shape_fault(join(0, &[0], &[4, 3], &[4, 3]));
}

#[test]
fn literals_and_dims() {
    let literal = |text: &str| crate::types::Literal::Float(text.to_owned());
    assert_eq!(apply(Op::Scalar(F16, literal("0.1")), &[], F16, &[]).unwrap(), value(F16, &[], [0.0999755859375]));
    let like = Op::FillLike(literal("-inf"));
    let filled = apply(like, &[counting(&[2, 1])], F32, &[2, 1]).unwrap();
    assert_eq!(filled, value(F32, &[2, 1], [f64::NEG_INFINITY; 2]));
    // As if cast from I64: wraps in I8, rounds in F16.
    let dim = |dtype, number: i64| apply(Op::ScalarDim(dtype, Dim::constant(number)), &[], dtype, &[]).unwrap();
    assert_eq!(dim(I8, 200), value(I8, &[], [-56]));
    assert_eq!(dim(F16, 2049), value(F16, &[], [2048.0]));
    assert_eq!(dim(I64, -3), value(I64, &[], [-3]));
}

#[test]
fn a_value_that_is_not_of_its_type_is_a_fault() {
    is_shape_fault(apply(Op::Annotate, &[counting(&[2])], F32, &[3]));
    is_shape_fault(apply(Op::Annotate, &[counting(&[2])], DType::F64, &[2]));
}

#[test]
fn values_are_what_they_say() {
    assert!(Value::new(F32, &[2], [0.1]).is_err());
    assert!(Value::new(F32, &[1], [0.1]).is_err());
    assert!(Value::new(I4, &[1], [8]).is_err());
    assert!(Value::new(F32, &[1], [0.1f32]).is_ok());
}
