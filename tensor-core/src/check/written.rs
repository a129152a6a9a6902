//! The calls that operands are.

use crate::diag::Region;
use crate::logic::WrittenCall;
use crate::syntax::ast::{self, ExprKind};
use std::rc::Rc;

impl ast::Expr {
    /// The call that it is, in parentheses or not, negated or not, or beside a literal: these change no shape.
    pub(super) fn written_call(&self) -> Option<Rc<WrittenCall>> {
        match &self.kind {
            ExprKind::Call(call) => Some(Rc::new(call.written())),
            ExprKind::Paren(inner) | ExprKind::Neg(inner) => inner.written_call(),
            ExprKind::Binary(_, lhs, rhs) => match (&lhs.kind, &rhs.kind) {
                (_, ExprKind::Literal(_)) => lhs.written_call(),
                (ExprKind::Literal(_), _) => rhs.written_call(),
                _ => None,
            },
            ExprKind::Name(_) | ExprKind::Literal(_) | ExprKind::Tuple(_) => None,
        }
    }
}

impl ast::Call {
    pub(super) fn written(&self) -> WrittenCall {
        let attr = |attr: &ast::Attr| (attr.name.as_ref().map(ToString::to_string), attr.value.to_string());
        WrittenCall {
            name: self.name.to_string(),
            attrs: self.attrs.as_ref().map(|attrs| attrs.iter().map(attr).collect()),
            args: self.args.iter().map(ToString::to_string).collect(),
            at: Region::between((&self.name).into(), self.args_at),
        }
    }
}
