//! Ways out of a mistake, as edits of the tokens of the function that it is in.

use super::Region;
use proc_macro2::{Delimiter, Group, LineColumn, Span, TokenStream, TokenTree};

/// One way out.
#[derive(Clone, Debug)]
pub struct Fix {
    /// What a message says: ``broadcast it: `broadcast[B, D](x)` ``.
    pub text: String,
    /// What to change, in the order of the places.
    pub edits: Vec<Edit>,
}

/// One change.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Other tokens in place of these.
    Replace(Region, String),
    /// A clause, before the body.
    Clause(String),
}

impl Fix {
    /// Other tokens in place of `at`.
    pub fn replace(text: impl Into<String>, at: Region, with: impl Into<String>) -> Fix {
        Fix { text: text.into(), edits: vec![Edit::Replace(at, with.into())] }
    }

    /// `requires` and the condition.
    pub fn require(condition: &str) -> Fix {
        let clause = format!("requires {condition}");
        Fix { text: format!("add `{clause}`"), edits: vec![Edit::Clause(clause)] }
    }

    /// Both together, if they are the same change at different places.
    pub fn and(&self, other: &Fix) -> Option<Fix> {
        let (lead, _) = self.text.split_once(": ")?;
        let further = other.text.strip_prefix(lead)?.strip_prefix(": ")?;
        let mut edits = [&self.edits[..], &other.edits[..]].concat();
        edits.sort_by_key(|edit| match edit {
            Edit::Replace(at, _) => Some(at.start().start()),
            Edit::Clause(_) => None,
        });
        Some(Fix { text: format!("{} and {further}", self.text), edits })
    }

    /// Whether it adds a clause, which callers have to meet.
    pub fn is_clause(&self) -> bool {
        self.edits.iter().any(|edit| matches!(edit, Edit::Clause(_)))
    }

    /// Whether it and `other` change the same tokens.
    pub fn is_alternative_to(&self, other: &Fix) -> bool {
        let places = |fix: &Fix| -> Vec<(LineColumn, LineColumn)> {
            let place = |edit: &Edit| match edit {
                Edit::Replace(at, _) => Some((at.start().start(), at.end().end())),
                Edit::Clause(_) => None,
            };
            fix.edits.iter().filter_map(place).collect()
        };
        let own = places(self);
        places(other).iter().any(|place| own.contains(place))
    }

    /// The function that `function` becomes; `None` where an edit does not apply to it. New tokens have the place `at`.
    pub fn apply(&self, function: &TokenStream, at: Span) -> Option<TokenStream> {
        // From the end, so that new tokens never stand before the place of a further edit.
        self.edits.iter().rev().try_fold(function.clone(), |tokens, edit| match edit {
            Edit::Replace(region, with) => replace(tokens, *region, &parse(with, at)?),
            Edit::Clause(clause) => insert_clause(tokens, parse(clause, at)?),
        })
    }
}

fn parse(text: &str, at: Span) -> Option<TokenStream> {
    Some(text.parse::<TokenStream>().ok()?.into_iter().map(|tree| respan(tree, at)).collect())
}

fn respan(tree: TokenTree, at: Span) -> TokenTree {
    let mut tree = match tree {
        TokenTree::Group(group) => {
            let content = group.stream().into_iter().map(|tree| respan(tree, at)).collect();
            TokenTree::Group(Group::new(group.delimiter(), content))
        }
        tree => tree,
    };
    tree.set_span(at);
    tree
}

fn start(tree: &TokenTree) -> LineColumn {
    match tree {
        TokenTree::Group(group) => group.span_open().start(),
        tree => tree.span().start(),
    }
}

fn end(tree: &TokenTree) -> LineColumn {
    match tree {
        TokenTree::Group(group) => group.span_close().end(),
        tree => tree.span().end(),
    }
}

/// The run of tokens at `region` stands in one group, or there is nothing to replace.
fn replace(tokens: TokenStream, region: Region, with: &TokenStream) -> Option<TokenStream> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let first = trees.iter().position(|tree| start(tree) == region.start().start());
    if let Some(first) = first
        && let Some(count) = trees[first..].iter().position(|tree| end(tree) == region.end().end())
    {
        let (before, after) = (&trees[..first], &trees[first + count + 1..]);
        return Some(before.iter().cloned().chain(with.clone()).chain(after.iter().cloned()).collect());
    }
    let position = trees.iter().position(|tree| {
        matches!(tree, TokenTree::Group(_)) && start(tree) <= region.start().start() && region.end().end() <= end(tree)
    })?;
    let TokenTree::Group(group) = &trees[position] else { return None };
    let mut replaced = Group::new(group.delimiter(), replace(group.stream(), region, with)?);
    replaced.set_span(group.span());
    let mut trees = trees;
    trees[position] = TokenTree::Group(replaced);
    Some(trees.into_iter().collect())
}

/// The body is the last group in braces.
fn insert_clause(tokens: TokenStream, clause: TokenStream) -> Option<TokenStream> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let is_body = |tree: &TokenTree| matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let body = trees.iter().rposition(is_body)?;
    Some(trees[..body].iter().cloned().chain(clause).chain(trees[body..].iter().cloned()).collect())
}
