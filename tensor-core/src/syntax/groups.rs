//! Groups of tokens: those that nest too deep, and the invisible ones that `macro_rules!` puts around its fragments.

use super::tokens::MAX_DEPTH;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Tokens that a `macro_rules!` fragment put in an invisible group: one token stands for itself, a visibility is
/// spread, several are kept together as by parentheses.
pub(super) fn flatten(tokens: TokenStream) -> Vec<TokenTree> {
    let mut trees = Vec::new();
    for tree in tokens {
        match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => unwrap_invisible(&group, &mut trees),
            tree => trees.push(tree),
        }
    }
    trees
}

fn unwrap_invisible(group: &Group, trees: &mut Vec<TokenTree>) {
    let mut group = group.clone();
    loop {
        let mut content: Vec<TokenTree> = group.stream().into_iter().collect();
        match (content.first(), content.len()) {
            (Some(TokenTree::Group(inner)), 1) if inner.delimiter() == Delimiter::None => group = inner.clone(),
            (Some(TokenTree::Ident(word)), _) if word == "pub" => return trees.append(&mut content),
            (_, 0 | 1) => return trees.append(&mut content),
            _ => {
                let mut parenthesised = Group::new(Delimiter::Parenthesis, group.stream());
                parenthesised.set_span(group.span());
                return trees.push(TokenTree::Group(parenthesised));
            }
        }
    }
}

/// Whether groups nest deeper than the parser goes, found without recursion.
pub(super) fn nests_too_deep(tokens: TokenStream) -> bool {
    let mut open = vec![tokens.into_iter()];
    while let Some(innermost) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(_) => {}
            None => {
                open.pop();
            }
        }
        if open.len() > MAX_DEPTH {
            return true;
        }
    }
    false
}
