//! The programs of the language page that are hard to get right: those that are accepted, compiled and called through
//! the macro's functions. Those that are rejected are fixtures of the checker.

use std::fmt::Debug;
use tensor_runtime::{Element, Error, Tensor, tensor_fn};

tensor_fn! {
    fn reshape_unused<A, B>(x: Tensor[F32, [A]], y: Tensor[F32, [B]]) -> Tensor[F32, [A]] {
        let _u = reshape[B](x);
        add(x, y)
    }

    fn equal_lengths<A, B>(x: Tensor[F32, [A]], y: Tensor[F32, [B]]) -> Tensor[F32, [A], A == B] {
        let _u = reshape[B](x);
        x
    }
    fn calls_equal_lengths<A, B>(x: Tensor[F32, [A]], y: Tensor[F32, [B]]) -> Tensor[F32, [A]] {
        add(equal_lengths(x, y), y)
    }

    fn largest_of_flattened<H, E>(x: Tensor[F32, [H, E]]) -> Tensor[F32, []] {
        dim N = H * E;
        reduce[max, axis = 0](reshape[N](x))
    }
    fn sum_of_flattened<H, E>(x: Tensor[F32, [H, E]]) -> Tensor[F32, []] requires H >= 0 {
        dim N = H * E;
        reduce[sum, axis = 0](reshape[N](x))
    }

    fn one_or_all<D, E>(x: Tensor[F32, [E]], y: Tensor[F32, [D]]) -> Tensor[F32, [D]]
    requires E == 1 || E == D
    { broadcast[D](x) }

    fn floor_of_half<S, T>(x: Tensor[F32, [S]], y: Tensor[F32, [T]]) -> Tensor[F32, [T]]
    requires (S - T) / 2 >= 0
    { slice[axis = 0, start = 0, stop = T](x) }

    fn eighths<B, S, D>(x: Tensor[F32, [B, S, D], D % 8 == 0]) -> Tensor[F32, [B, S, 8, D / 8]] {
        let y: Tensor[F32, [B, S, 8, D / 8], D % 8 == 0] = reshape[B, S, 8, D / 8](x);
        y
    }

    fn at_least_one<D>(x: Tensor[F32, [D]]) -> Tensor[F32, [D], D >= 1] { x }

    fn odd<S>(x: Tensor[F32, [2 * S + 1]]) -> (Tensor[F32, [2 * S + 1]], Tensor[I64, []]) { (x, scalar[I64](S)) }

    fn quotient_unused<N>(x: Tensor[I32, [N]], y: Tensor[I32, [N]]) -> Tensor[I32, [N]] {
        let _q = div(x, y);
        x
    }

    /// Splits the last axis into `heads` heads.
    fn split_heads<B, S, D>(x: Tensor[F32, [B, S, D]], heads: dim, E: dim) -> Tensor[F32, [B, heads, S, E]]
    assume D == heads * E
    { transpose[0, 2, 1, 3](reshape[B, S, heads, E](x)) }
}

#[track_caller]
fn message<T: Debug>(result: Result<T, Error>) -> String {
    result.expect_err("the arguments do not fit").to_string()
}

/// 0, 1, 2 and so on.
fn counting<const R: usize>(shape: [usize; R]) -> Tensor<f32, R> {
    let numbers = (0..shape.iter().product::<usize>()).map(|number| number as f32).collect();
    Tensor::from_shape_vec(shape, numbers).expect("as many as the shape says")
}

fn vector<T: Element + Copy>(values: &[T]) -> Tensor<T, 1> {
    Tensor::from_shape_vec([values.len()], values.to_vec()).expect("one axis")
}

#[test]
fn a_reshape_that_nobody_uses_is_checked_before_any_work() {
    assert_eq!(reshape_unused(&counting([3]), &counting([3])).unwrap().as_slice(), [0.0, 2.0, 4.0]);
    let mut out = Tensor::from_elem([2], 7.0_f32);
    let error = message(reshape_unused_into(&counting([2]), &counting([3]), &mut out));
    assert_eq!(error, "reshape_unused: `A == B` (reshape in `reshape_unused`) does not hold: A = 2, B = 3");
    assert_eq!(out.as_slice(), [7.0, 7.0]);
}

