//! Functions and constants of a block, with what may stand before them.

use super::Parsed;
use super::expr::{Sign, literal, word_literal};
use super::name::name;
use super::signature;
use crate::diag::Region;
use crate::syntax::ast::Const;
use crate::syntax::errors::{self, Result};
use crate::syntax::groups::nests_too_deep;
use crate::syntax::tokens::Tokens;
use crate::types::Literal;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::parse::Parser;

/// The next item, added to `parsed`.
pub(super) fn item(tokens: &mut Tokens, parsed: &mut Parsed) -> Result<()> {
    if tokens.at_operator("#") && tokens.peek_operator_at(1).as_deref() == Some("!") {
        let start = tokens.here();
        tokens.bump();
        tokens.bump();
        tokens.eat_group(Delimiter::Bracket);
        parsed.errors.push(errors::inner_attribute(Region::between(start, tokens.previous())));
        return Ok(());
    }
    let start = tokens.here();
    let attrs = attributes(tokens)?;
    let vis = visibility(tokens)?;
    let word = tokens.peek_word().map(ToString::to_string);
    let item_name = tokens.peek_word_at(1).cloned();
    let result = match word.as_deref() {
        Some("fn") => signature::function(tokens, attrs, vis).map(|function| parsed.block.fns.push(function)),
        Some("const") if item_name.as_ref().is_some_and(|word| word == "fn" || word == "unsafe") => {
            return Err(qualified(tokens));
        }
        Some("const") => {
            if let Some(attr) = attrs.iter().find(|attr| !attr.path().is_ident("doc")) {
                parsed.errors.push(errors::attribute_on_const(Region::of(attr)));
            } else if !matches!(vis, syn::Visibility::Inherited) {
                parsed.errors.push(errors::visible_const(Region::of(&vis)));
            }
            constant(tokens, parsed)
        }
        _ => return Err(no_item(tokens, start, !attrs.is_empty() || !matches!(vis, syn::Visibility::Inherited))),
    };
    // Uses of what does not parse are no second mistake.
    if result.is_err() {
        parsed.block.broken.extend(item_name);
    }
    result
}

fn no_item(tokens: &Tokens, start: Region, something_before: bool) -> errors::Diagnostic {
    if tokens.at_end() && something_before {
        return errors::nothing_to_attach_to(Region::between(start, tokens.previous()));
    }
    match tokens.peek_word().map(ToString::to_string).as_deref() {
        Some("async" | "unsafe" | "extern") => qualified(tokens),
        Some("struct" | "enum" | "union" | "trait" | "impl" | "type" | "use" | "mod" | "static" | "macro_rules") => {
            let message = format!("a block holds functions and constants, found {}", tokens.found());
            errors::error_with_help(errors::FOREIGN, tokens.here(), message, "move it out of `tensor_fn! { .. }`")
        }
        Some("let" | "dim" | "assume" | "requires") => {
            let message = format!("expected `fn` or `const`, found {}", tokens.found());
            let help = "statements stand in the body of a function";
            errors::error_with_help(errors::UNEXPECTED, tokens.here(), message, help)
        }
        Some("def" | "func" | "function" | "fun" | "kernel") if tokens.peek_word_at(1).is_some() => {
            let message = format!("expected `fn` or `const`, found {}", tokens.found());
            errors::error_with_help(errors::UNEXPECTED, tokens.here(), message, "write `fn`")
        }
        _ => tokens.unexpected("`fn` or `const`"),
    }
}

fn qualified(tokens: &Tokens) -> errors::Diagnostic {
    let message = format!("functions here are not {}", tokens.found());
    errors::error_with_help(errors::FOREIGN, tokens.here(), message, "write `fn` or `pub fn`")
}

/// `#[..]`, `///`
fn attributes(tokens: &mut Tokens) -> Result<Vec<syn::Attribute>> {
    let mut attrs = Vec::new();
    while tokens.at_operator("#") {
        let start = tokens.here();
        let hash = tokens.bump();
        let Some(group) = tokens.eat_group(Delimiter::Bracket) else { return Err(errors::malformed_attribute(start)) };
        let at = Region::between(start, Region::of(&group));
        let written = TokenStream::from_iter(hash.into_iter().chain([TokenTree::from(group.clone())]));
        let parsed = parse_with_syn(&group, written, syn::Attribute::parse_outer);
        attrs.extend(parsed.ok_or_else(|| errors::malformed_attribute(at))?);
    }
    Ok(attrs)
}

/// `pub`, `pub(..)` or nothing.
fn visibility(tokens: &mut Tokens) -> Result<syn::Visibility> {
    let Some(word) = tokens.eat_word("pub") else { return Ok(syn::Visibility::Inherited) };
    let at = Region::from(&word);
    let Some(group) = tokens.eat_group(Delimiter::Parenthesis) else {
        return Ok(syn::Visibility::Public(syn::token::Pub(word.span())));
    };
    let at = Region::between(at, Region::of(&group));
    let written = TokenStream::from_iter([TokenTree::from(word), TokenTree::from(group.clone())]);
    parse_with_syn(&group, written, <syn::Visibility as syn::parse::Parse>::parse)
        .ok_or_else(|| errors::malformed_visibility(at))
}

/// What ordinary Rust syntax means; syn descends by recursion, so that nesting is checked first.
fn parse_with_syn<P: Parser>(group: &Group, written: TokenStream, parser: P) -> Option<P::Output> {
    if nests_too_deep(group.stream()) { None } else { parser.parse2(written).ok() }
}

/// `const NAME = literal;`
fn constant(tokens: &mut Tokens, parsed: &mut Parsed) -> Result<()> {
    tokens.bump();
    let name = name(tokens, "a constant")?;
    if tokens.at_operator(":") {
        return Err(errors::typed_const(tokens.here(), &name));
    }
    tokens.expect_operator("=", "`=` and a literal")?;
    let start = tokens.here();
    let value = constant_value(tokens)?;
    let value_at = Region::between(start, tokens.previous());
    if tokens.eat_operator(";").is_none() {
        let next_item = ["fn", "const", "pub"].iter().any(|word| tokens.at_word(word)) || tokens.at_operator("#");
        if !next_item && !tokens.at_end() {
            return Err(errors::computed_const(tokens.here()));
        }
        parsed.errors.push(errors::no_semicolon(tokens.previous()));
    }
    parsed.block.consts.push(Const { name, value, value_at });
    Ok(())
}

fn constant_value(tokens: &mut Tokens) -> Result<Literal> {
    let negative = tokens.eat_operator("-").is_some();
    let value = match tokens.peek_tree(0) {
        Some(TokenTree::Literal(_)) => literal(tokens, if negative { Sign::Minus } else { Sign::None })?,
        Some(TokenTree::Ident(word)) => match word_literal(word) {
            Some(value) => {
                tokens.bump();
                value
            }
            None => return Err(errors::not_a_const_literal(tokens.here(), &tokens.found())),
        },
        _ => return Err(errors::not_a_const_literal(tokens.here(), &tokens.found())),
    };
    match value {
        value if !negative => Ok(value),
        Literal::Int(value) => Ok(Literal::Int(-value)),
        Literal::Float(text) if text == "nan" => Ok(Literal::Float(text)),
        Literal::Float(text) => Ok(Literal::Float(format!("-{text}"))),
        Literal::Bool(value) => Err(errors::not_a_const_literal(tokens.previous(), &format!("`-` before `{value}`"))),
    }
}
