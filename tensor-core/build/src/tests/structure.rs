//! What the plan decides, seen from outside: copies, aliases, faults, extents of 0 and 1, memory.

use super::loaded::Kernel;
use tensor_core::eval::Value;
use tensor_core::types::{DType, Element};

fn f32s(shape: &[usize], values: &[f32]) -> Value {
    Value::new(DType::F32, shape, values.iter().copied()).unwrap()
}

fn i64s(shape: &[usize], values: &[i64]) -> Value {
    Value::new(DType::I64, shape, values.iter().copied()).unwrap()
}

fn check(kernel: &Kernel, inputs: &[Value], expected: &[Value]) {
    let outcome = kernel.call(inputs, &[]);
    assert_eq!(outcome.status, 0);
    assert_eq!(outcome.outputs, expected);
    assert_eq!(Kernel::not_freed(), 0);
}

#[test]
fn a_value_may_be_returned_twice_and_a_parameter_as_it_is() {
    let kernel = Kernel::new(
        "fn f<A>(x: Tensor[F32, [A]]) -> (Tensor[F32, [A]], Tensor[F32, [A]], Tensor[F32, [A]], Tensor[F32, [A]]) {
            let y = x + x;
            (y, x, y, x)
        }",
    );
    let (x, y) = (f32s(&[3], &[1.0, -2.0, 0.5]), f32s(&[3], &[2.0, -4.0, 1.0]));
    let inputs = [x.clone()];
    check(&kernel, &inputs, &[y.clone(), x.clone(), y, x]);
    let none = f32s(&[0], &[]);
    let kernel =
        Kernel::new("fn f<A>(x: Tensor[F32, [A]]) -> (Tensor[F32, [A]], Tensor[F32, [A]]) requires A >= 0 { (x, x) }");
    check(&kernel, std::slice::from_ref(&none), &[none.clone(), none.clone()]);
}

#[test]
fn an_axis_that_may_be_stretched_is_or_is_not() {
    let kernel = Kernel::new(
        "fn f<D, E>(x: Tensor[F32, [E]], y: Tensor[F32, [D]]) -> (Tensor[F32, [D]], Tensor[F32, [2]])
         requires E == 1 || E == D, D >= 2
         { (broadcast[D](x) + y, slice[axis = 0, start = D - 2, stop = D](broadcast[D](x))) }",
    );
    let y = f32s(&[3], &[10.0, 20.0, 30.0]);
    check(&kernel, &[f32s(&[1], &[1.0]), y.clone()], &[f32s(&[3], &[11.0, 21.0, 31.0]), f32s(&[2], &[1.0, 1.0])]);
    check(&kernel, &[f32s(&[3], &[1.0, 2.0, 3.0]), y], &[f32s(&[3], &[11.0, 22.0, 33.0]), f32s(&[2], &[2.0, 3.0])]);
}

#[test]
fn an_axis_of_one_element_is_stretched_to_none() {
    let kernel = Kernel::new(
        "fn f<D>(x: Tensor[F32, [1]], y: Tensor[F32, [D]]) -> Tensor[F32, [D]] requires D >= 0 { broadcast[D](x) * y }",
    );
    check(&kernel, &[f32s(&[1], &[1.0]), f32s(&[0], &[])], &[f32s(&[0], &[])]);
}

#[test]
fn a_product_over_nothing_is_zero() {
    let kernel = Kernel::new(
        "fn f<B, M, K, N>(x: Tensor[F32, [B, M, K]], y: Tensor[F32, [B, K, N]]) -> Tensor[F32, [B, M, N]]
         requires B >= 0, M >= 0, K >= 0, N >= 0
         { matmul(x, y) }",
    );
    check(&kernel, &[f32s(&[1, 2, 0], &[]), f32s(&[1, 0, 3], &[])], &[f32s(&[1, 2, 3], &[0.0; 6])]);
    check(&kernel, &[f32s(&[1, 0, 2], &[]), f32s(&[1, 2, 3], &[1.0; 6])], &[f32s(&[1, 0, 3], &[])]);
    check(&kernel, &[f32s(&[0, 1, 2], &[]), f32s(&[0, 2, 3], &[])], &[f32s(&[0, 1, 3], &[])]);
    // [1 2; 3 4] x [5 6 7; 8 9 10], and the same with the sign changed.
    let x = f32s(&[2, 2, 2], &[1.0, 2.0, 3.0, 4.0, -1.0, -2.0, -3.0, -4.0]);
    let y = f32s(&[2, 2, 3], &[5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]);
    let product = [21.0, 24.0, 27.0, 47.0, 54.0, 61.0, -21.0, -24.0, -27.0, -47.0, -54.0, -61.0];
    check(&kernel, &[x, y], &[f32s(&[2, 2, 3], &product)]);
}