#[test]
fn what_a_callee_assumes_its_caller_checks() {
    assert_eq!(calls_equal_lengths(&counting([2]), &counting([2])).unwrap().as_slice(), [0.0, 2.0]);
    assert_eq!(
        message(calls_equal_lengths(&counting([2]), &counting([3]))),
        "calls_equal_lengths: `A == B` (reshape in `equal_lengths`) does not hold: A = 2, B = 3"
    );
    assert_eq!(
        message(equal_lengths(&counting([2]), &counting([3]))),
        "equal_lengths: `A == B` (reshape in `equal_lengths`) does not hold: A = 2, B = 3"
    );
}

#[test]
fn a_product_of_dims_is_a_dim() {
    assert_eq!(largest_of_flattened(&counting([2, 3])).unwrap().item(), 5.0);
    assert_eq!(sum_of_flattened(&counting([2, 3])).unwrap().item(), 15.0);
    assert_eq!(sum_of_flattened(&counting([0, 3])).unwrap().item(), 0.0);
    assert_eq!(
        message(largest_of_flattened(&counting([0, 3]))),
        "largest_of_flattened: `H >= 1` (default bound) does not hold: H = 0"
    );
}

#[test]
fn a_disjunction_is_decided_at_the_call() {
    let y = counting([3]);
    assert_eq!(one_or_all(&vector(&[7.0_f32]), &y).unwrap().as_slice(), [7.0; 3]);
    assert_eq!(one_or_all(&vector(&[7.0_f32, 8.0, 9.0]), &y).unwrap().as_slice(), [7.0, 8.0, 9.0]);
    assert_eq!(
        message(one_or_all(&counting([2]), &y)),
        "one_or_all: `E == 1 || E == D` (from `requires`) does not hold: D = 3, E = 2"
    );
}

#[test]
fn division_of_dims_rounds_down() {
    assert_eq!(floor_of_half(&counting([4]), &counting([3])).unwrap().as_slice(), [0.0, 1.0, 2.0]);
    assert_eq!(
        message(floor_of_half(&counting([3]), &counting([4]))),
        "floor_of_half: `(S - T) / 2 >= 0` (from `requires`) does not hold: S = 3, T = 4"
    );
}

#[test]
fn a_reshape_that_is_proved() {
    let x = counting([2, 3, 16]);
    let y = eighths(&x).unwrap();
    assert_eq!((y.shape(), y.as_slice()), ([2, 3, 8, 2], x.as_slice()));
    assert_eq!(
        message(eighths(&counting([2, 3, 12]))),
        "eighths: `D % 8 == 0` (refinement of `x`) does not hold: D = 12"
    );
}

#[test]
fn a_result_has_an_element_because_every_variable_has_one() {
    assert_eq!(at_least_one(&counting([1])).unwrap().as_slice(), [0.0]);
    assert_eq!(message(at_least_one(&counting([0]))), "at_least_one: `D >= 1` (default bound) does not hold: D = 0");
}

#[test]
fn a_dim_with_a_coefficient_is_solved() {
    let with = |length| odd(&counting([length]));
    assert_eq!(message(with(0)), "odd: parameter `x`, axis 0: 2 * S + 1 = 0 has no whole solution for S");
    assert_eq!(message(with(1)), "odd: `S >= 1` (default bound) does not hold: S = 0");
    assert_eq!(message(with(4)), "odd: parameter `x`, axis 0: 2 * S + 1 = 4 has no whole solution for S");
    let (x, s) = with(5).unwrap();
    assert_eq!((x.shape(), s.item()), ([5], 2));
}

#[test]
fn a_zero_divisor_counts_though_nobody_uses_the_quotient() {
    let x = vector(&[6_i32, i32::MIN]);
    assert_eq!(quotient_unused(&x, &vector(&[2, -1])).unwrap(), x);
    assert_eq!(message(quotient_unused(&x, &vector(&[2, 0]))), "quotient_unused: div: a divisor is zero");
}

#[test]
fn heads_are_split() {
    let y = split_heads(&counting([1, 2, 4]), 2, 2).unwrap();
    assert_eq!((y.shape(), y.as_slice()), ([1, 2, 2, 2], &[0.0, 1.0, 4.0, 5.0, 2.0, 3.0, 6.0, 7.0][..]));
    assert_eq!(
        message(split_heads(&counting([1, 2, 4]), 2, 3)),
        "split_heads: `D == heads * E` (from `assume`) does not hold: D = 4, heads = 2, E = 3"
    );
}
