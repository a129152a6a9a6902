//! Each group of a plan as `linalg` operations whose regions carry the meaning.

use super::cast::cast;
use super::cx::{Code, CompareFloat, CompareInt, Parts, Val};
use super::scalar::{Scalars, computes_in};
use super::types;
use super::view::{Body, Operand, segments};
use crate::error::LowerError;
use crate::plan::{Compute, Group, Map, Matmul, Node, Reduce, View};
use melior::ir::attribute::IntegerAttribute;
use std::collections::BTreeMap;
use tensor_core::ops::{Prim, ReductionKind};
use tensor_core::types::{DType, Dim, Kind};

impl<'c> Body<'c, '_> {
    pub fn group(&mut self, group: &Group) -> Result<(), LowerError> {
        match group {
            Group::Map(map) => self.map(map),
            Group::Reduce(reduce) => self.reduce(reduce),
            Group::Matmul(matmul) => self.matmul(matmul),
        }
    }

    fn map(&mut self, Map { compute, write }: &Map) -> Result<(), LowerError> {
        let reads = self.reads(compute)?;
        let mut writes = Vec::new();
        if let Some(write) = write {
            writes.push(self.operand(write, &compute.domain)?);
        }
        let faults = compute.faults();
        if faults {
            writes.push(self.status_operand()?);
        }
        let dims = self.dims_of(compute)?;
        // The status is a minimum over all iterations.
        let reduced = |_| faults;
        self.generic(&compute.domain, reduced, (reads, writes), |code, read, written| {
            let scalars = Computed::new(code, compute, read, &dims)?;
            let mut yielded = Vec::new();
            if write.is_some() {
                yielded.push(store(code, scalars.root(), compute.result())?);
            }
            if faults {
                yielded.push(scalars.status(code, written[written.len() - 1])?);
            }
            Ok(yielded)
        })
    }

    fn reduce(&mut self, reduce: &Reduce) -> Result<(), LowerError> {
        let Reduce { kind, compute, axis, write, best } = reduce;
        let domain = &compute.domain;
        let dtype = compute.result();
        self.fill(write, domain, start(*kind, dtype))?;
        if let Some(best) = best {
            self.fill(best, domain, start_of_best(*kind, dtype))?;
        }
        let reads = self.reads(compute)?;
        let mut writes = vec![self.operand(write, domain)?];
        if let Some(best) = best {
            writes.push(self.operand(best, domain)?);
        }
        let dims = self.dims_of(compute)?;
        self.generic(
            domain,
            |number| number == *axis,
            (reads, writes),
            |code, read, written| {
                let element = Computed::new(code, compute, read, &dims)?.root();
                match kind {
                    ReductionKind::ArgMax | ReductionKind::ArgMin => {
                        let better = is_better(code, *kind, dtype, element, written[1])?;
                        let position = position(code, *axis)?;
                        Ok(vec![code.select(better, position, written[0])?, code.select(better, element, written[1])?])
                    }
                    _ => {
                        let so_far = load(code, written[0], dtype)?;
                        let prim = combine(*kind);
                        let combined = Scalars::new(code, dtype)?.apply(prim, &[so_far, element])?;
                        Ok(vec![store(code, combined, dtype)?])
                    }
                }
            },
        )?;
        if *kind == ReductionKind::Mean { self.divide_by_extent(write, domain, *axis, dtype) } else { Ok(()) }
    }

    /// Divides what `write` holds by the number of iterations of loop `axis`.
    fn divide_by_extent(&mut self, write: &View, domain: &[Dim], axis: usize, dtype: DType) -> Result<(), LowerError> {
        let count = self.dims.value(&self.code, &domain[axis])?;
        let count = self.code.convert("arith.index_cast", count, self.code.cx.ty("i64")?)?;
        let count = cast(&self.code, count, DType::I64, dtype)?;
        let (domain, write) = without(domain, write, axis);
        let writes = vec![self.operand(&write, &domain)?];
        self.generic(
            &domain,
            |_| false,
            (Vec::new(), writes),
            |code, _, written| Ok(vec![Scalars::new(code, dtype)?.apply(Prim::Div, &[written[0], count])?]),
        )
    }

    /// Zeroes the result, because `linalg`'s products add to it.
    fn matmul(&mut self, matmul: &Matmul) -> Result<(), LowerError> {
        let Matmul { dtype, batch, rows, columns, inner, lhs, rhs, write } = matmul;
        let domain = |row: &Dim, column: &Dim| -> Vec<Dim> { batch.iter().chain([row, column]).cloned().collect() };
        self.fill(write, &domain(rows, columns), Start::Number(0.0))?;
        let operands = [
            self.matrix(lhs, &domain(rows, inner))?,
            self.matrix(rhs, &domain(inner, columns))?,
            self.matrix(write, &domain(rows, columns))?,
        ];
        let name = if batch.is_some() { "linalg.batch_matmul" } else { "linalg.matmul" };
        let code = &self.code;
        let region = multiply_add(code, *dtype)?.into_region();
        let attributes = [segments(code.cx, &[2, 1])];
        code.op(
            name,
            Parts { operands: &operands, attributes: &attributes, regions: vec![region], ..Parts::default() },
        )?;
        Ok(())
    }

    fn matrix(&mut self, view: &View, domain: &[Dim]) -> Result<Val<'c>, LowerError> {
        Ok(self.operand_along(view, domain, (0..domain.len()).collect())?.memref)
    }

    /// Sets each element that `view` reaches.
    fn fill(&mut self, view: &View, domain: &[Dim], start: Start) -> Result<(), LowerError> {
        let operand = self.operand(view, domain)?;
        let dtype = self.plan.buffer(view.buffer).dtype;
        let code = &self.code;
        let scalars = Scalars::new(code, dtype)?;
        let value = match start {
            Start::Number(value) => scalars.constant(value)?,
            Start::Integer(value) => code.integer(scalars.ty, value)?,
        };
        let value = store(code, value, dtype)?;
        let element = code.cx.ty(operand.element)?;
        let block = code.cx.block(&[element, element]);
        let yielded = [block.argument(0)?];
        block.op("linalg.yield", Parts { operands: &yielded, ..Parts::default() })?;
        let attributes = [segments(code.cx, &[1, 1])];
        let operands = [value, operand.memref];
        let regions = vec![block.into_region()];
        code.op("linalg.fill", Parts { operands: &operands, attributes: &attributes, regions, ..Parts::default() })?;
        Ok(())
    }

    fn reads(&mut self, compute: &Compute) -> Result<Vec<Operand<'c>>, LowerError> {
        compute.reads.iter().map(|view| self.operand(view, &compute.domain)).collect()
    }

    fn status_operand(&self) -> Result<Operand<'c>, LowerError> {
        let status = self.status.ok_or_else(|| LowerError::Unsupported("a fault without a status".to_owned()))?;
        Ok(Operand { memref: status, first: status, loops: Vec::new(), element: "i32" })
    }

    /// The values of the dims that `compute` uses as elements.
    fn dims_of(&mut self, compute: &Compute) -> Result<BTreeMap<Dim, Val<'c>>, LowerError> {
        let mut values = BTreeMap::new();
        for node in &compute.nodes {
            if let Node::Dim(_, dim) = node {
                values.insert(dim.clone(), self.dims.value(&self.code, dim)?);
            }
        }
        Ok(values)
    }
}

