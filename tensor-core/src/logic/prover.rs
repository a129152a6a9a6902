//! The interface to a solver.

use crate::types::{DimVar, Pred};
use num_bigint::BigInt;

/// A question: do the facts entail the goal?
#[derive(Debug)]
pub struct Query<'a> {
    /// Γ.
    pub facts: &'a [Pred],
    /// φ.
    pub goal: &'a Pred,
    /// All shape variables in the order of declaration, which is the order in which a counterexample is minimised
    /// and printed.
    pub vars: &'a [DimVar],
}

/// Values of the variables that matter, in order of declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Model(pub Vec<(DimVar, BigInt)>);

impl Model {
    /// The value of `var`, if it matters.
    pub fn value(&self, var: &DimVar) -> Option<BigInt> {
        self.0.iter().find(|(name, _)| name == var).map(|(_, value)| value.clone())
    }
}

/// The answer to a [`Query`].
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The goal holds wherever the facts do.
    Proved,
    /// Here the facts hold and the goal does not.
    Refuted(Model),
    /// The solver gave up, for this reason.
    Unknown(String),
}

/// Something that answers queries.
pub trait Prover {
    /// Whether the facts entail the goal.
    fn prove(&self, query: &Query<'_>) -> Verdict;

    /// Whether the facts entail the goal, where a counterexample is not wanted.
    fn entails(&self, query: &Query<'_>) -> bool {
        self.prove(query) == Verdict::Proved
    }

    /// Whether some values satisfy all `facts`; `true` where that could not be decided.
    fn consistent(&self, facts: &[Pred]) -> bool;
}
