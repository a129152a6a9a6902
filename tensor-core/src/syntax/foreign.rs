//! Syntax that people bring from Rust and from array languages, and how the same is said here. The names of
//! operations occur in the help texts only; nothing depends on them.

use super::errors::{self, Diagnostic, error_with_help};
use super::habits::{Habit, gives_its_operand, is_operation, takes_brackets};
use super::text::text;
use super::tokens::{Place, Tokens};
use crate::diag::Region;
use proc_macro2::{Delimiter, Group, Ident, TokenTree};

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

/// `name(..)` for `name::<..>(..)`.
fn without_turbofish(tokens: &Tokens) -> Option<String> {
    let is = |tree: &TokenTree, c: char| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == c);
    let after = tokens.unused().get(2..).filter(|after| after.first().is_some_and(|tree| is(tree, '<')))?;
    let end = after.iter().position(|tree| is(tree, '>'))?;
    let args = after.get(end + 1).filter(|tree| matches!(tree, TokenTree::Group(_)))?;
    let (name, args) = (receiver(tokens), text(std::slice::from_ref(args)));
    Some(match takes_brackets(&name) {
        true => format!("{name}[{}]{args}", text(&after[1..end])),
        false => format!("{name}{args}"),
    })
}

fn is_comparison(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Punct(punct) if "=<>".contains(punct.as_char()))
}

/// The help for `name!(..)`.
fn without_macro(tokens: &Tokens) -> String {
    let name = receiver(tokens);
    let args = tokens.peek_group_at(1, Delimiter::Parenthesis);
    let args: Vec<TokenTree> = args.map(|args| args.stream().into_iter().collect()).unwrap_or_default();
    let args: Vec<&[TokenTree]> =
        args.split(|tree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ',')).collect();
    match (name.trim_start_matches("debug_"), args.as_slice()) {
        ("assert", [condition, ..]) if condition.iter().any(is_comparison) => {
            format!("a condition on dims stands before the body, as `requires {}`", text(condition))
        }
        ("assert_eq", [x, y, ..]) => {
            format!("a condition on dims stands before the body, as `requires {} == {}`", text(x), text(y))
        }
        ("println" | "print" | "eprintln" | "eprint" | "dbg", _) => {
            format!("remove `{name}!(..)`; print in Rust what the call returns")
        }
        _ => "write an operation or a function of this block".to_owned(),
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

/// Arguments that no call here has: `axis = 1`, `[x, y]`.
pub(super) fn arguments(tokens: &Tokens, name: &Ident, attrs: Option<&Group>, args: &Group) -> Option<Diagnostic> {
    // Nearly every call ends here.
    let is_foreign = |tree: &TokenTree| match tree {
        TokenTree::Punct(punct) => punct.as_char() == '=',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Bracket,
        _ => false,
    };
    if name == "einsum" {
        let help = "write it with `matmul`, `transpose` and `reduce`: `matmul(x, y)` is \"ij,jk->ik\"";
        return Some(error_with_help(errors::FOREIGN, name, "there is no `einsum`", help));
    }
    if !args.stream().into_iter().any(|tree| is_foreign(&tree)) {
        return None;
    }
    let habit = Habit::of_tokens(&name.to_string(), None, Some(args), tokens.seen());
    let (at, argument) = habit.foreign_argument()?;
    if let (Some(_), Some(call)) = (argument, habit.without_names()) {
        return Some(error_with_help(errors::FOREIGN, at, "operands have no names", format!("write `{call}`")));
    }
    let message = match argument {
        Some(argument) => format!("expected `{argument}` in brackets before the operands, found a named argument"),
        None => "operands are not lists".to_owned(),
    };
    let help = match (habit.help(), argument) {
        (Some(help), _) if attrs.is_none() => help,
        (_, Some(argument)) => {
            format!("attributes stand in brackets before the operands, `{name}[{argument} = ..](..)`")
        }
        // The list of what is joined.
        (_, None) if name == "concat" && attrs.is_some() => {
            let attrs = text(&attrs.map(|attrs| attrs.stream().into_iter().collect::<Vec<_>>()).unwrap_or_default());
            format!("write `concat[{attrs}]({})`", habit.values().join(", "))
        }
        // An array as an operand: the message about it follows.
        (_, None) => return None,
    };
    Some(error_with_help(errors::FOREIGN, at, message, help))
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
        name => {
            let args = tokens.peek_group_at(2, Delimiter::Parenthesis);
            if let Some(help) = function_of_module(tokens, name, args) {
                return foreign("there are no modules", &help);
            }
            if let Some(call) = method_chain(tokens) {
                return foreign("there are no methods", &format!("write `{call}`"));
            }
            if let (true, Some(args)) = (name == "is_multiple_of", args) {
                let divisor: Vec<TokenTree> = args.stream().into_iter().collect();
                let help = format!("write `{} % {} == 0`", receiver(tokens), text(&divisor));
                return foreign("there are no methods", &help);
            }
            if gives_its_operand(name) && args.is_some_and(|args| args.stream().is_empty()) {
                return foreign("there are no methods", &format!("remove `.{name}()`"));
            }
            let message = if args.is_some() { "there are no methods" } else { "there are no fields" };
            let habit = Habit::of_tokens(name, Some(receiver(tokens)), args, tokens.seen());
            match (habit.help(), args) {
                (Some(help), _) if args.is_some() || matches!(name, "T" | "mT") => foreign(message, &help),
                (_, Some(_)) => {
                    let args: Vec<TokenTree> = args.map(|args| args.stream().into_iter().collect()).unwrap_or_default();
                    let more = if args.is_empty() { String::new() } else { format!(", {}", text(&args)) };
                    foreign(message, &format!("write `{name}({}{more})`", receiver(tokens)))
                }
                _ => foreign(message, "take a tuple apart by `let (a, b) = ..;`"),
            }
        }
    }
}

