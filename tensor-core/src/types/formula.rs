//! Normal form of predicates: negations are pushed inwards and each comparison is brought to one side.
//!
//! Predicates that differ only by such rewriting (`a == b` and `b == a`, `!(a < b)` and `a >= b`, `2 * a >= 1` and
//! `a >= 1`) have equal normal forms. It assumes nothing about the variables but that they are integers.

use super::dim::Dim;
use super::pred::{Cmp, Pred};
use num_bigint::BigInt;
use num_traits::Signed;
use std::collections::BTreeSet;

/// A predicate in normal form. Build one with [`Pred::normalise`] or the functions below; they keep the dims of
/// comparisons divided by their common factor, those of `Zero` and `NonZero` with a positive first coefficient, and
/// `All` and `Any` flat, with two members or more.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Formula {
    /// Holds always.
    True,
    /// Holds never.
    False,
    /// `dim == 0`
    Zero(Dim),
    /// `dim != 0`
    NonZero(Dim),
    /// `dim >= 0`
    NonNegative(Dim),
    /// Each member holds.
    All(BTreeSet<Formula>),
    /// Some member holds.
    Any(BTreeSet<Formula>),
}

impl Formula {
    /// `dim == 0`. An equation without integer solutions, such as `2 * a == 1`, is false.
    pub fn zero(dim: Dim) -> Formula {
        let (factor, constant) = (dim.content(), dim.constant_term());
        if factor == BigInt::ZERO {
            return Formula::of(constant == BigInt::ZERO);
        }
        if &constant % &factor != BigInt::ZERO {
            return Formula::False;
        }
        let factor = if dim.leads_negative() { -factor } else { factor };
        Formula::Zero(dim.map_coefficients(|coefficient| coefficient / &factor))
    }

    /// `dim >= 0`. As all terms but the constant are multiples of their common factor, the constant is rounded down.
    pub fn non_negative(dim: Dim) -> Formula {
        let factor = dim.content();
        if factor == BigInt::ZERO {
            return Formula::of(!dim.constant_term().is_negative());
        }
        Formula::NonNegative(dim.map_coefficients(|coefficient| num_integer::Integer::div_floor(coefficient, &factor)))
    }

    /// Each of `members` holds.
    pub fn all(members: impl IntoIterator<Item = Formula>) -> Formula {
        let mut set = BTreeSet::new();
        for member in members {
            match member {
                Formula::True => {}
                Formula::False => return Formula::False,
                Formula::All(inner) => set.extend(inner),
                other => {
                    set.insert(other);
                }
            }
        }
        if set.iter().any(|member| set.contains(&member.negate())) {
            return Formula::False;
        }
        match set.len() {
            0 => Formula::True,
            1 => set.pop_first().unwrap_or(Formula::True),
            _ => Formula::All(set),
        }
    }

    /// Some of `members` holds.
    pub fn any(members: impl IntoIterator<Item = Formula>) -> Formula {
        Formula::all(members.into_iter().map(|member| member.negate())).negate()
    }

    /// Holds exactly where `self` does not.
    pub fn negate(&self) -> Formula {
        match self {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Zero(dim) => Formula::NonZero(dim.clone()),
            Formula::NonZero(dim) => Formula::Zero(dim.clone()),
            Formula::NonNegative(dim) => Formula::NonNegative(-dim.clone() - Dim::constant(1)),
            Formula::All(members) => Formula::Any(members.iter().map(Formula::negate).collect()),
            Formula::Any(members) => Formula::All(members.iter().map(Formula::negate).collect()),
        }
    }

    /// The members of a conjunction, or the formula itself; nothing for `True`.
    pub fn conjuncts(self) -> Vec<Formula> {
        match self {
            Formula::True => Vec::new(),
            Formula::All(members) => members.into_iter().collect(),
            other => vec![other],
        }
    }

    /// The formula with each dim replaced by what `map` makes of it, in normal form again.
    pub fn map_dims(&self, map: &dyn Fn(&Dim) -> Dim) -> Formula {
        match self {
            Formula::True => Formula::True,
            Formula::False => Formula::False,
            Formula::Zero(dim) => Formula::zero(map(dim)),
            Formula::NonZero(dim) => Formula::zero(map(dim)).negate(),
            Formula::NonNegative(dim) => Formula::non_negative(map(dim)),
            Formula::All(members) => Formula::all(members.iter().map(|member| member.map_dims(map))),
            Formula::Any(members) => Formula::any(members.iter().map(|member| member.map_dims(map))),
        }
    }

    /// A predicate with this meaning.
    pub fn to_pred(&self) -> Pred {
        let join = |members: &BTreeSet<Formula>, join: fn(Box<Pred>, Box<Pred>) -> Pred| {
            members.iter().map(Formula::to_pred).reduce(|left, right| join(Box::new(left), Box::new(right)))
        };
        match self {
            Formula::True => Pred::at_least(Dim::constant(0), 0),
            Formula::False => Pred::at_least(Dim::constant(0), 1),
            Formula::Zero(dim) => Pred::eq(dim.clone(), Dim::constant(0)),
            Formula::NonZero(dim) => Pred::compare(Cmp::Ne, dim.clone(), Dim::constant(0)),
            Formula::NonNegative(dim) => Pred::at_least(dim.clone(), 0),
            Formula::All(members) => join(members, Pred::And).unwrap_or_else(|| Formula::True.to_pred()),
            Formula::Any(members) => join(members, Pred::Or).unwrap_or_else(|| Formula::False.to_pred()),
        }
    }

    fn of(holds: bool) -> Formula {
        if holds { Formula::True } else { Formula::False }
    }
}

impl Pred {
    /// The normal form.
    pub fn normalise(&self) -> Formula {
        match self {
            Pred::Compare(cmp, lhs, rhs) => {
                let (above, below) = (|| lhs.clone() - rhs.clone(), || rhs.clone() - lhs.clone());
                match cmp {
                    Cmp::Eq => Formula::zero(above()),
                    Cmp::Ne => Formula::zero(above()).negate(),
                    Cmp::Lt => Formula::non_negative(below() - Dim::constant(1)),
                    Cmp::Le => Formula::non_negative(below()),
                    Cmp::Gt => Formula::non_negative(above() - Dim::constant(1)),
                    Cmp::Ge => Formula::non_negative(above()),
                }
            }
            Pred::And(a, b) => Formula::all([a.normalise(), b.normalise()]),
            Pred::Or(a, b) => Formula::any([a.normalise(), b.normalise()]),
            Pred::Not(a) => a.normalise().negate(),
        }
    }
}
