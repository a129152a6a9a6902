//! Dims as `index` values.

use super::cx::{Code, CompareInt, Val};
use crate::error::LowerError;
use crate::plan::Sum;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;
use tensor_core::types::{Atom, Dim, DimVar};

/// A number of a memref's layout: known now, or at run time.
#[derive(Clone, Copy)]
pub(super) enum Extent<'c> {
    Static(i64),
    Dynamic(Val<'c>),
}

/// Computes dims in one block, each once. The wrapper has checked that none overflows.
pub(super) struct Dims<'c> {
    values: BTreeMap<Dim, Val<'c>>,
}

impl<'c> Dims<'c> {
    /// `values` are the shape variables' values, of type `index`.
    pub fn new(values: impl IntoIterator<Item = (DimVar, Val<'c>)>) -> Dims<'c> {
        Dims { values: values.into_iter().map(|(var, value)| (Dim::var(var), value)).collect() }
    }

    pub fn value(&mut self, code: &Code<'c>, dim: &Dim) -> Result<Val<'c>, LowerError> {
        if let Some(value) = self.values.get(dim) {
            return Ok(*value);
        }
        let mut sum: Option<Val<'c>> = None;
        for (monomial, coefficient) in dim.terms() {
            let mut product: Option<Val<'c>> = None;
            for atom in monomial.factors() {
                let factor = self.atom(code, atom)?;
                product = Some(match product {
                    Some(product) => code.same("arith.muli", &[product, factor])?,
                    None => factor,
                });
            }
            let term = match product {
                Some(product) if *coefficient == BigInt::from(1) => product,
                Some(product) => code.same("arith.muli", &[product, code.index(small(coefficient)?)?])?,
                None => code.index(small(coefficient)?)?,
            };
            sum = Some(match sum {
                Some(sum) => code.same("arith.addi", &[sum, term])?,
                None => term,
            });
        }
        let value = match sum {
            Some(sum) => sum,
            None => code.index(0)?,
        };
        self.values.insert(dim.clone(), value);
        Ok(value)
    }

    /// Division and remainder are those of floor division by a positive constant.
    fn atom(&mut self, code: &Code<'c>, atom: &Atom) -> Result<Val<'c>, LowerError> {
        match atom {
            Atom::Var(var) => self.values.get(&Dim::var(var.clone())).copied().ok_or_else(|| {
                LowerError::Unsupported(format!("the dim `{var}`, which is no variable of the function"))
            }),
            Atom::Mod(dim, divisor) => {
                let (dim, divisor) = (self.value(code, dim)?, code.index(small(divisor)?)?);
                remainder(code, dim, divisor)
            }
            Atom::Div(dim, divisor) => {
                let (dim, divisor) = (self.value(code, dim)?, code.index(small(divisor)?)?);
                let multiple = code.same("arith.subi", &[dim, remainder(code, dim, divisor)?])?;
                code.same("arith.divsi", &[multiple, divisor])
            }
        }
    }

    /// The dim, as a constant where it is one.
    pub fn extent(&mut self, code: &Code<'c>, dim: &Dim) -> Result<Extent<'c>, LowerError> {
        match dim.as_constant() {
            Some(value) => Ok(Extent::Static(small(&value)?)),
            None => Ok(Extent::Dynamic(self.value(code, dim)?)),
        }
    }

    /// The sum, as a constant where it is one.
    pub fn sum(&mut self, code: &Code<'c>, sum: &Sum) -> Result<Extent<'c>, LowerError> {
        match sum.as_dim() {
            Some(dim) => return self.extent(code, dim),
            None if sum.is_zero() => return Ok(Extent::Static(0)),
            None => {}
        }
        let mut total = None;
        for term in sum.terms() {
            let mut value = self.value(code, &term.value)?;
            for extent in &term.unless_one {
                let extent = self.value(code, extent)?;
                let is_one = code.compare_integers(CompareInt::Equal, extent, code.index(1)?)?;
                value = code.select(is_one, code.index(0)?, value)?;
            }
            total = Some(match total {
                Some(total) => code.same("arith.addi", &[total, value])?,
                None => value,
            });
        }
        let total = total.map_or_else(|| code.index(0), Ok)?;
        Ok(Extent::Dynamic(total))
    }
}

/// In `0..divisor`, also of a negative `dim`.
fn remainder<'c>(code: &Code<'c>, dim: Val<'c>, divisor: Val<'c>) -> Result<Val<'c>, LowerError> {
    let rest = code.same("arith.remsi", &[dim, divisor])?;
    let negative = code.compare_integers(CompareInt::Less, rest, code.index(0)?)?;
    code.select(negative, code.same("arith.addi", &[rest, divisor])?, rest)
}

fn small(value: &BigInt) -> Result<i64, LowerError> {
    value.to_i64().ok_or_else(|| LowerError::Unsupported(format!("the constant {value} in a dim")))
}
