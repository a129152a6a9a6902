//! Whatever is written, the checker ends with functions or with messages that keep to the rules.

use super::programs::MENU;
use super::seeds::seeds;
use super::{Counts, checked, holds};
use proptest::prelude::*;
use tensor_core::generate::{Choices, program, scrambled, soup};

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
    messages_keep_to_the_rules("random tokens", soup);
}

#[test]
fn scrambled_programs() {
    let seeds = seeds(&["limits"]);
    messages_keep_to_the_rules("scrambled programs", |choices| {
        let seed = match choices.below(3) {
            0 => program(choices, MENU).source,
            _ => seeds[choices.index(seeds.len())].clone(),
        };
        scrambled(&seed, choices)
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
