/// The byte range `start..end` in a source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

/// A line and column in a text, both from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

/// A source text with its name, for errors that point into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name of the file, as the user gave it.
    pub name: String,
    /// The whole text of the file.
    pub text: String,
    /// The byte at which each line starts.
    lines: Vec<u32>,
}

impl Source {
    /// Creates a source text with a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let text = text.into();
        let lines =
            std::iter::once(0).chain(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1));
        Source { name: name.into(), lines: lines.collect(), text }
    }
    /// Returns the line and column of a byte.
    pub fn place(&self, byte: u32) -> Place {
        let line = self.lines.partition_point(|&start| start <= byte).max(1);
        let start = self.lines[line - 1] as usize;
        let before = self.text.as_bytes().get(start..(byte as usize).min(self.text.len())).unwrap_or_default();
        // a character counts where it starts
        let column = before.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32 + 1;
        Place { line: line as u32, column }
    }
    /// Returns the text of a line (from 1) without its line end.
    pub fn line(&self, line: u32) -> &str {
        self.text.lines().nth(line as usize - 1).unwrap_or_default()
    }
}
