//! Each question to Z3 has a context of its own, and that is gone afterwards.

use std::fs;
use tensor_core::logic::{Prover, Query, Verdict};
use tensor_core::smt::Z3;
use tensor_core::syntax::ast::Flags;
use tensor_core::types::{Dim, DimVar, Pred};

/// The memory of this process that is in use, in KiB.
fn resident() -> usize {
    let statm = fs::read_to_string("/proc/self/statm").expect("Linux says what a process uses");
    let pages: usize = statm.split(' ').nth(1).and_then(|pages| pages.parse().ok()).expect("the second number");
    pages * 4
}

/// `TENSOR_DISCHARGES=10000` asks for more than there is time for in each run of the tests. A context that has been used
/// holds some MiB, so that a leak shows after far fewer.
fn rounds() -> usize {
    let asked = std::env::var("TENSOR_DISCHARGES").ok();
    asked.map_or(300, |asked| asked.parse().expect("a number"))
}

#[cfg(target_os = "linux")]
#[test]
fn discharges_run_in_steady_memory() {
    let prover = Z3::new(&Flags::default()).without_syntactic_proofs();
    let vars = ["S", "T"].map(DimVar::new);
    let [s, t] = vars.clone().map(Dim::var);
    let facts = [Pred::at_least(s.clone(), 1), Pred::at_least(t.clone() - s.clone(), 0)];
    let entailed = Pred::at_least(t.clone() + s.clone(), 2);
    let wrong = Pred::eq(s, t);
    let round = || {
        assert_eq!(prover.prove(&Query { facts: &facts, goal: &entailed, vars: &vars }), Verdict::Proved);
        let refuted = prover.prove(&Query { facts: &facts, goal: &wrong, vars: &vars });
        assert!(matches!(refuted, Verdict::Refuted(_)), "{refuted:?}");
        assert!(prover.consistent(&facts));
    };
    for _ in 0..50 {
        round();
    }
    let before = resident();
    for _ in 0..rounds() / 3 {
        round();
    }
    let grown = resident().saturating_sub(before);
    assert!(grown < 64 * 1024, "{grown} KiB more after {} questions", rounds());
}
