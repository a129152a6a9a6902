//! The meaning of elementwise operations: the tables' scalar expressions as `arith` and `math` operations. No
//! operation carries a fast-math flag.

use super::cx::{Code, CompareFloat, CompareInt, Parts, Val};
use super::types;
use crate::error::LowerError;
use melior::ir::attribute::FloatAttribute;
use melior::ir::{Attribute, Type};
use num_traits::ToPrimitive;
use tensor_core::ops::{Prim, Scalar};
use tensor_core::types::{DType, Kind, Literal};

/// Computes scalars of one dtype in one block.
pub(super) struct Scalars<'c, 'a> {
    pub code: &'a Code<'c>,
    pub dtype: DType,
    /// The type of the dtype's scalars.
    pub ty: Type<'c>,
    /// Conditions under which the iteration faults.
    pub faults: Vec<Val<'c>>,
}

impl<'c, 'a> Scalars<'c, 'a> {
    pub fn new(code: &'a Code<'c>, dtype: DType) -> Result<Scalars<'c, 'a>, LowerError> {
        Ok(Scalars { code, dtype, ty: types::scalar(code.cx, dtype)?, faults: Vec::new() })
    }

    /// A constant; `value` is a float, or an integer that the dtype can hold, or 0 or 1 for Bool.
    pub fn constant(&self, value: f64) -> Result<Val<'c>, LowerError> {
        let attribute: Attribute<'c> = match self.dtype.kind() {
            Kind::Float => FloatAttribute::new(self.code.cx.context(), self.ty, round(self.dtype, value)).into(),
            Kind::SignedInt | Kind::Bool => return self.code.integer(self.ty, value as i64),
        };
        self.code.constant(self.ty, attribute)
    }

    /// The literal, rounded once.
    pub fn literal(&self, literal: &Literal) -> Result<Val<'c>, LowerError> {
        let misfit = || LowerError::Unsupported(format!("the literal {literal} as {}", self.dtype));
        match (self.dtype.kind(), literal) {
            (Kind::Float, Literal::Int(_) | Literal::Float(_)) => {
                let text = literal.to_string();
                let value = match self.dtype {
                    // Through F64 it would be rounded twice.
                    DType::F32 => text.parse::<f32>().map(f64::from),
                    _ => text.parse::<f64>(),
                };
                self.constant(value.map_err(|_| misfit())?)
            }
            (Kind::SignedInt, Literal::Int(value)) => self.code.integer(self.ty, value.to_i64().ok_or_else(misfit)?),
            (Kind::Bool, Literal::Bool(value)) => self.code.integer(self.ty, i64::from(*value)),
            (Kind::Float | Kind::SignedInt, Literal::Bool(_)) => Err(misfit()),
            (Kind::SignedInt, Literal::Float(_)) | (Kind::Bool, Literal::Int(_) | Literal::Float(_)) => Err(misfit()),
        }
    }

    /// The scalar expression with `args` for its operands.
    pub fn meaning(&mut self, meaning: &Scalar, args: &[Val<'c>]) -> Result<Val<'c>, LowerError> {
        match meaning {
            Scalar::Arg(position) => Ok(args[*position]),
            Scalar::Const(value) => self.constant(*value),
            Scalar::Apply(prim, operands) => {
                let mut values = Vec::with_capacity(operands.len());
                for operand in *operands {
                    values.push(self.meaning(operand, args)?);
                }
                self.apply(*prim, &values)
            }
        }
    }

    /// A primitive on scalars of this dtype.
    pub fn apply(&mut self, prim: Prim, args: &[Val<'c>]) -> Result<Val<'c>, LowerError> {
        let code = self.code;
        let name = match (prim, self.dtype.kind()) {
            (Prim::Eq | Prim::Ne | Prim::Lt | Prim::Le | Prim::Gt | Prim::Ge, _) => return self.compare(prim, args),
            (Prim::Add, Kind::Float) => "arith.addf",
            (Prim::Add, Kind::SignedInt) => "arith.addi",
            (Prim::Sub, Kind::Float) => "arith.subf",
            (Prim::Sub, Kind::SignedInt) => "arith.subi",
            (Prim::Mul, Kind::Float) => "arith.mulf",
            (Prim::Mul, Kind::SignedInt) => "arith.muli",
            (Prim::Div, Kind::Float) => "arith.divf",
            (Prim::Div, Kind::SignedInt) => return self.divide(args[0], args[1]),
            (Prim::Pow, Kind::Float) => "math.powf",
            (Prim::Pow, Kind::SignedInt) => return self.power(args[0], args[1]),
            // These propagate NaN and order -0 below +0.
            (Prim::Min, Kind::Float) => "arith.minimumf",
            (Prim::Max, Kind::Float) => "arith.maximumf",
            (Prim::Min, Kind::SignedInt) => "arith.minsi",
            (Prim::Max, Kind::SignedInt) => "arith.maxsi",
            (Prim::Neg, Kind::Float) => "arith.negf",
            (Prim::Neg, Kind::SignedInt) => return code.same("arith.subi", &[code.integer(self.ty, 0)?, args[0]]),
            (Prim::Abs, Kind::Float) => "math.absf",
            (Prim::Abs, Kind::SignedInt) => {
                let negated = code.same("arith.subi", &[code.integer(self.ty, 0)?, args[0]])?;
                // The smaller of the two magnitudes' negatives: MIN stays MIN.
                let negative = code.compare_integers(CompareInt::Less, args[0], code.integer(self.ty, 0)?)?;
                return code.select(negative, negated, args[0]);
            }
            (Prim::Sqrt, Kind::Float) => "math.sqrt",
            (Prim::Exp, Kind::Float) => "math.exp",
            (Prim::Log, Kind::Float) => "math.log",
            (Prim::Tanh, Kind::Float) => "math.tanh",
            (Prim::Erfc, Kind::Float) => "math.erfc",
            (Prim::BitNot, Kind::SignedInt) => return code.same("arith.xori", &[args[0], code.integer(self.ty, -1)?]),
            (Prim::BitAnd, Kind::SignedInt | Kind::Bool) => "arith.andi",
            (Prim::BitOr, Kind::SignedInt | Kind::Bool) => "arith.ori",
            (Prim::BitXor, Kind::SignedInt | Kind::Bool) => "arith.xori",
            (Prim::Sqrt | Prim::Exp | Prim::Log | Prim::Tanh | Prim::Erfc, Kind::SignedInt | Kind::Bool)
            | (Prim::Add | Prim::Sub | Prim::Mul | Prim::Div | Prim::Pow, Kind::Bool)
            | (Prim::Min | Prim::Max | Prim::Neg | Prim::Abs | Prim::BitNot, Kind::Bool)
            | (Prim::BitNot | Prim::BitAnd | Prim::BitOr | Prim::BitXor, Kind::Float) => {
                return Err(LowerError::Unsupported(format!("{prim:?} on {}", self.dtype)));
            }
        };
        code.same(name, args)
    }

    fn compare(&self, prim: Prim, args: &[Val<'c>]) -> Result<Val<'c>, LowerError> {
        let (float, int) = match prim {
            Prim::Eq => (CompareFloat::Equal, CompareInt::Equal),
            Prim::Ne => (CompareFloat::NotEqualOrNan, CompareInt::NotEqual),
            Prim::Lt => (CompareFloat::Less, CompareInt::Less),
            Prim::Le => (CompareFloat::LessOrEqual, CompareInt::LessOrEqual),
            Prim::Gt => (CompareFloat::Greater, CompareInt::Greater),
            Prim::Ge => (CompareFloat::GreaterOrEqual, CompareInt::GreaterOrEqual),
            _ => return Err(LowerError::Unsupported(format!("{prim:?} as a comparison"))),
        };
        match self.dtype.kind() {
            Kind::Float => self.code.compare_floats(float, args[0], args[1]),
            Kind::SignedInt | Kind::Bool => self.code.compare_integers(int, args[0], args[1]),
        }
    }

    /// Truncating division. Division by zero is a fault and gives `lhs`; by -1 it is negation, because MIN / -1 traps.
    fn divide(&mut self, lhs: Val<'c>, rhs: Val<'c>) -> Result<Val<'c>, LowerError> {
        let code = self.code;
        let (zero, one, minus_one) = (code.integer(self.ty, 0)?, code.integer(self.ty, 1)?, code.integer(self.ty, -1)?);
        let by_zero = code.compare_integers(CompareInt::Equal, rhs, zero)?;
        let by_minus_one = code.compare_integers(CompareInt::Equal, rhs, minus_one)?;
        let special = code.same("arith.ori", &[by_zero, by_minus_one])?;
        let divisor = code.select(special, one, rhs)?;
        let quotient = code.same("arith.divsi", &[lhs, divisor])?;
        let negated = code.same("arith.subi", &[zero, lhs])?;
        self.faults.push(by_zero);
        code.select(by_minus_one, negated, quotient)
    }

    /// Power by squaring. A negative exponent is a fault unless the base is 1 or -1, whose power depends only on
    /// whether the exponent is odd.
    fn power(&mut self, base: Val<'c>, exponent: Val<'c>) -> Result<Val<'c>, LowerError> {
        let code = self.code;
        let (zero, one, minus_one) = (code.integer(self.ty, 0)?, code.integer(self.ty, 1)?, code.integer(self.ty, -1)?);
        let negative = code.compare_integers(CompareInt::Less, exponent, zero)?;
        let not_one = code.compare_integers(CompareInt::NotEqual, base, one)?;
        let not_minus_one = code.compare_integers(CompareInt::NotEqual, base, minus_one)?;
        let no_unit = code.same("arith.andi", &[not_one, not_minus_one])?;
        self.faults.push(code.same("arith.andi", &[negative, no_unit])?);
        let parity = code.same("arith.andi", &[exponent, one])?;
        let exponent = code.select(negative, parity, exponent)?;

        // while exponent != 0 { if exponent is odd { result *= base }; base *= base; exponent >>= 1 }
        let types = [self.ty; 3];
        let before = code.cx.block(&types);
        let (result, factor, rest) = (before.argument(0)?, before.argument(1)?, before.argument(2)?);
        let more = before.compare_integers(CompareInt::NotEqual, rest, before.integer(self.ty, 0)?)?;
        before.op("scf.condition", Parts { operands: &[more, result, factor, rest], ..Parts::default() })?;
        let after = code.cx.block(&types);
        let (result, factor, rest) = (after.argument(0)?, after.argument(1)?, after.argument(2)?);
        let one_after = after.integer(self.ty, 1)?;
        let odd = after.same("arith.andi", &[rest, one_after])?;
        let odd = after.compare_integers(CompareInt::NotEqual, odd, after.integer(self.ty, 0)?)?;
        let result = after.select(odd, after.same("arith.muli", &[result, factor])?, result)?;
        let factor = after.same("arith.muli", &[factor, factor])?;
        let rest = after.same("arith.shrui", &[rest, one_after])?;
        after.op("scf.yield", Parts { operands: &[result, factor, rest], ..Parts::default() })?;
        let regions = vec![before.into_region(), after.into_region()];
        let operands = [one, base, exponent];
        code.value("scf.while", Parts { operands: &operands, results: &types, regions, ..Parts::default() })
    }
}

/// The dtype in which `meaning` is computed for operands of `dtype`. F32 does not suffice for a product of functions in
/// F32: a factor that is subnormal has few digits, and the complementary error function magnifies the rounding of its
/// argument by the square of it.
pub(super) fn computes_in(meaning: &Scalar, dtype: DType) -> DType {
    match meaning {
        Scalar::Apply(Prim::Mul, args) if dtype == DType::F32 && args.iter().any(applies_function) => DType::F64,
        Scalar::Apply(..) | Scalar::Arg(_) | Scalar::Const(_) => dtype,
    }
}

fn applies_function(meaning: &Scalar) -> bool {
    match meaning {
        Scalar::Apply(Prim::Exp | Prim::Log | Prim::Tanh | Prim::Erfc | Prim::Pow, _) => true,
        Scalar::Apply(_, args) => args.iter().any(applies_function),
        Scalar::Arg(_) | Scalar::Const(_) => false,
    }
}

/// `value` as the dtype holds it.
fn round(dtype: DType, value: f64) -> f64 {
    if dtype == DType::F32 { f64::from(value as f32) } else { value }
}
