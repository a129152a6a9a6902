//! From tokens to the surface tree: recursive descent, one file per kind of thing.
//!
//! A mistake inside a body belongs to its function, whose signature stays usable; any other mistake costs the item it
//! is in, and parsing goes on at the next one.

mod body;
mod clause;
mod expr;
mod flags;
mod item;
mod name;
mod pattern;
mod pred;
mod signature;
mod ty;

use super::ast::Block;
use super::errors::Diagnostic;
use super::tokens::Tokens;
use proc_macro2::{Delimiter, TokenStream};

/// What became of a block.
pub struct Parsed {
    /// All that parses.
    pub block: Block,
    /// The errors that belong to no function of `block`.
    pub errors: Vec<Diagnostic>,
}

/// Parses what stands between the braces of `tensor_fn! { .. }`.
pub fn parse_block(tokens: TokenStream) -> Parsed {
    let mut tokens = Tokens::new(tokens);
    let mut parsed = Parsed { block: Block::default(), errors: Vec::new() };
    match flags::flags(&mut tokens) {
        Ok(flags) => parsed.block.flags = flags,
        Err(error) => parsed.errors.push(error),
    }
    while !tokens.at_end() {
        let start = tokens.position();
        if let Err(error) = item::item(&mut tokens, &mut parsed) {
            parsed.errors.push(error);
            skip_item(&mut tokens, start);
        }
    }
    parsed
}

/// Goes to the next item: past a brace group or `;`, or to where an item surely starts. Uses at least one token.
fn skip_item(tokens: &mut Tokens, start: usize) {
    loop {
        if tokens.position() > start && item_starts(tokens) {
            return;
        }
        if tokens.eat_operator(";").is_some() {
            tokens.eat_group(Delimiter::Brace);
            return;
        }
        let braces = tokens.peek_group(Delimiter::Brace).is_some();
        if tokens.bump().is_none() {
            return;
        }
        if braces {
            tokens.eat_operator(";");
            return;
        }
    }
}

/// `fn` without a name is a type and `const` may stand in generics.
fn item_starts(tokens: &Tokens) -> bool {
    let function = tokens.at_word("fn") && tokens.peek_word_at(1).is_some();
    function || tokens.at_word("pub") || tokens.at_operator("#")
}
