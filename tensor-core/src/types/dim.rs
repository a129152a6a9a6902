//! Dims: integer expressions over shape variables, kept in a normal form.
//!
//! A [`Dim`] is a sum of monomials with exact integer coefficients. Two dims that are equal as polynomials over
//! their atoms are equal as values, print alike and hash alike. It does not decide equality under assumptions:
//! that is the prover's work.

mod display;
mod parts;
#[cfg(test)]
mod tests;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};
use std::sync::Arc;

/// A shape variable, identified by its name: shape variables may not be shadowed within a function.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DimVar(Arc<str>);

impl DimVar {
    /// The variable called `name`.
    pub fn new(name: &str) -> DimVar {
        DimVar(name.into())
    }

    /// The name as the program writes it.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DimVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for DimVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A factor of a monomial. Division is floor division, and the remainder is the one of floor division.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Atom {
    /// A shape variable.
    Var(DimVar),
    /// `dim / c` with c ≥ 2.
    Div(Box<Dim>, BigInt),
    /// `dim % c` with c ≥ 2.
    Mod(Box<Dim>, BigInt),
}

/// A product of atoms, sorted; the empty product is 1.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Monomial(Vec<Atom>);

impl Monomial {
    /// The factors in order, repeated ones repeated.
    pub fn factors(&self) -> &[Atom] {
        &self.0
    }

    /// The product of `factors`.
    pub(crate) fn product(mut factors: Vec<Atom>) -> Monomial {
        factors.sort();
        Monomial(factors)
    }

    /// Whether it is the empty product.
    pub fn is_one(&self) -> bool {
        self.0.is_empty()
    }
}

/// An integer expression over shape variables in normal form.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Dim {
    /// No coefficient is zero.
    terms: BTreeMap<Monomial, BigInt>,
}

impl Dim {
    /// The constant `value`.
    pub fn constant(value: impl Into<BigInt>) -> Dim {
        Dim::term(Monomial::default(), value.into())
    }

    /// The variable `var`.
    pub fn var(var: DimVar) -> Dim {
        Dim::atom(Atom::Var(var))
    }

    pub(crate) fn atom(atom: Atom) -> Dim {
        Dim::term(Monomial(vec![atom]), BigInt::one())
    }

    pub(crate) fn term(monomial: Monomial, coefficient: BigInt) -> Dim {
        let mut dim = Dim::default();
        dim.add_term(monomial, coefficient);
        dim
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: BigInt) {
        let sum = self.terms.remove(&monomial).unwrap_or_default() + coefficient;
        if !sum.is_zero() {
            self.terms.insert(monomial, sum);
        }
    }

    /// Monomials with their non-zero coefficients, in order; the constant comes first.
    pub fn terms(&self) -> impl Iterator<Item = (&Monomial, &BigInt)> {
        self.terms.iter()
    }

    /// The value, if no variable occurs.
    pub fn as_constant(&self) -> Option<BigInt> {
        match self.terms.len() {
            0 => Some(BigInt::zero()),
            1 => self.terms.get(&Monomial::default()).cloned(),
            _ => None,
        }
    }

    /// The variable, if the dim is just one.
    pub fn as_var(&self) -> Option<&DimVar> {
        let (monomial, coefficient) = self.terms.first_key_value()?;
        match monomial.factors() {
            [Atom::Var(var)] if self.terms.len() == 1 && coefficient.is_one() => Some(var),
            _ => None,
        }
    }

    /// Whether it is the constant `value`.
    pub fn is_constant(&self, value: i64) -> bool {
        self.as_constant() == Some(value.into())
    }

    /// Whether no monomial, also inside `/` and `%`, multiplies two atoms.
    pub fn is_linear(&self) -> bool {
        self.terms.keys().all(|monomial| match monomial.factors() {
            [] | [Atom::Var(_)] => true,
            [Atom::Div(inner, _) | Atom::Mod(inner, _)] => inner.is_linear(),
            _ => false,
        })
    }

