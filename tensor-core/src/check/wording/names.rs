//! Names, dims and the forms of calls.

use super::{count, diagnostic};
use crate::check::attrs;
use crate::check::scope::{Part, Undeclared, closest};
use crate::diag::{Diagnostic, Fix, Region, codes};
use crate::ir::{Param, ParamKind};
use crate::syntax::ast::{Attr, AttrValue, BinaryOp, Call, DimDef, Expr, ExprKind, Pattern};
use crate::syntax::habits::{Habit, Seen, dtype_of, reduction};
use crate::types::{DType, Dim, DimVar, Literal, fmt_shape};
use proc_macro2::Ident;

/// The name that was probably meant, offered where the function is right with it.
fn suggest(mut diagnostic: Diagnostic, like: Option<String>) -> Diagnostic {
    if let Some(like) = like {
        diagnostic.fixes.push(Fix::replace(format!("did you mean `{like}`?"), diagnostic.at, like));
    }
    diagnostic
}

pub(crate) fn unknown_name(name: &Ident, like: Option<String>) -> Diagnostic {
    let written = name.to_string();
    if let Some(form) = attrs::call_form(&written) {
        return diagnostic(codes::UNKNOWN_NAME, format!("the operation `{name}` is no value"), name)
            .help(format!("call it, in the form `{form}`"));
    }
    suggest(diagnostic(codes::UNKNOWN_NAME, format!("nothing here is called `{name}`"), name), like)
}

pub(crate) fn unknown_dim(name: &Ident, like: Option<String>) -> Diagnostic {
    let unknown = diagnostic(codes::UNKNOWN_NAME, format!("no shape variable is called `{name}`"), name);
    let is_const = name.to_string().chars().all(|c| c.is_ascii_uppercase() || c == '_');
    match like {
        Some(_) => suggest(unknown, like),
        None => {
            let unknown = unknown
                .help(format!("add `{name}` to the `<..>` after the function's name, or the parameter `{name}: dim`"));
            match is_const {
                true => {
                    unknown.help(format!("a Rust `const` is not seen here: write `const {name} = ..;` in the block"))
                }
                false => unknown,
            }
        }
    }
}

/// `name` is defined by `definition`, but not where it is used.
pub(crate) fn dim_not_visible(name: &Ident, used: Part, defined: Part, definition: &DimDef) -> Diagnostic {
    let line = definition.name.span().start().line;
    let value = &definition.value;
    let mut own = false;
    value.names(&mut |inner| own |= std::ptr::eq(inner, name));
    if own {
        return diagnostic(codes::UNKNOWN_NAME, format!("`{name}` is defined by itself"), name)
            .help(format!("choose another name for the new dim: `dim {name}2 = ..`"));
    }
    let unknown = diagnostic(codes::UNKNOWN_NAME, format!("`{name}` is not declared here, but at line {line}"), name);
    match (used, defined) {
        (Part::Params, _) => {
            unknown.note("the types of parameters see no `dim`, since it is computed from their shapes").help(format!(
                "write `assume {name} == {value}` for `dim {name} = {value}`, and add `{name}` to the `<..>`"
            ))
        }
        (_, Part::Body) if used != Part::Body => {
            unknown.help(format!("move it before the body, as the clause `dim {name} = {value}`"))
        }
        _ => unknown.help(format!("move `dim {name} = {value}` before this")),
    }
}

pub(crate) fn declared_twice(name: &Ident) -> Diagnostic {
    diagnostic(codes::DECLARED_TWICE, format!("`{name}` is declared twice"), name)
}

pub(crate) fn dim_shadowed(name: &Ident) -> Diagnostic {
    diagnostic(codes::DECLARED_TWICE, format!("`{name}` is a dim of this function, which may not be shadowed"), name)
        .help("choose another name")
}

pub(crate) fn bound_twice(name: &Ident) -> Diagnostic {
    diagnostic(codes::DECLARED_TWICE, format!("`{name}` is bound twice in this pattern"), name)
        .help("choose another name, or `_` for a value that is not used")
}

pub(crate) fn reserved(name: &Ident) -> Diagnostic {
    diagnostic(codes::DECLARED_TWICE, format!("`{name}` is the name of an operation"), name).help("choose another name")
}

pub(crate) fn clashes_with_into(name: &Ident, base: &str) -> Diagnostic {
    diagnostic(
        codes::DECLARED_TWICE,
        format!("`{name}` is generated for `{base}`, which takes its outputs as arguments"),
        name,
    )
    .help("choose another name")
}

pub(crate) fn unknown_dtype(name: &Ident) -> Diagnostic {
    let known: Vec<&str> = DType::ALL.iter().map(|dtype| dtype.name()).collect();
    let unknown = diagnostic(codes::UNKNOWN_DTYPE, format!("no dtype is called `{name}`"), name);
    let spelled = name.to_string().to_uppercase();
    let known_as = dtype_of(&name.to_string());
    let known_as = known_as.or_else(|| known.iter().copied().find(|dtype| *dtype == spelled));
    match known_as.map(str::to_owned).or_else(|| closest(&spelled, known.iter().copied())) {
        // It is reported once, however often it is written, so one edit would not do.
        Some(dtype) => unknown.help(format!("did you mean `{dtype}`?")),
        None => unknown.note(format!("the dtypes are {}", known.join(" "))),
    }
}

pub(crate) fn const_is_no_dim(name: &Ident, value: &Literal) -> Diagnostic {
    diagnostic(codes::NOT_A_DIM, format!("`{name}` is no integer, so it is no dim"), name)
        .note(format!("it is the constant `{value}`"))
}

