//! The prover.

use super::counterexample;
use super::knowledge::Knowledge;
use super::script::Script;
use super::session::{Answer, Limits, Session, in_fresh_context};
use super::syntactic;
use crate::logic::{Prover, Query, Verdict};
use crate::syntax::ast::Flags;
use crate::types::{DimVar, Formula, Pred};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// Proves with Z3: each question in a fresh context, with a fixed seed and a limit on Z3's own count of steps, so that
/// the same Z3 gives the same answer on every machine.
#[derive(Debug)]
pub struct Z3 {
    limits: Limits,
    retry: bool,
    syntactic: bool,
    asked: Cell<usize>,
    /// What the facts of the last questions say, the latest last; the next one mostly has the same or a few more.
    known: RefCell<VecDeque<(Vec<Pred>, Rc<Knowledge>)>>,
}

/// Obligations alternate between all facts, those for subtyping, and all with one more.
const FACTS_REMEMBERED: usize = 3;

impl Z3 {
    /// A prover under the flags of a block.
    pub fn new(flags: &Flags) -> Z3 {
        Z3 {
            limits: Limits { timeout_ms: flags.timeout_ms },
            retry: flags.retry,
            syntactic: true,
            asked: Cell::new(0),
            known: RefCell::default(),
        }
    }

    /// The same prover, but everything is asked of Z3, also what is plain to see. For tests that compare both.
    pub fn without_syntactic_proofs(self) -> Z3 {
        Z3 { syntactic: false, ..self }
    }

    /// How many questions were put to Z3 so far; the others were answered without it.
    pub fn asked(&self) -> usize {
        self.asked.get()
    }

    fn knowledge(&self, facts: &[Pred]) -> Rc<Knowledge> {
        let mut known = self.known.borrow_mut();
        let is_start = |(earlier, _): &(Vec<Pred>, _)| facts.starts_with(earlier);
        let starts = (0..known.len()).filter(|position| is_start(&known[*position]));
        let longest = starts.max_by_key(|position| known[*position].0.len());
        if let Some((mut earlier, mut knowledge)) = longest.and_then(|position| known.remove(position)) {
            let added = &facts[earlier.len()..];
            // Mostly they were proved a moment ago.
            let follow = added.is_empty() || syntactic::admit(Rc::make_mut(&mut knowledge), added);
            if follow {
                earlier.extend_from_slice(added);
                known.push_back((earlier, Rc::clone(&knowledge)));
                return knowledge;
            }
            known.push_back((earlier, knowledge));
        }
        let knowledge = Rc::new(Knowledge::of(facts));
        if known.len() == FACTS_REMEMBERED {
            known.pop_front();
        }
        known.push_back((facts.to_vec(), Rc::clone(&knowledge)));
        knowledge
    }

    /// Whether the answer is plain to see. A goal that holds by itself needs no look at the facts.
    fn proves_syntactically(&self, query: &Query<'_>) -> bool {
        let goal = query.goal.normalise();
        goal == Formula::True || (goal != Formula::False && syntactic::entails(&self.knowledge(query.facts), &goal))
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
                Answer::Unknown(reason) => match counterexample::small(query, limits) {
                    Some(model) => Verdict::Refuted(model),
                    None => Verdict::Unknown(reason),
                },
                Answer::Sat(_) => match counterexample::smallest(query, limits) {
                    Some(model) => Verdict::Refuted(model),
                    None => Verdict::Unknown("no counterexample was found either".to_owned()),
                },
            }
        })
    }

    /// Once more, with fewer facts. What these refute, all facts together may still entail.
    fn ask_again(&self, query: &Query<'_>, first: Verdict) -> Verdict {
        let refutation = Script::refutation(&immediate_facts(query), query.goal);
        if self.is_unsatisfiable(&refutation) { Verdict::Proved } else { first }
    }

    /// Whether Z3 finds, in a fresh context, that nothing satisfies `script`.
    fn is_unsatisfiable(&self, script: &Script) -> bool {
        let limits = self.limits;
        in_fresh_context(|| {
            let session = Session::new(limits);
            session.load(script) && matches!(session.check(&[]), Answer::Unsat)
        })
    }

    /// Whether values that refute the goal are easily found.
    fn refutes_syntactically(query: &Query<'_>) -> bool {
        let mut facts = query.facts.to_vec();
        facts.push(Pred::Not(Box::new(query.goal.clone())));
        syntactic::satisfiable(&Knowledge::of(&facts), &facts)
    }
}

