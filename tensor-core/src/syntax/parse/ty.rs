//! `Tensor[dtype, [dim, ..], pred, ..]`

use super::expr::expr;
use super::name::{is_keyword, name};
use super::pred;
use crate::diag::Region;
use crate::syntax::ast::Type;
use crate::syntax::errors::{self, Result};
use crate::syntax::tokens::{Place, Tokens};
use crate::syntax::types;
use proc_macro2::{Delimiter, TokenTree};

/// A tensor type. `no_type` is the message where something else stands; it takes what was found.
pub(super) fn ty(tokens: &mut Tokens, no_type: fn(Region, &str) -> errors::Diagnostic) -> Result<Type> {
    let (start, position) = (tokens.here(), tokens.position());
    if tokens.at_operator("&") {
        let wrong = errors::error(errors::FOREIGN, start, "there are no references");
        let help = "write `Tensor[dtype, [dims]]` without `&`; parameters are only read and never copied";
        return Err(with_type(wrong, meant_at(tokens, position), help));
    }
    if tokens.eat_word("Tensor").is_none() {
        let mut wrong = no_type(start, &tokens.found());
        if let Some(meant) = meant_at(tokens, position) {
            wrong.notes = vec![format!("help: write `{meant}`")];
        }
        return Err(wrong);
    }
    let Some(group) = tokens.eat_group(Delimiter::Bracket) else { return Err(no_brackets(tokens, position)) };
    let meant = || types::content(&group.stream().into_iter().collect::<Vec<_>>());
    let (dtype, shape, shape_at, refinements) = tokens.inside(&group, |content| {
        let dtype = match content.peek_word() {
            Some(word) if !is_keyword(word) => name(content, "a dtype")?,
            _ => return Err(with_type(content.unexpected("a dtype such as `F32`"), meant(), FORM)),
        };
        if content.at_end() {
            return Err(with_type(errors::no_shape(content.here(), &content.found()), meant(), FORM));
        }
        if content.eat_operator(",").is_none() {
            return Err(with_type(content.unexpected("`,` and the shape"), meant(), FORM));
        }
        let Some(shape) = content.eat_group(Delimiter::Bracket) else {
            return Err(with_type(errors::no_shape(content.here(), &content.found()), meant(), FORM));
        };
        let dims = content.inside(&shape, |dims| dims.list(|dim| dim.whole(Place::Dim, expr), "`,` or `]`"))?;
        if !content.at_end() && content.eat_operator(",").is_none() {
            return Err(with_type(content.unexpected("`,` or `]`"), meant(), FORM));
        }
        let refinements = content.list(pred::pred, "`&&`, `||`, `,` or `]`")?;
        Ok((dtype, dims, Region::of(&shape), refinements))
    })?;
    Ok(Type { dtype, shape, refinements, at: Region::between(start, Region::of(&group)), shape_at })
}

const FORM: &str = "write `Tensor[F32, [B, S]]`, or `Tensor[F32, []]` for a single number";

/// The type that is meant at `position`; a size with the name of its parameter.
fn meant_at(tokens: &Tokens, position: usize) -> Option<String> {
    let before = &tokens.from(0)[..position];
    match before {
        [.., TokenTree::Ident(name), TokenTree::Punct(_)] if types::is_dim(tokens.from(position)) => {
            Some(format!("{name}: dim"))
        }
        _ => types::tensor_type(tokens.from(position)),
    }
}

/// With the type that is meant, or else with `help`.
fn with_type(mut wrong: errors::Diagnostic, meant: Option<String>, help: &str) -> errors::Diagnostic {
    wrong.notes.push(meant.map_or_else(|| format!("help: {help}"), |meant| format!("help: write `{meant}`")));
    wrong
}

/// `position` is that of the type.
fn no_brackets(tokens: &Tokens, position: usize) -> errors::Diagnostic {
    let other_brackets = matches!(tokens.peek_operator().as_deref(), Some("<" | "::"));
    let wrong = match other_brackets || tokens.peek_group(Delimiter::Parenthesis).is_some() {
        true => errors::error(errors::FOREIGN, tokens.here(), "types are written with brackets"),
        false => tokens.unexpected("`[`, a dtype and a shape"),
    };
    with_type(wrong, types::tensor_type(tokens.from(position)), FORM)
}
