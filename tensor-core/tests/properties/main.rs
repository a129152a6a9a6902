//! Properties of the checker that hold for every program: what it proves is true, what it accepts runs, and nothing that
//! is written makes it panic.
//!
//! A run by hand draws other programs each time; `PROPTEST_CASES=100000` draws more of them, and `-- --nocapture` shows
//! what became of them.

mod calls;
mod contexts;
mod mutants;
mod programs;
mod seeds;
mod soup;
mod trees;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use std::cell::RefCell;
use std::collections::BTreeMap;
use tensor_core::check::{CheckedFn, Record, check_block, check_consts};
use tensor_core::diag::Diagnostic;
use tensor_core::smt::Z3;
use tensor_core::syntax::parse_block;

/// How often each thing happened.
#[derive(Default)]
struct Counts(RefCell<BTreeMap<&'static str, usize>>);

impl Counts {
    fn add(&self, what: &'static str) {
        *self.0.borrow_mut().entry(what).or_default() += 1;
    }

    fn of(&self, what: &str) -> usize {
        self.0.borrow().get(what).copied().unwrap_or(0)
    }
}

/// Runs `test` on `cases` values of `strategy`, or on as many as `PROPTEST_CASES` says, and prints what was counted.
/// What fails is shrunk, and shown by `show`.
#[track_caller]
fn holds<S: Strategy>(
    name: &str,
    cases: u32,
    strategy: S,
    show: impl Fn(&S::Value) -> String,
    test: impl Fn(&S::Value, &Counts),
) -> Counts {
    let default = Config::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { default.cases } else { cases };
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..default });
    let counts = Counts::default();
    let started = std::time::Instant::now();
    let outcome = runner.run(&strategy, |value| {
        test(&value, &counts);
        Ok::<(), TestCaseError>(())
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, value)) => panic!("{name}: {reason}\n{}", show(&value)),
        Err(TestError::Abort(reason)) => panic!("{name}: {reason}"),
    }
    let parts: Vec<String> = counts.0.borrow().iter().map(|(what, count)| format!("{count} {what}")).collect();
    println!("{name}: {cases} cases in {:.1} s: {}", started.elapsed().as_secs_f64(), parts.join(", "));
    counts
}

/// What the drivers do with the tokens of a block: its errors, and the functions without any.
fn checked(source: &str) -> (Vec<Diagnostic>, Vec<CheckedFn>) {
    let parsed = parse_block(source.parse().expect("the source is made of tokens"));
    let mut errors = parsed.errors;
    errors.extend(check_consts(&parsed.block));
    let mut functions = Vec::new();
    for outcome in check_block(&parsed.block, &Z3::new(&parsed.block.flags), Record::Nothing) {
        match outcome.result {
            Ok(function) => functions.push(function),
            Err(found) => errors.extend(found),
        }
    }
    (errors, functions)
}
