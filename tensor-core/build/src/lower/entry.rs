//! The exported function of a kernel with temporaries: it takes scratch memory from the hooks, runs the kernel's body
//! and gives the memory back on every path.

use super::cx::{Code, CompareInt, Cx, Parts, Val};
use super::dims::Dims;
use super::{Linkage, Signature, types};
use crate::error::LowerError;
use crate::plan::{Plan, Slot};
use melior::ir::attribute::{
    ArrayAttribute, DenseI32ArrayAttribute, DenseI64ArrayAttribute, FlatSymbolRefAttribute, IntegerAttribute,
    TypeAttribute,
};
use melior::ir::operation::OperationRef;
use melior::ir::{Operation, Type};
use tensor_core::ir::Func;

/// `#[repr(C)] struct Hooks { abi_version: u32, alloc: fn, free: fn, parallel_for: fn }`
const HOOKS: &str = "!llvm.struct<(i32, ptr, ptr, ptr)>";
const ALLOC: i32 = 1;
const FREE: i32 = 2;

/// What each slot and the whole are aligned to: a cache line, which is also the widest vector.
const ALIGNMENT: i64 = 64;

/// The status of a call for which there was no memory.
const OUT_OF_MEMORY: i64 = 1;

/// The function `name`, which calls the kernel's `body`.
pub(super) fn entry<'c>(
    cx: &'c Cx,
    func: &Func,
    plan: &Plan,
    name: &str,
    body: &str,
) -> Result<Operation<'c>, LowerError> {
    let signature = Signature::new(cx, func, plan, Linkage::Exported)?;
    let code = cx.block(&signature.types);
    let mut vars = Vec::with_capacity(func.vars.len());
    for (position, var) in func.vars.iter().enumerate() {
        let value = code.argument(1 + signature.buffers + position)?;
        vars.push((var.clone(), code.convert("arith.index_cast", value, cx.index())?));
    }
    let mut dims = Dims::new(vars);

    let mut total = code.index(0)?;
    let mut offsets = Vec::with_capacity(plan.slots.len());
    for slot in &plan.slots {
        offsets.push(total);
        total = saturating_add(&code, total, size_of(&code, &mut dims, slot)?)?;
    }
    // Never nothing, so that null always means that there was no memory.
    total = code.same("arith.maxsi", &[total, code.index(ALIGNMENT)?])?;
    let i64 = cx.ty("i64")?;
    let size = code.convert("arith.index_cast", total, i64)?;
    let align = code.integer(i64, ALIGNMENT)?;

    let ptr = cx.ty("!llvm.ptr")?;
    let hooks = code.argument(0)?;
    let alloc = hook(&code, hooks, ALLOC)?;
    let memory =
        call(&code, &[alloc, size, align], &[ptr])?.result(0).map_err(|error| cx.refused(error.to_string()))?.into();
    let null = code.value("llvm.mlir.zero", Parts { results: &[ptr], ..Parts::default() })?;
    let predicate = IntegerAttribute::new(i64, CompareInt::Equal as i64).into();
    let results = [cx.ty("i1")?];
    let attributes = [("predicate", predicate)];
    let operands = [memory, null];
    let failed = code.value(
        "llvm.icmp",
        Parts { operands: &operands, results: &results, attributes: &attributes, ..Parts::default() },
    )?;

    let i32 = cx.ty("i32")?;
    let none = cx.block(&[]);
    let out_of_memory = none.integer(i32, OUT_OF_MEMORY)?;
    none.op("scf.yield", Parts { operands: &[out_of_memory], ..Parts::default() })?;

    let run = cx.block(&[]);
    let mut arguments = Vec::with_capacity(signature.types.len() + plan.slots.len());
    for position in 0..signature.types.len() {
        arguments.push(code.argument(position)?);
    }
    for (slot, offset) in plan.slots.iter().zip(offsets) {
        arguments.push(pointer(&run, memory, offset, slot)?);
    }
    let callee = FlatSymbolRefAttribute::new(cx.context(), body).into();
    let attributes = [("callee", callee)];
    let status = run.value(
        "func.call",
        Parts { operands: &arguments, results: &[i32], attributes: &attributes, ..Parts::default() },
    )?;
    let free = hook(&run, hooks, FREE)?;
    call(&run, &[free, memory, size, align], &[])?;
    run.op("scf.yield", Parts { operands: &[status], ..Parts::default() })?;

    let regions = vec![none.into_region(), run.into_region()];
    let status = code.value("scf.if", Parts { operands: &[failed], results: &[i32], regions, ..Parts::default() })?;
    code.op("func.return", Parts { operands: &[status], ..Parts::default() })?;
    signature.function(cx, name, Linkage::Exported, code.into_region())
}

