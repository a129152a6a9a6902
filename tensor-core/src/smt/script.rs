//! Facts and goals as SMT-LIB text.
//!
//! `/` and `%` become `div` and `mod`, which for the positive divisors that dims have are floor division and its
//! remainder. A product of variables becomes one integer constant named after it, `|E * H|`; what is known of it is stated
//! by [`super::products`]. Of remainders of one dividend by moduli with a common divisor it is stated that they
//! are congruent modulo that: the solver would search for it without end.

use super::products;
use crate::types::{Atom, Cmp, Dim, Monomial, Pred};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Each remainder is related to so many further ones of its dividend.
const MOST_RELATED: usize = 8;

/// Declarations and assertions in the making.
#[derive(Default)]
pub(super) struct Script {
    constants: BTreeSet<String>,
    products: BTreeSet<Monomial>,
    /// Dividends and moduli.
    remainders: BTreeSet<(Dim, BigInt)>,
    assertions: Vec<String>,
}

impl Script {
    /// What is unsatisfiable only if `facts` entail `goal`. Without products it is satisfiable only if they do not.
    pub(super) fn refutation(facts: &[Pred], goal: &Pred) -> Script {
        let mut script = Script::satisfiability(facts);
        script.assert_not(goal);
        products::state(&mut script, facts, Some(goal));
        script.relate_remainders();
        script
    }

    /// What is satisfiable if `facts` are.
    pub(super) fn consistency(facts: &[Pred]) -> Script {
        let mut script = Script::satisfiability(facts);
        products::state(&mut script, facts, None);
        script.relate_remainders();
        script
    }

    fn satisfiability(facts: &[Pred]) -> Script {
        let mut script = Script::default();
        for fact in facts {
            script.assert(fact);
        }
        script
    }

    /// Asserts `pred`.
    pub(super) fn assert(&mut self, pred: &Pred) {
        let formula = self.pred(pred);
        self.assertions.push(formula);
    }

    /// Asserts that `pred` does not hold.
    pub(super) fn assert_not(&mut self, pred: &Pred) {
        let formula = self.pred(pred);
        self.assertions.push(format!("(not {formula})"));
    }

    /// Asserts a formula over the names that [`Script::dim`] and [`Script::constant`] gave.
    pub(super) fn assert_text(&mut self, formula: String) {
        self.assertions.push(formula);
    }

    /// States that `e % c` and `e % d` are congruent modulo what divides both c and d.
    pub(super) fn relate_remainders(&mut self) {
        let remainders: Vec<(Dim, BigInt)> = self.remainders.iter().cloned().collect();
        for (position, (dividend, c)) in remainders.iter().enumerate() {
            let others = remainders[position + 1..].iter().take_while(|(other, _)| other == dividend);
            for (_, d) in others.take(MOST_RELATED) {
                let common = c.gcd(d);
                if !common.is_one() {
                    let e = self.dim(dividend);
                    self.assertions.push(format!("(= (mod (mod {e} {c}) {common}) (mod (mod {e} {d}) {common}))"));
                }
            }
        }
    }

    /// Declares the constant `name` and gives it as a term.
    pub(super) fn constant(&mut self, name: &str) -> String {
        let quoted = format!("|{name}|");
        self.constants.insert(quoted.clone());
        quoted
    }

    /// The products that occur so far.
    pub(super) fn products(&self) -> &BTreeSet<Monomial> {
        &self.products
    }

    /// How many assertions there are.
    pub(super) fn len(&self) -> usize {
        self.assertions.len()
    }

    /// All of it, declarations first.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for constant in &self.constants {
            let _ = writeln!(text, "(declare-const {constant} Int)");
        }
        for assertion in &self.assertions {
            let _ = writeln!(text, "(assert {assertion})");
        }
        text
    }

    /// `dim` as a term.
    pub(super) fn dim(&mut self, dim: &Dim) -> String {
        let terms: Vec<String> = dim.terms().map(|(monomial, coefficient)| self.term(monomial, coefficient)).collect();
        match terms.as_slice() {
            [] => "0".to_owned(),
            [term] => term.clone(),
            _ => format!("(+ {})", terms.join(" ")),
        }
    }

    /// `monomial` as a term.
    pub(super) fn monomial(&mut self, monomial: &Monomial) -> String {
        match monomial.factors() {
            [] => "1".to_owned(),
            [Atom::Var(var)] => self.constant(var.name()),
            [Atom::Div(inner, c)] => format!("(div {} {c})", self.dim(inner)),
            [Atom::Mod(inner, c)] => {
                self.remainders.insert(((**inner).clone(), c.clone()));
                format!("(mod {} {c})", self.dim(inner))
            }
            _ => {
                self.products.insert(monomial.clone());
                self.constant(&Dim::term(monomial.clone(), BigInt::one()).to_string())
            }
        }
    }

    fn term(&mut self, monomial: &Monomial, coefficient: &BigInt) -> String {
        if monomial.is_one() {
            return numeral(coefficient);
        }
        let product = self.monomial(monomial);
        if coefficient.is_one() { product } else { format!("(* {} {product})", numeral(coefficient)) }
    }

    fn pred(&mut self, pred: &Pred) -> String {
        match pred {
            Pred::Compare(cmp, lhs, rhs) => {
                let (lhs, rhs) = (self.dim(lhs), self.dim(rhs));
                match cmp {
                    Cmp::Ne => format!("(not (= {lhs} {rhs}))"),
                    Cmp::Eq => format!("(= {lhs} {rhs})"),
                    Cmp::Lt | Cmp::Le | Cmp::Gt | Cmp::Ge => format!("({} {lhs} {rhs})", cmp.symbol()),
                }
            }
            Pred::And(a, b) => format!("(and {} {})", self.pred(a), self.pred(b)),
            Pred::Or(a, b) => format!("(or {} {})", self.pred(a), self.pred(b)),
            Pred::Not(a) => format!("(not {})", self.pred(a)),
        }
    }
}

/// SMT-LIB has no negative numerals.
fn numeral(value: &BigInt) -> String {
    if value.is_negative() { format!("(- {})", value.abs()) } else { value.to_string() }
}
