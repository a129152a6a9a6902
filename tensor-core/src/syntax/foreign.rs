//! Syntax that people bring from Rust and from array languages, and how the same is said here. The names of
//! operations occur in the help texts only; nothing depends on them.

use super::errors::{self, Diagnostic, error_with_help};
use super::tokens::{Place, Tokens};
use proc_macro2::{Delimiter, Ident, TokenTree};

/// The message for a token where a value, dim or side of a comparison should start.
pub(super) fn instead_of_value(tokens: &Tokens) -> Diagnostic {
    if let Some(word) = tokens.peek_word() {
        return instead_of_value_word(tokens, word);
    }
    let foreign = |message: &str, help: &str| error_with_help(errors::FOREIGN, tokens.here(), message, help);
    match tokens.peek_tree(0) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => foreign(
            "there are no array literals",
            "pass the array as a tensor parameter; one number for all elements is `broadcast[B, S](scalar[F32](0.5))`",
        ),
        Some(TokenTree::Group(_)) => {
            foreign("there are no inner blocks", "name the parts with `let` and write the value itself")
        }
        _ => match tokens.peek_operator().as_deref() {
            Some("&") => foreign("values are not borrowed", "remove the `&`; no operation changes its operands"),
            Some("*") if tokens.after_operator('*') => {
                foreign("there is no operator `**`", "write `pow(x, y)`, or `x * x`")
            }
            Some("*") => foreign("values are not dereferenced", "remove the `*`"),
            Some("+") => foreign("there is no unary `+`", "remove the `+`"),
            Some("!") => foreign(
                "there is no operator `!` on values",
                "write `bitwise_xor(x, true)` for Bool, `bitwise_not(x)` for integers",
            ),
            Some("|" | "||") => foreign("there are no closures", "write a `fn` in the same block and call it by name"),
            Some(".." | "..=") => range(tokens),
            Some("'") => foreign("there are no loops and no labels", LOOPS),
            Some("#") => errors::attribute_not_here(tokens.here()),
            _ => tokens.unexpected(expected(tokens.place())),
        },
    }
}

const LOOPS: &str = "operations work on whole tensors; call the function from a loop in Rust where one is needed";

fn expected(place: Place) -> &'static str {
    match place {
        Place::Value => "a value",
        Place::Dim => "a dim",
        Place::Condition => "a dim or a condition",
        Place::Attribute => "an attribute",
    }
}

fn instead_of_value_word(tokens: &Tokens, word: &Ident) -> Diagnostic {
    let foreign = |message: &str, help: &str| error_with_help(errors::FOREIGN, word, message, help);
    match word.to_string().as_str() {
        "if" | "else" | "match" => foreign(
            "there is no control flow",
            "write one function for each case and choose in Rust, or compute with the result of a comparison, \
             as in `cast[F32](gt(x, y)) * x`",
        ),
        "for" | "while" | "loop" | "break" | "continue" => foreign("there are no loops", LOOPS),
        "return" => foreign("there is no `return`", "the last line of a body, without `;`, is its result"),
        "move" => foreign("there are no closures", "write a `fn` in the same block and call it by name"),
        "async" | "await" | "unsafe" | "try" => {
            foreign(&format!("there are no `{word}` blocks"), "name the parts with `let` and write the value itself")
        }
        "mut" | "ref" => foreign(&format!("there is no `{word}`"), "values never change; bind a new name with `let`"),
        "fn" | "const" | "static" | "struct" | "enum" | "impl" | "trait" | "type" | "use" | "mod" | "macro" => foreign(
            &format!("there is no `{word}` inside a body"),
            "functions and constants stand beside each other in the block, other items outside `tensor_fn!`",
        ),
        "self" | "Self" | "crate" | "super" => {
            foreign(&format!("there is no `{word}` here"), "pass what is needed as a parameter")
        }
        "_" => match tokens.place() {
            Place::Value => foreign("`_` is not a value", "write the value's name"),
            _ => foreign("no dim is worked out for `_`", "write the dim, as in `reshape[B, 2 * S](x)`"),
        },
        "requires" if tokens.place() == Place::Value => errors::requires_in_body(word.into()),
        _ => errors::keyword_as_value(word),
    }
}

/// The message for a token that cannot follow a value, dim or side of a comparison, where `expected` could have.
pub(super) fn after_value(tokens: &Tokens, expected: &str) -> Diagnostic {
    if let Some(operator) = tokens.peek_operator() {
        let found = after_value_operator(tokens, &operator);
        return found.unwrap_or_else(|| tokens.unexpected(expected));
    }
    let foreign = |message: &str, help: &str| error_with_help(errors::FOREIGN, tokens.here(), message, help);
    if let Some(word) = tokens.peek_word() {
        return match word.to_string().as_str() {
            "as" => match tokens.peek_word_at(1) {
                Some(dtype) => foreign("there is no `as`", &format!("write `cast[{dtype}](..)`")),
                None => foreign("there is no `as`", "write `cast[F32](..)`"),
            },
            "if" | "else" | "for" => instead_of_value_word(tokens, word),
            "and" => foreign("there is no `and`", and(tokens.place())),
            "or" => foreign("there is no `or`", or(tokens.place())),
            "mod" => foreign("there is no `mod`", "write `D % 8`"),
            _ => tokens.unexpected(expected),
        };
    }
    match tokens.peek_tree(0) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
            let (start, stop) = index_bounds(tokens);
            let help = format!("write `slice[axis = 0, start = {start}, stop = {stop}]({})`", receiver(tokens));
            foreign("there is no indexing", &help)
        }
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            foreign("only a name can be called", "write `name(..)`, or an operator before the parenthesis")
        }
        _ => tokens.unexpected(expected),
    }
}