/// The bytes of `slot`: those of the largest temporary that it holds, rounded up.
fn size_of<'c>(code: &Code<'c>, dims: &mut Dims<'c>, slot: &Slot) -> Result<Val<'c>, LowerError> {
    let mut largest = None;
    for volume in &slot.volumes {
        let volume = dims.value(code, volume)?;
        largest = Some(match largest {
            Some(largest) => code.same("arith.maxsi", &[largest, volume])?,
            None => volume,
        });
    }
    let largest = largest.map_or_else(|| code.index(0), Ok)?;
    // The wrapper has checked that each value's bytes fit; their sum need not.
    let bytes = code.same("arith.muli", &[largest, code.index(types::bytes(slot.dtype))?])?;
    let padded = saturating_add(code, bytes, code.index(ALIGNMENT - 1)?)?;
    code.same("arith.andi", &[padded, code.index(-ALIGNMENT)?])
}

/// The sum of two numbers that are not negative, or a number of bytes that nobody has.
fn saturating_add<'c>(code: &Code<'c>, lhs: Val<'c>, rhs: Val<'c>) -> Result<Val<'c>, LowerError> {
    let sum = code.same("arith.addi", &[lhs, rhs])?;
    let overflow = code.compare_integers(CompareInt::Less, sum, lhs)?;
    code.select(overflow, code.index(i64::MAX - (ALIGNMENT - 1))?, sum)
}

/// The hook with this position.
fn hook<'c>(code: &Code<'c>, hooks: Val<'c>, position: i32) -> Result<Val<'c>, LowerError> {
    let cx = code.cx;
    let field = code.value(
        "llvm.getelementptr",
        Parts {
            operands: &[hooks],
            results: &[cx.ty("!llvm.ptr")?],
            attributes: &[
                ("elem_type", TypeAttribute::new(cx.ty(HOOKS)?).into()),
                ("rawConstantIndices", DenseI32ArrayAttribute::new(cx.context(), &[0, position]).into()),
            ],
            ..Parts::default()
        },
    )?;
    code.convert("llvm.load", field, cx.ty("!llvm.ptr")?)
}

/// Calls the function whose address is the first operand. A pointer that it returns points to nothing else.
fn call<'c>(code: &Code<'c>, operands: &[Val<'c>], results: &[Type<'c>]) -> Result<OperationRef<'c, 'c>, LowerError> {
    let cx = code.cx;
    let counts = DenseI32ArrayAttribute::new(cx.context(), &[operands.len() as i32, 0]).into();
    let bundles = DenseI32ArrayAttribute::new(cx.context(), &[]).into();
    let fresh = cx.attribute("{llvm.noalias}")?;
    let fresh = ArrayAttribute::new(cx.context(), &vec![fresh; results.len()]).into();
    let attributes = [("operandSegmentSizes", counts), ("op_bundle_sizes", bundles), ("res_attrs", fresh)];
    code.op("llvm.call", Parts { operands, results, attributes: &attributes, ..Parts::default() })
}

/// `offset` bytes behind `memory`, as a memref of rank 0.
fn pointer<'c>(code: &Code<'c>, memory: Val<'c>, offset: Val<'c>, slot: &Slot) -> Result<Val<'c>, LowerError> {
    let cx = code.cx;
    let ptr = cx.ty("!llvm.ptr")?;
    let offset = code.convert("arith.index_cast", offset, cx.ty("i64")?)?;
    let address = code.value(
        "llvm.getelementptr",
        Parts {
            operands: &[memory, offset],
            results: &[ptr],
            attributes: &[
                ("elem_type", TypeAttribute::new(cx.ty("i8")?).into()),
                // The index is the operand.
                ("rawConstantIndices", DenseI32ArrayAttribute::new(cx.context(), &[i32::MIN]).into()),
            ],
            ..Parts::default()
        },
    )?;
    // What a memref of rank 0 becomes: the pointers to free and to use, and the offset.
    let descriptor = cx.ty("!llvm.struct<(ptr, ptr, i64)>")?;
    let mut value = code.value("llvm.mlir.poison", Parts { results: &[descriptor], ..Parts::default() })?;
    let zero = code.integer(cx.ty("i64")?, 0)?;
    for (position, field) in [address, address, zero].into_iter().enumerate() {
        let position = DenseI64ArrayAttribute::new(cx.context(), &[position as i64]).into();
        value = code.value(
            "llvm.insertvalue",
            Parts {
                operands: &[value, field],
                results: &[descriptor],
                attributes: &[("position", position)],
                ..Parts::default()
            },
        )?;
    }
    code.convert(
        "builtin.unrealized_conversion_cast",
        value,
        cx.ty(&format!("memref<{}>", types::storage(slot.dtype)?))?,
    )
}
