//! Programs that are correct by construction are accepted, and run in the interpreter without a fault.

use super::{Choices, INPUT_BOUND, LARGEST_DIM, Menu, Program, program};
use crate::check::{CheckedFn, Record, check_block};
use crate::eval::{Value, eval};
use crate::smt::Z3;
use crate::syntax::parse_block;
use crate::types::{DType, Dim, DimVar, Element, Kind};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use proptest::prelude::*;

const MENU: Menu<'static> =
    Menu { dtypes: &[DType::F32, DType::I64, DType::Bool], reductions: &["sum", "max", "argmax"], shapes: false };

fn checked(program: &Program) -> CheckedFn {
    let parsed = parse_block(program.source.parse().expect("the source is made of tokens"));
    assert!(parsed.errors.is_empty(), "{}\n{:?}", program.source, parsed.errors);
    let prover = Z3::new(&parsed.block.flags);
    let outcome = check_block(&parsed.block, &prover, Record::Nothing).remove(0);
    match outcome.result {
        Ok(checked) => checked,
        Err(errors) => {
            let errors: Vec<String> = errors.iter().map(|error| error.render()).collect();
            panic!("rejected:\n{}\n{}", program.source, errors.join("\n"))
        }
    }
}

fn inputs(program: &Program, choices: &mut Choices<'_>) -> Vec<Value> {
    let dims: Vec<(DimVar, usize)> =
        program.vars.iter().map(|(var, least)| (var.clone(), least + choices.below(LARGEST_DIM + 1 - least))).collect();
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
    values
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn right_programs_are_accepted_and_run(bytes in proptest::collection::vec(any::<u8>(), 0..160)) {
        let (structure, data) = bytes.split_at(bytes.len() / 2);
        let program = program(&mut Choices::new(structure), MENU);
        let checked = checked(&program);
        let inputs = inputs(&program, &mut Choices::new(data));
        if let Err(error) = eval(&checked, &inputs, &[]) {
            panic!("{error}\n{}", program.source);
        }
    }
}
