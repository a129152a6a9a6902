//! The operands around a token, as they are written.

use crate::syntax::text::text;
use crate::syntax::tokens::Tokens;
use proc_macro2::{Delimiter, TokenTree};

/// The operand before the next token: a name, a number, a call or parentheses.
pub(super) fn receiver(tokens: &Tokens) -> String {
    receiver_at(tokens, 0)
}

/// The operand before the last `skipped` tokens.
pub(super) fn receiver_at(tokens: &Tokens, skipped: usize) -> String {
    let used = tokens.used();
    let before = &used[..used.len().saturating_sub(skipped)];
    let is = |tree: &TokenTree, delimiter| matches!(tree, TokenTree::Group(group) if group.delimiter() == delimiter);
    let mut start = before.len();
    match before {
        [.., TokenTree::Ident(_)] => start -= 1,
        [.., last] if is(last, Delimiter::Parenthesis) => {
            start -= 1;
            let attrs = start > 0 && is(&before[start - 1], Delimiter::Bracket);
            let name = start - usize::from(attrs);
            if name > 0 && matches!(before[name - 1], TokenTree::Ident(_)) {
                start = name - 1;
            }
        }
        [.., TokenTree::Literal(_)] => start -= 1,
        _ => return "x".to_string(),
    }
    text(&before[start..])
}

/// The operand after an operator of `length` characters: a name, a number, a call or parentheses.
pub(super) fn operand_after(tokens: &Tokens, length: usize) -> String {
    let after = tokens.unused().get(length..).unwrap_or_default();
    let groups = |from: usize| after[from..].iter().take_while(|tree| matches!(tree, TokenTree::Group(_))).count();
    match after {
        [TokenTree::Ident(_), ..] => text(&after[..1 + groups(1)]),
        [TokenTree::Literal(_) | TokenTree::Group(_), ..] => text(&after[..1]),
        _ => "y".to_string(),
    }
}

/// The whole expressions on both sides of an operator that binds less than arithmetic.
pub(super) fn sides(tokens: &Tokens, length: usize) -> (String, String) {
    let ends = |tree: &TokenTree| match tree {
        TokenTree::Punct(punct) => "=;,&|<>!@^".contains(punct.as_char()),
        TokenTree::Ident(word) => word == "let" || word == "return",
        _ => false,
    };
    let before = tokens.used();
    let start = before.iter().rposition(ends).map_or(0, |end| end + 1);
    let after = tokens.unused().get(length..).unwrap_or_default();
    let stop = after.iter().position(ends).unwrap_or(after.len());
    let side = |trees: &[TokenTree], other: &str| if trees.is_empty() { other.to_owned() } else { text(trees) };
    (side(&before[start..], "x"), side(&after[..stop], "y"))
}