pub(crate) fn tensor_is_no_dim(name: &Ident) -> Diagnostic {
    diagnostic(codes::NOT_A_DIM, format!("`{name}` is a tensor, not a dim"), name)
        .note("a dim is an integer, a shape variable, or made of these with + - * / %")
}

pub(crate) fn not_a_dim(expr: &Expr) -> Diagnostic {
    diagnostic(codes::NOT_A_DIM, "expected a dim", expr.at)
        .note("a dim is an integer, a shape variable, or made of these with + - * / %")
}

pub(crate) fn product_in_dim(expr: &Expr, part: Part, new: &str) -> Diagnostic {
    let wrong = multiplies(expr);
    match part {
        Part::Params => {
            let mut factors: Vec<String> = Vec::new();
            expr.names(&mut |name| factors.push(format!("`{name}: dim`")));
            wrong
                .help(format!("write `{new}` here, add `{new}` to the `<..>` and the clause `assume {new} == {expr}`"))
                .note(format!(
                    "a factor that no other parameter's shape shows is passed, as a parameter: {}",
                    factors.join(", ")
                ))
        }
        Part::Clauses | Part::Results => {
            wrong.help(format!("name it by the clause `dim {new} = {expr}` after the result's type, and write `{new}`"))
        }
        Part::Body => {
            wrong.help(format!("name it by the statement `dim {new} = {expr};` before this, and write `{new}`"))
        }
    }
}

pub(crate) fn divisor_not_positive(divisor: &Expr, op: BinaryOp) -> Diagnostic {
    diagnostic(
        codes::NOT_A_DIM,
        format!("the right side of `{}` in a dim must be positive, found `{divisor}`", op.symbol()),
        divisor.at,
    )
}

pub(crate) fn divisor_not_constant(dividend: &Expr, divisor: &Expr, op: BinaryOp, new: &str) -> Diagnostic {
    let problem = format!("the right side of `{}` in a dim must be a constant, found `{divisor}`", op.symbol());
    let wrong = diagnostic(codes::NOT_A_DIM, problem, divisor.at);
    let clause = format!("add the parameter `{new}: dim` and the clause `assume {dividend} == {divisor} * {new}`");
    match op {
        BinaryOp::Rem => wrong.help(format!("instead of the condition, {clause}")),
        _ => wrong
            .help(format!("{clause}, and write `{new}`"))
            .note(format!("`{divisor}` becomes a parameter too, `{divisor}: dim`, if no parameter's shape shows it")),
    }
}

pub(crate) fn not_inferable(name: &Ident, params: &[Param]) -> Diagnostic {
    let mut wrong = diagnostic(codes::NOT_INFERABLE, format!("no argument determines `{name}`"), name);
    let mut shown = Vec::new();
    for param in params {
        if let ParamKind::Tensor(ty) = &param.kind
            && ty.shape.iter().any(|dim| dim.vars().iter().any(|var| *name == var.name()))
        {
            shown.push(format!("`{}` is {}", param.name, fmt_shape(&ty.shape)));
        }
    }
    if shown.is_empty() {
        wrong = wrong.note("it occurs in no parameter's shape");
    } else {
        wrong = wrong.note(format!("{}: no axis has it as the only unknown, outside `/` and `%`", shown.join(", ")));
    }
    wrong.help(format!("pass it: take `{name}` out of `<..>` and add the parameter `{name}: dim`"))
}

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

/// `let name = value;`, where `value` is a dim.
pub(crate) fn dim_bound_by_let(name: &Ident, value: &Expr) -> Diagnostic {
    diagnostic(codes::NOT_A_TENSOR, format!("`{value}` is a dim, not a tensor"), value.at)
        .help(format!("to name a dim, write `dim {name} = {value};`"))
}

/// Names of shapes that nothing declares, of which `first` is the first.
pub(crate) fn unknown_dims(undeclared: &Undeclared<'_>, first: &Ident) -> Diagnostic {
    let function = undeclared.function;
    let names: Vec<String> = undeclared.names.iter().map(|name| format!("`{name}`")).collect();
    let message = format!("no shape variables are called {}", names.join(", "));
    let all: Vec<String> =
        function.generics.iter().chain(undeclared.names.iter().copied()).map(ToString::to_string).collect();
    diagnostic(codes::UNKNOWN_NAME, message, first).help(format!(
        "declare them: `fn {}<{}>(`",
        function.name,
        all.join(", ")
    ))
}

/// A product of variables that has the name `name`.
pub(crate) fn named_product(expr: &Expr, name: &DimVar) -> Diagnostic {
    multiplies(expr).help(format!("write `{name}`, the name of this product"))
}

fn multiplies(expr: &Expr) -> Diagnostic {
    let message = format!("`{expr}` multiplies two variables, which a shape or predicate cannot");
    diagnostic(codes::NOT_A_DIM, message, expr.at)
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

pub(crate) fn constant_too_large(expr: &Expr) -> Diagnostic {
    diagnostic(codes::NOT_A_DIM, format!("a constant of `{expr}` is larger than {}", i64::MAX), expr.at)
        .note("kernels compute with 64-bit integers")
}

pub(crate) fn too_many_terms(at: Region, most: usize) -> Diagnostic {
    diagnostic(codes::NOT_A_DIM, format!("multiplied out, this product has more than {most} terms"), at)
        .help("name the sums in it with `dim` parameters or shape variables of their own")
}
