//! What loops a kernel runs over which buffers: the first stage after checking, in plain Rust without MLIR.
//!
//! A [`Plan`] is a list of groups in the order in which they run. A group is one loop nest; it writes one buffer.
//! Operations that only say which element belongs where (transpose, broadcast, slice, reshape, annotations) become
//! index maps on reads; elementwise operations join the group that uses them where they are used once.
//! Which values are written to memory at all is decided in `placement`, what a group computes in `build`, where its
//! buffer is in `memory`.
//!
//! A plan holds no machine detail: neither vector widths nor threads nor the order of a matmul's loops.

mod body;
mod build;
mod collapse;
mod index;
mod memory;
mod placement;
mod print;
#[cfg(test)]
mod tests;

pub(crate) use body::{Compute, Node, NodeId};
pub(crate) use build::plan;
pub(crate) use index::{Sum, Term, View, row_major};
pub(crate) use memory::Slot;

use tensor_core::ops::ReductionKind;
use tensor_core::types::{DType, Dim};

/// A buffer: the position in [`Plan::buffers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BufferId(pub usize);

/// A row-major array of elements.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Buffer {
    pub dtype: DType,
    /// The number of elements.
    pub volume: Dim,
    pub place: Place,
}

/// Where a buffer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The tensor parameter with this position among the tensor parameters.
    Input(usize),
    /// The result with this position.
    Output(usize),
    /// The slot with this position in [`Plan::slots`].
    Temporary(usize),
}

/// All loops of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    /// Inputs in order, then outputs in order, then temporaries.
    pub buffers: Vec<Buffer>,
    /// Scratch memory.
    pub slots: Vec<Slot>,
    /// In the order in which they run.
    pub groups: Vec<Group>,
}

/// One loop nest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Group {
    Map(Map),
    Reduce(Reduce),
    Matmul(Matmul),
}

/// An element for each iteration.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Map {
    pub compute: Compute,
    /// Where the elements go; `None` if they are computed for their faults alone.
    pub write: Option<View>,
}

/// A combination of the elements along one loop.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reduce {
    pub kind: ReductionKind,
    pub compute: Compute,
    /// The loop that is reduced.
    pub axis: usize,
    /// Where the result goes; it has no stride along the reduced loop.
    pub write: View,
    /// Where `argmax` and `argmin` keep the best element so far.
    pub best: Option<View>,
}

/// A product of matrices. The operands and the result are read and written in place, through whatever strides.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Matmul {
    pub dtype: DType,
    pub batch: Option<Dim>,
    pub rows: Dim,
    pub columns: Dim,
    pub inner: Dim,
    /// Over batch, rows, inner.
    pub lhs: View,
    /// Over batch, inner, columns.
    pub rhs: View,
    /// Over batch, rows, columns.
    pub write: View,
}

impl Plan {
    pub fn buffer(&self, id: BufferId) -> &Buffer {
        &self.buffers[id.0]
    }
}

impl Group {
    /// Whether an iteration may fault.
    pub fn faults(&self) -> bool {
        match self {
            Group::Map(Map { compute, .. }) | Group::Reduce(Reduce { compute, .. }) => compute.faults(),
            Group::Matmul(_) => false,
        }
    }

    /// The buffers that it reads.
    fn reads(&self) -> Vec<BufferId> {
        match self {
            Group::Map(Map { compute, .. }) | Group::Reduce(Reduce { compute, .. }) => {
                compute.reads.iter().map(|view| view.buffer).collect()
            }
            Group::Matmul(matmul) => vec![matmul.lhs.buffer, matmul.rhs.buffer],
        }
    }

    /// The buffers that it writes.
    fn writes(&self) -> Vec<BufferId> {
        let views: Vec<&View> = match self {
            Group::Map(map) => map.write.iter().collect(),
            Group::Reduce(reduce) => std::iter::once(&reduce.write).chain(&reduce.best).collect(),
            Group::Matmul(matmul) => vec![&matmul.write],
        };
        views.into_iter().map(|view| view.buffer).collect()
    }
}
