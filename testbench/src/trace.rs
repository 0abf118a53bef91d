//! A trace: the inputs of a unit, cycle by cycle, from reset. It is the common format of stimulus,
//! shrinking, replay, the corpus and bug reports.
//!
//! Its file is text: a header, then a line a cycle with the ports that are not zero, in
//! hexadecimal.
//!
//! ```text
//! heddle-trace 1
//! unit lane
//! preset tiny
//! initial 2f
//! note found by fuzz --seed 1
//! ---
//! launch_valid=1 launch_threads=4
//! .            a cycle without any input
//! . 12         twelve of them
//! end 14
//! ```

use std::fmt::Write as _;
use std::num::NonZeroU32;
use std::path::Path;

use heddle_block::{Block, Config, Ports};

use crate::bench::Bench;

const MAGIC: &str = "heddle-trace";
const VERSION: u32 = 1;
/// Greatest length of a trace, in cycles: a longer one is refused before memory is spent on it.
const MOST_CYCLES: usize = 1 << 23;
/// Greatest size of a trace file, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// A trace: the inputs of a unit from reset on.
#[derive(Debug, Clone)]
pub struct Trace<B: Block> {
    /// Name of the preset.
    pub preset: String,
    /// Seed of the initial contents of the device's registers and memories.
    pub initial: NonZeroU32,
    /// Notes for the reader: origin and purpose of the trace.
    pub notes: Vec<String>,
    /// The inputs, one for each cycle.
    pub inputs: Vec<B::In>,
}

/// The error of a trace file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// The underlying error.
        source: std::io::Error,
    },
    /// The file is no trace, or a line of it is wrong.
    #[error("{path}:{line}: {what}")]
    Text {
        /// The file.
        path: String,
        /// The line at fault, from 1.
        line: usize,
        /// The error, and what would be right.
        what: String,
    },
}

/// The header of a trace file: unit, preset, initial contents and notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Name of the unit.
    pub unit: String,
    /// Name of the preset.
    pub preset: String,
    /// Seed of the device's initial contents.
    pub initial: NonZeroU32,
    /// Notes, as free text.
    pub notes: Vec<String>,
    /// The line after the header, from 0.
    body: usize,
}

/// The text of a trace file, with a parsed header and unparsed cycles.
#[derive(Debug, Clone)]
pub struct TraceFile {
    path: String,
    text: String,
    /// Header of the trace.
    pub header: Header,
}

impl TraceFile {
    /// Reads a trace file and parses its header.
    pub fn open(path: &Path) -> Result<Self, TraceError> {
        let shown = path.display().to_string();
        let bytes = heddle_verilator::files::read_at_most(path, MOST_BYTES);
        let bytes = bytes.map_err(|source| TraceError::File { path: shown.clone(), source })?;
        let text = String::from_utf8(bytes).map_err(|_| TraceError::Text {
            path: shown.clone(),
            line: 1,
            what: "not a heddle trace: the file is not text".into(),
        })?;
        Self::parse(shown, text)
    }

