//! What the generated function does before any work: values for the shape variables, and every condition.

use super::{EvalError, Rejection, Value};
use crate::check::CheckedFn;
use crate::ir::{Func, ParamKind, ValueId};
use crate::types::{DimVar, TensorType};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The value of each shape variable.
pub type Dims = BTreeMap<DimVar, BigInt>;

/// Finds the value of each shape variable, without asking whether any condition holds.
pub fn solve(checked: &CheckedFn, inputs: &[Value], dims: &[usize]) -> Result<Dims, EvalError> {
    let func = &checked.func;
    signature(func, inputs, dims)?;
    let mut values = Dims::new();
    let dim_params = func.params.iter().filter_map(|param| match &param.kind {
        ParamKind::Dim(var) => Some(var.clone()),
        ParamKind::Tensor(_) => None,
    });
    values.extend(dim_params.zip(dims.iter().map(|&value| BigInt::from(value))));
    for binding in &checked.bindings {
        let found = inputs[tensor_position(func, binding.param)].shape()[binding.axis];
        let rest = binding.rest.eval(&|var| values.get(var).cloned());
        let rest = rest.expect("a binding needs only variables that are bound before it");
        let (value, remainder) = (BigInt::from(found) - rest).div_rem(&binding.coefficient);
        if !remainder.is_zero() {
            let (var, param) = (binding.var.clone(), func.params[binding.param].name.clone());
            return Err(EvalError::Rejected(Rejection::Indivisible { var, param, axis: binding.axis, found }));
        }
        values.insert(binding.var.clone(), value);
    }
    for (var, product) in &checked.definitions {
        let value = product.eval(&|var| values.get(var).cloned());
        let value = value.expect("a definition needs only variables that are bound before it");
        values.insert(var.clone(), value);
    }
    Ok(values)
}

/// Evaluates every condition, in order: extents against the parameters' types, the checks, then sizes. The first that is
/// false is the error.
pub fn verify(checked: &CheckedFn, inputs: &[Value], dims: &Dims) -> Result<(), EvalError> {
    let func = &checked.func;
    let value_of = |var: &DimVar| dims.get(var).cloned();
    for ((name, ty), input) in tensor_params(func).zip(inputs) {
        for (axis, (dim, &found)) in ty.shape.iter().zip(input.shape()).enumerate() {
            let expected = dim.eval(&value_of).expect("every variable has a value");
            if expected != found.into() {
                let (param, dim) = (name.to_owned(), dim.clone());
                return Err(EvalError::Rejected(Rejection::Extent { param, axis, dim, expected, found }));
            }
        }
    }
    for check in &checked.checks {
        if !check.pred.eval(&value_of).expect("every variable has a value") {
            return Err(EvalError::Rejected(Rejection::Condition(Box::new(check.clone()))));
        }
    }
    for number in func.numbers() {
        if number.eval(&value_of).expect("every variable has a value").to_i64().is_none() {
            return Err(EvalError::Rejected(Rejection::Number(number)));
        }
    }
    for (position, inst) in func.insts.iter().enumerate() {
        if !fits(&inst.ty, dims) {
            return Err(EvalError::Rejected(Rejection::Size(ValueId(position))));
        }
    }
    Ok(())
}

/// Whether each extent, the number of elements and that of bytes are at most the greatest `isize`. An extent of 0 does not
/// hide that the others are absurd: it counts as 1. What is negative is left to the operations.
fn fits(ty: &TensorType, dims: &Dims) -> bool {
    let extent = |dim: &crate::types::Dim| dim.eval(&|var| dims.get(var).cloned()).expect("every variable has a value");
    let volume: BigInt = ty.shape.iter().map(|dim| extent(dim).max(BigInt::one())).product();
    let bytes = (volume.clone() * ty.dtype.bits()).div_ceil(&8.into());
    volume.max(bytes) <= isize::MAX.into()
}

/// The tensor parameters in order, with their types.
fn tensor_params(func: &Func) -> impl Iterator<Item = (&str, &TensorType)> {
    func.params.iter().filter_map(|param| match &param.kind {
        ParamKind::Tensor(ty) => Some((param.name.as_str(), ty)),
        ParamKind::Dim(_) => None,
    })
}

/// The position among the tensor parameters of the one that stands at `param` among all.
pub(super) fn tensor_position(func: &Func, param: usize) -> usize {
    func.params[..param].iter().filter(|param| matches!(param.kind, ParamKind::Tensor(_))).count()
}

/// What Rust's types see to in a call of the generated function.
fn signature(func: &Func, inputs: &[Value], dims: &[usize]) -> Result<(), EvalError> {
    let tensors = tensor_params(func).count();
    if (inputs.len(), dims.len()) != (tensors, func.params.len() - tensors) {
        let (found, expected) = ((inputs.len(), dims.len()), (tensors, func.params.len() - tensors));
        return Err(EvalError::Arguments(format!("expected {expected:?} tensors and dims, found {found:?}")));
    }
    for ((name, ty), input) in tensor_params(func).zip(inputs) {
        if (input.dtype(), input.rank()) != (ty.dtype, ty.rank()) {
            let found = format!("{}{:?}", input.dtype(), input.shape());
            return Err(EvalError::Arguments(format!("`{name}`: expected {ty}, found {found}")));
        }
    }
    Ok(())
}
