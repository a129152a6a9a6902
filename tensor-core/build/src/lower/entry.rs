//! The functions of a kernel's module: the one that is called, and around a body with temporaries the one that gets
//! memory for them, all in one piece, and gives it back.

use super::cx::{Code, Parts, Val};
use super::{Kernel, types};
use crate::error::LowerError;
use crate::lower::cx::CompareInt;
use crate::plan::Slot;
use melior::ir::attribute::TypeAttribute;
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, Operation, Type};

/// Who calls a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Visibility {
    /// The wrapper.
    Exported,
    /// The exported function.
    Internal,
}

/// Temporaries begin at multiples of this many bytes.
const ALIGNMENT: i64 = 64;
/// No slot asks for more bytes than this, so that their sum does not overflow; nobody can give so many, and the kernel
/// then says that memory is out.
const MOST_BYTES: i64 = 1 << 50;
/// Offsets in `Hooks`.
const ALLOC: i64 = 8;
const FREE: i64 = 16;

impl<'c> Kernel<'c, '_> {
    /// A `func.func` of these arguments that returns the status.
    pub(super) fn function(
        &self,
        name: &str,
        arguments: &[Type<'c>],
        code: Code<'c>,
        visibility: Visibility,
    ) -> Result<Operation<'c>, LowerError> {
        let cx = self.cx;
        let ty = FunctionType::new(cx.context(), arguments, &[cx.ty("i32")?]);
        let pointer = cx.ty("!llvm.ptr")?;
        // No output aliases anything; of inputs nothing is written.
        let arguments: Vec<&str> = arguments
            .iter()
            .map(|ty| if *ty == pointer { "{llvm.noalias, llvm.noundef}" } else { "{llvm.noundef}" })
            .collect();
        let mut attributes: Vec<(&str, Attribute<'c>)> = vec![
            ("sym_name", cx.string(name)),
            ("function_type", TypeAttribute::new(ty.into()).into()),
            ("arg_attrs", cx.attribute(&format!("[{}]", arguments.join(", ")))?),
        ];
        if visibility == Visibility::Internal {
            attributes.push(("sym_visibility", cx.string("private")));
            attributes.push(("llvm.linkage", cx.attribute("#llvm.linkage<internal>")?));
        }
        cx.operation(
            "func.func",
            Parts { attributes: &attributes, regions: vec![code.into_region()], ..Parts::default() },
        )
    }

    /// The function `name`, which calls `body` with memory for the temporaries.
    pub(super) fn entry(&self, name: &str, body: &str) -> Result<Operation<'c>, LowerError> {
        let cx = self.cx;
        let arguments = self.argument_types(0)?;
        let code = cx.block(&arguments);
        let (i32, i64, pointer) = (cx.ty("i32")?, cx.ty("i64")?, cx.ty("!llvm.ptr")?);
        let pointers = 1 + self.pointers();
        let mut dims = self.dims(&code, pointers)?;
        let mut offsets = Vec::new();
        let mut bytes = code.integer(i64, 0)?;
        for slot in &self.plan.slots {
            offsets.push(bytes);
            bytes = code.same("arith.addi", &[bytes, slot_bytes(&code, slot, &mut dims)?])?;
        }
        let bytes = code.same("arith.maxsi", &[bytes, code.integer(i64, ALIGNMENT)?])?;
        let alignment = code.integer(i64, ALIGNMENT)?;
        let hooks = code.argument(0)?;
        let alloc = hook(&code, hooks, ALLOC)?;
        let memory = call_pointer(&code, alloc, &[bytes, alignment], &[pointer])?;
        let memory = memory.ok_or_else(|| cx.refused("the call of a hook"))?;

        let address = code.convert("llvm.ptrtoint", memory, i64)?;
        let failed = code.compare_integers(CompareInt::Equal, address, code.integer(i64, 0)?)?;
        let out_of_memory = cx.block(&[]);
        let status = out_of_memory.integer(i32, 1)?;
        out_of_memory.op("scf.yield", Parts { operands: &[status], ..Parts::default() })?;

        let run = cx.block(&[]);
        let mut operands = Vec::new();
        for position in 0..pointers {
            operands.push(code.argument(position)?);
        }
        for offset in offsets {
            operands.push(advance(&run, memory, offset)?);
        }
        for position in pointers..arguments.len() {
            operands.push(code.argument(position)?);
        }
        let callee = [("callee", cx.attribute(&format!("@\"{body}\""))?)];
        let status = run.value(
            "func.call",
            Parts { operands: &operands, results: &[i32], attributes: &callee, ..Parts::default() },
        )?;
        let free = hook(&run, hooks, FREE)?;
        call_pointer(&run, free, &[memory, bytes, alignment], &[])?;
        run.op("scf.yield", Parts { operands: &[status], ..Parts::default() })?;

        let regions = vec![out_of_memory.into_region(), run.into_region()];
        let status =
            code.value("scf.if", Parts { operands: &[failed], results: &[i32], regions, ..Parts::default() })?;
        code.op("func.return", Parts { operands: &[status], ..Parts::default() })?;
        self.function(name, &arguments, code, Visibility::Exported)
    }
}

