//! The context Γ: what may be relied on at a point of a function.
//!
//! Every fact enters through [`Context::admit`], which takes the reason why the fact may be relied on: its proof, the
//! check that the wrapper evaluates before any work, or the report of the error that already rejects the function.
//! There is no other way in, so a fact that is neither proved nor checked cannot be written.

use super::{Check, FactScope, Origin, Prover, Query, Verdict};
use crate::diag::Reported;
use crate::types::{DimVar, Pred, Refinements};
use std::borrow::Cow;

/// Why a fact may be relied on.
#[derive(Debug)]
pub enum Warrant {
    /// It follows from earlier facts; it refines a value.
    Proved(Proof),
    /// The wrapper evaluates it before any work and returns an error where it is false.
    Checked(Check),
    /// It failed, and that was reported: the function is rejected, and what follows is checked as if it held, so that
    /// one mistake gives one message.
    Rejected(Reported, Pred),
    /// What would have entered contradicts Γ, and that was reported: the function is rejected, and nothing that follows
    /// is worth asking.
    Contradiction(Reported),
}

/// Evidence that a goal follows from Γ. Only [`Context::prove`] makes one.
#[derive(Debug)]
pub struct Proof {
    goal: Pred,
}

/// Γ. Facts are only ever added, in program order.
#[derive(Debug, Default)]
pub struct Context {
    facts: Vec<Pred>,
    /// Beside `facts`: whether the fact refines one value only, so that subtyping of others does not see it.
    refines: Vec<bool>,
    checks: Vec<Check>,
    contradictory: bool,
}

impl Context {
    /// The one way by which a fact enters.
    pub fn admit(&mut self, warrant: Warrant) {
        let (fact, refines) = match warrant {
            Warrant::Proved(proof) => (proof.goal, true),
            Warrant::Checked(check) => {
                let entry = (check.pred.clone(), matches!(check.origin, Origin::Refinement(_)));
                self.checks.push(check);
                entry
            }
            Warrant::Rejected(_, pred) => (pred, false),
            Warrant::Contradiction(_) => {
                self.contradictory = true;
                return;
            }
        };
        self.facts.push(fact);
        self.refines.push(refines);
    }

    /// All facts, in the order in which they entered.
    pub fn facts(&self) -> &[Pred] {
        &self.facts
    }

    /// The facts that an obligation of this scope may use.
    pub fn visible(&self, scope: &FactScope) -> Cow<'_, [Pred]> {
        match scope {
            FactScope::All => Cow::Borrowed(self.facts()),
            FactScope::Subtyping(own) => Cow::Owned(self.facts_for_subtyping(own)),
        }
    }

    /// Asks `prover` whether the visible facts entail `goal`: the proof, or the verdict that is none.
    pub fn prove(
        &self,
        prover: &dyn Prover,
        goal: &Pred,
        scope: &FactScope,
        vars: &[DimVar],
    ) -> Result<Proof, Verdict> {
        match prover.prove(&Query { facts: &self.visible(scope), goal, vars }) {
            Verdict::Proved => Ok(Proof { goal: goal.clone() }),
            verdict => Err(verdict),
        }
    }

    /// What subtyping of a value with the refinements `own` may use: of the facts that refine values only its own.
    fn facts_for_subtyping(&self, own: &Refinements) -> Vec<Pred> {
        let entries = self.facts.iter().zip(&self.refines);
        entries.filter(|(fact, refines)| !**refines || own.contains(fact)).map(|(fact, _)| fact.clone()).collect()
    }

    /// Whether a contradiction was reported.
    pub fn is_contradictory(&self) -> bool {
        self.contradictory
    }

    /// What the wrapper evaluates, so far, in order.
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    /// What the wrapper evaluates, in order.
    pub fn into_checks(self) -> Vec<Check> {
        self.checks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Code, Diagnostic, Sink};
    use crate::types::testing::{pred, preds};

    /// Believes everything.
    struct Credulous;

    impl Prover for Credulous {
        fn prove(&self, _: &Query<'_>) -> Verdict {
            Verdict::Proved
        }

        fn consistent(&self, _: &[Pred]) -> bool {
            true
        }
    }

    fn checked(written: &str, origin: Origin) -> Warrant {
        Warrant::Checked(Check { pred: pred(written), written: written.to_owned(), origin })
    }

    fn proved(goal: &str) -> Warrant {
        let goal = pred(goal);
        let proof = Context::default().prove(&Credulous, &goal, &FactScope::All, &[]);
        Warrant::Proved(proof.expect("it believes everything"))
    }

    fn reported() -> Reported {
        let at = proc_macro2::Span::call_site();
        Sink::default().report(Diagnostic::new(Code("T0000"), "something is wrong", at))
    }

    #[test]
    fn facts_enter_in_order_and_only_unproved_ones_are_checked() {
        let mut context = Context::default();
        context.admit(checked("S >= 1", Origin::Requires));
        context.admit(proved("S >= 0"));
        context.admit(Warrant::Rejected(reported(), pred("S == 3")));
        context.admit(checked("T >= 1", Origin::Assume));
        assert_eq!(context.facts(), preds("S >= 1, S >= 0, S == 3, T >= 1"));
        let checks: Vec<String> = context.into_checks().into_iter().map(|check| check.written).collect();
        assert_eq!(checks, ["S >= 1", "T >= 1"]);
    }

    #[test]
    fn a_contradiction_adds_no_fact() {
        let mut context = Context::default();
        context.admit(checked("S >= 1", Origin::Requires));
        assert!(!context.is_contradictory());
        context.admit(Warrant::Contradiction(reported()));
        assert!(context.is_contradictory());
        assert_eq!(context.facts(), preds("S >= 1"));
    }

    #[test]
    fn subtyping_sees_the_own_refinements_only() {
        let mut context = Context::default();
        context.admit(checked("D >= 1", Origin::DefaultBound(DimVar::new("D"))));
        context.admit(checked("D % 8 == 0", Origin::Refinement("x".to_owned())));
        context.admit(checked("D % 3 == 0", Origin::Refinement("y".to_owned())));
        context.admit(checked("D <= 4096", Origin::Requires));
        context.admit(checked("D == H * E", Origin::Assume));
        let own = Refinements::from([pred("D % 8 == 0")]);
        assert_eq!(context.facts_for_subtyping(&own), preds("D >= 1, D % 8 == 0, D <= 4096, D == H * E"));
    }
}
