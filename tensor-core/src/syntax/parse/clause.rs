//! Clauses between signature and body, and the parts that they share with statements.

use super::expr::expr;
use super::name::name;
use super::pred::{holds_predicate, pred};
use crate::diag::Region;
use crate::syntax::ast::{Clause, DimDef, Equation, Expr};
use crate::syntax::errors::{self, Result};
use crate::syntax::foreign;
use crate::syntax::tokens::{Place, Tokens};
use proc_macro2::Delimiter;

/// `requires`, `assume` and `dim`, as many as there are.
pub(super) fn clauses(tokens: &mut Tokens) -> Result<Vec<Clause>> {
    let mut clauses = Vec::new();
    loop {
        let clause = if tokens.eat_word("requires").is_some() {
            Clause::Requires(several(tokens, "requires", pred)?)
        } else if tokens.eat_word("assume").is_some() {
            Clause::Assume(several(tokens, "assume", equation)?)
        } else if tokens.eat_word("dim").is_some() {
            Clause::Dim(dim_def(tokens)?)
        } else {
            return Ok(clauses);
        };
        clauses.push(clause);
    }
}

/// One or more, separated by commas, up to the body or the next clause.
fn several<T>(tokens: &mut Tokens, word: &str, item: fn(&mut Tokens) -> Result<T>) -> Result<Vec<T>> {
    let word_at = tokens.previous();
    let mut items = Vec::new();
    loop {
        let ended = tokens.at_end()
            || tokens.peek_group(Delimiter::Brace).is_some()
            || tokens.at_word("requires")
            || tokens.at_word("assume")
            || tokens.at_word("dim") && tokens.peek_word_at(1).is_some();
        if ended && items.is_empty() {
            return Err(errors::no_predicate(word_at, word));
        }
        if ended {
            return Ok(items);
        }
        items.push(item(tokens)?);
        if tokens.eat_operator(",").is_none() {
            return Ok(items);
        }
    }
}

/// `NAME = product`, after `dim`.
pub(super) fn dim_def(tokens: &mut Tokens) -> Result<DimDef> {
    let name = name(tokens, "a dim")?;
    if tokens.at_operator("==") {
        return Err(errors::dim_with_two_equals(tokens.here(), &name));
    }
    tokens.expect_operator("=", "`=` and a dim")?;
    let value = tokens.whole(Place::Dim, expr)?;
    tokens.see().taken.insert(name.to_string());
    tokens.see().products.push((value.to_string(), name.to_string()));
    Ok(DimDef { name, value })
}

/// `product == product`, after `assume`.
pub(super) fn equation(tokens: &mut Tokens) -> Result<Equation> {
    if let Some(group) = tokens.peek_group(Delimiter::Parenthesis).filter(|group| holds_predicate(group)) {
        return Err(errors::equation_in_parentheses(Region::of(group)));
    }
    let lhs = tokens.whole(Place::Dim, expr)?;
    match tokens.peek_operator().as_deref() {
        Some("==") => tokens.eat_operator("=="),
        Some("=") => return Err(errors::single_equals(tokens.here())),
        Some("!=" | "<" | "<=" | ">" | ">=") => return Err(errors::not_an_equation(tokens.here(), &tokens.found())),
        _ => return Err(foreign::after_value(tokens, "`==`")),
    };
    let rhs = tokens.whole(Place::Dim, expr)?;
    let at = Region::between(lhs.at, rhs.at);
    if tokens.at_operator("==") {
        return Err(chained(&lhs, &rhs, tokens.here()));
    }
    Ok(Equation { lhs, rhs, at })
}

fn chained(lhs: &Expr, rhs: &Expr, at: Region) -> errors::Diagnostic {
    errors::chained_comparison(at, &format!("write `assume {lhs} == {rhs}` and a second `assume`"))
}
