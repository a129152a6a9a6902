//! The reference interpreter: what a checked function computes, in naive loops over the typed IR.
//!
//! It is written from the language page alone and shares nothing with the lowering but the tables of operations, so that
//! each can be tested against the other. It is exact where the page demands bits, and more accurate than the page demands
//! elsewhere: sums, means, products and matmul of F32 and F64 accumulate in F64, and an F32 operation is computed in F64
//! and rounded once. It trusts no type: every operation looks at the shapes that it really gets. It is not fast.

mod bind;
mod cast;
mod elementwise;
mod error;
mod reduce;
mod structural;
mod value;

pub use bind::{Dims, solve, verify};
pub use error::{EvalError, Rejection};
pub use value::Value;

use crate::check::CheckedFn;
use crate::ir::{Func, Inst, ValueId};
use crate::ops::Op;
use crate::types::{Dim, DimVar};
use cast::cast;
use error::Stop;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Calls `checked` as the generated function does: finds the values of the shape variables, evaluates every condition
/// before any work, then computes.
///
/// `inputs` are the tensor parameters in order, `dims` the `dim` parameters in order.
pub fn eval(checked: &CheckedFn, inputs: &[Value], dims: &[usize]) -> Result<Vec<Value>, EvalError> {
    let dims = solve(checked, inputs, dims)?;
    verify(checked, inputs, &dims)?;
    run(&checked.func, inputs, &dims)
}

/// Runs `func` under the given values of its shape variables, whether or not its conditions hold: an operation on shapes
/// that do not fit is [`EvalError::ShapeFault`].
pub fn run(func: &Func, inputs: &[Value], dims: &Dims) -> Result<Vec<Value>, EvalError> {
    let mut values: Vec<Value> = Vec::new();
    for (position, inst) in func.insts.iter().enumerate() {
        let stopped = |stop| EvalError::stopped(stop, ValueId(position));
        let value = compute(func, inst, inputs, &values, dims).map_err(stopped)?;
        has_type(&value, inst.ty.dtype, &inst.ty.shape, dims).map_err(stopped)?;
        values.push(value);
    }
    let mut results = Vec::new();
    for result in &func.results {
        let value = &values[result.value.0];
        has_type(value, result.ty.dtype, &result.ty.shape, dims)
            .map_err(|stop| EvalError::stopped(stop, result.value))?;
        results.push(value.clone());
    }
    Ok(results)
}

fn compute(func: &Func, inst: &Inst, inputs: &[Value], values: &[Value], dims: &Dims) -> Result<Value, Stop> {
    let arg = |position: usize| &values[inst.args[position].0];
    match &inst.op {
        Op::Param(param) => {
            let position = bind::tensor_position(func, *param);
            inputs.get(position).cloned().ok_or_else(|| Stop::Shape(format!("there is no input {position}")))
        }
        Op::Annotate => Ok(arg(0).clone()),
        Op::FillLike(literal) => {
            let like = arg(0);
            let element = literal.element(like.dtype()).expect("the rule of literals saw to that");
            Value::build(like.dtype(), like.shape(), |_| Ok(element))
        }
        Op::Scalar(dtype, literal) => {
            let element = literal.element(*dtype).expect("the rule of literals saw to that");
            Value::build(*dtype, &[], |_| Ok(element))
        }
        Op::ScalarDim(dtype, dim) => {
            let value = dim_value(dim, dims)?;
            let value = value.to_i64().ok_or_else(|| Stop::Shape(format!("`{dim}` is {value}, which is no I64")))?;
            Value::build(*dtype, &[], |_| Ok(cast(value.into(), *dtype)))
        }
        Op::Elementwise(row) => {
            let operands: Vec<&Value> = (0..inst.args.len()).map(arg).collect();
            elementwise::apply(row, &operands)
        }
        Op::Cast(dtype) => {
            let x = arg(0);
            Value::build(*dtype, x.shape(), |index| Ok(cast(x.at(index), *dtype)))
        }
        Op::Matmul => structural::matmul(arg(0), arg(1)),
        Op::Reduce { reduction, axis, keep } => reduce::reduce(arg(0), reduction, *axis, *keep),
        Op::Transpose(permutation) => structural::transpose(arg(0), permutation),
        Op::Reshape(target) => structural::reshape(arg(0), &shape_value(target, dims)?),
        Op::Broadcast(target) => structural::broadcast(arg(0), &shape_value(target, dims)?),
        Op::Slice { axis, start, stop } => {
            structural::slice(arg(0), *axis, &dim_value(start, dims)?, &dim_value(stop, dims)?)
        }
        Op::Concat { axis } => structural::concat(arg(0), arg(1), *axis),
    }
}

/// Demands that `value` has the dtype and the shape that the IR says.
fn has_type(value: &Value, dtype: crate::types::DType, shape: &[Dim], dims: &Dims) -> Result<(), Stop> {
    let expected = shape_value(shape, dims)?;
    if value.dtype() == dtype && value.shape() == expected {
        return Ok(());
    }
    Err(Stop::Shape(format!("expected {dtype}{expected:?}, found {}{:?}", value.dtype(), value.shape())))
}

fn dim_value(dim: &Dim, dims: &Dims) -> Result<BigInt, Stop> {
    let value_of = |var: &DimVar| dims.get(var).cloned();
    dim.eval(&value_of).ok_or_else(|| Stop::Shape(format!("a variable of `{dim}` has no value")))
}

fn shape_value(shape: &[Dim], dims: &Dims) -> Result<Vec<usize>, Stop> {
    let extent = |dim: &Dim| {
        let value = dim_value(dim, dims)?;
        value.to_usize().ok_or_else(|| Stop::Shape(format!("`{dim}` is {value}, which is no extent")))
    };
    shape.iter().map(extent).collect()
}

#[cfg(test)]
mod tests;
