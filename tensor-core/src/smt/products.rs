//! Products of variables, which linear arithmetic does not know.
//!
//! Each product m = a * b is a constant to the solver, of which the following is stated: a >= 0 and b >= 0 imply
//! m >= 0; a >= 1 and b >= 1 imply m >= a + b - 1; a = 0 or b = 0 implies m = 0. Where the facts plainly give other
//! bounds p and q, not negative, a >= p and b >= q imply m >= q * a + p * b - p * q, which is (a - p) * (b - q) >= 0.
//! A product of more than two factors is split in every way into one factor and the rest. Besides, facts and goal are
//! stated once more as [`Knowledge`]
//! rewrites them: with variables replaced by the products that they are, and without common positive factors.

use super::knowledge::{Knowledge, is_short};
use super::script::Script;
use crate::types::{Atom, Dim, DimVar, Monomial, Pred};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use std::collections::BTreeSet;

/// Products of more factors are split in one way only: the ways multiply with each factor.
const MOST_FACTORS_SPLIT_EVERY_WAY: usize = 5;

/// States what is known of the products that occur in `script`, which asserts `facts` and that `goal` does not hold.
pub(super) fn state(script: &mut Script, facts: &[Pred], goal: Option<&Pred>) {
    if script.products().is_empty() {
        return;
    }
    let knowledge = Knowledge::of(facts);
    for fact in knowledge.formulas() {
        script.assert(&fact.to_pred());
    }
    if let Some(goal) = goal {
        script.assert_not(&knowledge.rewrite(&goal.normalise()).to_pred());
    }
    // Stating one product may bring in smaller ones.
    let mut stated: BTreeSet<Monomial> = BTreeSet::new();
    while stated.len() < script.products().len() {
        let open: Vec<Monomial> = script.products().difference(&stated).cloned().collect();
        for product in open {
            state_lemmas(script, &knowledge, &product);
            stated.insert(product);
        }
    }
}

fn state_lemmas(script: &mut Script, knowledge: &Knowledge, product: &Monomial) {
    let factors = product.factors();
    let ways = match factors.len() {
        2 => 1,
        many if many > MOST_FACTORS_SPLIT_EVERY_WAY => 1,
        some => some,
    };
    let m = script.monomial(product);
    for position in (0..ways).filter(|position| *position == 0 || factors[*position] != factors[*position - 1]) {
        let mut rest = factors.to_vec();
        let (left, right) = (Monomial::product(vec![rest.remove(position)]), Monomial::product(rest));
        let (a, b) = (script.monomial(&left), script.monomial(&right));
        script.assert_text(format!("(=> (and (>= {a} 0) (>= {b} 0)) (>= {m} 0))"));
        script.assert_text(format!("(=> (and (>= {a} 1) (>= {b} 1)) (>= {m} (+ {a} {b} (- 1))))"));
        script.assert_text(format!("(=> (or (= {a} 0) (= {b} 0)) (= {m} 0))"));
        // An implication, so that it holds whatever the facts are.
        if let (Some(p), Some(q)) = (knowledge.least_monomial(&left), knowledge.least_monomial(&right))
            && !p.is_negative()
            && !q.is_negative()
            && (p > BigInt::one() || q > BigInt::one())
            && is_short(&p)
            && is_short(&q)
        {
            let least = format!("(- (+ (* {q} {a}) (* {p} {b})) {})", &p * &q);
            script.assert_text(format!("(=> (and (>= {a} {p}) (>= {b} {q})) (>= {m} {least}))"));
        }
    }
}

/// Variables, few of them, that make all products in `preds` linear when they are set; in the order of `vars`.
pub(super) fn vars_to_fix<'a>(preds: impl Iterator<Item = &'a Pred>, vars: &[DimVar]) -> Vec<DimVar> {
    let mut products = BTreeSet::new();
    for pred in preds {
        pred.for_each_dim(&mut |dim| collect_products(dim, &mut products));
    }
    let mut fixed: BTreeSet<&DimVar> = BTreeSet::new();
    loop {
        let is_open = |atom: &Atom| !atom_vars(atom).iter().all(|var| fixed.contains(var));
        let nonlinear = |product: &&Monomial| product.factors().iter().filter(|atom| is_open(atom)).count() > 1;
        let open: Vec<BTreeSet<DimVar>> = products
            .iter()
            .filter(nonlinear)
            .map(|product| product.factors().iter().filter(|atom| is_open(atom)).flat_map(atom_vars).collect())
            .collect();
        let occurrences = |var: &DimVar| open.iter().filter(|product| product.contains(var)).count();
        // The first of those that occur most often.
        let candidates = vars.iter().filter(|var| !fixed.contains(var)).rev();
        match candidates.max_by_key(|var| occurrences(var)) {
            Some(var) if occurrences(var) > 0 => fixed.insert(var),
            _ => break,
        };
    }
    vars.iter().filter(|var| fixed.contains(var)).cloned().collect()
}

fn collect_products(dim: &Dim, products: &mut BTreeSet<Monomial>) {
    for (monomial, _) in dim.terms() {
        if monomial.factors().len() > 1 {
            products.insert(monomial.clone());
        }
        for atom in monomial.factors() {
            if let Atom::Div(inner, _) | Atom::Mod(inner, _) = atom {
                collect_products(inner, products);
            }
        }
    }
}

fn atom_vars(atom: &Atom) -> BTreeSet<DimVar> {
    match atom {
        Atom::Var(var) => BTreeSet::from([var.clone()]),
        Atom::Div(inner, _) | Atom::Mod(inner, _) => inner.vars(),
    }
}
