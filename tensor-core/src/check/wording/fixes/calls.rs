//! Ways out that change an attribute or the order of the arguments of a call that is there.

use super::shapes::stretches;
use crate::diag::{Fix, Region};
use crate::logic::{Operand, Subject, WrittenCall};
use crate::types::{Dim, DimVar, fmt_shape};

/// `items`, of which each was `written` so, with two exchanged: `dense(x, w, b)` for `dense(w, x, b)`.
pub(crate) fn swap(what: &str, call: &str, at: Region, written: &[String], one: usize, other: usize) -> Fix {
    let mut exchanged = written.to_vec();
    exchanged.swap(one, other);
    let exchanged = format!("{call}({})", exchanged.join(", "));
    Fix::replace(format!("swap the {what}: `{exchanged}`"), at, exchanged)
}

fn changed(lead: impl Into<String>, call: &WrittenCall) -> Fix {
    Fix::replace(format!("{}: `{call}`", lead.into()), call.at, call.to_string())
}

fn call_of<'o>(operand: &'o Operand, name: &str) -> Option<&'o WrittenCall> {
    operand.call.as_deref().filter(|call| call.name == name)
}

/// The same along another axis, where `call` gives a value of rank `rank`.
fn along_other_axes(call: &WrittenCall, rank: usize) -> Vec<Fix> {
    let (verb, rank) = match call.name.as_str() {
        "reduce" => ("reduce", rank + 1),
        "reduce_keep" => ("reduce", rank),
        "concat" => ("join along", rank),
        "slice" => ("slice", rank),
        _ => return Vec::new(),
    };
    let Some(own) = call.axis(rank) else { return Vec::new() };
    let others = (0..rank).filter(|&axis| axis != own);
    others.map(|axis| changed(format!("{verb} axis {axis}"), &call.with_attr("axis", axis))).collect()
}

/// The call that `operand` is, along another axis.
pub(super) fn other_axes(operand: &Operand) -> Vec<Fix> {
    operand.call.as_deref().map_or_else(Vec::new, |call| along_other_axes(call, operand.ty.rank()))
}

/// A `concat` or `slice` along another axis.
pub(super) fn own_axis(subject: &Subject) -> Vec<Fix> {
    let rank = subject.operands.first().map_or(0, |operand| operand.ty.rank());
    subject.call.as_deref().map_or_else(Vec::new, |call| along_other_axes(call, rank))
}

/// `reduce_keep` for `reduce`.
pub(super) fn kept(operand: &Operand) -> Option<Fix> {
    Some(changed("keep the axis", &call_of(operand, "reduce")?.with_name("reduce_keep")))
}

/// `reduce` for `reduce_keep`.
pub(super) fn not_kept(operand: &Operand) -> Option<Fix> {
    Some(changed("drop the axis", &call_of(operand, "reduce_keep")?.with_name("reduce")))
}

/// A reduction that keeps its axis, and is stretched along it where `target` is longer there.
pub(super) fn kept_axis(operand: &Operand, target: &[Dim]) -> Option<Fix> {
    let fits = operand.ty.rank() + 1 == target.len() && !stretches(&operand.ty.shape, target);
    let call = call_of(operand, "reduce").filter(|_| fits)?;
    let keep = call.with_name("reduce_keep");
    if call.axis(target.len()).is_some_and(|axis| target[axis].is_constant(1)) {
        return Some(changed("keep the axis", &keep));
    }
    let stretched = format!("broadcast{}({keep})", fmt_shape(target));
    Some(Fix::replace(format!("keep the axis and broadcast it: `{stretched}`"), call.at, stretched))
}

/// A `slice` that stops where its length is the one of `target`.
pub(super) fn stop_for(operand: &Operand, target: &[Dim]) -> Option<Fix> {
    let call = call_of(operand, "slice").filter(|_| operand.ty.rank() == target.len())?;
    let axis = call.axis(target.len())?;
    let start = call.attr("start")?;
    let start = match start.parse::<u32>() {
        Ok(number) => Dim::constant(number),
        Err(_) => Dim::var(DimVar::new(name(start)?)),
    };
    let stop = target[axis].clone() + start;
    Some(changed(format!("stop at `{stop}`"), &call.with_attr("stop", &stop)))
}

/// `written`, if it is a name.
fn name(written: &str) -> Option<&str> {
    written.chars().all(|c| c.is_alphanumeric() || c == '_').then_some(written)
}

/// A `slice` that stops at the end of `axis`, where its stop exceeds the `length`; or along another axis.
pub(super) fn within_bounds(subject: &Subject, axis: usize, bound: &Dim) -> Vec<Fix> {
    let Some(operand) = subject.operands.first() else { return Vec::new() };
    let beyond =
        |call: &&WrittenCall| operand.ty.shape[axis] == *bound && call.attr("start") != Some(&bound.to_string());
    let at_end = subject.call.as_deref().filter(beyond);
    let at_end = at_end.map(|call| changed(format!("stop at `{bound}`"), &call.with_attr("stop", bound)));
    let mut fixes: Vec<Fix> = at_end.into_iter().collect();
    fixes.extend(own_axis(subject));
    fixes
}