    /// Parses the header of a trace file's text; `path` is used in messages.
    pub fn parse(path: String, text: String) -> Result<Self, TraceError> {
        let error = |line: usize, what: String| TraceError::Text { path: path.clone(), line: line + 1, what };
        let mut lines = text.lines().enumerate();
        let magic = lines.next().map(|(_, line)| line).unwrap_or_default();
        let version = magic.strip_prefix(MAGIC).and_then(|rest| rest.strip_prefix(' ')).map(str::trim);
        let version = version.filter(|version| !version.is_empty() && version.bytes().all(|c| c.is_ascii_digit()));
        match version.map(|version| version.parse::<u32>().unwrap_or(u32::MAX)) {
            Some(VERSION) => {}
            Some(newer) if newer > VERSION => {
                let newer = version.unwrap_or_default();
                let what = format!(
                    "trace version {newer} is newer than this heddle, which reads version {VERSION}: update heddle"
                );
                return Err(error(0, what));
            }
            _ => return Err(error(0, format!("not a heddle trace: the first line must be `{MAGIC} {VERSION}`"))),
        }
        let (mut unit, mut preset, mut initial) = (None, None, None);
        let (mut notes, mut body) = (Vec::new(), None);
        for (at, line) in lines {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            let word = value.trim().to_string();
            let named_before = match key {
                "unit" => unit.replace(word).is_some(),
                "preset" => preset.replace(word).is_some(),
                "initial" => {
                    let seed = hexadecimal(&word).and_then(|seed| u32::try_from(seed).ok()).and_then(NonZeroU32::new);
                    let seed = seed.ok_or_else(|| {
                        error(at, format!("`{word}`: a hexadecimal number of at most 32 bits, not zero, is expected"))
                    })?;
                    initial.replace(seed).is_some()
                }
                "note" => {
                    notes.push(value.to_string());
                    false
                }
                "---" if value.is_empty() => {
                    body = Some(at + 1);
                    break;
                }
                _ => {
                    return Err(error(
                        at,
                        format!("`{key}` has no place in a trace's header (unit, preset, initial, note, ---)"),
                    ));
                }
            };
            if named_before {
                return Err(error(at, format!("`{key}` is in the header a second time")));
            }
        }
        let Some(body) = body else {
            let what = "the header has no end (`---`): the file is cut short";
            return Err(error(text.lines().count().saturating_sub(1), what.into()));
        };
        let (Some(unit), Some(preset), Some(initial)) = (unit, preset, initial) else {
            return Err(error(body - 1, "the header must have `unit`, `preset` and `initial`".into()));
        };
        let header = Header { unit, preset, initial, notes, body };
        Ok(TraceFile { path, text, header })
    }

    /// Returns the number, from 1, of the header line that starts with `key`.
    pub fn line_of(&self, key: &str) -> usize {
        let is = |line: &str| line.split(' ').next() == Some(key);
        self.text.lines().take(self.header.body).position(is).map_or(1, |at| at + 1)
    }

    fn error(&self, line: usize, what: impl Into<String>) -> TraceError {
        TraceError::Text { path: self.path.clone(), line: line + 1, what: what.into() }
    }

    /// Returns the path of the file, for messages.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Parses the cycles of the trace as inputs of unit `B`.
    pub fn read<B: Bench>(&self) -> Result<Trace<B>, TraceError> {
        let header = &self.header;
        let cfg = B::Config::preset(&header.preset).ok_or_else(|| {
            self.error(
                self.line_of("preset") - 1,
                format!("unit {} has no preset `{}`: see `heddle units`", B::NAME, header.preset),
            )
        })?;
        let shape = B::In::shape(cfg);
        let mut inputs = Vec::new();
        let mut slots = vec![0u64; shape.len()];
        let mut ended = false;
        let is_end = |line: &str| line.split_whitespace().next() == Some("end");
        let last = self.text.lines().enumerate().skip(header.body).filter(|(_, line)| !line.trim().is_empty()).last();
        if !last.is_some_and(|(_, line)| is_end(line)) {
            let at = last.map_or(header.body.saturating_sub(1), |(at, _)| at);
            return Err(self.error(at, "the trace does not end with `end N`: the file is cut short"));
        }
        for (at, line) in self.text.lines().enumerate().skip(header.body) {
            let line = line.trim();
            if ended && !line.is_empty() {
                return Err(self.error(at, "text after the end of the trace"));
            }
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if is_end(line) {
                let count = decimal(&line["end".len()..])
                    .ok_or_else(|| self.error(at, format!("`{line}`: `end` needs the number of cycles")))?;
                if count != inputs.len() {
                    let what = format!(
                        "`end` says {count} cycles, and there are {}: cycles are missing or were added",
                        inputs.len()
                    );
                    return Err(self.error(at, what));
                }
                ended = true;
                continue;
            }
            let mut repeat = 1usize;
            slots.fill(0);
            if line.split_whitespace().next() == Some(".") {
                if line != "." {
                    repeat = decimal(&line[1..]).filter(|count| *count != 0).ok_or_else(|| {
                        self.error(at, format!("`{line}`: a number of cycles, 1 or more, is expected"))
                    })?;
                }
            } else {
                let mut named = vec![false; shape.len()];
                for word in line.split_whitespace() {
                    let (port, value) =
                        word.split_once('=').ok_or_else(|| self.error(at, format!("`{word}` is not port=value")))?;
                    let k = shape
                        .iter()
                        .position(|p| p.name == port)
                        .ok_or_else(|| self.error(at, format!("unit {} has no input `{port}`", B::NAME)))?;
                    if std::mem::replace(&mut named[k], true) {
                        return Err(self.error(at, format!("`{word}`: port {port} has a value already")));
                    }
                    let value = hexadecimal(value).ok_or_else(|| {
                        self.error(at, format!("`{word}`: a hexadecimal number of at most 64 bits is expected"))
                    })?;
                    if value.checked_shr(shape[k].width).unwrap_or(0) != 0 {
                        let what = format!("`{word}`: port {port} has too few bits for this value: {}", shape[k].width);
                        return Err(self.error(at, what));
                    }
                    slots[k] = value;
                }
            }
            if repeat > MOST_CYCLES - inputs.len() {
                return Err(self.error(at, format!("the trace is longer than {MOST_CYCLES} cycles")));
            }
            let input = B::In::unpack(cfg, &slots);
            inputs.extend(std::iter::repeat_n(input, repeat));
        }
        Ok(Trace { preset: header.preset.clone(), initial: header.initial, notes: header.notes.clone(), inputs })
    }
}

