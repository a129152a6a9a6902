//! Where an element is read: element positions as linear forms over the loops of a group.
//!
//! Transpose, broadcast, slice and most reshapes move no data: they only change which element of their operand belongs
//! to which element of their result. Here they act on [`Index`]es, and a chain of them ends in one [`View`] of a buffer.

use super::BufferId;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use tensor_core::ops::Op;
use tensor_core::types::Dim;

/// A summand: `value`, or 0 where one of the dims in `unless_one` is 1 at run time. The condition comes from a
/// `broadcast` of which only the call decides whether it repeats an axis.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Term {
    pub value: Dim,
    pub unless_one: BTreeSet<Dim>,
}

/// A sum of terms; no term's value is the constant 0, and no two terms have the same condition.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sum(Vec<Term>);

impl Sum {
    fn constant(value: i64) -> Sum {
        let mut sum = Sum::default();
        sum.add(Term { value: Dim::constant(value), unless_one: BTreeSet::new() });
        sum
    }

    pub fn terms(&self) -> &[Term] {
        &self.0
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The value, where it has one term without a condition.
    pub fn as_dim(&self) -> Option<&Dim> {
        match &self.0[..] {
            [Term { value, unless_one }] if unless_one.is_empty() => Some(value),
            _ => None,
        }
    }

    pub fn add(&mut self, term: Term) {
        match self.0.iter().position(|other| other.unless_one == term.unless_one) {
            Some(position) => {
                let value = self.0[position].value.clone() + term.value;
                if value.is_constant(0) {
                    self.0.remove(position);
                } else {
                    self.0[position].value = value;
                }
            }
            None if term.value.is_constant(0) => {}
            None => {
                self.0.push(term);
                self.0.sort();
            }
        }
    }

    fn add_scaled(&mut self, other: &Sum, factor: &Dim) {
        for term in &other.0 {
            self.add(Term { value: term.value.clone() * factor.clone(), unless_one: term.unless_one.clone() });
        }
    }

    fn zero_where_one(&mut self, extent: &Dim) {
        for term in &mut self.0 {
            term.unless_one.insert(extent.clone());
        }
    }

    fn is_conditional(&self) -> bool {
        self.0.iter().any(|term| !term.unless_one.is_empty())
    }
}

/// The position along one axis of a value: an offset, and so much per step of each loop.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Index {
    pub offset: Sum,
    /// No coefficient is zero.
    pub loops: BTreeMap<usize, Sum>,
}

impl Index {
    /// The position is that of loop `number`.
    fn of_loop(number: usize) -> Index {
        Index { offset: Sum::default(), loops: BTreeMap::from([(number, Sum::constant(1))]) }
    }

    fn add_scaled(&mut self, other: &Index, factor: &Dim) {
        self.offset.add_scaled(&other.offset, factor);
        for (number, coefficient) in &other.loops {
            self.loops.entry(*number).or_default().add_scaled(coefficient, factor);
        }
        self.loops.retain(|_, coefficient| !coefficient.is_zero());
    }

    fn zero_where_one(&mut self, extent: &Dim) {
        self.offset.zero_where_one(extent);
        self.loops.values_mut().for_each(|coefficient| coefficient.zero_where_one(extent));
    }
}

/// One [`Index`] for each axis of a value.
pub(crate) type IndexMap = Vec<Index>;

/// Axis i is at the position of loop i.
pub(crate) fn identity(rank: usize) -> IndexMap {
    (0..rank).map(Index::of_loop).collect()
}

/// Whether different iterations of `domain` are sure to be different elements, so that what is computed for each
/// iteration is computed once for each element.
pub(crate) fn visits_once(map: &IndexMap, domain: &[Dim]) -> bool {
    domain.iter().enumerate().all(|(number, extent)| {
        let mut coefficients = map.iter().filter_map(|index| index.loops.get(&number)).peekable();
        extent.is_constant(1)
            || (coefficients.peek().is_some() && coefficients.all(|coefficient| !coefficient.is_conditional()))
    })
}

