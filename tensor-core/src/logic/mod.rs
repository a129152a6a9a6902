//! Facts, obligations and what the wrapper must check.

mod context;
mod obligation;
mod prover;
mod written;

pub use context::{Context, Proof, Warrant};
pub use obligation::{FactScope, Obligation, Operand, Reason, Solved, Subject, equal, non_negative};
pub use prover::{Model, Prover, Query, Verdict};
pub use written::WrittenCall;

use crate::types::{DimVar, Pred};

/// A condition that the wrapper evaluates before any work.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What must hold.
    pub pred: Pred,
    /// The condition in the program's own spelling.
    pub written: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a condition comes from; the wrapper's errors name it.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// A shape variable is at least 1 unless the function opts in to 0.
    DefaultBound(DimVar),
    /// A refinement of the parameter with this name.
    Refinement(String),
    /// A `requires` clause.
    Requires,
    /// An `assume` clause or statement.
    Assume,
    /// A `dim` clause or statement.
    Dim,
    /// The volume of a `reshape`, in the function with this name.
    Reshape(String),
    /// A premise that the solver could not decide, accepted under `on_unknown = check`.
    Undecided,
}
