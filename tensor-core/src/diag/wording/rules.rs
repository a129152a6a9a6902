//! Rules that cannot apply.

use super::super::{Diagnostic, codes};
use super::diagnostic;
use crate::logic::Subject;
use crate::ops::MisfitKind;
use crate::syntax::Region;
use crate::types::{DType, Dim, Kind, Literal, TensorType, fmt_shape};
use num_bigint::BigInt;

/// `` `x` is [B, S], `y` is [S] ``
pub(super) fn shapes(subject: &Subject) -> String {
    let shapes: Vec<String> = subject
        .operands
        .iter()
        .map(|operand| format!("{} is {}", operand.label, fmt_shape(&operand.ty.shape)))
        .collect();
    shapes.join(", ")
}

/// `` `x` is F32[B, S], `y` is I64[S] ``
fn types(subject: &Subject) -> String {
    let shapes: Vec<String> = subject
        .operands
        .iter()
        .map(|operand| format!("{} is {}{}", operand.label, operand.ty.dtype, fmt_shape(&operand.ty.shape)))
        .collect();
    shapes.join(", ")
}

pub(crate) fn misfit(kind: &MisfitKind, subject: &Subject, at: Region) -> Diagnostic {
    let name = &subject.name;
    match kind {
        MisfitKind::NotAdmitted { admits, found } => {
            let wrong =
                diagnostic(codes::NOT_ADMITTED, format!("{name}: expected {}, found {found}", admits.describe()), at)
                    .note(types(subject));
            match (name.as_str(), found) {
                ("bitwise_not", DType::Bool) => wrong.help("the negation of a Bool is `bitwise_xor(b, true)`"),
                _ => wrong,
            }
        }
        MisfitKind::DTypesDiffer { expected, found } => {
            diagnostic(codes::DTYPES_DIFFER, format!("{name}: dtypes differ: expected {expected}, found {found}"), at)
                .note(types(subject))
                .help(format!("convert it: `cast[{expected}](..)`"))
        }
        MisfitKind::RanksDiffer { expected, found } => {
            let wrong =
                diagnostic(codes::RANK, format!("{name}: ranks differ: expected {expected} axes, found {found}"), at)
                    .note(shapes(subject));
            match &subject.operands[..] {
                [x, y] => {
                    match broadcast_help(&x.ty, &y.ty, &y.label).or_else(|| broadcast_help(&y.ty, &x.ty, &x.label)) {
                        Some(help) => wrong.help(help),
                        None => wrong,
                    }
                }
                _ => wrong,
            }
        }
        MisfitKind::MatmulRank { found } => {
            let wrong = diagnostic(codes::RANK, format!("matmul: expected rank 2 or 3, found rank {found}"), at)
                .note(shapes(subject));
            match found {
                1 => wrong.help("give it a second axis of length 1 with `reshape`"),
                0 => wrong,
                _ => wrong.help("join the leading axes with `reshape`, and split them again after the matmul"),
            }
        }
        MisfitKind::NoSuchAxis { axis, rank } => no_such_axis(&BigInt::from(*axis), *rank, at),
        MisfitKind::NotAPermutation { rank } => {
            let axes: Vec<String> = (0..*rank).map(|axis| axis.to_string()).collect();
            diagnostic(codes::PERMUTATION, format!("transpose: expected each of the axes {} once", axes.join(", ")), at)
                .note(shapes(subject))
        }
        MisfitKind::BroadcastRank { from, to } => {
            diagnostic(codes::RANK, format!("broadcast: the target has {to} axes, fewer than the operand's {from}"), at)
                .note(shapes(subject))
        }
        MisfitKind::LiteralDoesNotFit { literal, dtype } => {
            let wrong = diagnostic(codes::LITERAL, format!("`{literal}` is no {dtype}"), at);
            match (literal, dtype.kind()) {
                (Literal::Bool(_), _) => wrong.note("`true` and `false` are of dtype Bool"),
                (_, Kind::Bool) => wrong.note("a Bool is `true` or `false`"),
                (Literal::Float(_), Kind::SignedInt) => wrong.note("an integer dtype takes integer literals"),
                (Literal::Int(_), Kind::SignedInt) => wrong.note(format!(
                    "{dtype} holds {} to {}",
                    -(BigInt::from(1) << (dtype.bits() - 1)),
                    (BigInt::from(1) << (dtype.bits() - 1)) - 1
                )),
                (_, Kind::Float) => wrong
                    .note(format!("it rounds to infinity; for infinity itself, write `inf` as a literal of {dtype}")),
            }
        }
        MisfitKind::VolumesDiffer => {
            diagnostic(codes::VOLUME, "reshape: the number of elements differs whatever the variables are", at)
                .note(shapes(subject))
        }
    }
}

/// The `broadcast` that gives `small` the shape of `large`, if it is one for all values of the variables.
fn broadcast_help(large: &TensorType, small: &TensorType, label: &str) -> Option<String> {
    let pad = large.rank().checked_sub(small.rank())?;
    let fits = small.shape.iter().zip(&large.shape[pad..]).all(|(from, to)| from == to || from.is_constant(1));
    fits.then(|| format!("broadcast it: `broadcast{}({})`", fmt_shape(&large.shape), label.trim_matches('`')))
}

pub(super) fn broadcast_to(large: &TensorType, small: &TensorType, label: &str) -> Option<String> {
    broadcast_help(large, small, label)
}

pub(crate) fn no_such_axis(axis: &BigInt, rank: usize, at: Region) -> Diagnostic {
    let wrong = diagnostic(codes::AXIS, format!("there is no axis {axis}: the operand has rank {rank}"), at);
    match rank {
        0 => wrong.note("a rank-0 tensor has no axes"),
        _ => wrong.note(format!("axes are 0 to {}, or -{rank} to -1 from the end", rank - 1)),
    }
}

pub(crate) fn promised_dtype(subject: &Subject, expected: DType, found: DType, at: Region) -> Diagnostic {
    diagnostic(codes::PROMISED_DTYPE, format!("{}: expected {expected}, found {found}", subject.name), at)
        .note(types(subject))
        .help(format!("convert the value, `cast[{expected}](..)`, or promise {found}"))
}

pub(crate) fn promised_rank(subject: &Subject, expected: &[Dim], at: Region) -> Diagnostic {
    let found = &subject.operands[0].ty.shape;
    let message = format!("{}: expected {} axes, found {}", subject.name, expected.len(), found.len());
    diagnostic(codes::PROMISED_SHAPE, message, at).note(format!(
        "{}, promised is {}",
        shapes(subject),
        fmt_shape(expected)
    ))
}

pub(crate) fn argument_dtype(subject: &Subject, param: &str, expected: DType, found: DType, at: Region) -> Diagnostic {
    diagnostic(codes::CALL, format!("{}: `{param}` expects {expected}, found {found}", subject.name), at)
        .note(types(subject))
        .help(format!("convert it: `cast[{expected}](..)`"))
}

pub(crate) fn argument_rank(subject: &Subject, param: &str, expected: &[Dim], at: Region) -> Diagnostic {
    let found = &subject.operands[0].ty.shape;
    let message = format!("{}: `{param}` expects {} axes, found {}", subject.name, expected.len(), found.len());
    diagnostic(codes::CALL, message, at).note(format!("`{param}` is {}, {}", fmt_shape(expected), shapes(subject)))
}
