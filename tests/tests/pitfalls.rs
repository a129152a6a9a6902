//! Accepted programs of kinds that go wrong elsewhere, compiled and called: what the sizes of results are, and what
//! empty tensors do.

use std::fmt::Debug;
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    fn longer<N>(x: Tensor[F32, [1]], y: Tensor[F32, [N]]) -> Tensor[F32, [N + 1]] { concat[axis = 0](x, y) }
    fn both_orders<M, N>(x: Tensor[F32, [M]], y: Tensor[F32, [N]]) -> Tensor[F32, [N + M]] {
        concat[axis = 0](x, y) + concat[axis = 0](y, x)
    }
    fn without<A, B>(x: Tensor[F32, [A + B]], y: Tensor[F32, [B]]) -> Tensor[F32, [A]] {
        slice[axis = 0, start = B, stop = A + B](x)
    }
    fn remainder<S>(x: Tensor[F32, [S]]) -> (Tensor[F32, [S % 3]], Tensor[F32, [S - S % 3]]) {
        (slice[axis = 0, start = 0, stop = S % 3](x), slice[axis = 0, start = S % 3, stop = S](x))
    }
    /// 3 times the floor of a third of the difference, which may be negative.
    fn thirds<A, B>(x: Tensor[F32, [A]], y: Tensor[F32, [B]]) -> Tensor[F32, [(A - B) / 3 * 3 + B]]
    requires (A - B) / 3 * 3 + B >= 0
    { slice[axis = 0, start = 0, stop = (A - B) / 3 * 3 + B](x) }
    fn eighths<S>(x: Tensor[F32, [S, 64]]) -> Tensor[F32, [S, 8, 8]] requires S <= 128 { reshape[S, 8, 8](x) }
    fn bounded<A, B>(x: Tensor[F32, [A, B]], y: Tensor[F32, [5, 5]]) -> Tensor[F32, [A + 5, B]] requires B == 5 {
        concat[axis = 0](x, y)
    }
    fn axis_more<A, B>(x: Tensor[F32, [A, B]]) -> Tensor[F32, [1, A, B]] { reshape[1, A, B](x) }
    fn one_to_none(x: Tensor[F32, [1]]) -> Tensor[F32, [0]] { broadcast[0](x) }
    fn empty_reshapes(x: Tensor[F32, [0, 8, 2]], y: Tensor[F32, [2, 0, 4]], z: Tensor[F32, [0, 3]])
        -> (Tensor[F32, [0, 0, 4]], Tensor[F32, [0, 4]], Tensor[F32, [3, 0]])
    { (reshape[0, 0, 4](reshape[4, 2, 0](x)), reshape[0, 4](y), reshape[3, 0](z)) }
    fn empty_part(x: Tensor[F32, [4, 0]], y: Tensor[F32, [4, 3]]) -> Tensor[F32, [4, 3]] { concat[axis = 1](x, y) }
    fn empty_sums(x: Tensor[F32, [2, 0, 4]]) -> (Tensor[F32, [2, 4]], Tensor[F32, [0, 4]]) {
        (reduce[sum, axis = 1](x), reduce[mean, axis = 0](x))
    }
}

#[track_caller]
fn message<T: Debug>(result: Result<T, Error>) -> String {
    result.expect_err("the arguments do not fit").to_string()
}

/// `count` numbers from `first` on.
fn from(first: usize, count: usize) -> Tensor<f32, 1> {
    Tensor::from_shape_fn([count], |[index]| (first + index) as f32)
}

#[test]
fn sums_of_dims() {
    assert_eq!(longer(&from(7, 1), &from(1, 2)).unwrap().as_slice(), [7.0, 1.0, 2.0]);
    assert_eq!(both_orders(&from(1, 1), &from(10, 2)).unwrap().as_slice(), [11.0, 21.0, 12.0]);
    assert_eq!(without(&from(0, 5), &from(0, 3)).unwrap().as_slice(), [3.0, 4.0]);
    assert_eq!(message(without(&from(0, 3), &from(0, 3))), "without: `A >= 1` (default bound) does not hold: A = 0");
    let (x, y) = (Tensor::from_elem([2, 5], 1.0_f32), Tensor::from_elem([5, 5], 2.0_f32));
    assert_eq!(bounded(&x, &y).unwrap().shape(), [7, 5]);
    let narrow = Tensor::from_elem([2, 4], 1.0_f32);
    assert_eq!(message(bounded(&narrow, &y)), "bounded: `B == 5` (from `requires`) does not hold: B = 4");
}

#[test]
fn remainders_and_quotients() {
    for length in 1..8 {
        let (head, rest) = remainder(&from(0, length)).unwrap();
        assert_eq!((head.len(), rest.len()), (length % 3, length - length % 3));
        assert!(head.iter().chain(rest.iter()).enumerate().all(|(index, value)| *value == index as f32));
    }
    // (5 - 7) / 3 is -1: three less than 7.
    assert_eq!(thirds(&from(0, 5), &from(0, 7)).unwrap().as_slice(), [0.0, 1.0, 2.0, 3.0]);
    assert_eq!(thirds(&from(0, 5), &from(0, 3)).unwrap().len(), 3);
    assert_eq!(
        message(thirds(&from(0, 1), &from(0, 2))),
        "thirds: `(A - B) / 3 * 3 + B >= 0` (from `requires`) does not hold: A = 1, B = 2"
    );
}

#[test]
fn no_size_is_that_of_an_example() {
    for rows in [1, 6, 128] {
        assert_eq!(eighths(&Tensor::zeros([rows, 64])).unwrap().shape(), [rows, 8, 8]);
    }
    assert_eq!(
        message(eighths(&Tensor::zeros([129, 64]))),
        "eighths: `S <= 128` (from `requires`) does not hold: S = 129"
    );
    let y = axis_more(&Tensor::from_shape_fn([4, 8], |[row, column]| (8 * row + column) as f32)).unwrap();
    assert_eq!((y.shape(), y[[0, 3, 7]]), ([1, 4, 8], 31.0));
}

#[test]
fn empty_tensors() {
    assert_eq!(one_to_none(&from(0, 1)).unwrap().shape(), [0]);
    let (x, y, z) =
        empty_reshapes(&Tensor::zeros([0, 8, 2]), &Tensor::zeros([2, 0, 4]), &Tensor::zeros([0, 3])).unwrap();
    assert_eq!((x.shape(), y.shape(), z.shape()), ([0, 0, 4], [0, 4], [3, 0]));
    let y = Tensor::from_shape_fn([4, 3], |[row, column]| (3 * row + column) as f32);
    assert_eq!(empty_part(&Tensor::zeros([4, 0]), &y).unwrap(), y);
    let (sum, mean) = empty_sums(&Tensor::zeros([2, 0, 4])).unwrap();
    assert_eq!((sum, mean.shape()), (Tensor::zeros([2, 4]), [0, 4]));
}
