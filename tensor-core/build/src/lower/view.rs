//! Views of buffers as memrefs, and the `linalg` operations over them.

use super::cx::{Code, Cx, Parts, Val};
use super::dims::{Dims, Extent};
use super::types;
use crate::error::LowerError;
use crate::plan::{BufferId, Plan, Sum, View};
use melior::ir::attribute::{ArrayAttribute, DenseI32ArrayAttribute, DenseI64ArrayAttribute};
use melior::ir::{Attribute, Type};
use std::collections::BTreeMap;
use tensor_core::types::Dim;

/// What MLIR writes for a number of a layout that is known only at run time.
const DYNAMIC: i64 = i64::MIN;

/// What makes two memrefs the same: buffer, offset, and stride and extent of each axis.
type Layout = (BufferId, Sum, Vec<(Sum, Dim)>);

/// The body of a kernel under construction.
pub(super) struct Body<'c, 'p> {
    pub code: Code<'c>,
    pub plan: &'p Plan,
    pub dims: Dims<'c>,
    /// A memref of rank 0 at the first element of each buffer.
    pub buffers: Vec<Val<'c>>,
    /// The memrefs so far.
    pub views: BTreeMap<Layout, Val<'c>>,
    /// Where faults are noted: an i32 in memory.
    pub status: Option<Val<'c>>,
}

/// A buffer as one operand of a `linalg` operation.
pub(super) struct Operand<'c> {
    pub memref: Val<'c>,
    /// The memref of rank 0 that it is a view of.
    pub first: Val<'c>,
    /// The loops that the operand's axes follow.
    pub loops: Vec<usize>,
    /// The type of its stored elements, as MLIR writes it.
    pub element: &'static str,
}

impl<'c> Body<'c, '_> {
    /// `view` along those loops of `domain` on which it moves.
    pub fn operand(&mut self, view: &View, domain: &[Dim]) -> Result<Operand<'c>, LowerError> {
        let loops = (0..domain.len()).filter(|number| !view.strides[*number].is_zero()).collect();
        self.operand_along(view, domain, loops)
    }

    /// `view` along `loops` of `domain`.
    pub fn operand_along(&mut self, view: &View, domain: &[Dim], loops: Vec<usize>) -> Result<Operand<'c>, LowerError> {
        let code = &self.code;
        let dtype = self.plan.buffer(view.buffer).dtype;
        let element = types::storage(dtype)?;
        let first = self.buffers[view.buffer.0];
        let axes = loops.iter().map(|number| (view.strides[*number].clone(), domain[*number].clone())).collect();
        let key = (view.buffer, view.offset.clone(), axes);
        if let Some(memref) = self.views.get(&key) {
            return Ok(Operand { memref: *memref, first, loops, element });
        }
        let offset = self.dims.sum(code, &view.offset)?;
        let mut sizes = Vec::with_capacity(loops.len());
        let mut strides = Vec::with_capacity(loops.len());
        for number in &loops {
            sizes.push(self.dims.extent(code, &domain[*number])?);
            strides.push(self.dims.sum(code, &view.strides[*number])?);
        }
        let memref = match offset {
            Extent::Static(0) if loops.is_empty() => first,
            offset => reinterpret(code, first, element, offset, &sizes, &strides)?,
        };
        self.views.insert(key, memref);
        Ok(Operand { memref, first, loops, element })
    }

    /// Appends a `linalg.generic`: a loop for each dim of `domain`, which is a reduction where `reduced` says so. `region`
    /// takes an element of each read and of each write and gives the elements to write.
    pub fn generic(
        &mut self,
        domain: &[Dim],
        reduced: impl Fn(usize) -> bool,
        (mut reads, writes): (Vec<Operand<'c>>, Vec<Operand<'c>>),
        region: impl FnOnce(&Code<'c>, &[Val<'c>], &[Val<'c>]) -> Result<Vec<Val<'c>>, LowerError>,
    ) -> Result<(), LowerError> {
        let cx = self.code.cx;
        let elements = reads.len();
        self.cover(domain, &mut reads, &writes)?;
        let operands = || reads.iter().chain(&writes);

        let types: Result<Vec<Type<'c>>, LowerError> = operands().map(|operand| cx.ty(operand.element)).collect();
        let block = cx.block(&types?);
        let arguments: Result<Vec<Val<'c>>, LowerError> =
            (0..reads.len() + writes.len()).map(|position| block.argument(position)).collect();
        let arguments = arguments?;
        let yielded = region(&block, &arguments[..elements], &arguments[reads.len()..])?;
        block.op("linalg.yield", Parts { operands: &yielded, ..Parts::default() })?;

        let maps: Result<Vec<Attribute<'c>>, LowerError> =
            operands().map(|operand| cx.attribute(&affine_map(domain.len(), &operand.loops))).collect();
        let attributes = [
            ("indexing_maps", ArrayAttribute::new(cx.context(), &maps?).into()),
            ("iterator_types", iterator_types(cx, domain.len(), reduced)?),
            segments(cx, &[reads.len(), writes.len()]),
        ];
        let memrefs: Vec<Val<'c>> = operands().map(|operand| operand.memref).collect();
        let regions = vec![block.into_region()];
        self.code
            .op("linalg.generic", Parts { operands: &memrefs, attributes: &attributes, regions, ..Parts::default() })?;
        Ok(())
    }

    /// Adds a read that shows the extents of the loops along which no operand moves: `linalg` knows a loop's extent
    /// only from operands. It has no strides, its element is not used, and where a loop runs the element exists.
    fn cover(
        &mut self,
        domain: &[Dim],
        reads: &mut Vec<Operand<'c>>,
        writes: &[Operand<'c>],
    ) -> Result<(), LowerError> {
        let loops: Vec<usize> = (0..domain.len())
            .filter(|number| !reads.iter().chain(writes).any(|operand| operand.loops.contains(number)))
            .collect();
        let Some(Operand { first, element, .. }) = writes.first().filter(|_| !loops.is_empty()) else {
            return Ok(());
        };
        let mut sizes = Vec::with_capacity(loops.len());
        for number in &loops {
            sizes.push(self.dims.extent(&self.code, &domain[*number])?);
        }
        let strides = vec![Extent::Static(0); loops.len()];
        let memref = reinterpret(&self.code, *first, element, Extent::Static(0), &sizes, &strides)?;
        reads.push(Operand { memref, first: *first, loops, element });
        Ok(())
    }
}

/// The operation attribute that says how many operands are of each kind.
pub(super) fn segments<'c>(cx: &'c Cx, counts: &[usize]) -> (&'static str, Attribute<'c>) {
    let counts: Vec<i32> = counts.iter().map(|count| *count as i32).collect();
    ("operandSegmentSizes", DenseI32ArrayAttribute::new(cx.context(), &counts).into())
}

