//! Ways out to try, the ones that ask nothing of the caller first. Nothing here decides whether one is right: the checker
//! tries each and offers what mends the mistake.

use crate::diag::{Edit, Fix, Region};
use crate::logic::{Obligation, Operand, Reason, Subject};
use crate::types::{Atom, Cmp, Dim, DimVar, Pred, fmt_shape};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeSet;

/// For premises of one rule that failed together: `goals`, of which `obligation` is the first, where `definitions` are what
/// the function calls products.
pub(crate) fn for_premises(obligation: &Obligation, goals: &[Pred], definitions: &[(DimVar, Dim)]) -> Vec<Fix> {
    let Obligation { reason, subject, .. } = obligation;
    let mut fixes = match reason {
        Reason::SameShape { .. } => same_shape(subject),
        Reason::MatmulInner { .. } => matmul_inner(subject),
        Reason::MatmulBatch { .. } => matmul_batch(subject),
        Reason::Stretch { target, .. } => insert_units(&subject.operands[0], target).into_iter().collect(),
        Reason::ArgumentDim { shape, .. } => to_shape(&subject.operands[0], shape),
        Reason::PromisedDim { promised, .. } => become_promised(&subject.operands[0], promised),
        Reason::ConcatAxis { .. }
        | Reason::NonEmptyAxis { .. }
        | Reason::SliceBound { .. }
        | Reason::NonNegativeDim { .. }
        | Reason::CallCondition { .. }
        | Reason::PromisedRefinement { .. } => Vec::new(),
    };
    fixes.extend(divisible(goals));
    if let Reason::PromisedDim { promised_at, .. } = reason {
        fixes.push(promise_found(&subject.operands[0], *promised_at));
    }
    fixes.extend(demand(goals));
    let product = |var: &DimVar| definitions.iter().find(|(name, _)| name == var).map(|(_, product)| product.clone());
    let expanded: Vec<Pred> = goals.iter().map(|goal| goal.substitute(&product)).collect();
    if expanded != goals {
        fixes.extend(demand(&expanded));
    }
    fixes
}

/// For a condition that only values of 0 satisfy.
pub(crate) fn allow_zero(var: &str) -> Fix {
    let clause = format!("requires {var} >= 0");
    let text = format!("a shape variable is at least 1 unless a condition allows 0: add `{clause}`");
    Fix { text, edits: vec![Edit::Clause(clause)] }
}

/// For a result or annotation of another rank than promised.
pub(crate) fn promised_rank(subject: &Subject, promised: &[Dim], promised_at: Region) -> Vec<Fix> {
    let value = &subject.operands[0];
    let mut fixes = become_promised(value, promised);
    fixes.push(promise_found(value, promised_at));
    fixes
}

/// For an argument of another rank than the callee demands.
pub(crate) fn argument_rank(subject: &Subject, expected: &[Dim]) -> Vec<Fix> {
    to_shape(&subject.operands[0], expected)
}

/// For operands of different ranks or shapes.
pub(crate) fn same_shape(subject: &Subject) -> Vec<Fix> {
    let [x, y] = &subject.operands[..] else { return Vec::new() };
    let mut fixes = to_shape(y, &x.ty.shape);
    fixes.extend(to_shape(x, &y.ty.shape));
    fixes.extend(broadcast_both(x, y));
    fixes
}

