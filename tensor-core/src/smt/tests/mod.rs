//! Verdicts and counterexamples, with expectations by hand.

mod random;
mod script;

use super::Z3;
use crate::logic::{Prover, Query, Verdict};
use crate::syntax::ast::Flags;
use crate::types::testing::{pred, preds, vars};

/// `proved`, `unknown`, or the counterexample as `S = 1, T = 2`.
fn verdict(prover: &Z3, declared: &str, facts: &str, goal: &str) -> String {
    let (facts, goal, vars) = (preds(facts), pred(goal), vars(declared));
    match prover.prove(&Query { facts: &facts, goal: &goal, vars: &vars }) {
        Verdict::Proved => "proved".to_owned(),
        Verdict::Unknown(_) => "unknown".to_owned(),
        Verdict::Refuted(model) => {
            let values: Vec<String> = model.0.iter().map(|(var, value)| format!("{var} = {value}")).collect();
            values.join(", ")
        }
    }
}

/// Also without syntactic proofs.
fn check(declared: &str, facts: &str, goal: &str, expected: &str) {
    let prover = Z3::new(&Flags::default());
    assert_eq!(verdict(&prover, declared, facts, goal), expected, "{facts} |- {goal}");
    let prover = prover.without_syntactic_proofs();
    assert_eq!(verdict(&prover, declared, facts, goal), expected, "{facts} |- {goal}, by Z3");
}

#[test]
fn linear_goals() {
    check("K, J", "K >= 1, J >= 1", "K == J", "K = 1, J = 2");
    check("K, J", "K >= 1, J >= 1, K == J", "K == J", "proved");
    check("A, B", "A >= 1, B >= 1", "A + B == B + A", "proved");
    check("S, T", "S >= 1, T >= 1, S >= T", "S - T >= 0", "proved");
    check("S, T", "S >= 1, T >= 1", "S - T >= 0", "S = 1, T = 2");
    check("S", "S >= 1", "S <= 4096", "S = 4097");
    check("S", "S >= 1", "16 <= S", "S = 1");
    check("S", "S >= 0", "S >= 1", "S = 0");
    check("S, D", "S >= 1, D >= 1, D % 8 == 0", "D == 8", "D = 16");
    check("M, N", "M >= 1, N >= 1, M % 8 == 0, N % 8 == 0", "(M + N) % 8 == 0", "proved");
    check("M, N", "M >= 1, N >= 1, M % 8 == 0", "(M + N) % 8 == 0", "M = 8, N = 1");
    check("A, B, C", "A >= 1, B >= 1, C >= 1, A == B, B == C", "C == A", "proved");
    check("S, T, U", "S >= T, T >= U, U >= 1", "S >= U", "proved");
}

#[test]
fn division_is_floor_division() {
    check("S, T", "S >= 1, T >= 1, (S - T) / 2 >= 0", "S >= T", "proved");
    check("S, T", "S >= 1, T >= 1", "(S - T) / 2 >= 0", "S = 1, T = 2");
    check("S", "S >= 0", "(0 - S) / 2 <= 0 - (S / 2)", "proved");
    check("S", "S >= 0", "(0 - S) / 2 == 0 - (S / 2)", "S = 1");
    check("S", "S >= 1", "S % 3 <= S", "proved");
    check("S", "S >= 1", "3 * (S / 3) + S % 3 == S", "proved");
    check("A, B, C", "A >= 1, B >= 1, A >= B", "((A - B) / 3) * 3 + B <= A", "proved");
}

#[test]
fn counterexamples_are_smallest_in_order_of_declaration() {
    check("S, T", "S >= 1, T >= 1", "S + T != 5", "S = 1, T = 4");
    check("T, S", "S >= 1, T >= 1", "S + T != 5", "T = 1, S = 4");
    check("S, T", "S >= 1, T >= 1, S >= 2 * T", "S == 2 * T", "S = 3, T = 1");
    // U is connected through T; V is not.
    check("S, T, U, V", "S >= 1, T >= 1, U >= 1, V >= 1, T >= U + 2", "S >= T", "S = 1, T = 3, U = 1");
    check("A", "A >= 7, A % 5 == 3", "A == 8", "A = 13");
    check("A", "A >= 1", "A < 9223372036854775807", "A = 9223372036854775807");
    check("A", "A >= 1, A <= 1000000000000", "A != 999999999999", "A = 999999999999");
    // Z3 gives up while it makes this one smaller.
    let facts = "P >= 0, Q >= 1, R >= 1, P % 4 + Q - R <= P, (3 - Q) / 5 <= (Q - 4) / 3";
    check("P, Q, R", facts, "P % 6 - 3 * Q == 0 - 2 * R || R < P", "P = 0, Q = 4, R = 4");
}

#[test]
fn variables_without_a_bound_count_by_their_magnitude() {
    check("A", "", "A == 0", "A = 1");
    check("A", "", "A >= 0 - 4", "A = -5");
    check("A, B", "B >= 1", "A + B != 0", "A = -1, B = 1");
    check("A", "A >= 0 - 3", "A >= 0", "A = -1");
}

