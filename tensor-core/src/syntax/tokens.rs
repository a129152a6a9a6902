//! A cursor over the tokens of one group. It enters groups one at a time, so token streams nested however deeply
//! cost no stack, and it bounds how deep and how long what is parsed may be.

use super::errors::{self, Result};
use super::foreign;
use super::groups::flatten;
use super::habits::Seen;
use crate::diag::Region;
use proc_macro2::{Delimiter, Group, Ident, Literal, Spacing, TokenStream, TokenTree};
use std::rc::Rc;

/// Groups, unary operators and the like inside each other.
pub(super) const MAX_DEPTH: usize = 64;
/// Operators, calls and parentheses in one expression. The tree of `a + a + ..` is as deep as it is long, and later
/// stages walk it by recursion.
const MAX_NODES: usize = 256;

/// Operators of more than one character that the parser tells apart or quotes in a message.
const JOINED: [&str; 21] = [
    "..=", "==", "!=", "<=", ">=", "&&", "||", "->", "=>", "::", "..", "+=", "-=", "*=", "/=", "%=", "<<", ">>", "&=",
    "|=", "^=",
];

/// The tokens of one group, or of the whole block.
pub(super) struct Tokens {
    trees: Vec<TokenTree>,
    next: usize,
    /// The token before the next one; the opening delimiter at the start.
    previous: Region,
    /// The closing delimiter; `None` for the block itself.
    close: Option<(Delimiter, Region)>,
    depth: usize,
    nodes: usize,
    place: Place,
    seen: Rc<Seen>,
}

/// What an expression stands for; messages differ by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A tensor.
    Value,
    /// A dim of a shape, a definition or an equation.
    Dim,
    /// A side of a comparison in a predicate.
    Condition,
    /// Between the brackets of a call.
    Attribute,
}

impl Place {
    /// What a message says is expected.
    pub fn expected(self) -> &'static str {
        match self {
            Place::Value => "a value",
            Place::Dim => "a dim",
            Place::Condition => "a dim or a condition",
            Place::Attribute => "an attribute",
        }
    }
}

impl Tokens {
    /// The tokens of a block.
    pub fn new(tokens: TokenStream) -> Tokens {
        let previous = Region::of(&tokens).start().into();
        Tokens {
            trees: flatten(tokens),
            next: 0,
            previous,
            close: None,
            depth: 0,
            nodes: 0,
            place: Place::Value,
            seen: Rc::default(),
        }
    }

    /// The tokens from `position` to the next one.
    pub fn since(&self, position: usize) -> TokenStream {
        self.trees[position..self.next].iter().cloned().collect()
    }

    /// Parses the content of `group`, which has to use all of it or say what is wrong.
    pub fn inside<T>(&mut self, group: &Group, parse: impl FnOnce(&mut Tokens) -> Result<T>) -> Result<T> {
        let mut content = Tokens {
            trees: flatten(group.stream()),
            next: 0,
            previous: group.span_open().into(),
            close: Some((group.delimiter(), group.span_close().into())),
            depth: self.depth,
            nodes: self.nodes,
            place: self.place,
            seen: Rc::clone(&self.seen),
        };
        let value = content.nested(group.span_open().into(), parse)?;
        self.nodes = content.nodes;
        if content.at_end() { Ok(value) } else { Err(content.unexpected(&format!("`{}`", closing(group.delimiter())))) }
    }

