//! From a function and the placement of its values to groups and buffers.

use super::body::{Compute, Node, NodeId};
use super::index::{Index, IndexMap, Term, View, identity, through};
use super::memory::{Unplaced, assign};
use super::placement::{Placement, may_fault, origin, place, view_source};
use super::{BufferId, Group, Map, Matmul, Place, Plan, Reduce};
use std::collections::BTreeMap;
use tensor_core::ir::{Func, ParamKind, ValueId};
use tensor_core::ops::{Op, ReductionKind, volume};
use tensor_core::types::{DType, Dim};

/// Plans the loops of `func`.
pub(crate) fn plan(func: &Func) -> Plan {
    let mut builder = Builder::new(func);
    for position in 0..func.insts.len() {
        let value = ValueId(position);
        if builder.placement.live[position] && builder.placement.stored[position] {
            builder.stored(value);
        }
    }
    builder.copy_results();
    builder.finish()
}

/// What a group computes already: values, where they are read.
type Known = BTreeMap<(ValueId, IndexMap), NodeId>;

struct Builder<'a> {
    func: &'a Func,
    placement: Placement,
    /// For each value in memory that is its own origin.
    buffer_of: BTreeMap<ValueId, BufferId>,
    /// For each result, the value that is its origin.
    results: Vec<ValueId>,
    buffers: Vec<Unplaced>,
    groups: Vec<Group>,
}

