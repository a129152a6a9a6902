//! Which values are written to memory, and which are computed where they are used.
//!
//! A value is stored if it is a result, if the operation needs it whole (reductions, products, concatenations and what
//! those read as matrices), if it may fault at run time (so that each of its elements is computed, in program order),
//! or if recomputing it at each use would repeat work. Every other value is part of the loops that use it.

use super::BufferId;
use super::index::{IndexMap, View, identity, through, visits_once};
use tensor_core::ir::{Func, Inst, ValueId};
use tensor_core::ops::{Op, Prim, Scalar};
use tensor_core::types::{Dim, Kind, Literal};

/// For each value of a function.
pub(super) struct Placement {
    /// Whether a result or a fault depends on it.
    pub live: Vec<bool>,
    /// Whether its elements are used, and not only its faults.
    pub used: Vec<bool>,
    /// Whether it has a loop nest of its own. Parameters have not.
    pub stored: Vec<bool>,
}

impl Placement {
    /// Whether the elements of `value` are in a buffer, in row-major order.
    pub fn in_memory(&self, func: &Func, value: ValueId) -> bool {
        in_memory(func, &self.stored, value)
    }
}

fn in_memory(func: &Func, stored: &[bool], value: ValueId) -> bool {
    let origin = origin(func, value);
    stored[origin.0] || matches!(func.inst(origin).op, Op::Param(_))
}

/// A use of a value in the loops of a stored value.
#[derive(Clone, PartialEq)]
struct Use {
    root: ValueId,
    /// The operand of `root`, where each operand has loops of its own.
    part: usize,
    map: IndexMap,
}

/// The value whose elements, in the same row-major order, `value` is: annotations and reshapes are other names.
pub(super) fn origin(func: &Func, mut value: ValueId) -> ValueId {
    while let Inst { op: Op::Annotate | Op::Reshape(_), args, .. } = func.inst(value) {
        value = args[0];
    }
    value
}

pub(super) fn place(func: &Func) -> Placement {
    let count = func.insts.len();
    let nothing = vec![false; count];
    let mut placer = Placer {
        func,
        placement: Placement { live: nothing.clone(), used: nothing.clone(), stored: nothing },
        uses: vec![Vec::new(); count],
    };
    for result in &func.results {
        placer.placement.used[result.value.0] = true;
        placer.store(result.value);
    }
    for position in (0..count).rev() {
        placer.visit(ValueId(position));
    }
    placer.placement
}

struct Placer<'a> {
    func: &'a Func,
    placement: Placement,
    uses: Vec<Vec<Use>>,
}

impl Placer<'_> {
    /// Demands that `value` is in memory.
    fn store(&mut self, value: ValueId) {
        let origin = origin(self.func, value);
        if !matches!(self.func.inst(origin).op, Op::Param(_)) {
            self.placement.stored[origin.0] = true;
        }
    }

    /// Decides on `value`, all of whose uses have been visited, and passes its uses on to its operands.
    fn visit(&mut self, value: ValueId) {
        let inst = self.func.inst(value);
        let faults = may_fault(self.func, inst);
        self.placement.live[value.0] = faults || self.placement.used[value.0];
        // A literal beside a tensor takes its shape, not its elements.
        if !self.placement.live[value.0] || matches!(inst.op, Op::FillLike(_)) {
            return;
        }
        inst.args.iter().for_each(|arg| self.placement.used[arg.0] = true);
        let uses = std::mem::take(&mut self.uses[value.0]);
        self.placement.stored[value.0] |= match &inst.op {
            Op::Reduce { .. } | Op::Matmul | Op::Concat { .. } => true,
            Op::Elementwise(_) | Op::Cast(_) => {
                let once = uses.len() <= 1 && uses.iter().all(|u| self.once(u));
                faults || !(once || is_cheap(self.func, &self.placement.stored, inst))
            }
            Op::Param(_) | Op::Annotate | Op::FillLike(_) | Op::Scalar(..) | Op::ScalarDim(..) => false,
            Op::Transpose(_) | Op::Reshape(_) | Op::Broadcast(_) | Op::Slice { .. } => false,
        };
        if let Op::Matmul = inst.op {
            self.matrices(value);
            return;
        }
        for (position, arg) in inst.args.iter().enumerate() {
            if self.placement.stored[value.0] {
                let part = if let Op::Concat { .. } = inst.op { position } else { 0 };
                let rank = self.loops(value, part).len();
                self.pass_on(value, *arg, Use { root: value, part, map: identity(rank) });
            } else {
                uses.iter().for_each(|u| self.pass_on(value, *arg, u.clone()));
            }
        }
    }

    /// A use of `value` is one of its operand `arg`.
    fn pass_on(&mut self, value: ValueId, arg: ValueId, mut u: Use) {
        let inst = self.func.inst(value);
        if is_map(&inst.op) {
            let (from, to) = (&self.func.ty(arg).shape, &inst.ty.shape);
            match through(&inst.op, &u.map, from, to) {
                Some(map) => u.map = map,
                None => return self.store(arg),
            }
        }
        let uses = &mut self.uses[arg.0];
        if !uses.contains(&u) {
            uses.push(u);
        }
    }

    /// Both operands of a matmul are read in place: under whatever strides on the left; with neighbouring columns side
    /// by side on the right, because the innermost loop runs along them.
    fn matrices(&mut self, matmul: ValueId) {
        let args = self.func.inst(matmul).args.clone();
        for (arg, is_right) in args.into_iter().zip([false, true]) {
            let shape = &self.func.ty(arg).shape;
            let (source, map) = view_source(self.func, &self.placement.stored, arg, &identity(shape.len()));
            let columns = shape.len() - 1;
            let view = View::new(BufferId(0), &self.func.ty(source).shape, &map, shape.len());
            let side_by_side = shape[columns].is_constant(1) || view.is_contiguous_along(columns);
            self.store(if is_right && !side_by_side { arg } else { source });
        }
    }

    /// The extents of the loops that use operand `part` of `root`.
    fn loops(&self, root: ValueId, part: usize) -> &[Dim] {
        let inst = self.func.inst(root);
        match inst.op {
            Op::Reduce { .. } | Op::Concat { .. } => &self.func.ty(inst.args[part]).shape,
            _ => &inst.ty.shape,
        }
    }

    fn once(&self, u: &Use) -> bool {
        visits_once(&u.map, self.loops(u.root, u.part))
    }
}