/// The region of a matmul: takes an element of each operand and of the result.
pub(super) fn multiply_add<'c>(code: &Code<'c>, dtype: DType) -> Result<Code<'c>, LowerError> {
    let element = types::scalar(code.cx, dtype)?;
    let block = code.cx.block(&[element; 3]);
    let mut scalars = Scalars::new(&block, dtype)?;
    let product = scalars.apply(Prim::Mul, &[block.argument(0)?, block.argument(1)?])?;
    let sum = scalars.apply(Prim::Add, &[block.argument(2)?, product])?;
    block.op("linalg.yield", Parts { operands: &[sum], ..Parts::default() })?;
    Ok(block)
}

/// The scalars of a [`Compute`] in the region of a `linalg` operation.
struct Computed<'c> {
    values: Vec<Val<'c>>,
    /// What the kernel returns if the condition holds.
    faults: Vec<(i64, Val<'c>)>,
}

impl<'c> Computed<'c> {
    fn new(
        code: &Code<'c>,
        compute: &Compute,
        reads: &[Val<'c>],
        dims: &BTreeMap<Dim, Val<'c>>,
    ) -> Result<Computed<'c>, LowerError> {
        let mut computed = Computed { values: Vec::with_capacity(compute.nodes.len()), faults: Vec::new() };
        for (position, node) in compute.nodes.iter().enumerate() {
            let value = match node {
                Node::Read(read) => load(code, reads[*read], compute.dtypes[*read])?,
                Node::Literal(dtype, literal) => Scalars::new(code, *dtype)?.literal(literal)?,
                Node::Dim(dtype, dim) => {
                    let value = code.convert("arith.index_cast", dims[dim], code.cx.ty("i64")?)?;
                    cast(code, value, DType::I64, *dtype)?
                }
                Node::Elementwise { row, inst, faults, args } => {
                    let dtype = compute.dtype(args[0]);
                    let mut scalars = Scalars::new(code, computes_in(&row.meaning, dtype))?;
                    let wide = scalars.dtype;
                    let widened = args.iter().map(|arg| cast(code, computed.values[arg.0], dtype, wide));
                    let args: Vec<Val<'c>> = widened.collect::<Result<_, _>>()?;
                    let value = scalars.meaning(&row.meaning, &args)?;
                    let value = if row.compares { value } else { cast(code, value, wide, dtype)? };
                    if *faults {
                        computed.faults.extend(scalars.faults.iter().map(|fault| (2 + inst.0 as i64, *fault)));
                    }
                    value
                }
                Node::Cast(dtype, arg) => cast(code, computed.values[arg.0], compute.dtype(*arg), *dtype)?,
            };
            debug_assert_eq!(computed.values.len(), position);
            computed.values.push(value);
        }
        Ok(computed)
    }