#[test]
fn matrices_are_read_through_transposes_and_broadcasts() {
    let kernel = Kernel::new(
        "fn f<M, K, N>(x: Tensor[I64, [K, M]], y: Tensor[I64, [N, K]]) -> Tensor[I64, [2, M, N]] {
            let x = broadcast[2, M, K](transpose[1, 0](x));
            matmul(x, broadcast[2, K, N](transpose[1, 0](y)))
        }",
    );
    // x^T = [1 4; 2 5; 3 6], y^T = [7; 8].
    let x = i64s(&[2, 3], &[1, 2, 3, 4, 5, 6]);
    let product = [39, 54, 69, 39, 54, 69];
    check(&kernel, &[x, i64s(&[1, 2], &[7, 8])], &[i64s(&[2, 3, 1], &product)]);
}

#[test]
fn reductions_over_what_moves_along_no_loop() {
    let kernel = Kernel::new(
        "fn f<A>(x: Tensor[I64, [A]]) -> (Tensor[I64, [A]], Tensor[I64, []]) requires A >= 0
         { (reduce[sum, axis = 1](broadcast[A, 3](scalar[I64](7))), reduce[sum, axis = 0](x * 0 + 1)) }",
    );
    check(&kernel, &[i64s(&[2], &[5, 6])], &[i64s(&[2], &[21, 21]), i64s(&[], &[2])]);
    check(&kernel, &[i64s(&[0], &[])], &[i64s(&[0], &[]), i64s(&[], &[0])]);
}

#[test]
fn the_first_fault_of_the_program_is_returned_and_results_are_written() {
    let kernel = Kernel::new(
        "fn f<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> (Tensor[I64, [N]], Tensor[I64, [N]]) requires N >= 0 {
            let a = pow(x, y);
            let b = div(x, y);
            (b + 1, a)
        }",
    );
    let (pow, div) = (2 + 2, 2 + 3);
    let status = |x: &[i64], y: &[i64]| {
        let outcome = kernel.call(&[i64s(&[x.len()], x), i64s(&[y.len()], y)], &[]);
        assert_eq!(outcome.outputs.len(), 2);
        outcome.status
    };
    assert_eq!(status(&[2, 3], &[1, 2]), 0);
    assert_eq!(status(&[2, 3], &[0, 2]), div);
    assert_eq!(status(&[2, 3], &[0, -2]), pow);
    assert_eq!(status(&[-1, 1], &[-3, -2]), 0);
    assert_eq!(status(&[0], &[-1]), pow);
    assert_eq!(status(&[], &[]), 0);
}

#[test]
fn a_fault_counts_where_its_element_is_not_used() {
    let kernel = Kernel::new(
        "fn f<N>(x: Tensor[I64, [N]], y: Tensor[I64, [1]]) -> (Tensor[I64, [1]], Tensor[I64, [0]]) {
            (slice[axis = 0, start = 0, stop = 1](div(1, x)), broadcast[0](div(2, y)))
        }",
    );
    let call = |x: &[i64], y: i64| kernel.call(&[i64s(&[x.len()], x), i64s(&[1], &[y])], &[]).status;
    assert_eq!(call(&[1, 2], 3), 0);
    assert_ne!(call(&[1, 0], 3), 0);
    assert_ne!(call(&[1, 2], 0), 0);
}

#[test]
fn integers_wrap_and_divide_without_traps() {
    let kernel = Kernel::new(
        "fn f<N>(x: Tensor[I8, [N]], y: Tensor[I8, [N]])
            -> (Tensor[I8, [N]], Tensor[I8, [N]], Tensor[I8, [N]], Tensor[I8, [N]], Tensor[I8, [N]])
         { (div(x, y), x * y, abs(x), -x, pow(x, abs(y))) }",
    );
    let i8s = |values: &[i8]| Value::new(DType::I8, &[values.len()], values.iter().copied()).unwrap();
    let x = i8s(&[-128, -7, 7, 127]);
    let y = i8s(&[-1, 2, -2, 3]);
    // 127^3 = 2048383 = 8001 * 256 + 127.
    let expected = [
        i8s(&[-128, -3, -3, 42]),
        i8s(&[-128, -14, -14, 125]),
        i8s(&[-128, 7, 7, 127]),
        i8s(&[-128, 7, -7, -127]),
        i8s(&[-128, 49, 49, 127]),
    ];
    check(&kernel, &[x, y], &expected);
}