/// Whether `op` only says which element of its operand is which of its result's.
pub(super) fn is_map(op: &Op) -> bool {
    matches!(op, Op::Annotate | Op::Transpose(_) | Op::Reshape(_) | Op::Broadcast(_) | Op::Slice { .. })
}

/// Follows operations that move no data from `value` as far as they have a linear form: the value that is read, and
/// where, given that `value` is read at `map`. Stops at a value in memory.
pub(super) fn view_source(func: &Func, stored: &[bool], mut value: ValueId, map: &IndexMap) -> (ValueId, IndexMap) {
    let mut map = map.clone();
    while !in_memory(func, stored, value) && is_map(&func.inst(value).op) {
        let inst = func.inst(value);
        let arg = inst.args[0];
        let Some(operand) = through(&inst.op, &map, &func.ty(arg).shape, &inst.ty.shape) else { break };
        (value, map) = (arg, operand);
    }
    (value, map)
}

/// Whether computing `inst` may fault: integer division by zero, and a negative exponent.
pub(super) fn may_fault(func: &Func, inst: &Inst) -> bool {
    let Op::Elementwise(row) = inst.op else { return false };
    if inst.ty.dtype.kind() != Kind::SignedInt {
        return false;
    }
    // Divisor and exponent are the second operand.
    let literal = inst.args.get(1).and_then(|arg| literal_of(func, *arg));
    let contains = |prim| applies(&row.meaning, prim);
    let safe_divisor = matches!(literal, Some(Literal::Int(value)) if *value != 0.into());
    let safe_exponent = matches!(literal, Some(Literal::Int(value)) if *value >= 0.into());
    (contains(Prim::Div) && !safe_divisor) || (contains(Prim::Pow) && !safe_exponent)
}

/// The literal that each element of `value` is.
fn literal_of(func: &Func, mut value: ValueId) -> Option<&Literal> {
    loop {
        let inst = func.inst(value);
        match &inst.op {
            Op::FillLike(literal) | Op::Scalar(_, literal) => return Some(literal),
            op if is_map(op) => value = inst.args[0],
            _ => return None,
        }
    }
}

fn applies(meaning: &Scalar, prim: Prim) -> bool {
    match meaning {
        Scalar::Arg(_) | Scalar::Const(_) => false,
        Scalar::Apply(applied, args) => *applied == prim || args.iter().any(|arg| applies(arg, prim)),
    }
}

/// Whether computing `inst` again costs no more than reading its stored result: one operation of few cycles on one
/// value that is in memory anyway.
fn is_cheap(func: &Func, stored: &[bool], inst: &Inst) -> bool {
    let few_cycles = match inst.op {
        Op::Elementwise(row) => cycles_are_few(&row.meaning),
        Op::Cast(_) => true,
        _ => false,
    };
    let mut read = inst.args.iter().filter(|arg| literal_of(func, **arg).is_none());
    let from_memory = |value: &ValueId| {
        let (source, _) = view_source(func, stored, *value, &identity(func.ty(*value).rank()));
        in_memory(func, stored, source)
            || matches!(func.inst(source).op, Op::Reduce { .. } | Op::Matmul | Op::Concat { .. })
    };
    few_cycles && read.next().is_none_or(from_memory) && read.next().is_none()
}

fn cycles_are_few(meaning: &Scalar) -> bool {
    match meaning {
        Scalar::Arg(_) | Scalar::Const(_) => true,
        Scalar::Apply(prim, args) => {
            let few = match prim {
                Prim::Add | Prim::Sub | Prim::Mul | Prim::Min | Prim::Max | Prim::Neg | Prim::Abs => true,
                Prim::BitNot | Prim::BitAnd | Prim::BitOr | Prim::BitXor => true,
                Prim::Eq | Prim::Ne | Prim::Lt | Prim::Le | Prim::Gt | Prim::Ge => true,
                Prim::Div | Prim::Pow | Prim::Sqrt | Prim::Exp | Prim::Log | Prim::Tanh | Prim::Erfc => false,
            };
            few && args.iter().all(cycles_are_few)
        }
    }
}
