//! Methods, paths, macros and arguments as other languages have them.

use super::operands::receiver;
use crate::syntax::errors::{self, Diagnostic, error_with_help};
use crate::syntax::habits::{Habit, gives_its_operand, takes_brackets};
use crate::syntax::text::text;
use crate::syntax::tokens::Tokens;
use proc_macro2::{Delimiter, Group, Ident, TokenTree};

/// Arguments that no call here has: `axis = 1`, `[x, y]`.
pub(in crate::syntax) fn arguments(
    tokens: &Tokens,
    name: &Ident,
    attrs: Option<&Group>,
    args: &Group,
) -> Option<Diagnostic> {
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
pub(super) fn method(tokens: &Tokens) -> Diagnostic {
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
pub(super) fn function_of_module(tokens: &Tokens, name: &str, args: Option<&Group>) -> Option<String> {
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

/// `name(..)` for `name::<..>(..)`.
pub(super) fn without_turbofish(tokens: &Tokens) -> Option<String> {
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
pub(super) fn without_macro(tokens: &Tokens) -> String {
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
