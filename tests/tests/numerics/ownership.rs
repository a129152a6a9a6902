//! What belongs to whom: inputs stay as they are, results alias nothing, all kinds of arrays are taken.

use crate::samples::{tensor, vector};
use ndarray::{Array2, ArrayView2, array, s};
use tensor_runtime::{Tensor, TensorMut, TensorRef, tensor_fn};

tensor_fn! {
    fn same<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x }
    fn same_twice<N>(x: Tensor[F32, [N]]) -> (Tensor[F32, [N]], Tensor[F32, [N]]) { (x, x) }
    fn swap<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> (Tensor[F32, [N]], Tensor[F32, [N]]) { (y, x) }
    fn sum_of<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x + y }
    fn sum_and_difference<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> (Tensor[F32, [N]], Tensor[F32, [N]]) {
        (x + y, x - y)
    }
    fn double<A, B>(x: Tensor[F32, [A, B]]) -> Tensor[F32, [A, B]] { x + x }
    fn rounded<N>(x: Tensor[F32, [N]]) -> (Tensor[F32, [N]], Tensor[I64, [N]], Tensor[Bool, [N]]) {
        (x, cast[I64](x), cast[Bool](x))
    }
}

#[test]
fn inputs_stay_as_they_are() {
    let x = vector(&[1.0_f32, -2.0, 3.5]);
    let before = x.clone();
    let mut result = same(&x).unwrap();
    assert_eq!(result, before);
    result.as_mut_slice().fill(9.0);
    assert_eq!(x, before, "a returned input is a copy");

    let (mut first, second) = same_twice(&x).unwrap();
    first.as_mut_slice().fill(9.0);
    assert_eq!((&second, &x), (&before, &before), "results do not share memory");
}

#[test]
fn one_tensor_may_be_passed_twice() {
    let x = vector(&[1.0_f32, -2.0]);
    assert_eq!(sum_of(&x, &x).unwrap().as_slice(), [2.0, -4.0]);
    let (sum, difference) = sum_and_difference(&x, &x).unwrap();
    assert_eq!((sum.as_slice(), difference.as_slice()), (&[2.0, -4.0][..], &[0.0, 0.0][..]));
    let y = vector(&[5.0_f32, 6.0]);
    let (left, right) = swap(&x, &y).unwrap();
    assert_eq!((left, right), (y, x));
}

#[test]
fn outputs_of_the_caller() {
    let x = vector(&[1.0_f32, 2.5]);
    let mut out = vector(&[f32::NAN; 2]);
    sum_of_into(&x, &x, &mut out).unwrap();
    assert_eq!(out.as_slice(), [2.0, 5.0]);

    let mut buffer = [7.0_f32; 2];
    let mut whole = vector(&[0_i64; 2]);
    let mut truth = vector(&[false; 2]);
    rounded_into(&x, TensorMut::from_shape([2], &mut buffer).unwrap(), &mut whole, &mut truth).unwrap();
    assert_eq!((buffer, whole.as_slice(), truth.as_slice()), ([1.0, 2.5], &[1, 2][..], &[true, true][..]));
}

#[test]
fn slices_without_a_copy() {
    let values = [1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0];
    let view = TensorRef::from_shape([3, 2], &values).unwrap();
    assert_eq!(double(view).unwrap().as_slice(), [2.0, 4.0, 6.0, 8.0, 10.0, 12.0]);
    // Starts where no vector register would be aligned.
    let view = TensorRef::from_shape([5], &values[1..]).unwrap();
    assert_eq!(same(view).unwrap().as_slice(), &values[1..]);
}

#[test]
fn arrays_of_ndarray() {
    let x = array![[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let doubled = double(&x).unwrap().into_ndarray();
    assert_eq!(doubled, array![[2.0, 4.0, 6.0], [8.0, 10.0, 12.0]]);

    let check = |view: ArrayView2<'_, f32>| {
        let want: Array2<f32> = view.mapv(|value| value * 2.0);
        assert_eq!(double(view).unwrap().into_ndarray(), want, "strides {:?}", view.strides());
    };
    check(x.view());
    check(x.t());
    check(x.slice(s![.., ..;-1]));
    check(x.slice(s![..;-1, 1..]));
    check(x.slice(s![.., ..;2]));
    check(array![7.0_f32].broadcast((2, 3)).unwrap());

    let back: Tensor<f32, 2> = tensor([1, 2], vec![1.0, 2.0]);
    assert_eq!(back.into_ndarray(), array![[1.0_f32, 2.0]]);
}