#[test]
fn goals_without_variables() {
    check("S", "S >= 1", "6 == 7", "");
    check("S", "S >= 1", "6 == 6", "proved");
    check("S", "S >= 1, 6 == 7", "S == 3", "proved");
}

#[test]
fn big_coefficients_are_exact() {
    check(
        "S",
        "S >= 1",
        "9223372036854775807 * S * 9223372036854775807 >= 85070591730234615847396907784232501249",
        "proved",
    );
    check(
        "S",
        "S >= 1",
        "9223372036854775807 * S * 9223372036854775807 >= 85070591730234615847396907784232501250",
        "S = 1",
    );
}

#[test]
fn disjunctions() {
    check("E, D", "E >= 1, D >= 1, E == 1 || E == D", "E == D || E == 1", "proved");
    check("E, D", "E >= 1, D >= 1, E == 1 || E == D", "E == D", "E = 1, D = 2");
    check("E, D", "E >= 1, D >= 1", "E == D || E == 1", "E = 2, D = 1");
    check("E, D", "E >= 1, D >= 1, !(E < D)", "D <= E", "proved");
}

#[test]
fn products() {
    check("H, E, N", "H >= 1, E >= 1, N >= 1, N == H * E", "N >= 1", "proved");
    check("H, E, N", "H >= 0, E >= 1, N >= 0, N == H * E", "N >= 1", "H = 0, E = 1, N = 0");
    check("H, E, N", "H >= 1, E >= 1, N >= 1, N == H * E", "N == H", "H = 1, E = 2, N = 2");
    check("H, E, N", "H >= 1, E >= 1, N >= 1, N == H * E", "N >= H && N >= E", "proved");
    check("A, B, C, D", "A >= 1, B >= 1, C >= 1, D >= 1", "A * B * C * D >= D", "proved");
    check("A, B", "A >= 1, B >= 1, A >= 3", "A * B != 12", "A = 3, B = 4");
    check("A, B", "A >= 1, B >= 1", "A * B != 13", "A = 1, B = 13");
    // True, but not for reasons of sign.
    check("A", "A >= 1", "A * A != 2", "unknown");
}

#[test]
fn equal_things_have_equal_products() {
    let bounds = "A >= 1, B >= 1, C >= 1, D >= 1, S >= 1";
    let check_bounded = |facts: &str, goal: &str, expected: &str| {
        check("A, B, C, D, S", &format!("{bounds}, {facts}"), goal, expected);
    };
    check_bounded("D == A * B", "D * S == A * B * S", "proved");
    check_bounded("A == B", "A * C == B * C", "proved");
    check_bounded("C * A == C * B", "A == B", "proved");
    check_bounded("C * A <= C * B", "A <= B", "proved");
    check_bounded("C * A == C * B, A == S * D", "B == S * D", "proved");
    check_bounded("C * A == C * B, S == 2 * A, C == 3", "D * S == D * 2 * B", "proved");
    check_bounded("D == A * B, D == A * C", "B == C", "proved");
    check_bounded("D % 8 == 0", "B * S * D == B * S * 8 * (D / 8)", "proved");
    check_bounded("D % 4 == 0", "B * S * D == B * S * 8 * (D / 8)", "B = 1, D = 4, S = 1");
    check_bounded("D % 8 == 0", "(A * D) % 8 == 0", "proved");
    check_bounded("A % 2 == 0, D % 4 == 0", "(A * D + 3) % 8 == 3", "proved");
    // A factor that may be 0 does not cancel.
    check("A, B, C", "A >= 1, B >= 1, C >= 0, C * A == C * B", "A == B", "A = 1, B = 2, C = 0");
}

#[test]
fn chains_of_products_stay_small() {
    // Written out, N30 has 2^30 factors, and M30 as many terms; where N0 is 3, so many digits too.
    for least in [1, 3] {
        let bounds: Vec<String> = (0..=30).map(|link| format!("N{link} >= {least}, M{link} >= 1")).collect();
        let chain = |name: &str, square: &dyn Fn(usize) -> String| -> Vec<String> {
            (1..=30).map(|link| format!("{name}{link} == {}", square(link - 1))).collect()
        };
        let squares = chain("N", &|link| format!("N{link} * N{link}"));
        let sums = chain("M", &|link| format!("(M{link} + N{link}) * (M{link} + N{link})"));
        let facts = [bounds, squares, sums].concat().join(", ");
        let prover = Z3::new(&Flags::default());
        assert_eq!(verdict(&prover, "", &facts, "N30 >= 1 && M30 >= 1"), "proved");
        assert_eq!(verdict(&prover, "", &facts, "N2 == N0 * N0 * N0 * N0"), "proved");
        assert_eq!(prover.asked(), 0);
    }
}

