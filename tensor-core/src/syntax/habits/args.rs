//! The arguments of a foreign call, as texts.

use crate::diag::Region;
use crate::syntax::text::text;
use proc_macro2::{Delimiter, Group, TokenTree};

/// `value`, `[value, ..]` or `name = value`.
pub(super) struct Arg {
    pub(super) name: Option<String>,
    /// Several of a list.
    pub(super) values: Vec<String>,
    /// Where it stands, if no call here has such an argument.
    pub(super) foreign: Option<Region>,
}

impl Arg {
    pub(super) fn plain(value: String) -> Arg {
        Arg { name: None, values: vec![value], foreign: None }
    }
}

/// What stands between parentheses, separated by commas.
pub(super) fn arguments(group: &Group) -> Vec<Arg> {
    let trees: Vec<TokenTree> = group.stream().into_iter().collect();
    let is = |tree: &TokenTree, c: char| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == c);
    let mut args = Vec::new();
    for part in trees.split(|tree| is(tree, ',')).filter(|part| !part.is_empty()) {
        let (name, value) = match part {
            [TokenTree::Ident(name), equals, value @ ..]
                if is(equals, '=') && value.first().is_some_and(|next| !is(next, '=')) =>
            {
                (Some(name.to_string()), value)
            }
            value => (None, value),
        };
        let (values, brackets): (Vec<String>, bool) = match value {
            [TokenTree::Group(items)] if is_list(items) => {
                let brackets = items.delimiter() == Delimiter::Bracket;
                let items: Vec<TokenTree> = items.stream().into_iter().collect();
                (items.split(|tree| is(tree, ',')).filter(|item| !item.is_empty()).map(text).collect(), brackets)
            }
            value => (vec![text(value)], false),
        };
        let at = Region::between(part[0].span().into(), part[part.len() - 1].span().into());
        let foreign = (name.is_some() || brackets).then_some(at);
        // An empty list has no first value.
        if !values.is_empty() {
            args.push(Arg { name, values, foreign });
        }
    }
    args
}

fn is_list(group: &Group) -> bool {
    let has_comma =
        || group.stream().into_iter().any(|tree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ','));
    group.delimiter() == Delimiter::Bracket || group.delimiter() == Delimiter::Parenthesis && has_comma()
}
