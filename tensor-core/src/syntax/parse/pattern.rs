//! What a `let` binds: a name, `_`, or a tuple of these.

use super::name::name;
use crate::diag::Region;
use crate::syntax::ast::Pattern;
use crate::syntax::errors::Result;
use crate::syntax::foreign;
use crate::syntax::tokens::Tokens;
use proc_macro2::Delimiter;

/// A pattern; parentheses around a single one mean nothing, as in Rust.
pub(super) fn pattern(tokens: &mut Tokens) -> Result<Pattern> {
    if tokens.eat_word("_").is_some() {
        return Ok(Pattern::Ignore(tokens.previous()));
    }
    if let Some(group) = tokens.eat_group(Delimiter::Parenthesis) {
        let mut items = tokens.tuple(&group, "a name", pattern)?;
        return Ok(match items.pop() {
            Some(only) if items.is_empty() => only,
            last => Pattern::Tuple(items.into_iter().chain(last).collect(), Region::of(&group)),
        });
    }
    if tokens.at_word("mut") || tokens.at_word("ref") || tokens.at_operator("&") {
        return Err(foreign::instead_of_value(tokens));
    }
    Ok(Pattern::Name(name(tokens, "a value")?))
}