    /// `self / divisor`, rounded towards negative infinity. Whole multiples of the divisor are taken out, the rest is
    /// reduced (`2 * S / 4` is `S / 2`), and nested divisions become one.
    ///
    /// # Panics
    /// If `divisor` is not positive.
    pub fn floor_div(&self, divisor: &BigInt) -> Dim {
        assert!(divisor.is_positive(), "the divisor of a dim is positive");
        let quotient = self.map_coefficients(|coefficient| coefficient.div_floor(divisor));
        let rest = self.map_coefficients(|coefficient| coefficient.mod_floor(divisor));
        // The sum of all but the constant is a multiple of the common factor, so that flooring the constant is exact.
        let common = rest.content().gcd(divisor);
        let rest = rest.map_coefficients(|coefficient| coefficient.div_floor(&common));
        let divisor = divisor / &common;
        if rest.upper_bound_of_remainders().is_some_and(|bound| bound < divisor) {
            return quotient;
        }
        let constant = rest.constant_term();
        let nested = match rest.clone().without_constant().as_atom() {
            Some(Atom::Div(inner, c)) => {
                Some((**inner).clone() + Dim::constant(constant * c)).map(|inner| inner.floor_div(&(c * &divisor)))
            }
            _ => None,
        };
        quotient + nested.unwrap_or_else(|| Dim::atom(Atom::Div(Box::new(rest), divisor)))
    }

    /// `self - divisor * (self / divisor)`: in `0..divisor`. Whole multiples of the divisor vanish, a common factor is
    /// taken out (`2 * S % 4` is `2 * (S % 2)`), and a nested remainder vanishes where the divisors allow it.
    ///
    /// # Panics
    /// If `divisor` is not positive.
    pub fn floor_mod(&self, divisor: &BigInt) -> Dim {
        assert!(divisor.is_positive(), "the divisor of a dim is positive");
        let mut rest = self.map_coefficients(|coefficient| coefficient.mod_floor(divisor));
        while let Some(unfolded) = rest.unfold_remainder(divisor) {
            rest = unfolded.map_coefficients(|coefficient| coefficient.mod_floor(divisor));
        }
        if rest.upper_bound_of_remainders().is_some_and(|bound| bound < *divisor) {
            return rest;
        }
        let common = rest.content().gcd(divisor);
        let outside = rest.constant_term().mod_floor(&common);
        let inside = rest.map_coefficients(|coefficient| coefficient.div_floor(&common));
        let remainder = Dim::atom(Atom::Mod(Box::new(inside), divisor / &common));
        remainder.map_coefficients(|coefficient| coefficient * &common) + Dim::constant(outside)
    }

    /// Adds every variable that occurs, also inside `/` and `%`, to `vars`.
    pub fn collect_vars(&self, vars: &mut BTreeSet<DimVar>) {
        for monomial in self.terms.keys() {
            for atom in monomial.factors() {
                match atom {
                    Atom::Var(var) => {
                        vars.insert(var.clone());
                    }
                    Atom::Div(inner, _) | Atom::Mod(inner, _) => inner.collect_vars(vars),
                }
            }
        }
    }

    /// Whether every coefficient and divisor is an I64, as kernels compute.
    pub fn has_small_constants(&self) -> bool {
        let small = |value: &BigInt| i64::try_from(value).is_ok();
        self.terms.iter().all(|(monomial, coefficient)| {
            small(coefficient)
                && monomial.factors().iter().all(|atom| match atom {
                    Atom::Var(_) => true,
                    Atom::Div(inner, divisor) | Atom::Mod(inner, divisor) => {
                        small(divisor) && inner.has_small_constants()
                    }
                })
        })
    }

    /// Adds every dim that is divided, by `/` or `%`, at any depth.
    pub fn collect_dividends(&self, dividends: &mut BTreeSet<Dim>) {
        for atom in self.terms.keys().flat_map(|monomial| monomial.factors()) {
            match atom {
                Atom::Var(_) => {}
                Atom::Div(inner, _) | Atom::Mod(inner, _) => {
                    dividends.insert((**inner).clone());
                    inner.collect_dividends(dividends);
                }
            }
        }
    }

    /// The variables that occur.
    pub fn vars(&self) -> BTreeSet<DimVar> {
        let mut vars = BTreeSet::new();
        self.collect_vars(&mut vars);
        vars
    }

