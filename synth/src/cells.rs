//! A cell library in the Liberty format, as far as area needs it: which cells there are, what they weigh, and which of them are the plain ones.
//!
//! Cells are found by what they compute, not by name, so that any library will do.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::SynthError;

/// A cell.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cell {
    /// Area, in the library's unit: square micrometres.
    pub area: f64,
    /// It has a flip-flop.
    pub flip_flop: bool,
    /// It has a latch.
    pub latch: bool,
    inputs: Vec<String>,
    outputs: Vec<(String, String)>,
}

/// A library and its plain cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    /// The file.
    pub path: PathBuf,
    /// Its own name.
    pub name: String,
    /// SHA-256 of the file.
    pub hash: String,
    /// Cells by name.
    pub cells: BTreeMap<String, Cell>,
    /// The smallest NAND of two inputs, by whose area areas are divided.
    pub nand2: String,
    /// The smallest flip-flop.
    pub flip_flop: String,
    /// The smallest buffer, which drives the inputs.
    pub buffer: String,
}

impl Cells {
    /// Reads a library.
    ///
    /// # Errors
    ///
    /// The file can not be read, is no library, or has no NAND2, no flip-flop or no buffer.
    pub fn read(path: &Path) -> Result<Self, SynthError> {
        let refuse = |what: String| SynthError::Library { path: path.display().to_string(), what };
        let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
        let (name, cells) = scan(&text).map_err(refuse)?;
        let smallest = |what: &str, fits: &dyn Fn(&Cell) -> bool| {
            let fitting = cells.iter().filter(|(_, cell)| cell.area > 0.0 && fits(cell));
            let found = fitting.min_by(|a, b| a.1.area.total_cmp(&b.1.area)).map(|(name, _)| name.clone());
            found.ok_or_else(|| refuse(format!("there is no {what} with an area")))
        };
        Ok(Cells {
            nand2: smallest("NAND of two inputs", &|cell| computes(cell, 2, |inputs| inputs != 3))?,
            flip_flop: smallest("flip-flop", &|cell| cell.flip_flop)?,
            buffer: smallest("buffer", &|cell| computes(cell, 1, |inputs| inputs == 1))?,
            path: std::path::absolute(path).unwrap_or_else(|_| path.into()),
            hash: hex(text.as_bytes()),
            name,
            cells,
        })
    }

    /// The area of a cell, if there is one of that name.
    pub fn area(&self, cell: &str) -> Option<f64> {
        self.cells.get(cell).map(|cell| cell.area)
    }
}

/// SHA-256, in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// One output, which is `function` of as many inputs, for every value of them.
fn computes(cell: &Cell, inputs: usize, function: fn(u32) -> bool) -> bool {
    let [(_, text)] = cell.outputs.as_slice() else { return false };
    let plain = !cell.flip_flop && !cell.latch && cell.inputs.len() == inputs;
    plain && (0..1 << inputs).all(|values| value(text, &cell.inputs, values) == Some(function(values)))
}

/// A Liberty function: `!` and `'` invert, `&`, `*` and a blank are and, `|` and `+` or, `^` exclusive or.
fn value(text: &str, names: &[String], values: u32) -> Option<bool> {
    let mut at = Expression { text: text.as_bytes(), at: 0, names, values };
    let found = at.any_of()?;
    (at.peek().is_none()).then_some(found)
}

struct Expression<'a> {
    text: &'a [u8],
    at: usize,
    names: &'a [String],
    values: u32,
}

impl Expression<'_> {
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn any_of(&mut self) -> Option<bool> {
        let mut found = self.odd_of()?;
        while matches!(self.peek(), Some(b'|' | b'+')) {
            self.at += 1;
            found |= self.odd_of()?;
        }
        Some(found)
    }

    fn odd_of(&mut self) -> Option<bool> {
        let mut found = self.all_of()?;
        while self.peek() == Some(b'^') {
            self.at += 1;
            found ^= self.all_of()?;
        }
        Some(found)
    }

    fn all_of(&mut self) -> Option<bool> {
        let mut found = self.factor()?;
        loop {
            match self.peek() {
                Some(b'&' | b'*') => self.at += 1,
                None | Some(b'|' | b'+' | b'^' | b')') => return Some(found),
                Some(_) => {}
            }
            found &= self.factor()?;
        }
    }

    fn factor(&mut self) -> Option<bool> {
        let mut found = match self.peek()? {
            b'!' => {
                self.at += 1;
                !self.factor()?
            }
            b'(' => {
                self.at += 1;
                let inside = self.any_of()?;
                (self.peek()? == b')').then(|| self.at += 1)?;
                inside
            }
            _ => {
                let rest = &self.text[self.at..];
                let end = rest.iter().position(|c| !c.is_ascii_alphanumeric() && *c != b'_').unwrap_or(rest.len());
                let name = std::str::from_utf8(&rest[..end]).ok()?;
                self.at += end;
                self.values >> self.names.iter().position(|known| known == name)? & 1 == 1
            }
        };
        while self.peek() == Some(b'\'') {
            self.at += 1;
            found = !found;
        }
        Some(found)
    }
}

