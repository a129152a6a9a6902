//! The forms of calls, and how many values there are.

use super::names::suggest;
use super::{count, diagnostic};
use crate::diag::{Diagnostic, Region, codes};
use crate::syntax::ast::{Attr, AttrValue, Call, Expr, ExprKind, Pattern};
use crate::syntax::habits::{Habit, Seen, reduction};
use crate::types::{DType, Dim, fmt_shape};
use proc_macro2::Ident;

pub(crate) fn operand_count(name: &str, expected: usize, found: usize, at: Region) -> Diagnostic {
    diagnostic(codes::OPERAND_COUNT, format!("{name}: expected {}, found {found}", count(expected, "operand")), at)
}

/// A `-1` among the dims of a reshape or broadcast.
pub(crate) fn inferred_dim(call: &Call, inferred: &Expr, seen: Seen) -> Diagnostic {
    let wrong =
        diagnostic(codes::NOT_A_DIM, format!("{}: no dim is worked out for `{inferred}`", call.name), inferred.at);
    with_habit(wrong, call, seen)
}

/// A negative `start` or `stop` of a slice along an axis of `length`.
pub(crate) fn from_the_end(attr: &str, written: &Expr, length: &Dim) -> Diagnostic {
    let text = written.to_string();
    let problem = format!("slice: `{attr}` counts from the start, found `{text}`");
    let help = format!("write `{attr} = {length} - {}`", text.trim_start_matches('-'));
    diagnostic(codes::NOT_A_DIM, problem, written.at).help(help)
}

/// An elementwise operation with too few or too many operands.
pub(crate) fn elementwise_count(call: &Call, expected: usize, seen: Seen) -> Diagnostic {
    let wrong = operand_count(&call.name.to_string(), expected, call.args.len(), call.args_at);
    match call.name.to_string().as_str() {
        "max" | "min" => with_habit(wrong, call, seen),
        _ if call.args.len() > 2 => with_habit(wrong, call, seen),
        _ => wrong,
    }
}

/// With what to write instead of a call as in another library, if it is one.
fn with_habit(wrong: Diagnostic, call: &Call, seen: Seen) -> Diagnostic {
    match Habit::of_call(call, seen).help() {
        Some(help) => wrong.help(help),
        None => wrong,
    }
}

pub(crate) fn concat_count(found: usize, at: Region) -> Diagnostic {
    diagnostic(codes::OPERAND_COUNT, format!("concat: expected 2 operands or more, found {found}"), at)
}

pub(crate) fn no_attributes(name: &Ident, at: Region) -> Diagnostic {
    diagnostic(codes::ATTRIBUTES, format!("`{name}` takes no attributes"), at).help("remove the brackets")
}

pub(crate) fn attributes(call: &Call, form: &str, at: Region, seen: Seen) -> Diagnostic {
    with_habit(diagnostic(codes::ATTRIBUTES, format!("{}: expected the form `{form}`", call.name), at), call, seen)
}

/// `broadcast(x, y)`, where `target` is the shape of `y`.
pub(crate) fn broadcast_like(x: &Expr, form: &str, target: &[Dim], at: Region) -> Diagnostic {
    let target: Vec<String> = target.iter().map(ToString::to_string).collect();
    diagnostic(codes::ATTRIBUTES, format!("broadcast: expected the form `{form}`"), at)
        .help(format!("write `broadcast[{}]({x})`", target.join(", ")))
}

pub(crate) fn axes_list(axes: &Attr) -> Diagnostic {
    let wrong = diagnostic(codes::ATTRIBUTES, "expected a list of axes: `axes = [0, 2]`", axes.at);
    match &axes.value {
        AttrValue::Expr(axis) => wrong.help(format!("for one axis, write `axis = {axis}`")),
        AttrValue::List(..) => wrong,
    }
}

pub(crate) fn several_axes(reduction: &str, at: Region) -> Diagnostic {
    diagnostic(codes::ATTRIBUTES, format!("`{reduction}` reduces one axis"), at).help("write `axis = i`")
}

pub(crate) fn axis_twice(axis: usize, at: Region) -> Diagnostic {
    diagnostic(codes::ATTRIBUTES, format!("axis {axis} is named twice"), at)
}

pub(crate) fn axis_not_constant(at: Region) -> Diagnostic {
    diagnostic(codes::ATTRIBUTES, "an axis is an integer that is known when the program is compiled", at)
}

pub(crate) fn unknown_reduction(name: &Ident, like: Option<String>) -> Diagnostic {
    let unknown = diagnostic(codes::ATTRIBUTES, format!("no reduction is called `{name}`"), name);
    match reduction(&name.to_string()).map(str::to_owned).or(like) {
        Some(like) => suggest(unknown, Some(like)),
        None => unknown.note("the reductions are sum mean max min prod any all argmax argmin"),
    }
}

pub(crate) fn unknown_operation(call: &Call, like: Option<String>, seen: Seen) -> Diagnostic {
    let name = &call.name;
    let unknown = diagnostic(codes::UNKNOWN_OPERATION, format!("no operation or function is called `{name}`"), name);
    match Habit::of_call(call, seen).help() {
        Some(help) => unknown.help(help),
        None if like.is_some() => suggest(unknown, like),
        None => unknown.note("a call finds operations and the functions of its own block"),
    }
}

/// `dtype` and `shape` are those of the tensor beside it.
pub(crate) fn dim_is_no_tensor(name: &Ident, dtype: DType, shape: &[Dim]) -> Diagnostic {
    let wrong = diagnostic(codes::NOT_A_TENSOR, format!("`{name}` is a dim, not a tensor"), name);
    match shape {
        [] => wrong.help(format!("for a rank-0 tensor that holds it, write `scalar[{dtype}]({name})`")),
        _ => wrong.help(format!(
            "for a tensor that holds it, write `broadcast{}(scalar[{dtype}]({name}))`",
            fmt_shape(shape)
        )),
    }
}

