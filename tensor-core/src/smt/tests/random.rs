//! Random facts and goals against enumeration of a box.

use crate::logic::{Model, Prover, Query, Verdict};
use crate::smt::Z3;
use crate::syntax::ast::Flags;
use crate::types::testing::arbitrary::{self, PredTree};
use crate::types::{DimVar, Pred};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Values in the box are below this.
const SIDE: i128 = 7;

#[derive(Clone, Debug)]
struct Question {
    vars: usize,
    facts: Vec<PredTree>,
    goal: PredTree,
}

fn question(products: bool) -> impl Strategy<Value = Question> {
    (1..=3_usize).prop_flat_map(move |vars| {
        let bounds = proptest::collection::vec(0..=1_i128, vars);
        let facts = proptest::collection::vec(arbitrary::pred(vars, products), 0..=3);
        (bounds, facts, arbitrary::pred(vars, products)).prop_map(move |(bounds, facts, goal)| {
            let bounds = bounds.into_iter().enumerate().map(|(var, bound)| PredTree::at_least(var, bound));
            Question { vars, facts: bounds.chain(facts).collect(), goal }
        })
    })
}

/// All points of the box, by their sum, then as compared from the left.
fn points(dimensions: usize) -> Vec<Vec<i128>> {
    let mut points = vec![Vec::new()];
    for _ in 0..dimensions {
        points = points
            .into_iter()
            .flat_map(|point: Vec<i128>| (0..SIDE).map(move |value| [point.as_slice(), &[value]].concat()))
            .collect();
    }
    points.sort_by_key(|point| (point.iter().sum::<i128>(), point.clone()));
    points
}

impl Question {
    fn ask(&self, prover: &Z3) -> Verdict {
        let facts: Vec<Pred> = self.facts.iter().map(PredTree::to_pred).collect();
        let vars: Vec<DimVar> = (0..self.vars).map(arbitrary::var).collect();
        prover.prove(&Query { facts: &facts, goal: &self.goal.to_pred(), vars: &vars })
    }

    fn refuted_at(&self, point: &[i128]) -> bool {
        self.facts.iter().all(|fact| fact.eval(point)) && !self.goal.eval(point)
    }

    /// The model gives only the variables that matter; the others are set so that their own facts hold.
    fn check_model(&self, model: &Model, minimal: bool) {
        let value = |var: usize| model.value(&arbitrary::var(var)).map(|value| value.to_i128().expect("a small value"));
        let mattering: BTreeSet<usize> = (0..self.vars).filter(|var| value(*var).is_some()).collect();
        let facts: Vec<&PredTree> =
            self.facts.iter().filter(|fact| !fact.to_pred().vars().is_disjoint(&names(&mattering))).collect();
        let refuted = |point: &[i128]| facts.iter().all(|fact| fact.eval(point)) && !self.goal.eval(point);
        let point: Vec<i128> = (0..self.vars).map(|var| value(var).unwrap_or(0)).collect();
        assert!(refuted(&point), "{model:?} is no counterexample");
        if minimal && point.iter().all(|value| *value < SIDE) {
            let rest_is_zero = |point: &Vec<i128>| (0..self.vars).all(|v| mattering.contains(&v) || point[v] == 0);
            let smallest = points(self.vars).into_iter().filter(rest_is_zero).find(|point| refuted(point));
            assert_eq!(smallest, Some(point), "{model:?} is not the smallest counterexample");
        }
    }

    fn check(&self, products: bool) {
        let prover = Z3::new(&Flags::default());
        let by_z3 = Z3::new(&Flags::default()).without_syntactic_proofs();
        let verdict = self.ask(&prover);
        match &verdict {
            Verdict::Proved => {
                let refuted = points(self.vars).into_iter().find(|point| self.refuted_at(point));
                assert_eq!(refuted, None, "proved, but refuted here");
            }
            Verdict::Refuted(model) => self.check_model(model, !products),
            Verdict::Unknown(reason) => assert!(products, "linear questions are decided: {reason}"),
        }
        assert_eq!(verdict, self.ask(&by_z3), "with and without the syntactic path");
        let facts: Vec<Pred> = self.facts.iter().map(PredTree::to_pred).collect();
        let consistent = by_z3.consistent(&facts);
        assert_eq!(prover.consistent(&facts), consistent, "with and without the syntactic path");
        if !consistent {
            let satisfied = points(self.vars).into_iter().find(|point| self.facts.iter().all(|fact| fact.eval(point)));
            assert_eq!(satisfied, None, "inconsistent, but satisfied here");
        }
    }
}

fn names(vars: &BTreeSet<usize>) -> BTreeSet<DimVar> {
    vars.iter().copied().map(arbitrary::var).collect()
}

/// Few of the cases that `PROPTEST_CASES` can ask for: each starts Z3 several times.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    ProptestConfig { cases: if asked { default.cases } else { 128 }, failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn linear_questions(question in question(false)) {
        question.check(false);
    }

    #[test]
    fn questions_with_products(question in question(true)) {
        question.check(true);
    }
}

#[test]
fn big_values_stay_exact() {
    let n = crate::types::Dim::var(DimVar::new("N"));
    let facts = [Pred::at_least(n.clone(), 1)];
    let verdict = |value: &BigInt| {
        let goal = Pred::compare(crate::types::Cmp::Ne, n.clone(), crate::types::Dim::constant(value.clone()));
        Z3::new(&Flags::default()).prove(&Query { facts: &facts, goal: &goal, vars: &[DimVar::new("N")] })
    };
    let greatest = BigInt::from(i64::MAX);
    assert_eq!(verdict(&greatest), Verdict::Refuted(Model(vec![(DimVar::new("N"), greatest.clone())])));
    // No axis is that long.
    assert!(matches!(verdict(&(greatest + 1)), Verdict::Unknown(_)));
}
