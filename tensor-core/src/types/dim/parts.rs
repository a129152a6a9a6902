//! Taking a dim apart: for normal forms and for reasoning about bounds and divisors.

use super::{Atom, Dim, Monomial};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeSet;

impl Monomial {
    /// The monomial without `factors`, each as often as it is named; factors that it lacks are skipped.
    fn without(&self, factors: &[Atom]) -> Monomial {
        let mut rest = self.factors().to_vec();
        for factor in factors {
            if let Some(position) = rest.iter().position(|atom| atom == factor) {
                rest.remove(position);
            }
        }
        Monomial::product(rest)
    }
}

impl Dim {
    /// The constant term.
    pub fn constant_term(&self) -> BigInt {
        self.terms.get(&Monomial::default()).cloned().unwrap_or_default()
    }

    /// The dim without its constant term.
    pub(crate) fn without_constant(mut self) -> Dim {
        self.terms.remove(&Monomial::default());
        self
    }

    /// The greatest common divisor of all coefficients but the constant; 0 where there are none.
    pub(crate) fn content(&self) -> BigInt {
        let coefficients = self.terms.iter().filter(|(monomial, _)| !monomial.is_one()).map(|(_, c)| c);
        coefficients.fold(BigInt::zero(), |gcd, coefficient| gcd.gcd(coefficient))
    }

    /// Whether the first coefficient, the constant aside, is negative.
    pub(crate) fn leads_negative(&self) -> bool {
        self.terms.iter().find(|(monomial, _)| !monomial.is_one()).is_some_and(|(_, c)| c.is_negative())
    }

    /// Replaces each coefficient, the constant included.
    pub(crate) fn map_coefficients(&self, map: impl Fn(&BigInt) -> BigInt) -> Dim {
        let terms = self.terms.iter().map(|(monomial, coefficient)| (monomial.clone(), map(coefficient)));
        Dim { terms: terms.filter(|(_, coefficient)| !coefficient.is_zero()).collect() }
    }

    /// Whether `divisor` divides each coefficient, the constant included.
    pub(crate) fn is_multiple_of(&self, divisor: &BigInt) -> bool {
        self.terms.values().all(|coefficient| coefficient.is_multiple_of(divisor))
    }

    /// The atom, if the dim is just one.
    pub(crate) fn as_atom(&self) -> Option<&Atom> {
        let (monomial, coefficient) = self.terms.first_key_value()?;
        match monomial.factors() {
            [atom] if self.terms.len() == 1 && coefficient.is_one() => Some(atom),
            _ => None,
        }
    }

    /// The factors that all terms have in common, repeated ones repeated.
    pub(crate) fn common_factors(&self) -> Vec<Atom> {
        let mut monomials = self.terms.keys();
        let mut common = monomials.next().map_or_else(Vec::new, |first| first.factors().to_vec());
        for monomial in monomials {
            let lacking = Monomial::product(common.clone()).without(monomial.factors());
            common = Monomial::product(common).without(lacking.factors()).factors().to_vec();
        }
        common
    }

    /// The dim divided by `factors`, which all terms have.
    pub(crate) fn without_factors(&self, factors: &[Atom]) -> Dim {
        self.terms.iter().map(|(monomial, c)| Dim::term(monomial.without(factors), c.clone())).sum()
    }

    /// The quotients by `atom` of the terms that have it as a factor once, and the terms that have it not; `None` where
    /// one has it more often.
    fn collect(&self, atom: &Atom) -> Option<(Dim, Dim)> {
        let (mut quotient, mut rest) = (Dim::default(), Dim::default());
        for (monomial, coefficient) in &self.terms {
            match monomial.factors().iter().filter(|factor| *factor == atom).count() {
                0 => _ = rest.terms.insert(monomial.clone(), coefficient.clone()),
                1 => {
                    let monomial = monomial.without(std::slice::from_ref(atom));
                    quotient.terms.insert(monomial, coefficient.clone());
                }
                _ => return None,
            }
        }
        Some((quotient, rest))
    }

    /// `self / divisor`, where that leaves no remainder as polynomials: long division in graded lexicographic order.
    fn quotient(&self, divisor: &Dim) -> Option<Dim> {
        let leading = |dim: &Dim| {
            let order = |(monomial, _): &(&Monomial, &BigInt)| (monomial.factors().len(), (*monomial).clone());
            dim.terms.iter().max_by_key(order).map(|(monomial, coefficient)| (monomial.clone(), coefficient.clone()))
        };
        let (monomial, coefficient) = leading(divisor)?;
        let (mut quotient, mut rest) = (Dim::default(), self.clone());
        while let Some((highest, multiple)) = leading(&rest) {
            let of_monomial = highest.without(monomial.factors());
            let divides = highest.factors().len() == of_monomial.factors().len() + monomial.factors().len();
            if !divides || !multiple.is_multiple_of(&coefficient) {
                return None;
            }
            let term = Dim::term(of_monomial, multiple / &coefficient);
            rest = rest - term.clone() * divisor.clone();
            quotient = quotient + term;
        }
        Some(quotient)
    }

    /// `(sum, rest)` with `self = sum * rest`, for sums in which a variable of `self` stands alone.
    pub(crate) fn factors_of_sums(&self) -> impl Iterator<Item = (Dim, Dim)> + '_ {
        let vars = if self.terms.len() < 3 || self.is_linear() { BTreeSet::new() } else { self.vars() };
        vars.into_iter().filter_map(|var| {
            let atom = Atom::Var(var);
            let (rest, without) = self.collect(&atom)?;
            Some((Dim::atom(atom) + without.quotient(&rest)?, rest))
        })
    }
}
