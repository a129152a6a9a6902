//! Programs with a mistake in them: the checker rejects them, or they are right all the same, or the call refuses what
//! does not fit. None gets by.

use super::calls::{Outcome, call};
use super::programs::MENU;
use super::seeds::seeds;
use super::{checked, holds};
use proptest::prelude::*;
use tensor_core::generate::{Choices, Tokens, mutate, program};

/// The program with one change or two.
fn mutant(source: &str, choices: &mut Choices<'_>) -> Option<String> {
    let original = Tokens::of(source);
    let mut tokens = mutate(&original, choices)?;
    if choices.below(3) == 2 {
        tokens = mutate(&tokens, choices)?;
    }
    (tokens != original).then(|| tokens.source())
}

/// Counts what becomes of the mutants of `source_of` the first bytes, and fails if one is accepted and wrong.
fn no_mutant_gets_by(name: &str, source_of: impl Fn(&[u8]) -> String) {
    let bytes = |count| prop::collection::vec(any::<u8>(), 0..count);
    let counts = holds(
        name,
        800,
        (bytes(100), bytes(12), bytes(160)),
        |(structure, change, _)| {
            let source = source_of(structure);
            format!("{}\nof\n{source}", mutant(&source, &mut Choices::new(change)).unwrap_or_default())
        },
        |(structure, change, data), counts| {
            let Some(mutant) = mutant(&source_of(structure), &mut Choices::new(change)) else {
                return counts.add("unchanged");
            };
            let (errors, functions) = checked(&mutant);
            let choices = &mut Choices::new(data);
            let mut ran = false;
            for function in &functions {
                let mut left = 3;
                for _ in 0..12 {
                    if left > 0 && matches!(call(function, choices), Outcome::Ran | Outcome::Stopped) {
                        left -= 1;
                        ran = true;
                    }
                }
            }
            counts.add(match (errors.is_empty(), ran) {
                (false, _) => "rejected",
                (true, true) => "accepted and right",
                (true, false) => "accepted, and each call refused",
            });
        },
    );
    for what in ["rejected", "accepted and right"] {
        assert!(counts.of(what) > 20, "{what}: {}", counts.of(what));
    }
}

#[test]
fn mutants_of_random_programs() {
    no_mutant_gets_by("mutants of random programs", |bytes| program(&mut Choices::new(bytes), MENU).source);
}

#[test]
fn mutants_of_fixtures() {
    let seeds = seeds(&["limits", "syntax_bodies", "syntax_items", "syntax_types"]);
    no_mutant_gets_by("mutants of fixtures", |bytes| {
        let choices = &mut Choices::new(bytes);
        seeds[choices.index(seeds.len())].clone()
    });
}
