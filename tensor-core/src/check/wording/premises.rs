//! Premises that failed, and conditions that contradict each other.

use super::super::resolve::AssumedBy;
use super::{diagnostic, fixes, rules};
use crate::diag::{Diagnostic, Region, codes};
use crate::logic::{Check, Model, Obligation, Origin, Reason, Solved, Subject};
use crate::types::{Dim, Formula, TensorType, fmt_shape};
use std::collections::BTreeSet;

/// A premise that is false where `model` says.
pub(crate) fn refuted(obligation: &Obligation, model: &Model) -> Diagnostic {
    let mut wrong = premise(obligation);
    // Where an operation dropped the refinement, values that it excludes would mislead.
    if !model.0.is_empty() && !is_dropped(&obligation.reason) {
        let values: Vec<String> = model.0.iter().map(|(var, value)| format!("{var} = {value}")).collect();
        let mut counterexample = format!("counterexample: {}", values.join(", "));
        let shapes = rules::shapes(&at_model(&obligation.subject, model));
        if shapes != rules::shapes(&obligation.subject) {
            counterexample.push_str(&format!(", where {shapes}"));
        }
        wrong = wrong.note(counterexample);
    }
    wrong
}

/// A refinement that other values have: no values of the variables refute it.
pub(crate) fn of_another_value(obligation: &Obligation) -> Diagnostic {
    let mut wrong = premise(obligation);
    if is_dropped(&obligation.reason) {
        return wrong;
    }
    if matches!(obligation.reason, Reason::PromisedRefinement { .. }) {
        wrong.notes.clear();
    }
    wrong.note("it is a refinement of another value, and says nothing of this one")
}

fn is_dropped(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::PromisedRefinement { dropped_by: Some(_), .. } | Reason::CallCondition { dropped_by: Some(_), .. }
    )
}

/// A premise that the solver did not decide.
pub(crate) fn undecided(obligation: &Obligation, reason: &str) -> Diagnostic {
    let mut wrong = premise(obligation);
    wrong.message = format!("{}: could not prove `{}`", obligation.subject.name, obligation.goal).into();
    wrong.note(format!("the solver gave up: {reason}"))
}

/// That a further axis has the same fault: `axis 2 differs as well: expected `D`, found `E` `.
pub(crate) fn on_another_axis(obligation: &Obligation) -> Option<String> {
    match &obligation.reason {
        Reason::SameShape { axis, expected, found }
        | Reason::ConcatAxis { axis, expected, found }
        | Reason::ArgumentDim { axis, expected, found, .. }
        | Reason::PromisedDim { axis, expected, found, .. } => {
            Some(format!("axis {axis} differs as well: expected `{expected}`, found `{found}`"))
        }
        Reason::MatmulInner { expected, found, .. } => {
            Some(format!("inner dimensions differ as well: expected `{expected}`, found `{found}`"))
        }
        Reason::Stretch { axis, from, to, .. } => {
            Some(format!("so does axis {axis}: it is `{from}`, expected `{to}` or 1"))
        }
        _ => None,
    }
}

fn at_model(subject: &Subject, model: &Model) -> Subject {
    let mut subject = subject.clone();
    for operand in &mut subject.operands {
        let shape =
            operand.ty.shape.iter().map(|dim| dim.substitute(&|var| model.value(var).map(Dim::constant))).collect();
        operand.ty = TensorType { shape, ..operand.ty.clone() };
    }
    subject
}

