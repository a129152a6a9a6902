//! Names and the words that cannot be names.

use crate::syntax::errors::{self, Result};
use crate::syntax::tokens::Tokens;
use proc_macro2::{Ident, TokenTree};

/// Words of this language that are not keywords of Rust. They are reserved everywhere, so that no sentence has two
/// readings. With them `gen`, which is a keyword of Rust from edition 2024 on.
const OWN_KEYWORDS: [&str; 6] = ["requires", "assume", "dim", "inf", "nan", "gen"];

/// Whether `word` cannot be a name: a keyword of this language or of Rust (names become names in the expansion).
pub(super) fn is_keyword(word: &Ident) -> bool {
    OWN_KEYWORDS.iter().any(|keyword| word == keyword)
        || syn::parse2::<Ident>(TokenTree::from(word.clone()).into()).is_err()
}

/// The next token, which has to be a name; it is the name of `what`, as a message calls it.
pub(super) fn name(tokens: &mut Tokens, what: &str) -> Result<Ident> {
    let Some(word) = tokens.peek_word() else { return Err(tokens.unexpected(&format!("the name of {what}"))) };
    if word == "_" {
        return Err(tokens.unexpected(&format!("the name of {what}")));
    }
    if word.to_string().starts_with("r#") {
        return Err(errors::raw_name(word));
    }
    if is_keyword(word) {
        return Err(errors::keyword_as_name(word, what));
    }
    let word = word.clone();
    tokens.bump();
    Ok(word)
}
