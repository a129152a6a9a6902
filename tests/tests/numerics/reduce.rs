//! Reductions over each axis of ranks 1 to 4.

use crate::close::{F32, assert_within};
use crate::samples::{spread, tensor, vector};
use tensor_runtime::tensor_fn;

tensor_fn! {
    fn rank_1<A>(x: Tensor[F32, [A]]) -> (Tensor[F32, []], Tensor[F32, []], Tensor[F32, []], Tensor[I64, []]) {
        (reduce[sum, axis = 0](x), reduce[mean, axis = 0](x), reduce[max, axis = 0](x), reduce[argmax, axis = 0](x))
    }

    fn rank_2_axis_0<A, B>(
        x: Tensor[F32, [A, B]],
    ) -> (Tensor[F32, [B]], Tensor[F32, [B]], Tensor[F32, [B]], Tensor[I64, [B]]) {
        (reduce[sum, axis = 0](x), reduce[mean, axis = 0](x), reduce[max, axis = 0](x), reduce[argmax, axis = 0](x))
    }

    /// The axis is counted from the end.
    fn rank_2_axis_1<A, B>(
        x: Tensor[F32, [A, B]],
    ) -> (Tensor[F32, [A]], Tensor[F32, [A]], Tensor[F32, [A]], Tensor[I64, [A]]) {
        (reduce[sum, axis = -1](x), reduce[mean, axis = -1](x), reduce[max, axis = -1](x), reduce[argmax, axis = -1](x))
    }

    fn rank_3_axis_0<A, B, C>(
        x: Tensor[F32, [A, B, C]],
    ) -> (Tensor[F32, [B, C]], Tensor[F32, [B, C]], Tensor[F32, [B, C]], Tensor[I64, [B, C]]) {
        (reduce[sum, axis = 0](x), reduce[mean, axis = 0](x), reduce[max, axis = 0](x), reduce[argmax, axis = 0](x))
    }

    /// The axis stays, with length 1.
    fn rank_3_axis_1<A, B, C>(
        x: Tensor[F32, [A, B, C]],
    ) -> (Tensor[F32, [A, 1, C]], Tensor[F32, [A, 1, C]], Tensor[F32, [A, 1, C]], Tensor[I64, [A, 1, C]]) {
        (
            reduce_keep[sum, axis = 1](x),
            reduce_keep[mean, axis = 1](x),
            reduce_keep[max, axis = 1](x),
            reduce_keep[argmax, axis = 1](x),
        )
    }

    fn rank_3_axis_2<A, B, C>(
        x: Tensor[F32, [A, B, C]],
    ) -> (Tensor[F32, [A, B]], Tensor[F32, [A, B]], Tensor[F32, [A, B]], Tensor[I64, [A, B]]) {
        (reduce[sum, axis = 2](x), reduce[mean, axis = 2](x), reduce[max, axis = 2](x), reduce[argmax, axis = 2](x))
    }

    fn rank_4_axis_0<A, B, C, D>(
        x: Tensor[F32, [A, B, C, D]],
    ) -> (Tensor[F32, [B, C, D]], Tensor[F32, [B, C, D]], Tensor[F32, [B, C, D]], Tensor[I64, [B, C, D]]) {
        (reduce[sum, axis = 0](x), reduce[mean, axis = 0](x), reduce[max, axis = 0](x), reduce[argmax, axis = 0](x))
    }

    fn rank_4_axis_1<A, B, C, D>(
        x: Tensor[F32, [A, B, C, D]],
    ) -> (Tensor[F32, [A, C, D]], Tensor[F32, [A, C, D]], Tensor[F32, [A, C, D]], Tensor[I64, [A, C, D]]) {
        (reduce[sum, axis = 1](x), reduce[mean, axis = 1](x), reduce[max, axis = 1](x), reduce[argmax, axis = 1](x))
    }

    fn rank_4_axis_2<A, B, C, D>(
        x: Tensor[F32, [A, B, C, D]],
    ) -> (Tensor[F32, [A, B, D]], Tensor[F32, [A, B, D]], Tensor[F32, [A, B, D]], Tensor[I64, [A, B, D]]) {
        (reduce[sum, axis = 2](x), reduce[mean, axis = 2](x), reduce[max, axis = 2](x), reduce[argmax, axis = 2](x))
    }

    /// The axis stays, with length 1.
    fn rank_4_axis_3<A, B, C, D>(
        x: Tensor[F32, [A, B, C, D]],
    ) -> (Tensor[F32, [A, B, C, 1]], Tensor[F32, [A, B, C, 1]], Tensor[F32, [A, B, C, 1]], Tensor[I64, [A, B, C, 1]]) {
        (
            reduce_keep[sum, axis = 3](x),
            reduce_keep[mean, axis = 3](x),
            reduce_keep[max, axis = 3](x),
            reduce_keep[argmax, axis = 3](x),
        )
    }

    fn sum_of_rows<A, B>(x: Tensor[F32, [A, B]]) -> Tensor[F32, [A]] requires A >= 0, B >= 0 {
        reduce[sum, axis = 1](x)
    }

    /// Several axes: the largest goes first.
    fn sum_of_two_axes<A, B, C>(x: Tensor[F32, [A, B, C]]) -> Tensor[F32, [B]] { reduce[sum, axes = [0, 2]](x) }

    fn integers<A>(x: Tensor[I64, [A]]) -> (Tensor[I64, []], Tensor[I64, []], Tensor[I64, []]) {
        (reduce[sum, axis = 0](x), reduce[max, axis = 0](x), reduce[argmax, axis = 0](x))
    }
}

