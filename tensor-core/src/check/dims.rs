//! From written expressions to dims and predicates.

use super::resolve::Resolver;
use super::scope::{Meaning, Part, Value};
use super::wording;
use crate::diag::Diagnostic;
use crate::syntax::ast::{self, BinaryOp, ExprKind, PredKind};
use crate::types::{Dim, Literal, Pred};
use num_traits::Signed;
use proc_macro2::Ident;

/// A product of sums is multiplied out; one of more terms than this is refused.
pub(super) const MOST_TERMS: usize = 1_000;

/// Whether variables may be multiplied with each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Products {
    Allowed,
    Refused,
}

impl Resolver<'_> {
    /// The dim that `expr` writes; `None` where an error was reported.
    pub(super) fn dim(&mut self, expr: &ast::Expr, products: Products) -> Option<Dim> {
        match &expr.kind {
            ExprKind::Name(name) => match self.scope.lookup(name) {
                Some(Meaning::Dim(dim)) => dim.cloned(),
                Some(Meaning::Const(Literal::Int(value))) => Some(Dim::constant(value.clone())),
                Some(Meaning::Const(value)) => {
                    let wrong = wording::const_is_no_dim(name, value);
                    // A dim has no such name, so nothing else is silenced.
                    let first = self.scope.first_report(&format!("const {name}"));
                    if first { self.fail(wrong) } else { None }
                }
                Some(Meaning::Value(Value::Poisoned)) => None,
                Some(Meaning::Value(_)) => self.fail(wording::tensor_is_no_dim(name)),
                None => self.unknown_dim(name),
            },
            ExprKind::Literal(Literal::Int(value)) => Some(Dim::constant(value.clone())),
            ExprKind::Paren(inner) => self.dim(inner, products),
            ExprKind::Neg(inner) => Some(-self.dim(inner, products)?),
            ExprKind::Binary(op, lhs, rhs) => {
                if *op == BinaryOp::Mul && products == Products::Refused && self.undeclared_product(lhs, rhs) {
                    let new = self.scope.free_name("N");
                    expr.names(&mut |name| _ = self.scope.first_report(name));
                    let wrong = wording::product_in_dim(expr, self.scope.part, &new);
                    return self.refuse(expr, wrong);
                }
                let left = self.dim(lhs, products);
                let (left, right) = (left?, self.dim(rhs, products)?);
                match op {
                    BinaryOp::Add => Some(left + right),
                    BinaryOp::Sub => Some(left - right),
                    BinaryOp::Mul => {
                        let linear = left.as_constant().is_some() || right.as_constant().is_some();
                        if !linear && products == Products::Refused {
                            let product = left * right;
                            let named = self.definitions.iter().find(|(_, value)| *value == product);
                            let wrong = match named.map(|(name, _)| name.clone()) {
                                Some(name) if self.scope.part != Part::Params => wording::named_product(expr, &name),
                                _ => wording::product_in_dim(expr, self.scope.part, &self.scope.free_name("N")),
                            };
                            return self.refuse(expr, wrong);
                        }
                        if left.terms().count() * right.terms().count() > MOST_TERMS {
                            return self.fail(wording::too_many_terms(expr.at, MOST_TERMS));
                        }
                        Some(left * right)
                    }
                    BinaryOp::Div | BinaryOp::Rem => match right.as_constant() {
                        Some(divisor) if divisor.is_positive() && *op == BinaryOp::Div => {
                            Some(left.floor_div(&divisor))
                        }
                        Some(divisor) if divisor.is_positive() => Some(left.floor_mod(&divisor)),
                        Some(_) => self.fail(wording::divisor_not_positive(rhs, *op)),
                        None => {
                            let new = self.scope.free_name("E");
                            let wrong = wording::divisor_not_constant(lhs, rhs, *op, &new);
                            self.refuse(expr, wrong)
                        }
                    },
                }
            }
            ExprKind::Literal(_) | ExprKind::Tuple(_) | ExprKind::Call(_) => self.fail(wording::not_a_dim(expr)),
        }
    }

    /// Whether two variables are multiplied, one of them undeclared: the message about the product tells where each
    /// is declared.
    fn undeclared_product(&self, lhs: &ast::Expr, rhs: &ast::Expr) -> bool {
        let (mut variables, mut undeclared) = ([false; 2], false);
        for (side, variable) in [lhs, rhs].into_iter().zip(&mut variables) {
            side.names(&mut |name| match self.scope.lookup(name) {
                Some(Meaning::Const(_)) => {}
                meaning => {
                    *variable = true;
                    undeclared |= meaning.is_none();
                }
            });
        }
        variables == [true; 2] && undeclared
    }

    fn unknown_dim(&mut self, name: &Ident) -> Option<Dim> {
        if let Some(undeclared) = self.scope.undeclared.take_if(|undeclared| undeclared.names.contains(&name)) {
            for name in &undeclared.names {
                self.scope.first_report(name);
            }
            return self.fail(wording::unknown_dims(&undeclared, name));
        }
        let wrong = match self.scope.definition(name) {
            Some((part, definition)) => wording::dim_not_visible(name, self.scope.part, part, definition),
            None => wording::unknown_dim(name, self.scope.dim_like(name)),
        };
        self.scope.first_report(name);
        self.fail(wrong)
    }

    /// Reports a dim that cannot be written so, once in a function.
    fn refuse(&mut self, expr: &ast::Expr, wrong: Diagnostic) -> Option<Dim> {
        if self.scope.refuse(expr) { self.fail(wrong) } else { None }
    }

    /// The dim that `expr` writes, where a kernel computes it.
    pub(super) fn kernel_dim(&mut self, expr: &ast::Expr, products: Products) -> Option<Dim> {
        let dim = self.dim(expr, products)?;
        match dim.has_small_constants() {
            true => Some(dim),
            false => self.fail(wording::constant_too_large(expr)),
        }
    }

    /// All dims of a shape; `None` where one has an error, after each was looked at.
    pub(super) fn shape(&mut self, dims: &[ast::Expr]) -> Option<Vec<Dim>> {
        let dims: Vec<Option<Dim>> = dims.iter().map(|dim| self.kernel_dim(dim, Products::Refused)).collect();
        dims.into_iter().collect()
    }

    /// The predicate that `pred` writes.
    pub(super) fn pred(&mut self, pred: &ast::Pred) -> Option<Pred> {
        match &pred.kind {
            PredKind::Compare(cmp, lhs, rhs) => {
                let left = self.dim(lhs, Products::Refused);
                let right = self.dim(rhs, Products::Refused);
                Some(Pred::Compare(*cmp, left?, right?))
            }
            PredKind::And(a, b) => {
                let (a, b) = (self.pred(a), self.pred(b));
                Some(Pred::And(Box::new(a?), Box::new(b?)))
            }
            PredKind::Or(a, b) => {
                let (a, b) = (self.pred(a), self.pred(b));
                Some(Pred::Or(Box::new(a?), Box::new(b?)))
            }
            PredKind::Not(a) => Some(Pred::Not(Box::new(self.pred(a)?))),
            PredKind::Paren(a) => self.pred(a),
        }
    }
}
