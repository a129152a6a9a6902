//! Arbitrary text as the body of a block: the checker ends with functions or with messages.

#![no_main]

use libfuzzer_sys::fuzz_target;
use proc_macro2::TokenStream;
use tensor_core::check::{Record, check_block, check_consts};
use tensor_core::smt::Z3;
use tensor_core::syntax::parse_block;

fuzz_target!(|text: &str| {
    let Ok(tokens) = text.parse::<TokenStream>() else { return };
    let parsed = parse_block(tokens);
    let mut errors = parsed.errors;
    errors.extend(check_consts(&parsed.block));
    for outcome in check_block(&parsed.block, &Z3::new(&parsed.block.flags), Record::Nothing) {
        errors.extend(outcome.result.err().into_iter().flatten());
    }
    for error in errors {
        error.render();
    }
});
