//! Hand-computed values. A function is built here without the checker, so that an operation can also get operands that
//! the checker would reject.

mod elementwise;
mod reductions;
mod structural;
mod whole;

use super::*;
use crate::ir::{FuncResult, Param, ParamKind};
use crate::types::{DType, Element, TensorType};

/// The type of `value`, its extents as constants.
fn type_of(value: &Value) -> TensorType {
    constant_type(value.dtype(), value.shape())
}

fn constant_type(dtype: DType, shape: &[usize]) -> TensorType {
    let shape = shape.iter().map(|&extent| Dim::constant(extent)).collect();
    TensorType { dtype, shape, refinements: Default::default() }
}

/// The function that applies `op` to parameters of the inputs' types and returns a value of type `ty`.
fn applying(op: Op, inputs: &[Value], ty: TensorType) -> Func {
    let params = inputs
        .iter()
        .enumerate()
        .map(|(position, input)| Param { name: format!("x{position}"), kind: ParamKind::Tensor(type_of(input)) })
        .collect();
    let mut insts: Vec<Inst> = inputs
        .iter()
        .enumerate()
        .map(|(position, input)| Inst { op: Op::Param(position), args: Vec::new(), ty: type_of(input) })
        .collect();
    insts.push(Inst { op, args: (0..inputs.len()).map(ValueId).collect(), ty: ty.clone() });
    let results = vec![FuncResult { value: ValueId(inputs.len()), ty }];
    Func { name: "f".to_owned(), vars: Vec::new(), params, insts, results }
}

/// What `op` gives for `inputs`, where its result is of `dtype` and `shape`.
fn apply(op: Op, inputs: &[Value], dtype: DType, shape: &[usize]) -> Result<Value, EvalError> {
    let func = applying(op, inputs, constant_type(dtype, shape));
    run(&func, inputs, &Dims::new()).map(|mut results| results.remove(0))
}

#[track_caller]
fn value<E: Into<Element>>(dtype: DType, shape: &[usize], elements: impl IntoIterator<Item = E>) -> Value {
    Value::new(dtype, shape, elements).expect("a test writes values of the dtype")
}

/// F32 from consecutive integers.
fn counting(shape: &[usize]) -> Value {
    value(DType::F32, shape, (0..shape.iter().product()).map(|number: usize| number as f64))
}

#[track_caller]
fn is_shape_fault(result: Result<Value, EvalError>) {
    assert!(matches!(result, Err(EvalError::ShapeFault { .. })), "{result:?}");
}
