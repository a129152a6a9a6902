//! What a group computes in each iteration: a list of scalar operations.

use super::View;
use tensor_core::ir::ValueId;
use tensor_core::ops::Elementwise;
use tensor_core::types::{DType, Dim, Literal};

/// A scalar of a [`Compute`]: the position of its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NodeId(pub usize);

/// One scalar operation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// The element at this iteration of the read with this position.
    Read(usize),
    Literal(DType, Literal),
    /// A dim, as if cast from I64.
    Dim(DType, Dim),
    Elementwise {
        row: &'static Elementwise,
        /// The instruction that it comes from, which a fault names.
        inst: ValueId,
        /// Whether it may fault.
        faults: bool,
        args: Vec<NodeId>,
    },
    Cast(DType, NodeId),
}

/// Loops and the scalar that they compute in each iteration.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Compute {
    /// The number of iterations of each loop, outermost first.
    pub domain: Vec<Dim>,
    pub reads: Vec<View>,
    /// The dtype of each read.
    pub dtypes: Vec<DType>,
    /// An operand comes before its uses; the last is the result.
    pub nodes: Vec<Node>,
}

impl Compute {
    pub fn new(domain: &[Dim]) -> Compute {
        Compute { domain: domain.to_vec(), reads: Vec::new(), dtypes: Vec::new(), nodes: Vec::new() }
    }

    /// Whether an iteration may fault.
    pub fn faults(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node, Node::Elementwise { faults: true, .. }))
    }

    /// The dtype of `node`.
    pub fn dtype(&self, node: NodeId) -> DType {
        match &self.nodes[node.0] {
            Node::Read(read) => self.dtypes[*read],
            Node::Literal(dtype, _) | Node::Dim(dtype, _) | Node::Cast(dtype, _) => *dtype,
            Node::Elementwise { row, args, .. } => row.result(self.dtype(args[0])),
        }
    }

    /// The dtype of what each iteration computes.
    pub fn result(&self) -> DType {
        self.dtype(self.root())
    }

    /// What each iteration computes.
    pub fn root(&self) -> NodeId {
        NodeId(self.nodes.len() - 1)
    }

    /// Adds a read, or finds the same one.
    pub(super) fn read(&mut self, view: View, dtype: DType) -> NodeId {
        let position = match self.reads.iter().position(|other| *other == view) {
            Some(position) => position,
            None => {
                self.reads.push(view);
                self.dtypes.push(dtype);
                self.reads.len() - 1
            }
        };
        self.push(Node::Read(position))
    }

    /// Adds a node, or finds the same one.
    pub(super) fn push(&mut self, node: Node) -> NodeId {
        match self.nodes.iter().position(|other| *other == node) {
            Some(position) => NodeId(position),
            None => {
                self.nodes.push(node);
                NodeId(self.nodes.len() - 1)
            }
        }
    }
}
