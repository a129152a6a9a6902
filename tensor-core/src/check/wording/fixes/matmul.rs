//! Ways out for `matmul`.

use super::shapes::around;
use crate::diag::Fix;
use crate::logic::{Operand, Subject};
use crate::types::fmt_shape;

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

pub(super) fn matmul_inner(subject: &Subject) -> Vec<Fix> {
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

pub(super) fn matmul_batch(subject: &Subject) -> Vec<Fix> {
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
