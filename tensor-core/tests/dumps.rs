//! The file of an obligation reproduces its verdict with the plain `z3` program, for every function of every fixture,
//! and of fixtures with mistakes in them.

#[path = "properties/seeds.rs"]
mod seeds;

use proptest::prelude::*;
use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};
use tensor_core::check::{Discharged, Record, check_block};
use tensor_core::generate::{Choices, Tokens, mutate};
use tensor_core::smt::Z3;
use tensor_core::syntax::parse_block;

/// What the `z3` program prints for each of `questions`, all of them asked in one process.
fn ask(questions: &[Discharged]) -> Vec<Vec<String>> {
    let mut z3 = Command::new("z3")
        .arg("-in")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the z3 program is installed");
    let mut input = z3.stdin.take().expect("it is piped");
    let text: String =
        questions.iter().map(|question| format!("{}(echo \"next\")\n(reset)\n", question.smt2)).collect();
    // It answers while it reads, and would wait for a reader of the answers.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).expect("it reads all"));
    let output = z3.wait_with_output().expect("it ends");
    writer.join().expect("all is written");
    let printed = String::from_utf8(output.stdout).expect("text");
    let mut answers: Vec<Vec<String>> =
        printed.split("next\n").map(|answer| answer.lines().map(str::to_owned).collect()).collect();
    assert_eq!(answers.pop(), Some(Vec::new()), "all ends with the last question");
    assert_eq!(answers.len(), questions.len());
    answers
}

/// What the answers to one question say of it. Products are known by their signs alone: what a model of these says is no
/// counterexample by itself.
fn verdicts(question: &Discharged, answers: &[String]) -> &'static [&'static str] {
    let products = question.smt2.contains("; Products are constants");
    match answers.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["unsat"] | ["unsat", "unsat" | "sat" | "unknown"] | ["unknown", "unsat"] => &["proved"],
        ["sat"] | ["sat", "sat" | "unknown"] if products => &["refuted", "unknown"],
        ["sat"] | ["sat", "sat" | "unknown"] => &["refuted"],
        ["unknown"] | ["unknown", "sat" | "unknown"] => &["unknown"],
        other => panic!("{other:?} for\n{}", question.smt2),
    }
}

/// The obligations of all functions of a block.
fn discharged(source: &str) -> Vec<Discharged> {
    let parsed = parse_block(source.parse().expect("a program is made of tokens"));
    let outcomes = check_block(&parsed.block, &Z3::new(&parsed.block.flags), Record::Obligations);
    outcomes.into_iter().flat_map(|outcome| outcome.discharged).collect()
}

/// Compares each verdict with what the program says; gives how many of each there are.
fn reproduce(discharged: &[Discharged]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for (question, answers) in discharged.iter().zip(ask(discharged)) {
        let Discharged { name, verdict, smt2 } = question;
        let expected = verdicts(question, &answers);
        assert!(expected.contains(verdict), "{name}: {verdict}, but z3 says {answers:?}\n{smt2}");
        *counts.entry(*verdict).or_default() += 1;
    }
    counts
}

#[test]
fn dumps_of_fixtures_reproduce_their_verdicts() {
    let all: Vec<Discharged> = seeds::seeds(&[]).iter().flat_map(|source| discharged(source)).collect();
    let counts = reproduce(&all);
    println!("{counts:?}");
    assert!(counts["proved"] > 100 && counts["refuted"] > 100, "{counts:?}");
}

fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    ProptestConfig { cases: if asked { default.cases } else { 8 }, failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(config())]

    /// Fixtures with mistakes in them, many at a time.
    #[test]
    fn dumps_of_mutants_reproduce_their_verdicts(all in prop::collection::vec(prop::collection::vec(any::<u8>(), 12), 1..40)) {
        let seeds = seeds::seeds(&["limits"]);
        let mutant = |bytes: &Vec<u8>| {
            let choices = &mut Choices::new(bytes);
            let tokens = Tokens::of(&seeds[choices.index(seeds.len())]);
            mutate(&tokens, choices).unwrap_or(tokens).source()
        };
        let all: Vec<Discharged> = all.iter().flat_map(|bytes| discharged(&mutant(bytes))).collect();
        reproduce(&all);
    }
}
