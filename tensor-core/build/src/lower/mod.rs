//! From a plan to MLIR: one function over memrefs, its loops as `linalg` operations. This is the level that is
//! verified, dumped and kept as goldens; the passes come after it.

mod cast;
mod cx;
mod dims;
mod entry;
mod group;
mod scalar;
mod types;
mod view;

pub(crate) use cx::Cx;

use crate::error::LowerError;
use crate::plan::{Place, Plan};
use cx::{Code, CompareInt, Parts, Val};
use dims::Dims;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Module, Type};
use tensor_core::ir::Func;
use view::Body;

/// A memref of rank 0 that says that no instruction has met a fault.
const NO_FAULT: i64 = i32::MAX as i64;

/// The module of one kernel, verified. It exports `SYMBOL_base`.
pub(crate) fn lower<'c>(cx: &'c Cx, func: &Func, plan: &Plan, symbol: &str) -> Result<Module<'c>, LowerError> {
    let module = Module::new(cx.location());
    let exported = format!("{symbol}_base");
    let kernel = Kernel { cx, func, plan };
    if plan.slots.is_empty() {
        module.body().append_operation(kernel.body(&exported, entry::Visibility::Exported)?);
    } else {
        let body = format!("{symbol}_body");
        module.body().append_operation(kernel.entry(&exported, &body)?);
        module.body().append_operation(kernel.body(&body, entry::Visibility::Internal)?);
    }
    if !module.as_operation().verify() {
        return Err(cx.refused("the lowered module"));
    }
    Ok(module)
}

/// What is lowered.
struct Kernel<'c, 'a> {
    cx: &'c Cx,
    func: &'a Func,
    plan: &'a Plan,
}

impl<'c> Kernel<'c, '_> {
    /// The types of the arguments that point to buffers: inputs, outputs, and the slots of the internal function.
    fn pointers(&self) -> usize {
        self.plan.buffers.iter().filter(|buffer| !matches!(buffer.place, Place::Temporary(_))).count()
    }

    /// The function that runs all groups.
    fn body(&self, name: &str, visibility: entry::Visibility) -> Result<melior::ir::Operation<'c>, LowerError> {
        let slots = self.plan.slots.len();
        let arguments = self.argument_types(slots)?;
        let code = self.cx.block(&arguments);
        let first_dim = 1 + self.pointers() + slots;
        let dims = self.dims(&code, first_dim)?;
        let buffers = self.buffers(&code)?;
        let mut body = Body { code, plan: self.plan, dims, buffers, status: None };
        if self.faults() {
            body.status = Some(status(&body.code)?);
        }
        for group in &self.plan.groups {
            body.group(group)?;
        }
        let Body { code, status, .. } = body;
        let returned = match status {
            Some(status) => outcome(&code, status)?,
            None => code.integer(self.cx.ty("i32")?, 0)?,
        };
        code.op("func.return", Parts { operands: &[returned], ..Parts::default() })?;
        self.function(name, &arguments, code, visibility)
    }

    fn faults(&self) -> bool {
        self.plan.groups.iter().any(crate::plan::Group::faults)
    }

    /// The shape variables' values as `index`, from the arguments beginning with `first`.
    fn dims(&self, code: &Code<'c>, first: usize) -> Result<Dims<'c>, LowerError> {
        let mut values = Vec::new();
        for (position, var) in self.func.vars.iter().enumerate() {
            let value = code.convert("arith.index_cast", code.argument(first + position)?, self.cx.index())?;
            values.push((var.clone(), value));
        }
        Ok(Dims::new(values))
    }

    /// A memref of rank 0 at the first element of each buffer.
    fn buffers(&self, code: &Code<'c>) -> Result<Vec<Val<'c>>, LowerError> {
        let inputs = self.plan.buffers.iter().filter(|buffer| matches!(buffer.place, Place::Input(_))).count();
        let mut memrefs = Vec::new();
        for buffer in &self.plan.buffers {
            let position = match buffer.place {
                Place::Input(input) => 1 + input,
                Place::Output(output) => 1 + inputs + output,
                Place::Temporary(slot) => 1 + self.pointers() + slot,
            };
            memrefs.push(memref_at(code, code.argument(position)?, types::storage(buffer.dtype)?)?);
        }
        Ok(memrefs)
    }

    /// Hooks, pointers, as many slots, dims.
    fn argument_types(&self, slots: usize) -> Result<Vec<Type<'c>>, LowerError> {
        let mut types = vec![self.cx.ty("!llvm.ptr")?; 1 + self.pointers() + slots];
        types.extend(vec![self.cx.ty("i64")?; self.func.vars.len()]);
        Ok(types)
    }
}

/// A memref of rank 0 at `pointer`.
fn memref_at<'c>(code: &Code<'c>, pointer: Val<'c>, element: &str) -> Result<Val<'c>, LowerError> {
    let cx = code.cx;
    let descriptor = cx.ty("!llvm.struct<(ptr, ptr, i64)>")?;
    let mut value = code.value("llvm.mlir.poison", Parts { results: &[descriptor], ..Parts::default() })?;
    let zero = code.integer(cx.ty("i64")?, 0)?;
    for (position, field) in [pointer, pointer, zero].into_iter().enumerate() {
        let position = cx.attribute(&format!("array<i64: {position}>"))?;
        let parts = Parts {
            operands: &[value, field],
            results: &[descriptor],
            attributes: &[("position", position)],
            ..Parts::default()
        };
        value = code.value("llvm.insertvalue", parts)?;
    }
    code.convert("builtin.unrealized_conversion_cast", value, cx.ty(&format!("memref<{element}>"))?)
}

/// An i32 in memory that holds [`NO_FAULT`].
fn status<'c>(code: &Code<'c>) -> Result<Val<'c>, LowerError> {
    let cx = code.cx;
    let results = [cx.ty("memref<i32>")?];
    let attributes = [view::segments(code, &[0, 0])];
    let memory =
        code.value("memref.alloca", Parts { results: &results, attributes: &attributes, ..Parts::default() })?;
    let no_fault = code.integer(cx.ty("i32")?, NO_FAULT)?;
    code.op("memref.store", Parts { operands: &[no_fault, memory], ..Parts::default() })?;
    Ok(memory)
}

/// What the kernel returns: 0, or the fault that comes first in the program.
fn outcome<'c>(code: &Code<'c>, status: Val<'c>) -> Result<Val<'c>, LowerError> {
    let ty = code.cx.ty("i32")?;
    let value = code.value("memref.load", Parts { operands: &[status], results: &[ty], ..Parts::default() })?;
    let no_fault = code.integer(ty, NO_FAULT)?;
    let fine = code.compare_integers(CompareInt::Equal, value, no_fault)?;
    code.select(fine, code.integer(ty, 0)?, value)
}
