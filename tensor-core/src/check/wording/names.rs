//! Names and dims.

use super::diagnostic;
use crate::check::attrs;
use crate::check::scope::{Part, Undeclared, closest};
use crate::diag::{Diagnostic, Fix, Region, codes};
use crate::ir::{Param, ParamKind};
use crate::syntax::ast::{BinaryOp, DimDef, Expr};
use crate::syntax::habits::dtype_of;
use crate::types::{DType, DimVar, Literal, fmt_shape};
use proc_macro2::Ident;

/// The name that was probably meant, offered where the function is right with it.
pub(super) fn suggest(mut diagnostic: Diagnostic, like: Option<String>) -> Diagnostic {
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
            expr.names(&mut |name| {
                let factor = format!("`{name}: dim`");
                if !factors.contains(&factor) {
                    factors.push(factor);
                }
            });
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

/// `let name = value;`, where `value` is a dim.
pub(crate) fn dim_bound_by_let(name: &Ident, value: &Expr) -> Diagnostic {
    diagnostic(codes::NOT_A_TENSOR, format!("`{value}` is a dim, not a tensor"), value.at)
        .help(format!("to name a dim, write `dim {name} = {value};`"))
}

/// A product of variables that has the name `name`.
pub(crate) fn named_product(expr: &Expr, name: &DimVar) -> Diagnostic {
    multiplies(expr).help(format!("write `{name}`, the name of this product"))
}

fn multiplies(expr: &Expr) -> Diagnostic {
    let message = format!("`{expr}` multiplies two variables, which a shape or predicate cannot");
    diagnostic(codes::NOT_A_DIM, message, expr.at)
}

pub(crate) fn constant_too_large(expr: &Expr) -> Diagnostic {
    diagnostic(codes::NOT_A_DIM, format!("a constant of `{expr}` is larger than {}", i64::MAX), expr.at)
        .note("kernels compute with 64-bit integers")
}

pub(crate) fn too_many_terms(at: Region, most: usize) -> Diagnostic {
    diagnostic(codes::NOT_A_DIM, format!("multiplied out, this product has more than {most} terms"), at)
        .help("name the sums in it with `dim` parameters or shape variables of their own")
}
