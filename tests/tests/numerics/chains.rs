//! Pieces of networks: operations that feed each other.

use crate::close::{F32, assert_within};
use crate::samples::{eighths, tensor, vector};
use tensor_runtime::tensor_fn;

tensor_fn! {
    const EPS = 1e-5;

    fn softmax<B, S>(x: Tensor[F32, [B, S]]) -> Tensor[F32, [B, S]] {
        let shifted = x - broadcast[B, S](reduce_keep[max, axis = 1](x));
        let e = exp(shifted);
        e / broadcast[B, S](reduce_keep[sum, axis = 1](e))
    }

    fn layer_norm<B, S, D>(
        x: Tensor[F32, [B, S, D], D % 8 == 0],
        gamma: Tensor[F32, [D]],
        beta: Tensor[F32, [D]],
    ) -> Tensor[F32, [B, S, D], D % 8 == 0]
    requires S <= 4096
    {
        let centred = x - broadcast[B, S, D](reduce_keep[mean, axis = 2](x));
        let variance = reduce_keep[mean, axis = 2](centred * centred);
        let normed = centred * broadcast[B, S, D](rsqrt(variance + EPS));
        normed * broadcast[B, S, D](gamma) + broadcast[B, S, D](beta)
    }

    /// Two layers and the position of the largest output.
    fn classify<B, I, H, O>(
        x: Tensor[F32, [B, I]],
        w1: Tensor[F32, [I, H]],
        b1: Tensor[F32, [H]],
        w2: Tensor[F32, [H, O]],
        b2: Tensor[F32, [O]],
    ) -> (Tensor[F32, [B, O]], Tensor[I64, [B]]) {
        let h = relu(matmul(x, w1) + broadcast[B, H](b1));
        let y = matmul(h, w2) + broadcast[B, O](b2);
        (y, reduce[argmax, axis = 1](y))
    }

    /// How many elements are above the mean of their column, as numbers.
    fn above_mean<B, D>(x: Tensor[F32, [B, D]]) -> Tensor[I64, [D]] {
        let above = gt(x, broadcast[B, D](reduce_keep[mean, axis = 0](x)));
        reduce[sum, axis = 0](cast[I64](above))
    }

    /// One value used by several operations, and one value used by none.
    fn diamond<N>(x: Tensor[F32, [N]]) -> (Tensor[F32, [N]], Tensor[F32, []]) {
        let twice = x + x;
        let _unused = exp(twice);
        let square = twice * twice;
        (square - twice, reduce[sum, axis = 0](square + twice))
    }

    /// Names may be bound again.
    fn rebound<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        let x = x + 1;
        let x = x * x;
        let (x, y) = (x + 1, x);
        x - y * 2
    }

    /// Long enough that a fused loop has much to keep apart.
    fn long<N>(x: Tensor[I64, [N]]) -> Tensor[I64, [N]] {
        let a = x * 3 + 1;
        let b = max(a, -x) - min(a, x);
        let c = bitwise_xor(a, b) + abs(x - 5);
        let d = c * c - b * a;
        d / 7 + relu(c) - neg(b)
    }
}

#[test]
fn softmax_of_rows() {
    // Differences of the inputs are exact, so what remains are the errors of exp, sum and division.
    for [b, s] in [[1, 1], [3, 7], [2, 64]] {
        let x = eighths(b * s);
        let got = softmax(&tensor([b, s], x.clone())).unwrap();
        for (row, got) in x.chunks(s).zip(got.as_slice().chunks(s)) {
            let largest = f64::from(row.iter().copied().fold(f32::NEG_INFINITY, f32::max));
            let powers: Vec<f64> = row.iter().map(|&x| (f64::from(x) - largest).exp()).collect();
            let total: f64 = powers.iter().sum();
            let relative = (2.0 * F32.elementary + s as f64 + 1.0) * F32.epsilon;
            for (&got, power) in got.iter().zip(powers) {
                assert_within("softmax", got, power / total, relative * power / total);
            }
        }
    }
    let extreme = softmax(&tensor([1, 3], vec![1e30, -1e30, 1e30])).unwrap();
    assert_eq!(extreme.as_slice(), [0.5, 0.0, 0.5]);
}

#[test]
fn layer_norm_of_rows() {
    // Sums of few multiples of 1/8 over a power of two are exact, so mean and variance are.
    let [b, s, d] = [2, 3, 8];
    let x = eighths(b * s * d);
    let gamma: Vec<f32> = (0..d).map(|index| 1.0 + index as f32 / 4.0).collect();
    let beta: Vec<f32> = (0..d).map(|index| index as f32 - 3.0).collect();
    let got = layer_norm(&tensor([b, s, d], x.clone()), &vector(&gamma), &vector(&beta)).unwrap();
    for (row, got) in x.chunks(d).zip(got.as_slice().chunks(d)) {
        let mean = row.iter().map(|&x| f64::from(x)).sum::<f64>() / d as f64;
        let variance = row.iter().map(|&x| (f64::from(x) - mean).powi(2)).sum::<f64>() / d as f64;
        for index in 0..d {
            let scaled = (f64::from(row[index]) - mean) / (variance + 1e-5).sqrt() * f64::from(gamma[index]);
            let want = scaled + f64::from(beta[index]);
            let bound = F32.epsilon * ((F32.elementary + 2.0) * scaled.abs() + want.abs());
            assert_within("layer_norm", got[index], want, bound);
        }
    }
}

#[test]
fn a_two_layer_network_by_hand() {
    let x = tensor([2, 2], vec![1.0_f32, 2.0, -1.0, 0.5]);
    let w1 = tensor([2, 3], vec![1.0_f32, 0.0, -1.0, 0.5, 1.0, 1.0]);
    let w2 = tensor([3, 2], vec![1.0_f32, -1.0, 0.5, 2.0, 3.0, 0.0]);
    let (y, class) = classify(&x, &w1, &vector(&[0.0_f32, -1.0, 0.5]), &w2, &vector(&[0.25_f32, 0.0])).unwrap();
    // Hidden: [2, 1, 1.5] and [0, 0, 2].
    assert_eq!(y.as_slice(), [7.25, 0.0, 6.25, 0.0]);
    assert_eq!(class.as_slice(), [0, 0]);
}

#[test]
fn dtypes_change_on_the_way() {
    let x = tensor([4, 2], vec![1.0_f32, 5.0, 2.0, 5.0, 3.0, 5.0, 6.0, 9.0]);
    assert_eq!(above_mean(&x).unwrap().as_slice(), [1, 1]);
}

#[test]
fn a_value_may_be_used_more_than_once() {
    let (difference, total) = diamond(&vector(&[1.0_f32, -2.0, 0.5])).unwrap();
    assert_eq!(difference.as_slice(), [2.0, 20.0, 0.0]);
    assert_eq!(total.item(), 4.0 + 2.0 + 16.0 - 4.0 + 1.0 + 1.0);
    assert_eq!(rebound(&vector(&[1.0_f32, 2.0])).unwrap().as_slice(), [-3.0, -8.0]);
}

#[test]
fn long_chains() {
    let x: Vec<i64> = (-40..40).map(|value| value * 1_000_003).collect();
    let want: Vec<i64> = x
        .iter()
        .map(|&x| {
            let a = x * 3 + 1;
            let b = a.max(-x) - a.min(x);
            let c = (a ^ b) + (x - 5).abs();
            let d = c * c - b * a;
            d / 7 + c.max(0) + b
        })
        .collect();
    assert_eq!(long(&vector(&x)).unwrap().as_slice(), want);
}
