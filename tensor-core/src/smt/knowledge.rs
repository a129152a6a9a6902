//! What facts say plainly: values of variables, lower bounds, divisors. Nothing here searches, so it may know less than
//! the solver, never more.

use crate::types::{Atom, Dim, DimVar, Formula, Monomial, Pred};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// Equations are not solved where replacing a variable by its value would make a dim of more factors than this: the
/// chain `N == M * M`, `M == L * L` doubles them with each link.
const MOST_FACTORS: usize = 32;

/// Extents have no more bits. Longer values and bounds are not multiplied: along a chain of squares their length doubles
/// with each link.
const MOST_BITS: u64 = 64;

/// Whether products of `value` may be computed.
pub(super) fn is_short(value: &BigInt) -> bool {
    value.bits() <= MOST_BITS
}

/// Facts in a form that is easy to look up.
#[derive(Clone, Debug, Default)]
pub(super) struct Knowledge {
    /// `var == dim`. No variable that is solved for occurs in a dim here.
    solved: BTreeMap<DimVar, Dim>,
    /// `dim >= bound`, for dims without a constant term and without a common factor.
    bounds: BTreeMap<Dim, BigInt>,
    /// `monomial % divisor == 0`.
    divisors: BTreeMap<Monomial, BigInt>,
    /// `dim % divisor == 0`, for other dims.
    remainders: Vec<(Dim, BigInt)>,
    /// The facts, rewritten.
    formulas: BTreeSet<Formula>,
}

impl Knowledge {
    /// What `facts` say.
    pub(super) fn of(facts: &[Pred]) -> Knowledge {
        let mut knowledge = Knowledge::default();
        let mut stated: Vec<Formula> = facts.iter().flat_map(|fact| fact.normalise().conjuncts()).collect();
        knowledge.solve_all(&mut stated);
        loop {
            knowledge = Knowledge { solved: knowledge.solved, ..Knowledge::default() };
            for formula in &stated {
                knowledge.learn(&formula.map_dims(&|dim| knowledge.substitute(dim)));
            }
            let rewritten = stated.iter().flat_map(|formula| knowledge.rewrite(formula).conjuncts());
            let mut rewritten: Vec<Formula> = rewritten.collect();
            // Rewriting may show what can be solved (`C * A == C * B` is `A == B`), and solving more to rewrite.
            if !knowledge.solve_all(&mut rewritten) {
                rewritten.iter().for_each(|formula| knowledge.learn(formula));
                rewritten.iter().for_each(|formula| knowledge.learn_by_equation(formula));
                knowledge.formulas = rewritten.into_iter().collect();
                return knowledge;
            }
        }
    }

    /// Adds a fact that follows from the others and was rewritten by them.
    pub(super) fn add(&mut self, fact: Formula) {
        for conjunct in fact.conjuncts() {
            self.learn(&conjunct);
            self.formulas.insert(conjunct);
        }
    }

    /// `formula`, shorter where the facts allow: variables replaced by their values, `c * (e / c)` by `e` where c
    /// divides e, remainders by their values where they are known, common factors cancelled where they are positive.
    pub(super) fn rewrite(&self, formula: &Formula) -> Formula {
        formula.map_dims(&|dim| self.cancel(self.divide_exactly(&self.substitute(dim))))
    }

    /// The facts, each rewritten by the others.
    pub(super) fn formulas(&self) -> &BTreeSet<Formula> {
        &self.formulas
    }

    /// `dim >= bound` for all dims with two terms or more of which that is a fact.
    pub(super) fn sums(&self) -> impl Iterator<Item = (&Dim, &BigInt)> {
        self.bounds.iter().filter(|(dim, _)| dim.terms().nth(1).is_some())
    }

    /// The variables that equations give, with their values.
    pub(super) fn solved(&self) -> &BTreeMap<DimVar, Dim> {
        &self.solved
    }

    /// A number that divides `monomial`.
    pub(super) fn divisor(&self, monomial: &Monomial) -> BigInt {
        let of_factor = |atom: &Atom| self.divisors.get(&Monomial::product(vec![atom.clone()]));
        let product: BigInt = monomial.factors().iter().filter_map(of_factor).product();
        self.divisors.get(monomial).map_or(product.clone(), |divisor| divisor.lcm(&product))
    }

    /// A number that `dim` is at least, from the bounds of its monomials and the bound on the whole, if there is one.
    pub(super) fn least(&self, dim: &Dim) -> Option<BigInt> {
        let terms = dim.terms().map(|(monomial, coefficient)| {
            if monomial.is_one() {
                return Some(coefficient.clone());
            }
            let bound = if coefficient.is_positive() { self.least_monomial(monomial) } else { self.most(monomial) };
            Some(bound? * coefficient)
        });
        let by_terms = terms.sum::<Option<BigInt>>();
        let constant = dim.constant_term();
        let whole = self.bounds.get(&dim.clone().without_constant()).map(|bound| bound + constant);
        greatest([by_terms, whole])
    }

