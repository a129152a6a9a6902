//! From a plan to MLIR: one function over memrefs, its loops as `linalg` operations. This is the level that is
//! verified, dumped and kept as goldens; the passes come after it.

mod cast;
mod cx;
mod dims;
mod entry;
mod expand;
mod group;
mod scalar;
mod types;
mod view;

pub(crate) use cx::Cx;
pub(crate) use expand::expand_products;

use crate::error::LowerError;
use crate::plan::{Group, Place, Plan};
use cx::{CompareInt, Parts, Val};
use dims::Dims;
use melior::ir::attribute::{ArrayAttribute, DenseI32ArrayAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, BlockLike, Module, Operation, Region, Type};
use std::collections::BTreeMap;
use tensor_core::ir::Func;
use view::Body;

/// The module of one kernel, verified. It exports `SYMBOL_base`.
pub(crate) fn lower<'c>(cx: &'c Cx, func: &Func, plan: &Plan, symbol: &str) -> Result<Module<'c>, LowerError> {
    let module = Module::new(cx.location());
    let exported = format!("{symbol}_base");
    if plan.slots.is_empty() {
        module.body().append_operation(kernel(cx, func, plan, &exported, Linkage::Exported)?);
    } else {
        let body = format!("{symbol}_body");
        module.body().append_operation(entry::entry(cx, func, plan, &exported, &body)?);
        module.body().append_operation(kernel(cx, func, plan, &body, Linkage::Internal)?);
    }
    if module.as_operation().verify() { Ok(module) } else { Err(cx.refused(symbol)) }
}

/// Who calls a function.
#[derive(Clone, Copy, PartialEq)]
enum Linkage {
    /// The wrapper.
    Exported,
    /// The entry of the same module, which passes a pointer to each slot of scratch memory behind all else.
    Internal,
}

/// What a function takes: the hooks, a pointer for each input, output and slot, and between outputs and slots the
/// values of the shape variables.
///
/// A pointer is a memref of rank 0 at the first element. Pointers overlap nowhere that is written.
struct Signature<'c> {
    types: Vec<Type<'c>>,
    attributes: Vec<Attribute<'c>>,
    /// How many buffers come before the shape variables.
    buffers: usize,
    /// How many shape variables there are.
    vars: usize,
}

impl<'c> Signature<'c> {
    fn new(cx: &'c Cx, func: &Func, plan: &Plan, linkage: Linkage) -> Result<Signature<'c>, LowerError> {
        let mut signature = Signature { types: Vec::new(), attributes: Vec::new(), buffers: 0, vars: func.vars.len() };
        signature.push(cx, "!llvm.ptr", "{llvm.nonnull, llvm.noundef}")?;
        for buffer in &plan.buffers {
            let access = match buffer.place {
                Place::Input(_) => ", llvm.readonly",
                Place::Output(_) => "",
                Place::Temporary(_) => continue,
            };
            signature.pointer(cx, types::storage(buffer.dtype)?, access)?;
            signature.buffers += 1;
        }
        for _ in &func.vars {
            signature.push(cx, "i64", "{llvm.noundef}")?;
        }
        if linkage == Linkage::Internal {
            for slot in &plan.slots {
                signature.pointer(cx, types::storage(slot.dtype)?, "")?;
            }
        }
        Ok(signature)
    }

    fn pointer(&mut self, cx: &'c Cx, element: &str, access: &str) -> Result<(), LowerError> {
        self.push(cx, &format!("memref<{element}>"), &format!("{{llvm.noalias, llvm.nonnull, llvm.noundef{access}}}"))
    }

    fn push(&mut self, cx: &'c Cx, ty: &str, attributes: &str) -> Result<(), LowerError> {
        self.types.push(cx.ty(ty)?);
        self.attributes.push(cx.attribute(attributes)?);
        Ok(())
    }

    /// The function with this signature, which returns the kernel's status.
    fn function(
        &self,
        cx: &'c Cx,
        name: &str,
        linkage: Linkage,
        region: Region<'c>,
    ) -> Result<Operation<'c>, LowerError> {
        let ty = FunctionType::new(cx.context(), &self.types, &[cx.ty("i32")?]);
        let linkage = match linkage {
            Linkage::Exported => "#llvm.linkage<external>",
            Linkage::Internal => "#llvm.linkage<internal>",
        };
        let attributes = [
            ("sym_name", cx.string(name)),
            ("function_type", TypeAttribute::new(ty.into()).into()),
            ("arg_attrs", ArrayAttribute::new(cx.context(), &self.attributes).into()),
            ("llvm.linkage", cx.attribute(linkage)?),
        ];
        cx.operation("func.func", Parts { attributes: &attributes, regions: vec![region], ..Parts::default() })
    }
}

/// The function that runs the plan's groups. It returns 0, or the status of the first fault in program order.
fn kernel<'c>(cx: &'c Cx, func: &Func, plan: &Plan, name: &str, linkage: Linkage) -> Result<Operation<'c>, LowerError> {
    let signature = Signature::new(cx, func, plan, linkage)?;
    let code = cx.block(&signature.types);
    let mut vars = Vec::with_capacity(signature.vars);
    for (position, var) in func.vars.iter().enumerate() {
        let value = code.argument(1 + signature.buffers + position)?;
        vars.push((var.clone(), code.convert("arith.index_cast", value, cx.index())?));
    }
    let mut buffers = Vec::with_capacity(plan.buffers.len());
    for (position, buffer) in plan.buffers.iter().enumerate() {
        buffers.push(match buffer.place {
            Place::Input(_) | Place::Output(_) => code.argument(1 + position)?,
            Place::Temporary(slot) => code.argument(1 + signature.buffers + signature.vars + slot)?,
        });
    }
    let status = if plan.groups.iter().any(Group::faults) { Some(status_cell(&code)?) } else { None };
    let mut body = Body { code, plan, dims: Dims::new(vars), buffers, views: BTreeMap::new(), status };
    for group in &plan.groups {
        body.group(group)?;
    }
    let code = body.code;
    let i32 = cx.ty("i32")?;
    let zero = code.integer(i32, 0)?;
    let result = match body.status {
        None => zero,
        Some(cell) => {
            let results = [i32];
            let status =
                code.value("memref.load", Parts { operands: &[cell], results: &results, ..Parts::default() })?;
            let none = code.compare_integers(CompareInt::Equal, status, code.integer(i32, NO_FAULT)?)?;
            code.select(none, zero, status)?
        }
    };
    code.op("func.return", Parts { operands: &[result], ..Parts::default() })?;
    signature.function(cx, name, linkage, code.into_region())
}

/// Above the status of every fault, so that the smallest status is that of the first fault.
const NO_FAULT: i64 = i32::MAX as i64;

/// An i32 in memory that holds [`NO_FAULT`].
fn status_cell<'c>(code: &cx::Code<'c>) -> Result<Val<'c>, LowerError> {
    let none = DenseI32ArrayAttribute::new(code.cx.context(), &[0, 0]).into();
    let results = [code.cx.ty("memref<i32>")?];
    let attributes = [("operandSegmentSizes", none)];
    let cell = code.value("memref.alloca", Parts { results: &results, attributes: &attributes, ..Parts::default() })?;
    let value = code.integer(code.cx.ty("i32")?, NO_FAULT)?;
    code.op("memref.store", Parts { operands: &[value, cell], ..Parts::default() })?;
    Ok(cell)
}
