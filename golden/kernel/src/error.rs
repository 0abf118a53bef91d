use std::fmt;

use crate::program::{Place, Source, Span};

/// The problem in a PTX text that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// Another token is expected at the place.
    Unexpected {
        /// The text that was found.
        found: String,
        /// The text that was expected.
        expected: String,
    },
    /// Valid PTX, as far as it was read, that this reader does not support.
    Unsupported {
        /// The unsupported instruction, modifier or directive.
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

/// The error of a PTX text that could not be read, with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Error {
    /// The name of the PTX file, as the user gave it.
    pub file: String,
    /// The line and column where the error starts.
    pub place: Place,
    /// The bytes of the text that are wrong.
    pub span: Span,
    /// The text of the line in which the error starts.
    pub text: String,
    /// The problem: text that is unexpected or not supported.
    pub problem: Problem,
}

/// Characters of a source line that an error shows at most.
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

/// A problem and its place, before the text of its line is added.
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

/// Returns a text as an error quotes it: 60 characters at most, without control characters.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(60).is_some() {
        shown.push_str("...");
    }
    format!("`{shown}`")
}
