//! The context Γ: what may be relied on at a point of a function.
//!
//! Every fact enters through [`Context::admit`], which takes the reason why the fact may be relied on: its proof, the
//! check that the wrapper evaluates before any work, or the report of the error that already rejects the function.
//! There is no other way in, so a fact that is neither proved nor checked cannot be written.

use super::{Check, Proof};
use crate::diag::Reported;
use crate::types::Pred;

/// Why a fact may be relied on.
#[derive(Debug)]
pub enum Warrant {
    /// It follows from earlier facts.
    Proved(Proof),
    /// The wrapper evaluates it before any work and returns an error where it is false.
    Checked(Check),
    /// It failed, and that was reported: the function is rejected, and what follows is checked as if it held, so that
    /// one mistake gives one message.
    Rejected(Reported, Pred),
}

/// Γ. Facts are only ever added, in program order.
#[derive(Debug, Default)]
pub struct Context {
    facts: Vec<Pred>,
    checks: Vec<Check>,
}

impl Context {
    /// The one way by which a fact enters.
    pub fn admit(&mut self, warrant: Warrant) {
        let fact = match warrant {
            Warrant::Proved(proof) => proof.into_goal(),
            Warrant::Checked(check) => {
                let pred = check.pred.clone();
                self.checks.push(check);
                pred
            }
            Warrant::Rejected(_, pred) => pred,
        };
        self.facts.push(fact);
    }

    /// All facts, in the order in which they entered.
    pub fn facts(&self) -> &[Pred] {
        &self.facts
    }

    /// What the wrapper evaluates, in order.
    pub fn into_checks(self) -> Vec<Check> {
        self.checks
    }
}
