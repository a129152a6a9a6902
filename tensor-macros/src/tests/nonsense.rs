//! Whatever stands in a block, the macro gives items and errors that rustc can read.

use super::Linked;
use crate::expand::Link;
use proc_macro2::TokenStream;
use proptest::prelude::*;
use tensor_core::generate::{Choices, Menu, program, scrambled, soup};
use tensor_core::types::DType;

const MENU: Menu<'static> =
    Menu { dtypes: &[DType::F32, DType::I64, DType::Bool], reductions: &["sum", "max", "argmax"], shapes: true };

fn expands(source: &str) -> Result<(), TestCaseError> {
    let Ok(tokens) = source.parse::<TokenStream>() else { return Ok(()) };
    let link = Link { library: "tensor_kernels_demo".to_owned(), symbol: "kernel_symbol".to_owned() };
    for link in [None, Some(link)] {
        let expansion = crate::expand_block(tokens.clone(), &Linked(link));
        if let Err(error) = syn::parse2::<syn::File>(expansion.clone()) {
            return Err(TestCaseError::fail(format!("{error}: {source}\n=> {expansion}")));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_random_tokens(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        expands(&soup(&mut Choices::new(&bytes)))?;
    }

    #[test]
    fn of_programs_and_what_is_left_of_them(
        structure in prop::collection::vec(any::<u8>(), 0..100),
        changes in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let source = program(&mut Choices::new(&structure), MENU).source;
        expands(&source)?;
        expands(&scrambled(&source, &mut Choices::new(&changes)))?;
    }
}
