//! Rules that cannot apply.

use super::{axes, diagnostic, fixes};
use crate::diag::{Diagnostic, Fix, Region, codes};
use crate::logic::{Operand, Subject};
use crate::ops::{MisfitKind, volume};
use crate::types::{Admits, DType, Dim, Kind, Literal, TensorType, fmt_shape};
use num_bigint::BigInt;

/// `` `x` is [B, S], `y` is [S] ``
pub(super) fn shapes(subject: &Subject) -> String {
    operands(subject, |ty| fmt_shape(&ty.shape))
}

/// `` `x` is F32[B, S], `y` is I64[S] ``
fn types(subject: &Subject) -> String {
    operands(subject, |ty| format!("{}{}", ty.dtype, fmt_shape(&ty.shape)))
}

/// Each operand once, also where it is used twice.
fn operands(subject: &Subject, describe: impl Fn(&TensorType) -> String) -> String {
    let mut described: Vec<String> = Vec::new();
    for operand in &subject.operands {
        let text = format!("{} is {}", operand.label, describe(&operand.ty));
        if !described.contains(&text) {
            described.push(text);
        }
    }
    described.join(", ")
}

pub(crate) fn misfit(kind: &MisfitKind, subject: &Subject, at: Region) -> Diagnostic {
    let name = &subject.name;
    match kind {
        MisfitKind::NotAdmitted { admits, found } => {
            let wrong =
                diagnostic(codes::NOT_ADMITTED, format!("{name}: expected {}, found {found}", admits.describe()), at)
                    .note(types(subject));
            // What wants floats takes integers that were converted, and one operand suffices to convert a Bool.
            let casts: &[DType] = match (&subject.operands[..], found.kind()) {
                ([_, ..], Kind::SignedInt) if !admits.contains(DType::I64) => &[DType::F32, DType::F64],
                ([_], Kind::Bool) if subject.name.starts_with("reduce") => {
                    &[DType::F32, DType::I64, DType::I32, DType::F64]
                }
                _ => &[],
            };
            let casts = casts.iter().filter(|dtype| admits.contains(**dtype));
            let wrong = wrong.fixes(casts.map(|dtype| cast(&subject.operands[0], *dtype)).collect());
            match not_admitted_help(subject, *admits, *found) {
                Some(help) => wrong.help(help),
                None => wrong,
            }
        }
        MisfitKind::DTypesDiffer { expected, found } => {
            diagnostic(codes::DTYPES_DIFFER, format!("{name}: dtypes differ: expected {expected}, found {found}"), at)
                .note(types(subject))
                .fixes(vec![cast(&subject.operands[1], *expected), cast(&subject.operands[0], *found)])
        }
        MisfitKind::RanksDiffer { expected, found } => {
            let message = format!("{name}: ranks differ: expected {}, found {found}", axes(*expected));
            let fixes = match subject.name.as_str() {
                "matmul" => fixes::matmul_ranks(subject),
                "concat" => fixes::concat_ranks(subject),
                _ => fixes::same_shape(subject),
            };
            diagnostic(codes::RANK, message, at).note(shapes(subject)).fixes(fixes)
        }
        MisfitKind::MatmulRank { found } => {
            let message = format!("matmul: expected rank 2 or 3, found rank {found}");
            let wrong = diagnostic(codes::RANK, message, at).note(shapes(subject));
            match fixes::matmul_ranks(subject) {
                fixes if !fixes.is_empty() => wrong.fixes(fixes),
                _ => match matmul_rank_help(subject) {
                    Some(help) => wrong.help(help),
                    None => wrong,
                },
            }
        }
        MisfitKind::NotAPermutation { rank, axes: written } => {
            let axes: Vec<String> = (0..*rank).map(|axis| axis.to_string()).collect();
            let count = |axis: usize| written.iter().filter(|&&other| other == axis).count();
            let mut wrong = Vec::new();
            for (times, is) in [(0, "is missing"), (2, "stands twice")] {
                wrong.extend((0..*rank).filter(|&axis| count(axis) == times).map(|axis| format!("axis {axis} {is}")));
            }
            let found = if wrong.is_empty() { String::new() } else { format!("; {}", wrong.join(", ")) };
            diagnostic(codes::PERMUTATION, format!("transpose: expected each of the axes {} once", axes.join(", ")), at)
                .note(format!("{}{found}", shapes(subject)))
        }
        MisfitKind::BroadcastRank { from, to } => diagnostic(
            codes::RANK,
            format!("broadcast: the target has {}, fewer than the operand's {from}", axes(*to)),
            at,
        )
        .note(shapes(subject)),
        MisfitKind::LiteralDoesNotFit { literal, dtype } => {
            let wrong = diagnostic(codes::LITERAL, format!("`{literal}` is no {dtype}"), at);
            match (literal, dtype.kind()) {
                (Literal::Bool(_), _) => wrong.note("`true` and `false` are of dtype Bool"),
                (_, Kind::Bool) => wrong.note("a Bool is `true` or `false`"),
                (Literal::Float(_), Kind::SignedInt) => wrong
                    .note("an integer dtype takes integer literals")
                    .help("to compute with floats, convert the tensor first, by `cast[F32](..)`"),
                (Literal::Int(_), Kind::SignedInt) => wrong.note(format!(
                    "{dtype} holds {} to {}",
                    -(BigInt::from(1) << (dtype.bits() - 1)),
                    (BigInt::from(1) << (dtype.bits() - 1)) - 1
                )),
                (_, Kind::Float) => wrong
                    .note(format!("it rounds to infinity; for infinity itself, write `inf` as a literal of {dtype}")),
            }
        }
        MisfitKind::VolumesDiffer { target } => volumes_differ(subject, target, at),
    }
}

