//! Small changes of a program, as its author might make by mistake.

use super::Choices;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::ops::Range;

/// Tokens as text, brackets and operators of several characters among them.
#[derive(Clone, Debug, PartialEq)]
pub struct Tokens(pub Vec<String>);

impl Tokens {
    /// The tokens of a program.
    ///
    /// # Panics
    /// If its brackets are not balanced or it is not made of tokens.
    pub fn of(source: &str) -> Tokens {
        let mut tokens = Vec::new();
        flatten(source.parse().expect("a program is made of tokens"), &mut tokens);
        Tokens(tokens)
    }

    /// As text again.
    pub fn source(&self) -> String {
        self.0.join(" ")
    }

    /// The closing bracket of the one at `open`.
    pub fn closing(&self, open: usize) -> usize {
        let mut depth = 0;
        for (at, token) in self.0.iter().enumerate().skip(open) {
            match token.as_str() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        unreachable!("brackets of tokens are closed")
    }

    /// What stands between the brackets at `open` and its end, split at commas; clauses are split like brackets.
    fn elements(&self, open: usize, end: usize) -> Vec<Range<usize>> {
        let mut elements = Vec::new();
        let (mut start, mut at) = (open + 1, open + 1);
        while at < end {
            match self.0[at].as_str() {
                "(" | "[" | "{" => at = self.closing(at),
                "," => {
                    elements.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        elements.push(start..end);
        elements.retain(|element| !element.is_empty());
        elements
    }

    /// Where what begins at `start` ends: before one of `ends`, or with the group around it.
    fn end(&self, start: usize, ends: &[&str]) -> usize {
        let mut at = start + 1;
        while let Some(token) = self.0.get(at).map(String::as_str) {
            match token {
                token if ends.contains(&token) => break,
                "(" | "[" | "{" => at = self.closing(at),
                ")" | "]" | "}" => break,
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// All lists: those in brackets, and those of `requires` and `assume`.
    fn lists(&self) -> Vec<Vec<Range<usize>>> {
        let mut lists = Vec::new();
        for (at, token) in self.0.iter().enumerate() {
            match token.as_str() {
                "(" | "[" => lists.push(self.elements(at, self.closing(at))),
                "requires" | "assume" => {
                    let end = self.end(at, &["{", ";", "requires", "assume", "dim"]);
                    lists.push(self.elements(at, end));
                }
                _ => {}
            }
        }
        lists
    }

    fn with(&self, range: Range<usize>, replacement: &[String]) -> Tokens {
        Tokens([&self.0[..range.start], replacement, &self.0[range.end..]].concat())
    }

    fn positions(&self, fits: impl Fn(&str) -> bool) -> Vec<usize> {
        (0..self.0.len()).filter(|&at| fits(&self.0[at])).collect()
    }
}

fn flatten(stream: TokenStream, tokens: &mut Vec<String>) {
    let mut joint = false;
    for tree in stream {
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => unreachable!("only macros make these"),
                };
                tokens.push(open.to_owned());
                flatten(group.stream(), tokens);
                tokens.push(close.to_owned());
                joint = false;
            }
            TokenTree::Punct(punct) => {
                match tokens.last_mut() {
                    Some(last) if joint => last.push(punct.as_char()),
                    _ => tokens.push(punct.as_char().to_string()),
                }
                joint = punct.spacing() == Spacing::Joint;
            }
            tree => {
                match tokens.last_mut() {
                    Some(last) if joint => last.push_str(&tree.to_string()),
                    _ => tokens.push(tree.to_string()),
                }
                joint = false;
            }
        }
    }
}

/// Names and operators that can stand for each other.
const ALIKE: &[&[&str]] = &[
    &["+", "-", "*", "/"],
    &["==", "<=", ">=", "<", ">", "!="],
    &["&&", "||"],
    &["sum", "max", "argmax", "min", "prod", "mean"],
    &["any", "all"],
    &["reduce", "reduce_keep"],
    &["reshape", "broadcast"],
    &["add", "min", "mul", "div", "matmul"],
    &["start", "stop"],
    &["%", "/"],
];

/// One change at a place that `choices` give; `None` if there is no such place.
pub fn mutate(tokens: &Tokens, choices: &mut Choices<'_>) -> Option<Tokens> {
    match choices.below(10) {
        0 => swap_elements(tokens, choices),
        1 => remove_element(tokens, choices),
        2 => duplicate_element(tokens, choices),
        3 | 4 => other_name(tokens, choices),
        5 => other_number(tokens, choices),
        6 => other_operator(tokens, choices),
        7 => without_operation(tokens, choices),
        8 => without_statement(tokens, choices),
        _ => other_element(tokens, choices),
    }
}

fn pick<T: Clone>(items: &[T], choices: &mut Choices<'_>) -> Option<T> {
    if items.is_empty() { None } else { Some(items[choices.index(items.len())].clone()) }
}

/// Axes, positions of a permutation, operands, parameters.
fn swap_elements(tokens: &Tokens, choices: &mut Choices<'_>) -> Option<Tokens> {
    let lists: Vec<_> = tokens.lists().into_iter().filter(|list| list.len() >= 2).collect();
    let list = pick(&lists, choices)?;
    let first = choices.below(list.len() - 1);
    let (a, b) = (list[first].clone(), list[first + 1 + choices.below(list.len() - 1 - first)].clone());
    let (left, right) = (tokens.0[a.clone()].to_vec(), tokens.0[b.clone()].to_vec());
    Some(tokens.with(b, &left).with(a, &right))
}

/// Refinements, requirements, axes.
fn remove_element(tokens: &Tokens, choices: &mut Choices<'_>) -> Option<Tokens> {
    let element = pick(&tokens.lists().concat(), choices)?;
    let before = element.start - 1;
    let range = match (tokens.0[before].as_str(), tokens.0.get(element.end).map(String::as_str)) {
        (",", _) => before..element.end,
        (_, Some(",")) => element.start..element.end + 1,
        ("requires" | "assume", _) => before..element.end,
        _ => element,
    };
    Some(tokens.with(range, &[]))
}

fn duplicate_element(tokens: &Tokens, choices: &mut Choices<'_>) -> Option<Tokens> {
    let element = pick(&tokens.lists().concat(), choices)?;
    let twice = [&tokens.0[element.clone()], &[",".to_owned()], &tokens.0[element.clone()]].concat();
    Some(tokens.with(element, &twice))
}

/// An element of one list in the place of an element of another.
fn other_element(tokens: &Tokens, choices: &mut Choices<'_>) -> Option<Tokens> {
    let elements = tokens.lists().concat();
    let (from, to) = (pick(&elements, choices)?, pick(&elements, choices)?);
    Some(tokens.with(to, &tokens.0[from]))
}

/// A dim for a dim, a value for a value, a dtype for a dtype.
fn other_name(tokens: &Tokens, choices: &mut Choices<'_>) -> Option<Tokens> {
    let is_name =
        |token: &str| token.chars().all(|c| c.is_alphanumeric() || c == '_') && !token.starts_with(char::is_numeric);
    let keyword = |token: &str| {
        matches!(
            token,
            "fn" | "let" | "dim" | "assume" | "requires" | "pub" | "const" | "axis" | "start" | "stop" | "Tensor"
        )
    };
    let at = pick(&tokens.positions(|token| is_name(token) && !keyword(token)), choices)?;
    let class = |token: &str| {
        let upper = token.starts_with(char::is_uppercase);
        (upper, upper && token.len() > 2)
    };
    let others = tokens.positions(|token| {
        is_name(token) && !keyword(token) && class(token) == class(&tokens.0[at]) && token != tokens.0[at]
    });
    let other = pick(&others, choices)?;
    Some(tokens.with(at..at + 1, &[tokens.0[other].clone()]))
}

fn other_number(tokens: &Tokens, choices: &mut Choices<'_>) -> Option<Tokens> {
    let at = pick(&tokens.positions(|token| token.parse::<u32>().is_ok()), choices)?;
    let old: u32 = tokens.0[at].parse().expect("a number");
    let new = match choices.below(4) {
        0 => old + 1,
        1 => old.saturating_sub(1),
        2 => 2 * old.min(1000),
        _ => choices.below(3) as u32,
    };
    Some(tokens.with(at..at + 1, &[new.to_string()]))
}

fn other_operator(tokens: &Tokens, choices: &mut Choices<'_>) -> Option<Tokens> {
    let at = pick(&tokens.positions(|token| ALIKE.iter().any(|alike| alike.contains(&token))), choices)?;
    let groups: Vec<_> = ALIKE.iter().filter(|alike| alike.contains(&tokens.0[at].as_str())).collect();
    let other = choices.of(choices_of(&groups, &tokens.0[at]).as_slice()).to_owned();
    Some(tokens.with(at..at + 1, &[other]))
}

fn choices_of(groups: &[&&[&str]], without: &str) -> Vec<String> {
    groups
        .iter()
        .flat_map(|group| group.iter())
        .filter(|other| **other != without)
        .map(|other| (*other).to_owned())
        .collect()
}

/// `broadcast[B, S](x)` becomes `(x)`.
fn without_operation(tokens: &Tokens, choices: &mut Choices<'_>) -> Option<Tokens> {
    let bracket = |at: usize| tokens.0.get(at + 1).is_some_and(|token| token == "[");
    let open = |at: usize| {
        at + 1 < tokens.0.len()
            && bracket(at)
            && tokens.0.get(tokens.closing(at + 1) + 1).is_some_and(|token| token == "(")
    };
    let operations: Vec<usize> = (0..tokens.0.len()).filter(|&at| open(at)).collect();
    let at = pick(&operations, choices)?;
    Some(tokens.with(at..tokens.closing(at + 1) + 1, &[]))
}

/// Without a `let`, an `assume` or a `dim`, or with two of them in the other order.
fn without_statement(tokens: &Tokens, choices: &mut Choices<'_>) -> Option<Tokens> {
    let starts = tokens.positions(|token| matches!(token, "let" | "assume" | "dim"));
    let statement = |&start: &usize| {
        let end = tokens.end(start, &[";", "{"]);
        (tokens.0.get(end)? == ";").then_some(start..end + 1)
    };
    let statements: Vec<Range<usize>> = starts.iter().filter_map(statement).collect();
    let at = choices.index(statements.len().max(1));
    let here = statements.get(at)?.clone();
    match statements.get(at + 1) {
        Some(next) if next.start == here.end && choices.below(2) == 1 => {
            let swapped = [&tokens.0[next.clone()], &tokens.0[here.clone()]].concat();
            Some(tokens.with(here.start..next.end, &swapped))
        }
        _ => Some(tokens.with(here, &[])),
    }
}
