//! Whatever the tokens, the parser ends with a tree or an error.

use super::{errors, parse};
use crate::syntax::errors::LIMIT;
use proptest::prelude::*;

/// Pieces of programs, with brackets balanced inside each.
fn pieces() -> impl Strategy<Value = String> {
    let words = [
        "fn", "const", "let", "dim", "assume", "requires", "pub", "Tensor", "F32", "x", "B", "_", "true", "inf", "mut",
        "if", "as", "where", "struct", "r#fn", "smt",
    ];
    let operators = [
        "<", ">", "<=", ">=", "==", "!=", "=", "&&", "||", "!", "+", "-", "*", "/", "%", ",", ";", ":", "::", "->",
        ".", "..", "#", "@", "&", "|", "'a", "?", "^", "$",
    ];
    let literals = ["0", "1_0", "1.5", "1e9", "2u8", "\"s\"", "'c'", "b'c'", "99999999999999999999", "0xFFi4", "1e400"];
    let leaf = prop_oneof![
        prop::sample::select(words.to_vec()),
        prop::sample::select(operators.to_vec()),
        prop::sample::select(literals.to_vec()),
    ]
    .prop_map(String::from);
    leaf.prop_recursive(5, 60, 12, |inner| {
        (prop::sample::select(vec![("(", ")"), ("[", "]"), ("{", "}")]), prop::collection::vec(inner, 0..12))
            .prop_map(|((open, close), inside)| format!("{open}{}{close}", inside.join(" ")))
    })
}

/// Programs to take apart.
const PROGRAMS: [&str; 3] = [
    "#![smt(timeout_ms = 5)] const E = -1e-5; /// doc
     pub fn f<B, S>(x: Tensor[F32, [B, S], S % 8 == 0], n: dim) -> (Tensor[I64, [B]], Tensor[Bool, []])
     requires B <= 4, !(S < n) || B == 1 assume n == B * S dim N = B * S
     { let (a, _): Tensor[F32, [B]] = g[sum, axis = 0](x - y * -2, (a, b)); dim M = n; assume M == n; (a, b / 2) }",
    "fn f(x: Tensor[F32, [2]]) -> Tensor[F32, [1]] { slice[axis = 0, start = 0, stop = 1](x) } fn g() -> Tensor[F32, []] { x }",
    "const A = 1; const B = inf; #[cfg(test)] pub(crate) fn f<D,>(x: Tensor[F32, [D],],) -> Tensor[F32, [D]] { let _ = x; x }",
];

/// The program without token number `remove` (counted through all brackets), or cut off there.
fn mutate(program: &str, at: usize, cut: bool, insert: &str) -> String {
    fn walk(
        tokens: proc_macro2::TokenStream,
        count: &mut usize,
        at: usize,
        cut: bool,
        insert: &str,
        text: &mut String,
    ) {
        for tree in tokens {
            let number = *count;
            *count += 1;
            if number == at {
                text.push_str(insert);
                text.push(' ');
            }
            if number == at || cut && number > at {
                continue;
            }
            match tree {
                proc_macro2::TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        proc_macro2::Delimiter::Parenthesis => ("(", ")"),
                        proc_macro2::Delimiter::Bracket => ("[", "]"),
                        _ => ("{", "}"),
                    };
                    text.push_str(open);
                    walk(group.stream(), count, at, cut, insert, text);
                    text.push_str(close);
                }
                proc_macro2::TokenTree::Punct(punct) => {
                    text.push(punct.as_char());
                    if punct.spacing() == proc_macro2::Spacing::Alone {
                        text.push(' ');
                    }
                }
                tree => text.push_str(&format!("{tree} ")),
            }
        }
    }
    let mut text = String::new();
    walk(program.parse().expect("balanced"), &mut 0, at, cut, insert, &mut text);
    text
}

/// What every message keeps to.
fn assert_style(source: &str) {
    for error in errors(source) {
        let text = error.render();
        let first = error.message.chars().next().expect("a message");
        assert!(!first.is_uppercase(), "{text}");
        assert!(!error.message.ends_with('.') || error.message.ends_with(".."), "{text}");
        assert!(!text.contains("expected one of") && text.lines().count() <= 12, "{text}");
        assert!(crate::syntax::errors::CODES.iter().any(|(code, _)| *code == error.code), "{text}");
    }
}

