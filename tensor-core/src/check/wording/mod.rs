//! Every sentence that the checker says. What is wrong comes in as facts; a [`Diagnostic`] goes out.
//!
//! Lower case, no full stop, the user's own names, expected before found, then the way out.

pub(super) mod fixes;
mod forms;
mod names;
mod premises;
mod rules;

pub(super) use forms::*;
pub(super) use names::*;
pub(super) use premises::*;
pub(super) use rules::*;

use crate::diag::{Code, Diagnostic, Fix, Region};

fn diagnostic(code: Code, message: impl Into<String>, at: impl Into<Region>) -> Diagnostic {
    Diagnostic::new(code, message, at)
}

impl Diagnostic {
    fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    fn fixes(mut self, fixes: Vec<Fix>) -> Diagnostic {
        self.fixes = fixes;
        self
    }

    fn help(self, help: impl AsRef<str>) -> Diagnostic {
        self.note(format!("help: {}", help.as_ref()))
    }
}

fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

fn axes(number: usize) -> String {
    match number {
        1 => "1 axis".to_owned(),
        _ => format!("{number} axes"),
    }
}