    /// Parses something one level deeper.
    pub fn nested<T>(&mut self, at: Region, parse: impl FnOnce(&mut Tokens) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return Err(errors::too_deep(at, MAX_DEPTH));
        }
        self.depth += 1;
        let value = parse(self);
        self.depth -= 1;
        value
    }

    /// Parses something that is no part of a larger expression.
    pub fn whole<T>(&mut self, place: Place, parse: impl FnOnce(&mut Tokens) -> Result<T>) -> Result<T> {
        self.nodes = 0;
        self.place = place;
        parse(self)
    }

    /// The tokens from `position` on.
    pub fn from(&self, position: usize) -> &[TokenTree] {
        &self.trees[position..]
    }

    /// What expressions stand for here.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The same, in what follows.
    pub fn set_place(&mut self, place: Place) {
        self.place = place;
    }

    /// The names and types in sight, for messages.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The same, to add to.
    pub fn see(&mut self) -> &mut Seen {
        Rc::make_mut(&mut self.seen)
    }

    /// Counts an operator, a call or parentheses.
    pub fn count_node(&mut self, at: Region) -> Result<()> {
        self.nodes += 1;
        if self.nodes > MAX_NODES { Err(errors::too_long(at, MAX_NODES)) } else { Ok(()) }
    }

    /// Two or more items in the parentheses of `group`, or one that is not followed by a comma. An item is called
    /// `what`.
    pub fn tuple<T>(
        &mut self,
        group: &Group,
        what: &str,
        item: impl FnMut(&mut Tokens) -> Result<T>,
    ) -> Result<Vec<T>> {
        let (items, last_comma) = self.inside(group, |content| {
            let items = content.list(item, "`,` or `)`")?;
            Ok((items, content.after_operator(',').then(|| content.previous())))
        })?;
        match (items.len(), last_comma) {
            (0, _) => Err(errors::empty_tuple(Region::of(group), what)),
            (1, Some(comma)) => Err(errors::one_tuple(comma)),
            _ => Ok(items),
        }
    }

    /// Whether all tokens are used.
    pub fn at_end(&self) -> bool {
        self.next == self.trees.len()
    }

    /// How many tokens are used, to see whether anything was.
    pub fn position(&self) -> usize {
        self.next
    }

    /// The `n`th token from here.
    pub fn peek_tree(&self, n: usize) -> Option<&TokenTree> {
        self.trees.get(self.next + n)
    }

    /// The next token if it is an identifier or keyword.
    pub fn peek_word(&self) -> Option<&Ident> {
        self.peek_word_at(0)
    }

    /// The `n`th token from here if it is an identifier or keyword.
    pub fn peek_word_at(&self, n: usize) -> Option<&Ident> {
        match self.peek_tree(n) {
            Some(TokenTree::Ident(ident)) => Some(ident),
            _ => None,
        }
    }

    /// Whether the next token is the word `word`.
    pub fn at_word(&self, word: &str) -> bool {
        self.peek_word().is_some_and(|ident| ident == word)
    }

    /// The next token if it is a group of this delimiter.
    pub fn peek_group(&self, delimiter: Delimiter) -> Option<&Group> {
        self.peek_group_at(0, delimiter)
    }

    /// The `n`th token from here if it is a group of this delimiter.
    pub fn peek_group_at(&self, n: usize, delimiter: Delimiter) -> Option<&Group> {
        match self.peek_tree(n) {
            Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
            _ => None,
        }
    }

    /// The operator that starts at the next token, characters that form one taken together.
    pub fn peek_operator(&self) -> Option<String> {
        self.peek_operator_at(0)
    }

    /// The operator that starts at the `n`th token from here.
    pub fn peek_operator_at(&self, n: usize) -> Option<String> {
        let mut run = String::new();
        for tree in self.trees.get(self.next + n..)?.iter().take(3) {
            let TokenTree::Punct(punct) = tree else { break };
            run.push(punct.as_char());
            if punct.spacing() == Spacing::Alone {
                break;
            }
        }
        let joined = JOINED.iter().find(|operator| run.starts_with(**operator)).map(|operator| operator.to_string());
        joined.or_else(|| run.chars().next().map(String::from))
    }

    /// Whether the next token starts the operator `operator`.
    pub fn at_operator(&self, operator: &str) -> bool {
        self.peek_operator().is_some_and(|found| found == operator)
    }

    /// Uses the next token.
    pub fn bump(&mut self) -> Option<TokenTree> {
        let tree = self.trees.get(self.next)?.clone();
        self.previous = match &tree {
            TokenTree::Group(group) => group.span_close().into(),
            tree => tree.span().into(),
        };
        self.next += 1;
        Some(tree)
    }

    /// Uses the next token if it is an identifier or keyword.
    pub fn eat_any_word(&mut self) -> Option<Ident> {
        let word = self.peek_word()?.clone();
        self.bump();
        Some(word)
    }

    /// Uses the word `word` if it is next.
    pub fn eat_word(&mut self, word: &str) -> Option<Ident> {
        if self.at_word(word) { self.eat_any_word() } else { None }
    }

    /// Uses the operator `operator` if it is next.
    pub fn eat_operator(&mut self, operator: &str) -> Option<Region> {
        if !self.at_operator(operator) {
            return None;
        }
        let first = self.here();
        for _ in operator.chars() {
            self.bump();
        }
        Some(Region::between(first, self.previous))
    }

    /// Uses the next token if it is a group of this delimiter.
    pub fn eat_group(&mut self, delimiter: Delimiter) -> Option<Group> {
        let group = self.peek_group(delimiter)?.clone();
        self.bump();
        Some(group)
    }

    /// Uses the next token if it is a literal.
    pub fn eat_literal(&mut self) -> Option<Literal> {
        let Some(TokenTree::Literal(literal)) = self.peek_tree(0) else { return None };
        let literal = literal.clone();
        self.bump();
        Some(literal)
    }

    /// The operator `operator`; what was expected instead of it, in the user's words, is `expected`.
    pub fn expect_operator(&mut self, operator: &str, expected: &str) -> Result<Region> {
        self.eat_operator(operator).ok_or_else(|| self.unexpected(expected))
    }

    /// Items separated by commas up to the end; a last comma is allowed. `expected` says in the user's words what may
    /// follow an item.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Tokens) -> Result<T>, expected: &str) -> Result<Vec<T>> {
        let mut items = Vec::new();
        while !self.at_end() {
            items.push(item(self)?);
            if self.eat_operator(",").is_none() && !self.at_end() {
                return Err(foreign::after_value(self, expected));
            }
        }
        Ok(items)
    }

    /// The token before the next one, if there is one in this group.
    pub fn previous_tree(&self) -> Option<&TokenTree> {
        self.trees.get(self.next.checked_sub(1)?)
    }

    /// The tokens that are used.
    pub fn used(&self) -> &[TokenTree] {
        &self.trees[..self.next]
    }

    /// The tokens that are not used yet.
    pub fn unused(&self) -> &[TokenTree] {
        &self.trees[self.next..]
    }

    /// Whether the token before the next one is this character.
    pub fn after_operator(&self, operator: char) -> bool {
        matches!(self.previous_tree(), Some(TokenTree::Punct(punct)) if punct.as_char() == operator)
    }

    /// Where the next token is: an operator whole, of a group the opening delimiter, at the end the closing one.
    pub fn here(&self) -> Region {
        match self.peek_tree(0) {
            Some(TokenTree::Group(group)) => group.span_open().into(),
            Some(TokenTree::Punct(first)) => {
                let length = self.peek_operator().map_or(1, |operator| operator.len());
                let last = self.peek_tree(length - 1).map_or(first.span(), TokenTree::span);
                Region::between(first.span().into(), last.into())
            }
            Some(tree) => tree.span().into(),
            None => self.close.map_or(self.previous, |(_, at)| at),
        }
    }

    /// Where the token before the next one is.
    pub fn previous(&self) -> Region {
        self.previous
    }

    /// What the next token is, as a message says it.
    pub fn found(&self) -> String {
        match self.peek_tree(0) {
            Some(TokenTree::Group(group)) => format!("`{}`", opening(group.delimiter())),
            Some(TokenTree::Ident(ident)) => format!("`{ident}`"),
            Some(TokenTree::Literal(literal)) => errors::literal_kind(literal),
            Some(TokenTree::Punct(punct)) => {
                format!("`{}`", self.peek_operator().unwrap_or_else(|| punct.as_char().to_string()))
            }
            None => {
                self.close.map_or("the end of the block".into(), |(delimiter, _)| format!("`{}`", closing(delimiter)))
            }
        }
    }

    /// The message for a token that may not stand here.
    pub fn unexpected(&self, expected: &str) -> errors::Diagnostic {
        errors::unexpected(self.here(), expected, &self.found())
    }
}

fn opening(delimiter: Delimiter) -> &'static str {
    match delimiter {
        Delimiter::Parenthesis => "(",
        Delimiter::Bracket => "[",
        Delimiter::Brace => "{",
        Delimiter::None => "",
    }
}

fn closing(delimiter: Delimiter) -> &'static str {
    match delimiter {
        Delimiter::Parenthesis => ")",
        Delimiter::Bracket => "]",
        Delimiter::Brace => "}",
        Delimiter::None => "",
    }
}
