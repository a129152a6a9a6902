//! Dims: integer expressions over shape variables, kept in a normal form.
//!
//! A [`Dim`] is a sum of monomials with exact integer coefficients. Two dims that are equal as polynomials over
//! their atoms are equal as values, print alike and hash alike. It does not decide equality under assumptions:
//! that is the prover's work.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
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

    fn atom(atom: Atom) -> Dim {
        Dim::term(Monomial(vec![atom]), BigInt::one())
    }

    fn term(monomial: Monomial, coefficient: BigInt) -> Dim {
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

    /// `self / divisor`, rounded towards negative infinity.
    ///
    /// # Panics
    /// If `divisor` is not positive.
    pub fn floor_div(&self, divisor: &BigInt) -> Dim {
        assert!(divisor.is_positive(), "the divisor of a dim is positive");
        let (mut quotient, mut rest) = (Dim::default(), Dim::default());
        for (monomial, coefficient) in &self.terms {
            let (q, r) = coefficient.div_mod_floor(divisor);
            quotient.add_term(monomial.clone(), q);
            rest.add_term(monomial.clone(), r);
        }
        match rest.as_constant() {
            // A constant rest is in 0..divisor.
            Some(_) => quotient,
            None => quotient + Dim::atom(Atom::Div(Box::new(rest), divisor.clone())),
        }
    }

    /// `self - divisor * (self / divisor)`: in `0..divisor`.
    ///
    /// # Panics
    /// If `divisor` is not positive.
    pub fn floor_mod(&self, divisor: &BigInt) -> Dim {
        assert!(divisor.is_positive(), "the divisor of a dim is positive");
        let mut rest = Dim::default();
        for (monomial, coefficient) in &self.terms {
            rest.add_term(monomial.clone(), coefficient.mod_floor(divisor));
        }
        match rest.as_constant() {
            Some(value) => Dim::constant(value),
            None => Dim::atom(Atom::Mod(Box::new(rest), divisor.clone())),
        }
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
        self.substitute(&|var| value_of(var).map(Dim::constant)).as_constant()
    }

    /// Splits off the terms that contain `var` outside `/` and `%` as a sole factor: `(coefficient, rest)` with
    /// `self == coefficient * var + rest`.
    pub fn split_linear(&self, var: &DimVar) -> (BigInt, Dim) {
        let monomial = Monomial(vec![Atom::Var(var.clone())]);
        let mut rest = self.clone();
        let coefficient = rest.terms.remove(&monomial).unwrap_or_default();
        (coefficient, rest)
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

impl Mul for Dim {
    type Output = Dim;
    fn mul(self, other: Dim) -> Dim {
        let mut product = Dim::default();
        for (left, c) in &self.terms {
            for (right, d) in &other.terms {
                let mut factors = [left.factors(), right.factors()].concat();
                factors.sort();
                product.add_term(Monomial(factors), c * d);
            }
        }
        product
    }
}

/// Positive terms first, then negative ones, the constant last: `S - T`, `2 * D + 1`, `(S + 1) / 2`.
impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let constant_last =
            |(monomial, coefficient): &(&Monomial, &BigInt)| (coefficient.is_negative(), monomial.is_one());
        let mut terms: Vec<_> = self.terms.iter().collect();
        terms.sort_by_key(constant_last);
        if terms.is_empty() {
            return f.write_str("0");
        }
        for (position, (monomial, coefficient)) in terms.into_iter().enumerate() {
            match (position, coefficient.is_negative()) {
                (0, true) => f.write_str("-")?,
                (0, false) => {}
                (_, true) => f.write_str(" - ")?,
                (_, false) => f.write_str(" + ")?,
            }
            let magnitude = coefficient.abs();
            let mut separator = "";
            if monomial.is_one() || !magnitude.is_one() {
                write!(f, "{magnitude}")?;
                separator = " * ";
            }
            for atom in monomial.factors() {
                f.write_str(separator)?;
                separator = " * ";
                match atom {
                    Atom::Var(var) => write!(f, "{var}")?,
                    Atom::Div(inner, c) => {
                        fmt_quotient(f, inner, "/", c, monomial.factors().len() > 1 || !magnitude.is_one())?
                    }
                    Atom::Mod(inner, c) => {
                        fmt_quotient(f, inner, "%", c, monomial.factors().len() > 1 || !magnitude.is_one())?
                    }
                }
            }
        }
        Ok(())
    }
}

fn fmt_quotient(
    f: &mut fmt::Formatter<'_>,
    inner: &Dim,
    operator: &str,
    divisor: &BigInt,
    in_product: bool,
) -> fmt::Result {
    let (open, close) = if in_product { ("(", ")") } else { ("", "") };
    match inner.as_var() {
        Some(var) => write!(f, "{open}{var} {operator} {divisor}{close}"),
        None => write!(f, "{open}({inner}) {operator} {divisor}{close}"),
    }
}

impl fmt::Debug for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
