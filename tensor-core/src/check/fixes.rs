//! Ways out are tried before they are offered: the function is changed, and checked again.

use super::calls::Callees;
use super::discharge::Setting;
use super::{Record, check_surface};
use crate::diag::{Diagnostic, Fix, codes};
use crate::logic::{Model, Prover, Query, Verdict};
use crate::syntax::{ast, parse_block};
use crate::types::Pred;
use std::collections::BTreeSet;

/// A message offers at most so many.
const MOST_OFFERED: usize = 2;
/// So much effort is spent on one function at most, in all changes to it together; 1 is about an instruction.
const MOST_EFFORT: usize = 3_000;

/// Which message: its code and place. Whether a premise is false or could not be proved is no other mistake.
type Key = (&'static str, (usize, usize));

fn key(diagnostic: &Diagnostic) -> Key {
    let start = diagnostic.at.start().start();
    (diagnostic.code.0, (start.line, start.column))
}

/// Proves as another prover does, but looks for no counterexamples: of a change that fails nothing is shown.
struct WithoutCounterexamples<'a>(&'a dyn Prover);

impl Prover for WithoutCounterexamples<'_> {
    fn prove(&self, query: &Query<'_>) -> Verdict {
        if self.0.entails(query) { Verdict::Proved } else { Verdict::Refuted(Model(Vec::new())) }
    }

    fn entails(&self, query: &Query<'_>) -> bool {
        self.0.entails(query)
    }

    fn consistent(&self, facts: &[Pred]) -> bool {
        self.0.consistent(facts)
    }
}

/// Keeps of each diagnostic's ways out those that mend it, at most two, and drops diagnostics that a way out of another
/// removes too: those were no mistakes of their own.
pub(super) fn keep_proved(
    setting: Setting<'_>,
    block: &ast::Block,
    surface: &ast::Fn,
    callees: &Callees<'_>,
    effort_of_one: usize,
    mut diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let before: Vec<Key> = diagnostics.iter().map(key).collect();
    let mut effort = 0;
    let mut consequences: BTreeSet<usize> = BTreeSet::new();
    // What a body does wrong makes its promises fail, not the other way round.
    let mut order: Vec<usize> = (0..diagnostics.len()).collect();
    order.sort_by_key(|&position| is_promise(&diagnostics[position]));
    for position in order {
        if consequences.contains(&position) {
            continue;
        }
        let diagnostic = &mut diagnostics[position];
        let (mut clean, mut partial) = (Vec::<Fix>::new(), Vec::new());
        for fix in std::mem::take(&mut diagnostic.fixes) {
            if clean.len() == MOST_OFFERED || effort > MOST_EFFORT {
                break;
            }
            // One way to change a place is enough, and what mends the function asks nothing of its callers.
            if clean.iter().any(|other| fix.is_alternative_to(other)) || (fix.is_clause() && !clean.is_empty()) {
                continue;
            }
            effort += effort_of_one + 20;
            let Some(after) = after(setting, block, surface, callees, diagnostic, &fix) else { continue };
            match outcome(&before, position, &after) {
                Outcome::Mends => {
                    if clean.is_empty() && !fix.is_clause() {
                        let gone = |other: &usize| *other != position && !after.contains(&before[*other]);
                        consequences.extend((0..before.len()).filter(gone));
                    }
                    clean.push(fix);
                }
                Outcome::MendsThis => partial.push(fix),
                Outcome::Fails => {}
            }
        }
        // A value that had no type hid what is wrong with its uses; that is another mistake, unless there is a way without.
        if clean.is_empty() {
            partial.truncate(1);
            clean = partial;
        }
        diagnostic.fixes = clean;
    }
    let mut position = 0;
    diagnostics.retain(|_| {
        position += 1;
        !consequences.contains(&(position - 1))
    });
    diagnostics
}

fn is_promise(diagnostic: &Diagnostic) -> bool {
    [codes::PROMISED_SHAPE, codes::PROMISED_DTYPE, codes::REFINEMENT].contains(&diagnostic.code)
}

enum Outcome {
    /// This message goes, and none comes.
    Mends,
    /// This message goes, and others come at other places.
    MendsThis,
    Fails,
}

fn outcome(before: &[Key], position: usize, after: &[Key]) -> Outcome {
    let own = &before[position];
    let remains = after.iter().filter(|key| *key == own).count() >= before.iter().filter(|key| *key == own).count();
    let is_new = |key: &&Key| !before.contains(key);
    let contradicts = |key: &Key| key.0 == codes::CONTRADICTION.0;
    if remains || after.iter().filter(is_new).any(|key| contradicts(key) || key.1 == own.1) {
        return Outcome::Fails;
    }
    match after.iter().find(is_new) {
        None => Outcome::Mends,
        Some(_) => Outcome::MendsThis,
    }
}

/// The messages of the changed function; `None` if it does not parse.
fn after(
    setting: Setting<'_>,
    block: &ast::Block,
    surface: &ast::Fn,
    callees: &Callees<'_>,
    diagnostic: &Diagnostic,
    fix: &Fix,
) -> Option<Vec<Key>> {
    let parsed = parse_block(fix.apply(&surface.tokens, diagnostic.at.start())?);
    let changed = parsed.block.fns.first().filter(|changed| parsed.errors.is_empty() && changed.body.is_ok())?;
    let quick = WithoutCounterexamples(setting.prover);
    // Under these flags it matters what is undecided, which must be told from what is false.
    let exact = setting.flags.check_unknown || setting.flags.retry;
    let prover: &dyn Prover = if exact { setting.prover } else { &quick };
    let setting = Setting { record: Record::Nothing, prover, ..setting };
    let (_, diagnostics, _) = check_surface(setting, block, changed, callees);
    Some(diagnostics.iter().map(key).collect())
}