/// The numbers that a reduction over the middle of `[outer, length, inner]` takes together, for each result.
fn groups(x: &[f32], [outer, length, inner]: [usize; 3]) -> Vec<Vec<f32>> {
    (0..outer * inner)
        .map(|group| (0..length).map(|index| x[(group / inner * length + index) * inner + group % inner]).collect())
        .collect()
}

fn largest(group: &[f32]) -> usize {
    (0..group.len()).rev().max_by(|&a, &b| group[a].total_cmp(&group[b])).unwrap_or(0)
}

/// All four reductions of `x` over one axis, with that axis gone or 1 in `reduced`.
macro_rules! check {
    ($kernel:ident, $shape:expr, $axis:expr, $reduced:expr) => {{
        let shape = $shape;
        let x = spread(shape.iter().product(), 9.0);
        let (sum, mean, max, argmax) = $kernel(&tensor(shape, x.clone())).unwrap();
        let reduced = $reduced;
        assert_eq!((sum.shape(), mean.shape(), max.shape(), argmax.shape()), (reduced, reduced, reduced, reduced));
        let outer = shape[..$axis].iter().product();
        let inner = shape[$axis + 1..].iter().product();
        for (index, group) in groups(&x, [outer, shape[$axis], inner]).iter().enumerate() {
            let what = format!("{} of {shape:?}, element {index}", stringify!($kernel));
            let count = group.len() as f64;
            let total: f64 = group.iter().map(|&x| f64::from(x)).sum();
            let bound = count * F32.epsilon * group.iter().map(|&x| f64::from(x).abs()).sum::<f64>();
            assert_within(&what, sum.as_slice()[index], total, bound);
            assert_within(&what, mean.as_slice()[index], total / count, bound);
            assert_eq!(max.as_slice()[index], group[largest(group)], "{what}");
            assert_eq!(argmax.as_slice()[index], largest(group) as i64, "{what}");
        }
    }};
}