    /// Replaces variables, all at once, by what `replacement` gives; a variable it does not know stays.
    pub fn substitute(&self, replacement: &dyn Fn(&DimVar) -> Option<Dim>) -> Dim {
        let mut result = Dim::default();
        for (monomial, coefficient) in &self.terms {
            let mut product = Dim::constant(coefficient.clone());
            for atom in monomial.factors() {
                let factor = match atom {
                    Atom::Var(var) => replacement(var).unwrap_or_else(|| Dim::var(var.clone())),
                    Atom::Div(inner, c) => inner.substitute(replacement).floor_div(c),
                    Atom::Mod(inner, c) => inner.substitute(replacement).floor_mod(c),
                };
                product = product * factor;
            }
            result = result + product;
        }
        result
    }

    /// The value where `value_of` gives the variables' values; `None` if it lacks one.
    pub fn eval(&self, value_of: &dyn Fn(&DimVar) -> Option<BigInt>) -> Option<BigInt> {
        let mut sum = BigInt::zero();
        for (monomial, coefficient) in &self.terms {
            let mut product = coefficient.clone();
            for atom in monomial.factors() {
                product *= match atom {
                    Atom::Var(var) => value_of(var)?,
                    Atom::Div(inner, c) => inner.eval(value_of)?.div_floor(c),
                    Atom::Mod(inner, c) => inner.eval(value_of)?.mod_floor(c),
                };
            }
            sum += product;
        }
        Some(sum)
    }

    /// Splits off the terms that contain `var` outside `/` and `%` as a sole factor: `(coefficient, rest)` with
    /// `self == coefficient * var + rest`.
    pub fn split_linear(&self, var: &DimVar) -> (BigInt, Dim) {
        let monomial = Monomial(vec![Atom::Var(var.clone())]);
        let mut rest = self.clone();
        let coefficient = rest.terms.remove(&monomial).unwrap_or_default();
        (coefficient, rest)
    }

    /// The greatest value, if the dim is a sum of remainders and constants with positive coefficients; the least one
    /// is then not negative.
    fn upper_bound_of_remainders(&self) -> Option<BigInt> {
        let mut bound = BigInt::zero();
        for (monomial, coefficient) in &self.terms {
            match monomial.factors() {
                _ if coefficient.is_negative() => return None,
                [] => bound += coefficient,
                [Atom::Mod(_, c)] => bound += coefficient * (c - 1),
                _ => return None,
            }
        }
        Some(bound)
    }

    /// Replaces one `k * (dim % c)` by `k * dim`, where that changes nothing modulo `divisor`: where it divides k * c.
    fn unfold_remainder(&self, divisor: &BigInt) -> Option<Dim> {
        self.terms.iter().find_map(|(monomial, coefficient)| match monomial.factors() {
            [Atom::Mod(inner, c)] if (coefficient * c).is_multiple_of(divisor) => {
                let mut rest = self.clone();
                rest.terms.remove(monomial);
                Some(rest + inner.map_coefficients(|inner| inner * coefficient))
            }
            _ => None,
        })
    }
}

impl Add for Dim {
    type Output = Dim;
    fn add(mut self, other: Dim) -> Dim {
        for (monomial, coefficient) in other.terms {
            self.add_term(monomial, coefficient);
        }
        self
    }
}

impl Neg for Dim {
    type Output = Dim;
    fn neg(mut self) -> Dim {
        for coefficient in self.terms.values_mut() {
            *coefficient = -std::mem::take(coefficient);
        }
        self
    }
}

impl Sub for Dim {
    type Output = Dim;
    fn sub(self, other: Dim) -> Dim {
        self + -other
    }
}

impl Sum for Dim {
    fn sum<I: Iterator<Item = Dim>>(dims: I) -> Dim {
        dims.fold(Dim::default(), Add::add)
    }
}

impl Mul for Dim {
    type Output = Dim;
    fn mul(self, other: Dim) -> Dim {
        let mut product = Dim::default();
        for (left, c) in &self.terms {
            for (right, d) in &other.terms {
                let monomial = Monomial::product([left.factors(), right.factors()].concat());
                product.add_term(monomial, c * d);
            }
        }
        product
    }
}
