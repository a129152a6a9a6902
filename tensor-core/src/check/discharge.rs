//! Obligations to the prover, in program order, each under the facts that hold at its place.

use super::resolve::{AssumedBy, Step};
use super::wording;
use super::{Discharged, Record};
use crate::diag::{Diagnostic, Region, Reported, Sink};
use crate::logic::{Check, Context, FactScope, Obligation, Origin, Prover, Query, Verdict, Warrant};
use crate::smt;
use crate::syntax::ast::Flags;
use crate::types::{Cmp, Dim, DimVar, Pred};

/// How the obligations of a block are discharged.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub(super) prover: &'a dyn Prover,
    pub(super) record: Record,
    /// Of the block.
    pub(super) flags: &'a Flags,
}

/// A question that the prover gives up on takes as long as so many that it answers.
const EFFORT_OF_UNDECIDED: usize = 1_000;

/// Goes through `steps`; returns what the wrapper must check, each obligation with its answer, and the effort, which is
/// about one for each step.
pub(super) fn discharge(
    setting: Setting<'_>,
    steps: Vec<Step>,
    vars: &[DimVar],
    definitions: &[(DimVar, Dim)],
    sink: &mut Sink,
) -> (Vec<Check>, Vec<Discharged>, usize) {
    let mut discharger = Discharger {
        setting,
        vars,
        definitions,
        sink,
        context: Context::default(),
        discharged: Vec::new(),
        asked: 0,
        effort: steps.len(),
        impossible: Vec::new(),
        last: None,
    };
    let mut assumed = Vec::new();
    for step in steps {
        match step {
            Step::Assume(check, at) => assumed.push((check, at, AssumedBy::Function)),
            Step::AssumeUnlessProved(check, at, by) => {
                discharger.assume(std::mem::take(&mut assumed));
                if !discharger.follows(&check.pred) {
                    discharger.assume(vec![(check, at, by)]);
                }
            }
            Step::Prove(obligation) => {
                discharger.assume(std::mem::take(&mut assumed));
                discharger.obligation(obligation);
            }
        }
    }
    discharger.assume(assumed);
    (discharger.context.into_checks(), discharger.discharged, discharger.effort)
}

struct Discharger<'a> {
    setting: Setting<'a>,
    vars: &'a [DimVar],
    definitions: &'a [(DimVar, Dim)],
    sink: &'a mut Sink,
    context: Context,
    discharged: Vec<Discharged>,
    /// How many obligations there were so far.
    asked: usize,
    effort: usize,
    /// Premises that were reported and cannot hold: they are not reported again where what follows repeats them.
    impossible: Vec<Pred>,
    /// The rule that was reported last, with all of its premises that failed.
    last: Option<Failed>,
}

/// A rule of which premises failed.
struct Failed {
    first: Obligation,
    goals: Vec<Pred>,
    reported: Reported,
}

/// Whether both are one demand, an equality written either way round.
fn says_the_same(one: &Pred, other: &Pred) -> bool {
    match (one, other) {
        (Pred::Compare(Cmp::Eq, a, b), Pred::Compare(Cmp::Eq, c, d)) => (a, b) == (c, d) || (a, b) == (d, c),
        _ => one == other,
    }
}

