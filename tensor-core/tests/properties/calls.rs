//! Random calls of a checked function, in the reference interpreter.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use tensor_core::check::CheckedFn;
use tensor_core::eval::{Dims, EvalError, Value, run, solve, verify};
use tensor_core::generate::Choices;
use tensor_core::ir::ParamKind;
use tensor_core::logic::Origin;
use tensor_core::types::{Dim, DimVar, Element, Kind, Pred, TensorType};

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every value had the type that the checker gave it.
    Ran,
    /// Integer arithmetic without a result.
    Stopped,
    /// A condition that is evaluated before any work was false.
    Refused,
    /// Too large for the interpreter.
    Skipped,
}

/// Values of shape variables: mostly small, none rare, with primes and multiples of what programs divide by.
const EXTENTS: [i64; 12] = [1, 2, 3, 1, 4, 0, 2, 5, 8, 7, 3, 16];
/// The interpreter computes no more elements than these.
const ELEMENTS: u64 = 20_000;

/// Calls `checked` with random extents.
///
/// # Panics
/// If the call is unsound: its conditions hold, and still a shape does not fit or a refinement is false. If only volumes
/// of reshapes are refused, although every operation fits.
pub fn call(checked: &CheckedFn, choices: &mut Choices<'_>) -> Outcome {
    let func = &checked.func;
    let values = draw(checked, choices);
    let value_of = |var: &DimVar| values.get(var).cloned();
    let extent = |dim: &Dim| dim.eval(&value_of).expect("every variable has a value").to_usize().unwrap_or(0);
    let (mut inputs, mut dims) = (Vec::new(), Vec::new());
    let mut elements = 0;
    for param in &func.params {
        match &param.kind {
            ParamKind::Dim(var) => dims.push(extent(&Dim::var(var.clone()))),
            ParamKind::Tensor(ty) => {
                let mut shape: Vec<usize> = ty.shape.iter().map(extent).collect();
                if !shape.is_empty() && choices.below(24) == 23 {
                    let axis = choices.below(shape.len());
                    shape[axis] = choices.below(4);
                }
                elements += volume(&shape);
                if elements > ELEMENTS {
                    return Outcome::Skipped;
                }
                inputs.push(input(ty, &shape, choices));
            }
        }
    }
    let dims = match solve(checked, &inputs, &dims) {
        Ok(dims) => dims,
        Err(EvalError::Rejected(_)) => return Outcome::Refused,
        Err(error) => panic!("{error}"),
    };
    let conditions = verify(checked, &inputs, &dims);
    let elements = func.insts.iter().fold(0_u64, |sum, inst| sum.saturating_add(work(&inst.ty, &dims)));
    if elements > ELEMENTS {
        return Outcome::Skipped;
    }
    match conditions {
        Ok(()) => {
            let types = func.insts.iter().map(|inst| &inst.ty).chain(func.results.iter().map(|result| &result.ty));
            for refinement in types.flat_map(|ty| &ty.refinements) {
                assert!(holds(refinement, &dims), "accepted, but `{refinement}` is false where {dims:?}\n{func}");
            }
            match run(func, &inputs, &dims) {
                Ok(_) => Outcome::Ran,
                Err(EvalError::Fault(_)) => Outcome::Stopped,
                Err(error) => panic!("accepted, but where {dims:?}: {error}\n{func}"),
            }
        }
        Err(EvalError::Rejected(_)) => {
            let refused: Vec<_> = checked.checks.iter().filter(|check| !holds(&check.pred, &dims)).collect();
            let of_shape = |param: &TensorType, input: &Value| {
                let extents = input.shape().iter().map(|extent| BigInt::from(*extent));
                param.shape.iter().map(|dim| evaluated(dim, &dims)).eq(extents)
            };
            let tensors = func.params.iter().filter_map(|param| match &param.kind {
                ParamKind::Tensor(ty) => Some(ty),
                ParamKind::Dim(_) => None,
            });
            let fitting = tensors.zip(&inputs).all(|(ty, input)| of_shape(ty, input));
            let reshapes = refused.iter().all(|check| matches!(check.origin, Origin::Reshape(_)));
            if fitting && reshapes && !refused.is_empty() {
                let result = run(func, &inputs, &dims);
                assert!(result.is_err(), "refused for {refused:?}, but it runs where {dims:?}\n{func}");
            }
            Outcome::Refused
        }
        Err(error) => panic!("{error}"),
    }
}

fn draw(checked: &CheckedFn, choices: &mut Choices<'_>) -> Dims {
    let mut values = Dims::new();
    let same = (choices.below(4) == 3).then(|| EXTENTS[choices.below(EXTENTS.len())]);
    for var in &checked.func.vars {
        values.insert(var.clone(), BigInt::from(same.unwrap_or(EXTENTS[choices.below(EXTENTS.len())])));
    }
    for (var, product) in &checked.definitions {
        values.insert(var.clone(), evaluated(product, &values));
    }
    values
}

fn input(ty: &TensorType, shape: &[usize], choices: &mut Choices<'_>) -> Value {
    let mut element = || match (ty.dtype.kind(), 1 + choices.below(3) as i64) {
        (Kind::Float, number) => Element::Float(number as f64),
        (Kind::SignedInt, number) => Element::Int(number),
        (Kind::Bool, number) => Element::Bool(number > 1),
    };
    let elements: Vec<Element> = (0..shape.iter().product()).map(|_| element()).collect();
    Value::new(ty.dtype, shape, elements).expect("the elements are of the dtype")
}

fn volume(shape: &[usize]) -> u64 {
    shape.iter().fold(1, |product: u64, &extent| product.saturating_mul(extent as u64))
}

fn work(ty: &TensorType, dims: &Dims) -> u64 {
    let extents: Vec<usize> =
        ty.shape.iter().map(|dim| evaluated(dim, dims).abs().to_usize().unwrap_or(usize::MAX)).collect();
    volume(&extents)
}

fn evaluated(dim: &Dim, dims: &Dims) -> BigInt {
    dim.eval(&|var| dims.get(var).cloned()).expect("every variable has a value")
}

fn holds(pred: &Pred, dims: &Dims) -> bool {
    pred.eval(&|var| dims.get(var).cloned()).expect("every variable has a value")
}
