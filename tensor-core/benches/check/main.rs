//! What checking costs, stage by stage, and how much of it is left to the solver.
//!
//! A macro runs unoptimised in its user's debug build, so the figure that a user waits for is that of
//!
//! ```text
//! cargo bench -p tensor-core --bench check --profile dev
//! ```
//!
//! Medians of several runs. Every run starts from the text of the block, with a new prover.

mod programs;

use std::cell::Cell;
use std::time::{Duration, Instant};
use tensor_core::check::{Record, check_block};
use tensor_core::logic::{Prover, Query, Verdict};
use tensor_core::smt::Z3;
use tensor_core::syntax::parse_block;

const RUNS: usize = 7;
/// No more runs of a program that has taken this long in total.
const PATIENCE: Duration = Duration::from_secs(10);

fn main() {
    println!("Times in ms. Questions: proofs asked for, whether facts are consistent, those of both that reached Z3.");
    let heads = ["total", "parse", "resolve", "discharge", "proofs", "consistent", "Z3"];
    println!("{:34}{}", "program", heads.map(|head| format!("{head:>11}")).concat());
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    for (name, source) in programs::all() {
        if wanted.as_ref().is_some_and(|wanted| !name.contains(wanted)) {
            continue;
        }
        let begun = Instant::now();
        let mut runs = Vec::new();
        while runs.len() < RUNS && (runs.is_empty() || begun.elapsed() < PATIENCE) {
            runs.push(Run::of(&source));
        }
        let median = |part: fn(&Run) -> Duration| {
            let mut times: Vec<Duration> = runs.iter().map(part).collect();
            times.sort();
            times[times.len() / 2].as_secs_f64() * 1e3
        };
        let Run { proofs, consistencies, solved, .. } = runs[0];
        println!(
            "{name:34}{:11.2}{:11.2}{:11.2}{:11.2}{proofs:11}{consistencies:11}{solved:11}",
            median(|run| run.parse + run.check),
            median(|run| run.parse),
            median(|run| run.check.saturating_sub(run.discharge)),
            median(|run| run.discharge),
        );
    }
}

/// One check of one block.
struct Run {
    parse: Duration,
    check: Duration,
    /// The part of `check` that is spent in the prover.
    discharge: Duration,
    proofs: usize,
    consistencies: usize,
    /// Questions that the prover could not answer without Z3.
    solved: usize,
}

impl Run {
    fn of(source: &str) -> Run {
        let begun = Instant::now();
        let parsed = parse_block(source.parse().expect("a program is made of Rust tokens"));
        let parse = begun.elapsed();
        assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
        let prover = Watched::new(Z3::new(&parsed.block.flags));
        let begun = Instant::now();
        let outcomes = check_block(&parsed.block, &prover, Record::Nothing);
        let check = begun.elapsed();
        for outcome in outcomes {
            if let Err(errors) = outcome.result {
                panic!("{errors:?}");
            }
        }
        Run {
            parse,
            check,
            discharge: prover.spent.get(),
            proofs: prover.proofs.get(),
            consistencies: prover.consistencies.get(),
            solved: prover.inner.asked(),
        }
    }
}

/// Counts questions and takes their time. With `TENSOR_QUESTIONS` set, prints those that reach Z3.
struct Watched {
    inner: Z3,
    spent: Cell<Duration>,
    proofs: Cell<usize>,
    consistencies: Cell<usize>,
    prints: bool,
}

impl Watched {
    fn new(inner: Z3) -> Watched {
        let prints = std::env::var_os("TENSOR_QUESTIONS").is_some();
        Watched { inner, spent: Cell::default(), proofs: Cell::default(), consistencies: Cell::default(), prints }
    }

    fn timed<R>(&self, counter: &Cell<usize>, question: impl FnOnce() -> R, text: impl FnOnce() -> String) -> R {
        counter.set(counter.get() + 1);
        let (asked, begun) = (self.inner.asked(), Instant::now());
        let answer = question();
        let spent = begun.elapsed();
        self.spent.set(self.spent.get() + spent);
        if self.prints && self.inner.asked() > asked {
            println!("  {:.2} ms: {}", spent.as_secs_f64() * 1e3, text());
        }
        answer
    }
}

impl Prover for Watched {
    fn prove(&self, query: &Query<'_>) -> Verdict {
        self.timed(&self.proofs, || self.inner.prove(query), || format!("{:?} |- {}", query.facts, query.goal))
    }

    fn entails(&self, query: &Query<'_>) -> bool {
        self.timed(&self.proofs, || self.inner.entails(query), || format!("{:?} |- {}", query.facts, query.goal))
    }

    fn consistent(&self, facts: &[tensor_core::types::Pred]) -> bool {
        self.timed(&self.consistencies, || self.inner.consistent(facts), || format!("{facts:?} consistent"))
    }
}
