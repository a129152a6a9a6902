//! Whatever stands in a file, it is read and checked without a panic.

use super::{Fixture, block};
use crate::Builder;
use crate::step::Step;
use proptest::prelude::*;
use tensor_core::generate::{Choices, Menu, program, scrambled, soup};
use tensor_core::types::DType;

const MENU: Menu<'static> =
    Menu { dtypes: &[DType::F32, DType::I64, DType::Bool], reductions: &["sum", "max", "argmax"], shapes: true };

/// Files that hold it, and a block that holds it. All that checking can dump is dumped.
fn is_scanned(text: &str) -> Result<(), TestCaseError> {
    let mut fixture =
        Fixture::new(&[("src/lib.rs", format!("// tensor_fn\n{text}")), ("src/block.rs", block(&[text]))]);
    fixture.environment.dump = "ir,smt2".to_owned();
    let builder = Builder::new();
    let mut step = Step::new(&builder, &fixture.environment).expect("the folders can be written");
    let (files, _) = step.scan(&[]).expect("the files can be read");
    prop_assert_eq!(files.len(), 2);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_random_tokens(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        is_scanned(&soup(&mut Choices::new(&bytes)))?;
    }

    #[test]
    fn of_programs_and_what_is_left_of_them(
        structure in prop::collection::vec(any::<u8>(), 0..100),
        changes in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let source = program(&mut Choices::new(&structure), MENU).source;
        is_scanned(&source)?;
        is_scanned(&scrambled(&source, &mut Choices::new(&changes)))?;
    }
}
