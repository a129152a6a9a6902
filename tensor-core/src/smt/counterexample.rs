//! The smallest counterexample: values of the variables that matter under which the facts hold and the goal does not.
//!
//! The variables that matter are those of the goal and of the facts that share variables with it, directly or through
//! other facts. Among all counterexamples the one with the least sum is taken, and among these the one that comes first
//! when the values are compared in the order of declaration. It depends on the question alone, not on the values that
//! the solver happens to find. A variable that may be negative counts by its magnitude, positive values first.
//!
//! The least values of all are tried first, without the solver. It knows products only by what [`super::products`] states.
//! So where there are products, enough of their variables are set to small values to leave something linear, by least sum
//! again. Every counterexample is evaluated exactly before it is given.

use super::definitions::{Definitions, complete};
use super::knowledge::is_short;
use super::minimise::{Objective, minimise};
use super::products::vars_to_fix;
use super::script::Script;
use super::session::{Answer, Limits, Session};
use crate::logic::{Model, Query};
use crate::types::{Dim, DimVar, Formula, Pred};
use num_bigint::BigInt;
use num_traits::Signed;
use std::collections::{BTreeMap, BTreeSet};

/// Checks by the solver while the sum and the values are made smaller.
const MINIMISING_CHECKS: u32 = 64;
/// Assignments to the variables of products that are given to the solver.
const PRODUCT_TRIES: u32 = 64;
/// Assignments to the variables of products that are looked at; most contradict a fact outright.
const PRODUCT_CANDIDATES: usize = 1024;
/// Assignments to all variables that are evaluated before the solver minimises. Mistakes mostly show in one of them.
const EVALUATED_FIRST: usize = 128;
/// Assignments that are evaluated where the solver gives up.
const EVALUATED_LAST: usize = 4096;

/// The smallest counterexample that is found within the limits. Must run within a context.
pub(super) fn smallest(query: &Query<'_>, limits: Limits) -> Option<Model> {
    let mut search = Search::new(query, limits);
    let all: Vec<&Measured> = search.vars.iter().collect();
    let among_the_least = search.evaluate(&all, EVALUATED_FIRST);
    among_the_least.or_else(|| search.smallest_by_solver()).or_else(|| search.small())
}

/// A small counterexample, found without the solver.
pub(super) fn small(query: &Query<'_>, limits: Limits) -> Option<Model> {
    Search::new(query, limits).small()
}

/// A variable, and how its value counts.
struct Measured {
    var: DimVar,
    /// The least value that the facts on this variable alone allow; `None` if it may be negative.
    least: Option<BigInt>,
}

struct Search<'a> {
    /// The facts that matter.
    facts: Vec<&'a Pred>,
    goal: &'a Pred,
    /// The variables that matter, in order of declaration.
    vars: Vec<Measured>,
    definitions: Definitions,
    limits: Limits,
    checks_left: u32,
}