/// For a matmul of operands whose ranks it does not take together, or at all.
pub(crate) fn matmul_ranks(subject: &Subject) -> Vec<Fix> {
    let [x, y] = &subject.operands[..] else { return Vec::new() };
    match (&x.ty.shape[..], &y.ty.shape[..]) {
        ([rows, _], [length]) => vec![Fix::replace(
            format!(
                "make `{}` a column: `reshape[{rows}](matmul({}, reshape[{length}, 1]({})))`",
                y.written, x.written, y.written
            ),
            subject.at,
            format!("reshape[{rows}](matmul({}, reshape[{length}, 1]({})))", x.written, y.written),
        )],
        ([length], [_, columns]) => vec![Fix::replace(
            format!(
                "make `{}` a row: `reshape[{columns}](matmul(reshape[1, {length}]({}), {}))`",
                x.written, x.written, y.written
            ),
            subject.at,
            format!("reshape[{columns}](matmul(reshape[1, {length}]({}), {}))", x.written, y.written),
        )],
        ([_, _, _], [_, _]) => broadcast_batch(x, y).into_iter().collect(),
        ([_, _], [_, _, _]) => broadcast_batch(y, x).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The premises as conditions on the caller.
fn demand(goals: &[Pred]) -> Option<Fix> {
    if goals.iter().any(|goal| goal.vars().is_empty()) {
        return None;
    }
    let goals: Vec<Pred> = goals.iter().map(as_written).collect();
    let condition = goals.iter().map(Pred::to_string).collect::<Vec<_>>().join(", ");
    let nonlinear = |goal: &Pred| matches!(goal, Pred::Compare(Cmp::Eq, a, b) if !(a.is_linear() && b.is_linear()));
    if goals.iter().all(nonlinear) {
        let clause = format!("assume {condition}");
        return Some(Fix { text: format!("add `{clause}`"), edits: vec![Edit::Clause(clause)] });
    }
    Some(Fix::require(&condition))
}

/// That what is divided leaves no remainder, for one quotient after the other.
fn divisible(goals: &[Pred]) -> Vec<Fix> {
    let mut quotients: BTreeSet<(Dim, BigInt)> = BTreeSet::new();
    for goal in goals {
        if let Pred::Compare(Cmp::Eq, lhs, rhs) = goal {
            for (monomial, _) in lhs.terms().chain(rhs.terms()) {
                quotients.extend(monomial.factors().iter().filter_map(|atom| match atom {
                    Atom::Div(inner, divisor) => Some(((**inner).clone(), divisor.clone())),
                    Atom::Var(_) | Atom::Mod(..) => None,
                }));
            }
        }
    }
    let no_remainder = |(inner, divisor): (Dim, BigInt)| Pred::eq(inner.floor_mod(&divisor), Dim::constant(0));
    quotients.into_iter().map(no_remainder).filter_map(|pred| demand(&[pred])).collect()
}

/// The comparison as one would write it: `S >= 16` for `16 <= S`, `S >= 2` for `S - 1 >= 1`, `A == B` for
/// `A + A * B == A * B + B`.
fn as_written(pred: &Pred) -> Pred {
    let Pred::Compare(cmp, lhs, rhs) = pred else { return pred.clone() };
    let difference = lhs.clone() - rhs.clone();
    let divisor = difference.content();
    if divisor.is_zero() {
        return pred.clone();
    }
    let difference = match difference.is_multiple_of(&divisor) {
        true => difference.map_coefficients(|coefficient| coefficient / &divisor),
        false => difference,
    };
    let (mut left, mut right) = (Dim::default(), Dim::default());
    for (monomial, coefficient) in difference.terms().filter(|(monomial, _)| !monomial.is_one()) {
        let side = if coefficient.is_positive() { &mut left } else { &mut right };
        *side = std::mem::take(side) + Dim::term(monomial.clone(), coefficient.abs());
    }
    let constant = difference.constant_term();
    match (left == Dim::default(), right == Dim::default()) {
        (true, _) => Pred::Compare(cmp.flipped(), right, Dim::constant(constant)),
        (false, false) if constant.is_positive() => Pred::Compare(*cmp, left + Dim::constant(constant), right),
        (false, _) => Pred::Compare(*cmp, left, right - Dim::constant(constant)),
    }
}

fn around(lead: &str, operand: &Operand, call: String) -> Fix {
    Fix::replace(format!("{lead}: `{call}`"), operand.at, call)
}

/// Calls around `operand` that may give it the shape `target`.
fn to_shape(operand: &Operand, target: &[Dim]) -> Vec<Fix> {
    let shape = &operand.ty.shape;
    let written = &operand.written;
    let mut fixes = Vec::new();
    if stretches(shape, target) {
        fixes.push(around("broadcast it", operand, format!("broadcast{}({written})", fmt_shape(target))));
    }
    if let Some(rest) = written.strip_prefix("reduce[")
        && shape.len() + 1 == target.len()
    {
        let call = format!("broadcast{}(reduce_keep[{rest})", fmt_shape(target));
        fixes.push(around("keep the axis and broadcast it", operand, call));
    }
    fixes.extend(transposed(operand, target));
    if let Some(units) = units(shape, target) {
        let call = format!("broadcast{}(reshape{}({written}))", fmt_shape(target), fmt_shape(&units));
        fixes.push(around("give it the other axes", operand, call));
    }
    fixes
}

/// Whether `broadcast` takes `shape` to `target` whatever the variables are.
fn stretches(shape: &[Dim], target: &[Dim]) -> bool {
    let Some(pad) = target.len().checked_sub(shape.len()) else { return false };
    shape != target && shape.iter().zip(&target[pad..]).all(|(from, to)| from == to || from.is_constant(1))
}

/// `transpose` where the axes of `target` are those of `operand` in another order.
fn transposed(operand: &Operand, target: &[Dim]) -> Option<Fix> {
    let shape = &operand.ty.shape;
    if shape.len() != target.len() || shape == target {
        return None;
    }
    let mut free: BTreeSet<usize> = (0..shape.len()).collect();
    let mut axes = Vec::new();
    for dim in target {
        let axis = *free.iter().find(|&&axis| shape[axis] == *dim)?;
        free.remove(&axis);
        axes.push(axis);
    }
    let list = |axes: &[usize]| axes.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    // Two permutations are one.
    let own = operand.written.strip_prefix("transpose[").and_then(|rest| rest.split_once(']'));
    let own = own.and_then(|(own, rest)| {
        let own: Vec<usize> = own.split(", ").map(str::parse).collect::<Result<_, _>>().ok()?;
        let axes: Vec<usize> = axes.iter().map(|&axis| own.get(axis).copied()).collect::<Option<_>>()?;
        Some(around("permute otherwise", operand, format!("transpose[{}]{rest}", list(&axes))))
    });
    Some(
        own.unwrap_or_else(|| {
            around("transpose it", operand, format!("transpose[{}]({})", list(&axes), operand.written))
        }),
    )
}

/// `shape` with axes of length 1 put in, so that it stretches to `target`: `[C, 1, 1]` for [C] and [C, H, W].
fn units(shape: &[Dim], target: &[Dim]) -> Option<Vec<Dim>> {
    if shape.len() >= target.len() || shape.is_empty() || stretches(shape, target) {
        return None;
    }
    let mut rest = shape.iter().peekable();
    let units = target.iter().map(|dim| match rest.next_if(|&own| own == dim) {
        Some(own) => own.clone(),
        None => Dim::constant(1),
    });
    let units: Vec<Dim> = units.collect();
    rest.peek().is_none().then_some(units)
}

/// `reshape` that lets a broadcast meet the right axes.
fn insert_units(operand: &Operand, target: &[Dim]) -> Option<Fix> {
    let units = units(&operand.ty.shape, target)?;
    let call = format!("reshape{}({})", fmt_shape(&units), operand.written);
    Some(around("give it the other axes", operand, call))
}

/// `[B, 1]` and `[1, D]` meet at `[B, D]`.
fn broadcast_both(x: &Operand, y: &Operand) -> Option<Fix> {
    let (long, short) = if x.ty.rank() >= y.ty.rank() { (x, y) } else { (y, x) };
    let pad = long.ty.rank() - short.ty.rank();
    let mut target = long.ty.shape.clone();
    for (to, from) in target[pad..].iter_mut().zip(&short.ty.shape) {
        if to.is_constant(1) {
            *to = from.clone();
        } else if !from.is_constant(1) && from != to {
            return None;
        }
    }
    if target == long.ty.shape || target[pad..] == short.ty.shape[..] {
        return None;
    }
    let calls = [x, y].map(|operand| format!("broadcast{}({})", fmt_shape(&target), operand.written));
    Some(Fix {
        text: format!("broadcast both: `{}` and `{}`", calls[0], calls[1]),
        edits: [x, y].iter().zip(calls).map(|(operand, call)| Edit::Replace(operand.at, call)).collect(),
    })
}

fn matmul_inner(subject: &Subject) -> Vec<Fix> {
    let axes = |operand: &Operand| if operand.ty.rank() == 3 { "0, 2, 1" } else { "1, 0" };
    let transpose = |operand: &Operand| {
        around("transpose it", operand, format!("transpose[{}]({})", axes(operand), operand.written))
    };
    let [x, y] = &subject.operands[..] else { return Vec::new() };
    let mut fixes = vec![transpose(y), transpose(x)];
    let swapped = format!("matmul({}, {})", y.written, x.written);
    fixes.push(Fix::replace(format!("swap the factors: `{swapped}`"), subject.at, swapped));
    fixes
}

fn matmul_batch(subject: &Subject) -> Vec<Fix> {
    let [x, y] = &subject.operands[..] else { return Vec::new() };
    let one = |operand: &Operand| operand.ty.shape[0].is_constant(1);
    match (one(x), one(y)) {
        (true, false) => broadcast_batch(y, x).into_iter().collect(),
        (false, true) => broadcast_batch(x, y).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// `broadcast` of one factor to the batch of the other.
fn broadcast_batch(large: &Operand, small: &Operand) -> Option<Fix> {
    let rows = small.ty.rank().checked_sub(2)?;
    let mut target = vec![large.ty.shape[0].clone()];
    target.extend(small.ty.shape[rows..].iter().cloned());
    Some(around("broadcast it", small, format!("broadcast{}({})", fmt_shape(&target), small.written)))
}

/// A value that becomes what was promised.
fn become_promised(value: &Operand, promised: &[Dim]) -> Vec<Fix> {
    let mut fixes: Vec<Fix> = other_axes(value).collect();
    let kept = [("reduce[", "reduce_keep["), ("reduce_keep[", "reduce[")];
    for (from, to) in kept {
        if let Some(rest) = value.written.strip_prefix(from) {
            let lead = if from == "reduce[" { "keep the axis" } else { "drop the axis" };
            fixes.push(around(lead, value, format!("{to}{rest}")));
        }
    }
    fixes.extend(to_shape(value, promised));
    fixes
}

/// A promise that becomes what the value is.
fn promise_found(value: &Operand, promised_at: Region) -> Fix {
    let shape = fmt_shape(&value.ty.shape);
    Fix::replace(format!("promise the shape of the value: `{shape}`"), promised_at, shape)
}

/// A reduction over another axis than `written` says.
fn other_axes(value: &Operand) -> impl Iterator<Item = Fix> {
    let reduction = value.written.starts_with("reduce");
    let form = value.written.split_once("axis = ").filter(|_| reduction).and_then(|(before, after)| {
        let end = after.find(']')?;
        after[..end].parse::<usize>().ok().map(|axis| (before.to_owned(), axis, after[end..].to_owned()))
    });
    let rank = value.ty.rank();
    form.into_iter()
        .flat_map(move |(before, own, rest)| {
            (0..=rank).filter(move |&axis| axis != own).map(move |axis| (axis, format!("{before}axis = {axis}{rest}")))
        })
        .map(move |(axis, call)| Fix::replace(format!("reduce axis {axis}: `{call}`"), value.at, call))
}
