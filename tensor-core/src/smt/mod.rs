//! Proofs by the Z3 solver.
//!
//! A question (do the facts entail the goal?) is first tried without the solver, in `syntactic`. What is left becomes
//! SMT-LIB text, in `script`, and that text is both what Z3 reads and what a dump shows, so that a dump reproduces the
//! verdict. Where the solver finds a counterexample, `counterexample` looks for the smallest one.
//!
//! Nothing here decides what has to be proved, and nothing here words a message.

mod counterexample;
mod definitions;
mod dump;
mod knowledge;
mod minimise;
mod products;
mod script;
mod session;
mod syntactic;
mod z3;

#[cfg(test)]
mod tests;

pub use dump::smt2;
pub use z3::Z3;
