//! Bodies: statements and the result.

use super::clause::{dim_def, equation};
use super::expr::expr;
use super::pattern::pattern;
use super::ty::ty;
use crate::diag::Region;
use crate::syntax::ast::{Body, Pattern, Stmt};
use crate::syntax::errors::{self, Result};
use crate::syntax::foreign;
use crate::syntax::tokens::{Place, Tokens};

/// All that stands between the braces of a function.
pub(super) fn body(tokens: &mut Tokens) -> Result<Body> {
    if tokens.at_end() {
        return Err(errors::empty_body(Region::between(tokens.previous(), tokens.here())));
    }
    let mut stmts = Vec::new();
    while let Some(stmt) = stmt(tokens)? {
        stmts.push(stmt);
        if tokens.at_end() {
            return Err(errors::no_tail(tokens.previous()));
        }
    }
    let tail = tokens.whole(Place::Value, expr)?;
    if tokens.at_end() {
        return Ok(Body { stmts, tail });
    }
    if let Some(semicolon) = tokens.eat_operator(";") {
        return Err(if tokens.at_end() {
            errors::tail_with_semicolon(semicolon)
        } else {
            errors::value_dropped(tail.at)
        });
    }
    if at_statement(tokens) {
        return Err(errors::value_dropped(tail.at));
    }
    if tokens.at_operator(",") {
        return Err(errors::results_without_parentheses(tokens.here()));
    }
    Err(foreign::after_value(tokens, "an operator or the end of the body"))
}

fn at_statement(tokens: &Tokens) -> bool {
    ["let", "dim", "assume"].iter().any(|word| tokens.at_word(word))
}

/// A statement, if one comes next.
fn stmt(tokens: &mut Tokens) -> Result<Option<Stmt>> {
    let stmt = if tokens.eat_word("let").is_some() {
        let_stmt(tokens)?
    } else if tokens.eat_word("dim").is_some() {
        Stmt::Dim(dim_def(tokens)?)
    } else if tokens.eat_word("assume").is_some() {
        Stmt::Assume(equation(tokens)?)
    } else {
        return Ok(None);
    };
    if tokens.eat_operator(";").is_some() {
        return Ok(Some(stmt));
    }
    if tokens.at_end() || at_statement(tokens) {
        return Err(errors::no_semicolon(tokens.previous()));
    }
    match stmt {
        Stmt::Dim(_) if tokens.at_operator(",") => Err(errors::comma_in_statement(tokens.here(), "dim")),
        Stmt::Assume(_) if tokens.at_operator(",") => Err(errors::comma_in_statement(tokens.here(), "assume")),
        Stmt::Let { .. } | Stmt::Dim(_) | Stmt::Assume(_) => Err(foreign::after_value(tokens, "an operator or `;`")),
    }
}

fn let_stmt(tokens: &mut Tokens) -> Result<Stmt> {
    tokens.set_place(Place::Value);
    let pattern = pattern(tokens)?;
    let ty = match tokens.eat_operator(":") {
        Some(_) if tokens.at_word("dim") => return Err(errors::dim_annotation(tokens.here())),
        Some(_) => Some(ty(tokens, errors::no_type)?),
        None => None,
    };
    if tokens.at_operator(";") {
        return Err(errors::let_without_value(tokens.here()));
    }
    tokens.expect_operator("=", if ty.is_some() { "`=` and a value" } else { "`:` and a type, or `=` and a value" })?;
    let value = tokens.whole(Place::Value, expr)?;
    bound(&pattern, &mut |name| {
        // What had the name is not seen any more; what has it now is not known here.
        tokens.see().tensors.remove(name);
        tokens.see().taken.insert(name.to_owned());
    });
    Ok(Stmt::Let { pattern, ty, value })
}

fn bound(pattern: &Pattern, each: &mut impl FnMut(&str)) {
    match pattern {
        Pattern::Name(name) => each(&name.to_string()),
        Pattern::Ignore(_) => {}
        Pattern::Tuple(patterns, _) => patterns.iter().for_each(|pattern| bound(pattern, each)),
    }
}
