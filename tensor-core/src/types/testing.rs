//! Dims and predicates from text, for tests: Rust's expression grammar, with products of variables.

pub(crate) mod arbitrary;

use super::{Cmp, Dim, DimVar, Pred};
use num_bigint::BigInt;
use syn::{BinOp, Expr, Lit, UnOp};

/// `2 * S - T / 2`
pub(crate) fn dim(text: &str) -> Dim {
    to_dim(&syn::parse_str(text).expect(text))
}

/// `S >= T && D % 8 == 0`
pub(crate) fn pred(text: &str) -> Pred {
    to_pred(&syn::parse_str(text).expect(text))
}

/// `S >= 1, T >= 1`
pub(crate) fn preds(text: &str) -> Vec<Pred> {
    text.split(',').map(str::trim).filter(|text| !text.is_empty()).map(pred).collect()
}

/// `S, T`
pub(crate) fn vars(text: &str) -> Vec<DimVar> {
    text.split(',').map(str::trim).filter(|text| !text.is_empty()).map(DimVar::new).collect()
}

fn to_dim(expr: &Expr) -> Dim {
    match expr {
        Expr::Paren(paren) => to_dim(&paren.expr),
        Expr::Path(path) => Dim::var(DimVar::new(&path.path.require_ident().expect("a variable").to_string())),
        Expr::Lit(literal) => Dim::constant(to_int(&literal.lit)),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => -to_dim(&unary.expr),
        Expr::Binary(binary) => {
            let (lhs, rhs) = (to_dim(&binary.left), to_dim(&binary.right));
            match binary.op {
                BinOp::Add(_) => lhs + rhs,
                BinOp::Sub(_) => lhs - rhs,
                BinOp::Mul(_) => lhs * rhs,
                BinOp::Div(_) => lhs.floor_div(&rhs.as_constant().expect("a constant divisor")),
                BinOp::Rem(_) => lhs.floor_mod(&rhs.as_constant().expect("a constant divisor")),
                _ => panic!("not an operator of dims"),
            }
        }
        _ => panic!("not a dim"),
    }
}

fn to_int(literal: &Lit) -> BigInt {
    let Lit::Int(int) = literal else { panic!("not an integer") };
    int.base10_digits().parse().expect("decimal digits")
}

fn to_pred(expr: &Expr) -> Pred {
    let boxed = |expr: &Expr| Box::new(to_pred(expr));
    match expr {
        Expr::Paren(paren) => to_pred(&paren.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => Pred::Not(boxed(&unary.expr)),
        Expr::Binary(binary) => {
            let cmp = match binary.op {
                BinOp::And(_) => return Pred::And(boxed(&binary.left), boxed(&binary.right)),
                BinOp::Or(_) => return Pred::Or(boxed(&binary.left), boxed(&binary.right)),
                BinOp::Eq(_) => Cmp::Eq,
                BinOp::Ne(_) => Cmp::Ne,
                BinOp::Lt(_) => Cmp::Lt,
                BinOp::Le(_) => Cmp::Le,
                BinOp::Gt(_) => Cmp::Gt,
                BinOp::Ge(_) => Cmp::Ge,
                _ => panic!("not an operator of predicates"),
            };
            Pred::compare(cmp, to_dim(&binary.left), to_dim(&binary.right))
        }
        _ => panic!("not a predicate"),
    }
}