proptest! {
    #[test]
    fn token_soup(pieces in prop::collection::vec(pieces(), 0..30)) {
        let source = pieces.join(" ");
        prop_assume!(source.parse::<proc_macro2::TokenStream>().is_ok());
        let parsed = parse(&source);
        let empty = source.trim().is_empty();
        prop_assert!(empty || !parsed.errors.is_empty() || !parsed.block.fns.is_empty() || !parsed.block.consts.is_empty());
        assert_style(&source);
    }

    #[test]
    fn soup_in_a_body(pieces in prop::collection::vec(pieces(), 0..12)) {
        let source = format!("fn f() -> Tensor[F32, []] {{ {} }}", pieces.join(" "));
        prop_assume!(source.parse::<proc_macro2::TokenStream>().is_ok());
        assert_style(&source);
        prop_assert!(errors(&source).len() <= 1);
        prop_assert_eq!(parse(&source).block.fns.len(), 1, "the signature stays usable");
    }

    #[test]
    fn mutated_programs(
        program in prop::sample::select(PROGRAMS.to_vec()), at in 0usize..160, cut: bool, insert in prop_oneof![Just(String::new()), pieces()],
    ) {
        let source = mutate(program, at, cut, &insert);
        prop_assume!(source.parse::<proc_macro2::TokenStream>().is_ok());
        assert_style(&source);
    }
}

#[test]
fn deep_nesting_is_an_error() {
    let depth = 10_000;
    let nested =
        |open: &str, inside: &str, close: &str| format!("{}{inside}{}", open.repeat(depth), close.repeat(depth));
    for body in [
        nested("(", "x", ")"),
        nested("-", "x", ""),
        nested("f(", "x", ")"),
        nested("f[", "x", "](x)"),
        nested("g[a = [", "x", "]](x)"),
        nested("a + ", "x", ""),
        nested("{", "x", "}"),
        nested("[", "x", "]"),
        format!("let {} = x; x", nested("(", "y", ")")),
        format!("assume {} == 1; x", nested("(", "y", ")")),
    ] {
        let found = errors(&format!("fn f() -> Tensor[F32, []] {{ {body} }}"));
        assert_eq!(found.len(), 1);
    }
    for requires in [
        nested("(", "a < b", ")"),
        nested("!", "a < b", ""),
        nested("a < b && ", "a < b", ""),
        nested("(", "a", ")") + " < b",
    ] {
        let found = errors(&format!("fn f() -> Tensor[F32, []] requires {requires} {{ x }}"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].code, LIMIT);
    }
    for item in [
        nested("(", "a", ")"),
        format!("#[a{}] fn f", nested("(", "a", ")")),
        format!("pub{} fn f", nested("(", "a", ")")),
    ] {
        assert!(!errors(&item).is_empty());
    }
}

#[test]
fn limits_leave_room() {
    let sum = vec!["x"; 250].join(" + ");
    let many =
        format!("fn f() -> Tensor[F32, []] {{ let a = {sum}; let b = {sum}; {}x{} }}", "(".repeat(60), ")".repeat(60));
    let messages: Vec<String> = errors(&many).iter().map(|error| error.render()).collect();
    assert!(messages.is_empty(), "{messages:?}");
}

#[test]
fn limits_are_exact() {
    let body = |body: String| errors(&format!("fn f() -> Tensor[F32, []] {{{body}}}"));
    // The braces of the body are the first level.
    assert!(body(format!("{}x{}", "(".repeat(63), ")".repeat(63))).is_empty());
    let [error] = body(format!("{}x{}", "(".repeat(64), ")".repeat(64))).try_into().expect("one error");
    assert_eq!((error.code, error.at.start().start().column), (LIMIT, 27 + 63));
    assert_eq!(&*error.message, "nested more than 64 levels deep");
    assert!(body(vec!["x"; 257].join("+")).is_empty());
    let [error] = body(vec!["x"; 258].join("+")).try_into().expect("one error");
    assert_eq!((error.code, error.at.start().start().column), (LIMIT, 27 + 2 * 256 + 1));
}
