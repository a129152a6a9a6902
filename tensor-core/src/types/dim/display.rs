//! How a dim is printed: as a person would write it.

use super::{Atom, Dim, Monomial};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use std::fmt;

/// Positive terms, then negative ones, then the constant: `S - T`, `2 * D + 1`, `(S + 1) / 2`. A positive constant goes
/// first where all else is negative: `1 - S`.
impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut terms: Vec<_> = self.terms().collect();
        let some_positive = terms.iter().any(|(monomial, c)| !monomial.is_one() && c.is_positive());
        terms.sort_by_key(|(monomial, c)| (monomial.is_one() && (some_positive || c.is_negative()), c.is_negative()));
        if terms.is_empty() {
            return f.write_str("0");
        }
        for (position, (monomial, coefficient)) in terms.into_iter().enumerate() {
            f.write_str(match (position, coefficient.is_negative()) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            })?;
            // `-S / 2` would read as `(-S) / 2`.
            let alone = position > 0 || coefficient.is_positive();
            fmt_term(f, monomial, &coefficient.abs(), alone)?;
        }
        Ok(())
    }
}

fn fmt_term(f: &mut fmt::Formatter<'_>, monomial: &Monomial, magnitude: &BigInt, alone: bool) -> fmt::Result {
    let mut separator = "";
    if monomial.is_one() || !magnitude.is_one() {
        write!(f, "{magnitude}")?;
        separator = " * ";
    }
    let alone = alone && magnitude.is_one() && monomial.factors().len() == 1;
    for atom in monomial.factors() {
        f.write_str(separator)?;
        separator = " * ";
        if alone || matches!(atom, Atom::Var(_)) {
            write!(f, "{atom}")?;
        } else {
            write!(f, "({atom})")?;
        }
    }
    Ok(())
}

/// `S`, `S / 2`, `(S + 1) % 2`.
impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (inner, operator, divisor) = match self {
            Atom::Var(var) => return write!(f, "{var}"),
            Atom::Div(inner, divisor) => (inner, "/", divisor),
            Atom::Mod(inner, divisor) => (inner, "%", divisor),
        };
        match inner.as_var() {
            Some(var) => write!(f, "{var} {operator} {divisor}"),
            None => write!(f, "({inner}) {operator} {divisor}"),
        }
    }
}

impl fmt::Debug for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
