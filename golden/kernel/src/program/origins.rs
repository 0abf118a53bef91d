//! The source lines that a compiler recorded beside its instructions: `.file` and `.loc` (PTX ISA
//! 11.5).

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::Source;

/// The line of a source file that a PTX instruction was compiled from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Origin {
    /// The name of the source file as the compiler wrote it.
    pub file: String,
    /// The line in the source file, from 1.
    pub line: u32,
}

/// The source lines that the lines of a PTX text were compiled from.
#[derive(Debug, Clone, Default)]
pub struct Origins {
    files: HashMap<u32, String>,
    /// PTX lines with a `.loc`, in order, with the file's number and its line; `None` where a
    /// function begins.
    marks: Vec<(u32, Option<(u32, u32)>)>,
}

impl Origins {
    /// Reads the `.file` and `.loc` directives of a text, which need not be correct.
    pub fn of(source: &Source) -> Origins {
        let mut origins = Origins::default();
        for (number, text) in (1..).zip(source.text.lines()) {
            let text = text.trim_start();
            if let Some(file) = text.strip_prefix(".file") {
                let (id, name) = file.trim_start().split_once(char::is_whitespace).unwrap_or_default();
                let name = name.trim().split('"').nth(1);
                if let (Ok(id), Some(name)) = (id.parse(), name) {
                    origins.files.insert(id, name.into());
                }
            } else if let Some(place) = text.strip_prefix(".loc") {
                let mut numbers = place.split_whitespace().map_while(|word| word.parse::<u32>().ok());
                if let (Some(file), Some(line)) = (numbers.next(), numbers.next()) {
                    origins.marks.push((number, Some((file, line))));
                }
            } else if text.starts_with('{') {
                origins.marks.push((number, None));
            }
        }
        origins
    }

    /// Returns the source line that a PTX line was compiled from, or `None` if no `.loc` covers it.
    pub fn at(&self, line: u32) -> Option<Origin> {
        let before = self.marks.partition_point(|(mark, _)| *mark <= line);
        let (file, line) = self.marks[..before].last()?.1?;
        // a compiler marks what it made of no line with line 0
        let file = self.files.get(&file).filter(|_| line != 0)?;
        Some(Origin { file: file.clone(), line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_belong_to_the_last_mark_of_their_function() {
        let first = ".file 1 \"a dir/x.cu\", 1, 2\n.visible .entry k()\n{\n ret;\n\t.loc\t1 7 3, function_name l, inlined_at 1 9 1\n add;\n";
        let more = " .loc 1 0 0\n add;\n .loc 4 2 2\n add;\n}\n.func f()\n{\n ret;\n}\n";
        let text = format!("{first}{more}.file junk\n.loc\n.loc x y\n.file 9 unquoted\n.loc 1 12");
        let origins = Origins::of(&Source::new("x.ptx", text));
        let line = |line| origins.at(line).map(|origin| (origin.file, origin.line));
        let of = |line| Some(("a dir/x.cu".to_string(), line));
        assert_eq!(
            [line(0), line(4), line(5), line(6), line(8), line(10), line(14)],
            [None, None, of(7), of(7), None, None, None]
        );
        assert_eq!((line(19), line(20), line(99)), (None, of(12), of(12)));
    }
}
