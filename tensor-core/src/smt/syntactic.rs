//! Answers that need no search. They spare the solver, whose start alone costs more than checking a function.
//!
//! What is proved here the solver would prove too, so that a dump of the question reproduces the verdict.

use super::knowledge::{Knowledge, definitions, is_short};
use crate::types::{Dim, DimVar, Formula, Pred};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// How many facts about sums may be added up to reach a goal.
const SUMS_ADDED: u32 = 2;
/// How often a candidate for [`satisfiable`] is looked through and mended.
const ROUNDS: usize = 16;

/// Whether the facts plainly entail `goal`.
pub(super) fn entails(knowledge: &Knowledge, goal: &Formula) -> bool {
    holds(knowledge, &knowledge.rewrite(goal))
}

/// Adds facts that plainly follow from what is known, so that nothing else has to be seen in another light; `false`, and
/// maybe only some of them added, if one does not.
pub(super) fn admit(knowledge: &mut Knowledge, facts: &[Pred]) -> bool {
    facts.iter().all(|fact| {
        let fact = knowledge.rewrite(&fact.normalise());
        let follows = holds(knowledge, &fact);
        if follows {
            knowledge.add(fact);
        }
        follows
    })
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
    let values = free.map(|var| (var.clone(), at_least(knowledge, var, None))).collect();
    let mut candidate = Candidate { knowledge, values };
    for _ in 0..=ROUNDS {
        let mut mended = false;
        for fact in knowledge.formulas() {
            if candidate.satisfies(&fact.to_pred()) {
                continue;
            }
            let Some((var, value)) = candidate.mend(fact) else { return false };
            let value = at_least(knowledge, &var, Some(value));
            candidate.values.insert(var, value);
            mended = true;
        }
        if !mended {
            return facts.iter().all(|fact| candidate.satisfies(fact));
        }
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

/// Values of the variables that no equation gives; the others follow from them.
struct Candidate<'a> {
    knowledge: &'a Knowledge,
    values: BTreeMap<DimVar, BigInt>,
}

impl Candidate<'_> {
    /// `None` for a value that is no extent any more.
    fn value(&self, var: &DimVar) -> Option<BigInt> {
        let value = match self.knowledge.solved().get(var) {
            Some(value) => value.eval(&|free| self.values.get(free).cloned()),
            None => self.values.get(var).cloned(),
        };
        value.filter(is_short)
    }

    fn satisfies(&self, fact: &Pred) -> bool {
        fact.eval(&|var| self.value(var)) == Some(true)
    }

    /// A greater value for a variable that makes `fact` true, where it says that a sum is not negative or not 0, or
    /// another value where it is a definition.
    fn mend(&self, fact: &Formula) -> Option<(DimVar, BigInt)> {
        match fact {
            Formula::NonNegative(dim) => {
                let lacking = -dim.eval(&|var| self.value(var))?;
                dim.vars().into_iter().find_map(|var| {
                    let (coefficient, rest) = dim.split_linear(&var);
                    let coefficient = coefficient.is_positive().then_some(coefficient)?;
                    let raised = self.values.get(&var)? + lacking.div_ceil(&coefficient);
                    (!rest.vars().contains(&var)).then_some((var, raised))
                })
            }
            Formula::Zero(dim) => definitions(dim).find_map(|(var, value)| {
                self.values.get(&var)?;
                Some((var, value.eval(&|var| self.value(var))?))
            }),
            Formula::NonZero(dim) => dim.vars().into_iter().find_map(|var| {
                let (coefficient, rest) = dim.split_linear(&var);
                let raised = self.values.get(&var)? + 1;
                (!coefficient.is_zero() && !rest.vars().contains(&var)).then_some((var, raised))
            }),
            Formula::Any(members) => members.iter().find_map(|member| self.mend(member)),
            Formula::True | Formula::False | Formula::All(_) => None,
        }
    }
}
