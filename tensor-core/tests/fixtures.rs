//! Caret fixtures: programs with the messages that they get, each under the tokens that it points at.
//!
//! A file holds cases, each after a line `//- name`. A message stands below its line: carets under the tokens, the first
//! line after them, further lines after `//|`. A case without messages is accepted. `UPDATE_EXPECT=1` rewrites the files;
//! read what it wrote.

use expect_test::expect_file;
use std::fmt::Write;
use tensor_core::check::{Record, check_block, check_consts};
use tensor_core::diag::Diagnostic;
use tensor_core::smt::Z3;
use tensor_core::syntax::parse_block;

fn diagnostics(source: &str) -> Vec<Diagnostic> {
    let tokens = source.parse().expect("a fixture is made of Rust tokens");
    let parsed = parse_block(tokens);
    let mut diagnostics = parsed.errors;
    diagnostics.extend(check_consts(&parsed.block));
    let prover = Z3::new(&parsed.block.flags);
    for outcome in check_block(&parsed.block, &prover, Record::Nothing) {
        diagnostics.extend(outcome.result.err().into_iter().flatten());
    }
    diagnostics
}

fn is_message(line: &str) -> bool {
    let comment = line.trim_start();
    comment.starts_with("//|") || comment.strip_prefix("//").is_some_and(|rest| rest.trim_start().starts_with('^'))
}

/// The program with the messages that it gets.
fn annotate(source: &str) -> String {
    let diagnostics = diagnostics(source);
    let mut annotated = String::new();
    for (index, line) in source.lines().enumerate() {
        writeln!(annotated, "{line}").unwrap();
        for diagnostic in &diagnostics {
            let (start, end) = (diagnostic.at.start().start(), diagnostic.at.end().end());
            if start.line != index + 1 {
                continue;
            }
            let stop = if end.line == start.line { end.column } else { line.chars().count() };
            let carets = "^".repeat(stop.saturating_sub(start.column).max(1));
            let rendered = name_file(&diagnostic.render());
            let mut lines = rendered.lines();
            let indent = " ".repeat(start.column.saturating_sub(2));
            writeln!(annotated, "//{indent}{carets} {}", lines.next().unwrap_or_default()).unwrap();
            for note in lines {
                writeln!(annotated, "//|{note}").unwrap();
            }
        }
    }
    annotated
}

/// Gives the place that a message names the same name in every run.
fn name_file(rendered: &str) -> String {
    match rendered.split_once("<parsed string ") {
        Some((before, after)) => format!("{before}FILE{}", after.split_once('>').expect("it is closed").1),
        None => rendered.to_owned(),
    }
}

fn check_file(name: &str) {
    let path = format!("{}/tests/fixtures/{name}.rs", env!("CARGO_MANIFEST_DIR"));
    let expected = std::fs::read_to_string(&path).expect("the fixture exists");
    let mut actual = String::new();
    let mut cases = 0;
    for case in expected.split_inclusive("//- ").skip(1) {
        let case = case.strip_suffix("//- ").unwrap_or(case);
        let (title, program) = case.split_once('\n').expect("a case has a program");
        let source: String = program.lines().filter(|line| !is_message(line)).map(|line| format!("{line}\n")).collect();
        write!(actual, "//- {title}\n{}", annotate(&source)).unwrap();
        cases += 1;
    }
    let header = expected.split("//- ").next().unwrap_or_default();
    assert!(cases > 0, "{name} holds no case");
    expect_file![path].assert_eq(&format!("{header}{actual}"));
}

macro_rules! fixtures {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check_file(stringify!($name));
        })*

        #[test]
        fn every_file_is_tested() {
            let tested = [$(stringify!($name)),*];
            for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures")).unwrap() {
                let name = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
                assert!(tested.contains(&name.as_str()), "fixtures/{name}.rs is not listed");
            }
        }
    };
}

fixtures! { first_page call_facts predicates filters large scopes inferable zero sources floor slice concat reshape scalar syntax_items syntax_types syntax_bodies names dtypes elementwise matmul reduce broadcast transpose results refinements context bindings calls products not_compiled limits hard pitfalls }
