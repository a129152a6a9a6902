//! Ways out are tried before they are offered: the function is changed, and checked again.

use super::calls::Callees;
use super::discharge::Setting;
use super::{Record, check_surface};
use crate::diag::{Diagnostic, Fix, Sink, codes};
use crate::syntax::{ast, parse_block};

/// A message offers at most so many.
const MOST_OFFERED: usize = 2;
/// So many instructions are checked again in one function at most, in all changes to it together.
const MOST_EFFORT: usize = 3_000;

/// Which message, whatever its help says.
type Key = (&'static str, String, (usize, usize));

fn key(diagnostic: &Diagnostic) -> Key {
    let start = diagnostic.at.start().start();
    (diagnostic.code.0, diagnostic.message.clone(), (start.line, start.column))
}

/// Keeps of each diagnostic's ways out those that mend it, at most two.
pub(super) fn keep_proved(
    setting: Setting<'_>,
    block: &ast::Block,
    surface: &ast::Fn,
    callees: &Callees<'_>,
    size: usize,
    diagnostics: &mut [Diagnostic],
) {
    let before: Vec<Key> = diagnostics.iter().map(key).collect();
    let mut effort = 0;
    for (position, diagnostic) in diagnostics.iter_mut().enumerate() {
        let (mut clean, mut partial) = (Vec::new(), Vec::new());
        for fix in std::mem::take(&mut diagnostic.fixes) {
            if clean.len() == MOST_OFFERED || effort > MOST_EFFORT {
                break;
            }
            effort += size + 20;
            let Some(after) = after(setting, block, surface, callees, diagnostic, &fix) else { continue };
            match outcome(&before, position, &after) {
                Outcome::Mends => clean.push(fix),
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
    if remains || after.iter().filter(is_new).any(|key| contradicts(key) || key.2 == own.2) {
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
    let setting = Setting { record: Record::Nothing, ..setting };
    let (_, diagnostics, _) = check_surface(setting, block, changed, callees, Sink::default());
    Some(diagnostics.iter().map(key).collect())
}
