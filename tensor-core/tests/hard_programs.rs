//! The programs of the language page that are hard to get right, checked and then called in the reference interpreter.

use tensor_core::check::{CheckedFn, Record, check_block};
use tensor_core::eval::{EvalError, Rejection, Value, eval};
use tensor_core::smt::Z3;
use tensor_core::syntax::parse_block;
use tensor_core::types::DType;

/// The last function of an accepted program.
#[track_caller]
fn accepted(source: &str) -> CheckedFn {
    let parsed = parse_block(source.parse().expect("a program is made of Rust tokens"));
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    let outcomes = check_block(&parsed.block, &Z3::new(&parsed.block.flags), Record::Nothing);
    outcomes.into_iter().last().expect("the program has a function").result.expect("the program is right")
}

/// F32 from consecutive integers.
fn counting(shape: &[usize]) -> Value {
    let count: usize = shape.iter().product();
    Value::new(DType::F32, shape, (0..count).map(|number| number as f64)).expect("integers are F32")
}

fn f32s(shape: &[usize], elements: &[f64]) -> Value {
    Value::new(DType::F32, shape, elements.iter().copied()).expect("the elements are F32")
}

fn integers(elements: &[i64]) -> Value {
    Value::new(DType::I32, &[elements.len()], elements.iter().copied()).expect("the elements are I32")
}

#[track_caller]
fn rejected(checked: &CheckedFn, inputs: &[Value]) -> Rejection {
    match eval(checked, inputs, &[]) {
        Err(EvalError::Rejected(rejection)) => rejection,
        other => panic!("expected a condition that does not hold, found {other:?}"),
    }
}

#[test]
fn a_reshape_that_nobody_uses_is_checked() {
    let f = accepted(
        "fn f<A, B>(x: Tensor[F32, [A]], y: Tensor[F32, [B]]) -> Tensor[F32, [A]] { let _u = reshape[B](x); add(x, y) }",
    );
    assert_eq!(eval(&f, &[counting(&[3]), counting(&[3])], &[]), Ok(vec![f32s(&[3], &[0.0, 2.0, 4.0])]));
    assert!(matches!(rejected(&f, &[counting(&[2]), counting(&[3])]), Rejection::Condition(_)));
}

#[test]
fn what_a_callee_assumes_its_caller_checks() {
    let f = accepted(
        "fn g<A, B>(x: Tensor[F32, [A]], y: Tensor[F32, [B]]) -> Tensor[F32, [A], A == B] { let _u = reshape[B](x); x }
         fn f<A, B>(x: Tensor[F32, [A]], y: Tensor[F32, [B]]) -> Tensor[F32, [A]] { add(g(x, y), y) }",
    );
    assert_eq!(eval(&f, &[counting(&[2]), counting(&[2])], &[]), Ok(vec![f32s(&[2], &[0.0, 2.0])]));
    let Rejection::Condition(check) = rejected(&f, &[counting(&[2]), counting(&[3])]) else { panic!("a condition") };
    assert_eq!(check.origin, tensor_core::logic::Origin::Reshape("g".to_owned()));
}

#[test]
fn a_disjunction_is_decided_at_the_call() {
    let f = accepted(
        "fn f<D, E>(x: Tensor[F32, [E]], y: Tensor[F32, [D]]) -> Tensor[F32, [D]] requires E == 1 || E == D { broadcast[D](x) }",
    );
    let y = || counting(&[3]);
    assert_eq!(eval(&f, &[f32s(&[1], &[7.0]), y()], &[]), Ok(vec![f32s(&[3], &[7.0; 3])]));
    assert_eq!(eval(&f, &[counting(&[3]), y()], &[]), Ok(vec![counting(&[3])]));
    assert!(matches!(rejected(&f, &[counting(&[2]), y()]), Rejection::Condition(_)));
}

#[test]
fn division_of_dims_rounds_down() {
    let f = accepted(
        "fn f<S, T>(x: Tensor[F32, [S]], y: Tensor[F32, [T]]) -> Tensor[F32, [T]] requires (S - T) / 2 >= 0
         { slice[axis = 0, start = 0, stop = T](x) }",
    );
    assert_eq!(eval(&f, &[counting(&[4]), counting(&[2])], &[]), Ok(vec![counting(&[2])]));
    let Rejection::Condition(check) = rejected(&f, &[counting(&[3]), counting(&[4])]) else { panic!("a condition") };
    assert_eq!(check.written, "(S - T) / 2 >= 0");
}

#[test]
fn a_proved_reshape() {
    let f = accepted(
        "fn f<B, S, D>(x: Tensor[F32, [B, S, D], D % 8 == 0]) -> Tensor[F32, [B, S, 8, D / 8], D % 8 == 0]
         { reshape[B, S, 8, D / 8](x) }",
    );
    assert_eq!(eval(&f, &[counting(&[2, 1, 16])], &[]), Ok(vec![counting(&[2, 1, 8, 2])]));
    assert!(matches!(rejected(&f, &[counting(&[2, 1, 12])]), Rejection::Condition(_)));
}

#[test]
fn a_dim_with_a_coefficient_is_solved() {
    let f = accepted("fn f<S>(x: Tensor[F32, [2 * S + 1]]) -> Tensor[F32, [2 * S + 1]] { x }");
    assert!(matches!(rejected(&f, &[counting(&[0])]), Rejection::Indivisible { .. }));
    assert!(matches!(rejected(&f, &[counting(&[1])]), Rejection::Condition(_)));
    assert!(matches!(rejected(&f, &[counting(&[4])]), Rejection::Indivisible { .. }));
    assert_eq!(eval(&f, &[counting(&[5])], &[]), Ok(vec![counting(&[5])]));
}

#[test]
fn a_zero_divisor_counts_though_nobody_uses_the_quotient() {
    let f = accepted("fn f<N>(x: Tensor[I32, [N]], y: Tensor[I32, [N]]) -> Tensor[I32, [N]] { let _q = div(x, y); x }");
    assert_eq!(eval(&f, &[integers(&[6, 7]), integers(&[2, -1])], &[]), Ok(vec![integers(&[6, 7])]));
    assert!(matches!(eval(&f, &[integers(&[6, 7]), integers(&[2, 0])], &[]), Err(EvalError::Fault(_))));
}

#[test]
fn heads_are_split_and_joined() {
    let f = accepted(
        "fn split<B, S, D>(x: Tensor[F32, [B, S, D]], heads: dim, E: dim) -> Tensor[F32, [B, heads, S, E]]
         assume D == heads * E
         { transpose[0, 2, 1, 3](reshape[B, S, heads, E](x)) }",
    );
    let expected = f32s(&[1, 2, 2, 2], &[0.0, 1.0, 4.0, 5.0, 2.0, 3.0, 6.0, 7.0]);
    assert_eq!(eval(&f, &[counting(&[1, 2, 4])], &[2, 2]), Ok(vec![expected]));
    assert!(matches!(eval(&f, &[counting(&[1, 2, 4])], &[2, 3]), Err(EvalError::Rejected(Rejection::Condition(_)))));
}
