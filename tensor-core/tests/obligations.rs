//! What must be proved for a function, in which order, and of which facts: two programs as a dump shows them.

use expect_test::{Expect, expect};
use std::fmt::Write;
use tensor_core::check::{Record, check_block};
use tensor_core::smt::Z3;
use tensor_core::syntax::parse_block;

/// The obligations of the only function, each with its verdict, and before it the facts where these are not those of the
/// one before.
fn check(source: &str, expected: Expect) {
    let parsed = parse_block(source.parse().expect("a program is made of tokens"));
    assert!(parsed.errors.is_empty());
    let (mut shown, mut known) = (String::new(), Vec::new());
    for outcome in check_block(&parsed.block, &Z3::new(&parsed.block.flags), Record::Obligations) {
        for obligation in outcome.discharged {
            let stated = |what| obligation.smt2.lines().filter_map(move |line| line.strip_prefix(what));
            let facts: Vec<&str> = stated(";   fact: ").collect();
            if facts != known {
                writeln!(shown, "{}", facts.join(", ")).unwrap();
                known = facts.into_iter().map(str::to_owned).collect();
            }
            let goal: String = stated(";   goal: ").collect();
            writeln!(shown, "  {}: {goal}: {}", obligation.name, obligation.verdict).unwrap();
        }
    }
    expected.assert_eq(&shown);
}

/// Reshape keeps the refinement of `x`. What `y` has, it says of `y` alone, so subtyping does not see it; the premises of
/// shapes do. What the annotation promised is a fact afterwards. No fact speaks of volumes: the one of the reshape follows
/// from the others, so that nothing is left to assume.
#[test]
fn heads() {
    check(
        "fn heads<B, S, D>(x: Tensor[F32, [B, S, D], D % 8 == 0], y: Tensor[F32, [D], D <= 64])
        -> Tensor[F32, [B, S, 8, D / 8], D % 8 == 0] {
            let z: Tensor[F32, [B, S, 8, D / 8], D % 8 == 0] = reshape[B, S, 8, D / 8](x);
            z
        }",
        expect![[r#"
            B >= 1, S >= 1, D >= 1, D % 8 == 0, D <= 64
              01-reshape-non-negative: 8 >= 0: proved
              02-reshape-non-negative: D / 8 >= 0: proved
              03-annotation-non-negative: 8 >= 0: proved
              04-annotation-non-negative: D / 8 >= 0: proved
              05-annotation-axis-0: B == B: proved
              06-annotation-axis-1: S == S: proved
              07-annotation-axis-2: 8 == 8: proved
              08-annotation-axis-3: D / 8 == D / 8: proved
            B >= 1, S >= 1, D >= 1, D % 8 == 0
              09-annotation-refinement: D % 8 == 0: proved
            B >= 1, S >= 1, D >= 1, D % 8 == 0, D <= 64, D % 8 == 0
              10-result-non-negative: 8 >= 0: proved
              11-result-non-negative: D / 8 >= 0: proved
              12-result-axis-0: B == B: proved
              13-result-axis-1: S == S: proved
              14-result-axis-2: 8 == 8: proved
              15-result-axis-3: D / 8 == D / 8: proved
            B >= 1, S >= 1, D >= 1, D % 8 == 0, D % 8 == 0
              16-result-refinement: D % 8 == 0: proved
        "#]],
    );
}

/// A product has its definition among the facts. The sum fails, and then counts as proved: the result is [N] for it.
#[test]
fn rows_that_do_not_fit() {
    check(
        "fn rows<H, E>(x: Tensor[F32, [H, E]], y: Tensor[F32, [H]]) -> Tensor[F32, [H]] {
            dim N = H * E;
            add(reshape[N](x), y)
        }",
        expect![[r#"
            H >= 1, E >= 1, N == E * H
              01-add-axis-0: N == H: refuted
            H >= 1, E >= 1, N == E * H, N == H
              02-result-axis-0: H == N: proved
        "#]],
    );
}
