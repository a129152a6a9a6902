//! Tests of the parser. A fixture is the text of a block; under each token in error stands the message:
//!
//! ```text
//!     fn f(x: Tensor[F32, []]) -> Tensor[F32, []] { x[0] }
//! //                                                 ^ [T0106] there is no indexing
//! //  | help: ..
//! ```

mod accepted;
mod rejected_bodies;
mod rejected_items;
mod robust;
mod scanned;

use super::{Parsed, parse_block};
use crate::diag::Diagnostic;

/// Parses `fixture` without its messages and compares all messages with it.
#[track_caller]
fn check(fixture: &str) {
    let is_message = |line: &&str| line.starts_with("//  ");
    let source: String = fixture.lines().filter(|line| !is_message(line)).map(|line| format!("{line}\n")).collect();
    let expected: String = fixture.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    let found = annotate(&source, &errors(&source));
    assert!(found == expected, "\n--- expected\n{expected}\n--- found\n{found}");
}

/// A body for `check`, in a function with `x`, `y` and the dims `B`, `S`.
#[track_caller]
fn check_body(body: &str) {
    check(&format!(
        "    fn f<B, S>(x: Tensor[F32, [B, S]], y: Tensor[F32, [B, S]]) -> Tensor[F32, [B, S]] {{\n{body}\n    }}"
    ));
}

fn parse(source: &str) -> Parsed {
    parse_block(source.parse().expect("the fixture has balanced brackets"))
}

/// All errors of a block, in the order of the source.
fn errors(source: &str) -> Vec<Diagnostic> {
    let Parsed { block, mut errors } = parse(source);
    errors.extend(block.fns.into_iter().filter_map(|function| function.body.err()));
    errors.sort_by_key(|error| (error.at.start().start().line, error.at.start().start().column));
    errors
}

fn annotate(source: &str, errors: &[Diagnostic]) -> String {
    let mut text = String::new();
    for (number, line) in source.lines().enumerate() {
        text.push_str(line.trim_end());
        text.push('\n');
        for error in errors {
            let (start, end) = (error.at.start().start(), error.at.end().end());
            if start.line != number + 1 {
                continue;
            }
            let last = if end.line == start.line { end.column } else { line.chars().count() };
            let carets = "^".repeat(last.saturating_sub(start.column).max(1));
            let indent = " ".repeat(start.column.saturating_sub(2));
            text.push_str(&format!("//{indent}{carets} [{}] {}\n", error.code.0, error.message));
            for note in &error.notes {
                text.push_str(&format!("//  | {note}\n"));
            }
        }
    }
    text
}