/// A reshape to another number of elements.
pub(super) fn volumes_differ(subject: &Subject, target: &[Dim], at: Region) -> Diagnostic {
    let (expected, found) = (volume(&subject.operands[0].ty.shape), volume(target));
    let message = format!("reshape: the numbers of elements differ: expected `{expected}`, found `{found}`");
    diagnostic(codes::VOLUME, message, at).note(format!("{}, the target is {}", shapes(subject), fmt_shape(target)))
}

fn cast(operand: &Operand, dtype: DType) -> Fix {
    let call = format!("cast[{dtype}]({})", operand.written);
    Fix::replace(format!("convert it: `{call}`"), operand.at, call)
}

/// The `reshape` to write around a matmul of rank 1 or of rank 4 and more.
fn matmul_rank_help(subject: &Subject) -> Option<String> {
    let position = subject.operands.iter().position(|operand| !matches!(operand.ty.rank(), 2 | 3))?;
    let Operand { ty, written, .. } = &subject.operands[position];
    match &ty.shape[..] {
        [] => None,
        [length] => {
            let target = if position == 0 { format!("[1, {length}]") } else { format!("[{length}, 1]") };
            Some(format!("make it a matrix: `reshape{target}({written})`"))
        }
        [batch @ .., rows, columns] => {
            let product: Vec<String> = batch.iter().map(factor).collect();
            let product = product.join(" * ");
            Some(format!(
                "join the leading axes: `dim G = {product};`, then `reshape[G, {rows}, {columns}]({written})`"
            ))
        }
    }
}

fn factor(dim: &Dim) -> String {
    if dim.as_var().is_some() || dim.as_constant().is_some() { dim.to_string() } else { format!("({dim})") }
}

pub(crate) fn no_such_axis(axis: &BigInt, shape: &[Dim], at: Region) -> Diagnostic {
    let message = format!("there is no axis {axis}: the operand is {}, with {}", fmt_shape(shape), axes(shape.len()));
    let wrong = diagnostic(codes::AXIS, message, at);
    match shape.len() {
        0 => wrong,
        1 => wrong.note("its axis is 0, or -1 from the end"),
        rank => wrong.note(format!("axes count from 0 to {}, or from -{rank} to -1 from the end", rank - 1)),
    }
}