/// The library's name and its cells. Groups nest by braces; of all attributes only four are looked at.
fn scan(text: &str) -> Result<(String, BTreeMap<String, Cell>), String> {
    let (mut groups, mut cells, mut name) = (Vec::<(String, String)>::new(), BTreeMap::<String, Cell>::new(), None);
    let plain = without_comments(text);
    let mut rest = plain.as_str();
    while let Some(end) = mark(rest) {
        let (words, found) = (rest[..end].trim(), rest.as_bytes()[end]);
        rest = &rest[end + 1..];
        match found {
            b'{' => {
                let (kind, argument) = words.split_once('(').unwrap_or((words, ""));
                let argument = argument.trim_end_matches(')').trim().trim_matches('"').to_string();
                let kind = kind.trim().to_string();
                if groups.is_empty() {
                    (kind == "library").then_some(()).ok_or("it does not start with `library (name) {`")?;
                    name = Some(argument.clone());
                }
                groups.push((kind, argument));
                if let Some(cell) = cell_of(&groups, &mut cells) {
                    match groups.last().map(|(kind, _)| kind.as_str()) {
                        Some("ff") => cell.flip_flop = true,
                        Some("latch") => cell.latch = true,
                        _ => {}
                    }
                }
            }
            b'}' => drop(groups.pop().ok_or("a brace too many")?),
            _ => attribute(words, &groups, &mut cells),
        }
    }
    match name {
        Some(name) if groups.is_empty() => Ok((name, cells)),
        Some(_) => Err("it ends within a group".into()),
        None => Err("it is not a Liberty file: it starts with `library (name) {`".into()),
    }
}

/// Where the next brace, semicolon or end of a line stands that is not within a string.
fn mark(text: &str) -> Option<usize> {
    let mut quoted = false;
    text.bytes().position(|c| {
        quoted ^= c == b'"';
        !quoted && matches!(c, b'{' | b'}' | b';' | b'\n')
    })
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let mut plain = parts.next().unwrap_or_default().to_string();
    parts.for_each(|part| plain.push_str(part.split_once("*/").map_or("", |(_, after)| after)));
    plain
}

fn cell_of<'a>(groups: &[(String, String)], cells: &'a mut BTreeMap<String, Cell>) -> Option<&'a mut Cell> {
    let (kind, name) = groups.get(1)?;
    (kind == "cell").then(|| cells.entry(name.clone()).or_default())
}

fn attribute(words: &str, groups: &[(String, String)], cells: &mut BTreeMap<String, Cell>) {
    let Some((key, value)) = words.split_once(':') else { return };
    let (key, value) = (key.trim(), value.trim().trim_end_matches(';').trim().trim_matches('"'));
    let Some(cell) = cell_of(groups, cells) else { return };
    match (groups.len(), key) {
        (2, "area") => cell.area = value.parse().unwrap_or_default(),
        (3, "direction") if groups[2].0 == "pin" && value == "input" => cell.inputs.push(groups[2].1.clone()),
        (3, "function") if groups[2].0 == "pin" => cell.outputs.push((groups[2].1.clone(), value.to_string())),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_understood_in_every_notation() {
        let names = ["A".to_string(), "B".to_string()];
        for nand in ["!(A & B)", "(A B)'", "!A + !B", "A' | B'", "!(A*B)"] {
            let table: Vec<_> = (0..4).map(|values| value(nand, &names, values).unwrap()).collect();
            assert_eq!(table, [true, true, true, false], "{nand}");
        }
        assert_eq!(value("A ^ B", &names, 1), Some(true));
        assert_eq!(value("A & C", &names, 1), None);
        assert_eq!(value("A & (B", &names, 1), None);
    }

    #[test]
    fn cells_are_found_behind_quotes_and_comments() {
        let text = "/* { */ library (\"l\") {\n cell (F) {\n area : 4.5;\n ff (\"IQ\" , \"IQN\") { next_state : \"D\"; }\n }\n\
                    cell (N) { area : 0.8; pin (A) { direction : input; } pin (B) { direction : input; }\n\
                    pin (Z) { function : \"!(A & B)\"; values (\"1, 2;\"); } }\n}\n";
        let (name, cells) = scan(text).unwrap();
        assert_eq!((name.as_str(), cells["F"].area, cells["F"].flip_flop), ("l", 4.5, true));
        assert!(computes(&cells["N"], 2, |inputs| inputs != 3) && !computes(&cells["F"], 2, |_| true));
    }

    #[test]
    fn what_is_no_library_is_refused() {
        for (text, part) in [("", "not a Liberty"), ("module x;\n{", "start"), ("library (x) {\n", "ends within")] {
            assert!(scan(text).unwrap_err().contains(part), "{text}");
        }
    }
}
