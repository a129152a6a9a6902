//! `#![smt(timeout_ms = INT, on_unknown = reject | check, retry = true | false)]`

use super::expr::{Sign, literal};
use crate::syntax::ast::Flags;
use crate::syntax::errors::{self, Result};
use crate::syntax::tokens::Tokens;
use crate::types::Literal;
use proc_macro2::Delimiter;

/// The flags of a block, which stand first; the default where there are none.
pub(super) fn flags(tokens: &mut Tokens) -> Result<Flags> {
    let mut flags = Flags::default();
    let start = tokens.here();
    if tokens.peek_operator_at(1).as_deref() != Some("!") || tokens.eat_operator("#").is_none() {
        return Ok(flags);
    }
    tokens.bump();
    let Some(brackets) = tokens.eat_group(Delimiter::Bracket) else { return Err(errors::inner_attribute(start)) };
    tokens.inside(&brackets, |content| {
        if content.eat_word("smt").is_none() {
            return Err(errors::inner_attribute(start));
        }
        let Some(group) = content.eat_group(Delimiter::Parenthesis) else {
            return Err(errors::flag(content.here(), &format!("expected `(` after `smt`, found {}", content.found())));
        };
        let mut seen = Vec::new();
        content.inside(&group, |content| content.list(|content| flag(content, &mut flags, &mut seen), "`,` or `)`"))
    })?;
    Ok(flags)
}

fn flag(tokens: &mut Tokens, flags: &mut Flags, seen: &mut Vec<String>) -> Result<()> {
    let at = tokens.here();
    let found = tokens.found();
    let Some(name) = tokens.eat_any_word().map(|word| word.to_string()) else {
        return Err(errors::flag(at, &format!("expected the name of a flag, found {found}")));
    };
    if !["timeout_ms", "on_unknown", "retry"].contains(&name.as_str()) {
        return Err(errors::flag(at, &format!("there is no flag `{name}`")));
    }
    if seen.contains(&name) {
        return Err(errors::flag(at, &format!("the flag `{name}` is given twice")));
    }
    tokens.expect_operator("=", &format!("`=` after `{name}`"))?;
    match name.as_str() {
        "timeout_ms" => flags.timeout_ms = milliseconds(tokens)?,
        "on_unknown" => flags.check_unknown = one_of(tokens, "reject", "check")?,
        _ => flags.retry = one_of(tokens, "false", "true")?,
    }
    seen.push(name);
    Ok(())
}

fn milliseconds(tokens: &mut Tokens) -> Result<u32> {
    let (at, found) = (tokens.here(), tokens.found());
    let value = match literal(tokens, Sign::None) {
        Ok(Literal::Int(value)) => u32::try_from(value).ok().filter(|value| *value > 0),
        _ => None,
    };
    let range = format!("expected milliseconds from 1 to {}, found {found}", u32::MAX);
    value.ok_or_else(|| errors::flag(at, &range))
}

/// Whether the word that comes next is `on`; the only other one allowed is `off`.
fn one_of(tokens: &mut Tokens, off: &str, on: &str) -> Result<bool> {
    if tokens.eat_word(off).is_some() {
        return Ok(false);
    }
    match tokens.eat_word(on) {
        Some(_) => Ok(true),
        None => Err(errors::flag(tokens.here(), &format!("expected `{off}` or `{on}`, found {}", tokens.found()))),
    }
}
