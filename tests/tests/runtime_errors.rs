//! What a call says of arguments that do not fit: function, parameter, axis, condition and numbers; and that it says so
//! before any work. The texts are part of what users see, so they are asserted whole.

use ndarray::{Array1, Array2, ArrayView1, ArrayView2, aview0};
use std::fmt::Debug;
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    fn plus<B, S>(x: Tensor[F32, [B, S]], y: Tensor[F32, [B, S]]) -> Tensor[F32, [B, S]] { x + y }
    fn odd<S>(x: Tensor[F32, [2 * S + 1]]) -> (Tensor[F32, [2 * S + 1]], Tensor[I64, []]) { (x, scalar[I64](S)) }
    fn triple<B>(x: Tensor[F32, [B, 3]]) -> Tensor[F32, [B]] { reduce[sum, axis = 1](x) }
    fn eighths<S, D>(x: Tensor[F32, [S, D], D % 8 == 0], y: Tensor[F32, [D]]) -> Tensor[F32, [S, D], D % 8 == 0] {
        x + broadcast[S, D](y)
    }
    fn bounded<S, T>(x: Tensor[F32, [S]], y: Tensor[F32, [T]]) -> Tensor[F32, [S]]
    requires S <= 4, S + T >= 5
    { x * 2 }
    fn either<D, E>(x: Tensor[F32, [E]], like: Tensor[F32, [D]]) -> Tensor[F32, [D]]
    requires E == 1 || E == D
    { broadcast[D](x) }
    fn empty<S, T>(x: Tensor[F32, [S]], y: Tensor[F32, [T]]) -> Tensor[F32, [S]] requires S >= 0 { x }
    fn repeated<C>(x: Tensor[F32, [C]], rows: dim) -> Tensor[F32, [rows, C]] { broadcast[rows, C](x) }
    fn split<A, B>(x: Tensor[F32, [A + B]], y: Tensor[F32, [B]]) -> Tensor[F32, [A + B]] { x }
    fn shrunk<S, T>(x: Tensor[F32, [S - T]], y: Tensor[F32, [T]]) -> Tensor[F32, [S - T]] requires S >= T { x }
    fn halves<S, T>(x: Tensor[F32, [S]], y: Tensor[F32, [T]]) -> Tensor[F32, [S]] requires (S - T) / 2 >= 0 { x }
    fn total<A, B>(x: Tensor[F32, [A, B]]) -> Tensor[F32, []] { reduce[sum, axes = [0, 1]](x) }
    fn table<A, B>(x: Tensor[F32, [A]], y: Tensor[F32, [B]]) -> Tensor[F32, [A]] {
        reduce[sum, axis = 1](broadcast[A, B](y)) + x
    }
    fn large<C>(x: Tensor[F32, [C]], n: dim) -> Tensor[F32, [C]]
    requires 4 * n >= 8, n <= 9223372036854775807
    { x }
}

#[track_caller]
fn message<T: Debug>(result: Result<T, Error>) -> String {
    result.expect_err("the arguments do not fit").to_string()
}

fn zeros<const R: usize>(shape: [usize; R]) -> Tensor<f32, R> {
    Tensor::zeros(shape)
}

#[test]
fn a_repeated_dim_that_differs() {
    assert_eq!(message(plus(&zeros([2, 3]), &zeros([2, 4]))), "plus: parameter `y`, axis 1: expected S = 3, found 4");
    assert_eq!(message(plus(&zeros([2, 3]), &zeros([1, 3]))), "plus: parameter `y`, axis 0: expected B = 2, found 1");
}

#[test]
fn a_compound_dim_without_a_solution() {
    let with = |length| odd(&zeros([length]));
    assert_eq!(message(with(0)), "odd: parameter `x`, axis 0: 2 * S + 1 = 0 has no whole solution for S");
    assert_eq!(message(with(1)), "odd: `S >= 1` (default bound) does not hold: S = 0");
    assert_eq!(message(with(4)), "odd: parameter `x`, axis 0: 2 * S + 1 = 4 has no whole solution for S");
    let (x, s) = with(5).unwrap();
    assert_eq!((x.shape(), s.item()), ([5], 2));
}

#[test]
fn a_dim_of_several_variables() {
    assert!(split(&zeros([5]), &zeros([2])).is_ok());
    assert_eq!(message(split(&zeros([5]), &zeros([5]))), "split: `A >= 1` (default bound) does not hold: A = 0");
    assert_eq!(
        message(split(&zeros([2]), &zeros([5]))),
        "split: parameter `x`, axis 0: A + B = 2 holds for a negative A only: A = -3, B = 5"
    );
    assert!(shrunk(&zeros([0]), &zeros([2])).is_ok());
}

#[test]
fn a_constant_in_a_shape() {
    assert_eq!(message(triple(&zeros([2, 4]))), "triple: parameter `x`, axis 1: expected 3, found 4");
}

#[test]
fn a_refinement_that_does_not_hold() {
    assert!(eighths(&zeros([3, 16]), &zeros([16])).is_ok());
    assert_eq!(
        message(eighths(&zeros([3, 12]), &zeros([12]))),
        "eighths: `D % 8 == 0` (refinement of `x`) does not hold: D = 12"
    );
}

#[test]
fn a_requires_clause_that_does_not_hold() {
    assert!(bounded(&zeros([4]), &zeros([1])).is_ok());
    assert_eq!(message(bounded(&zeros([5]), &zeros([1]))), "bounded: `S <= 4` (from `requires`) does not hold: S = 5");
    assert_eq!(
        message(bounded(&zeros([3]), &zeros([1]))),
        "bounded: `S + T >= 5` (from `requires`) does not hold: S = 3, T = 1"
    );
    assert_eq!(
        message(either(&zeros([2]), &zeros([3]))),
        "either: `E == 1 || E == D` (from `requires`) does not hold: D = 3, E = 2"
    );
}