#[test]
fn each_axis_of_each_rank() {
    for a in [1, 2, 7, 64, 129] {
        check!(rank_1, [a], 0, []);
    }
    for [a, b] in [[1, 1], [1, 13], [13, 1], [7, 11], [3, 67]] {
        check!(rank_2_axis_0, [a, b], 0, [b]);
        check!(rank_2_axis_1, [a, b], 1, [a]);
    }
    for [a, b, c] in [[1, 1, 1], [2, 3, 5], [7, 1, 4], [1, 33, 2]] {
        check!(rank_3_axis_0, [a, b, c], 0, [b, c]);
        check!(rank_3_axis_1, [a, b, c], 1, [a, 1, c]);
        check!(rank_3_axis_2, [a, b, c], 2, [a, b]);
    }
    for [a, b, c, d] in [[1, 1, 1, 1], [2, 3, 5, 7], [3, 1, 2, 17]] {
        check!(rank_4_axis_0, [a, b, c, d], 0, [b, c, d]);
        check!(rank_4_axis_1, [a, b, c, d], 1, [a, c, d]);
        check!(rank_4_axis_2, [a, b, c, d], 2, [a, b, d]);
        check!(rank_4_axis_3, [a, b, c, d], 3, [a, b, c, 1]);
    }
}

fn max_and_argmax(x: &[f32]) -> (f32, i64) {
    let (_, _, max, argmax) = rank_1(&vector(x)).unwrap();
    (max.item(), argmax.item())
}

#[test]
fn the_first_of_equals_is_the_largest() {
    assert_eq!(max_and_argmax(&[10.0, 30.0, 20.0, 30.0, 10.0]), (30.0, 1));
    for length in 1..=65 {
        assert_eq!(max_and_argmax(&vec![4.0; length]).1, 0, "{length} equal elements");
    }
    assert_eq!(max_and_argmax(&[-0.0, 0.0, -0.0]).1, 0);
    let (max, _) = max_and_argmax(&[-0.0, 0.0, -0.0]);
    assert!(max.is_sign_positive(), "+0 is the larger zero");
}

#[test]
fn infinities_and_low_values_have_a_largest() {
    let inf = f32::INFINITY;
    assert_eq!(max_and_argmax(&[-inf, -inf]), (-inf, 0));
    assert_eq!(max_and_argmax(&[-3e38, -2e38]), (-2e38, 1));
    assert_eq!(max_and_argmax(&[-inf, f32::MIN]), (f32::MIN, 1));
    assert_eq!(max_and_argmax(&[1.0, inf, inf]), (inf, 1));
}

#[test]
fn the_first_nan_wins() {
    let nan = f32::NAN;
    for x in [[nan, 1.0, 9.0, nan], [1.0, nan, 9.0, nan], [1.0, 9.0, f32::INFINITY, -nan]] {
        let (max, argmax) = max_and_argmax(&x);
        assert!(max.is_nan(), "max of {x:?}");
        assert_eq!(argmax as usize, x.iter().position(|x| x.is_nan()).unwrap(), "argmax of {x:?}");
    }
    let (sum, mean, ..) = rank_1(&vector(&[1.0, nan])).unwrap();
    assert!(sum.item().is_nan() && mean.item().is_nan());
}

#[test]
fn sums_of_nothing_are_zero() {
    assert_eq!(sum_of_rows(&tensor([3, 0], vec![])).unwrap().as_slice(), [0.0; 3]);
    assert_eq!(sum_of_rows(&tensor([0, 3], vec![])).unwrap().shape(), [0]);
    assert_eq!(sum_of_rows(&tensor([2, 2], vec![1.0, 2.0, 3.0, 4.0])).unwrap().as_slice(), [3.0, 7.0]);
}

#[test]
fn several_axes_at_once() {
    let x = tensor([2, 3, 2], (0..12).map(|value| value as f32).collect());
    assert_eq!(sum_of_two_axes(&x).unwrap().as_slice(), [14.0, 22.0, 30.0]);
}

#[test]
fn integers_wrap_and_compare_with_their_sign() {
    let of = |x: &[i64]| {
        let (sum, max, argmax) = integers(&vector(x)).unwrap();
        (sum.item(), max.item(), argmax.item())
    };
    assert_eq!(of(&[3, -5, 9, 9]), (16, 9, 2));
    assert_eq!(of(&[i64::MAX, 1]), (i64::MIN, i64::MAX, 0));
    assert_eq!(of(&[i64::MIN, i64::MIN]), (0, i64::MIN, 0));
    assert_eq!(of(&[-7, -3, -3]), (-13, -3, 1));
}
