//! The text of a question, and that the `z3` program reads the same verdict out of it.

use crate::logic::{Prover, Query, Verdict};
use crate::smt::{Z3, smt2};
use crate::syntax::ast::Flags;
use crate::types::testing::{pred, preds, vars};
use expect_test::expect;
use std::process::Command;

fn question(declared: &str, facts: &str, goal: &str, flags: &Flags) -> String {
    smt2(&Query { facts: &preds(facts), goal: &pred(goal), vars: &vars(declared) }, flags)
}

/// What the `z3` program prints for the question.
fn run_z3(name: &str, declared: &str, facts: &str, goal: &str) -> String {
    let folder = std::env::temp_dir().join(format!("tensor-core-smt2-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the file");
    let path = folder.join(format!("{name}.smt2"));
    std::fs::write(&path, question(declared, facts, goal, &Flags::default())).expect("the file is written");
    let output = Command::new("z3").arg(&path).output().expect("the z3 program is installed");
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
    String::from_utf8(output.stdout).expect("text").trim().to_owned()
}

#[test]
fn the_program_agrees() {
    let prover = Z3::new(&Flags::default());
    for (position, (declared, facts, goal, expected)) in [
        ("K, J", "K >= 1, J >= 1", "K == J", "sat"),
        ("K, J", "K >= 1, J >= 1, K == J", "J == K", "unsat"),
        ("S, T", "S >= 1, T >= 1, (S - T) / 2 >= 0", "S >= T", "unsat"),
        ("S, T", "S >= 1, T >= 1", "(S - T) / 2 >= 0 - 3 || S % 7 == 0", "sat"),
        ("M, N", "M % 8 == 0, N % 8 == 0", "(M + N) % 8 == 0", "unsat"),
        ("H, E, N, S", "H >= 1, E >= 1, S >= 1, N == H * E", "N * S == S * E * H && N >= H", "unsat"),
        ("H, E, N", "H >= 1, E >= 1, N == H * E", "N == H", "sat"),
        ("Ä, r#type", "Ä >= 1, Ä == r#type", "r#type >= 1", "unsat"),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(run_z3(&position.to_string(), declared, facts, goal), expected, "{facts} |- {goal}");
        let (facts, goal, vars) = (preds(facts), pred(goal), vars(declared));
        let proved = prover.prove(&Query { facts: &facts, goal: &goal, vars: &vars }) == Verdict::Proved;
        assert_eq!(proved, expected == "unsat", "{facts:?} |- {goal}");
    }
}

#[test]
fn the_text_states_question_options_and_products() {
    let text = question("H, E, N", "H >= 1, N == H * E, N % 8 == 0", "N - 4 >= 0 || !(N < 3)", &Flags::default());
    expect![[r#"
        ; Do the facts entail the goal?
        ;   variables: H, E, N
        ;   fact: H >= 1
        ;   fact: N == E * H
        ;   fact: N % 8 == 0
        ;   goal: N - 4 >= 0 || !(N < 3)
        ; unsat: proved. sat: there is a counterexample. unknown: could not prove.
        ; Products are constants of which only bounds are known, so sat may also mean: could not prove.
        (set-option :smt.random_seed 0)
        (set-option :smt.arith.solver 2)
        (set-option :rlimit 500000)
        (set-option :timeout 2000)
        (set-logic QF_LIA)
        (declare-const |E * H| Int)
        (declare-const |E| Int)
        (declare-const |H| Int)
        (declare-const |N| Int)
        (assert (>= |H| 1))
        (assert (= |N| |E * H|))
        (assert (= (mod |N| 8) 0))
        (assert (not (or (>= (+ (- 4) |N|) 0) (not (< |N| 3)))))
        (assert (>= (+ (- 1) |H|) 0))
        (assert (not (or (>= (+ (- 4) |E * H|) 0) (>= (+ (- 3) |E * H|) 0))))
        (assert (=> (and (>= |E| 0) (>= |H| 0)) (>= |E * H| 0)))
        (assert (=> (and (>= |E| 1) (>= |H| 1)) (>= |E * H| (+ |E| |H| (- 1)))))
        (assert (=> (or (= |E| 0) (= |H| 0)) (= |E * H| 0)))
        (check-sat)
    "#]]
    .assert_eq(&text);
}

#[test]
fn the_text_has_the_flags_of_its_block() {
    let flags = Flags { timeout_ms: 40, retry: true, ..Flags::default() };
    // U <= V shares no variable with the goal, and the second question does without it.
    let text = question("S, U, V", "S >= 1, U <= V", "S >= 1", &flags);
    let (_, asked) = text.split_once("could not prove.\n").expect("the legend");
    expect![[r#"
        (set-option :smt.random_seed 0)
        (set-option :smt.arith.solver 2)
        (set-option :rlimit 10000)
        (set-option :timeout 40)
        (set-logic QF_LIA)
        (declare-const |S| Int)
        (declare-const |U| Int)
        (declare-const |V| Int)
        (assert (>= |S| 1))
        (assert (<= |U| |V|))
        (assert (not (>= |S| 1)))
        (check-sat)
        ; retry = true: where that is unknown, unsat here proves it too; sat here says nothing.
        (reset)
        (set-option :smt.random_seed 0)
        (set-option :smt.arith.solver 2)
        (set-option :rlimit 10000)
        (set-option :timeout 40)
        (set-logic QF_LIA)
        (declare-const |S| Int)
        (assert (>= |S| 1))
        (assert (not (>= |S| 1)))
        (check-sat)
    "#]]
    .assert_eq(asked);
}
