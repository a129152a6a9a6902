//! Broadcasts: new axes, axes of length 1, and axes of which only the call says which of the two it is.

use crate::samples::{tensor, vector};
use tensor_runtime::tensor_fn;

tensor_fn! {
    fn new_axes<C>(x: Tensor[F32, [C]], A: dim, B: dim) -> Tensor[F32, [A, B, C]] { broadcast[A, B, C](x) }

    fn middle_axis<A, B, C>(x: Tensor[F32, [A, 1, C]], like: Tensor[F32, [B]]) -> Tensor[F32, [A, B, C]] {
        broadcast[A, B, C](x)
    }

    fn column<A, B>(x: Tensor[I64, [A, 1]], y: Tensor[I64, [1, B]]) -> Tensor[I64, [A, B]] {
        broadcast[A, B](x) * broadcast[A, B](y)
    }

    fn one_value<A, B>(x: Tensor[F32, []], like: Tensor[Bool, [A, B]]) -> Tensor[F32, [A, B]] { broadcast[A, B](x) }

    fn itself<A, B>(x: Tensor[Bool, [A, B]]) -> Tensor[Bool, [A, B]] { broadcast[A, B](x) }

    /// The call decides whether the axis is repeated.
    fn either<D, E>(x: Tensor[F32, [E]], like: Tensor[F32, [D]]) -> Tensor[F32, [D]]
    requires E == 1 || E == D
    { broadcast[D](x) + like }

    /// Each axis on its own.
    fn either_of_two<A, B, C, D>(x: Tensor[F32, [C, D]], like: Tensor[F32, [A, B]]) -> Tensor[F32, [A, B]]
    requires C == 1 || C == A, D == 1 || D == B
    { broadcast[A, B](x) }

    fn to_nothing<D>(x: Tensor[F32, [1]], like: Tensor[F32, [D]]) -> Tensor[F32, [D]] requires D >= 0 {
        broadcast[D](x)
    }

    /// Broadcast, transposed, and broadcast again.
    fn twice<A, B, C>(x: Tensor[F32, [B]], like: Tensor[F32, [A, C]]) -> Tensor[F32, [C, B, A]] {
        broadcast[C, B, A](broadcast[B, A](transpose[1, 0](broadcast[A, B](x))))
    }
}

#[test]
fn new_axes_come_on_the_left() {
    let got = new_axes(&vector(&[1.0_f32, 2.0, 3.0]), 2, 2).unwrap();
    assert_eq!(got.shape(), [2, 2, 3]);
    assert_eq!(got.as_slice(), [1.0, 2.0, 3.0].repeat(4));
}

#[test]
fn axes_of_length_1_are_repeated() {
    let x = tensor([2, 1, 2], vec![1.0_f32, 2.0, 3.0, 4.0]);
    let got = middle_axis(&x, &vector(&[0.0_f32; 3])).unwrap();
    assert_eq!(got.as_slice(), [1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 3.0, 4.0, 3.0, 4.0, 3.0, 4.0]);
    let got = column(&tensor([3, 1], vec![1_i64, 2, 3]), &tensor([1, 2], vec![10_i64, 100])).unwrap();
    assert_eq!(got.as_slice(), [10, 100, 20, 200, 30, 300]);
}

#[test]
fn one_value_fills_everything() {
    let got = one_value(&tensor([], vec![2.5_f32]), &tensor([2, 3], vec![false; 6])).unwrap();
    assert_eq!((got.shape(), got.as_slice()), ([2, 3], &[2.5; 6][..]));
    let truths = tensor([2, 2], vec![true, false, false, true]);
    assert_eq!(itself(&truths).unwrap(), truths);
}

#[test]
fn the_call_decides() {
    let three = vector(&[10.0_f32, 20.0, 30.0]);
    assert_eq!(either(&vector(&[1.0_f32]), &three).unwrap().as_slice(), [11.0, 21.0, 31.0]);
    assert_eq!(either(&vector(&[1.0_f32, 2.0, 3.0]), &three).unwrap().as_slice(), [11.0, 22.0, 33.0]);
    assert_eq!(either(&vector(&[1.0_f32]), &vector(&[5.0_f32])).unwrap().as_slice(), [6.0]);

    let like = tensor([2, 3], vec![0.0_f32; 6]);
    let rows = either_of_two(&tensor([1, 3], vec![1.0_f32, 2.0, 3.0]), &like).unwrap();
    assert_eq!(rows.as_slice(), [1.0, 2.0, 3.0, 1.0, 2.0, 3.0]);
    let columns = either_of_two(&tensor([2, 1], vec![1.0_f32, 2.0]), &like).unwrap();
    assert_eq!(columns.as_slice(), [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    let whole = either_of_two(&tensor([2, 3], vec![1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0]), &like).unwrap();
    assert_eq!(whole.as_slice(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
}

#[test]
fn an_empty_target_is_empty() {
    let got = to_nothing(&vector(&[1.0_f32]), &vector::<f32>(&[])).unwrap();
    assert_eq!((got.shape(), got.len()), ([0], 0));
}

#[test]
fn broadcasts_compose() {
    let got = twice(&vector(&[1.0_f32, 2.0]), &tensor([3, 2], vec![0.0_f32; 6])).unwrap();
    assert_eq!(got.shape(), [2, 2, 3]);
    assert_eq!(got.as_slice(), [1.0, 1.0, 1.0, 2.0, 2.0, 2.0].repeat(2));
}