/// What people call the modules of array libraries.
const MODULES: [&str; 11] = ["np", "numpy", "torch", "F", "nn", "tf", "jnp", "jax", "ndarray", "candle", "functional"];

/// The help for `np.name(..)`, the operand being a module.
fn function_of_module(tokens: &Tokens, name: &str, args: Option<&Group>) -> Option<String> {
    let module = receiver(tokens);
    let args = args.filter(|_| MODULES.contains(&module.as_str()))?;
    Habit::of_tokens(name, None, Some(args), tokens.seen())
        .help()
        .or_else(|| Some(format!("remove `{module}` before `{name}`")))
}

/// Several methods, one after the other, as calls in each other: `x.sum(-1).sqrt()`.
fn method_chain(tokens: &Tokens) -> Option<String> {
    let mut value = receiver(tokens);
    let mut position = 0;
    while tokens.peek_operator_at(position).as_deref() == Some(".") {
        let name = tokens.peek_word_at(position + 1)?.to_string();
        let args = tokens.peek_group_at(position + 2, Delimiter::Parenthesis)?;
        let habit = Habit::of_tokens(&name, Some(value), Some(args), tokens.seen());
        // Nothing is said of a chain of which a link is not known whole.
        value = habit.call().filter(|call| !call.contains("axis = i]"))?;
        position += 3;
    }
    (position > 3).then_some(value)
}

/// The operand before the next token: a name, a number, a call or parentheses.
fn receiver(tokens: &Tokens) -> String {
    receiver_at(tokens, 0)
}

/// The operand before the last `skipped` tokens.
fn receiver_at(tokens: &Tokens, skipped: usize) -> String {
    let used = tokens.used();
    let before = &used[..used.len().saturating_sub(skipped)];
    let is = |tree: &TokenTree, delimiter| matches!(tree, TokenTree::Group(group) if group.delimiter() == delimiter);
    let mut start = before.len();
    match before {
        [.., TokenTree::Ident(_)] => start -= 1,
        [.., last] if is(last, Delimiter::Parenthesis) => {
            start -= 1;
            let attrs = start > 0 && is(&before[start - 1], Delimiter::Bracket);
            let name = start - usize::from(attrs);
            if name > 0 && matches!(before[name - 1], TokenTree::Ident(_)) {
                start = name - 1;
            }
        }
        [.., TokenTree::Literal(_)] => start -= 1,
        _ => return "x".to_string(),
    }
    text(&before[start..])
}

/// The operand after an operator of `length` characters: a name, a number, a call or parentheses.
fn operand_after(tokens: &Tokens, length: usize) -> String {
    let after = tokens.unused().get(length..).unwrap_or_default();
    let groups = |from: usize| after[from..].iter().take_while(|tree| matches!(tree, TokenTree::Group(_))).count();
    match after {
        [TokenTree::Ident(_), ..] => text(&after[..1 + groups(1)]),
        [TokenTree::Literal(_) | TokenTree::Group(_), ..] => text(&after[..1]),
        _ => "y".to_string(),
    }
}

/// The whole expressions on both sides of an operator that binds less than arithmetic.
fn sides(tokens: &Tokens, length: usize) -> (String, String) {
    let ends = |tree: &TokenTree| match tree {
        TokenTree::Punct(punct) => "=;,&|<>!@^".contains(punct.as_char()),
        TokenTree::Ident(word) => word == "let" || word == "return",
        _ => false,
    };
    let before = tokens.used();
    let start = before.iter().rposition(ends).map_or(0, |end| end + 1);
    let after = tokens.unused().get(length..).unwrap_or_default();
    let stop = after.iter().position(ends).unwrap_or(after.len());
    let side = |trees: &[TokenTree], other: &str| if trees.is_empty() { other.to_owned() } else { text(trees) };
    (side(&before[start..], "x"), side(&after[..stop], "y"))
}

/// `x[..]`
fn index(tokens: &Tokens, brackets: &Group) -> Diagnostic {
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
