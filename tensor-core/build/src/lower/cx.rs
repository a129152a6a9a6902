//! Building MLIR: a context with what MLIR says of it, and blocks under construction.

use crate::error::LowerError;
use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::attribute::{IntegerAttribute, StringAttribute};
use melior::ir::operation::{OperationBuilder, OperationRef};
use melior::ir::{
    Attribute, Block, BlockLike, Identifier, Location, Operation, Region, RegionLike, Type, Value, ValueLike,
};
use melior::utility::{register_all_dialects, register_all_llvm_translations};
use std::cell::RefCell;
use std::rc::Rc;

/// An MLIR context whose diagnostics are kept and not printed.
pub(crate) struct Cx {
    context: Context,
    said: Rc<RefCell<Vec<String>>>,
}

impl Cx {
    pub fn new() -> Cx {
        let registry = DialectRegistry::new();
        register_all_dialects(&registry);
        let context = Context::new_with_registry(&registry, false);
        register_all_llvm_translations(&context);
        for dialect in ["arith", "builtin", "func", "linalg", "llvm", "math", "memref", "scf"] {
            context.get_or_load_dialect(dialect);
        }
        let said = Rc::new(RefCell::new(Vec::new()));
        let listener = Rc::clone(&said);
        context.attach_diagnostic_handler(move |diagnostic| {
            listener.borrow_mut().push(diagnostic.to_string());
            true
        });
        Cx { context, said }
    }

    pub fn context(&self) -> &Context {
        &self.context
    }

    pub fn location(&self) -> Location<'_> {
        Location::unknown(&self.context)
    }

    /// The error that MLIR refused `what`, with what it said.
    pub fn refused(&self, what: impl Into<String>) -> LowerError {
        LowerError::Mlir { what: what.into(), diagnostics: self.said.take().join("; ") }
    }

    /// The type that MLIR writes as `text`.
    pub fn ty(&self, text: &str) -> Result<Type<'_>, LowerError> {
        Type::parse(&self.context, text).ok_or_else(|| self.refused(text))
    }

    /// The attribute that MLIR writes as `text`.
    pub fn attribute(&self, text: &str) -> Result<Attribute<'_>, LowerError> {
        Attribute::parse(&self.context, text).ok_or_else(|| self.refused(text))
    }

    pub fn index(&self) -> Type<'_> {
        Type::index(&self.context)
    }

    pub fn string(&self, text: &str) -> Attribute<'_> {
        StringAttribute::new(&self.context, text).into()
    }

    /// An operation that is in no block yet.
    pub fn operation<'c>(&'c self, name: &str, parts: Parts<'c, '_>) -> Result<Operation<'c>, LowerError> {
        let attributes: Vec<_> = parts
            .attributes
            .iter()
            .map(|(name, attribute)| (Identifier::new(&self.context, name), *attribute))
            .collect();
        OperationBuilder::new(name, self.location())
            .add_operands(parts.operands)
            .add_results(parts.results)
            .add_attributes(&attributes)
            .add_regions_vec(parts.regions)
            .build()
            .map_err(|_| self.refused(name))
    }

    /// An empty block with these arguments.
    pub fn block<'c>(&'c self, arguments: &[Type<'c>]) -> Code<'c> {
        let arguments: Vec<_> = arguments.iter().map(|ty| (*ty, self.location())).collect();
        Code { cx: self, block: Block::new(&arguments), constants: RefCell::default() }
    }
}

/// A value under construction.
pub(crate) type Val<'c> = Value<'c, 'c>;

/// What an operation is made of, besides its name.
#[derive(Default)]
pub(crate) struct Parts<'c, 'a> {
    pub operands: &'a [Value<'c, 'a>],
    pub results: &'a [Type<'c>],
    pub attributes: &'a [(&'a str, Attribute<'c>)],
    pub regions: Vec<Region<'c>>,
}

/// A block under construction.
pub(crate) struct Code<'c> {
    pub cx: &'c Cx,
    block: Block<'c>,
    constants: RefCell<Vec<(Attribute<'c>, Val<'c>)>>,
}

