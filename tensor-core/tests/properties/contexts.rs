//! Random contexts and goals against the enumeration of a box.

use super::trees::{DimTree, PredTree, var};
use super::{Counts, holds};
use num_traits::ToPrimitive;
use proptest::prelude::*;
use tensor_core::generate::Choices;
use tensor_core::logic::{Model, Prover, Query, Verdict};
use tensor_core::smt::Z3;
use tensor_core::syntax::ast::Flags;
use tensor_core::types::{Cmp, DimVar, Pred};

/// Values in the box are below this, those of products aside.
const SIDE: i64 = 7;

struct Question {
    /// Of each variable 0 or 1.
    bounds: Vec<i64>,
    /// Factors of the variables after these.
    products: Vec<[usize; 2]>,
    facts: Vec<PredTree>,
    goal: PredTree,
}

impl Question {
    /// One to three variables; with `products` also up to two that are products of earlier ones, and monomials.
    fn draw(bytes: &[u8], products: bool) -> Question {
        let choices = &mut Choices::new(bytes);
        let bounds: Vec<i64> = (0..1 + choices.below(3)).map(|_| i64::from(choices.below(3) != 2)).collect();
        let mut defined = Vec::new();
        if products {
            for _ in 0..choices.below(3) {
                let factors =
                    [choices.below(bounds.len() + defined.len()), choices.below(bounds.len() + defined.len())];
                defined.push(factors);
            }
        }
        let vars = bounds.len() + defined.len();
        let monomials = products && choices.below(2) == 1;
        let facts = (0..choices.below(4)).map(|_| PredTree::draw(choices, vars, monomials, 2)).collect();
        let goal = PredTree::draw(choices, vars, monomials, 2);
        Question { bounds, products: defined, facts, goal }
    }

    fn vars(&self) -> usize {
        self.bounds.len() + self.products.len()
    }

    /// The bounds, the definitions of the products, and the others.
    fn all_facts(&self) -> Vec<PredTree> {
        let at_least =
            |(var, bound): (usize, &i64)| PredTree::Compare(Cmp::Ge, DimTree::Var(var), DimTree::Const(*bound));
        let mut facts: Vec<PredTree> = self.bounds.iter().enumerate().map(at_least).collect();
        for (position, factors) in self.products.iter().enumerate() {
            let var = self.bounds.len() + position;
            let product = DimTree::Mul(Box::new(factors.map(DimTree::Var)));
            facts.push(PredTree::Compare(Cmp::Eq, DimTree::Var(var), product));
            facts.push(at_least((var, &0)));
        }
        facts.extend(self.facts.iter().cloned());
        facts
    }

    fn show(&self) -> String {
        let facts: Vec<String> = self.all_facts().iter().map(PredTree::to_string).collect();
        format!("{}\n=> {}", facts.join("\n"), self.goal)
    }

    /// The points of the box where the products hold, by their sum, then as compared from the left.
    fn points(&self) -> Vec<Vec<i64>> {
        let mut points = vec![Vec::new()];
        for _ in &self.bounds {
            let longer = |point: Vec<i64>| (0..SIDE).map(move |value| [point.as_slice(), &[value]].concat());
            points = points.into_iter().flat_map(longer).collect();
        }
        for point in &mut points {
            for [a, b] in &self.products {
                point.push(point[*a] * point[*b]);
            }
        }
        points.sort_by_key(|point| (point.iter().sum::<i64>(), point.clone()));
        points
    }

