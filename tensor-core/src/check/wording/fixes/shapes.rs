//! Ways out that give a value another shape.

use crate::diag::{Edit, Fix};
use crate::logic::Operand;
use crate::types::{Dim, fmt_shape};
use std::collections::BTreeSet;

/// Where axes of length 1 can go in so many ways, these many are tried.
const MOST_PLACES: usize = 3;

pub(super) fn around(lead: &str, operand: &Operand, call: String) -> Fix {
    Fix::replace(format!("{lead}: `{call}`"), operand.at, call)
}

/// `reshape` to `target`; one that is there already gets another target.
fn reshape(operand: &Operand, target: &[Dim]) -> String {
    if let Some(call) = operand.own_call("reshape") {
        return call.with_list(target).to_string();
    }
    format!("reshape{}({})", fmt_shape(target), operand.written)
}

/// Calls around `operand` that may give it the shape `target`.
pub(super) fn to_shape(operand: &Operand, target: &[Dim]) -> Vec<Fix> {
    let shape = &operand.ty.shape;
    let mut fixes = Vec::new();
    if stretches(shape, target) {
        let call = format!("broadcast{}({})", fmt_shape(target), operand.written);
        fixes.push(around("broadcast it", operand, call));
    } else if same_but_for_units(shape, target) {
        fixes.push(around("reshape it", operand, reshape(operand, target)));
    }
    fixes.extend(transposed(operand, target));
    for units in units(shape, target).into_iter().filter(|units| units != target) {
        let call = format!("broadcast{}({})", fmt_shape(target), reshape(operand, &units));
        fixes.push(around("give it the other axes", operand, call));
    }
    fixes
}

/// Whether `broadcast` takes `shape` to `target` whatever the variables are.
pub(super) fn stretches(shape: &[Dim], target: &[Dim]) -> bool {
    let Some(pad) = target.len().checked_sub(shape.len()) else { return false };
    shape != target && shape.iter().zip(&target[pad..]).all(|(from, to)| from == to || from.is_constant(1))
}

/// Whether the shapes differ, but only by axes of length 1.
fn same_but_for_units(shape: &[Dim], target: &[Dim]) -> bool {
    let longer = |shape: &[Dim]| shape.iter().filter(|dim| !dim.is_constant(1)).cloned().collect::<Vec<_>>();
    shape != target && longer(shape) == longer(target)
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
    Some(permuted(operand, &axes))
}

/// Where another axis of `operand` has the length that `axis` should have: both axes exchanged.
pub(super) fn axis_exchanged(operand: &Operand, axis: usize, length: &Dim) -> Option<Fix> {
    let shape = &operand.ty.shape;
    let other = (0..shape.len()).find(|&other| other != axis && shape[other] == *length)?;
    let mut axes: Vec<usize> = (0..shape.len()).collect();
    axes.swap(axis, other);
    Some(permuted(operand, &axes))
}

/// `operand` with its axes in the order `axes`: two permutations are one, and one that changes nothing is none.
pub(super) fn permuted(operand: &Operand, axes: &[usize]) -> Fix {
    let transpose = operand.own_call("transpose").filter(|call| call.args.len() == 1);
    let Some((call, own)) = transpose.and_then(|call| Some((call, call.axes(axes.len())?))) else {
        let axes: Vec<String> = axes.iter().map(usize::to_string).collect();
        return around("transpose it", operand, format!("transpose[{}]({})", axes.join(", "), operand.written));
    };
    let both: Vec<usize> = axes.iter().filter_map(|&axis| own.get(axis).copied()).collect();
    if both.iter().copied().eq(0..both.len()) {
        let plain = &call.args[0];
        return Fix::replace(format!("do not transpose it: `{plain}`"), call.at, plain);
    }
    let call = call.with_list(both);
    Fix::replace(format!("permute otherwise: `{call}`"), call.at, call.to_string())
}

/// `shape` with axes of length 1 put in, so that it stretches to `target`: `[C, 1, 1]` for [C] and [C, H, W]. Where there
/// are several places for its axes, the first ones come first.
fn units(shape: &[Dim], target: &[Dim]) -> Vec<Vec<Dim>> {
    let mut found = Vec::new();
    if shape.len() < target.len() && !shape.is_empty() && !stretches(shape, target) {
        place(shape, target, &mut Vec::new(), &mut found);
    }
    found
}

/// Adds to `found` what `placed` can become where `shape` is still to be placed along `target`.
fn place(shape: &[Dim], target: &[Dim], placed: &mut Vec<Dim>, found: &mut Vec<Vec<Dim>>) {
    if found.len() == MOST_PLACES || shape.len() > target.len() {
        return;
    }
    let Some((length, later)) = target.split_first() else {
        found.push(placed.clone());
        return;
    };
    if shape.first() == Some(length) {
        placed.push(length.clone());
        place(&shape[1..], later, placed, found);
        placed.pop();
    }
    placed.push(Dim::constant(1));
    place(shape, later, placed, found);
    placed.pop();
}

/// `reshape` that lets a broadcast meet the right axes.
pub(super) fn insert_units(operand: &Operand, target: &[Dim]) -> Vec<Fix> {
    let units = units(&operand.ty.shape, target).into_iter();
    units.map(|units| around("give it the other axes", operand, reshape(operand, &units))).collect()
}

fn both(lead: &str, operands: [(&Operand, String); 2]) -> Fix {
    let [(_, first), (_, second)] = &operands;
    Fix {
        text: format!("{lead}: `{first}` and `{second}`"),
        edits: operands.into_iter().map(|(operand, call)| Edit::Replace(operand.at, call)).collect(),
    }
}

/// `[B, 1]` and `[1, D]` meet at `[B, D]`.
pub(super) fn broadcast_both(x: &Operand, y: &Operand) -> Option<Fix> {
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
    let call = |operand: &Operand| format!("broadcast{}({})", fmt_shape(&target), operand.written);
    Some(both("broadcast both", [(x, call(x)), (y, call(y))]))
}

/// `[K]` and `[L]` meet at `[K, L]`, or at `[L, K]`.
pub(super) fn every_pair(x: &Operand, y: &Operand) -> Vec<Fix> {
    let ([k], [l]) = (&x.ty.shape[..], &y.ty.shape[..]) else { return Vec::new() };
    let column = |operand: &Operand, own: &Dim, other: &Dim| {
        let column = reshape(operand, &[own.clone(), Dim::constant(1)]);
        format!("broadcast[{own}, {other}]({column})")
    };
    let row = |operand: &Operand, other: &Dim, own: &Dim| format!("broadcast[{other}, {own}]({})", operand.written);
    let lead = "for every pair, broadcast both";
    vec![both(lead, [(x, column(x, k, l)), (y, row(y, k, l))]), both(lead, [(x, row(x, l, k)), (y, column(y, l, k))])]
}