#[test]
fn casts_saturate_and_round_once() {
    let kernel = Kernel::new(
        "fn f<N>(x: Tensor[F32, [N]]) -> (Tensor[I8, [N]], Tensor[I64, [N]], Tensor[Bool, [N]])
         { (cast[I8](x), cast[I64](x), cast[Bool](x)) }",
    );
    let x = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -128.9, 127.9, 128.0, -0.0, 0.5, 9.3e18, -9.3e18];
    let (max, min) = (i64::MAX, i64::MIN);
    let bool = |values: &[bool]| Value::new(DType::Bool, &[values.len()], values.iter().copied()).unwrap();
    let expected = [
        Value::new(DType::I8, &[10], [0i8, 127, -128, -128, 127, 127, 0, 0, 127, -128]).unwrap(),
        i64s(&[10], &[0, max, min, -128, 127, 128, 0, 0, max, min]),
        bool(&[true, true, true, true, true, true, false, true, true, true]),
    ];
    check(&kernel, &[f32s(&[10], &x)], &expected);
    let kernel = Kernel::new("fn f<N>(x: Tensor[I64, [N]]) -> Tensor[F32, [N]] { cast[F32](x) }");
    // 2^24 + 1 and 2^62 + 2^38 + 1: to even, and up because of the lowest bit.
    let exact = (1 << 62) + (1 << 38);
    check(
        &kernel,
        &[i64s(&[3], &[(1 << 24) + 1, exact, exact + 1])],
        &[f32s(&[3], &[16_777_216.0, 4_611_686_018_427_387_904.0, 4_611_686_568_183_201_792.0])],
    );
}

#[test]
fn minimum_maximum_and_their_positions_with_nan_and_zeros() {
    let kernel = Kernel::new(
        "fn f<N, K>(x: Tensor[F32, [N, K]]) -> (Tensor[F32, [N]], Tensor[F32, [N]], Tensor[I64, [N]], Tensor[I64, [N]])
         {
            (
                reduce[max, axis = 1](x), reduce[min, axis = 1](x),
                reduce[argmax, axis = 1](x), reduce[argmin, axis = 1](x),
            )
         }",
    );
    let (nan, inf) = (f32::NAN, f32::INFINITY);
    #[rustfmt::skip]
    let x = f32s(&[5, 3], &[
        1.0, 3.0, 3.0,
        -0.0, 0.0, -0.0,
        2.0, nan, nan,
        -inf, -inf, -inf,
        inf, inf, -1.0,
    ]);
    let expected = [
        f32s(&[5], &[3.0, 0.0, nan, -inf, inf]),
        f32s(&[5], &[1.0, -0.0, nan, -inf, -1.0]),
        i64s(&[5], &[1, 0, 1, 0, 0]),
        i64s(&[5], &[0, 0, 1, 0, 2]),
    ];
    check(&kernel, &[x], &expected);
}

#[test]
fn a_dim_is_an_element_and_shapes_may_divide() {
    let kernel = Kernel::new(
        "fn f<N>(x: Tensor[F32, [N]]) -> (Tensor[I64, []], Tensor[F32, [N / 2 + N % 3]]) {
            (scalar[I64](N / 2 - 10), broadcast[N / 2 + N % 3](scalar[F32](N % 3)))
        }",
    );
    check(&kernel, &[f32s(&[5], &[0.0; 5])], &[i64s(&[], &[-8]), f32s(&[4], &[2.0; 4])]);
    check(&kernel, &[f32s(&[3], &[0.0; 3])], &[i64s(&[], &[-9]), f32s(&[1], &[0.0])]);
}

#[test]
fn many_axes() {
    let kernel = Kernel::new(
        "fn f<A>(x: Tensor[I64, [A, 1, 2, 1, 3, 1]]) -> Tensor[I64, [3, 2, A]] {
            let y = transpose[4, 1, 2, 3, 0, 5](x);
            reshape[3, 2, A](y) * 10
        }",
    );
    let values: Vec<i64> = (0..12).collect();
    let expected = [0, 60, 30, 90, 10, 70, 40, 100, 20, 80, 50, 110];
    check(&kernel, &[i64s(&[2, 1, 2, 1, 3, 1], &values)], &[i64s(&[3, 2, 2], &expected)]);
}

#[test]
fn without_memory_the_status_says_so() {
    let kernel = Kernel::new("fn f<N>(x: Tensor[F32, [N, N]]) -> Tensor[F32, [N, N]] { matmul(exp(x), x) }");
    let x = f32s(&[1, 1], &[0.0]);
    assert_eq!(kernel.call_without_memory(std::slice::from_ref(&x), &[]).status, 1);
    let outcome = kernel.call(&[x], &[]);
    assert_eq!((outcome.status, outcome.outputs[0].elements()), (0, &[Element::Float(0.0)][..]));
}
