//! Conditions on the caller under which a mistake is none.

use crate::diag::{Edit, Fix};
use crate::types::{Atom, Cmp, Dim, Pred};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeSet;

/// For a condition that only values of 0 satisfy.
pub(crate) fn allow_zero(var: &str) -> Fix {
    let clause = format!("requires {var} >= 0");
    let text = format!("a shape variable is at least 1 unless a condition allows 0: add `{clause}`");
    Fix { text, edits: vec![Edit::Clause(clause)] }
}

/// The premises as conditions on the caller.
pub(super) fn demand(goals: &[Pred]) -> Option<Fix> {
    if goals.iter().any(|goal| goal.vars().is_empty()) {
        return None;
    }
    let goals: Vec<Pred> = goals.iter().map(as_written).collect();
    let condition = goals.iter().map(Pred::to_string).collect::<Vec<_>>().join(", ");
    let nonlinear = |goal: &Pred| matches!(goal, Pred::Compare(Cmp::Eq, a, b) if !(a.is_linear() && b.is_linear()));
    if goals.iter().all(nonlinear) {
        let clause = format!("assume {condition}");
        return Some(Fix { text: format!("add `{clause}`"), edits: vec![Edit::Clause(clause)] });
    }
    Some(Fix::require(&condition))
}

/// That what is divided leaves no remainder, for one quotient after the other.
pub(super) fn divisible(goals: &[Pred]) -> Vec<Fix> {
    let mut quotients: BTreeSet<(Dim, BigInt)> = BTreeSet::new();
    for goal in goals {
        if let Pred::Compare(Cmp::Eq, lhs, rhs) = goal {
            for (monomial, _) in lhs.terms().chain(rhs.terms()) {
                quotients.extend(monomial.factors().iter().filter_map(|atom| match atom {
                    Atom::Div(inner, divisor) => Some(((**inner).clone(), divisor.clone())),
                    Atom::Var(_) | Atom::Mod(..) => None,
                }));
            }
        }
    }
    let no_remainder = |(inner, divisor): (Dim, BigInt)| Pred::eq(inner.floor_mod(&divisor), Dim::constant(0));
    quotients.into_iter().map(no_remainder).filter_map(|pred| demand(&[pred])).collect()
}

/// The comparison as one would write it: `S >= 16` for `16 <= S`, `S >= 2` for `S - 1 >= 1`, `A == B` for
/// `A + A * B == A * B + B`.
fn as_written(pred: &Pred) -> Pred {
    let Pred::Compare(cmp, lhs, rhs) = pred else { return pred.clone() };
    let difference = lhs.clone() - rhs.clone();
    let divisor = difference.content();
    if divisor.is_zero() {
        return pred.clone();
    }
    let difference = match difference.is_multiple_of(&divisor) {
        true => difference.map_coefficients(|coefficient| coefficient / &divisor),
        false => difference,
    };
    let (mut left, mut right) = (Dim::default(), Dim::default());
    for (monomial, coefficient) in difference.terms().filter(|(monomial, _)| !monomial.is_one()) {
        let side = if coefficient.is_positive() { &mut left } else { &mut right };
        *side = std::mem::take(side) + Dim::term(monomial.clone(), coefficient.abs());
    }
    let constant = difference.constant_term();
    match (left == Dim::default(), right == Dim::default()) {
        (true, _) => Pred::Compare(cmp.flipped(), right, Dim::constant(constant)),
        (false, false) if constant.is_positive() => Pred::Compare(*cmp, left + Dim::constant(constant), right),
        (false, _) => Pred::Compare(*cmp, left, right - Dim::constant(constant)),
    }
}
