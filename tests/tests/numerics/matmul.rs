//! Matrix products against a triple loop in F64.

use crate::close::{F32, assert_within};
use crate::samples::{spread, tensor};
use tensor_runtime::tensor_fn;

tensor_fn! {
    fn product<M, K, N>(a: Tensor[F32, [M, K]], b: Tensor[F32, [K, N]]) -> Tensor[F32, [M, N]]
    requires M >= 0, K >= 0, N >= 0
    { matmul(a, b) }

    fn batched<B, M, K, N>(a: Tensor[F32, [B, M, K]], b: Tensor[F32, [B, K, N]]) -> Tensor[F32, [B, M, N]]
    requires B >= 0, M >= 0, K >= 0, N >= 0
    { matmul(a, b) }

    fn product_i64<M, K, N>(a: Tensor[I64, [M, K]], b: Tensor[I64, [K, N]]) -> Tensor[I64, [M, N]]
    requires K >= 0
    { matmul(a, b) }

    fn batched_i64<B, M, K, N>(a: Tensor[I64, [B, M, K]], b: Tensor[I64, [B, K, N]]) -> Tensor[I64, [B, M, N]] {
        matmul(a, b)
    }

    /// The inner dims are equal only by what is required.
    fn product_of_equals<M, K, J, N>(a: Tensor[F32, [M, K]], b: Tensor[F32, [J, N]]) -> Tensor[F32, [M, N]]
    requires K == J
    { matmul(a, b) }

    /// A · Aᵀ and Aᵀ · A: the transposes are read in place.
    fn gram<M, K>(a: Tensor[F32, [M, K]]) -> (Tensor[F32, [M, M]], Tensor[F32, [K, K]]) {
        let t = transpose[1, 0](a);
        (matmul(a, t), matmul(t, a))
    }

    /// The same weights for each of the batch.
    fn shared_weights<B, M, K, N>(x: Tensor[F32, [B, M, K]], w: Tensor[F32, [K, N]]) -> Tensor[F32, [B, M, N]] {
        matmul(x, broadcast[B, K, N](w))
    }
}

/// `[b, m, n]` with the sum of the products, and the sum of their magnitudes, for each element.
fn reference([b, m, k, n]: [usize; 4], x: &[f32], y: &[f32]) -> Vec<(f64, f64)> {
    let mut sums = Vec::new();
    for batch in 0..b {
        for row in 0..m {
            for column in 0..n {
                let products = (0..k).map(|inner| {
                    f64::from(x[(batch * m + row) * k + inner]) * f64::from(y[(batch * k + inner) * n + column])
                });
                sums.push((products.clone().sum(), products.map(f64::abs).sum()));
            }
        }
    }
    sums
}

#[track_caller]
fn assert_product(dims: [usize; 4], x: &[f32], y: &[f32], got: &[f32]) {
    let want = reference(dims, x, y);
    assert_eq!(got.len(), want.len());
    for (index, (&got, (want, magnitude))) in got.iter().zip(want).enumerate() {
        let bound = dims[2] as f64 * F32.epsilon * magnitude;
        assert_within(&format!("element {index} of the product for {dims:?}"), got, want, bound);
    }
}

const SHAPES: [[usize; 3]; 12] = [
    [1, 1, 1],
    [7, 13, 17],
    [1, 13, 1],
    [5, 1, 3],
    [1, 1, 19],
    [16, 16, 16],
    [33, 65, 31],
    [2, 257, 3],
    [4, 0, 3],
    [0, 4, 3],
    [4, 3, 0],
    [0, 0, 0],
];

#[test]
fn matrices_of_awkward_shapes() {
    for [m, k, n] in SHAPES {
        let (x, y) = (spread(m * k, 3.0), spread(k * n, 2.0));
        let got = product(&tensor([m, k], x.clone()), &tensor([k, n], y.clone())).unwrap();
        assert_eq!(got.shape(), [m, n]);
        assert_product([1, m, k, n], &x, &y, got.as_slice());
    }
}

#[test]
fn batches_of_matrices() {
    for b in [0, 1, 3] {
        for [m, k, n] in SHAPES {
            let (x, y) = (spread(b * m * k, 3.0), spread(b * k * n, 2.0));
            let got = batched(&tensor([b, m, k], x.clone()), &tensor([b, k, n], y.clone())).unwrap();
            assert_eq!(got.shape(), [b, m, n]);
            assert_product([b, m, k, n], &x, &y, got.as_slice());
        }
    }
}

#[test]
fn an_empty_inner_axis_gives_zeros() {
    let got = product(&tensor([2, 0], vec![]), &tensor([0, 3], vec![])).unwrap();
    assert_eq!(got.as_slice(), [0.0; 6]);
    let got = product_i64(&tensor([2, 0], vec![]), &tensor([0, 3], vec![])).unwrap();
    assert_eq!(got.as_slice(), [0; 6]);
}

#[test]
fn integers_wrap() {
    let a = tensor([2, 3], vec![1_i64, 2, 3, 4, 5, 6]);
    let b = tensor([3, 2], vec![7_i64, 8, 9, 10, 11, 12]);
    assert_eq!(product_i64(&a, &b).unwrap().as_slice(), [58, 64, 139, 154]);
    let a = tensor([1, 2], vec![i64::MAX, i64::MAX]);
    let b = tensor([2, 1], vec![3_i64, 5]);
    // 8 · (2⁶³ − 1) = 2⁶⁶ − 8
    assert_eq!(product_i64(&a, &b).unwrap().as_slice(), [-8]);
    let a = tensor([2, 1, 2], vec![1_i64, 2, 3, 4]);
    let b = tensor([2, 2, 1], vec![5_i64, 6, 7, 8]);
    assert_eq!(batched_i64(&a, &b).unwrap().as_slice(), [17, 53]);
}

#[test]
fn what_the_program_says_of_the_operands() {
    let (x, y) = (spread(5 * 7, 1.0), spread(7 * 3, 1.0));
    let got = product_of_equals(&tensor([5, 7], x.clone()), &tensor([7, 3], y.clone())).unwrap();
    assert_product([1, 5, 7, 3], &x, &y, got.as_slice());

    let (left, right) = gram(&tensor([5, 7], x.clone())).unwrap();
    let transposed: Vec<f32> = (0..35).map(|index| x[index % 5 * 7 + index / 5]).collect();
    assert_product([1, 5, 7, 5], &x, &transposed, left.as_slice());
    assert_product([1, 7, 5, 7], &transposed, &x, right.as_slice());

    let x = spread(4 * 5 * 7, 1.0);
    let got = shared_weights(&tensor([4, 5, 7], x.clone()), &tensor([7, 3], y.clone())).unwrap();
    assert_product([4, 5, 7, 3], &x, &y.repeat(4), got.as_slice());
}

#[test]
fn nan_and_infinity_go_through() {
    let a = tensor([1, 2], vec![f32::INFINITY, 1.0]);
    let b = tensor([2, 2], vec![0.0, 1.0, 1.0, 1.0]);
    let got = product(&a, &b).unwrap();
    assert!(got.as_slice()[0].is_nan());
    assert_eq!(got.as_slice()[1], f32::INFINITY);
}
