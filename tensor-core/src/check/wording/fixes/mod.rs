//! Ways out to try, the ones that ask nothing of the caller first. Nothing here decides whether one is right: the checker
//! tries each and offers what mends the mistake.

mod calls;
mod conditions;
mod matmul;
mod shapes;

pub(crate) use calls::swap;
pub(crate) use conditions::allow_zero;
pub(crate) use matmul::matmul_ranks;

use crate::diag::{Fix, Region};
use crate::logic::{Obligation, Operand, Reason, Subject};
use crate::types::{Dim, DimVar, Pred, fmt_shape};

/// For premises of one rule that failed together: `goals`, of which `obligation` is the first, where `definitions` are what
/// the function calls products.
pub(crate) fn for_premises(obligation: &Obligation, goals: &[Pred], definitions: &[(DimVar, Dim)]) -> Vec<Fix> {
    let Obligation { reason, subject, .. } = obligation;
    let mut fixes = subject.swaps.to_vec();
    fixes.extend(match reason {
        Reason::SameShape { .. } => same_shape(subject),
        Reason::MatmulInner { .. } => matmul::matmul_inner(subject),
        Reason::MatmulBatch { .. } => matmul::matmul_batch(subject),
        Reason::Stretch { target, .. } => stretch(&subject.operands[0], target),
        Reason::ArgumentDim { axis, shape, solved, expected, found, .. } => {
            let operand = &subject.operands[0];
            let mut fixes = argument(operand, shape);
            fixes.extend(shapes::axis_exchanged(operand, *axis, expected));
            if let Some(solved) = solved {
                fixes.extend(shapes::axis_exchanged(&solved.operand, solved.axis, found));
            }
            fixes
        }
        Reason::PromisedDim { promised, .. } => become_promised(&subject.operands[0], promised),
        Reason::ConcatAxis { .. } => calls::own_axis(subject),
        Reason::SliceBound { axis, rhs, .. } => calls::within_bounds(subject, *axis, rhs),
        Reason::NonEmptyAxis { .. }
        | Reason::NonNegativeDim { .. }
        | Reason::CallCondition { .. }
        | Reason::PromisedRefinement { .. } => Vec::new(),
    });
    fixes.extend(conditions::divisible(goals));
    if let Reason::PromisedDim { promised_at, .. } = reason {
        fixes.push(promise_found(&subject.operands[0], *promised_at));
    }
    fixes.extend(conditions::demand(goals));
    let product = |var: &DimVar| definitions.iter().find(|(name, _)| name == var).map(|(_, product)| product.clone());
    let expanded: Vec<Pred> = goals.iter().map(|goal| goal.substitute(&product)).collect();
    if expanded != goals {
        fixes.extend(conditions::demand(&expanded));
    }
    fixes
}

/// For a result or annotation of another rank than promised.
pub(crate) fn promised_rank(subject: &Subject, promised: &[Dim], promised_at: Region) -> Vec<Fix> {
    let value = &subject.operands[0];
    let mut fixes = subject.swaps.to_vec();
    fixes.extend(become_promised(value, promised));
    fixes.push(promise_found(value, promised_at));
    fixes
}

/// For an argument of another rank than the callee demands.
pub(crate) fn argument_rank(subject: &Subject, expected: &[Dim]) -> Vec<Fix> {
    let mut fixes = subject.swaps.to_vec();
    fixes.extend(argument(&subject.operands[0], expected));
    fixes
}

/// For operands of different ranks or shapes.
pub(crate) fn same_shape(subject: &Subject) -> Vec<Fix> {
    let [x, y] = &subject.operands[..] else { return Vec::new() };
    let joined = |operand: &&Operand| operand.call.as_ref().is_some_and(|call| call.name == "concat");
    let mut fixes: Vec<Fix> = [y, x].into_iter().filter(joined).flat_map(calls::other_axes).collect();
    for (operand, other) in [(y, x), (x, y)] {
        let target = &other.ty.shape;
        fixes.extend(calls::kept_axis(operand, target));
        fixes.extend(shapes::to_shape(operand, target));
    }
    fixes.extend(shapes::broadcast_both(x, y));
    fixes.extend(calls::stop_for(y, &x.ty.shape));
    fixes.extend(calls::stop_for(x, &y.ty.shape));
    fixes.extend([y, x].into_iter().filter(|operand| !joined(operand)).flat_map(calls::other_axes));
    fixes.extend(shapes::every_pair(x, y));
    fixes
}

/// For operands of `concat` of different ranks: the smaller one is one more row of the larger one.
pub(crate) fn concat_ranks(subject: &Subject) -> Vec<Fix> {
    let [x, y] = &subject.operands[..] else { return Vec::new() };
    let (long, short) = if x.ty.rank() >= y.ty.rank() { (x, y) } else { (y, x) };
    let Some(axis) = subject.call.as_ref().and_then(|call| call.axis(long.ty.rank())) else { return Vec::new() };
    let mut row = long.ty.shape.clone();
    row[axis] = Dim::constant(1);
    let mut fixes = shapes::to_shape(short, &row);
    fixes.extend(same_shape(subject));
    fixes
}

/// An axis that does not stretch.
fn stretch(operand: &Operand, target: &[Dim]) -> Vec<Fix> {
    let mut fixes: Vec<Fix> = calls::kept(operand).into_iter().collect();
    fixes.extend(shapes::insert_units(operand, target));
    fixes
}

fn argument(operand: &Operand, expected: &[Dim]) -> Vec<Fix> {
    let mut fixes: Vec<Fix> = calls::kept_axis(operand, expected).into_iter().collect();
    fixes.extend(shapes::to_shape(operand, expected));
    fixes.extend(calls::other_axes(operand));
    fixes
}

/// A value that becomes what was promised.
fn become_promised(value: &Operand, promised: &[Dim]) -> Vec<Fix> {
    let mut fixes = calls::other_axes(value);
    fixes.extend(calls::kept(value));
    fixes.extend(calls::not_kept(value));
    fixes.extend(calls::kept_axis(value, promised));
    fixes.extend(shapes::to_shape(value, promised));
    fixes.extend(calls::stop_for(value, promised));
    fixes
}

/// A promise that becomes what the value is.
fn promise_found(value: &Operand, promised_at: Region) -> Fix {
    let shape = fmt_shape(&value.ty.shape);
    Fix::replace(format!("promise the shape of the value: `{shape}`"), promised_at, shape)
}
