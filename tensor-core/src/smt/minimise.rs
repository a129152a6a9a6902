//! Making the solution of a loaded question as small as can be, by asking the solver for smaller ones.

use super::session::{Answer, Session};
use crate::types::DimVar;
use num_bigint::BigInt;
use num_integer::Integer;

/// What is to be made smallest, in the order of importance.
pub(super) struct Objective {
    /// A constant that the session has declared.
    pub(super) name: String,
    /// It cannot be less.
    pub(super) lowest: BigInt,
}

/// Asks for ever smaller solutions until `best` is the smallest one, or `checks_left` is used up. `measure` gives the
/// values of the objectives in a solution. The session keeps the bounds that were found.
pub(super) fn minimise(
    session: &Session,
    vars: &[DimVar],
    objectives: &[Objective],
    measure: &dyn Fn(&[BigInt]) -> Vec<BigInt>,
    mut best: Vec<BigInt>,
    checks_left: &mut u32,
) -> Vec<BigInt> {
    for (position, objective) in objectives.iter().enumerate() {
        let mut lowest = objective.lowest.clone();
        let mut stride = BigInt::ZERO;
        loop {
            let reached = measure(&best)[position].clone();
            if reached <= lowest {
                session.exactly(&objective.name, &reached);
                break;
            }
            if *checks_left == 0 {
                return best;
            }
            *checks_left -= 1;
            // Smallest solutions are mostly at the lower bound or near it: from there in growing strides, but never past
            // the middle.
            let middle = (&lowest + &reached).div_floor(&BigInt::from(2));
            let target = (&lowest + &stride).min(middle);
            let answer = session.scoped(|| {
                session.at_most(&objective.name, &target);
                session.check(vars)
            });
            match answer {
                Answer::Sat(smaller) => best = smaller,
                Answer::Unsat => {
                    lowest = target + 1;
                    stride = stride * 4 + 1;
                }
                Answer::Unknown(_) => return best,
            }
        }
    }
    best
}
