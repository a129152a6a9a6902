//! Dims and predicates as written, with an evaluation of their own to compare the checker's with.

use num_bigint::BigInt;
use std::fmt;
use tensor_core::generate::Choices;
use tensor_core::types::{Cmp, Dim, DimVar, Pred};

/// The variables, in the order of declaration.
pub const NAMES: [&str; 5] = ["P", "Q", "R", "M", "N"];

#[derive(Clone)]
pub enum DimTree {
    Const(i64),
    Var(usize),
    Add(Box<[DimTree; 2]>),
    Sub(Box<[DimTree; 2]>),
    Mul(Box<[DimTree; 2]>),
    Div(Box<DimTree>, i64),
    Mod(Box<DimTree>, i64),
}

#[derive(Clone)]
pub enum PredTree {
    Compare(Cmp, DimTree, DimTree),
    And(Box<[PredTree; 2]>),
    Or(Box<[PredTree; 2]>),
    Not(Box<PredTree>),
}

/// The variable with this number.
pub fn var(number: usize) -> DimVar {
    DimVar::new(NAMES[number])
}

impl DimTree {
    /// A dim over the first `vars` variables. Only with `products` are variables multiplied.
    pub fn draw(choices: &mut Choices<'_>, vars: usize, products: bool, depth: usize) -> DimTree {
        let kind = if depth == 0 { choices.below(3) } else { choices.below(10) };
        let mut inner = || DimTree::draw(choices, vars, products, depth - 1);
        match kind {
            0 | 1 => DimTree::Var(choices.below(vars)),
            2 => DimTree::Const(choices.below(13) as i64 - 3),
            3 | 4 => DimTree::Add(Box::new([inner(), inner()])),
            5 | 6 => DimTree::Sub(Box::new([inner(), inner()])),
            7 if products => DimTree::Mul(Box::new([inner(), inner()])),
            7 => DimTree::Mul(Box::new([inner(), DimTree::Const(choices.below(9) as i64 - 3)])),
            8 => DimTree::Div(Box::new(inner()), 1 + choices.below(6) as i64),
            _ => DimTree::Mod(Box::new(inner()), 1 + choices.below(6) as i64),
        }
    }

    pub fn to_dim(&self) -> Dim {
        match self {
            DimTree::Const(value) => Dim::constant(*value),
            DimTree::Var(number) => Dim::var(var(*number)),
            DimTree::Add(both) => both[0].to_dim() + both[1].to_dim(),
            DimTree::Sub(both) => both[0].to_dim() - both[1].to_dim(),
            DimTree::Mul(both) => both[0].to_dim() * both[1].to_dim(),
            DimTree::Div(inner, divisor) => inner.to_dim().floor_div(&BigInt::from(*divisor)),
            DimTree::Mod(inner, divisor) => inner.to_dim().floor_mod(&BigInt::from(*divisor)),
        }
    }

    pub fn eval(&self, point: &[i64]) -> i64 {
        match self {
            DimTree::Const(value) => *value,
            DimTree::Var(number) => point[*number],
            DimTree::Add(both) => both[0].eval(point) + both[1].eval(point),
            DimTree::Sub(both) => both[0].eval(point) - both[1].eval(point),
            DimTree::Mul(both) => both[0].eval(point) * both[1].eval(point),
            // With a positive divisor Euclid's division is floor division.
            DimTree::Div(inner, divisor) => inner.eval(point).div_euclid(*divisor),
            DimTree::Mod(inner, divisor) => inner.eval(point).rem_euclid(*divisor),
        }
    }
}

impl PredTree {
    /// A predicate over the first `vars` variables.
    pub fn draw(choices: &mut Choices<'_>, vars: usize, products: bool, depth: usize) -> PredTree {
        let kind = if depth == 0 { 0 } else { choices.below(8) };
        let mut inner = || PredTree::draw(choices, vars, products, depth - 1);
        match kind {
            5 => PredTree::And(Box::new([inner(), inner()])),
            6 => PredTree::Or(Box::new([inner(), inner()])),
            7 => PredTree::Not(Box::new(inner())),
            _ => {
                let cmp = *choices.of(&[Cmp::Eq, Cmp::Ge, Cmp::Le, Cmp::Ne, Cmp::Lt, Cmp::Gt]);
                let mut dim = || DimTree::draw(choices, vars, products, 2);
                PredTree::Compare(cmp, dim(), dim())
            }
        }
    }

    pub fn to_pred(&self) -> Pred {
        match self {
            PredTree::Compare(cmp, lhs, rhs) => Pred::compare(*cmp, lhs.to_dim(), rhs.to_dim()),
            PredTree::And(both) => Pred::And(Box::new(both[0].to_pred()), Box::new(both[1].to_pred())),
            PredTree::Or(both) => Pred::Or(Box::new(both[0].to_pred()), Box::new(both[1].to_pred())),
            PredTree::Not(inner) => Pred::Not(Box::new(inner.to_pred())),
        }
    }

    pub fn eval(&self, point: &[i64]) -> bool {
        match self {
            PredTree::Compare(cmp, lhs, rhs) => {
                let (lhs, rhs) = (lhs.eval(point), rhs.eval(point));
                match cmp {
                    Cmp::Eq => lhs == rhs,
                    Cmp::Ne => lhs != rhs,
                    Cmp::Lt => lhs < rhs,
                    Cmp::Le => lhs <= rhs,
                    Cmp::Gt => lhs > rhs,
                    Cmp::Ge => lhs >= rhs,
                }
            }
            PredTree::And(both) => both.iter().all(|pred| pred.eval(point)),
            PredTree::Or(both) => both.iter().any(|pred| pred.eval(point)),
            PredTree::Not(inner) => !inner.eval(point),
        }
    }
}

impl fmt::Display for DimTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DimTree::Const(value) => write!(f, "{value}"),
            DimTree::Var(number) => f.write_str(NAMES[*number]),
            DimTree::Add(both) => write!(f, "({} + {})", both[0], both[1]),
            DimTree::Sub(both) => write!(f, "({} - {})", both[0], both[1]),
            DimTree::Mul(both) => write!(f, "({} * {})", both[0], both[1]),
            DimTree::Div(inner, divisor) => write!(f, "({inner} / {divisor})"),
            DimTree::Mod(inner, divisor) => write!(f, "({inner} % {divisor})"),
        }
    }
}

impl fmt::Display for PredTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PredTree::Compare(cmp, lhs, rhs) => write!(f, "{lhs} {} {rhs}", cmp.symbol()),
            PredTree::And(both) => write!(f, "({} && {})", both[0], both[1]),
            PredTree::Or(both) => write!(f, "({} || {})", both[0], both[1]),
            PredTree::Not(inner) => write!(f, "!({inner})"),
        }
    }
}
