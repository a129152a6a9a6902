//! `Tensor[dtype, [dim, ..], pred, ..]`

use super::expr::expr;
use super::name::{is_keyword, name};
use super::pred;
use crate::diag::Region;
use crate::syntax::ast::Type;
use crate::syntax::errors::{self, Result};
use crate::syntax::tokens::{Place, Tokens};
use proc_macro2::Delimiter;

/// A tensor type. `no_type` is the message where something else stands; it takes what was found.
pub(super) fn ty(tokens: &mut Tokens, no_type: fn(Region, &str) -> errors::Diagnostic) -> Result<Type> {
    let start = tokens.here();
    if tokens.at_operator("&") {
        let help = "write `Tensor[dtype, [dims]]` without `&`; parameters are only read and never copied";
        return Err(errors::error_with_help(errors::FOREIGN, start, "there are no references", help));
    }
    if tokens.eat_word("Tensor").is_none() {
        return Err(no_type(start, &tokens.found()));
    }
    let Some(group) = tokens.eat_group(Delimiter::Bracket) else { return Err(no_brackets(tokens)) };
    let (dtype, shape, shape_at, refinements) = tokens.inside(&group, |content| {
        let dtype = match content.peek_word() {
            Some(word) if !is_keyword(word) => name(content, "a dtype")?,
            _ => return Err(content.unexpected("a dtype such as `F32`")),
        };
        if content.at_end() {
            return Err(errors::no_shape(content.here(), &content.found()));
        }
        content.expect_operator(",", "`,` and the shape")?;
        let Some(shape) = content.eat_group(Delimiter::Bracket) else {
            return Err(errors::no_shape(content.here(), &content.found()));
        };
        let dims = content.inside(&shape, |dims| dims.list(|dim| dim.whole(Place::Dim, expr), "`,` or `]`"))?;
        if !content.at_end() {
            content.expect_operator(",", "`,` or `]`")?;
        }
        let refinements = content.list(pred::pred, "`&&`, `||`, `,` or `]`")?;
        Ok((dtype, dims, Region::of(&shape), refinements))
    })?;
    Ok(Type { dtype, shape, refinements, at: Region::between(start, Region::of(&group)), shape_at })
}

fn no_brackets(tokens: &Tokens) -> errors::Diagnostic {
    let other_brackets = matches!(tokens.peek_operator().as_deref(), Some("<" | "::"));
    if other_brackets || tokens.peek_group(Delimiter::Parenthesis).is_some() {
        let help = "write `Tensor[F32, [B, S]]`";
        return errors::error_with_help(errors::FOREIGN, tokens.here(), "types are written with brackets", help);
    }
    tokens.unexpected("`[`, a dtype and a shape")
}
