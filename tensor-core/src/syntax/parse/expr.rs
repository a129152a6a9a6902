//! Expressions: values, dims and attributes share one grammar.

use super::name::{is_keyword, name};
use crate::diag::Region;
use crate::syntax::ast::{Attr, AttrValue, BinaryOp, Call, Expr, ExprKind};
use crate::syntax::errors::{self, Result};
use crate::syntax::foreign;
use crate::syntax::tokens::{Place, Tokens};
use crate::types::Literal;
use num_bigint::BigInt;
use proc_macro2::{Delimiter, Group, Ident, TokenTree};

/// A whole expression: sums of products of signed operands, as in Rust.
pub(super) fn expr(tokens: &mut Tokens) -> Result<Expr> {
    chain(tokens, &[BinaryOp::Add, BinaryOp::Sub], product)
}

fn product(tokens: &mut Tokens) -> Result<Expr> {
    chain(tokens, &[BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem], signed)
}

/// Operands joined by operators of one precedence, the left ones first.
fn chain(tokens: &mut Tokens, operators: &[BinaryOp], operand: fn(&mut Tokens) -> Result<Expr>) -> Result<Expr> {
    let mut lhs = operand(tokens)?;
    while let Some(operator) = operators.iter().copied().find(|operator| tokens.at_operator(operator.symbol())) {
        tokens.count_node(tokens.here())?;
        tokens.bump();
        let rhs = operand(tokens)?;
        let at = Region::between(lhs.at, rhs.at);
        lhs = Expr { kind: ExprKind::Binary(operator, Box::new(lhs), Box::new(rhs)), at };
    }
    Ok(lhs)
}

fn signed(tokens: &mut Tokens) -> Result<Expr> {
    let Some(minus) = tokens.eat_operator("-") else { return operand(tokens) };
    tokens.count_node(minus)?;
    let value = if matches!(tokens.peek_tree(0), Some(TokenTree::Literal(_))) {
        number(tokens, Sign::Minus)?
    } else {
        tokens.nested(minus, signed)?
    };
    let at = Region::between(minus, value.at);
    Ok(Expr { kind: ExprKind::Neg(Box::new(value)), at })
}

fn operand(tokens: &mut Tokens) -> Result<Expr> {
    if let Some(group) = tokens.eat_group(Delimiter::Parenthesis) {
        return parenthesised(tokens, &group);
    }
    match tokens.peek_tree(0) {
        Some(TokenTree::Literal(_)) => number(tokens, Sign::None),
        Some(TokenTree::Ident(word)) => match word_literal(word) {
            Some(value) => {
                tokens.bump();
                Ok(Expr { kind: ExprKind::Literal(value), at: tokens.previous() })
            }
            // A call, which says more about what to write than the keyword.
            None if word == "where" && tokens.peek_group_at(1, Delimiter::Parenthesis).is_some() => {
                name_or_call(tokens)
            }
            None if is_keyword(word) => Err(foreign::instead_of_value(tokens)),
            None => name_or_call(tokens),
        },
        _ => Err(foreign::instead_of_value(tokens)),
    }
}

fn number(tokens: &mut Tokens, sign: Sign) -> Result<Expr> {
    let value = literal(tokens, sign)?;
    Ok(Expr { kind: ExprKind::Literal(value), at: tokens.previous() })
}

fn parenthesised(tokens: &mut Tokens, group: &Group) -> Result<Expr> {
    let at = Region::of(group);
    tokens.count_node(at)?;
    let mut items = tokens.tuple(group, tokens.place().expected(), expr)?;
    let kind = match items.pop() {
        Some(only) if items.is_empty() => ExprKind::Paren(Box::new(only)),
        last => ExprKind::Tuple(items.into_iter().chain(last).collect()),
    };
    Ok(Expr { kind, at })
}

