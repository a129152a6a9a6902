//! Random programs: the kernel and the interpreter give the same bits.

use super::loaded::Kernel;
use proptest::prelude::*;
use tensor_core::eval::{EvalError, eval};
use tensor_core::generate::{Arguments, Choices, Menu, arguments, program};
use tensor_core::types::DType;

const MENU: Menu<'static> = Menu {
    dtypes: &[DType::F32, DType::I64, DType::Bool, DType::F64, DType::I8, DType::I32, DType::I16],
    reductions: &["sum", "max", "argmax", "min", "prod", "any", "all", "argmin"],
    shapes: true,
};

/// Compiles the program that the bytes choose, and calls it three times.
fn agrees(bytes: &[u8]) {
    let (structure, data) = bytes.split_at(bytes.len() / 2);
    let program = program(&mut Choices::new(structure), MENU);
    let kernel = Kernel::new(&program.source);
    let mut data = Choices::new(data);
    for _ in 0..3 {
        let Arguments { tensors, dims } = arguments(&program, &mut data);
        let outcome = kernel.call(&tensors, &dims);
        let expected = match eval(&kernel.checked, &tensors, &dims) {
            Ok(expected) => expected,
            Err(EvalError::Fault(inst)) => {
                assert_eq!(outcome.status, 2 + inst.0 as i32, "{}\n{tensors:?}", program.source);
                continue;
            }
            Err(error) => panic!("{error}\n{}", program.source),
        };
        assert_eq!(outcome.status, 0, "{}", program.source);
        for (position, (found, expected)) in outcome.outputs.iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "result {position} of\n{}\n{tensors:?} {dims:?}", program.source);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn kernels_agree_with_the_interpreter(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        agrees(&bytes);
        prop_assert_eq!(Kernel::not_freed(), 0);
    }
}
