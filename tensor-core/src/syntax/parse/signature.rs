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
use crate::syntax::text::text;
use crate::syntax::tokens::{Place, Tokens};
use crate::syntax::types;
use proc_macro2::{Delimiter, Ident, TokenTree};

/// A function, from `fn`. Its body may be in error, its signature not.
pub(super) fn function(tokens: &mut Tokens, attrs: Vec<syn::Attribute>, vis: syn::Visibility) -> Result<Fn> {
    let (start, position) = (tokens.here(), tokens.position());
    tokens.bump();
    let name = name(tokens, "a function")?;
    let generics = generics(tokens)?;
    let Some(group) = tokens.eat_group(Delimiter::Parenthesis) else {
        let mut wrong = tokens.unexpected("`(` and the parameters");
        if let Some(brackets) = tokens.peek_group(Delimiter::Bracket).filter(|_| generics.is_empty()) {
            let names: Vec<TokenTree> = brackets.stream().into_iter().collect();
            wrong.notes.push(format!("help: shape variables stand in angle brackets, `{name}<{}>`", text(&names)));
        }
        return Err(wrong);
    };
    let params = tokens.inside(&group, |content| {
        content.set_place(Place::Dim);
        content.list(param, "`,` or `)`")
    })?;
    see(tokens, &generics, &params);
    let results = results(tokens, &params)?;
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
    let start = tokens.position();
    if tokens.eat_operator("<").is_none() {
        return Ok(names);
    }
    while tokens.eat_operator(">").is_none() {
        names.push(generic(tokens, start)?);
        if tokens.eat_operator(",").is_none() && !tokens.at_operator(">") {
            return Err(after_generic(tokens, start));
        }
    }
    Ok(names)
}

/// A shape variable of the generics that start at `start`.
fn generic(tokens: &mut Tokens, start: usize) -> Result<Ident> {
    if tokens.at_operator("'") {
        let message = "there are no lifetimes";
        return Err(errors::generic(tokens.here(), message, "remove it; results never borrow from parameters"));
    }
    if tokens.at_word("const") {
        let message = "shape variables are declared without `const` and type";
        let help = format!("write `{}`: every generic here is a shape variable", plain_generics(tokens, start));
        return Err(errors::generic(tokens.here(), message, &help));
    }
    name(tokens, "a shape variable")
}

fn after_generic(tokens: &Tokens, start: usize) -> errors::Diagnostic {
    match tokens.peek_operator().as_deref() {
        Some(":") => {
            let is_size =
                tokens.peek_word_at(1).is_some_and(|bound| bound == "dim" || types::is_size(&bound.to_string()));
            let help = match is_size {
                true => format!("write `{}`", plain_generics(tokens, start)),
                false => "a condition on a dim stands in `requires`, a dtype is written out in each type".to_owned(),
            };
            errors::generic(tokens.here(), "shape variables have no bounds", &help)
        }
        Some("=") => errors::generic(
            tokens.here(),
            "shape variables have no defaults",
            "they are found from the shapes of the arguments",
        ),
        _ => tokens.unexpected("`,` or `>`"),
    }
}

/// The generics that start at `start`, without `const` and bounds.
fn plain_generics(tokens: &Tokens, start: usize) -> String {
    let is = |tree: &TokenTree, c: char| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == c);
    let trees = tokens.from(start + 1);
    let end = trees.iter().position(|tree| is(tree, '>')).unwrap_or(trees.len());
    let names = trees[..end].split(|tree| is(tree, ',')).filter_map(|item| {
        item.iter().find_map(|tree| match tree {
            TokenTree::Ident(word) if word != "const" => Some(word.to_string()),
            _ => None,
        })
    });
    format!("<{}>", names.collect::<Vec<_>>().join(", "))
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
fn results(tokens: &mut Tokens, params: &[Param]) -> Result<Vec<Type>> {
    if tokens.eat_operator("->").is_none() {
        return Err(no_result_type(tokens, params));
    }
    let start = tokens.position();
    match tokens.eat_group(Delimiter::Parenthesis) {
        Some(group) if group.stream().is_empty() => Err(errors::no_results(Region::of(&group))),
        Some(group) => tokens.tuple(&group, "a result", |content| ty(content, errors::no_result)),
        None => {
            let result = ty(tokens, errors::no_result)?;
            if tokens.at_operator(",") && tokens.peek_word_at(1).is_some_and(|word| word == "Tensor") {
                let all = up_to_clauses(tokens.from(start));
                return Err(errors::error_with_help(
                    errors::UNEXPECTED,
                    tokens.here(),
                    "several results stand in parentheses",
                    format!("write `-> ({})`", text(all)),
                ));
            }
            Ok(vec![result])
        }
    }
}