/// Given where the elements of `op`'s result are, of shape `result`, where those of its operand are, of shape
/// `operand`; `None` if `op` is a reshape for which that is no linear form.
///
/// `op` moves no data: it is an annotation, transpose, broadcast, slice or reshape.
pub(crate) fn through(op: &Op, map: &IndexMap, operand: &[Dim], result: &[Dim]) -> Option<IndexMap> {
    match op {
        Op::Annotate => Some(map.clone()),
        Op::Transpose(permutation) => {
            let mut indices = vec![Index::default(); operand.len()];
            for (index, axis) in map.iter().zip(permutation) {
                indices[*axis] = index.clone();
            }
            Some(indices)
        }
        Op::Broadcast(target) => {
            let padding = target.len() - operand.len();
            let axes = operand.iter().zip(&target[padding..]).zip(&map[padding..]);
            Some(axes.map(|((from, to), index)| stretched(from, to, index)).collect())
        }
        Op::Slice { axis, start, .. } => {
            let mut indices = map.clone();
            indices[*axis].offset.add(Term { value: start.clone(), unless_one: BTreeSet::new() });
            Some(indices)
        }
        Op::Reshape(_) => split(map, operand, result),
        Op::Param(_)
        | Op::FillLike(_)
        | Op::Scalar(..)
        | Op::ScalarDim(..)
        | Op::Elementwise(_)
        | Op::Cast(_)
        | Op::Matmul
        | Op::Reduce { .. }
        | Op::Concat { .. } => unreachable!("this operation computes elements or joins operands"),
    }
}

/// An axis of extent `from` where it is read as one of extent `to`.
fn stretched(from: &Dim, to: &Dim, index: &Index) -> Index {
    if from.is_constant(1) {
        return Index::default();
    }
    let mut index = index.clone();
    // A constant other than 1 is not stretched: the checker has proved it equal to the target.
    if from != to && from.as_constant().is_none() {
        index.zero_where_one(from);
    }
    index
}

/// A reshape whose every operand axis is the product of adjacent result axes: there, the operand's position is linear
/// in the result's. Axes of extent 1 may appear and disappear anywhere.
fn split(map: &IndexMap, operand: &[Dim], result: &[Dim]) -> Option<IndexMap> {
    let mut parts = map.iter().zip(result).filter(|(_, extent)| !extent.is_constant(1)).peekable();
    let mut indices = Vec::with_capacity(operand.len());
    for extent in operand {
        let mut index = Index::default();
        let mut volume = Dim::constant(1);
        while volume != *extent {
            let (part, inner) = parts.next()?;
            let mut scaled = Index::default();
            scaled.add_scaled(&index, inner);
            scaled.add_scaled(part, &Dim::constant(1));
            index = scaled;
            volume = volume * inner.clone();
        }
        indices.push(index);
    }
    parts.peek().is_none().then_some(indices)
}

/// Where the elements of a row-major buffer are, counted from its first: `offset`, and so much per step of each loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    pub buffer: BufferId,
    pub offset: Sum,
    /// For each loop of the group.
    pub strides: Vec<Sum>,
}

/// How far apart neighbours along each axis of a row-major tensor are.
pub(crate) fn row_major(shape: &[Dim]) -> Vec<Dim> {
    let mut strides = vec![Dim::constant(1); shape.len()];
    for axis in (0..shape.len().saturating_sub(1)).rev() {
        strides[axis] = strides[axis + 1].clone() * shape[axis + 1].clone();
    }
    strides
}

impl View {
    /// The elements at `map` of a row-major tensor of `shape` in `buffer`, under `loops` loops.
    pub fn new(buffer: BufferId, shape: &[Dim], map: &IndexMap, loops: usize) -> View {
        let mut flat = Index::default();
        for ((index, extent), stride) in map.iter().zip(shape).zip(row_major(shape)) {
            let mut index = index.clone();
            if extent.is_constant(1) {
                // A loop over an axis of one element takes one step.
                index.loops.clear();
            }
            flat.add_scaled(&index, &stride);
        }
        let strides = (0..loops).map(|number| flat.loops.remove(&number).unwrap_or_default()).collect();
        View { buffer, offset: flat.offset, strides }
    }

    /// Whether one step of loop `number` goes to the next element.
    pub fn is_contiguous_along(&self, number: usize) -> bool {
        self.strides[number].as_dim().is_some_and(|stride| stride.as_constant() == Some(BigInt::from(1)))
    }
}
