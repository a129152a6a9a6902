//! Ways out are tried before they are offered: the function is changed, and checked again.

use super::calls::Callees;
use super::discharge::Setting;
use super::{Record, check_surface};
use crate::diag::{Diagnostic, Edit, Fix, codes};
use crate::logic::{Model, Prover, Query, Verdict};
use crate::syntax::{ast, parse_block};
use crate::types::Pred;
use std::collections::BTreeSet;

/// A message offers at most so many.
const MOST_OFFERED: usize = 2;
/// So much effort is spent on one function at most, in all changes to it together; 1 is about an instruction.
const MOST_EFFORT: usize = 3_000;

/// One mistake that is made at so many places is mended at all of them together.
const MOST_JOINED: usize = 4;

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
        // How many messages are left by the first that mends this one: a worse one is not offered beside it.
        let mut remaining = 0;
        for written in std::mem::take(&mut diagnostic.fixes) {
            if clean.len() == MOST_OFFERED || effort > MOST_EFFORT {
                break;
            }
            // One way to change a place is enough, and what mends the function asks nothing of its callers.
            let is_clause = written.is_clause();
            if clean.iter().any(|other| written.is_alternative_to(other)) || (is_clause && !clean.is_empty()) {
                continue;
            }
            let fix = stricter_clause(surface, &written).unwrap_or(written);
            let trial = |fix: &Fix| after(setting, block, surface, callees, diagnostic, fix);
            let (tries, tried) = try_out(fix, diagnostic, &before, position, trial);
            effort += tries * (effort_of_one + 20);
            match tried {
                Some((fix, Some(left))) if clean.is_empty() || left.len() <= remaining => {
                    remaining = left.len();
                    if clean.is_empty() && !is_clause {
                        let gone = |other: &usize| *other != position && !left.contains(&before[*other]);
                        consequences.extend((0..before.len()).filter(gone));
                    }
                    clean.push(fix);
                }
                // Several changes that do not mend the function are no way out.
                Some((fix, None)) if fix.edits.len() == 1 => partial.push(fix),
                _ => {}
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

/// How often `trial` was asked; and, if `fix` mends the message at `position`, the fix, joined with the same change at other
/// places where the mistake is made again, with the messages that are left, if none comes.
fn try_out(
    mut fix: Fix,
    diagnostic: &Diagnostic,
    before: &[Key],
    position: usize,
    trial: impl Fn(&Fix) -> Option<Vec<Diagnostic>>,
) -> (usize, Option<(Fix, Option<Vec<Key>>)>) {
    for tries in 1..=MOST_JOINED {
        let Some(after) = trial(&fix) else { return (tries, None) };
        let keys: Vec<Key> = after.iter().map(key).collect();
        match outcome(before, position, &keys) {
            Outcome::Mends => return (tries, Some((fix, Some(keys)))),
            Outcome::Repeats(other) => match after[other].fixes.iter().find_map(|further| fix.and(further)) {
                Some(both) => fix = both,
                None if after[other].message == diagnostic.message => return (tries, None),
                None => return (tries, Some((fix, None))),
            },
            Outcome::MendsThis => return (tries, Some((fix, None))),
            Outcome::Fails => return (tries, None),
        }
    }
    (MOST_JOINED, None)
}

fn is_promise(diagnostic: &Diagnostic) -> bool {
    [codes::PROMISED_SHAPE, codes::PROMISED_DTYPE, codes::REFINEMENT].contains(&diagnostic.code)
}

/// A weaker condition of the function that becomes the one that `fix` adds: `N >= 1` in place of `N >= 0`.
fn stricter_clause(surface: &ast::Fn, fix: &Fix) -> Option<Fix> {
    let [Edit::Clause(clause)] = &fix.edits[..] else { return None };
    let (var, least) = clause.strip_prefix("requires ")?.split_once(" >= ")?;
    let least: u32 = least.parse().ok()?;
    let preds = surface.clauses.iter().flat_map(|clause| match clause {
        ast::Clause::Requires(preds) => &preds[..],
        ast::Clause::Assume(_) | ast::Clause::Dim(_) => &[],
    });
    let weaker = |pred: &&ast::Pred| {
        let written = pred.to_string();
        let bound = written.split_once(" >= ").filter(|(name, _)| *name == var);
        bound.and_then(|(_, bound)| bound.parse::<u32>().ok()).is_some_and(|bound| bound < least)
    };
    let pred = preds.into_iter().find(weaker)?;
    let condition = format!("{var} >= {least}");
    Some(Fix::replace(format!("change `{pred}` to `{condition}`"), pred.at, condition))
}

enum Outcome {
    /// This message goes, and none comes.
    Mends,
    /// This message goes, and one of its kind comes at another place, where this one hid it: the position of the other.
    Repeats(usize),
    /// This message goes, and others come at other places.
    MendsThis,
    Fails,
}

fn outcome(before: &[Key], position: usize, after: &[Key]) -> Outcome {
    let own = &before[position];
    let remains = after.iter().filter(|key| *key == own).count() >= before.iter().filter(|key| *key == own).count();
    let is_new = |key: &&Key| !before.contains(key);
    let contradicts = |key: &Key| key.0 == codes::CONTRADICTION.0;
    // Shapes are looked at where dtypes are equal.
    let is_next = |key: &Key| own.0 == codes::DTYPES_DIFFER.0 && key.0 != own.0;
    let mut new = after.iter().filter(is_new);
    if remains || new.clone().any(|key| contradicts(key) || (key.1 == own.1 && !is_next(key))) {
        return Outcome::Fails;
    }
    match (new.next(), new.next()) {
        (None, _) => Outcome::Mends,
        (Some(other), None) if other.0 == own.0 => {
            Outcome::Repeats(after.iter().position(|key| key == other).expect("it is one of them"))
        }
        _ => Outcome::MendsThis,
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
) -> Option<Vec<Diagnostic>> {
    let parsed = parse_block(fix.apply(&surface.tokens, diagnostic.at.start())?);
    let changed = parsed.block.fns.first().filter(|changed| parsed.errors.is_empty() && changed.body.is_ok())?;
    let quick = WithoutCounterexamples(setting.prover);
    // Under these flags it matters what is undecided, which must be told from what is false.
    let exact = setting.flags.check_unknown || setting.flags.retry;
    let prover: &dyn Prover = if exact { setting.prover } else { &quick };
    let setting = Setting { record: Record::Nothing, prover, ..setting };
    let (_, diagnostics, _) = check_surface(setting, block, changed, callees);
    Some(diagnostics)
}