pub(crate) fn literal_alone(expr: &Expr) -> Diagnostic {
    diagnostic(codes::LITERAL, format!("`{expr}` has no dtype and shape here"), expr.at)
        .note("a literal takes them from the other operand of an elementwise operation")
        .help(format!("for a rank-0 tensor, write `scalar[F32]({expr})`"))
}

/// `operands` as written.
pub(crate) fn only_literals(name: &str, operands: &[String], at: Region) -> Diagnostic {
    let tensor = format!("scalar[F32]({})", operands[0]);
    let help = match operands {
        [_] => format!("for a rank-0 tensor, write `{name}({tensor})`"),
        [_, other] if name.starts_with('`') => {
            format!("write the result, or for a rank-0 tensor `{tensor} {} {other}`", name.trim_matches('`'))
        }
        _ => format!("write the result, or for a rank-0 tensor `{name}({tensor}, {})`", operands[1..].join(", ")),
    };
    diagnostic(
        codes::LITERAL,
        format!("{name}: a literal takes its dtype and shape from another operand, and there is none"),
        at,
    )
    .help(help)
}

/// `is_integer`: `lhs` is a tensor of integers.
pub(crate) fn remainder_of_tensors(lhs: &Expr, rhs: &Expr, is_integer: bool, at: Region) -> Diagnostic {
    let wrong = diagnostic(codes::UNKNOWN_OPERATION, "`%` is only for dims: tensors have no remainder", at);
    let part = |expr: &Expr| match &expr.kind {
        ExprKind::Binary(..) => format!("({expr})"),
        _ => expr.to_string(),
    };
    match is_integer {
        true => wrong.help(format!("write `{0} - {0} / {1} * {1}`", part(lhs), part(rhs))),
        false => wrong,
    }
}

pub(crate) fn tuple_for_tensor(found: usize, at: Region) -> Diagnostic {
    diagnostic(codes::NOT_A_TENSOR, format!("expected one tensor, found {}", count(found, "value")), at)
}

pub(crate) fn tensor_for_tuple(expected: usize, at: Region) -> Diagnostic {
    diagnostic(codes::RESULT_COUNT, format!("expected {}, found one tensor", count(expected, "value")), at)
}

/// One operand that has several values.
pub(crate) fn tuple_for_operand(expr: &Expr, found: usize) -> Diagnostic {
    let wrong = tuple_for_tensor(found, expr.at);
    match taken_apart(expr, &[], found) {
        Some(help) => wrong.help(help),
        None => wrong,
    }
}

/// `let names = value;`, where `value` has `found` values.
pub(crate) fn pattern_count(names: &[Pattern], value: &Expr, found: usize, at: Region) -> Diagnostic {
    let wrong = inner_pattern_count(names.len(), found, at);
    match taken_apart(value, names, found) {
        Some(help) => wrong.help(help),
        None => wrong,
    }
}

/// How the `count` results of a call are named; by `names` as far as there are some.
fn taken_apart(call: &Expr, names: &[Pattern], count: usize) -> Option<String> {
    let ExprKind::Call(Call { name, .. }) = &call.kind else { return None };
    let letters = ('a'..='z').map(|letter| letter.to_string());
    let mut parts = Vec::new();
    for (position, letter) in letters.enumerate().take(count) {
        parts.push(match names.get(position) {
            Some(Pattern::Name(name)) => name.to_string(),
            Some(Pattern::Ignore(_)) => "_".to_owned(),
            Some(Pattern::Tuple(..)) => return None,
            None if names.is_empty() => letter,
            None => "_".to_owned(),
        });
    }
    Some(format!("`{name}` returns {}: `let ({}) = {call};`", super::count(count, "value"), parts.join(", ")))
}

pub(crate) fn inner_pattern_count(expected: usize, found: usize, at: Region) -> Diagnostic {
    diagnostic(codes::RESULT_COUNT, format!("{} for {}", count(expected, "name"), count(found, "value")), at)
}

pub(crate) fn result_count(expected: usize, found: usize, at: Region) -> Diagnostic {
    diagnostic(codes::RESULT_COUNT, format!("expected {}, found {found}", count(expected, "result")), at)
}

pub(crate) fn not_compiled(what: &str, at: Region) -> Diagnostic {
    diagnostic(
        codes::NOT_COMPILED,
        format!("{what} is part of the language, but this version does not compile it yet"),
        at,
    )
}

pub(crate) fn argument_count(name: &str, expected: usize, found: usize, at: Region) -> Diagnostic {
    diagnostic(codes::OPERAND_COUNT, format!("{name}: expected {}, found {found}", count(expected, "argument")), at)
}

pub(crate) fn recursion(name: &Ident) -> Diagnostic {
    diagnostic(codes::RECURSION, format!("`{name}` calls itself, directly or through others"), name)
        .note("kernels are straight-line code: a function may call others, but not recursively")
}

pub(crate) fn ambiguous(name: &Ident) -> Diagnostic {
    diagnostic(
        codes::CALL,
        format!("there are several functions `{name}` under `cfg`, and a call cannot tell which is meant"),
        name,
    )
    .help("give the alternatives names of their own, and choose between callers with `cfg`")
}

pub(crate) fn too_large(name: &Ident, most: usize) -> Diagnostic {
    diagnostic(codes::CALL, format!("with `{name}` in its place, this function has more than {most} operations"), name)
        .note("calls are replaced by what they call")
}
