//! Normal forms, by hand and against evaluation.

use crate::types::testing::arbitrary::{self, DimTree, PredTree};
use crate::types::testing::{dim, pred};
use crate::types::{Dim, DimVar, Formula};
use num_bigint::BigInt;
use proptest::prelude::*;
use std::collections::BTreeSet;

#[track_caller]
fn prints(written: &str, expected: &str) {
    assert_eq!(dim(written).to_string(), expected, "{written}");
}

#[test]
fn dims_print_as_a_person_writes_them() {
    prints("0", "0");
    prints("S - S", "0");
    prints("-7", "-7");
    prints("S", "S");
    prints("-S", "-S");
    prints("-T + S", "S - T");
    prints("1 + D * 2", "2 * D + 1");
    prints("S - T + 1", "S - T + 1");
    prints("1 - S", "1 - S");
    prints("-S - 1", "-S - 1");
    prints("(1 + S) / 2", "(S + 1) / 2");
    prints("S % 4", "S % 4");
    prints("3 * (S % 4)", "3 * (S % 4)");
    prints("T - S / 2", "T - S / 2");
    prints("-(S / 2)", "-(S / 2)");
    prints("-(S / 2) + T * 0", "-(S / 2)");
    prints("H * E", "E * H");
    prints("H * E * 2 - H * H", "2 * E * H - H * H");
    prints("H * (S / 2)", "H * (S / 2)");
    prints("(H + 1) * (H - 1)", "H * H - 1");
    prints("9223372036854775807 * S * 4", "36893488147419103228 * S");
}

#[test]
fn printed_dims_read_back() {
    for written in ["S - T", "-(S / 2)", "-(S % 3) - 1", "2 * (S / 3) % 5", "1 - S * T", "((S + 1) / 2 + T) / 3"] {
        let printed = dim(written).to_string();
        assert_eq!(dim(&printed), dim(written), "{printed}");
    }
}

#[test]
fn division_takes_out_what_it_can() {
    prints("(4 * S + T) / 4", "S + T / 4");
    prints("(S + 7) / 4", "(S + 3) / 4 + 1");
    prints("(0 - S) / 2", "S / 2 - S");
    prints("(S - 3 * T - 1) / 2", "(S + T + 1) / 2 - 2 * T - 1");
    prints("2 * S / 4", "S / 2");
    prints("(2 * S + 1) / 4", "S / 2");
    prints("(2 * S + 3) / 4", "(S + 1) / 2");
    prints("S / 2 / 3", "S / 6");
    prints("(S / 2 + 1) / 3", "(S + 2) / 6");
    prints("S / 1", "S");
    prints("6 * S / 3", "2 * S");
    prints("(S % 4) / 4", "0");
    prints("(2 * (S % 4) + 1) / 8", "0");
    prints("7 / 2 + (0 - 7) / 2", "-1");
}

#[test]
fn remainders_lose_what_the_divisor_divides() {
    prints("(4 * S + T) % 4", "T % 4");
    prints("(0 - S) % 4", "(3 * S) % 4");
    prints("(S + 9) % 4", "(S + 1) % 4");
    prints("(2 * S) % 4", "2 * (S % 2)");
    prints("(2 * S + 3) % 4", "2 * ((S + 1) % 2) + 1");
    prints("(S % 6) % 3", "S % 3");
    prints("(2 * (S % 3) + T) % 6", "(2 * S + T) % 6");
    prints("(S % 4) % 8", "S % 4");
    prints("(S % 4 + T) % 8", "(T + S % 4) % 8");
    prints("S % 1", "0");
    prints("(0 - 7) % 4", "1");
}

