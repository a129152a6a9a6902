//! Syntax that people bring from Rust and from array languages, and how the same is said here. The names of
//! operations occur in the help texts only; nothing depends on them.

mod calls;
mod index;
mod operands;

pub(super) use calls::arguments;

use super::errors::{self, Diagnostic, error_with_help};
use super::habits::is_operation;
use super::tokens::{Place, Tokens};
use calls::{function_of_module, method, without_macro, without_turbofish};
use index::index;
use operands::{operand_after, receiver, receiver_at, sides};
use proc_macro2::{Delimiter, Ident, TokenTree};

/// The message for a token where a value, dim or side of a comparison should start.
pub(super) fn instead_of_value(tokens: &Tokens) -> Diagnostic {
    if let Some(word) = tokens.peek_word() {
        return instead_of_value_word(tokens, word);
    }
    let foreign = |message: &str, help: &str| error_with_help(errors::FOREIGN, tokens.here(), message, help);
    match tokens.peek_tree(0) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => match tokens.place() {
            Place::Value | Place::Attribute => foreign(
                "there are no array literals",
                "pass the array as a parameter; one number for all elements is `broadcast[B, S](scalar[F32](0.5))`",
            ),
            Place::Dim | Place::Condition => {
                foreign("dims have no inner brackets", "write the dims of a shape in one pair of brackets")
            }
        },
        Some(TokenTree::Group(_)) if tokens.place() == Place::Value => {
            foreign("there are no inner blocks", "name the parts with `let` and write the value itself")
        }
        _ => match tokens.peek_operator().as_deref() {
            Some("&") => foreign("values are not borrowed", "remove the `&`; no operation changes its operands"),
            Some("*") if tokens.after_operator('*') => {
                let (base, power) = (receiver_at(tokens, 1), operand_after(tokens, 1));
                foreign("there is no operator `**`", &format!("write `pow({base}, {power})`"))
            }
            Some(found)
                if tokens
                    .previous_tree()
                    .is_some_and(|tree| matches!(tree, TokenTree::Punct(p) if "+-*/%".contains(p.as_char())))
                    && "+*".contains(found) =>
            {
                error_with_help(
                    errors::UNEXPECTED,
                    tokens.here(),
                    format!("expected {}, found `{found}`", tokens.place().expected()),
                    "write the operand before it, or remove one of the two operators",
                )
            }
            Some("*") => foreign("values are not dereferenced", "remove the `*`"),
            Some("+") => foreign("there is no unary `+`", "remove the `+`"),
            Some("!") => {
                let x = operand_after(tokens, 1);
                foreign(
                    "there is no operator `!` on values",
                    &format!("write `bitwise_xor({x}, true)` for Bool, `bitwise_not({x})` for integers"),
                )
            }
            Some("|" | "||") => foreign("there are no closures", "write a `fn` in the same block and call it by name"),
            Some(".." | "..=") => range(tokens),
            Some("'") => foreign("there are no loops and no labels", LOOPS),
            Some(".") if let Some(TokenTree::Literal(digits)) = tokens.peek_tree(1) => error_with_help(
                errors::NUMBER,
                tokens.here(),
                "this number is malformed",
                format!("write `0.{digits}`"),
            ),
            Some("#") => errors::attribute_not_here(tokens.here()),
            _ => tokens.unexpected(tokens.place().expected()),
        },
    }
}

const LOOPS: &str = "operations work on whole tensors; call the function from a loop in Rust where one is needed";

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
        "where" => foreign("there is no `where`", "conditions on dims stand in `requires`, before the body"),
        "let" if matches!(tokens.place(), Place::Dim | Place::Condition) => {
            let name = tokens.peek_word_at(1).map_or("N".to_owned(), ToString::to_string);
            foreign("conditions bind no names", &format!("write a clause of its own, `dim {name} = ..`"))
        }
        "requires" if tokens.place() == Place::Value => errors::requires_in_body(word.into()),
        _ => errors::keyword_as_value(word, tokens.place().expected()),
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
            "as" => foreign("there is no `as`", &without_as(tokens)),
            "if" | "else" | "for" => instead_of_value_word(tokens, word),
            "and" => foreign("there is no `and`", &and(tokens, 1)),
            "or" => foreign("there is no `or`", &or(tokens, 1)),
            _ if let Some(name) = called_without_parentheses(tokens) => {
                let help = format!("write `{name}({})`", operand_after(tokens, 0));
                error_with_help(errors::UNEXPECTED, tokens.here(), format!("expected `(`, found `{word}`"), help)
            }
            "mod" => foreign("there is no `mod`", "on dims write `D % 8`; there is no such operation on tensors"),
            _ => tokens.unexpected(expected),
        };
    }
    match tokens.peek_tree(0) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => index(tokens, group),
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            foreign("only a name can be called", "write `name(..)`, or an operator before the parenthesis")
        }
        _ => tokens.unexpected(expected),
    }
}

