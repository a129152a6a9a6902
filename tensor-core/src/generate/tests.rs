//! Programs that are correct by construction are accepted, and run in the interpreter; only arithmetic may stop them.

use super::{Choices, Menu, Program, arguments, program};
use crate::check::{CheckedFn, Record, check_block};
use crate::eval::{EvalError, eval};
use crate::smt::Z3;
use crate::syntax::parse_block;
use crate::types::DType;
use proptest::prelude::*;

const MENU: Menu<'static> = Menu {
    dtypes: &[DType::F32, DType::I64, DType::Bool, DType::F64, DType::I8, DType::I32, DType::I16],
    reductions: &["sum", "max", "argmax", "min", "prod", "any", "all", "argmin"],
    shapes: true,
};

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

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn right_programs_are_accepted_and_run(bytes in proptest::collection::vec(any::<u8>(), 0..160)) {
        let (structure, data) = bytes.split_at(bytes.len() / 2);
        let program = program(&mut Choices::new(structure), MENU);
        let checked = checked(&program);
        let arguments = arguments(&program, &mut Choices::new(data));
        match eval(&checked, &arguments.tensors, &arguments.dims) {
            Ok(_) | Err(EvalError::Fault(_)) => {}
            Err(error) => panic!("{error}\n{}", program.source),
        }
    }
}

/// Random bytes make programs with everything that there is, none of it rare.
#[test]
fn nothing_is_rare() {
    let mut state = 1u64;
    let mut programs = Vec::new();
    for _ in 0..1000 {
        let bytes: Vec<u8> = (0..150)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            })
            .collect();
        programs.push(program(&mut Choices::new(&bytes), MENU));
    }
    let operations = [
        "relu(",
        "matmul(",
        "reduce[",
        "reduce_keep[",
        "transpose[",
        "broadcast[",
        "reshape[",
        "slice[",
        "concat[",
        "cast[",
        "scalar[",
        "div(",
        "pow(",
        "helper0(",
        "broadcast[X",
        ": dim",
        "dim N1 =",
        "X == 1 || X == ",
        ">= 0",
        ", A >= 1] =",
    ];
    for operation in operations {
        let count = programs.iter().filter(|program| program.source.contains(operation)).count();
        assert!(count >= 5, "{operation} occurs in {count} of 1000 programs");
    }
    let ranks = programs.iter().flat_map(|program| &program.params).map(|(_, shape)| shape.len());
    assert_eq!(ranks.max(), Some(6));
}
