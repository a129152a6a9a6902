//! matmul and the operations that move elements.

use super::Value;
use super::elementwise::primitive;
use super::error::Stop;
use super::reduce::rounded;
use crate::ops::Prim;
use crate::types::{Element, Kind};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// `[B, M, K] × [B, K, N] → [B, M, N]`, or the same without `B`; all zeros where K is 0.
pub(super) fn matmul(a: &Value, b: &Value) -> Result<Value, Stop> {
    let batch = match (a.rank(), b.rank()) {
        (2, 2) => 0,
        (3, 3) => 1,
        _ => return Err(misfit("matmul", a, b)),
    };
    let (inner, width) = (a.shape()[batch + 1], b.shape()[batch + 1]);
    if a.dtype() != b.dtype() || a.shape()[..batch] != b.shape()[..batch] || b.shape()[batch] != inner {
        return Err(misfit("matmul", a, b));
    }
    let mut shape = a.shape().to_vec();
    shape[batch + 1] = width;
    let zero = match a.dtype().kind() {
        Kind::Float => Element::Float(0.0),
        Kind::SignedInt => Element::Int(0),
        Kind::Bool => return Err(Stop::Shape("matmul: Bool is no number".to_owned())),
    };
    Value::build(a.dtype(), &shape, |index| {
        let (mut left, mut right) = (index.to_vec(), index.to_vec());
        let mut sum = zero;
        for k in 0..inner {
            left[batch + 1] = k;
            right[batch] = k;
            let product = primitive(Prim::Mul, a.dtype(), &[a.at(&left), b.at(&right)])?;
            sum = primitive(Prim::Add, a.dtype(), &[sum, product])?;
        }
        Ok(rounded(sum, a.dtype()))
    })
}

/// Result axis j is operand axis `permutation[j]`.
pub(super) fn transpose(x: &Value, permutation: &[usize]) -> Result<Value, Stop> {
    let mut sorted = permutation.to_vec();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..x.rank()) {
        return Err(Stop::Shape(format!("transpose: {permutation:?} does not permute {:?}", x.shape())));
    }
    let shape: Vec<usize> = permutation.iter().map(|&axis| x.shape()[axis]).collect();
    Value::build(x.dtype(), &shape, |index| {
        let mut source = vec![0; index.len()];
        for (&axis, &position) in permutation.iter().zip(index) {
            source[axis] = position;
        }
        Ok(x.at(&source))
    })
}

/// The same elements in row-major order.
pub(super) fn reshape(x: &Value, target: &[usize]) -> Result<Value, Stop> {
    let volume = target.iter().try_fold(1usize, |product, &extent| product.checked_mul(extent));
    if volume != Some(x.elements().len()) {
        return Err(Stop::Shape(format!("reshape: {:?} holds another number of elements than {target:?}", x.shape())));
    }
    Ok(x.reshaped(target))
}

/// Repeats axes of length 1, after padding with them on the left.
pub(super) fn broadcast(x: &Value, target: &[usize]) -> Result<Value, Stop> {
    let pad = target.len().checked_sub(x.rank());
    let fits = |pad: usize| x.shape().iter().zip(&target[pad..]).all(|(from, to)| from == to || *from == 1);
    let Some(pad) = pad.filter(|&pad| fits(pad)) else {
        return Err(Stop::Shape(format!("broadcast: {:?} does not stretch to {target:?}", x.shape())));
    };
    Value::build(x.dtype(), target, |index| {
        let source: Vec<usize> = x
            .shape()
            .iter()
            .zip(&index[pad..])
            .map(|(&extent, &position)| if extent == 1 { 0 } else { position })
            .collect();
        Ok(x.at(&source))
    })
}

/// Elements `start..stop` of `axis`.
pub(super) fn slice(x: &Value, axis: usize, start: &BigInt, stop: &BigInt) -> Result<Value, Stop> {
    let length = x.shape().get(axis).copied();
    let (Some(from), Some(to), Some(length)) = (start.to_usize(), stop.to_usize(), length) else {
        return Err(Stop::Shape(format!("slice: {start}..{stop} of axis {axis} of {:?}", x.shape())));
    };
    if from > to || to > length {
        return Err(Stop::Shape(format!("slice: {start}..{stop} of axis {axis} of {:?}", x.shape())));
    }
    let mut shape = x.shape().to_vec();
    shape[axis] = to - from;
    Value::build(x.dtype(), &shape, |index| {
        let mut source = index.to_vec();
        source[axis] += from;
        Ok(x.at(&source))
    })
}

/// `x`, then `y`, along `axis`.
pub(super) fn concat(x: &Value, y: &Value, axis: usize) -> Result<Value, Stop> {
    let agree = x.dtype() == y.dtype() && x.rank() == y.rank() && axis < x.rank();
    if !agree || (0..x.rank()).any(|other| other != axis && x.shape()[other] != y.shape()[other]) {
        return Err(misfit("concat", x, y));
    }
    let border = x.shape()[axis];
    let mut shape = x.shape().to_vec();
    shape[axis] = border.checked_add(y.shape()[axis]).ok_or(Stop::Memory)?;
    Value::build(x.dtype(), &shape, |index| {
        if index[axis] < border {
            return Ok(x.at(index));
        }
        let mut source = index.to_vec();
        source[axis] -= border;
        Ok(y.at(&source))
    })
}

fn misfit(name: &str, x: &Value, y: &Value) -> Stop {
    Stop::Shape(format!("{name}: {}{:?} and {}{:?}", x.dtype(), x.shape(), y.dtype(), y.shape()))
}
