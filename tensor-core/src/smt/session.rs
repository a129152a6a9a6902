//! One Z3 context. This is the only file that names the `z3` crate.

use super::script::Script;
use crate::types::DimVar;
use num_bigint::BigInt;
use z3::ast::Int;
use z3::{Config, Params, SatResult, Solver};

/// What one check may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// A last resort.
    pub(super) timeout_ms: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { timeout_ms: 2000 }
    }
}

impl Limits {
    pub(super) const SEED: u32 = 0;
    /// Linear integer arithmetic.
    pub(super) const LOGIC: &str = "QF_LIA";
    /// Z3's older simplex. The newer one spends up to a hundred times longer on a step than usual when coefficients
    /// are big, so that no count of steps would bound the time.
    pub(super) const ARITHMETIC: u32 = 2;
    /// Z3 counts its steps. It does at least 800 in a millisecond of a slow machine on the hardest questions tried, and
    /// questions about shapes take some hundreds, rarely ten thousand. So this count ends a search well before the clock
    /// does, at the same step on every machine.
    const RESOURCES_PER_MS: u32 = 250;

    /// The limit on Z3's own count of steps.
    pub(super) fn resources(self) -> u32 {
        self.timeout_ms.saturating_mul(Limits::RESOURCES_PER_MS)
    }
}

/// Z3's answer to one check.
pub(super) enum Answer {
    Unsat,
    /// Satisfied by these values of the variables asked for, in that order.
    Sat(Vec<BigInt>),
    /// Why Z3 gave up.
    Unknown(String),
}

/// A solver within the context of the enclosing [`in_fresh_context`].
pub(super) struct Session {
    solver: Solver,
}

/// Runs `work` in a context of its own, which is gone afterwards.
pub(super) fn in_fresh_context<R: Send + Sync>(work: impl FnOnce() -> R + Send + Sync) -> R {
    z3::with_z3_config(&Config::new(), work)
}

impl Session {
    /// A solver without assertions.
    pub(super) fn new(limits: Limits) -> Session {
        // `None` where Z3 does not know the logic; then its general solver does.
        let solver = Solver::new_for_logic(Limits::LOGIC).unwrap_or_default();
        let mut params = Params::new();
        params.set_u32("random_seed", Limits::SEED);
        params.set_u32("arith.solver", Limits::ARITHMETIC);
        params.set_u32("rlimit", limits.resources());
        params.set_u32("timeout", limits.timeout_ms);
        solver.set_params(&params);
        Session { solver }
    }

    /// Adds all that `script` says; `false` if Z3 did not take all of it.
    pub(super) fn load(&self, script: &Script) -> bool {
        let before = self.solver.get_assertions().len();
        self.solver.from_string(script.text());
        self.solver.get_assertions().len() - before == script.len()
    }

    /// Adds `constant <= value`.
    pub(super) fn at_most(&self, constant: &str, value: &BigInt) {
        self.solver.assert(Int::new_const(constant).le(int(value)));
    }

    /// Adds `constant == value`.
    pub(super) fn exactly(&self, constant: &str, value: &BigInt) {
        self.solver.assert(Int::new_const(constant).eq(int(value)));
    }

    /// Runs `work`, then forgets what was added meanwhile.
    pub(super) fn scoped<R>(&self, work: impl FnOnce() -> R) -> R {
        self.solver.push();
        let result = work();
        self.solver.pop(1);
        result
    }

    /// Is there a solution?
    pub(super) fn check(&self, vars: &[DimVar]) -> Answer {
        match self.solver.check() {
            SatResult::Unsat => Answer::Unsat,
            // Z3's own words for it differ between limits that are reached at the same time.
            SatResult::Unknown => Answer::Unknown("it reached its limit".to_owned()),
            SatResult::Sat => match self.values(vars) {
                Some(values) => Answer::Sat(values),
                None => Answer::Unknown("the solver gave no model".to_owned()),
            },
        }
    }

    fn values(&self, vars: &[DimVar]) -> Option<Vec<BigInt>> {
        let model = self.solver.get_model()?;
        let value = |var: &DimVar| parse_numeral(&model.eval(&Int::new_const(var.name()), true)?);
        vars.iter().map(value).collect()
    }
}

fn int(value: &BigInt) -> Int {
    value.to_string().parse().unwrap_or_else(|()| unreachable!("Z3 reads decimal numerals"))
}

/// Z3 prints `7` and `(- 7)`.
fn parse_numeral(value: &Int) -> Option<BigInt> {
    let printed = value.to_string();
    match printed.strip_prefix("(- ") {
        Some(rest) => rest.strip_suffix(')')?.parse().ok().map(|magnitude: BigInt| -magnitude),
        None => printed.parse().ok(),
    }
}