impl Prover for Z3 {
    fn prove(&self, query: &Query<'_>) -> Verdict {
        if self.syntactic && self.proves_syntactically(query) {
            return Verdict::Proved;
        }
        self.asked.set(self.asked.get() + 1);
        match self.ask(query) {
            undecided @ Verdict::Unknown(_) if self.retry => self.ask_again(query, undecided),
            verdict => verdict,
        }
    }

    fn entails(&self, query: &Query<'_>) -> bool {
        if self.syntactic && self.proves_syntactically(query) {
            return true;
        }
        if self.syntactic && Z3::refutes_syntactically(query) {
            return false;
        }
        self.asked.set(self.asked.get() + 1);
        self.is_unsatisfiable(&Script::refutation(query.facts, query.goal))
    }

    fn consistent(&self, facts: &[Pred]) -> bool {
        if self.syntactic && syntactic::satisfiable(&self.knowledge(facts), facts) {
            return true;
        }
        self.asked.set(self.asked.get() + 1);
        !self.is_unsatisfiable(&Script::consistency(facts))
    }
}

/// The facts that share a variable with the goal, and of the variables that these bring in the facts that speak of
/// nothing else, such as their bounds.
pub(super) fn immediate_facts(query: &Query<'_>) -> Vec<Pred> {
    let goal_vars = query.goal.vars();
    let shares = |vars: &BTreeSet<DimVar>| !vars.is_disjoint(&goal_vars);
    let fact_vars: Vec<BTreeSet<DimVar>> = query.facts.iter().map(Pred::vars).collect();
    let near: BTreeSet<&DimVar> = fact_vars.iter().filter(|vars| shares(vars)).flatten().collect();
    let immediate =
        |vars: &BTreeSet<DimVar>| shares(vars) || (vars.len() == 1 && vars.iter().all(|var| near.contains(var)));
    let facts = query.facts.iter().zip(&fact_vars).filter(|(_, vars)| immediate(vars));
    facts.map(|(fact, _)| fact.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::testing::{pred, preds};

    #[test]
    fn a_second_try_has_fewer_facts() {
        let facts = preds("S >= 1, T >= 1, U >= 1, V >= 1, S == T + U, U <= V, V <= 7, S <= 9 || V == 1");
        let query = Query { facts: &facts, goal: &pred("S >= 2"), vars: &[] };
        // U <= V says nothing of S, but the bounds of T, U and V count.
        let fewer = preds("S >= 1, T >= 1, U >= 1, V >= 1, S == T + U, V <= 7, S <= 9 || V == 1");
        assert_eq!(immediate_facts(&query), fewer);
    }

    #[test]
    fn a_second_try_proves_but_never_refutes() {
        let prover = Z3::new(&Flags { retry: true, ..Flags::default() });
        let facts = preds("S >= 1, T >= 1, S == T + 1, T == U, U == 3");
        let first = Verdict::Unknown("gave up".to_owned());
        let again =
            |goal: &str| prover.ask_again(&Query { facts: &facts, goal: &pred(goal), vars: &[] }, first.clone());
        assert_eq!(again("S >= 2"), Verdict::Proved);
        // All facts together would prove it.
        assert_eq!(again("S == 4"), first);
        assert_eq!(again("S == 5"), first);
    }
}