/// The operation before the next word, where `name x` is a call without parentheses.
fn called_without_parentheses(tokens: &Tokens) -> Option<String> {
    match tokens.used() {
        [.., TokenTree::Ident(name)] if is_operation(&name.to_string()) => Some(name.to_string()),
        _ => None,
    }
}

fn after_value_operator(tokens: &Tokens, operator: &str) -> Option<Diagnostic> {
    let place = tokens.place();
    let foreign = |message: &str, help: &str| Some(error_with_help(errors::FOREIGN, tokens.here(), message, help));
    match operator {
        "=" | ":" | "==" if place == Place::Attribute && operator != "=" => {
            let name = tokens.used().iter().rev().find_map(|tree| match tree {
                TokenTree::Ident(name) => Some(name.to_string()),
                _ => None,
            });
            let name = name.unwrap_or_else(|| "axis".to_owned());
            let value = operand_after(tokens, operator.len());
            foreign("attributes are given with `=`", &format!("write `{name} = {value}`"))
        }
        "==" | "!=" | "<" | "<=" | ">" | ">=" => match place {
            Place::Dim => foreign(
                "a dim is a number, not a comparison",
                "write the condition after the shape, `Tensor[F32, [D], D % 8 == 0]`, or in `requires`",
            ),
            Place::Value | Place::Attribute => {
                let operation = comparison_operation(operator);
                let (x, y) = sides(tokens, operator.len());
                let help =
                    format!("write `{operation}({x}, {y})`, a Bool tensor; conditions on dims stand in `requires`");
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
        "&" | "&&" => foreign(&format!("there is no operator `{operator}` here"), &and(tokens, operator.len())),
        "|" | "||" => foreign(&format!("there is no operator `{operator}` here"), &or(tokens, operator.len())),
        "^" => {
            let (x, y) = (receiver(tokens), operand_after(tokens, 1));
            let help = format!("a power is `pow({x}, {y})`; on integers and Bool there is `bitwise_xor({x}, {y})`");
            foreign("there is no operator `^`", &help)
        }
        "<<" | ">>" => foreign("there are no shifts", "multiply or divide by a power of two"),
        "@" => {
            let help = format!("write `matmul({}, {})`", receiver(tokens), operand_after(tokens, 1));
            foreign("there is no operator `@`", &help)
        }
        "?" => foreign("there is no `?`", "an error of any operation already makes the whole call return `Err`"),
        "!" => foreign("there are no macros here", &without_macro(tokens)),
        "::" if let Some(name) = tokens.peek_word_at(2)
            && let Some(help) =
                function_of_module(tokens, &name.to_string(), tokens.peek_group_at(3, Delimiter::Parenthesis)) =>
        {
            foreign("there are no paths", &help)
        }
        "::" if let Some(call) = without_turbofish(tokens) => {
            foreign("there are no angle brackets in calls", &format!("write `{call}`"))
        }
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

/// The help for an `and` of `length` tokens.
fn and(tokens: &Tokens, length: usize) -> String {
    match tokens.place() {
        Place::Value | Place::Attribute => {
            let (x, y) = sides(tokens, length);
            format!("write `bitwise_and({x}, {y})`, on Bool and integers")
        }
        Place::Dim => "separate equations by `,`; other conditions stand in `requires`".to_owned(),
        Place::Condition => "conditions are joined by `&&`".to_owned(),
    }
}

/// The help for an `or` of `length` tokens.
fn or(tokens: &Tokens, length: usize) -> String {
    match tokens.place() {
        Place::Value | Place::Attribute => {
            let (x, y) = sides(tokens, length);
            format!("write `bitwise_or({x}, {y})`, on Bool and integers")
        }
        Place::Dim => "conditions stand in `requires`, joined by `||`".to_owned(),
        Place::Condition => "conditions are joined by `||`".to_owned(),
    }
}

fn range(tokens: &Tokens) -> Diagnostic {
    let help = match tokens.place() {
        Place::Value | Place::Attribute => "write `slice[axis = 0, start = a, stop = b](x)`",
        Place::Dim => "write each dim",
        Place::Condition => "write two comparisons, as in `2 <= B && B < 8`",
    };
    error_with_help(errors::FOREIGN, tokens.here(), "there are no ranges", help)
}

/// The help for `x as F32`.
fn without_as(tokens: &Tokens) -> String {
    if tokens.place() != Place::Value {
        return "dims and attributes are plain integers; remove it".into();
    }
    let dtype = tokens.peek_word_at(1).map_or("F32".into(), ToString::to_string);
    match tokens.previous_tree() {
        Some(TokenTree::Ident(name)) => format!("write `cast[{dtype}]({name})`"),
        _ => format!("write `cast[{dtype}](..)`"),
    }
}
