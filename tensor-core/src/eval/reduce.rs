//! Reductions over one axis.

use super::Value;
use super::elementwise::{computes_in, primitive};
use super::error::Stop;
use crate::ops::{Prim, Reduction, ReductionKind};
use crate::types::{DType, Element, Kind, round};

/// Reduces `axis` of `x`, which is removed, or kept with length 1.
pub(super) fn reduce(x: &Value, reduction: &Reduction, axis: usize, keep: bool) -> Result<Value, Stop> {
    let Some(&length) = x.shape().get(axis) else {
        return Err(Stop::Shape(format!("{}: no axis {axis} in {:?}", reduction.name, x.shape())));
    };
    if reduction.needs_element && length == 0 {
        return Err(Stop::Shape(format!("{}: axis {axis} of {:?} is empty", reduction.name, x.shape())));
    }
    let mut shape = x.shape().to_vec();
    if keep {
        shape[axis] = 1;
    } else {
        shape.remove(axis);
    }
    Value::build(reduction.result(x.dtype()), &shape, |index| {
        let mut source = index.to_vec();
        if !keep {
            source.insert(axis, 0);
        }
        let lane: Vec<Element> = (0..length)
            .map(|position| {
                source[axis] = position;
                x.at(&source)
            })
            .collect();
        reduce_lane(reduction.kind, x.dtype(), &lane)
    })
}

fn reduce_lane(kind: ReductionKind, dtype: DType, lane: &[Element]) -> Result<Element, Stop> {
    let fold = |prim: Prim, start: Element, rest: &[Element]| {
        rest.iter().try_fold(start, |sum, &element| primitive(prim, dtype, &[sum, element]))
    };
    let number = |value: i8| match dtype.kind() {
        Kind::Float => Element::Float(value.into()),
        Kind::SignedInt => Element::Int(value.into()),
        Kind::Bool => unreachable!("no reduction of Bool computes with numbers"),
    };
    Ok(match kind {
        ReductionKind::Sum => rounded(fold(Prim::Add, number(0), lane)?, dtype),
        ReductionKind::Prod => rounded(fold(Prim::Mul, number(1), lane)?, dtype),
        ReductionKind::Mean => {
            let count = Element::Float(round(lane.len() as f64, computes_in(dtype)));
            rounded(primitive(Prim::Div, dtype, &[fold(Prim::Add, number(0), lane)?, count])?, dtype)
        }
        ReductionKind::Max => fold(Prim::Max, lane[0], &lane[1..])?,
        ReductionKind::Min => fold(Prim::Min, lane[0], &lane[1..])?,
        ReductionKind::Any => Element::Bool(lane.contains(&Element::Bool(true))),
        ReductionKind::All => Element::Bool(!lane.contains(&Element::Bool(false))),
        ReductionKind::ArgMax => first(lane, greater),
        ReductionKind::ArgMin => first(lane, |element, best| greater(best, element)),
    })
}

/// What was accumulated, in the dtype of the result.
pub(super) fn rounded(accumulated: Element, dtype: DType) -> Element {
    match accumulated {
        Element::Float(value) => Element::Float(round(value, dtype)),
        exact @ (Element::Int(_) | Element::Bool(_)) => exact,
    }
}

fn greater(a: Element, b: Element) -> bool {
    match (a, b) {
        (Element::Float(a), Element::Float(b)) => a > b,
        (Element::Int(a), Element::Int(b)) => a > b,
        (a, b) => unreachable!("{a} and {b} have no order"),
    }
}

/// Position of the first element that none beats; the first NaN beats all.
fn first(lane: &[Element], beats: impl Fn(Element, Element) -> bool) -> Element {
    let is_nan = |element: Element| matches!(element, Element::Float(value) if value.is_nan());
    let mut best = 0;
    for (position, &element) in lane.iter().enumerate() {
        if !is_nan(lane[best]) && (is_nan(element) || beats(element, lane[best])) {
            best = position;
        }
    }
    Element::Int(best as i64)
}