#[test]
fn substitution_goes_into_quotients() {
    let replace = |written: &str, with: &str| {
        let with = dim(with);
        dim(written).substitute(&|var| (var.name() == "S").then(|| with.clone())).to_string()
    };
    assert_eq!(replace("S / 4 + T", "8 * T + 2"), "3 * T");
    assert_eq!(replace("S % 4", "8 * T + 2"), "2");
    assert_eq!(replace("(S / 2 + T) % 3", "T * 4"), "0");
    assert_eq!(replace("S * S", "T - 1"), "T * T - 2 * T + 1");
    // At once, not one after the other.
    let swapped = dim("S - 2 * T").substitute(&|var| Some(if var.name() == "S" { dim("T") } else { dim("S") }));
    assert_eq!(swapped, dim("T - 2 * S"));
}

#[test]
fn sums_are_found_as_factors() {
    let product = dim("(C - T) * (A - B)");
    let factors: Vec<(Dim, Dim)> = product.factors_of_sums().collect();
    assert!(factors.contains(&(dim("C - T"), dim("A - B"))), "{factors:?}");
    assert!(factors.contains(&(dim("A - B"), dim("C - T"))), "{factors:?}");
    assert_eq!(dim("C * A + C + A").factors_of_sums().next(), None);
}

#[test]
fn questions_about_a_dim() {
    assert_eq!(dim("S").as_var(), Some(&DimVar::new("S")));
    for not_a_variable in ["2 * S", "-S", "S + 1", "S / 2", "3", "S * T"] {
        assert_eq!(dim(not_a_variable).as_var(), None, "{not_a_variable}");
    }
    assert_eq!(dim("S - S + 5").as_constant(), Some(BigInt::from(5)));
    assert_eq!(dim("S").as_constant(), None);
    assert!(dim("2 * S - T / 3").is_linear());
    assert!(!dim("(S * T) / 3").is_linear());
    assert_eq!(dim("3 * S + S / 2 - 1").split_linear(&DimVar::new("S")), (BigInt::from(3), dim("S / 2 - 1")));
    assert_eq!(dim("S * T").split_linear(&DimVar::new("S")), (BigInt::from(0), dim("S * T")));
    let vars: Vec<String> = dim("S / 2 + (T * U) % 3").vars().iter().map(DimVar::to_string).collect();
    assert_eq!(vars, ["S", "T", "U"]);
    assert_eq!(dim("S + T").eval(&|var| (var.name() == "S").then(|| BigInt::from(1))), None);
}

#[test]
fn predicates_that_say_the_same_have_one_normal_form() {
    for (one, other) in [
        ("A == B", "B == A"),
        ("!(A < B)", "A >= B"),
        ("A < B", "A + 1 <= B"),
        ("A > B", "B - A < 0"),
        ("2 * A >= 1", "A >= 1"),
        ("2 * A <= 5", "A <= 2"),
        ("3 * A == 3 * B + 6", "A - B == 2"),
        ("A >= 1 && B >= 1", "B >= 1 && A >= 1"),
        ("!(A == 1 || B == 2)", "A != 1 && !(B == 2)"),
        ("A == 1 || (B == 2 || A == 1)", "B == 2 || A == 1"),
        ("A == 1 && 1 == 1", "A == 1"),
        ("A == 1 || 1 == 2", "A == 1"),
    ] {
        assert_eq!(pred(one).normalise(), pred(other).normalise(), "{one} and {other}");
    }
    for (written, expected) in [
        ("A == A", Formula::True),
        ("A < A", Formula::False),
        ("2 * A == 1", Formula::False),
        ("2 * A != 1", Formula::True),
        ("A >= 1 && !(A >= 1)", Formula::False),
        ("A >= 1 || A < 1", Formula::True),
        ("(S % 4) / 4 == 0", Formula::True),
    ] {
        assert_eq!(pred(written).normalise(), expected, "{written}");
    }
    for (one, other) in [("A == B", "A == C"), ("A >= 1", "A >= 2"), ("2 * A >= 3", "A >= 1"), ("A <= B", "B <= A")] {
        assert_ne!(pred(one).normalise(), pred(other).normalise(), "{one} and {other}");
    }
}

