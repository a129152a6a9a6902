//! Small programs with values computed by hand.

use super::loaded::Kernel;
use tensor_core::eval::Value;
use tensor_core::types::DType;

fn f32s(shape: &[usize], values: &[f32]) -> Value {
    Value::new(DType::F32, shape, values.iter().copied()).unwrap()
}

fn i64s(shape: &[usize], values: &[i64]) -> Value {
    Value::new(DType::I64, shape, values.iter().copied()).unwrap()
}

#[test]
fn addition() {
    let kernel = Kernel::new("fn f<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x + y }");
    let outcome = kernel.call(&[f32s(&[3], &[1.0, 2.0, 3.0]), f32s(&[3], &[10.0, 20.0, 30.5])], &[]);
    assert_eq!(outcome.status, 0);
    assert_eq!(outcome.outputs, [f32s(&[3], &[11.0, 22.0, 33.5])]);
}

#[test]
fn a_dense_layer_with_argmax() {
    let kernel = Kernel::new(
        "fn f<N, K, M>(x: Tensor[F32, [N, K]], w: Tensor[F32, [K, M]], b: Tensor[F32, [M]]) -> Tensor[I64, [N]] {
            reduce[argmax, axis = 1](relu(matmul(x, w) + broadcast[N, M](b)))
        }",
    );
    let x = f32s(&[2, 2], &[1.0, 2.0, -1.0, 0.5]);
    let w = f32s(&[2, 3], &[1.0, 0.0, -1.0, 0.0, 1.0, 2.0]);
    // [1, 2, 3] + b and [-1, 0.5, 2] + b.
    let outcome = kernel.call(&[x.clone(), w.clone(), f32s(&[3], &[0.0, 2.0, 0.0])], &[]);
    assert_eq!(outcome.outputs, [i64s(&[2], &[1, 1])]);
    let outcome = kernel.call_without_memory(&[x, w, f32s(&[3], &[0.0, 2.0, 0.0])], &[]);
    assert_eq!(outcome.status, 1);
}

#[test]
fn a_zero_divisor_is_a_fault_also_where_the_quotient_is_not_used() {
    let kernel =
        Kernel::new("fn f<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, [N]] { let _q = div(x, y); x }");
    let x = i64s(&[3], &[7, -7, i64::MIN]);
    assert_eq!(kernel.call(&[x.clone(), i64s(&[3], &[1, 0, 2])], &[]).status, 2 + 2);
    let outcome = kernel.call(&[x.clone(), i64s(&[3], &[1, 2, -1])], &[]);
    assert_eq!((outcome.status, &outcome.outputs[0]), (0, &x));
}
