//! Result axis j is operand axis p_j.

use crate::samples::tensor;
use tensor_runtime::{Tensor, tensor_fn};

tensor_fn! {
    fn swapped<A, B>(x: Tensor[F32, [A, B]]) -> Tensor[F32, [B, A]] { transpose[1, 0](x) }
    fn kept<A, B>(x: Tensor[F32, [A, B]]) -> Tensor[F32, [A, B]] { transpose[0, 1](x) }
    fn rotated_left<A, B, C>(x: Tensor[F32, [A, B, C]]) -> Tensor[F32, [B, C, A]] { transpose[1, 2, 0](x) }
    fn rotated_right<A, B, C>(x: Tensor[F32, [A, B, C]]) -> Tensor[F32, [C, A, B]] { transpose[2, 0, 1](x) }
    fn last_two<A, B, C>(x: Tensor[F32, [A, B, C]]) -> Tensor[F32, [A, C, B]] { transpose[0, 2, 1](x) }
    fn first_two<A, B, C>(x: Tensor[F32, [A, B, C]]) -> Tensor[F32, [B, A, C]] { transpose[1, 0, 2](x) }
    fn reversed<A, B, C>(x: Tensor[F32, [A, B, C]]) -> Tensor[F32, [C, B, A]] { transpose[2, 1, 0](x) }
    fn heads<A, B, C, D>(x: Tensor[F32, [A, B, C, D]]) -> Tensor[F32, [A, C, B, D]] { transpose[0, 2, 1, 3](x) }
    fn cycle<A, B, C, D>(x: Tensor[F32, [A, B, C, D]]) -> Tensor[F32, [B, D, A, C]] { transpose[1, 3, 0, 2](x) }
    fn from_the_end<A, B, C, D>(x: Tensor[F32, [A, B, C, D]]) -> Tensor[F32, [D, C, B, A]] {
        transpose[-1, -2, -3, -4](x)
    }

    fn integers<A, B>(x: Tensor[I64, [A, B]]) -> Tensor[I64, [B, A]] requires A >= 0 { transpose[1, 0](x) }
    fn truths<A, B>(x: Tensor[Bool, [A, B]]) -> Tensor[Bool, [B, A]] { transpose[1, 0](x) }

    /// There and back again.
    fn round_trip<A, B, C>(x: Tensor[F32, [A, B, C]]) -> Tensor[F32, [A, B, C]] {
        transpose[2, 0, 1](transpose[1, 2, 0](x))
    }
}

fn counted<const R: usize>(shape: [usize; R]) -> Tensor<f32, R> {
    tensor(shape, (0..shape.iter().product()).map(|value: usize| value as f32).collect())
}

/// `got[i] = x[j]` wherever `i[axis] = j[permutation[axis]]`.
#[track_caller]
fn assert_transposed<const R: usize>(x: &Tensor<f32, R>, got: &Tensor<f32, R>, permutation: [usize; R]) {
    assert_eq!(got.shape(), permutation.map(|axis| x.shape()[axis]));
    let mut index = [0; R];
    for position in 0..x.len() {
        let mut rest = position;
        for axis in (0..R).rev() {
            index[axis] = rest % x.shape()[axis];
            rest /= x.shape()[axis];
        }
        assert_eq!(got[permutation.map(|axis| index[axis])], x[index], "at {index:?} of {:?}", x.shape());
    }
}

#[test]
fn the_specification_example() {
    assert_eq!(rotated_left(&counted([2, 3, 4])).unwrap().shape(), [3, 4, 2]);
    let got = swapped(&counted([2, 3])).unwrap();
    assert_eq!(got.as_slice(), [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]);
}

#[test]
fn permutations() {
    for shape in [[1, 1], [2, 3], [13, 1], [7, 11], [17, 33]] {
        let x = counted(shape);
        assert_transposed(&x, &swapped(&x).unwrap(), [1, 0]);
        assert_transposed(&x, &kept(&x).unwrap(), [0, 1]);
    }
    for shape in [[2, 3, 4], [1, 5, 1], [7, 2, 9]] {
        let x = counted(shape);
        assert_transposed(&x, &rotated_left(&x).unwrap(), [1, 2, 0]);
        assert_transposed(&x, &rotated_right(&x).unwrap(), [2, 0, 1]);
        assert_transposed(&x, &last_two(&x).unwrap(), [0, 2, 1]);
        assert_transposed(&x, &first_two(&x).unwrap(), [1, 0, 2]);
        assert_transposed(&x, &reversed(&x).unwrap(), [2, 1, 0]);
        assert_eq!(round_trip(&x).unwrap(), x);
    }
    for shape in [[2, 3, 4, 5], [1, 7, 1, 3]] {
        let x = counted(shape);
        assert_transposed(&x, &heads(&x).unwrap(), [0, 2, 1, 3]);
        assert_transposed(&x, &cycle(&x).unwrap(), [1, 3, 0, 2]);
        assert_transposed(&x, &from_the_end(&x).unwrap(), [3, 2, 1, 0]);
    }
}

#[test]
fn other_dtypes_and_nothing() {
    let got = integers(&tensor([2, 3], vec![1_i64, 2, 3, 4, 5, 6])).unwrap();
    assert_eq!(got.as_slice(), [1, 4, 2, 5, 3, 6]);
    assert_eq!(integers(&tensor([0, 3], vec![])).unwrap().shape(), [3, 0]);
    let got = truths(&tensor([1, 3], vec![true, false, true])).unwrap();
    assert_eq!((got.shape(), got.as_slice()), ([3, 1], &[true, false, true][..]));
}
