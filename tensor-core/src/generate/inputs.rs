//! Arguments for a program.

use super::{Choices, INPUT_BOUND, LARGEST_DIM, Program};
use crate::eval::Value;
use crate::types::{DType, Dim, DimVar, Element, Kind};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// What a program is called with.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// For the tensor parameters.
    pub tensors: Vec<Value>,
    /// For the `dim` parameters.
    pub dims: Vec<usize>,
}

/// Arguments for `program`, with small extents and small integers in them.
pub fn arguments(program: &Program, choices: &mut Choices<'_>) -> Arguments {
    let mut dims: Vec<(DimVar, usize)> =
        program.vars.iter().map(|(var, least)| (var.clone(), least + choices.below(LARGEST_DIM + 1 - least))).collect();
    for (var, to) in &program.equalities {
        let value = value_of(&dims, to);
        set(&mut dims, var, value);
    }
    for (var, to) in &program.alternatives {
        let value = if choices.below(2) == 0 { 1 } else { value_of(&dims, to) };
        set(&mut dims, var, value);
    }
    let extent = |dim: &Dim| {
        let value_of = |var: &DimVar| dims.iter().find(|(name, _)| name == var).map(|(_, value)| BigInt::from(*value));
        dim.eval(&value_of).and_then(|value| value.to_usize()).expect("a parameter's dims are small")
    };
    let mut element = |dtype: DType| {
        let number = choices.below(2 * INPUT_BOUND as usize + 1) as i64 - INPUT_BOUND;
        match dtype.kind() {
            Kind::Float => Element::Float(number as f64),
            Kind::SignedInt => Element::Int(number),
            Kind::Bool => Element::Bool(number > 0),
        }
    };
    let mut values = Vec::new();
    for (dtype, shape) in &program.params {
        let shape: Vec<usize> = shape.iter().map(extent).collect();
        let count = shape.iter().product();
        let elements: Vec<Element> = (0..count).map(|_| element(*dtype)).collect();
        values.push(Value::new(*dtype, &shape, elements).expect("the elements are of the dtype"));
    }
    Arguments { tensors: values, dims: program.dims.iter().map(|var| value_of(&dims, var)).collect() }
}

fn value_of(dims: &[(DimVar, usize)], var: &DimVar) -> usize {
    dims.iter().find(|(name, _)| name == var).expect("every variable has a value").1
}

fn set(dims: &mut [(DimVar, usize)], var: &DimVar, value: usize) {
    dims.iter_mut().filter(|(name, _)| name == var).for_each(|(_, old)| *old = value);
}
