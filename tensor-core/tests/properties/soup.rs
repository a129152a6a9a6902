//! Whatever is written, the checker ends with functions or with messages that keep to the rules.

use super::mutation::{Tokens, mutate};
use super::programs::MENU;
use super::seeds::seeds;
use super::{Counts, checked, holds, position};
use proptest::prelude::*;
use tensor_core::generate::{Choices, program};

const WORDS: &[&str] = &[
    "fn",
    "let",
    "dim",
    "assume",
    "requires",
    "const",
    "pub",
    "Tensor",
    "F32",
    "I64",
    "Bool",
    "F16",
    "A",
    "B",
    "N",
    "x",
    "y",
    "f",
    "g",
    "_",
    "relu",
    "add",
    "sub",
    "div",
    "pow",
    "matmul",
    "reduce",
    "reduce_keep",
    "transpose",
    "reshape",
    "broadcast",
    "slice",
    "concat",
    "cast",
    "scalar",
    "sum",
    "mean",
    "max",
    "argmax",
    "any",
    "axis",
    "axes",
    "start",
    "stop",
    "true",
    "inf",
    "nan",
    "mut",
    "if",
    "as",
    "where",
    "struct",
    "r#fn",
    "self",
    "数",
    "Ω",
    "größe",
    "<",
    ">",
    "<=",
    ">=",
    "==",
    "!=",
    "=",
    "&&",
    "||",
    "!",
    "+",
    "-",
    "*",
    "/",
    "%",
    ",",
    ",",
    ",",
    ";",
    ";",
    ":",
    "::",
    "->",
    "..",
    "#",
    "&",
    "|",
    "'a",
    "?",
    "$",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "1_0",
    "1.5",
    "1e9",
    "2u8",
    "\"s\"",
    "'c'",
    "9223372036854775807",
    "9223372036854775808",
    "340282366920938463463374607431768211456",
    "0xFFi4",
    "1e400",
    "smt",
];

/// Random words with balanced brackets.
fn soup(choices: &mut Choices<'_>, length: usize) -> Vec<String> {
    let (mut words, mut open) = (Vec::new(), Vec::new());
    for _ in 0..length {
        match choices.below(8) {
            0 => {
                let (opening, closing) = *choices.of(&[("(", ")"), ("[", "]"), ("{", "}")]);
                words.push(opening.to_owned());
                open.push(closing);
            }
            1 if !open.is_empty() => words.extend(open.pop().map(str::to_owned)),
            _ => words.push((*choices.of(WORDS)).to_owned()),
        }
    }
    words.extend(open.into_iter().rev().map(str::to_owned));
    words
}

/// Removes, repeats, exchanges or replaces tokens and bracketed groups.
fn scramble(tokens: Tokens, choices: &mut Choices<'_>) -> Tokens {
    let count = tokens.0.len();
    if count < 2 {
        return tokens;
    }
    let tree = |at: usize| match tokens.0[at].as_str() {
        "(" | "[" | "{" => at..tokens.closing(at) + 1,
        ")" | "]" | "}" => at..at,
        _ => at..at + 1,
    };
    let (a, b) = (tree(position(choices, count)), tree(position(choices, count)));
    let (a, b) = if a.start <= b.start { (a, b) } else { (b, a) };
    let text = &tokens.0;
    let parts = match choices.below(5) {
        0 => [&text[..a.start], &text[a.end..]].concat(),
        1 => [&text[..a.end], &text[a.start..]].concat(),
        2 if a.end <= b.start => {
            [&text[..a.start], &text[b.clone()], &text[a.end..b.start], &text[a], &text[b.end..]].concat()
        }
        3 => {
            let length = choices.below(6);
            [&text[..a.start], &soup(choices, length), &text[a.end..]].concat()
        }
        _ => return mutate(&tokens, choices).unwrap_or(tokens),
    };
    Tokens(parts)
}

