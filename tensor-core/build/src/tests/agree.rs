//! A kernel and the interpreter give the same results, as nearly as the language page promises.

use super::loaded::Kernel;
use super::tolerance::{is_close, magnitudes, tolerance};
use num_traits::ToPrimitive;
use tensor_core::eval::{Dims, Value, eval, solve};
use tensor_core::ir::{Func, ValueId};
use tensor_core::ops::Op;
use tensor_core::types::{Dim, DimVar, Element};

/// Calls `kernel` and the interpreter. Each result of the function is one operation on parameters, or on what is exact.
#[track_caller]
pub(super) fn agree(kernel: &Kernel, inputs: &[Value]) {
    let func = &kernel.checked.func;
    let dims = solve(&kernel.checked, inputs, &[]).expect("the shapes determine the variables");
    let expected = eval(&kernel.checked, inputs, &[]).unwrap_or_else(|error| panic!("{error}\n{func}"));
    let magnitudes: Vec<Value> = inputs.iter().map(magnitudes).collect();
    let magnitudes = eval(&kernel.checked, &magnitudes, &[]).unwrap_or_else(|_| expected.clone());
    let outcome = kernel.call(inputs, &[]);
    assert_eq!(outcome.status, 0, "{func}");
    for (position, found) in outcome.outputs.iter().enumerate() {
        let (expected, value) = (&expected[position], func.results[position].value);
        assert_eq!((found.dtype(), found.shape()), (expected.dtype(), expected.shape()));
        let inst = func.inst(value);
        let terms = terms(func, value, &dims);
        for (index, (found, expected)) in found.elements().iter().zip(expected.elements()).enumerate() {
            let operand = |arg: usize| operand(func, inst.args.get(arg).copied(), inputs, index);
            let x = operand(0).map_or(f64::NAN, Element::to_f64);
            let dtype = inst.args.first().map_or(inst.ty.dtype, |arg| func.ty(*arg).dtype);
            let magnitude = magnitudes[position].elements()[index];
            assert!(
                is_close(tolerance(&inst.op, dtype, x), inst.ty.dtype, *found, *expected, magnitude, terms),
                "element {index} of result {position}, of {:?} and {:?}: expected {expected}, found {found}\n{func}",
                operand(0),
                operand(1)
            );
        }
    }
}

/// How many elements the operation combines to one.
fn terms(func: &Func, value: ValueId, dims: &Dims) -> usize {
    let inst = func.inst(value);
    let extent = |dim: &Dim| {
        let value_of = |var: &DimVar| dims.get(var).cloned();
        dim.eval(&value_of).and_then(|extent| extent.to_usize()).expect("an extent has a value")
    };
    match &inst.op {
        Op::Reduce { axis, .. } => extent(&func.ty(inst.args[0]).shape[*axis]),
        Op::Matmul => extent(func.ty(inst.args[0]).shape.last().expect("a matrix has axes")),
        _ => 1,
    }
}

/// The element at `index` of an operand that is a parameter.
fn operand(func: &Func, arg: Option<ValueId>, inputs: &[Value], index: usize) -> Option<Element> {
    match func.inst(arg?).op {
        Op::Param(param) => inputs.get(param)?.elements().get(index).copied(),
        _ => None,
    }
}