/// The bytes of a slot, a multiple of the alignment.
fn slot_bytes<'c>(code: &Code<'c>, slot: &Slot, dims: &mut super::Dims<'c>) -> Result<Val<'c>, LowerError> {
    let i64 = code.cx.ty("i64")?;
    let mut largest = code.integer(i64, 0)?;
    for volume in &slot.volumes {
        let elements = code.convert("arith.index_cast", dims.value(code, volume)?, i64)?;
        largest = code.same("arith.maxsi", &[largest, elements])?;
    }
    // The wrapper has checked that each value's bytes fit.
    let bytes = code.same("arith.muli", &[largest, code.integer(i64, types::bytes(slot.dtype))?])?;
    let bytes = code.same("arith.minsi", &[bytes, code.integer(i64, MOST_BYTES)?])?;
    let rounded = code.same("arith.addi", &[bytes, code.integer(i64, ALIGNMENT - 1)?])?;
    code.same("arith.andi", &[rounded, code.integer(i64, -ALIGNMENT)?])
}

/// The function pointer `offset` bytes into the hooks.
fn hook<'c>(code: &Code<'c>, hooks: Val<'c>, offset: i64) -> Result<Val<'c>, LowerError> {
    let pointer = code.cx.ty("!llvm.ptr")?;
    let place = advance(code, hooks, code.integer(code.cx.ty("i64")?, offset)?)?;
    code.convert("llvm.load", place, pointer)
}

/// `pointer` and so many bytes.
fn advance<'c>(code: &Code<'c>, pointer: Val<'c>, bytes: Val<'c>) -> Result<Val<'c>, LowerError> {
    let cx = code.cx;
    let attributes = [
        ("elem_type", cx.attribute("i8")?),
        ("rawConstantIndices", cx.attribute(&format!("array<i32: {}>", i32::MIN))?),
    ];
    let results = [cx.ty("!llvm.ptr")?];
    let parts = Parts { operands: &[pointer, bytes], results: &results, attributes: &attributes, ..Parts::default() };
    code.value("llvm.getelementptr", parts)
}

/// Calls the function at `callee`; gives its result if it has one.
fn call_pointer<'c>(
    code: &Code<'c>,
    callee: Val<'c>,
    arguments: &[Val<'c>],
    results: &[Type<'c>],
) -> Result<Option<Val<'c>>, LowerError> {
    let operands: Vec<Val<'c>> = std::iter::once(callee).chain(arguments.iter().copied()).collect();
    let attributes =
        [super::view::segments(code, &[operands.len(), 0]), ("op_bundle_sizes", code.cx.attribute("array<i32>")?)];
    let parts = Parts { operands: &operands, results, attributes: &attributes, ..Parts::default() };
    match results {
        [] => code.op("llvm.call", parts).map(|_| None),
        _ => code.value("llvm.call", parts).map(Some),
    }
}
