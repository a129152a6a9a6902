//! Expressions and predicates as they were written, with normal spacing: messages quote them.

use super::ast::{Attr, AttrValue, Call, Expr, ExprKind, Pred, PredKind};
use std::fmt::{self, Display, Formatter};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Name(name) => write!(f, "{name}"),
            ExprKind::Literal(value) => write!(f, "{value}"),
            ExprKind::Neg(operand) => write!(f, "-{operand}"),
            ExprKind::Binary(operator, lhs, rhs) => write!(f, "{lhs} {} {rhs}", operator.symbol()),
            ExprKind::Paren(inner) => write!(f, "({inner})"),
            ExprKind::Tuple(items) => list(f, "(", items, ")"),
            ExprKind::Call(call) => write!(f, "{call}"),
        }
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if let Some(attrs) = &self.attrs {
            list(f, "[", attrs, "]")?;
        }
        list(f, "(", &self.args, ")")
    }
}

impl Display for Attr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name} = ")?;
        }
        write!(f, "{}", self.value)
    }
}

impl Display for AttrValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            AttrValue::Expr(value) => write!(f, "{value}"),
            AttrValue::List(items, _) => list(f, "[", items, "]"),
        }
    }
}

impl Display for Pred {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            PredKind::Compare(cmp, lhs, rhs) => write!(f, "{lhs} {} {rhs}", cmp.symbol()),
            PredKind::And(lhs, rhs) => write!(f, "{lhs} && {rhs}"),
            PredKind::Or(lhs, rhs) => write!(f, "{lhs} || {rhs}"),
            PredKind::Not(inner) => write!(f, "!{inner}"),
            PredKind::Paren(inner) => write!(f, "({inner})"),
        }
    }
}

fn list(f: &mut Formatter<'_>, open: &str, items: &[impl Display], close: &str) -> fmt::Result {
    f.write_str(open)?;
    for (position, item) in items.iter().enumerate() {
        let separator = if position == 0 { "" } else { ", " };
        write!(f, "{separator}{item}")?;
    }
    f.write_str(close)
}
