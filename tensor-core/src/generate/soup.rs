//! Text that is hardly ever a program.

use super::{Choices, Tokens, mutate};

/// Words of the language, and some that are none.
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

/// Words in the place of a block, of a body, or of clauses and refinements.
pub fn soup(choices: &mut Choices<'_>) -> String {
    let length = choices.below(50);
    match choices.below(3) {
        0 => words(choices, length).join(" "),
        1 => {
            format!("fn f<A, B>(x: Tensor[F32, [A, B]]) -> Tensor[F32, [A]] {{ {} }}", words(choices, length).join(" "))
        }
        _ => {
            let clause = words(choices, 1 + length / 4).join(" ");
            format!("fn f<A, B>(x: Tensor[F32, [A, B], {clause}]) -> Tensor[F32, [A]] requires {clause} {{ x }}")
        }
    }
}

/// The program after a few changes that leave its brackets balanced.
pub fn scrambled(program: &str, choices: &mut Choices<'_>) -> String {
    let changes = 1 + choices.below(4);
    (0..changes).fold(Tokens::of(program), |tokens, _| scramble(tokens, choices)).source()
}

/// Random words with balanced brackets.
fn words(choices: &mut Choices<'_>, length: usize) -> Vec<String> {
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
    let (a, b) = (tree(choices.index(count)), tree(choices.index(count)));
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
            [&text[..a.start], &words(choices, length), &text[a.end..]].concat()
        }
        _ => return mutate(&tokens, choices).unwrap_or(tokens),
    };
    Tokens(parts)
}
