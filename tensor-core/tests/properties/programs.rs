//! Programs that are correct by construction.

use super::calls::{Outcome, call};
use super::{checked, holds};
use proptest::prelude::*;
use tensor_core::eval::{EvalError, eval};
use tensor_core::generate::{Choices, Menu, arguments, program};
use tensor_core::types::DType;

/// Everything that the language computes.
pub const MENU: Menu<'static> = Menu {
    dtypes: &[DType::F32, DType::I64, DType::Bool, DType::F64, DType::I8, DType::I32, DType::I16],
    reductions: &["sum", "max", "argmax", "min", "prod", "any", "all", "argmin"],
    shapes: true,
};

/// A program that is right is accepted, and runs where it says that it does; elsewhere the call is refused exactly where
/// an operation would not fit or a stated requirement is false.
#[test]
fn right_programs_are_accepted_and_run() {
    let bytes = (prop::collection::vec(any::<u8>(), 0..100), prop::collection::vec(any::<u8>(), 0..120));
    let source = |structure: &[u8]| program(&mut Choices::new(structure), MENU).source;
    let counts = holds(
        "right programs",
        256,
        bytes,
        |(structure, _)| source(structure),
        |(structure, data), counts| {
            let program = program(&mut Choices::new(structure), MENU);
            let (errors, functions) = checked(&program.source);
            let messages: Vec<String> = errors.iter().map(|error| error.render()).collect();
            assert!(errors.is_empty(), "rejected: {}", messages.join("\n"));
            let choices = &mut Choices::new(data);
            let arguments = arguments(&program, choices);
            counts.add(match eval(&functions[0], &arguments.tensors, &arguments.dims) {
                Ok(_) => "ran",
                Err(EvalError::Fault(_)) => "stopped by arithmetic",
                Err(error) => panic!("{error}"),
            });
            for _ in 0..4 {
                for function in &functions {
                    counts.add(match call(function, choices) {
                        Outcome::Ran => "random calls ran",
                        Outcome::Stopped => "random calls stopped by arithmetic",
                        Outcome::Refused => "random calls refused",
                        Outcome::Skipped => "random calls too large",
                    });
                }
            }
        },
    );
    for what in ["ran", "random calls ran", "random calls refused"] {
        assert!(counts.of(what) > 0, "{what}: none");
    }
}