fn after_value_operator(tokens: &Tokens, operator: &str) -> Option<Diagnostic> {
    let place = tokens.place();
    let foreign = |message: &str, help: &str| Some(error_with_help(errors::FOREIGN, tokens.here(), message, help));
    match operator {
        "=" | ":" | "==" if place == Place::Attribute && operator != "=" => {
            foreign("attributes are given with `=`", "write `axis = 0`")
        }
        "==" | "!=" | "<" | "<=" | ">" | ">=" => match place {
            Place::Dim => foreign(
                "a dim is a number, not a comparison",
                "write the condition after the shape, `Tensor[F32, [D], D % 8 == 0]`, or in `requires`",
            ),
            Place::Value | Place::Attribute => {
                let operation = comparison_operation(operator);
                let help = format!("write `{operation}(x, y)`, a Bool tensor; conditions on dims stand in `requires`");
                foreign("values are compared by calls", &help)
            }
            Place::Condition => None,
        },
        "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" if place == Place::Value => {
            let name = receiver(tokens);
            let value = match operator.trim_end_matches('=') {
                "" => "..".to_string(),
                operation => format!("{name} {operation} .."),
            };
            foreign("there is no assignment", &format!("bind the new value, `let {name} = {value};`"))
        }
        "=" if place == Place::Condition => Some(errors::single_equals(tokens.here())),
        "&" | "&&" => foreign(&format!("there is no operator `{operator}` here"), and(place)),
        "|" | "||" => foreign(&format!("there is no operator `{operator}` here"), or(place)),
        "^" => foreign(
            "there is no operator `^`",
            "write `bitwise_xor(x, y)` on integers and Bool; powers are `pow(x, y)`",
        ),
        "<<" | ">>" => foreign("there are no shifts", "multiply or divide by a power of two"),
        "@" => foreign("there is no operator `@`", "write `matmul(x, y)`"),
        "?" => foreign("there is no `?`", "an error of any operation already makes the whole call return `Err`"),
        "!" => foreign("there are no macros here", "write an operation or a function of this block"),
        "::" => foreign(
            "there are no paths",
            "call a function of the same block by its name; what is known at compile time stands in brackets, `cast[F32](x)`",
        ),
        ".." | "..=" => Some(range(tokens)),
        "." => Some(method(tokens)),
        "=>" | "->" if place == Place::Condition => {
            foreign("there is no implication", "write `!(a) || b` for \"if a, then b\"")
        }
        _ => None,
    }
}

fn comparison_operation(operator: &str) -> &'static str {
    match operator {
        "==" => "eq",
        "!=" => "ne",
        "<" => "lt",
        "<=" => "le",
        ">" => "gt",
        _ => "ge",
    }
}

fn and(place: Place) -> &'static str {
    match place {
        Place::Value | Place::Attribute => "write `bitwise_and(x, y)` on Bool and integers",
        Place::Dim => "separate equations by `,`; other conditions stand in `requires`",
        Place::Condition => "conditions are joined by `&&`",
    }
}

fn or(place: Place) -> &'static str {
    match place {
        Place::Value | Place::Attribute => "write `bitwise_or(x, y)` on Bool and integers",
        Place::Dim => "conditions stand in `requires`, joined by `||`",
        Place::Condition => "conditions are joined by `||`",
    }
}

fn range(tokens: &Tokens) -> Diagnostic {
    let help = "write `slice[axis = 0, start = a, stop = b](x)`";
    error_with_help(errors::FOREIGN, tokens.here(), "there are no ranges", help)
}

/// `.name(..)`, `.name`, `.0`.
fn method(tokens: &Tokens) -> Diagnostic {
    let foreign = |message: &str, help: &str| error_with_help(errors::FOREIGN, tokens.here(), message, help);
    let Some(name) = tokens.peek_word_at(1) else {
        return foreign("there are no fields", "take a tuple apart by `let (a, b) = ..;`");
    };
    match name.to_string().as_str() {
        "shape" | "len" | "size" | "dim" | "ndim" | "dims" => foreign(
            "there are no methods",
            "the dims of a tensor are the names in its type, as in `x: Tensor[F32, [B, S]]`",
        ),
        name if tokens.peek_group_at(2, Delimiter::Parenthesis).is_some() => {
            let more = tokens.peek_group_at(2, Delimiter::Parenthesis).is_some_and(|group| !group.stream().is_empty());
            let arguments = if more { ", .." } else { "" };
            foreign("there are no methods", &format!("write `{name}({}{arguments})`", receiver(tokens)))
        }
        _ => foreign("there are no fields", "take a tuple apart by `let (a, b) = ..;`"),
    }
}

/// The name before the next token, or `x` where it is none.
fn receiver(tokens: &Tokens) -> String {
    match tokens.previous_tree() {
        Some(TokenTree::Ident(name)) => name.to_string(),
        _ => "x".to_string(),
    }
}

/// What `[i]` means as bounds, where it is simple.
fn index_bounds(tokens: &Tokens) -> (String, String) {
    let index: Vec<TokenTree> = match tokens.peek_group(Delimiter::Bracket) {
        Some(group) => group.stream().into_iter().collect(),
        None => Vec::new(),
    };
    match index.as_slice() {
        [TokenTree::Literal(number)] => match number.to_string().parse::<u32>() {
            Ok(start) => (start.to_string(), (u64::from(start) + 1).to_string()),
            Err(_) => ("i".into(), "i + 1".into()),
        },
        [TokenTree::Ident(name)] => (name.to_string(), format!("{name} + 1")),
        _ => ("i".into(), "i + 1".into()),
    }
}