impl<'a> Search<'a> {
    fn new(query: &Query<'a>, limits: Limits) -> Search<'a> {
        let (facts, mattering) = relevant(query);
        let declared: BTreeSet<&DimVar> = query.vars.iter().collect();
        let undeclared = mattering.iter().filter(|var| !declared.contains(var));
        let ordered = query.vars.iter().filter(|var| mattering.contains(var)).chain(undeclared);
        let bounds = lower_bounds(&facts);
        let vars = ordered
            .map(|var| Measured {
                var: var.clone(),
                least: bounds.get(var).filter(|bound| !bound.is_negative()).cloned(),
            })
            .collect();
        let definitions = Definitions::of(&facts);
        Search { facts, goal: query.goal, vars, definitions, limits, checks_left: MINIMISING_CHECKS }
    }

    /// Whether the facts hold and the goal does not, and all values can be extents.
    fn is_real(&self, model: &Model) -> bool {
        let holds = |pred: &Pred| pred.eval(&|var| model.value(var).filter(is_short));
        self.facts.iter().all(|fact| holds(fact) == Some(true)) && holds(self.goal) == Some(false)
    }

    fn smallest_by_solver(&mut self) -> Option<Model> {
        let vars: Vec<DimVar> = self.vars.iter().map(|measured| measured.var.clone()).collect();
        let fixed = vars_to_fix(self.facts.iter().copied().chain([self.goal]), &vars, &self.definitions);
        let values =
            if fixed.is_empty() { self.least(&BTreeMap::new(), None) } else { self.least_with_products(&fixed) }?;
        let model = Model(vars.into_iter().zip(values).collect());
        self.is_real(&model).then_some(model)
    }

    /// Small values of the variables that do not follow from earlier ones.
    fn small(&self) -> Option<Model> {
        let mut roots: Vec<&Measured> = Vec::new();
        for measured in &self.vars {
            let following = self.definitions.following(&names(&roots));
            if following.iter().all(|(var, _)| *var != measured.var) {
                roots.push(measured);
            }
        }
        self.evaluate(&roots, EVALUATED_LAST)
    }

    /// The first counterexample when `roots`, from which the other variables follow, have small values.
    fn evaluate(&self, roots: &[&Measured], count: usize) -> Option<Model> {
        let least: Vec<(&DimVar, &BigInt)> =
            roots.iter().map(|root| Some((&root.var, root.least.as_ref()?))).collect::<Option<_>>()?;
        let following = self.definitions.following(&names(roots));
        by_least_sum(least.len()).take(count).find_map(|offsets| {
            let values = least.iter().zip(offsets).map(|((var, least), offset)| ((*var).clone(), *least + offset));
            let values = complete(values.collect(), &following)?;
            let value = |measured: &Measured| Some((measured.var.clone(), values.get(&measured.var)?.clone()));
            let model = Model(self.vars.iter().map(value).collect::<Option<_>>()?);
            self.is_real(&model).then_some(model)
        })
    }

    /// The smallest values that satisfy the facts and not the goal, the variables in `fixed` having the values there,
    /// and the sum being at most `bound`.
    fn least(&mut self, fixed: &BTreeMap<DimVar, BigInt>, bound: Option<&BigInt>) -> Option<Vec<BigInt>> {
        let value_of = |var: &DimVar| fixed.get(var).cloned().map(Dim::constant);
        let mut script = Script::default();
        for fact in &self.facts {
            script.assert(&fact.substitute(&value_of));
        }
        script.assert_not(&self.goal.substitute(&value_of));
        script.relate_remainders();
        for (var, value) in fixed {
            script.assert(&Pred::eq(Dim::var(var.clone()), Dim::constant(value.clone())));
        }
        let objectives = self.state_objectives(&mut script);
        let vars: Vec<DimVar> = self.vars.iter().map(|measured| measured.var.clone()).collect();
        let session = Session::new(self.limits);
        // Within a scope Z3 uses its incremental solver from the start.
        session.scoped(|| {
            if !session.load(&script) {
                return None;
            }
            if let Some(bound) = bound {
                session.at_most(SUM, bound);
            }
            let Answer::Sat(found) = session.check(&vars) else { return None };
            let measure = |values: &[BigInt]| measure(&self.vars, values);
            Some(minimise(&session, &vars, &objectives, &measure, found, &mut self.checks_left))
        })
    }

    /// Defines constants for what [`measure`] gives.
    fn state_objectives(&self, script: &mut Script) -> Vec<Objective> {
        let (mut sizes, mut signs) = (Vec::new(), Vec::new());
        for Measured { var, least } in &self.vars {
            let term = script.constant(var.name());
            let Some(least) = least else {
                let (size, sign) = (format!("size of {var}"), format!("sign of {var}"));
                let (size_term, sign_term) = (script.constant(&size), script.constant(&sign));
                script.assert_text(format!("(= {size_term} (ite (>= {term} 0) {term} (- {term})))"));
                script.assert_text(format!("(= {sign_term} (ite (>= {term} 0) 0 1))"));
                sizes.push(Objective { name: size, lowest: BigInt::ZERO });
                signs.push(Objective { name: sign, lowest: BigInt::ZERO });
                continue;
            };
            sizes.push(Objective { name: var.name().to_owned(), lowest: least.clone() });
        }
        let terms: Vec<String> = sizes.iter().map(|size| script.constant(&size.name)).collect();
        let sum = script.constant(SUM);
        script.assert_text(format!("(= {sum} (+ 0 {}))", terms.join(" ")));
        let lowest = sizes.iter().map(|size| &size.lowest).sum();
        let mut objectives = vec![Objective { name: SUM.to_owned(), lowest }];
        objectives.append(&mut sizes);
        objectives.append(&mut signs);
        objectives
    }

    /// The smallest values found by setting the variables in `fixed`. The sum of what is set only grows from one try to
    /// the next, so the search may end when it alone exceeds the least sum so far.
    fn least_with_products(&mut self, fixed: &[DimVar]) -> Option<Vec<BigInt>> {
        let lowest = |measured: &Measured| measured.least.clone().unwrap_or_default();
        let (set, free): (Vec<&Measured>, Vec<&Measured>) =
            self.vars.iter().partition(|measured| fixed.contains(&measured.var));
        let following = self.definitions.following(&fixed.iter().cloned().collect());
        let origin: Vec<(DimVar, BigInt)> = set.iter().map(|var| (var.var.clone(), lowest(var))).collect();
        let floor: BigInt = set.iter().chain(&free).map(|measured| lowest(measured)).sum();
        let mut best: Option<(Vec<BigInt>, Vec<BigInt>)> = None;
        let mut tries_left = PRODUCT_TRIES;
        for offsets in by_least_sum(origin.len()).take(PRODUCT_CANDIDATES) {
            let bound = best.as_ref().map(|(measured, _)| &measured[0]);
            let least_sum = &floor + offsets.iter().sum::<u32>();
            if tries_left == 0 || bound.is_some_and(|bound| least_sum > *bound) {
                break;
            }
            let values = origin.iter().zip(offsets).map(|((var, least), offset)| (var.clone(), least + offset));
            let Some(values) = complete(values.collect(), &following) else { continue };
            if self.is_plainly_impossible(&values) {
                continue;
            }
            tries_left -= 1;
            let Some(found) = self.least(&values, bound) else { continue };
            let found = (measure(&self.vars, &found), found);
            if best.as_ref().is_none_or(|best| found < *best) {
                best = Some(found);
            }
        }
        best.map(|(_, values)| values)
    }

    /// Whether, with these values, some fact is false or the goal true whatever the other variables are.
    fn is_plainly_impossible(&self, values: &BTreeMap<DimVar, BigInt>) -> bool {
        let normalise = |pred: &Pred| pred.substitute(&|var| values.get(var).cloned().map(Dim::constant)).normalise();
        normalise(self.goal) == Formula::True || self.facts.iter().any(|fact| normalise(fact) == Formula::False)
    }
}

/// The name of the constant for the sum; no variable has a space in its name.
const SUM: &str = "least sum";

/// What is made smallest, in this order: the sum, each size, and for variables that may be negative the sign.
fn measure(vars: &[Measured], values: &[BigInt]) -> Vec<BigInt> {
    let (mut sizes, mut signs) = (Vec::new(), Vec::new());
    for (Measured { least, .. }, value) in vars.iter().zip(values) {
        if least.is_none() {
            signs.push(BigInt::from(u8::from(value.is_negative())));
        }
        sizes.push(if least.is_some() { value.clone() } else { value.abs() });
    }
    let mut measured = vec![sizes.iter().sum()];
    measured.append(&mut sizes);
    measured.append(&mut signs);
    measured
}

fn names(vars: &[&Measured]) -> BTreeSet<DimVar> {
    vars.iter().map(|measured| measured.var.clone()).collect()
}

/// The facts that share variables with the goal, directly or through other facts, and all their variables.
fn relevant<'a>(query: &Query<'a>) -> (Vec<&'a Pred>, BTreeSet<DimVar>) {
    let mut mattering = query.goal.vars();
    let mut rest: Vec<(&Pred, BTreeSet<DimVar>)> = query.facts.iter().map(|fact| (fact, fact.vars())).collect();
    loop {
        let (near, far): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(_, vars)| !vars.is_disjoint(&mattering));
        rest = far;
        if near.is_empty() {
            break;
        }
        mattering.extend(near.into_iter().flat_map(|(_, vars)| vars));
    }
    let facts = query.facts.iter().filter(|fact| !fact.vars().is_disjoint(&mattering)).collect();
    (facts, mattering)
}