#[test]
fn division_in_a_condition_rounds_down() {
    assert!(halves(&zeros([4]), &zeros([4])).is_ok());
    // -1 / 2 is -1 here, and would be 0 in Rust.
    assert_eq!(
        message(halves(&zeros([3]), &zeros([4]))),
        "halves: `(S - T) / 2 >= 0` (from `requires`) does not hold: S = 3, T = 4"
    );
}

#[test]
fn only_what_opts_in_may_be_empty() {
    assert_eq!(empty(&zeros([0]), &zeros([1])).unwrap().shape(), [0]);
    assert_eq!(message(empty(&zeros([0]), &zeros([0]))), "empty: `T >= 1` (default bound) does not hold: T = 0");
    assert_eq!(message(plus(&zeros([2, 0]), &zeros([2, 0]))), "plus: `S >= 1` (default bound) does not hold: S = 0");
}

#[test]
fn a_dim_argument() {
    assert_eq!(repeated(&zeros([3]), 2).unwrap().shape(), [2, 3]);
    assert_eq!(message(repeated(&zeros([3]), 0)), "repeated: `rows >= 1` (default bound) does not hold: rows = 0");
    assert_eq!(
        message(repeated(&zeros([3]), usize::MAX)),
        "repeated: `F32[rows, C]` = [18446744073709551615, 3] does not fit in the address space"
    );
    assert_eq!(
        message(repeated(&zeros([4]), 1 << 61)),
        "repeated: `F32[rows, C]` = [2305843009213693952, 4] does not fit in the address space"
    );
}

#[test]
fn conditions_on_huge_numbers_do_not_wrap() {
    // 4 · 2⁶² is 0 in 64 bits.
    assert!(large(&zeros([3]), 1 << 62).is_ok());
    assert_eq!(message(large(&zeros([3]), 1)), "large: `4 * n >= 8` (from `requires`) does not hold: n = 1");
    assert_eq!(
        message(large(&zeros([3]), usize::MAX)),
        "large: `n <= 9223372036854775807` (from `requires`) does not hold: n = 18446744073709551615"
    );
}

#[test]
fn absurd_sizes() {
    let one = 1.0_f32;
    let unit = aview0(&one);
    let huge: ArrayView2<'_, f32> = unit.broadcast((1 << 31, 1 << 31)).expect("ndarray allows as many elements");
    assert_eq!(message(total(huge)), "total: `F32[A, B]` = [2147483648, 2147483648] does not fit in the address space");
    let long: ArrayView1<'_, f32> = unit.broadcast(1 << 40).expect("ndarray allows as many elements");
    assert_eq!(
        message(table(long, long)),
        "table: `F32[A, B]` = [1099511627776, 1099511627776] does not fit in the address space"
    );
    // It would fit in the address space, but in no machine.
    let long: ArrayView1<'_, f32> = unit.broadcast(1 << 58).expect("ndarray allows as many elements");
    assert_eq!(message(empty(long, &zeros([1]))), "empty: out of memory: could not allocate 1152921504606846976 bytes");
}

#[test]
fn outputs_of_another_shape() {
    let x = zeros([2, 3]);
    let mut out = Tensor::from_elem([2, 4], 7.0_f32);
    assert_eq!(message(plus_into(&x, &x, &mut out)), "plus: output `out`, axis 1: expected S = 3, found 4");
    assert_eq!(out, Tensor::from_elem([2, 4], 7.0), "nothing is written before all is checked");
    let mut s = Tensor::zeros([]);
    let error = message(odd_into(&zeros([5]), &mut zeros([7]), &mut s));
    assert_eq!(error, "odd: output `out0`, axis 0: expected 2 * S + 1 = 5, found 7");
}

#[test]
fn an_error_leaves_the_outputs_alone() {
    let mut out = Tensor::from_elem([2, 3], 7.0_f32);
    assert!(plus_into(&zeros([2, 3]), &zeros([2, 4]), &mut out).is_err());
    assert_eq!(out, Tensor::from_elem([2, 3], 7.0));
}

#[test]
fn the_first_fault_in_order_is_reported() {
    // Both axes of `y` differ, and so does the output.
    let mut out = zeros([9, 9]);
    assert_eq!(
        message(plus_into(&zeros([2, 3]), &zeros([4, 5]), &mut out)),
        "plus: parameter `y`, axis 0: expected B = 2, found 4"
    );
    // The refinement of `x` does not hold, and `y` does not fit: shapes come before conditions.
    assert_eq!(
        message(eighths(&zeros([3, 12]), &zeros([16]))),
        "eighths: parameter `y`, axis 0: expected D = 12, found 16"
    );
}

#[test]
fn arrays_of_ndarray_are_checked_alike() {
    let x = Array2::<f32>::zeros((2, 3));
    assert_eq!(message(plus(&x, x.t())), "plus: parameter `y`, axis 0: expected B = 2, found 3");
    assert_eq!(message(odd(&Array1::<f32>::zeros(4))), message(odd(&zeros([4]))));
}

#[test]
fn errors_can_be_matched_and_passed_on() {
    fn run() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        triple(&zeros([2, 4]))?;
        Ok(())
    }
    assert!(run().is_err());
    let Err(Error::Axis { function, parameter, axis, expected, found, .. }) = triple(&zeros([2, 4])) else {
        panic!("an axis is wrong");
    };
    assert_eq!((function, parameter, axis, expected, found), ("triple", "x", 1, 3, 4));
}