impl<'c> Code<'c> {
    /// The argument with this position, which the block has.
    pub fn argument(&self, position: usize) -> Result<Val<'c>, LowerError> {
        let argument = self.block.argument(position).map_err(|error| self.cx.refused(error.to_string()))?;
        Ok(argument.into())
    }

    /// Appends an operation.
    pub fn op(&self, name: &str, parts: Parts<'c, '_>) -> Result<OperationRef<'c, 'c>, LowerError> {
        let operation = self.cx.operation(name, parts)?;
        Ok(self.block.append_operation(operation))
    }

    /// Appends an operation with one result.
    pub fn value(&self, name: &str, parts: Parts<'c, '_>) -> Result<Val<'c>, LowerError> {
        let operation = self.op(name, parts)?;
        let result = operation.result(0).map_err(|error| self.cx.refused(error.to_string()))?;
        Ok(result.into())
    }

    /// Appends an operation whose operands and result have one type.
    pub fn same(&self, name: &str, operands: &[Val<'c>]) -> Result<Val<'c>, LowerError> {
        let results = [operands[0].r#type()];
        self.value(name, Parts { operands, results: &results, ..Parts::default() })
    }

    /// Appends an operation from one operand to one result of type `to`.
    pub fn convert(&self, name: &str, operand: Val<'c>, to: Type<'c>) -> Result<Val<'c>, LowerError> {
        self.value(name, Parts { operands: &[operand], results: &[to], ..Parts::default() })
    }

    /// The constant, which stands in the block once. `attribute` is one of type `ty`.
    pub fn constant(&self, ty: Type<'c>, attribute: Attribute<'c>) -> Result<Val<'c>, LowerError> {
        if let Some((_, value)) = self.constants.borrow().iter().find(|(other, _)| *other == attribute) {
            return Ok(*value);
        }
        let attributes = [("value", attribute)];
        let value =
            self.value("arith.constant", Parts { results: &[ty], attributes: &attributes, ..Parts::default() })?;
        self.constants.borrow_mut().push((attribute, value));
        Ok(value)
    }

    pub fn integer(&self, ty: Type<'c>, value: i64) -> Result<Val<'c>, LowerError> {
        self.constant(ty, IntegerAttribute::new(ty, value).into())
    }

    pub fn index(&self, value: i64) -> Result<Val<'c>, LowerError> {
        self.integer(self.cx.index(), value)
    }

    pub fn compare_integers(&self, predicate: CompareInt, lhs: Val<'c>, rhs: Val<'c>) -> Result<Val<'c>, LowerError> {
        self.compare("arith.cmpi", predicate as i64, lhs, rhs)
    }

    pub fn compare_floats(&self, predicate: CompareFloat, lhs: Val<'c>, rhs: Val<'c>) -> Result<Val<'c>, LowerError> {
        self.compare("arith.cmpf", predicate as i64, lhs, rhs)
    }

    fn compare(&self, name: &str, predicate: i64, lhs: Val<'c>, rhs: Val<'c>) -> Result<Val<'c>, LowerError> {
        let predicate = IntegerAttribute::new(self.cx.ty("i64")?, predicate).into();
        let results = [self.cx.ty("i1")?];
        let attributes = [("predicate", predicate)];
        let operands = [lhs, rhs];
        self.value(name, Parts { operands: &operands, results: &results, attributes: &attributes, regions: Vec::new() })
    }

    pub fn select(&self, condition: Val<'c>, then: Val<'c>, otherwise: Val<'c>) -> Result<Val<'c>, LowerError> {
        let operands = [condition, then, otherwise];
        self.value("arith.select", Parts { operands: &operands, results: &[then.r#type()], ..Parts::default() })
    }

    /// The block as the only one of a region.
    pub fn into_region(self) -> Region<'c> {
        let region = Region::new();
        region.append_block(self.block);
        region
    }
}

/// Predicates of `arith.cmpi`.
#[derive(Clone, Copy)]
pub(crate) enum CompareInt {
    Equal = 0,
    NotEqual = 1,
    Less = 2,
    LessOrEqual = 3,
    Greater = 4,
    GreaterOrEqual = 5,
}

/// Predicates of `arith.cmpf`: false with a NaN, but for those that say otherwise.
#[derive(Clone, Copy)]
pub(crate) enum CompareFloat {
    Equal = 1,
    Greater = 2,
    GreaterOrEqual = 3,
    Less = 4,
    LessOrEqual = 5,
    /// Whether neither is NaN.
    Ordered = 7,
    GreaterOrNan = 9,
    LessOrNan = 11,
    NotEqualOrNan = 13,
}
