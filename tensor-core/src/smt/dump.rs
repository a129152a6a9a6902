//! Questions as files for the `z3` program.

use super::script::Script;
use super::session::Limits;
use super::z3::immediate_facts;
use crate::logic::Query;
use crate::syntax::ast::Flags;
use crate::types::{DimVar, Pred};
use std::fmt::Write;

/// `query` as a file for the `z3` program, under the flags of its block: it prints `unsat` where the facts entail the
/// goal. With `retry = true` it prints a second answer, to the question with fewer facts; either may be `unsat`.
pub fn smt2(query: &Query<'_>, flags: &Flags) -> String {
    let mut text = String::from("; Do the facts entail the goal?\n");
    let names: Vec<&str> = query.vars.iter().map(DimVar::name).collect();
    let _ = writeln!(text, ";   variables: {}", names.join(", "));
    for fact in query.facts {
        let _ = writeln!(text, ";   fact: {fact}");
    }
    let _ = writeln!(text, ";   goal: {}", query.goal);
    text.push_str("; unsat: proved. sat: there is a counterexample. unknown: could not prove.\n");
    let script = Script::refutation(query.facts, query.goal);
    if !script.products().is_empty() {
        text.push_str(
            "; Products are constants of which only bounds are known, so sat may also mean: could not prove.\n",
        );
    }
    ask(&mut text, &script, flags);
    if flags.retry {
        text.push_str(
            "; retry = true: where that is unknown, unsat here proves it too; sat here says nothing.\n(reset)\n",
        );
        let facts: Vec<Pred> = immediate_facts(query);
        ask(&mut text, &Script::refutation(&facts, query.goal), flags);
    }
    text
}

/// The options, then `script` and its check.
fn ask(text: &mut String, script: &Script, flags: &Flags) {
    let limits = Limits { timeout_ms: flags.timeout_ms };
    let _ = writeln!(text, "(set-option :smt.random_seed {})", Limits::SEED);
    let _ = writeln!(text, "(set-option :smt.arith.solver {})", Limits::ARITHMETIC);
    let _ = writeln!(text, "(set-option :rlimit {})", limits.resources());
    let _ = writeln!(text, "(set-option :timeout {})", limits.timeout_ms);
    let _ = writeln!(text, "(set-logic {})", Limits::LOGIC);
    text.push_str(&script.text());
    text.push_str("(check-sat)\n");
}