impl Discharger<'_> {
    /// Admits facts that follow one another, and demands that Γ stays satisfiable.
    fn assume(&mut self, assumed: Vec<(Check, Region, AssumedBy)>) {
        // Between two premises there is mostly nothing to assume.
        if assumed.is_empty() {
            return;
        }
        let mut facts = self.context.facts().to_vec();
        facts.extend(assumed.iter().map(|(check, ..)| check.pred.clone()));
        let consistent = self.setting.prover.consistent(&facts);
        for (check, at, by) in assumed {
            // One message: at the first condition that contradicts what stands before it.
            if !consistent && !self.context.is_contradictory() {
                let mut facts = self.context.facts().to_vec();
                facts.push(check.pred.clone());
                if !self.setting.prover.consistent(&facts) {
                    // A reshape to a shape that has an error of its own is that error's consequence.
                    if matches!(check.origin, Origin::Reshape(_)) && self.sink.has_errors() {
                        continue;
                    }
                    let earlier = self.related(&check);
                    let wrong = wording::contradiction(&check, &by, &earlier, at);
                    let reported = self.sink.report(wrong);
                    self.context.admit(Warrant::Contradiction(reported));
                    continue;
                }
            }
            self.context.admit(Warrant::Checked(check));
        }
    }

    /// Whether Γ entails `goal` already.
    fn follows(&self, goal: &Pred) -> bool {
        let query = Query { facts: self.context.facts(), goal, vars: self.vars };
        !self.context.is_contradictory() && self.setting.prover.entails(&query)
    }

    /// Facts that share variables with `check`, as written.
    fn related(&self, check: &Check) -> Vec<String> {
        let vars = check.pred.vars();
        let shares = |pred: &Pred| !pred.vars().is_disjoint(&vars);
        self.context
            .checks()
            .iter()
            .filter(|other| shares(&other.pred))
            .map(|other| format!("`{}`", other.written))
            .collect()
    }

    fn obligation(&mut self, obligation: Obligation) {
        // From contradictory facts everything would follow; the contradiction was reported.
        if self.context.is_contradictory() {
            return;
        }
        let answer = self.context.prove(self.setting.prover, &obligation.goal, &obligation.scope, self.vars);
        self.asked += 1;
        let asked = self.asked;
        let name = |obligation: &Obligation| format!("{asked:02}-{}", obligation.slug());
        if self.setting.record == Record::Obligations {
            let facts = self.context.visible(&obligation.scope);
            let query = Query { facts: &facts, goal: &obligation.goal, vars: self.vars };
            self.discharged.push(Discharged {
                name: name(&obligation),
                smt2: smt::smt2(&query, self.setting.flags),
                verdict: match &answer {
                    Ok(_) => "proved",
                    Err(Verdict::Refuted(_)) => "refuted",
                    Err(_) => "unknown",
                },
            });
        }
        if matches!(answer, Err(Verdict::Unknown(_))) {
            self.effort += EFFORT_OF_UNDECIDED;
        }
        match answer {
            Ok(proof) => {
                if obligation.keep {
                    self.context.admit(Warrant::Proved(proof));
                }
            }
            Err(Verdict::Unknown(_)) if self.setting.flags.check_unknown => {
                let written = obligation.goal.to_string();
                let check = Check { pred: obligation.goal, written, origin: Origin::Undecided };
                self.context.admit(Warrant::Checked(check));
            }
            Err(_) if self.impossible.iter().any(|reported| says_the_same(reported, &obligation.goal)) => {}
            Err(verdict) => {
                let elsewhere = matches!(obligation.scope, FactScope::Subtyping(_)) && self.follows(&obligation.goal);
                let wrong = match &verdict {
                    _ if elsewhere => wording::of_another_value(&obligation),
                    Verdict::Refuted(model) => wording::refuted(&obligation, model),
                    Verdict::Unknown(reason) => wording::undecided(&obligation, reason),
                    Verdict::Proved => unreachable!("a proof is Ok"),
                };
                let reported = self.report(wrong, &obligation, name(&obligation));
                // A premise that cannot hold would make everything after it true, and hide further mistakes.
                let mut assumed = self.context.facts().to_vec();
                assumed.push(obligation.goal.clone());
                if self.setting.prover.consistent(&assumed) {
                    self.context.admit(Warrant::Rejected(reported, obligation.goal));
                } else {
                    self.impossible.push(obligation.goal);
                }
            }
        }
    }

    /// Premises of one rule about different axes are one mistake.
    fn report(&mut self, mut wrong: Diagnostic, obligation: &Obligation, name: String) -> Reported {
        if let Some(last) = &mut self.last
            && last.first.is_one_rule_with(obligation)
        {
            last.goals.push(obligation.goal.clone());
            let fixes = wording::fixes::for_premises(&last.first, &last.goals, self.definitions);
            self.sink.amend(last.reported, |diagnostic| {
                diagnostic.notes.extend(wording::on_another_axis(obligation));
                diagnostic.fixes = fixes;
            });
            return last.reported;
        }
        wrong.fixes =
            wording::fixes::for_premises(obligation, std::slice::from_ref(&obligation.goal), self.definitions);
        wrong.obligation = Some(name.into());
        let reported = self.sink.report(wrong);
        self.last = Some(Failed { first: obligation.clone(), goals: vec![obligation.goal.clone()], reported });
        reported
    }
}