/// `v >= c` as the facts say it of single variables.
fn lower_bounds(facts: &[&Pred]) -> BTreeMap<DimVar, BigInt> {
    let mut bounds: BTreeMap<DimVar, BigInt> = BTreeMap::new();
    for formula in facts.iter().flat_map(|fact| fact.normalise().conjuncts()) {
        let Formula::NonNegative(dim) = formula else { continue };
        let bound = -dim.constant_term();
        if let Some(var) = dim.without_constant().as_var() {
            let known = bounds.entry(var.clone()).or_insert_with(|| bound.clone());
            *known = bound.max(known.clone());
        }
    }
    bounds
}

/// All tuples of natural numbers of this length, by their sum, then as compared from the left.
fn by_least_sum(length: usize) -> impl Iterator<Item = Vec<u32>> {
    let sums = if length == 0 { 0..=0 } else { 0..=u32::MAX };
    sums.flat_map(move |sum| tuples(length, sum))
}

fn tuples(length: usize, sum: u32) -> Box<dyn Iterator<Item = Vec<u32>>> {
    match length {
        0 => Box::new((sum == 0).then(Vec::new).into_iter()),
        1 => Box::new(std::iter::once(vec![sum])),
        _ => Box::new((0..=sum).flat_map(move |first| {
            tuples(length - 1, sum - first).map(move |mut rest| {
                rest.insert(0, first);
                rest
            })
        })),
    }
}
