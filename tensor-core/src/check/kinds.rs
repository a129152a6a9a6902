//! What kind of thing an expression of a body means, without a message about it.

use super::resolve::Resolver;
use super::scope::{Meaning, Value};
use crate::ops::Reduction;
use crate::syntax::ast::{self, ExprKind};
use crate::syntax::habits::{Seen, TensorText};
use crate::types::{DType, Literal};

impl Resolver<'_> {
    /// Looks at the arguments of a call that is wrong itself: what its help may rely on.
    pub(super) fn seen_in(&mut self, call: &ast::Call) -> Seen {
        let mut seen = self.scope.seen();
        for arg in &call.args {
            // A literal is no mistake here, nor is a dim, the name of a dtype or of an operation: what it should be would
            // be told by the right call.
            if self.literal(arg).is_some() || !self.is_tensor(arg) {
                continue;
            }
            if let Value::Tensor(value) = self.expr(arg) {
                let ty = self.ty(value);
                let shape = ty.shape.iter().map(ToString::to_string).collect();
                seen.tensors.insert(arg.to_string(), TensorText { dtype: ty.dtype.to_string(), shape });
            }
        }
        seen
    }

    /// Whether `expr` can only be meant as a tensor.
    pub(super) fn is_tensor(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => match self.scope.lookup(name) {
                Some(meaning) => matches!(meaning, Meaning::Value(_)),
                None => {
                    DType::from_name(&name.to_string()).is_none() && Reduction::from_name(&name.to_string()).is_none()
                }
            },
            ExprKind::Literal(_) | ExprKind::Tuple(_) => false,
            ExprKind::Paren(inner) | ExprKind::Neg(inner) => self.is_tensor(inner),
            ExprKind::Binary(_, lhs, rhs) => self.is_tensor(lhs) || self.is_tensor(rhs),
            ExprKind::Call(_) => true,
        }
    }

    /// Whether `expr` is made of dims and numbers, with a dim among them.
    pub(super) fn is_dim(&self, expr: &ast::Expr) -> bool {
        let (mut dims, mut others) = (false, false);
        expr.names(&mut |name| match self.scope.lookup(name) {
            Some(Meaning::Dim(_)) => dims = true,
            Some(Meaning::Const(Literal::Int(_))) => {}
            _ => others = true,
        });
        dims && !others && is_arithmetic(expr)
    }
}

/// Whether `expr` calls nothing.
fn is_arithmetic(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Literal(_) => true,
        ExprKind::Neg(inner) | ExprKind::Paren(inner) => is_arithmetic(inner),
        ExprKind::Binary(_, lhs, rhs) => is_arithmetic(lhs) && is_arithmetic(rhs),
        ExprKind::Tuple(_) | ExprKind::Call(_) => false,
    }
}
