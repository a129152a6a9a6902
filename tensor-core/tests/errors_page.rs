//! The page of errors tells the truth: every code has an entry, its first program gets exactly the message that is quoted,
//! its second one is accepted.
//!
//! Of the codes T08, which tell what is wrong with the build, not with a program, the macro's own tests see to the messages.
//!
//! An entry is a heading with code and title, a program, its messages, a paragraph that says why, and the program without
//! the mistake. `UPDATE_EXPECT=1` rewrites the messages; read what it wrote.

use expect_test::expect_file;
use std::fmt::Write;
use tensor_core::check::{Record, check_block, check_consts};
use tensor_core::diag::{Diagnostic, codes};
use tensor_core::smt::Z3;
use tensor_core::syntax::{errors, parse_block};

const PAGE: &str = include_str!("../docs/errors.md");

/// What stands between two lines of three backticks, or outside of them, by turns: heading, program, nothing, messages,
/// why, mended program, nothing.
fn parts(entry: &str) -> [&str; 7] {
    let parts: Vec<&str> = entry.split("```").collect();
    parts.try_into().unwrap_or_else(|_| panic!("a program, its messages and a mended program: {entry}"))
}

/// The entries whose messages the checker gives.
fn checked_entries() -> impl Iterator<Item = &'static str> {
    entries().filter(|entry| !entry.starts_with("T08"))
}

fn entries() -> impl Iterator<Item = &'static str> {
    PAGE.split_inclusive("\n## ").skip(1)
}

/// The messages that a block of the page, which starts with the word after its backticks, gets.
fn diagnostics(block: &str) -> Vec<Diagnostic> {
    let source = block.strip_prefix("text\n").expect("blocks are plain text");
    let parsed = parse_block(source.parse().expect("a program is made of Rust tokens"));
    let mut diagnostics = parsed.errors;
    diagnostics.extend(check_consts(&parsed.block));
    let prover = Z3::new(&parsed.block.flags);
    for outcome in check_block(&parsed.block, &prover, Record::Nothing) {
        diagnostics.extend(outcome.result.err().into_iter().flatten());
    }
    diagnostics
}

/// The line of the program that the message points at, carets under the tokens, and the message.
fn render(diagnostic: &Diagnostic, block: &str) -> String {
    let (start, end) = (diagnostic.at.start().start(), diagnostic.at.end().end());
    // The block's first line is the word after the backticks.
    let line = block.lines().nth(start.line).unwrap_or_default();
    let stop = if end.line == start.line { end.column } else { line.chars().count() };
    let indent = " ".repeat(start.column);
    let carets = "^".repeat(stop.saturating_sub(start.column).max(1));
    let mut message = diagnostic.render();
    if let Some((before, after)) = message.split_once("<parsed string ") {
        message = format!("{before}src/lib.rs{}", after.split_once('>').expect("it is closed").1);
    }
    format!("{line}\n{indent}{carets}\n{message}\n")
}

#[test]
fn every_code_has_an_entry() {
    let known: Vec<String> =
        errors::CODES.iter().chain(codes::ALL).map(|(code, title)| format!("{}: {title}", code.0)).collect();
    let found: Vec<&str> = entries().map(|entry| entry.lines().next().unwrap_or_default()).collect();
    assert_eq!(found, known);
}

/// `tensor_runtime/errors/index.html#t0302` is the place of T0302, and a search for the code finds the page.
#[test]
fn every_code_has_an_anchor_and_is_found() {
    let root = include_str!("../../tensor-runtime/src/lib.rs");
    for (code, _) in errors::CODES.iter().chain(codes::ALL) {
        let anchor = format!("\n<a id=\"{}\"></a>\n\n## {}: ", code.0.to_lowercase(), code.0);
        assert!(PAGE.contains(&anchor), "{anchor}");
        assert!(root.contains(&format!("\"{}\"", code.0)), "{} is no alias of the page", code.0);
    }
}

#[test]
fn programs_get_the_messages_that_are_quoted() {
    let mut page = PAGE.split_inclusive("\n## ").next().unwrap_or_default().to_owned();
    for entry in entries() {
        let code = entry.split(':').next().unwrap_or_default();
        let [heading, program, blank, _, why, mended, end] = parts(entry);
        assert!(!why.trim().is_empty(), "{code} does not say why");
        if !checked_entries().any(|checked| checked == entry) {
            page.push_str(entry);
            continue;
        }
        let diagnostics = diagnostics(program);
        let messages: Vec<String> = diagnostics.iter().map(|diagnostic| render(diagnostic, program)).collect();
        let messages = messages.join("\n");
        write!(page, "{heading}```{program}```{blank}```text\n{messages}```{why}```{mended}```{end}").unwrap();
    }
    expect_file!["../docs/errors.md"].assert_eq(&page);
}

#[test]
fn each_message_is_one_of_its_entry() {
    for entry in checked_entries() {
        let code = entry.split(':').next().unwrap_or_default();
        let found: Vec<&str> = diagnostics(parts(entry)[1]).iter().map(|diagnostic| diagnostic.code.0).collect();
        assert!(!found.is_empty() && found.iter().all(|found| *found == code), "{code}: {found:?}");
    }
}

#[test]
fn mended_programs_are_accepted() {
    for entry in checked_entries() {
        let code = entry.split(':').next().unwrap_or_default();
        let messages: Vec<String> = diagnostics(parts(entry)[5]).iter().map(Diagnostic::render).collect();
        assert!(messages.is_empty(), "{code}: {messages:#?}");
    }
}
