//! What there is occurs. That the programs are right is among the properties in `tests/properties`.

use super::{Choices, Menu, program};
use crate::types::DType;

const MENU: Menu<'static> = Menu {
    dtypes: &[DType::F32, DType::I64, DType::Bool, DType::F64, DType::I8, DType::I32, DType::I16],
    reductions: &["sum", "max", "argmax", "min", "prod", "any", "all", "argmin"],
    shapes: true,
};

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
        "axes = [",
        "let (",
        "assume ",
        ", P == Q]",
        "&& !(P",
        ", 2 * P",
        "start = A",
        " / 2]",
        ", A >= 1] =",
    ];
    for operation in operations {
        let count = programs.iter().filter(|program| program.source.contains(operation)).count();
        assert!(count >= 5, "{operation} occurs in {count} of 1000 programs");
    }
    let ranks = programs.iter().flat_map(|program| &program.params).map(|(_, shape)| shape.len());
    assert_eq!(ranks.max(), Some(6));
}