/// The first line and both shapes.
fn premise(obligation: &Obligation) -> Diagnostic {
    let Obligation { reason, subject, at, .. } = obligation;
    let name = &subject.name;
    let shapes = || rules::shapes(subject);
    match reason {
        Reason::MatmulBatch { expected, found } => diagnostic(
            codes::MATMUL,
            format!("{name}: batch dimensions differ: expected `{expected}`, found `{found}`"),
            *at,
        )
        .note(format!("{}; axis 0 of both must be equal", shapes())),
        Reason::MatmulInner { expected, found, axis } => diagnostic(
            codes::MATMUL,
            format!("{name}: inner dimensions differ: expected `{expected}`, found `{found}`"),
            *at,
        )
        .note(format!("{}; axis {} of the left must equal axis {axis} of the right", shapes(), axis + 1)),
        Reason::SameShape { axis, expected, found } => diagnostic(
            codes::SHAPES_DIFFER,
            format!("{name}: shapes differ on axis {axis}: expected `{expected}`, found `{found}`"),
            *at,
        )
        .note(shapes()),
        Reason::ConcatAxis { axis, expected, found } => diagnostic(
            codes::CONCAT,
            format!("{name}: shapes differ on axis {axis}: expected `{expected}`, found `{found}`"),
            *at,
        )
        .note(shapes()),
        Reason::NonEmptyAxis { reduction, axis, dim } if dim.as_constant().is_some() => diagnostic(
            codes::EMPTY_AXIS,
            format!("{name}: axis {axis} is empty, and `{reduction}` of no elements has no value"),
            *at,
        )
        .note(shapes()),
        Reason::NonEmptyAxis { reduction, axis, dim } => diagnostic(
            codes::EMPTY_AXIS,
            format!(
                "{name}: axis {axis} may be empty, and `{reduction}` of no elements has no value: expected `{dim} >= 1`"
            ),
            *at,
        )
        .note(shapes()),
        Reason::Stretch { axis, from, to, target_axis, target } => diagnostic(
            codes::BROADCAST,
            match to.is_constant(1) {
                true => format!("{name}: axis {axis} of the operand is `{from}`: expected 1"),
                false => format!("{name}: axis {axis} of the operand is `{from}`: expected `{to}` or 1"),
            },
            *at,
        )
        .note(format!(
            "{}, the target is {}; they meet on axis {target_axis} of the target",
            shapes(),
            fmt_shape(target)
        )),
        Reason::SliceBound { axis, order, lhs, rhs } => {
            let fault = match (order, obligation.goal.normalise() == Formula::False) {
                (true, true) => "the range ends before it starts".to_owned(),
                (true, false) => "the range may end before it starts".to_owned(),
                (false, true) => format!("the range leaves axis {axis}"),
                (false, false) => format!("the range may leave axis {axis}"),
            };
            diagnostic(codes::SLICE, format!("{name}: {fault}: expected `{lhs} <= {rhs}`"), *at).note(shapes())
        }
        Reason::NonNegativeDim { dim } => {
            let is = if dim.as_constant().is_some() { "is" } else { "may be" };
            diagnostic(codes::NEGATIVE_DIM, format!("{name}: the dim `{dim}` {is} negative"), *at)
        }
        Reason::ArgumentDim { param, axis, expected, found, shape, demanded_at, solved } => {
            let message = format!("{name}: axis {axis} of `{param}` differs: expected `{expected}`, found `{found}`");
            let demanded = format!("{}, expected {}, demanded{}", shapes(), fmt_shape(shape), place(*demanded_at));
            let wrong = diagnostic(codes::CALL, message, *at).note(demanded);
            match solved.as_deref() {
                Some(Solved { var, param: other, axis: first, .. }) => wrong.note(format!(
                    "`{var}` is `{expected}` from axis {first} of `{other}`, `{found}` from axis {axis} of `{param}`"
                )),
                None => wrong,
            }
        }
        Reason::CallCondition { written, demanded_at, dropped_by } => {
            let wrong = diagnostic(codes::CALL, format!("{name}: its condition `{written}` does not follow here"), *at);
            let here = obligation.goal.to_string();
            let terms = (here != *written).then(|| format!("in this function's terms: `{here}`"));
            let demanded = demanded_at.map(|at| format!("demanded{}", place(at)));
            let dropped = dropped_by.as_ref().map(|(operation, at)| format!("dropped by `{operation}`{}", place(*at)));
            match [terms, demanded, dropped].into_iter().flatten().collect::<Vec<_>>() {
                notes if notes.is_empty() => wrong,
                notes => wrong.note(notes.join(", ")),
            }
        }
        Reason::PromisedDim { axis, expected, found, promised, .. } => diagnostic(
            codes::PROMISED_SHAPE,
            format!("{name}: axis {axis} differs: expected `{expected}`, found `{found}`"),
            *at,
        )
        .note(format!("{}, promised is {}", shapes(), fmt_shape(promised))),
        Reason::PromisedRefinement { written, dropped_by, .. } => {
            let wrong = diagnostic(codes::REFINEMENT, format!("{name}: `{written}` does not follow"), *at);
            match dropped_by {
                Some((operation, at)) => wrong.note(format!("dropped by `{operation}`{}", place(*at))),
                None => wrong.note("it is stated neither by what the value is made from nor by `requires`"),
            }
        }
    }
}

/// ` at src/lib.rs:12`
fn place(at: Region) -> String {
    let start = at.start();
    format!(" at {}:{}", start.file(), start.start().line)
}

/// A condition that no values satisfy together with `earlier` ones.
pub(crate) fn contradiction(check: &Check, by: &AssumedBy, earlier: &[String], at: Region) -> Diagnostic {
    let condition = &check.written;
    let (and, with) = match earlier {
        [] => ("", ""),
        _ => (" and the other conditions", " with the other conditions"),
    };
    let others = |lead: &str| (!earlier.is_empty()).then(|| format!("{lead}: {}", earlier.join(", ")));
    let message = match by {
        AssumedBy::Reshape(subject, target) => {
            let wrong = rules::volumes_differ(subject, target, at);
            return others("under the conditions").into_iter().fold(wrong, Diagnostic::note);
        }
        AssumedBy::Call(callee) => {
            let needs = if matches!(check.origin, Origin::Reshape(_)) { "its `reshape` needs" } else { "it assumes" };
            format!("{callee}: {needs} `{condition}`, which no values satisfy{with}")
        }
        AssumedBy::Function => format!("no values satisfy `{condition}`{and}"),
    };
    let wrong = diagnostic(codes::CONTRADICTION, message, at);
    let wrong = others("the others").into_iter().fold(wrong, Diagnostic::note);
    // That a callee's reshape is right for empty tensors is hardly what was meant.
    let vars = if matches!(check.origin, Origin::Reshape(_)) { BTreeSet::new() } else { check.pred.vars() };
    wrong.fixes(vars.iter().map(|var| fixes::allow_zero(var.name())).collect())
}
