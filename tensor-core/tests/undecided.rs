//! What happens to a premise that the solver does not decide, with a solver that decides nothing about
//! two variables.

use tensor_core::check::{CheckedFn, FnOutcome, Record, check_block};
use tensor_core::logic::{Origin, Prover, Query, Verdict};
use tensor_core::syntax::parse_block;

struct Undecided;

impl Prover for Undecided {
    fn prove(&self, query: &Query<'_>) -> Verdict {
        match query.goal.vars().len() {
            2 => Verdict::Unknown("out of steps".to_owned()),
            _ => Verdict::Proved,
        }
    }

    fn consistent(&self, _: &[tensor_core::types::Pred]) -> bool {
        true
    }
}

fn outcome(flags: &str) -> Result<CheckedFn, String> {
    let source = format!(
        "{flags} fn f<A, B>(x: Tensor[F32, [A]], y: Tensor[F32, [B]]) -> Tensor[F32, [A]] requires A == B {{ x + y }}"
    );
    let parsed = parse_block(source.parse().unwrap());
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    let FnOutcome { result, .. } = check_block(&parsed.block, &Undecided, Record::Nothing).remove(0);
    result.map_err(|errors| errors.iter().map(|error| error.render()).collect::<Vec<_>>().join("\n"))
}

#[test]
fn it_is_an_error() {
    let error = outcome("").unwrap_err();
    assert!(error.starts_with("[T0302] `+`: could not prove `A == B`"), "{error}");
    assert!(error.contains("the solver gave up: out of steps"), "{error}");
    assert!(!error.contains("counterexample"), "{error}");
}

#[test]
fn under_the_flag_the_wrapper_checks_it() {
    let checked = outcome("#![smt(on_unknown = check)]").unwrap();
    let undecided: Vec<&str> = checked
        .checks
        .iter()
        .filter(|check| check.origin == Origin::Undecided)
        .map(|check| check.written.as_str())
        .collect();
    assert!(undecided.contains(&"A == B"), "{undecided:?}");
}