/// `name` or `name[attr, ..](arg, ..)`. Brackets that no parenthesis follows are left for the caller to reject.
fn name_or_call(tokens: &mut Tokens) -> Result<Expr> {
    let name = match tokens.eat_word("where") {
        Some(name) => name,
        None => name(tokens, "a value")?,
    };
    let name_at = Region::from(&name);
    let attrs_group = match tokens.peek_group_at(1, Delimiter::Parenthesis) {
        Some(_) => tokens.eat_group(Delimiter::Bracket),
        None => None,
    };
    let Some(args_group) = tokens.peek_group(Delimiter::Parenthesis).cloned() else {
        return Ok(Expr { kind: ExprKind::Name(name), at: name_at });
    };
    tokens.count_node(name_at)?;
    let attrs = match &attrs_group {
        Some(group) => Some(tokens.inside(group, |content| {
            content.set_place(Place::Attribute);
            content.list(attr, "`,` or `]`")
        })?),
        None => None,
    };
    tokens.bump();
    if let Some(foreign) = foreign::arguments(tokens, &name, attrs_group.as_ref(), &args_group) {
        return Err(foreign);
    }
    let args = tokens.inside(&args_group, |content| content.list(expr, "`,` or `)`"))?;
    let args_at = Region::of(&args_group);
    let call = Call { name, attrs, attrs_at: attrs_group.as_ref().map(Region::of), args, args_at };
    Ok(Expr { kind: ExprKind::Call(call), at: Region::between(name_at, args_at) })
}

fn attr(tokens: &mut Tokens) -> Result<Attr> {
    let start = tokens.here();
    // Any word may name an attribute, so that resolve can say which attributes there are.
    let name = match tokens.peek_operator_at(1).as_deref() {
        Some("=") => tokens.eat_any_word(),
        _ => None,
    };
    if name.is_some() {
        tokens.eat_operator("=");
    }
    let value = match tokens.peek_group(Delimiter::Bracket).cloned() {
        Some(group) => {
            tokens.bump();
            let items = tokens.inside(&group, |content| content.list(expr, "`,` or `]`"))?;
            AttrValue::List(items, Region::of(&group))
        }
        None => AttrValue::Expr(expr(tokens)?),
    };
    Ok(Attr { name, value, at: Region::between(start, tokens.previous()) })
}

/// Whether a minus stands before a number: I64's least value has no positive counterpart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    None,
    Minus,
}

/// The number that comes next; the sign, if any, is not part of the value.
pub(super) fn literal(tokens: &mut Tokens, sign: Sign) -> Result<Literal> {
    let at = tokens.here();
    let Some(token) = tokens.eat_literal() else { return Err(foreign::instead_of_value(tokens)) };
    match syn::Lit::new(token.clone()) {
        syn::Lit::Int(number) => {
            no_suffix(tokens, number.base10_digits(), number.suffix())?;
            let value: BigInt = number.base10_digits().parse().map_err(|_| errors::malformed_number(at))?;
            let largest = BigInt::from(i64::MAX) + i32::from(sign == Sign::Minus);
            if value > largest { Err(errors::integer_too_large(at)) } else { Ok(Literal::Int(value)) }
        }
        syn::Lit::Float(number) => {
            no_suffix(tokens, number.base10_digits(), number.suffix())?;
            match number.base10_digits().parse::<f64>() {
                Ok(_) => Ok(Literal::Float(number.base10_digits().to_string())),
                Err(_) => Err(errors::malformed_number(at)),
            }
        }
        syn::Lit::Verbatim(_) => Err(errors::malformed_number(at)),
        _ => Err(errors::no_such_literal(at, &token)),
    }
}

/// Of the number just read.
fn no_suffix(tokens: &Tokens, digits: &str, suffix: &str) -> Result<()> {
    if suffix.is_empty() { Ok(()) } else { Err(errors::suffix(tokens.previous(), digits, suffix, tokens.place())) }
}

/// Literals that are written as words.
pub(super) fn word_literal(word: &Ident) -> Option<Literal> {
    match word.to_string().as_str() {
        "true" => Some(Literal::Bool(true)),
        "false" => Some(Literal::Bool(false)),
        text @ ("inf" | "nan") => Some(Literal::Float(text.to_string())),
        _ => None,
    }
}
