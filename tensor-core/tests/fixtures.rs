//! Caret fixtures: programs with the messages that they get, each under the tokens that it points at.
//!
//! A file holds cases, each after a line `//- name`. A message stands below its line: carets under the tokens, the first
//! line after them, further lines after `//|`. A case without messages is accepted. `UPDATE_EXPECT=1` rewrites the files;
//! read what it wrote.

use expect_test::expect_file;
use proc_macro2::LineColumn;
use std::fmt::Write;
use tensor_core::check::{Record, check_block, check_consts};
use tensor_core::diag::{Diagnostic, Edit, Fix};
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

/// Gives the places that a message names the same name in every run.
fn name_file(rendered: &str) -> String {
    let mut parts = rendered.split("<parsed string ");
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        named.push_str("FILE");
        named.push_str(part.split_once('>').expect("it is closed").1);
    }
    named
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

/// The program after a way out that a message offers, edited as text.
fn edited(source: &str, function_end: usize, fix: &Fix) -> String {
    let offset = |at: LineColumn| {
        let before: usize = source.lines().take(at.line - 1).map(|line| line.len() + 1).sum();
        let line = source.lines().nth(at.line - 1).unwrap();
        before + line.chars().take(at.column).map(char::len_utf8).sum::<usize>()
    };
    let mut edits: Vec<(usize, usize, String)> = fix
        .edits
        .iter()
        .map(|edit| match edit {
            Edit::Replace(at, with) => (offset(at.start().start()), offset(at.end().end()), with.clone()),
            Edit::Clause(clause) => (function_end, function_end, format!("\n{clause} ")),
        })
        .collect();
    edits.sort();
    let mut text = source.to_owned();
    for (start, end, with) in edits.into_iter().rev() {
        text.replace_range(start..end, &with);
    }
    text
}

/// Where the signature and the clauses of the function that `diagnostic` is in end.
fn signature_end(source: &str, diagnostic: &Diagnostic) -> usize {
    let parsed = parse_block(source.parse().unwrap());
    let place = |at: LineColumn| (at.line, at.column);
    let own = parsed
        .block
        .fns
        .iter()
        .rfind(|function| place(function.signature_at.start().start()) <= place(diagnostic.at.start().start()));
    let end = own.expect("messages with ways out are about functions").signature_at.end().end();
    let before: usize = source.lines().take(end.line - 1).map(|line| line.len() + 1).sum();
    before + source.lines().nth(end.line - 1).unwrap().chars().take(end.column).map(char::len_utf8).sum::<usize>()
}

/// Every way out of every fixture, applied to the letter: its message goes, and no contradiction comes.
#[test]
fn every_way_out_mends_its_mistake() {
    let mut tried = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for case in text.split("//- ").skip(1) {
            let program = case.split_once('\n').expect("a case has a program").1;
            let source: String =
                program.lines().filter(|line| !is_message(line)).map(|line| format!("{line}\n")).collect();
            let before = diagnostics(&source);
            for diagnostic in &before {
                for fix in &diagnostic.fixes {
                    let changed = edited(&source, signature_end(&source, diagnostic), fix);
                    let after = diagnostics(&changed);
                    let same =
                        |other: &&Diagnostic| (other.code, &other.message) == (diagnostic.code, &diagnostic.message);
                    let contradictions = |all: &[Diagnostic]| all.iter().filter(|one| one.code.0 == "T0601").count();
                    assert!(
                        after.iter().filter(same).count() < before.iter().filter(same).count()
                            && contradictions(&after) <= contradictions(&before),
                        "`{}` does not mend {}\n{changed}",
                        fix.text,
                        diagnostic.render()
                    );
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 50, "only {tried} ways out were tried");
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

fixtures! { changed_calls first_page hostile alternatives volumes ways_out foreign_habits foreign_calls foreign_types foreign_values foreign_mixed call_facts predicates filters large scopes inferable zero sources floor slice concat reshape scalar syntax_items syntax_types syntax_bodies names dtypes elementwise matmul reduce broadcast transpose results refinements context bindings calls products not_compiled limits hard pitfalls }