    /// A number that `monomial` is at least.
    pub(super) fn least_monomial(&self, monomial: &Monomial) -> Option<BigInt> {
        let stated = self.bounds.get(&Dim::term(monomial.clone(), BigInt::one())).cloned();
        let by_form = match monomial.factors() {
            [] => Some(BigInt::one()),
            // Where its value was too long to be put in.
            [Atom::Var(var)] => self.solved.get(var).and_then(|value| self.least(value)),
            [Atom::Div(inner, c)] => self.least(inner).map(|least| least.div_floor(c)),
            [Atom::Mod(..)] => Some(BigInt::zero()),
            factors => self.least_product(factors),
        };
        greatest([stated, by_form])
    }

    /// The product of the bounds, or where they are long their sum less 1, as the solver is told of products.
    fn least_product(&self, factors: &[Atom]) -> Option<BigInt> {
        let least = |atom: &Atom| self.least_monomial(&Monomial::product(vec![atom.clone()]));
        let bounds: Vec<BigInt> = factors.iter().map(least).collect::<Option<_>>()?;
        let multiply = |product: BigInt, bound: BigInt| {
            let plain = product.is_zero() || bound.is_zero() || is_short(&product) && is_short(&bound);
            if plain { product * bound } else { product + bound - BigInt::one() }
        };
        bounds.iter().all(|bound| !bound.is_negative()).then(|| bounds.into_iter().fold(BigInt::one(), multiply))
    }

    /// A number that `monomial` is at most.
    fn most(&self, monomial: &Monomial) -> Option<BigInt> {
        let stated = self.bounds.get(&Dim::term(monomial.clone(), -BigInt::one())).map(|bound| -bound);
        let by_form = match monomial.factors() {
            [Atom::Div(inner, c)] => self.least(&-(**inner).clone()).map(|least| (-least).div_floor(c)),
            [Atom::Mod(_, c)] => Some(c - 1),
            _ => None,
        };
        match (stated, by_form) {
            (Some(stated), Some(by_form)) => Some(stated.min(by_form)),
            (stated, by_form) => stated.or(by_form),
        }
    }

    /// Whether `divisor` divides `dim`, as the facts plainly say.
    fn divides(&self, divisor: &BigInt, dim: &Dim) -> bool {
        let rest = self.without_multiples(divisor, dim);
        let congruent = |other: &Dim| (rest.clone() - other.clone()).is_multiple_of(divisor);
        rest.is_multiple_of(divisor)
            || self
                .remainders
                .iter()
                .any(|(other, c)| c.is_multiple_of(divisor) && (congruent(other) || congruent(&-other.clone())))
    }

    /// `dim` without terms that `divisor` divides.
    fn without_multiples(&self, divisor: &BigInt, dim: &Dim) -> Dim {
        let is_multiple =
            |monomial: &Monomial, coefficient: &BigInt| (coefficient * self.divisor(monomial)).is_multiple_of(divisor);
        let terms = dim.terms().filter(|(monomial, coefficient)| !is_multiple(monomial, coefficient));
        terms.map(|(monomial, coefficient)| Dim::term(monomial.clone(), coefficient.clone())).sum()
    }

    /// Replaces variables by their values, unless that gets out of hand.
    fn substitute(&self, dim: &Dim) -> Dim {
        let unchanged = self.solved.is_empty() || factors_after(dim, &|var| self.solved.get(var)) > MOST_FACTORS;
        if unchanged { dim.clone() } else { dim.substitute(&|var| self.solved.get(var).cloned()) }
    }

    fn divide_exactly(&self, dim: &Dim) -> Dim {
        if self.divisors.is_empty() && self.remainders.is_empty() {
            return dim.clone();
        }
        dim.terms().map(|(monomial, coefficient)| self.divide_term(monomial, coefficient)).sum()
    }

    fn divide_term(&self, monomial: &Monomial, coefficient: &BigInt) -> Dim {
        let (mut product, mut coefficient) = (Dim::constant(1), coefficient.clone());
        for atom in monomial.factors() {
            let factor = match atom {
                Atom::Var(_) => Dim::atom(atom.clone()),
                Atom::Mod(inner, c) => {
                    let inner = self.divide_exactly(inner);
                    if self.divides(c, &inner) {
                        Dim::default()
                    } else {
                        self.without_multiples(c, &inner).floor_mod(c)
                    }
                }
                Atom::Div(inner, c) => {
                    let inner = self.divide_exactly(inner);
                    if coefficient.is_multiple_of(c) && self.divides(c, &inner) {
                        coefficient /= c;
                        inner
                    } else {
                        inner.floor_div(c)
                    }
                }
            };
            product = product * factor;
        }
        product.map_coefficients(|inner| inner * &coefficient)
    }

    /// Divides by the factors that all terms have in common and that are at least 1. That keeps the sign.
    fn cancel(&self, dim: Dim) -> Dim {
        let mut common = dim.common_factors();
        common.retain(|atom| {
            let least = self.least_monomial(&Monomial::product(vec![atom.clone()]));
            least.is_some_and(|least| least.is_positive())
        });
        let dim = if common.is_empty() { dim } else { dim.without_factors(&common) };
        let is_positive = |sum: &Dim| self.least(sum).is_some_and(|least| least.is_positive());
        let found = dim.factors_of_sums().find_map(|(sum, rest)| match is_positive(&sum) {
            true => Some(rest),
            false => is_positive(&-sum).then(|| -rest),
        });
        match found {
            Some(rest) => self.cancel(rest),
            None => dim,
        }
    }