    fn root(&self) -> Val<'c> {
        self.values[self.values.len() - 1]
    }

    /// The status after this iteration, given the one before: the fault that comes first in the program wins.
    fn status(&self, code: &Code<'c>, mut status: Val<'c>) -> Result<Val<'c>, LowerError> {
        let ty = code.cx.ty("i32")?;
        for (number, fault) in &self.faults {
            let earlier = code.same("arith.minsi", &[status, code.integer(ty, *number)?])?;
            status = code.select(*fault, earlier, status)?;
        }
        Ok(status)
    }
}

/// A stored element as a scalar.
fn load<'c>(code: &Code<'c>, element: Val<'c>, dtype: DType) -> Result<Val<'c>, LowerError> {
    match dtype {
        DType::Bool => code.compare_integers(CompareInt::NotEqual, element, code.integer(code.cx.ty("i8")?, 0)?),
        _ => Ok(element),
    }
}

/// A scalar as a stored element.
fn store<'c>(code: &Code<'c>, value: Val<'c>, dtype: DType) -> Result<Val<'c>, LowerError> {
    match dtype {
        DType::Bool => code.convert("arith.extui", value, code.cx.ty("i8")?),
        _ => Ok(value),
    }
}

/// What a reduction starts with.
#[derive(Clone, Copy)]
enum Start {
    /// A float, or an integer in the range of every integer dtype, or Bool as 0 or 1.
    Number(f64),
    Integer(i64),
}

/// The neutral element; for `argmax` and `argmin` the first position.
fn start(kind: ReductionKind, dtype: DType) -> Start {
    match kind {
        ReductionKind::Sum | ReductionKind::Mean | ReductionKind::Any => Start::Number(0.0),
        ReductionKind::Prod | ReductionKind::All => Start::Number(1.0),
        ReductionKind::Max | ReductionKind::Min => start_of_best(kind, dtype),
        ReductionKind::ArgMax | ReductionKind::ArgMin => Start::Integer(0),
    }
}

/// What nothing is worse than.
fn start_of_best(kind: ReductionKind, dtype: DType) -> Start {
    let largest = matches!(kind, ReductionKind::Min | ReductionKind::ArgMin);
    match dtype.kind() {
        Kind::Float => Start::Number(if largest { f64::INFINITY } else { f64::NEG_INFINITY }),
        Kind::SignedInt | Kind::Bool => {
            Start::Integer(if largest { i64::MAX } else { i64::MIN } >> (64 - dtype.bits()))
        }
    }
}

/// What joins two elements of a reduction.
fn combine(kind: ReductionKind) -> Prim {
    match kind {
        ReductionKind::Sum | ReductionKind::Mean => Prim::Add,
        ReductionKind::Prod => Prim::Mul,
        ReductionKind::Max | ReductionKind::ArgMax => Prim::Max,
        ReductionKind::Min | ReductionKind::ArgMin => Prim::Min,
        ReductionKind::Any => Prim::BitOr,
        ReductionKind::All => Prim::BitAnd,
    }
}

/// Whether `element` replaces `best`: it is strictly better, or the first NaN. What is equal came later.
fn is_better<'c>(
    code: &Code<'c>,
    kind: ReductionKind,
    dtype: DType,
    element: Val<'c>,
    best: Val<'c>,
) -> Result<Val<'c>, LowerError> {
    let largest = kind == ReductionKind::ArgMax;
    match dtype.kind() {
        Kind::Float => {
            let predicate = if largest { CompareFloat::GreaterOrNan } else { CompareFloat::LessOrNan };
            let better = code.compare_floats(predicate, element, best)?;
            let number = code.compare_floats(CompareFloat::Ordered, best, best)?;
            code.same("arith.andi", &[better, number])
        }
        Kind::SignedInt | Kind::Bool => {
            let predicate = if largest { CompareInt::Greater } else { CompareInt::Less };
            code.compare_integers(predicate, element, best)
        }
    }
}

/// The iteration of loop `number`, as I64.
fn position<'c>(code: &Code<'c>, number: usize) -> Result<Val<'c>, LowerError> {
    let i64 = code.cx.ty("i64")?;
    let dim = IntegerAttribute::new(i64, number as i64).into();
    let results = [code.cx.index()];
    let attributes = [("dim", dim)];
    let index = code.value("linalg.index", Parts { results: &results, attributes: &attributes, ..Parts::default() })?;
    code.convert("arith.index_cast", index, i64)
}

/// Loops and view without loop `axis`, along which the view does not move.
fn without(domain: &[Dim], view: &View, axis: usize) -> (Vec<Dim>, View) {
    let (mut domain, mut view) = (domain.to_vec(), view.clone());
    domain.remove(axis);
    view.strides.remove(axis);
    (domain, view)
}
