//! Predicates: comparisons of dims joined by `&&`, `||` and `!`.

use super::expr::expr;
use crate::diag::Region;
use crate::syntax::ast::{Expr, Pred, PredKind};
use crate::syntax::errors::{self, Result};
use crate::syntax::foreign;
use crate::syntax::tokens::{Place, Tokens};
use crate::types::Cmp;
use proc_macro2::{Delimiter, Group, TokenTree};

/// A whole predicate.
pub(super) fn pred(tokens: &mut Tokens) -> Result<Pred> {
    tokens.whole(Place::Condition, disjunction)
}

fn disjunction(tokens: &mut Tokens) -> Result<Pred> {
    chain(tokens, "||", PredKind::Or, conjunction)
}

fn conjunction(tokens: &mut Tokens) -> Result<Pred> {
    chain(tokens, "&&", PredKind::And, negation)
}

fn chain(
    tokens: &mut Tokens,
    operator: &str,
    join: fn(Box<Pred>, Box<Pred>) -> PredKind,
    operand: fn(&mut Tokens) -> Result<Pred>,
) -> Result<Pred> {
    let mut lhs = operand(tokens)?;
    while let Some(operator_at) = tokens.eat_operator(operator) {
        tokens.count_node(operator_at)?;
        let rhs = operand(tokens)?;
        let at = Region::between(lhs.at, rhs.at);
        lhs = Pred { kind: join(Box::new(lhs), Box::new(rhs)), at };
    }
    Ok(lhs)
}

/// `!` binds tighter than `&&` and looser than a comparison: dims have no `!`.
fn negation(tokens: &mut Tokens) -> Result<Pred> {
    let Some(not) = tokens.eat_operator("!") else { return atom(tokens) };
    tokens.count_node(not)?;
    let inner = tokens.nested(not, negation)?;
    let at = Region::between(not, inner.at);
    Ok(Pred { kind: PredKind::Not(Box::new(inner)), at })
}

/// `(pred)` or a comparison, which may itself start with a parenthesis.
fn atom(tokens: &mut Tokens) -> Result<Pred> {
    match tokens.peek_group(Delimiter::Parenthesis).cloned() {
        Some(group) if holds_predicate(&group) => parenthesised(tokens, &group),
        _ => comparison(tokens),
    }
}

fn parenthesised(tokens: &mut Tokens, group: &Group) -> Result<Pred> {
    let at = Region::of(group);
    tokens.count_node(at)?;
    tokens.bump();
    let inner = tokens.inside(group, |content| {
        let inner = disjunction(content)?;
        if content.at_end() { Ok(inner) } else { Err(foreign::after_value(content, "`&&`, `||` or `)`")) }
    })?;
    match tokens.peek_operator().as_deref() {
        Some(operator) if comparison_of(operator).is_some() || "+-*/%".contains(operator) => {
            Err(errors::predicate_as_dim(at, &tokens.found()))
        }
        _ => Ok(Pred { kind: PredKind::Paren(Box::new(inner)), at }),
    }
}

fn comparison(tokens: &mut Tokens) -> Result<Pred> {
    let start = tokens.here();
    let lhs = expr(tokens)?;
    let Some(cmp) = eat_comparison(tokens) else { return Err(no_comparison(tokens, &lhs, start)) };
    let rhs = expr(tokens)?;
    let at = Region::between(lhs.at, rhs.at);
    match eat_comparison(tokens) {
        None => Ok(Pred { kind: PredKind::Compare(cmp, Box::new(lhs), Box::new(rhs)), at }),
        Some(second) => Err(chained(tokens, (lhs, cmp, rhs, second), at)),
    }
}

fn chained(tokens: &mut Tokens, (lhs, cmp, middle, second): (Expr, Cmp, Expr, Cmp), at: Region) -> errors::Diagnostic {
    let (cmp, second) = (cmp.symbol(), second.symbol());
    match expr(tokens) {
        Ok(rhs) => {
            let help = format!("write `{lhs} {cmp} {middle} && {middle} {second} {rhs}`");
            errors::chained_comparison(Region::between(at, rhs.at), &help)
        }
        Err(_) => errors::chained_comparison(at, "write two comparisons joined by `&&`"),
    }
}

fn no_comparison(tokens: &Tokens, lhs: &Expr, start: Region) -> errors::Diagnostic {
    let joined = matches!(tokens.peek_operator().as_deref(), Some("&&" | "||" | ","));
    if tokens.at_end() || joined || tokens.peek_group(Delimiter::Brace).is_some() {
        return errors::not_a_comparison(Region::between(start, lhs.at), &format!("`{lhs}`"));
    }
    foreign::after_value(tokens, "a comparison such as `==` or `<=`")
}

fn eat_comparison(tokens: &mut Tokens) -> Option<Cmp> {
    let operator = tokens.peek_operator()?;
    let cmp = comparison_of(&operator)?;
    tokens.eat_operator(&operator);
    Some(cmp)
}

fn comparison_of(operator: &str) -> Option<Cmp> {
    [Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge].into_iter().find(|cmp| cmp.symbol() == operator)
}

/// Whether parentheses hold a predicate and not a dim: dims have none of these characters, predicates always do.
/// Without recursion, so that no nesting is too deep for it.
pub(super) fn holds_predicate(group: &Group) -> bool {
    let mut open = vec![group.stream().into_iter()];
    while let Some(innermost) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Punct(punct)) if "=<>!&|".contains(punct.as_char()) => return true,
            Some(TokenTree::Group(inner)) if inner.delimiter() == Delimiter::Parenthesis => {
                open.push(inner.stream().into_iter());
            }
            Some(_) => {}
            None => {
                open.pop();
            }
        }
    }
    false
}
