//! Predicates over dims and the ordered sets of them that refine a tensor type.

use super::dim::{Dim, DimVar};
use num_bigint::BigInt;
use std::collections::BTreeSet;
use std::fmt;

/// A comparison of two dims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cmp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl Cmp {
    /// The operator as written.
    pub fn symbol(self) -> &'static str {
        match self {
            Cmp::Eq => "==",
            Cmp::Ne => "!=",
            Cmp::Lt => "<",
            Cmp::Le => "<=",
            Cmp::Gt => ">",
            Cmp::Ge => ">=",
        }
    }

    /// The operator of `rhs cmp lhs` that says the same.
    pub fn flipped(self) -> Cmp {
        match self {
            Cmp::Eq => Cmp::Eq,
            Cmp::Ne => Cmp::Ne,
            Cmp::Lt => Cmp::Gt,
            Cmp::Le => Cmp::Ge,
            Cmp::Gt => Cmp::Lt,
            Cmp::Ge => Cmp::Le,
        }
    }

    /// Whether `lhs cmp rhs` holds.
    pub fn holds(self, lhs: &BigInt, rhs: &BigInt) -> bool {
        match self {
            Cmp::Eq => lhs == rhs,
            Cmp::Ne => lhs != rhs,
            Cmp::Lt => lhs < rhs,
            Cmp::Le => lhs <= rhs,
            Cmp::Gt => lhs > rhs,
            Cmp::Ge => lhs >= rhs,
        }
    }
}

/// A predicate over shape variables. The derived order is total, so sets of predicates print and hash alike
/// however they were built.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pred {
    /// `lhs cmp rhs`
    Compare(Cmp, Dim, Dim),
    /// `a && b`
    And(Box<Pred>, Box<Pred>),
    /// `a || b`
    Or(Box<Pred>, Box<Pred>),
    /// `!a`
    Not(Box<Pred>),
}

/// The refinements of a tensor type.
pub type Refinements = BTreeSet<Pred>;

impl Pred {
    /// `lhs cmp rhs`
    pub fn compare(cmp: Cmp, lhs: Dim, rhs: Dim) -> Pred {
        Pred::Compare(cmp, lhs, rhs)
    }

    /// `lhs == rhs`
    pub fn eq(lhs: Dim, rhs: Dim) -> Pred {
        Pred::Compare(Cmp::Eq, lhs, rhs)
    }

    /// `lhs >= value`
    pub fn at_least(lhs: Dim, value: i64) -> Pred {
        Pred::Compare(Cmp::Ge, lhs, Dim::constant(value))
    }

    /// `self || other`
    pub fn or(self, other: Pred) -> Pred {
        Pred::Or(Box::new(self), Box::new(other))
    }

    /// Calls `visit` with both sides of each comparison.
    pub fn for_each_dim(&self, visit: &mut dyn FnMut(&Dim)) {
        match self {
            Pred::Compare(_, lhs, rhs) => {
                visit(lhs);
                visit(rhs);
            }
            Pred::And(a, b) | Pred::Or(a, b) => {
                a.for_each_dim(visit);
                b.for_each_dim(visit);
            }
            Pred::Not(a) => a.for_each_dim(visit),
        }
    }

    /// The variables that occur.
    pub fn vars(&self) -> BTreeSet<DimVar> {
        let mut vars = BTreeSet::new();
        self.for_each_dim(&mut |dim| dim.collect_vars(&mut vars));
        vars
    }

    /// Replaces variables, all at once.
    pub fn substitute(&self, replacement: &dyn Fn(&DimVar) -> Option<Dim>) -> Pred {
        match self {
            Pred::Compare(cmp, lhs, rhs) => {
                Pred::Compare(*cmp, lhs.substitute(replacement), rhs.substitute(replacement))
            }
            Pred::And(a, b) => Pred::And(Box::new(a.substitute(replacement)), Box::new(b.substitute(replacement))),
            Pred::Or(a, b) => Pred::Or(Box::new(a.substitute(replacement)), Box::new(b.substitute(replacement))),
            Pred::Not(a) => Pred::Not(Box::new(a.substitute(replacement))),
        }
    }

    /// Whether it holds; `None` if a variable that matters has no value.
    pub fn eval(&self, value_of: &dyn Fn(&DimVar) -> Option<BigInt>) -> Option<bool> {
        Some(match self {
            Pred::Compare(cmp, lhs, rhs) => cmp.holds(&lhs.eval(value_of)?, &rhs.eval(value_of)?),
            Pred::And(a, b) => a.eval(value_of)? && b.eval(value_of)?,
            Pred::Or(a, b) => a.eval(value_of)? || b.eval(value_of)?,
            Pred::Not(a) => !a.eval(value_of)?,
        })
    }

    fn precedence(&self) -> u8 {
        match self {
            Pred::Or(..) => 0,
            Pred::And(..) => 1,
            Pred::Compare(..) => 2,
            Pred::Not(_) => 3,
        }
    }

    fn fmt_operand(&self, f: &mut fmt::Formatter<'_>, at_least: u8) -> fmt::Result {
        if self.precedence() < at_least { write!(f, "({self})") } else { write!(f, "{self}") }
    }
}

impl fmt::Display for Pred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pred::Compare(cmp, lhs, rhs) => write!(f, "{lhs} {} {rhs}", cmp.symbol()),
            Pred::And(a, b) => {
                a.fmt_operand(f, 1)?;
                f.write_str(" && ")?;
                b.fmt_operand(f, 2)
            }
            Pred::Or(a, b) => {
                a.fmt_operand(f, 0)?;
                f.write_str(" || ")?;
                b.fmt_operand(f, 1)
            }
            Pred::Not(a) => {
                f.write_str("!")?;
                a.fmt_operand(f, 3)
            }
        }
    }
}

impl fmt::Debug for Pred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
