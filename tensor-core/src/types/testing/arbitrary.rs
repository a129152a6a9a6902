//! Random dims and predicates as trees with an evaluation of their own, so that normal forms can be compared with it.

use crate::types::{Cmp, Dim, DimVar, Pred};
use num_bigint::BigInt;
use proptest::prelude::*;

/// The variable with this number.
pub(crate) fn var(number: usize) -> DimVar {
    DimVar::new(["P", "Q", "R", "S"][number])
}

/// A dim as written.
#[derive(Clone, Debug)]
pub(crate) enum DimTree {
    Const(i128),
    Var(usize),
    Add(Box<DimTree>, Box<DimTree>),
    Sub(Box<DimTree>, Box<DimTree>),
    Neg(Box<DimTree>),
    Scale(i128, Box<DimTree>),
    Mul(Box<DimTree>, Box<DimTree>),
    Div(Box<DimTree>, i128),
    Mod(Box<DimTree>, i128),
}

/// A predicate as written.
#[derive(Clone, Debug)]
pub(crate) enum PredTree {
    Compare(Cmp, DimTree, DimTree),
    And(Box<PredTree>, Box<PredTree>),
    Or(Box<PredTree>, Box<PredTree>),
    Not(Box<PredTree>),
}

impl DimTree {
    pub(crate) fn to_dim(&self) -> Dim {
        match self {
            DimTree::Const(value) => Dim::constant(*value),
            DimTree::Var(number) => Dim::var(var(*number)),
            DimTree::Add(a, b) => a.to_dim() + b.to_dim(),
            DimTree::Sub(a, b) => a.to_dim() - b.to_dim(),
            DimTree::Neg(a) => -a.to_dim(),
            DimTree::Scale(factor, a) => Dim::constant(*factor) * a.to_dim(),
            DimTree::Mul(a, b) => a.to_dim() * b.to_dim(),
            DimTree::Div(a, c) => a.to_dim().floor_div(&BigInt::from(*c)),
            DimTree::Mod(a, c) => a.to_dim().floor_mod(&BigInt::from(*c)),
        }
    }

    pub(crate) fn eval(&self, values: &[i128]) -> i128 {
        match self {
            DimTree::Const(value) => *value,
            DimTree::Var(number) => values[*number],
            DimTree::Add(a, b) => a.eval(values) + b.eval(values),
            DimTree::Sub(a, b) => a.eval(values) - b.eval(values),
            DimTree::Neg(a) => -a.eval(values),
            DimTree::Scale(factor, a) => factor * a.eval(values),
            DimTree::Mul(a, b) => a.eval(values) * b.eval(values),
            // With a positive divisor Euclid's division is floor division.
            DimTree::Div(a, c) => a.eval(values).div_euclid(*c),
            DimTree::Mod(a, c) => a.eval(values).rem_euclid(*c),
        }
    }
}

impl PredTree {
    pub(crate) fn at_least(var: usize, bound: i128) -> PredTree {
        PredTree::Compare(Cmp::Ge, DimTree::Var(var), DimTree::Const(bound))
    }

    pub(crate) fn to_pred(&self) -> Pred {
        match self {
            PredTree::Compare(cmp, a, b) => Pred::compare(*cmp, a.to_dim(), b.to_dim()),
            PredTree::And(a, b) => Pred::And(Box::new(a.to_pred()), Box::new(b.to_pred())),
            PredTree::Or(a, b) => Pred::Or(Box::new(a.to_pred()), Box::new(b.to_pred())),
            PredTree::Not(a) => Pred::Not(Box::new(a.to_pred())),
        }
    }

    pub(crate) fn eval(&self, values: &[i128]) -> bool {
        match self {
            PredTree::Compare(cmp, a, b) => {
                let (a, b) = (a.eval(values), b.eval(values));
                match cmp {
                    Cmp::Eq => a == b,
                    Cmp::Ne => a != b,
                    Cmp::Lt => a < b,
                    Cmp::Le => a <= b,
                    Cmp::Gt => a > b,
                    Cmp::Ge => a >= b,
                }
            }
            PredTree::And(a, b) => a.eval(values) && b.eval(values),
            PredTree::Or(a, b) => a.eval(values) || b.eval(values),
            PredTree::Not(a) => !a.eval(values),
        }
    }
}

/// Dims over the first `vars` variables; with products of dims, or with constant factors only.
pub(crate) fn dim(vars: usize, products: bool) -> BoxedStrategy<DimTree> {
    let leaf = prop_oneof![(-4..=9_i128).prop_map(DimTree::Const), (0..vars).prop_map(DimTree::Var)];
    leaf.prop_recursive(3, 8, 2, move |inner| {
        let pair = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        let product = pair.clone().prop_map(|(a, b)| DimTree::Mul(a, b));
        let scaled = (-3..=5_i128, inner.clone()).prop_map(|(factor, a)| DimTree::Scale(factor, Box::new(a)));
        prop_oneof![
            2 => pair.clone().prop_map(|(a, b)| DimTree::Add(a, b)),
            2 => pair.prop_map(|(a, b)| DimTree::Sub(a, b)),
            1 => inner.clone().prop_map(|a| DimTree::Neg(Box::new(a))),
            2 => if products { product.boxed() } else { scaled.boxed() },
            1 => (inner.clone(), 1..=6_i128).prop_map(|(a, c)| DimTree::Div(Box::new(a), c)),
            1 => (inner, 1..=6_i128).prop_map(|(a, c)| DimTree::Mod(Box::new(a), c)),
        ]
    })
    .boxed()
}

/// Predicates over the first `vars` variables.
pub(crate) fn pred(vars: usize, products: bool) -> BoxedStrategy<PredTree> {
    let cmp = prop::sample::select(vec![Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge]);
    let leaf = (cmp, dim(vars, products), dim(vars, products)).prop_map(|(cmp, a, b)| PredTree::Compare(cmp, a, b));
    leaf.prop_recursive(2, 4, 2, |inner| {
        let pair = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        prop_oneof![
            pair.clone().prop_map(|(a, b)| PredTree::And(a, b)),
            pair.prop_map(|(a, b)| PredTree::Or(a, b)),
            inner.prop_map(|a| PredTree::Not(Box::new(a))),
        ]
    })
    .boxed()
}
