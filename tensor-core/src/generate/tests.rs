//! Programs that are correct by construction are accepted, and run in the interpreter without a fault.

use super::{Choices, Menu, Program, inputs, program};
use crate::check::{CheckedFn, Record, check_block};
use crate::eval::eval;
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
        let inputs = inputs(&program, &mut Choices::new(data));
        if let Err(error) = eval(&checked, &inputs, &[]) {
            panic!("{error}\n{}", program.source);
        }
    }
}