#[test]
fn what_is_plainly_not_entailed_does_not_start_z3() {
    let prover = Z3::new(&Flags::default());
    for (facts, goal) in [
        ("S >= 1, T >= 1", "S == T"),
        ("S >= 1, T >= 1, S % 8 == 0", "S == 8"),
        ("S >= 1, T >= 1, S >= 4", "T >= 2 || S == 3"),
        ("S >= 1, T >= 1", "S < 4 && T >= 1"),
        ("S >= 1, T >= 1, U == S * T", "U == S"),
    ] {
        let (facts, goal) = (preds(facts), pred(goal));
        let query = Query { facts: &facts, goal: &goal, vars: &vars("S, T, U") };
        assert!(!prover.entails(&query), "{facts:?} |- {goal}");
        assert_eq!(prover.asked(), 0, "{facts:?} |- {goal}");
    }
}

#[test]
fn plain_questions_do_not_start_z3() {
    let prover = Z3::new(&Flags::default());
    let by_z3 = Z3::new(&Flags::default()).without_syntactic_proofs();
    let bounds = "S >= 1, T >= 1, U >= 1, D >= 1, E >= 1, H >= 1";
    for (facts, goal) in [
        ("", "S + T == T + S"),
        ("", "S >= 0"),
        ("", "S + T >= 2"),
        ("", "S * T >= 1"),
        ("", "S / 2 >= 0 && S % 2 < 2"),
        ("S >= T", "S - T >= 0"),
        ("S >= T", "S + 3 > T"),
        ("S >= T, T >= U", "S >= U"),
        ("S == T", "T == S"),
        ("S == T, T == U", "2 * U + 1 == 2 * S + 1"),
        ("S == 4", "2 * S == 8"),
        ("D % 8 == 0", "D % 4 == 0"),
        ("D % 8 == 0, E % 8 == 0", "(D + E) % 8 == 0"),
        ("D % 8 == 0", "8 * (D / 8) == D"),
        ("(D + E) % 8 == 0", "(2 * D + 2 * E + 16) % 16 == 0"),
        ("E == 1 || E == D", "E == D || E == 1"),
        ("E == 1 || E == D", "E == D || E == 1 || E == 7"),
        ("D == H * E", "H * E * S == D * S"),
        ("S <= 4096", "S < 5000"),
        ("S < 5", "S != 5"),
    ] {
        let (facts, goal) = (preds(&format!("{bounds}, {facts}")), pred(goal));
        let query = Query { facts: &facts, goal: &goal, vars: &vars("S, T, U, D, E, H") };
        assert_eq!(prover.prove(&query), Verdict::Proved, "{facts:?} |- {goal}");
        assert_eq!(prover.asked(), 0, "{facts:?} |- {goal}");
        assert_eq!(by_z3.prove(&query), Verdict::Proved, "{facts:?} |- {goal}, by Z3");
    }
    for facts in ["S >= 5 + 2 * T", "S > T, T > U", "D % 8 == 0, D >= 9", "D == H * E", "S <= 4096", "S == 2 * T"] {
        assert!(prover.consistent(&preds(&format!("{bounds}, {facts}"))), "{facts}");
        assert_eq!(prover.asked(), 0, "{facts}");
    }
}

#[test]
fn consistency() {
    let prover = Z3::new(&Flags::default());
    for prover in [&prover, &Z3::new(&Flags::default()).without_syntactic_proofs()] {
        assert!(prover.consistent(&preds("S >= 1, S <= 4")));
        assert!(!prover.consistent(&preds("S >= 5, S <= 4")));
        assert!(!prover.consistent(&preds("D >= 1, D < 4, D % 8 == 0")));
        assert!(prover.consistent(&preds("")));
        assert!(prover.consistent(&preds("A >= 1, A * A == 2")), "what cannot be decided counts as consistent");
    }
}

/// As many different values from 1 on as there are variables, and the bound `most` on all: easy to state, and hard to
/// refute where that bound leaves too little room.
fn distinct(name: &str, count: usize, most: usize) -> (String, String) {
    let vars: Vec<String> = (0..count).map(|number| format!("{name}{number}")).collect();
    let bounds: Vec<String> = vars.iter().map(|var| format!("{var} >= 1, {var} <= {most}")).collect();
    let pairs =
        vars.iter().enumerate().flat_map(|(position, var)| vars[..position].iter().map(move |other| (var, other)));
    let pairs: Vec<String> = pairs.map(|(var, other)| format!("{var} != {other}")).collect();
    (bounds.join(", "), pairs.join(" && "))
}

#[test]
fn what_takes_too_long_is_unknown() {
    let (bounds, all_distinct) = distinct("P", 12, 11);
    for retry in [false, true] {
        let prover = Z3::new(&Flags { timeout_ms: 100, retry, ..Flags::default() });
        assert_eq!(verdict(&prover, "", &bounds, &format!("!({all_distinct})")), "unknown");
        let facts = preds(&format!("{bounds}, {all_distinct}"));
        assert!(prover.consistent(&facts), "what cannot be decided counts as consistent");
    }
}