    /// Takes out the equations that can be solved; whether that says anything new.
    fn solve_all(&mut self, formulas: &mut Vec<Formula>) -> bool {
        let before = formulas.len();
        formulas.retain(|formula| !matches!(formula, Formula::Zero(dim) if self.solve(dim)));
        formulas.len() < before
    }

    /// Solves `dim == 0` for a variable that occurs in it just once, with coefficient 1 or -1; `false` if there is none.
    /// `N == H * E` can only be solved for N.
    fn solve(&mut self, dim: &Dim) -> bool {
        let dim = self.substitute(dim);
        let Some((var, value)) = definitions(&dim).next() else { return false };
        // Where the values of earlier variables could not all be put in, one of them might be defined by `var`.
        let replacement = |name: &DimVar| (*name == var).then_some(&value);
        if value.vars().iter().any(|var| self.solved.contains_key(var))
            || self.solved.values().any(|other| factors_after(other, &replacement) > MOST_FACTORS)
        {
            return false;
        }
        for other in self.solved.values_mut().filter(|other| other.vars().contains(&var)) {
            *other = other.substitute(&|name| replacement(name).cloned());
        }
        self.solved.insert(var, value);
        true
    }

    fn learn(&mut self, formula: &Formula) {
        match formula {
            Formula::NonNegative(dim) => self.learn_bound(dim.clone()),
            Formula::Zero(dim) => {
                self.learn_remainder(dim);
                self.learn_bound(dim.clone());
                self.learn_bound(-dim.clone());
            }
            Formula::All(members) => members.iter().for_each(|member| self.learn(member)),
            Formula::True | Formula::False | Formula::NonZero(_) | Formula::Any(_) => {}
        }
    }

    /// Lower bounds of variables that an equation defines which was not solved, from what it defines them as. Definitions
    /// follow one another, so that one look at each carries bounds along a chain.
    fn learn_by_equation(&mut self, formula: &Formula) {
        let Formula::Zero(dim) = formula else { return };
        for (var, value) in definitions(dim) {
            if let Some(least) = self.least(&value) {
                self.learn_bound(Dim::var(var) - Dim::constant(least));
            }
        }
    }

    /// `dim == 0`, if it says `e % c == 0`.
    fn learn_remainder(&mut self, dim: &Dim) {
        let Some(Atom::Mod(inner, c)) = dim.as_atom() else { return };
        let mut terms = inner.terms();
        match (terms.next(), terms.next()) {
            (Some((monomial, coefficient)), None) if coefficient.is_one() => {
                let divisor = self.divisors.entry(monomial.clone()).or_insert_with(BigInt::one);
                *divisor = divisor.lcm(c);
            }
            _ => self.remainders.push(((**inner).clone(), c.clone())),
        }
    }

    fn learn_bound(&mut self, dim: Dim) {
        let bound = -dim.constant_term();
        let known = self.bounds.entry(dim.without_constant()).or_insert_with(|| bound.clone());
        if bound > *known {
            *known = bound;
        }
    }
}

/// The variables that `dim == 0` defines, with their values: those that occur in it just once, with coefficient 1 or -1.
/// The last one comes first.
pub(super) fn definitions(dim: &Dim) -> impl Iterator<Item = (DimVar, Dim)> + '_ {
    dim.vars().into_iter().rev().filter_map(|var| {
        let (coefficient, rest) = dim.split_linear(&var);
        let value = if coefficient.is_one() { -rest } else { rest };
        (coefficient.abs().is_one() && !value.vars().contains(&var)).then_some((var, value))
    })
}

fn greatest(bounds: [Option<BigInt>; 2]) -> Option<BigInt> {
    bounds.into_iter().flatten().max()
}

/// At least as many factors as all terms of `dim` have after replacing variables.
fn factors_after<'a>(dim: &Dim, replacement: &dyn Fn(&DimVar) -> Option<&'a Dim>) -> usize {
    let (terms, degree) = size_after(dim, replacement);
    terms.saturating_mul(degree)
}

/// Bounds on the number of terms and on the factors of each, inside quotients too.
fn size_after<'a>(dim: &Dim, replacement: &dyn Fn(&DimVar) -> Option<&'a Dim>) -> (usize, usize) {
    let size_of_atom = |atom: &Atom| match atom {
        Atom::Var(var) => replacement(var).map_or((1, 1), |value| size_after(value, &|_| None)),
        Atom::Div(inner, _) | Atom::Mod(inner, _) => (1, factors_after(inner, replacement).saturating_add(1)),
    };
    dim.terms().fold((0, 0), |(terms, degree), (monomial, _)| {
        let sizes = monomial.factors().iter().map(size_of_atom);
        let product = sizes.fold((1_usize, 0_usize), |product, (terms, degree)| {
            (product.0.saturating_mul(terms), product.1.saturating_add(degree))
        });
        (terms.saturating_add(product.0), degree.max(product.1))
    })
}
