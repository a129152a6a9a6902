//! What is wrong with a program, where, and the way out.

pub mod codes;
mod fix;
mod region;

pub use fix::{Edit, Fix};
pub use region::Region;

/// Of a message, the line with the code and the one for more included.
const MOST_LINES: usize = 12;

/// One mistake: one message at one place.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// `T0301`; see `docs/errors.md`.
    pub code: Code,
    /// First line, without the code: lower case, no full stop.
    pub message: Box<str>,
    /// Further lines in order, each with its own lead-in, such as `counterexample: K = 1, J = 2`.
    pub notes: Vec<String>,
    /// Ways out. The checker tries each, and keeps those that mend the mistake: two at most, the one that asks least first.
    pub fixes: Vec<Fix>,
    /// The guilty tokens.
    pub at: Region,
    /// The obligation that failed, if one did: the name of its dump.
    pub obligation: Option<Box<str>>,
}

/// `T` and four digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static str);

impl Diagnostic {
    /// One line at these tokens.
    pub fn new(code: Code, message: impl Into<String>, at: impl Into<Region>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into().into(),
            notes: Vec::new(),
            fixes: Vec::new(),
            at: at.into(),
            obligation: None,
        }
    }

    /// The text that rustc shows: first line with the code, then the notes and the ways out, indented, and where to read
    /// more. Twelve lines at most.
    pub fn render(&self) -> String {
        let mut text = format!("[{}] {}", self.code.0, self.message);
        let mut lines = self.notes.clone();
        lines.extend(self.fixes.iter().map(|fix| format!("help: {}", fix.text)));
        let excess = (lines.len() + 2).saturating_sub(MOST_LINES);
        if excess > 0 {
            // The ways out come last and stay.
            let is_help = |line: &String| line.starts_with("help: ");
            let helps = lines.iter().rev().take_while(|line| is_help(line)).count();
            let end = lines.len() - helps;
            let cut = format!("and {} lines more", excess + 1);
            lines.splice(end.saturating_sub(excess + 1)..end, [cut]);
        }
        for line in lines {
            text.push_str("\n  ");
            text.push_str(&line);
        }
        text.push_str(&format!("\n  for more: {} in `tensor_core::errors` (cargo doc)", self.code.0));
        text
    }
}

/// Collects diagnostics.
#[derive(Debug, Default)]
pub struct Sink {
    diagnostics: Vec<Diagnostic>,
}

/// Evidence that an error was reported: its position. Only [`Sink::report`] makes one.
#[derive(Clone, Copy, Debug)]
pub struct Reported(usize);

impl Sink {
    /// Adds a diagnostic.
    pub fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.push(diagnostic);
        Reported(self.diagnostics.len() - 1)
    }

    /// Makes a diagnostic say more, where a further fault belongs to the same mistake.
    pub fn amend(&mut self, Reported(position): Reported, amend: impl FnOnce(&mut Diagnostic)) {
        amend(&mut self.diagnostics[position]);
    }

    /// Whether anything was reported.
    pub fn has_errors(&self) -> bool {
        !self.diagnostics.is_empty()
    }

    /// All diagnostics, in the order of their places.
    pub fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| {
            let start = diagnostic.at.start().start();
            (start.line, start.column)
        });
        self.diagnostics
    }
}
