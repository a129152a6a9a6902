//! Functions up to their bodies.

use super::body::body;
use super::clause::clauses;
use super::item_starts;
use super::name::name;
use super::ty::ty;
use crate::diag::Region;
use crate::syntax::ast::{Fn, Param, ParamKind, Type};
use crate::syntax::errors::{self, Result};
use crate::syntax::foreign;
use crate::syntax::habits::{Seen, TensorText};
use crate::syntax::tokens::{Place, Tokens};
use proc_macro2::{Delimiter, Ident};

/// A function, from `fn`. Its body may be in error, its signature not.
pub(super) fn function(tokens: &mut Tokens, attrs: Vec<syn::Attribute>, vis: syn::Visibility) -> Result<Fn> {
    let (start, position) = (tokens.here(), tokens.position());
    tokens.bump();
    let name = name(tokens, "a function")?;
    let generics = generics(tokens)?;
    let Some(group) = tokens.eat_group(Delimiter::Parenthesis) else {
        return Err(tokens.unexpected("`(` and the parameters"));
    };
    let params = tokens.inside(&group, |content| {
        content.set_place(Place::Dim);
        content.list(param, "`,` or `)`")
    })?;
    see(tokens, &generics, &params);
    let results = results(tokens)?;
    let clauses = clauses(tokens)?;
    let signature_at = Region::between(start, tokens.previous());
    let Some(braces) = tokens.eat_group(Delimiter::Brace) else { return Err(no_body(tokens, !clauses.is_empty())) };
    let body = tokens.inside(&braces, body);
    let tokens = tokens.since(position);
    Ok(Fn { attrs, vis, name, generics, params, results, clauses, body, signature_at, tokens })
}

/// Notes the names and types of the signature, for messages about what follows.
fn see(tokens: &mut Tokens, generics: &[Ident], params: &[Param]) {
    let mut seen = Seen::default();
    seen.taken.extend(generics.iter().chain(params.iter().map(|param| &param.name)).map(ToString::to_string));
    for param in params {
        if let ParamKind::Tensor(ty) = &param.kind {
            let shape = ty.shape.iter().map(ToString::to_string).collect();
            seen.tensors.insert(param.name.to_string(), TensorText { dtype: ty.dtype.to_string(), shape });
        }
    }
    *tokens.see() = seen;
}

/// `<B, S, D>` or nothing.
fn generics(tokens: &mut Tokens) -> Result<Vec<Ident>> {
    let mut names = Vec::new();
    if tokens.eat_operator("<").is_none() {
        return Ok(names);
    }
    while tokens.eat_operator(">").is_none() {
        names.push(generic(tokens)?);
        if tokens.eat_operator(",").is_none() && !tokens.at_operator(">") {
            return Err(after_generic(tokens));
        }
    }
    Ok(names)
}

fn generic(tokens: &mut Tokens) -> Result<Ident> {
    if tokens.at_operator("'") {
        let message = "there are no lifetimes";
        return Err(errors::generic(tokens.here(), message, "remove it; results never borrow from parameters"));
    }
    if tokens.at_word("const") {
        let name = tokens.peek_word_at(1).map_or("N".to_string(), ToString::to_string);
        let help = format!("write `{name}` alone: every generic here is a shape variable");
        return Err(errors::generic(tokens.here(), "shape variables are declared without `const`", &help));
    }
    name(tokens, "a shape variable")
}

fn after_generic(tokens: &Tokens) -> errors::Diagnostic {
    match tokens.peek_operator().as_deref() {
        Some(":") => errors::generic(
            tokens.here(),
            "shape variables have no bounds",
            "a condition on a dim stands in `requires`, a dtype is written out in each type",
        ),
        Some("=") => errors::generic(
            tokens.here(),
            "shape variables have no defaults",
            "they are found from the shapes of the arguments",
        ),
        _ => tokens.unexpected("`,` or `>`"),
    }
}

/// `name: type` or `name: dim`
fn param(tokens: &mut Tokens) -> Result<Param> {
    let foreign = |tokens: &Tokens, message: &str, help: &str| {
        Err(errors::error_with_help(errors::FOREIGN, tokens.here(), message, help))
    };
    if tokens.at_operator("#") {
        return Err(errors::attribute_not_here(tokens.here()));
    }
    if tokens.at_operator("&") || tokens.at_word("self") {
        return foreign(tokens, "functions here have no `self`", "name the tensor, as in `x: Tensor[F32, [B, S]]`");
    }
    if tokens.at_word("mut") {
        return foreign(tokens, "there is no `mut`", "remove it; parameters are only read");
    }
    if tokens.peek_group(Delimiter::Parenthesis).is_some() {
        return foreign(tokens, "a parameter is a single name", "take several parameters instead of a tuple");
    }
    let name = name(tokens, "a parameter")?;
    tokens.expect_operator(":", "`:` and the type")?;
    let kind = match tokens.eat_word("dim") {
        Some(_) => ParamKind::Dim,
        None => ParamKind::Tensor(ty(tokens, errors::no_param_type)?),
    };
    Ok(Param { name, kind })
}

/// `-> type` or `-> (type, ..)`
fn results(tokens: &mut Tokens) -> Result<Vec<Type>> {
    if tokens.eat_operator("->").is_none() {
        return Err(errors::no_result_type(tokens.here(), &tokens.found()));
    }
    match tokens.eat_group(Delimiter::Parenthesis) {
        Some(group) if group.stream().is_empty() => Err(errors::no_results(Region::of(&group))),
        Some(group) => tokens.tuple(&group, "a result", |content| ty(content, errors::no_result)),
        None => Ok(vec![ty(tokens, errors::no_result)?]),
    }
}

fn no_body(tokens: &Tokens, after_clause: bool) -> errors::Diagnostic {
    if tokens.at_end() || item_starts(tokens) {
        return errors::no_body(tokens.previous());
    }
    if tokens.at_word("where") {
        let help = "conditions on dims stand in `requires`, as in `requires S <= 4096`";
        return errors::generic(tokens.here(), "there is no `where`", help);
    }
    if tokens.at_word("ensures") {
        let help = "what holds of the result stands in its type, `-> Tensor[F32, [D], D % 8 == 0]`";
        return errors::error_with_help(errors::FOREIGN, tokens.here(), "there is no `ensures`", help);
    }
    if tokens.at_operator(",") {
        return errors::comma_between_clauses(tokens.here());
    }
    if tokens.at_operator(";") || tokens.at_operator("=") {
        return errors::no_body_but(tokens.here(), &tokens.found());
    }
    let expected =
        if after_clause { "`,`, another clause or the body" } else { "the body or a clause such as `requires`" };
    foreign::after_value(tokens, expected)
}