impl<'a> Builder<'a> {
    fn new(func: &'a Func) -> Builder<'a> {
        let results: Vec<ValueId> = func.results.iter().map(|result| origin(func, result.value)).collect();
        let mut builder = Builder {
            func,
            placement: place(func),
            buffer_of: BTreeMap::new(),
            results,
            buffers: Vec::new(),
            groups: Vec::new(),
        };
        let tensors = |param: &usize| {
            func.params[..*param].iter().filter(|param| matches!(param.kind, ParamKind::Tensor(_))).count()
        };
        let mut inputs: Vec<(usize, ValueId)> = (0..func.insts.len())
            .map(ValueId)
            .filter_map(|value| match &func.inst(value).op {
                Op::Param(param) => Some((tensors(param), value)),
                _ => None,
            })
            .collect();
        inputs.sort();
        for (input, value) in inputs {
            let buffer = builder.buffer(func.ty(value).dtype, &func.ty(value).shape, Some(Place::Input(input)));
            builder.buffer_of.insert(value, buffer);
        }
        for (output, result) in func.results.iter().enumerate() {
            let buffer = builder.buffer(result.ty.dtype, &func.ty(result.value).shape, Some(Place::Output(output)));
            builder.buffer_of.entry(builder.results[output]).or_insert(buffer);
        }
        builder
    }

    fn buffer(&mut self, dtype: DType, shape: &[Dim], place: Option<Place>) -> BufferId {
        self.buffers.push(Unplaced { dtype, volume: volume(shape), place });
        BufferId(self.buffers.len() - 1)
    }

    /// A new temporary; which slot it has is decided last.
    fn temporary(&mut self, dtype: DType, shape: &[Dim]) -> BufferId {
        self.buffer(dtype, shape, None)
    }

    /// The loop nest of a stored value.
    fn stored(&mut self, value: ValueId) {
        let inst = self.func.inst(value);
        let write = match self.buffer_of.get(&value) {
            Some(buffer) => Some(*buffer),
            None if !self.placement.used[value.0] => None,
            None => Some(self.temporary(inst.ty.dtype, &inst.ty.shape)),
        };
        match (&inst.op, write) {
            (Op::Reduce { reduction, axis, keep }, Some(write)) => {
                self.reduce(value, reduction.kind, *axis, *keep, write)
            }
            (Op::Matmul, Some(write)) => self.matmul(value, write),
            (Op::Concat { axis }, Some(write)) => self.concat(value, *axis, write),
            (_, write) => {
                let map = identity(inst.ty.rank());
                let mut compute = Compute::new(&inst.ty.shape);
                self.operation(&mut compute, value, &map, &mut Known::new());
                let rank = map.len();
                let write = write.map(|buffer| View::new(buffer, &inst.ty.shape, &map, rank));
                self.groups.push(Group::Map(Map { compute, write }));
            }
        }
        if let Some(write) = write {
            self.buffer_of.insert(value, write);
        }
    }

    /// Adds what `value` is at `map` to `compute`: a read where it is in memory, else its operation.
    fn compute(&self, compute: &mut Compute, value: ValueId, map: &IndexMap, known: &mut Known) -> NodeId {
        if let Some(node) = known.get(&(value, map.clone())) {
            return *node;
        }
        let node = if self.placement.in_memory(self.func, value) {
            let ty = self.func.ty(value);
            compute.read(View::new(self.memory_of(value), &ty.shape, map, compute.domain.len()), ty.dtype)
        } else {
            self.operation(compute, value, map, known)
        };
        known.insert((value, map.clone()), node);
        node
    }

    /// Adds the operation that computes `value` at `map` to `compute`.
    fn operation(&self, compute: &mut Compute, value: ValueId, map: &IndexMap, known: &mut Known) -> NodeId {
        let inst = self.func.inst(value);
        let mut operand = |position: usize| self.compute(compute, inst.args[position], map, known);
        match &inst.op {
            Op::Elementwise(row) => {
                let args = (0..inst.args.len()).map(&mut operand).collect();
                let faults = may_fault(self.func, inst);
                compute.push(Node::Elementwise { row, inst: value, faults, args })
            }
            Op::Cast(dtype) => {
                let arg = operand(0);
                compute.push(Node::Cast(*dtype, arg))
            }
            Op::FillLike(literal) => compute.push(Node::Literal(inst.ty.dtype, literal.clone())),
            Op::Scalar(dtype, literal) => compute.push(Node::Literal(*dtype, literal.clone())),
            Op::ScalarDim(dtype, dim) => compute.push(Node::Dim(*dtype, dim.clone())),
            Op::Annotate | Op::Transpose(_) | Op::Reshape(_) | Op::Broadcast(_) | Op::Slice { .. } => {
                let arg = inst.args[0];
                let map = through(&inst.op, map, &self.func.ty(arg).shape, &inst.ty.shape)
                    .unwrap_or_else(|| unreachable!("the operand of a reshape without a linear form is stored"));
                self.compute(compute, arg, &map, known)
            }
            Op::Param(_) | Op::Matmul | Op::Reduce { .. } | Op::Concat { .. } => {
                unreachable!("the value of this operation is in memory")
            }
        }
    }

    fn memory_of(&self, value: ValueId) -> BufferId {
        self.buffer_of[&origin(self.func, value)]
    }

    fn reduce(&mut self, value: ValueId, kind: ReductionKind, axis: usize, keep: bool, write: BufferId) {
        let inst = self.func.inst(value);
        let operand = self.func.ty(inst.args[0]).clone();
        let rank = operand.rank();
        let mut compute = Compute::new(&operand.shape);
        self.compute(&mut compute, inst.args[0], &identity(rank), &mut Known::new());
        let mut map = identity(rank);
        if keep {
            map[axis] = Index::default();
        } else {
            map.remove(axis);
        }
        let best = match kind {
            ReductionKind::ArgMax | ReductionKind::ArgMin => Some(self.temporary(operand.dtype, &inst.ty.shape)),
            ReductionKind::Sum | ReductionKind::Mean | ReductionKind::Max | ReductionKind::Min => None,
            ReductionKind::Prod | ReductionKind::Any | ReductionKind::All => None,
        };
        let view = |buffer| View::new(buffer, &inst.ty.shape, &map, rank);
        let (write, best) = (view(write), best.map(view));
        self.groups.push(Group::Reduce(Reduce { kind, compute, axis, write, best }));
    }

    fn matmul(&mut self, value: ValueId, write: BufferId) {
        let inst = self.func.inst(value);
        let view = |arg: ValueId| {
            let rank = self.func.ty(arg).rank();
            let (source, map) = view_source(self.func, &self.placement.stored, arg, &identity(rank));
            View::new(self.memory_of(source), &self.func.ty(source).shape, &map, rank)
        };
        let shape = &inst.ty.shape;
        let lhs = &self.func.ty(inst.args[0]).shape;
        let rank = shape.len();
        self.groups.push(Group::Matmul(Matmul {
            dtype: inst.ty.dtype,
            batch: (rank == 3).then(|| shape[0].clone()),
            rows: shape[rank - 2].clone(),
            columns: shape[rank - 1].clone(),
            inner: lhs[rank - 1].clone(),
            lhs: view(inst.args[0]),
            rhs: view(inst.args[1]),
            write: View::new(write, shape, &identity(rank), rank),
        }));
    }

    /// Each operand is computed straight into its part of the result.
    fn concat(&mut self, value: ValueId, axis: usize, write: BufferId) {
        let inst = self.func.inst(value);
        let mut start = Dim::constant(0);
        for arg in &inst.args {
            let shape = self.func.ty(*arg).shape.clone();
            let mut compute = Compute::new(&shape);
            self.compute(&mut compute, *arg, &identity(shape.len()), &mut Known::new());
            let mut map = identity(shape.len());
            map[axis].offset.add(Term { value: start.clone(), unless_one: Default::default() });
            let write = Some(View::new(write, &inst.ty.shape, &map, shape.len()));
            self.groups.push(Group::Map(Map { compute, write }));
            start = start + shape[axis].clone();
        }
    }

    /// Results that are not computed in place: parameters, and values that are returned more than once.
    fn copy_results(&mut self) {
        for (output, origin) in self.results.clone().into_iter().enumerate() {
            let place = Some(Place::Output(output));
            let source = self.buffer_of[&origin];
            if self.buffers[source.0].place == place {
                continue;
            }
            let position = self.buffers.iter().position(|buffer| buffer.place == place);
            let target = BufferId(position.unwrap_or_else(|| unreachable!("each result has a buffer")));
            let domain = [self.buffers[source.0].volume.clone()];
            let mut compute = Compute::new(&domain);
            compute.read(View::new(source, &domain, &identity(1), 1), self.buffers[source.0].dtype);
            let write = Some(View::new(target, &domain, &identity(1), 1));
            self.groups.push(Group::Map(Map { compute, write }));
        }
    }

    fn finish(mut self) -> Plan {
        for group in &mut self.groups {
            super::collapse::collapse(group);
        }
        let (buffers, slots) = assign(self.buffers, &self.groups);
        Plan { buffers, slots, groups: self.groups }
    }
}