pub(crate) fn promised_dtype(subject: &Subject, expected: DType, found: DType, at: Region) -> Diagnostic {
    diagnostic(codes::PROMISED_DTYPE, format!("{}: expected {expected}, found {found}", subject.name), at)
        .note(types(subject))
        .fixes(
            subject
                .swaps
                .iter()
                .cloned()
                .chain([
                    cast(&subject.operands[0], expected),
                    Fix::replace(format!("promise the dtype of the value: `{found}`"), at, found.to_string()),
                ])
                .collect(),
        )
}

pub(crate) fn promised_rank(subject: &Subject, expected: &[Dim], at: Region) -> Diagnostic {
    let fixes = fixes::promised_rank(subject, expected, at);
    let found = &subject.operands[0].ty.shape;
    let message = format!("{}: expected {}, found {}", subject.name, axes(expected.len()), found.len());
    diagnostic(codes::PROMISED_SHAPE, message, at)
        .note(format!("{}, promised is {}", shapes(subject), fmt_shape(expected)))
        .fixes(fixes)
}

pub(crate) fn argument_dtype(subject: &Subject, param: &str, expected: DType, found: DType, at: Region) -> Diagnostic {
    diagnostic(codes::CALL, format!("{}: `{param}` expects {expected}, found {found}", subject.name), at)
        .note(types(subject))
        .fixes(subject.swaps.iter().cloned().chain([cast(&subject.operands[0], expected)]).collect())
}

pub(crate) fn argument_rank(subject: &Subject, param: &str, expected: &[Dim], at: Region) -> Diagnostic {
    let found = &subject.operands[0].ty.shape;
    let message = format!("{}: `{param}` expects {}, found {}", subject.name, axes(expected.len()), found.len());
    diagnostic(codes::CALL, message, at)
        .note(format!("its parameter `{param}` is {}, the argument {}", fmt_shape(expected), shapes(subject)))
        .fixes(fixes::argument_rank(subject, expected))
}

/// What to write where an operation does not admit Bool, or only Bool and integers.
fn not_admitted_help(subject: &Subject, admits: Admits, found: DType) -> Option<String> {
    let written: Vec<&str> = subject.operands.iter().map(|operand| operand.written.as_str()).collect();
    let dtypes: Vec<DType> = subject.operands.iter().map(|operand| operand.ty.dtype).collect();
    let logical = match subject.name.as_str() {
        "add" | "`+`" | "max" => Some("bitwise_or"),
        "mul" | "`*`" | "min" => Some("bitwise_and"),
        "sub" | "`-`" => Some("bitwise_xor"),
        _ => None,
    };
    match (found.kind(), logical, &written[..]) {
        (Kind::Bool, _, [b]) if subject.name == "bitwise_not" => {
            Some(format!("the negation of a Bool is `bitwise_xor({b}, true)`"))
        }
        (Kind::Bool, Some(_), [x, y]) if dtypes.iter().any(|dtype| dtype.kind() != Kind::Bool) => {
            let operand = |position: usize, written: &str| match dtypes[position].kind() {
                Kind::Bool => format!("cast[{}]({written})", dtypes[1 - position]),
                _ => written.to_owned(),
            };
            let (x, y) = (operand(0, x), operand(1, y));
            Some(match subject.name.strip_prefix('`').and_then(|name| name.strip_suffix('`')) {
                Some(symbol) => format!("write `{x} {symbol} {y}`"),
                None => format!("write `{}({x}, {y})`", subject.name),
            })
        }
        (Kind::Bool, Some(logical), [x, y]) => Some(format!("on Bool, write `{logical}({x}, {y})`")),
        // The way out says which dtype.
        (Kind::Bool, _, [_]) if subject.name.starts_with("reduce") => None,
        (Kind::Bool, _, [x, ..]) => Some(format!("to compute with 0 and 1, convert it: `cast[F32]({x})`")),
        (_, _, [x, ..]) if matches!(admits, Admits::Bitwise | Admits::Bool) => {
            Some(format!("for the Bool of what is not 0, write `ne({x}, 0)`"))
        }
        _ => None,
    }
}