#[test]
fn predicates_print_with_the_parentheses_they_need() {
    for written in ["A == 1 && (B == 2 || C == 3)", "!(A == 1)", "A == 1 || B == 2 && C == 3", "!(A == 1 && B == 2)"] {
        assert_eq!(pred(written).to_string(), written);
    }
}

fn values() -> impl Strategy<Value = Vec<i128>> {
    proptest::collection::vec(-9..=20_i128, 3)
}

fn value_of(values: &[i128]) -> impl Fn(&DimVar) -> Option<BigInt> {
    move |name| (0..values.len()).find(|number| arbitrary::var(*number) == *name).map(|n| BigInt::from(values[n]))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn normal_forms_keep_the_value(tree in arbitrary::dim(3, true), values in values()) {
        prop_assert_eq!(tree.to_dim().eval(&value_of(&values)), Some(tree.eval(&values).into()));
    }

    #[test]
    fn factors_multiply_to_the_dim(a in arbitrary::dim(2, true), b in arbitrary::dim(2, true)) {
        let product = a.to_dim() * b.to_dim();
        for (sum, rest) in product.factors_of_sums() {
            prop_assert_eq!(sum * rest, product.clone());
        }
    }

    #[test]
    fn substitution_keeps_the_value(tree in arbitrary::dim(3, true), values in values()) {
        let value_of = value_of(&values);
        let substituted = tree.to_dim().substitute(&|var| value_of(var).map(Dim::constant));
        prop_assert_eq!(substituted.as_constant(), Some(tree.eval(&values).into()));
    }

    #[test]
    fn printed_dims_mean_the_same(tree in arbitrary::dim(3, true), values in values()) {
        let printed = tree.to_dim().to_string();
        prop_assert_eq!(dim(&printed).eval(&value_of(&values)), Some(tree.eval(&values).into()), "{}", printed);
    }

    #[test]
    fn linear_dims_are_closed_under_the_grammar(tree in arbitrary::dim(3, false)) {
        prop_assert!(tree.to_dim().is_linear());
    }

    #[test]
    fn formulas_keep_the_meaning(tree in arbitrary::pred(3, true), values in values()) {
        let holds = Some(tree.eval(&values));
        prop_assert_eq!(tree.to_pred().eval(&value_of(&values)), holds);
        let formula = tree.to_pred().normalise();
        prop_assert_eq!(formula.to_pred().eval(&value_of(&values)), holds);
        prop_assert_eq!(formula.negate().to_pred().eval(&value_of(&values)), holds.map(|holds| !holds));
        prop_assert_eq!(formula.negate().negate(), formula.clone());
        prop_assert_eq!(formula.to_pred().normalise(), formula);
    }

    #[test]
    fn printed_predicates_mean_the_same(tree in arbitrary::pred(3, true), values in values()) {
        let printed = tree.to_pred().to_string();
        prop_assert_eq!(pred(&printed).eval(&value_of(&values)), Some(tree.eval(&values)), "{}", printed);
    }

    #[test]
    fn sets_of_predicates_have_one_order(trees in proptest::collection::vec(arbitrary::pred(2, true), 0..6)) {
        let forwards: BTreeSet<_> = trees.iter().map(PredTree::to_pred).collect();
        let backwards: BTreeSet<_> = trees.iter().rev().map(PredTree::to_pred).collect();
        prop_assert!(forwards.iter().eq(backwards.iter()));
    }

    #[test]
    fn sums_do_not_depend_on_grouping(a in arbitrary::dim(3, true), b in arbitrary::dim(3, true), c in arbitrary::dim(3, true)) {
        let [a, b, c] = [a, b, c].map(|tree: DimTree| tree.to_dim());
        prop_assert_eq!((a.clone() + b.clone()) + c.clone(), a.clone() + (c.clone() + b.clone()));
        prop_assert_eq!((a.clone() * b.clone()) * c.clone(), a * (c * b));
    }
}
