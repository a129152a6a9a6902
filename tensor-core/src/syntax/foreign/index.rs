//! `x[..]`, which is `slice` here.

use super::operands::receiver;
use crate::diag::Region;
use crate::syntax::errors::{self, Diagnostic, error_with_help};
use crate::syntax::habits::Habit;
use crate::syntax::text::text;
use crate::syntax::tokens::{Place, Tokens};
use proc_macro2::{Delimiter, Group, TokenTree};

/// `x[..]`
pub(super) fn index(tokens: &Tokens, brackets: &Group) -> Diagnostic {
    let content: Vec<TokenTree> = brackets.stream().into_iter().collect();
    let named = content.iter().any(|tree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == '='));
    let message = "there is no indexing";
    if named {
        let help = "operands stand in parentheses after the attributes, as in `reduce[sum, axis = 0](x)`";
        return error_with_help(
            errors::MISSING,
            Region::of(brackets),
            "expected `(` and the operands after this",
            help,
        );
    }
    if matches!(tokens.place(), Place::Dim | Place::Condition) {
        let help = "a dim is a variable, such as `B` in `x: Tensor[F32, [B, S]]`";
        return error_with_help(errors::FOREIGN, tokens.here(), message, help);
    }
    let x = receiver(tokens);
    if let Some(help) =
        Habit::of_tokens(&x, None, Some(brackets), tokens.seen()).help().filter(|_| FILLS.contains(&x.as_str()))
    {
        return error_with_help(errors::FOREIGN, tokens.here(), message, help);
    }
    let shape = tokens.seen().tensors.get(&x).map(|ty| ty.shape.as_slice()).unwrap_or_default();
    let help = match slices(&x, &content, shape) {
        Some(slices) => format!("write `{slices}`"),
        None => format!("write `slice[axis = 0, start = i, stop = i + 1]({x})`"),
    };
    let mut error = error_with_help(errors::FOREIGN, tokens.here(), message, help);
    if tokens.peek_group_at(1, Delimiter::Parenthesis).is_some() {
        error.notes.push("help: the operands of an operation follow its attributes, `transpose[1, 0](x)`".into());
    }
    error
}

const FILLS: [&str; 4] = ["zeros", "ones", "full", "empty"];

/// `x[i, a..b, :]` as slices of `x`, which has the shape `shape` as far as it is known.
fn slices(x: &str, content: &[TokenTree], shape: &[String]) -> Option<String> {
    let is = |tree: &TokenTree, c: char| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == c);
    let mut sliced = x.to_owned();
    for (axis, part) in content.split(|tree| is(tree, ',')).enumerate() {
        // A bound that is counted from the end, or is the end, takes the length of the axis.
        let length = shape.get(axis);
        let bound = |trees: &[TokenTree], missing: Option<&String>| match trees {
            [] => missing.cloned(),
            [minus, from_end @ ..] if is(minus, '-') => Some(format!("{} - {}", length?, text(from_end))),
            trees if trees.iter().any(|tree| is(tree, ':')) => None,
            trees => Some(text(trees)),
        };
        let Some(first) = part.iter().position(|tree| is(tree, ':') || is(tree, '.')) else {
            let index = bound(part, None)?;
            let stop = match (part, index.parse::<u32>()) {
                ([minus, one], _) if is(minus, '-') && one.to_string() == "1" => length?.clone(),
                (_, Ok(index)) => (u64::from(index) + 1).to_string(),
                _ => format!("{index} + 1"),
            };
            sliced = format!("slice[axis = {axis}, start = {index}, stop = {stop}]({sliced})");
            continue;
        };
        let dots = part[first..].iter().take_while(|tree| is(tree, ':') || is(tree, '.')).count();
        let (start, stop) = (&part[..first], &part[first + dots..]);
        if !(start.is_empty() && stop.is_empty()) {
            let (start, stop) = (bound(start, Some(&"0".to_owned()))?, bound(stop, length)?);
            sliced = format!("slice[axis = {axis}, start = {start}, stop = {stop}]({sliced})");
        }
    }
    Some(sliced)
}
