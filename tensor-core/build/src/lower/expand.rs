//! How products of matrices are computed. A product in the verified module is one `linalg` operation; here it becomes
//! loops. This is the place where a driver that calls micro-kernels belongs.

use super::cx::{Cx, Parts};
use super::view::{affine_map, iterator_types, segments};
use crate::error::LowerError;
use melior::IrRewriter;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::MemRefType;
use melior::ir::{Attribute, BlockLike, Module, Operation, RegionLike, ShapedTypeLike, TypeLike, Value, ValueLike};

/// Replaces each product by loops over batch, rows, inner, columns in this order: the innermost loop runs along rows
/// of the right operand and of the result, so it vectorises without changing the order in which products are added.
pub(crate) fn expand_products(cx: &Cx, module: &Module<'_>) -> Result<(), LowerError> {
    let rewriter = IrRewriter::new(cx.context());
    let mut function = module.body().first_operation();
    while let Some(current) = function {
        function = current.next_in_block();
        let block = current.region(0).ok().and_then(|region| region.first_block());
        let mut operation = block.and_then(|block| block.first_operation());
        while let (Some(block), Some(product)) = (block, operation) {
            operation = product.next_in_block();
            let name = product.name();
            let batched = match name.as_string_ref().as_str() {
                Ok("linalg.matmul") => false,
                Ok("linalg.batch_matmul") => true,
                _ => continue,
            };
            let loops = loops(cx, product, batched)?;
            block.insert_operation_before(product, loops);
            rewriter.as_rewriter_base().erase_op(product);
        }
    }
    if module.as_operation().verify() { Ok(()) } else { Err(cx.refused("expanded products")) }
}

/// The product as loops over rows, inner, columns, in a batch or not.
fn loops<'c>(cx: &'c Cx, product: OperationRef<'c, '_>, batched: bool) -> Result<Operation<'c>, LowerError> {
    let batch = usize::from(batched);
    let (rows, inner, columns) = (batch, batch + 1, batch + 2);
    let operands: Vec<Value<'c, '_>> = product.operands().collect();
    let result = operands.last().map(|operand| operand.r#type()).and_then(|ty| MemRefType::try_from(ty).ok());
    let element = result.ok_or_else(|| cx.refused("a product without a result"))?.element();
    let (mul, add) = if element.is_integer() { ("arith.muli", "arith.addi") } else { ("arith.mulf", "arith.addf") };
    let block = cx.block(&[element; 3]);
    let product = block.same(mul, &[block.argument(0)?, block.argument(1)?])?;
    let sum = block.same(add, &[block.argument(2)?, product])?;
    block.op("linalg.yield", Parts { operands: &[sum], ..Parts::default() })?;

    let maps: Result<Vec<Attribute<'c>>, LowerError> = [[rows, inner], [inner, columns], [rows, columns]]
        .iter()
        .map(|axes| {
            let loops: Vec<usize> = (0..batch).chain(axes.iter().copied()).collect();
            cx.attribute(&affine_map(batch + 3, &loops))
        })
        .collect();
    let attributes = [
        ("indexing_maps", ArrayAttribute::new(cx.context(), &maps?).into()),
        ("iterator_types", iterator_types(cx, batch + 3, |number| number == inner)?),
        segments(cx, &[2, 1]),
    ];
    let regions = vec![block.into_region()];
    cx.operation("linalg.generic", Parts { operands: &operands, attributes: &attributes, regions, ..Parts::default() })
}
