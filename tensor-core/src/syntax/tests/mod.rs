//! Tests of the parser: what accepted programs parse to, what no input can break, and the scan. Rejected programs with
//! their messages are `tests/fixtures/syntax_*.rs`.

mod accepted;
mod robust;
mod scanned;

use super::{Parsed, parse_block};
use crate::diag::Diagnostic;

fn parse(source: &str) -> Parsed {
    parse_block(source.parse().expect("the source has balanced brackets"))
}

/// All errors of a block, those in bodies last.
fn errors(source: &str) -> Vec<Diagnostic> {
    let Parsed { block, mut errors } = parse(source);
    errors.extend(block.fns.into_iter().filter_map(|function| function.body.err()));
    errors
}
