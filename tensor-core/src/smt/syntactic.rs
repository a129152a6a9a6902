//! Answers that need no search. They spare the solver, whose start alone costs more than checking a function.
//!
//! What is proved here the solver would prove too, so that a dump of the question reproduces the verdict.

use super::knowledge::Knowledge;
use crate::types::{Dim, DimVar, Formula, Pred};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// How many facts about sums may be added up to reach a goal.
const SUMS_ADDED: u32 = 2;
/// How often, for each variable, a candidate for [`satisfiable`] is mended.
const REPAIRS: usize = 4;

/// Whether the facts plainly entail `goal`.
pub(super) fn entails(knowledge: &Knowledge, goal: &Formula) -> bool {
    holds(knowledge, &knowledge.rewrite(goal))
}

fn holds(knowledge: &Knowledge, goal: &Formula) -> bool {
    if knowledge.formulas().contains(goal) {
        return true;
    }
    match goal {
        Formula::True => true,
        Formula::False => false,
        Formula::NonNegative(dim) => is_non_negative(knowledge, dim, SUMS_ADDED),
        Formula::Zero(dim) => {
            is_non_negative(knowledge, dim, SUMS_ADDED) && is_non_negative(knowledge, &-dim.clone(), SUMS_ADDED)
        }
        Formula::NonZero(dim) => [dim.clone(), -dim.clone()]
            .into_iter()
            .any(|dim| is_non_negative(knowledge, &(dim - Dim::constant(1)), SUMS_ADDED)),
        Formula::All(members) => members.iter().all(|member| holds(knowledge, member)),
        Formula::Any(members) => {
            let stronger = |fact: &Formula| matches!(fact, Formula::Any(fewer) if fewer.is_subset(members));
            members.iter().any(|member| holds(knowledge, member)) || knowledge.formulas().iter().any(stronger)
        }
    }
}

/// `dim >= 0`, by bounds, or after taking away a sum that is known to be at least something.
fn is_non_negative(knowledge: &Knowledge, dim: &Dim, sums: u32) -> bool {
    let dim = match Formula::non_negative(dim.clone()) {
        Formula::NonNegative(dim) => dim,
        constant => return constant == Formula::True,
    };
    if knowledge.least(&dim).is_some_and(|least| !least.is_negative()) {
        return true;
    }
    let positive = |dim: &Dim| -> BTreeSet<_> {
        dim.terms().filter(|(_, c)| c.is_positive()).map(|(monomial, _)| monomial.clone()).collect()
    };
    let wanted = positive(&dim);
    sums > 0
        && knowledge.sums().any(|(sum, bound)| {
            !positive(sum).is_disjoint(&wanted)
                && is_non_negative(knowledge, &(dim.clone() - sum.clone() + Dim::constant(bound.clone())), sums - 1)
        })
}

/// Whether values that satisfy `facts` are easily found. `false` says nothing.
pub(super) fn satisfiable(knowledge: &Knowledge, facts: &[Pred]) -> bool {
    let vars: BTreeSet<DimVar> = facts.iter().flat_map(Pred::vars).collect();
    let free = vars.iter().filter(|var| !knowledge.solved().contains_key(var));
    let mut candidate: BTreeMap<DimVar, BigInt> =
        free.map(|var| (var.clone(), at_least(knowledge, var, None))).collect();
    for _ in 0..=REPAIRS * vars.len() {
        let violated = knowledge.formulas().iter().find(|fact| !holds_at(fact, &candidate));
        let Some(violated) = violated else { return satisfies(knowledge, facts, candidate) };
        let Some((var, value)) = mend(violated, &candidate) else { return false };
        let value = at_least(knowledge, &var, Some(value));
        candidate.insert(var, value);
    }
    false
}

/// The least value of `var` that its own bounds allow, that its known divisor divides, and that is not below `wish`.
fn at_least(knowledge: &Knowledge, var: &DimVar, wish: Option<BigInt>) -> BigInt {
    let dim = Dim::var(var.clone());
    let least = [wish, knowledge.least(&dim)].into_iter().flatten().max().unwrap_or_default();
    let divisor = dim.terms().next().map_or_else(BigInt::zero, |(monomial, _)| knowledge.divisor(monomial));
    if divisor.is_positive() { least.div_ceil(&divisor) * divisor } else { least }
}

fn holds_at(fact: &Formula, values: &BTreeMap<DimVar, BigInt>) -> bool {
    fact.to_pred().eval(&|var| values.get(var).cloned()) == Some(true)
}

/// A greater value for a variable that makes `fact` true, where it says that a sum is not negative.
fn mend(fact: &Formula, values: &BTreeMap<DimVar, BigInt>) -> Option<(DimVar, BigInt)> {
    let Formula::NonNegative(dim) = fact else { return None };
    let lacking = -dim.eval(&|var| values.get(var).cloned())?;
    dim.vars().into_iter().find_map(|var| {
        let (coefficient, rest) = dim.split_linear(&var);
        let raised = values.get(&var)? + lacking.div_ceil(&coefficient.is_positive().then_some(coefficient)?);
        (!rest.vars().contains(&var)).then_some((var, raised))
    })
}

fn satisfies(knowledge: &Knowledge, facts: &[Pred], mut values: BTreeMap<DimVar, BigInt>) -> bool {
    for (var, value) in knowledge.solved() {
        let Some(value) = value.eval(&|name| values.get(name).cloned()) else { return false };
        values.insert(var.clone(), value);
    }
    facts.iter().all(|fact| fact.eval(&|var| values.get(var).cloned()) == Some(true))
}