/// What every message keeps to.
fn check(source: &str, counts: &Counts) {
    if source.parse::<proc_macro2::TokenStream>().is_err() {
        return counts.add("no tokens");
    }
    let (errors, functions) = checked(source);
    for error in &errors {
        let (text, message) = (error.render(), &error.message);
        assert!(!message.trim().is_empty(), "an empty message");
        assert!(text.lines().count() <= 12, "longer than 12 lines: {text}");
        assert!(!message.ends_with('.') || message.ends_with(".."), "a full stop: {text}");
        for word in
            ["panicked", "unwrap", "RefCell", "DimVar", "TokenTree", "Punct", "Ident(", "Some(", "internal error"]
        {
            assert!(!text.contains(word), "`{word}` in: {text}");
        }
        if let Some((_, sides)) = message.split_once("expected `")
            && let Some((expected, found)) = sides.split_once("`, found `")
        {
            assert!(Some(expected) != found.strip_suffix('`'), "the same twice: {text}");
        }
    }
    counts.add(match (errors.is_empty(), functions.is_empty()) {
        (false, _) => "rejected",
        (true, false) => "accepted",
        (true, true) => "empty",
    });
}

fn messages_keep_to_the_rules(name: &str, source_of: impl Fn(&mut Choices<'_>) -> String) {
    let bytes = prop::collection::vec(any::<u8>(), 0..120);
    let source = |bytes: &Vec<u8>| source_of(&mut Choices::new(bytes));
    let counts = holds(name, 1000, bytes, source, |bytes, counts| check(&source(bytes), counts));
    assert!(counts.of("rejected") > 0, "nothing is rejected");
}

#[test]
fn random_tokens() {
    messages_keep_to_the_rules("random tokens", |choices| {
        let length = choices.below(50);
        match choices.below(3) {
            0 => soup(choices, length).join(" "),
            1 => format!(
                "fn f<A, B>(x: Tensor[F32, [A, B]]) -> Tensor[F32, [A]] {{ {} }}",
                soup(choices, length).join(" ")
            ),
            _ => {
                let clause = soup(choices, 1 + length / 4).join(" ");
                format!("fn f<A, B>(x: Tensor[F32, [A, B], {clause}]) -> Tensor[F32, [A]] requires {clause} {{ x }}")
            }
        }
    });
}

#[test]
fn scrambled_programs() {
    let seeds = seeds(&["limits"]);
    messages_keep_to_the_rules("scrambled programs", |choices| {
        let changes = 1 + choices.below(4);
        let seed = match choices.below(3) {
            0 => program(choices, MENU).source,
            _ => seeds[position(choices, seeds.len())].clone(),
        };
        (0..changes).fold(Tokens::of(&seed), |tokens, _| scramble(tokens, choices)).source()
    });
}

/// A thread has the stack that rustc gives its own; nothing here needs more.
#[test]
fn depth_and_size_are_errors() {
    let repeated =
        |open: &str, inside: &str, close: &str, depth| format!("{}{inside}{}", open.repeat(depth), close.repeat(depth));
    for depth in [10, 63, 64, 300, 3000] {
        for (open, inside, close) in [
            ("(", "x", ")"),
            ("-", "x", ""),
            ("relu(", "x", ")"),
            ("x + ", "x", ""),
            ("{", "x", "}"),
            ("broadcast[", "A", "](x)"),
        ] {
            let body = repeated(open, inside, close, depth);
            check(&format!("fn f<A>(x: Tensor[F32, [A]]) -> Tensor[F32, [A]] {{ {body} }}"), &Counts::default());
        }
        for (open, inside, close) in
            [("(", "A > 1", ")"), ("!", "(A > 1)", ""), ("A > 1 && ", "A > 1", ""), ("A + ", "A > 1", "")]
        {
            let clause = repeated(open, inside, close, depth);
            check(
                &format!("fn f<A>(x: Tensor[F32, [A]]) -> Tensor[F32, [A]] requires {clause} {{ x }}"),
                &Counts::default(),
            );
        }
    }
}