    fn check(&self, counts: &Counts) {
        let facts = self.all_facts();
        let preds: Vec<Pred> = facts.iter().map(PredTree::to_pred).collect();
        let vars: Vec<DimVar> = (0..self.vars()).map(var).collect();
        let goal = self.goal.to_pred();
        let query = Query { facts: &preds, goal: &goal, vars: &vars };
        let prover = Z3::new(&Flags::default());
        let by_z3 = Z3::new(&Flags::default()).without_syntactic_proofs();
        let verdict = prover.prove(&query);
        let linear = preds.iter().chain([&goal]).all(is_linear);
        // What was put to the solver once need not be put to it again: that would repeat all of it.
        if prover.asked() == 0 {
            counts.add("proved without the solver");
            match by_z3.prove(&query) {
                Verdict::Unknown(_) => counts.add("proved by normal forms alone"),
                other => assert_eq!(verdict, other, "with and without the syntactic path"),
            }
        }
        let points = self.points();
        let satisfying = |point: &&Vec<i64>| facts.iter().all(|fact| fact.eval(point));
        match &verdict {
            Verdict::Proved => {
                let refuted = points.iter().filter(satisfying).find(|point| !self.goal.eval(point));
                assert_eq!(refuted, None, "proved, but refuted here");
                counts.add("proved");
            }
            Verdict::Refuted(model) => {
                self.check_model(model, &facts, &points, linear, counts);
                counts.add("refuted");
            }
            Verdict::Unknown(_) => counts.add("undecided"),
        }
        let asked = prover.asked();
        let consistent = prover.consistent(&preds);
        if prover.asked() == asked {
            counts.add("satisfied without the solver");
            assert_eq!(by_z3.consistent(&preds), consistent, "with and without the syntactic path");
        }
        if !consistent {
            assert_eq!(points.iter().find(satisfying), None, "inconsistent, but satisfied here");
            counts.add("inconsistent");
        }
    }

    /// The model gives the variables that matter, and the facts that speak of none of these are left out.
    fn check_model(&self, model: &Model, facts: &[PredTree], points: &[Vec<i64>], linear: bool, counts: &Counts) {
        let value = |number: usize| model.value(&var(number)).map(|value| value.to_i64().expect("a small value"));
        let matters: Vec<bool> = (0..self.vars()).map(|number| value(number).is_some()).collect();
        let relevant = |fact: &&PredTree| fact.to_pred().vars().iter().any(|var| model.value(var).is_some());
        let facts: Vec<&PredTree> = facts.iter().filter(relevant).collect();
        let refuted = |point: &[i64]| facts.iter().all(|fact| fact.eval(point)) && !self.goal.eval(point);
        let found: Vec<i64> = (0..self.vars()).map(|number| value(number).unwrap_or(0)).collect();
        assert!(refuted(&found), "{model:?} is no counterexample");
        // The others may have any value; for the comparison they are as small as they may be.
        let rest_is_zero =
            |point: &&Vec<i64>| matters.iter().zip(*point).all(|(matters, value)| *matters || *value == 0);
        let smallest = points.iter().filter(rest_is_zero).find(|point| refuted(point));
        let sum = |point: &[i64]| (point.iter().sum::<i64>(), point.to_vec());
        match smallest {
            Some(smallest) if sum(smallest) < sum(&found) => {
                assert!(!linear, "{model:?} is not the smallest counterexample: {smallest:?}");
                counts.add("refuted, but not by the smallest");
            }
            Some(_) => counts.add("refuted by the smallest of the box"),
            None => {}
        }
    }
}

fn is_linear(pred: &Pred) -> bool {
    let mut linear = true;
    pred.for_each_dim(&mut |dim| linear &= dim.is_linear());
    linear
}

fn contexts(name: &str, cases: u32, products: bool) {
    let bytes = prop::collection::vec(any::<u8>(), 30..90);
    let draw = |bytes: &Vec<u8>| Question::draw(bytes, products);
    let counts = holds(name, cases, bytes, |bytes| draw(bytes).show(), |bytes, counts| draw(bytes).check(counts));
    for what in ["proved", "refuted", "inconsistent"] {
        assert!(counts.of(what) > 0, "{what}: none");
    }
    // The solver stops at its limit now and then.
    let decided = counts.of("proved") + counts.of("refuted");
    assert!(counts.of("undecided") * 20 <= decided, "{} undecided", counts.of("undecided"));
}

#[test]
fn linear_contexts() {
    contexts("linear contexts", 256, false);
}

#[test]
fn contexts_with_products() {
    contexts("contexts with products", 256, true);
}
