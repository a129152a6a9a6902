//! The prover.

use super::counterexample;
use super::script::Script;
use super::session::{Answer, Limits, Session, in_fresh_context};
use crate::logic::{Prover, Query, Verdict};
use crate::syntax::ast::Flags;
use crate::types::{DimVar, Pred};
use std::collections::BTreeSet;

/// Proves with Z3: each question in a fresh context, with a fixed seed and a limit on Z3's own count of steps, so that
/// the same Z3 gives the same answer on every machine.
#[derive(Debug)]
pub struct Z3 {
    limits: Limits,
    retry: bool,
    syntactic: bool,
}

impl Z3 {
    /// A prover under the flags of a block.
    pub fn new(flags: &Flags) -> Z3 {
        Z3 { limits: Limits { timeout_ms: flags.timeout_ms }, retry: flags.retry, syntactic: true }
    }

    /// The same prover, but everything is asked of Z3, also what is plain to see. For tests that compare both.
    pub fn without_syntactic_proofs(self) -> Z3 {
        Z3 { syntactic: false, ..self }
    }

    /// Γ ∧ ¬φ in a fresh context.
    fn ask(&self, query: &Query<'_>) -> Verdict {
        let limits = self.limits;
        in_fresh_context(|| {
            let session = Session::new(limits);
            let script = Script::refutation(query.facts, query.goal);
            if !session.load(&script) {
                return Verdict::Unknown("the solver could not read the question".to_owned());
            }
            match session.check(&[]) {
                Answer::Unsat => Verdict::Proved,
                Answer::Unknown(reason) => Verdict::Unknown(reason),
                Answer::Sat(_) => match counterexample::smallest(query, limits) {
                    Some(model) => Verdict::Refuted(model),
                    None => Verdict::Unknown("no counterexample was found either".to_owned()),
                },
            }
        })
    }

    /// Once more, with fewer facts. What these refute, all facts together may still entail.
    fn ask_again(&self, query: &Query<'_>, first: Verdict) -> Verdict {
        let facts = immediate_facts(query);
        let proved = in_fresh_context(|| {
            let session = Session::new(self.limits);
            session.load(&Script::refutation(&facts, query.goal)) && matches!(session.check(&[]), Answer::Unsat)
        });
        if proved { Verdict::Proved } else { first }
    }
}

impl Prover for Z3 {
    fn prove(&self, query: &Query<'_>) -> Verdict {
        match self.ask(query) {
            undecided @ Verdict::Unknown(_) if self.retry => self.ask_again(query, undecided),
            verdict => verdict,
        }
    }

    fn consistent(&self, facts: &[Pred]) -> bool {
        let limits = self.limits;
        in_fresh_context(|| {
            let session = Session::new(limits);
            let loaded = session.load(&Script::consistency(facts));
            !(loaded && matches!(session.check(&[]), Answer::Unsat))
        })
    }
}

/// The facts that share a variable with the goal, and of the variables that these bring in the facts that speak of
/// nothing else, such as their bounds.
fn immediate_facts(query: &Query<'_>) -> Vec<Pred> {
    let goal_vars = query.goal.vars();
    let shares = |vars: &BTreeSet<DimVar>| !vars.is_disjoint(&goal_vars);
    let fact_vars: Vec<BTreeSet<DimVar>> = query.facts.iter().map(Pred::vars).collect();
    let near: BTreeSet<&DimVar> = fact_vars.iter().filter(|vars| shares(vars)).flatten().collect();
    let immediate =
        |vars: &BTreeSet<DimVar>| shares(vars) || (vars.len() == 1 && vars.iter().all(|var| near.contains(var)));
    let facts = query.facts.iter().zip(&fact_vars).filter(|(_, vars)| immediate(vars));
    facts.map(|(fact, _)| fact.clone()).collect()
}