/// The kind of each of `count` loops.
pub(super) fn iterator_types<'c>(
    cx: &'c Cx,
    count: usize,
    reduced: impl Fn(usize) -> bool,
) -> Result<Attribute<'c>, LowerError> {
    let kind = |number| if reduced(number) { "reduction" } else { "parallel" };
    let kinds: Result<Vec<Attribute<'c>>, LowerError> =
        (0..count).map(|number| cx.attribute(&format!("#linalg.iterator_type<{}>", kind(number)))).collect();
    Ok(ArrayAttribute::new(cx.context(), &kinds?).into())
}

/// `(d0, d1, d2) -> (d0, d2)` for the loops 0 and 2 of 3.
pub(super) fn affine_map(count: usize, loops: &[usize]) -> String {
    let name = |number: usize| format!("d{number}");
    let all: Vec<String> = (0..count).map(name).collect();
    let some: Vec<String> = loops.iter().copied().map(name).collect();
    format!("affine_map<({}) -> ({})>", all.join(", "), some.join(", "))
}

/// A memref over the memory from `first` on.
fn reinterpret<'c>(
    code: &Code<'c>,
    first: Val<'c>,
    element: &str,
    offset: Extent<'c>,
    sizes: &[Extent<'c>],
    strides: &[Extent<'c>],
) -> Result<Val<'c>, LowerError> {
    let mut operands = vec![first];
    let mut counts = vec![1];
    let context = code.cx.context();
    let mut numbers = |extents: &[Extent<'c>]| -> Attribute<'c> {
        let before = operands.len();
        let mut known = Vec::with_capacity(extents.len());
        for extent in extents {
            match extent {
                Extent::Static(value) => known.push(*value),
                Extent::Dynamic(value) => {
                    known.push(DYNAMIC);
                    operands.push(*value);
                }
            }
        }
        counts.push(operands.len() - before);
        DenseI64ArrayAttribute::new(context, &known).into()
    };
    let attributes = [
        ("static_offsets", numbers(&[offset])),
        ("static_sizes", numbers(sizes)),
        ("static_strides", numbers(strides)),
        segments(code.cx, &counts),
    ];
    let shape: String = sizes.iter().map(|size| format!("{}x", written(size))).collect();
    let steps: Vec<String> = strides.iter().map(written).collect();
    let layout = format!("strided<[{}], offset: {}>", steps.join(", "), written(&offset));
    let results = [code.cx.ty(&format!("memref<{shape}{element}, {layout}>"))?];
    code.value(
        "memref.reinterpret_cast",
        Parts { operands: &operands, results: &results, attributes: &attributes, ..Parts::default() },
    )
}

fn written(extent: &Extent<'_>) -> String {
    match extent {
        Extent::Static(value) => value.to_string(),
        Extent::Dynamic(_) => "?".to_owned(),
    }
}