fn no_result_type(tokens: &Tokens, params: &[Param]) -> errors::Diagnostic {
    let after = |length: usize| text(up_to_clauses(tokens.unused().get(length..).unwrap_or_default()));
    let is_arrow = |position: usize| tokens.peek_operator_at(position).as_deref() == Some("->");
    let arrow = (0..tokens.unused().len()).find(|&position| is_arrow(position));
    let help = match (tokens.peek_operator().as_deref(), arrow) {
        (Some("=>"), _) => format!("write `-> {}`", after(2)),
        (Some(":"), _) => format!("write `-> {}`", after(1)),
        (None, _) if tokens.at_word("Tensor") => format!("write `-> {}`", after(0)),
        // Up to the body, so that it is no arrow of another function.
        (None, Some(arrow)) if !tokens.unused()[..arrow].iter().any(is_braces) => {
            format!(
                "clauses stand after the type of the result: `-> {} {}`",
                after(arrow + 2),
                text(&tokens.unused()[..arrow])
            )
        }
        _ => {
            let first = params.iter().find_map(|param| match &param.kind {
                ParamKind::Tensor(ty) => Some((&ty.dtype, &ty.shape)),
                ParamKind::Dim => None,
            });
            let example = match first {
                Some((dtype, shape)) => {
                    let dims: Vec<String> = shape.iter().map(ToString::to_string).collect();
                    format!("{dtype}, [{}]", dims.join(", "))
                }
                None => "F32, [B]".to_owned(),
            };
            format!("a function returns at least one tensor, as in `-> Tensor[{example}]`")
        }
    };
    errors::no_result_type(tokens.here(), &tokens.found(), &help)
}

/// What stands before the clauses and the body.
fn up_to_clauses(trees: &[TokenTree]) -> &[TokenTree] {
    let ends = |tree: &TokenTree| {
        is_braces(tree)
            || matches!(tree, TokenTree::Ident(word) if ["requires", "assume", "dim", "where"].iter().any(|other| word == other))
    };
    &trees[..trees.iter().position(ends).unwrap_or(trees.len())]
}

fn is_braces(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// Words that start a clause, of those that are long enough to be misspelt.
const CLAUSES: [&str; 2] = ["requires", "assume"];

fn no_body(tokens: &Tokens, after_clause: bool) -> errors::Diagnostic {
    if tokens.at_end() || item_starts(tokens) {
        return errors::no_body(tokens.previous());
    }
    if tokens.at_word("where") {
        let condition = up_to_clauses(&tokens.unused()[1..]);
        let bounds = condition.iter().any(|tree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ':'));
        let help = match condition.is_empty() || bounds {
            true => "conditions on dims stand in `requires`, as in `requires S <= 4096`".to_owned(),
            false => format!("write `requires {}`", text(condition)),
        };
        return errors::generic(tokens.here(), "there is no `where`", &help);
    }
    if tokens.at_word("ensures") {
        let help = "what holds of the result stands in its type, `-> Tensor[F32, [D], D % 8 == 0]`";
        return errors::error_with_help(errors::FOREIGN, tokens.here(), "there is no `ensures`", help);
    }
    if tokens.at_operator(",") {
        return errors::comma_between_clauses(tokens.here());
    }
    if tokens.at_operator(";") && tokens.peek_group_at(1, Delimiter::Brace).is_some() {
        let message = "expected the body, found `;`";
        return errors::error_with_help(errors::MISSING, tokens.here(), message, "remove this `;`");
    }
    if tokens.at_word("assert") || tokens.at_word("ensure") || tokens.at_word("given") {
        let message = format!("expected the body or a clause, found {}", tokens.found());
        return errors::error_with_help(errors::UNEXPECTED, tokens.here(), message, "write `requires`");
    }
    if let Some(word) = tokens.peek_word()
        && let Some(meant) =
            CLAUSES.into_iter().find(|clause| strsim::damerau_levenshtein(&word.to_string(), clause) < 3)
    {
        let message = format!("expected the body or a clause, found `{word}`");
        return errors::error_with_help(errors::UNEXPECTED, tokens.here(), message, format!("write `{meant}`"));
    }
    if tokens.at_operator(";") || tokens.at_operator("=") {
        return errors::no_body_but(tokens.here(), &tokens.found());
    }
    let expected =
        if after_clause { "`,`, another clause or the body" } else { "the body or a clause such as `requires`" };
    foreign::after_value(tokens, expected)
}
