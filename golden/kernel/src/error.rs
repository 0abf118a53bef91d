use std::fmt;

use crate::program::{Place, Source, Span};

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// Something else should stand there.
    Unexpected {
        /// What stands there.
        found: String,
        /// What could.
        expected: String,
    },
    /// PTX, and right as far as it was looked at, but not in what is read here.
    Unsupported {
        /// The instruction, modifier or directive.
        what: String,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Problem::Unexpected { found, expected } => write!(f, "found {found}, expected {expected}"),
            Problem::Unsupported { what } => write!(f, "{what} is not supported"),
        }
    }
}

/// Why a text could not be read, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Error {
    /// The file's name as the user gave it.
    pub file: String,
    /// Where it starts.
    pub place: Place,
    /// The bytes at fault.
    pub span: Span,
    /// The line in which it starts.
    pub text: String,
    /// What is wrong.
    pub problem: Problem,
}

/// More of a line is not shown.
const SHOWN: usize = 160;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Place { line, column } = self.place;
        writeln!(f, "{}:{line}:{column}: {}", self.file, self.problem)?;
        let before = column as usize - 1;
        let skipped = before.saturating_sub(SHOWN / 2);
        let shown: String =
            self.text.chars().skip(skipped).take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
        let left = shown.chars().count().saturating_sub(before - skipped);
        let width = (self.span.end.saturating_sub(self.span.start) as usize).clamp(1, left.max(1));
        writeln!(f, "{line:>6} | {shown}")?;
        write!(f, "{:>6} | {:skip$}{:^<width$}", "", "", "^", skip = before - skipped)
    }
}

/// A problem and its place, on the way out.
#[derive(Debug)]
pub(crate) struct Fault {
    at: Span,
    problem: Problem,
}

impl Fault {
    pub fn unexpected(at: Span, found: impl Into<String>, expected: impl Into<String>) -> Fault {
        Fault { at, problem: Problem::Unexpected { found: found.into(), expected: expected.into() } }
    }
    pub fn unsupported(at: Span, what: impl Into<String>) -> Fault {
        Fault { at, problem: Problem::Unsupported { what: what.into() } }
    }
    pub fn is_unsupported(&self) -> bool {
        matches!(self.problem, Problem::Unsupported { .. })
    }
    pub fn into_error(self, source: &Source) -> Error {
        let place = source.place(self.at.start);
        let text = source.line(place.line).to_string();
        Error { file: source.name.clone(), place, span: self.at, text, problem: self.problem }
    }
}

/// A text as an error quotes it.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(60).is_some() {
        shown.push_str("...");
    }
    format!("`{shown}`")
}