/// Parses hexadecimal digits and nothing else: Rust would accept a sign too.
fn hexadecimal(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|c| c.is_ascii_hexdigit());
    u64::from_str_radix(text, 16).ok().filter(|_| digits)
}

/// Parses a blank and a decimal number.
fn decimal(text: &str) -> Option<usize> {
    let number = text.trim();
    let digits = number.bytes().all(|c| c.is_ascii_digit());
    number.parse().ok().filter(|_| digits)
}

impl<B: Bench> Trace<B> {
    /// Returns the parameters of the trace's preset.
    pub fn config(&self) -> &'static B::Config {
        B::Config::preset(&self.preset).expect("a trace is made for a preset that exists")
    }

    /// Returns the text of the trace's file.
    pub fn text(&self) -> String {
        self.text_of(self.config())
    }

    /// Returns the text of the trace's file for parameters that belong to no preset.
    pub fn text_of(&self, cfg: &B::Config) -> String {
        let shape = B::In::shape(cfg);
        let mut slots = vec![0; shape.len()];
        let mut text =
            format!("{MAGIC} {VERSION}\nunit {}\npreset {}\ninitial {:x}\n", B::NAME, self.preset, self.initial);
        for note in &self.notes {
            let _ = writeln!(text, "note {}", note.replace('\n', " "));
        }
        text.push_str("---\n");
        let mut quiet = 0;
        let flush = |quiet: &mut usize, text: &mut String| {
            match *quiet {
                0 => {}
                1 => text.push_str(".\n"),
                n => drop(writeln!(text, ". {n}")),
            }
            *quiet = 0;
        };
        for input in &self.inputs {
            input.pack(cfg, &mut slots);
            let set = shape.iter().zip(&slots).filter(|(_, slot)| **slot != 0);
            let words: Vec<String> = set.map(|(port, slot)| format!("{}={slot:x}", port.name)).collect();
            if words.is_empty() {
                quiet += 1;
            } else {
                flush(&mut quiet, &mut text);
                text.push_str(&words.join(" "));
                text.push('\n');
            }
        }
        flush(&mut quiet, &mut text);
        let _ = writeln!(text, "end {}", self.inputs.len());
        text
    }

    /// Writes the trace file atomically.
    pub fn save(&self, path: &Path) -> Result<(), TraceError> {
        heddle_verilator::files::write_whole(path, self.text().as_bytes())
            .map_err(|source| TraceError::File { path: path.display().to_string(), source })
    }
}
