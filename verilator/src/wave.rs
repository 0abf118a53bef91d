//! Waveforms: merges signals, such as the golden model's state, into the VCD of a traced model, and
//! reads a VCD.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

use vcd::{Command, Header, IdCode, Parser, Scope, ScopeItem, ScopeType, Value, Var, VarType, Writer};

use crate::files::write_whole_with;

/// Time units of a VCD in one cycle; the clock edge is in its middle.
pub const CYCLE: u64 = 10;

/// A signal of a waveform, in its scope.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Signal {
    /// Names of the scopes, outermost first; at least one.
    pub path: Vec<String>,
    /// Name of the signal.
    pub name: String,
    /// Width of the signal, in bits.
    pub width: u32,
}

/// The error of a waveform that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum WaveError {
    /// The file cannot be read, or is no VCD.
    #[error("the wave {file} cannot be read: {source}")]
    Read {
        /// The file.
        file: String,
        /// The reason.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error("the wave {file} cannot be written: {source}")]
    Write {
        /// The file.
        file: String,
        /// The reason.
        source: io::Error,
    },
}

/// Copies the VCD `rtl` to `out` with all its scopes, and adds `signals` to the copy.
///
/// `values[c][k]` is the value of signal `k` from the start of cycle `c`, counted from the first
/// cycle in `rtl`. The file appears complete or not at all.
///
/// # Errors
///
/// `rtl` cannot be read, or `out` cannot be written.
///
/// # Panics
///
/// A signal has no scope, a name that is empty or has blanks, or a width that is not 1 to 64; or a
/// cycle does not have one value a signal.
pub fn merge(rtl: &Path, signals: &[Signal], values: &[Vec<u64>], out: &Path) -> Result<(), WaveError> {
    check(signals, values);
    let read = |source| WaveError::Read { file: rtl.display().to_string(), source };
    let write = |source| WaveError::Write { file: out.display().to_string(), source };
    let mut parser = Parser::new(BufReader::new(File::open(rtl).map_err(read)?));
    let mut header = parser.parse_header().map_err(read)?;
    let mut added = Added { codes: add(&mut header, signals), signals, values, next: 0, first: None };
    let mut unread = None;
    let written = write_whole_with(out, |writer| {
        let mut writer = Writer::new(writer);
        writer.header(&header)?;
        for command in parser {
            match command {
                Ok(Command::Timestamp(time)) => added.advance(time, &mut writer)?,
                Ok(command) => writer.command(&command)?,
                Err(error) => {
                    unread = Some(error);
                    return Err(io::ErrorKind::InvalidData.into());
                }
            }
        }
        added.finish(&mut writer)
    });
    match unread {
        Some(error) => Err(read(error)),
        None => written.map_err(write),
    }
}

fn check(signals: &[Signal], values: &[Vec<u64>]) {
    let name = |name: &String| !name.is_empty() && !name.contains(char::is_whitespace);
    for signal in signals {
        assert!(!signal.path.is_empty() && signal.path.iter().all(name) && name(&signal.name), "{signal:?}");
        assert!((1..=64).contains(&signal.width), "{signal:?}");
    }
    for (cycle, row) in values.iter().enumerate() {
        assert_eq!(row.len(), signals.len(), "cycle {cycle}: one value for each signal");
    }
}

/// Adds the signals to the header, with unused codes.
fn add(header: &mut Header, signals: &[Signal]) -> Vec<IdCode> {
    let mut last = last_code(&header.items);
    let mut codes = Vec::new();
    for signal in signals {
        let code = last.map_or(IdCode::FIRST, |code| code.next());
        last = Some(code);
        codes.push(code);
        let mut items = &mut header.items;
        for name in &signal.path {
            items = &mut scope(items, name).items;
        }
        items.push(ScopeItem::Var(Var::new(VarType::Wire, signal.width, code, signal.name.clone(), None)));
    }
    codes
}

/// Returns the scope `name` among `items`, made if it is absent.
fn scope<'a>(items: &'a mut Vec<ScopeItem>, name: &str) -> &'a mut Scope {
    let is = |item: &ScopeItem| matches!(item, ScopeItem::Scope(scope) if scope.identifier == name);
    let at = items.iter().position(is).unwrap_or_else(|| {
        items.push(ScopeItem::Scope(Scope::new(ScopeType::Module, name.to_owned())));
        items.len() - 1
    });
    match &mut items[at] {
        ScopeItem::Scope(scope) => scope,
        _ => unreachable!("a scope stands there"),
    }
}

fn last_code(items: &[ScopeItem]) -> Option<IdCode> {
    let code = |item: &ScopeItem| match item {
        ScopeItem::Var(var) => Some(var.code),
        ScopeItem::Scope(scope) => last_code(&scope.items),
        _ => None,
    };
    items.iter().filter_map(code).max()
}

/// The added signals, while they are written into the file.
struct Added<'a> {
    codes: Vec<IdCode>,
    signals: &'a [Signal],
    values: &'a [Vec<u64>],
    /// The next cycle to write.
    next: usize,
    /// The time at which the first cycle starts.
    first: Option<u64>,
}

impl Added<'_> {
    /// Writes the time `time`, and every cycle that starts before it or at it.
    fn advance<W: Write>(&mut self, time: u64, writer: &mut Writer<W>) -> io::Result<()> {
        self.first.get_or_insert(time);
        while let Some(start) = self.start().filter(|&start| start < time) {
            writer.timestamp(start)?;
            self.cycle(writer)?;
        }
        writer.timestamp(time)?;
        if self.start() == Some(time) { self.cycle(writer) } else { Ok(()) }
    }

    /// Writes the cycles after the last cycle of the RTL.
    fn finish<W: Write>(&mut self, writer: &mut Writer<W>) -> io::Result<()> {
        self.first.get_or_insert(0);
        while let Some(start) = self.start() {
            writer.timestamp(start)?;
            self.cycle(writer)?;
        }
        Ok(())
    }

    /// Returns the start time of the next cycle.
    fn start(&self) -> Option<u64> {
        (self.next < self.values.len()).then_some(self.first? + CYCLE * self.next as u64)
    }

    /// Writes the changed values of the next cycle.
    fn cycle<W: Write>(&mut self, writer: &mut Writer<W>) -> io::Result<()> {
        let before = self.next.checked_sub(1).map(|cycle| &self.values[cycle]);
        for (k, &value) in self.values[self.next].iter().enumerate() {
            if before.is_some_and(|row| row[k] == value) {
                continue;
            }
            let bit = |bit: u32| Value::from(value >> bit & 1 == 1);
            match self.signals[k].width {
                1 => writer.change_scalar(self.codes[k], bit(0))?,
                width => writer.change_vector(self.codes[k], (0..width).rev().map(bit))?,
            }
        }
        self.next += 1;
        Ok(())
    }
}

/// The waveform of a VCD in memory, without real numbers and signals of more than 64 bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wave {
    signals: Vec<(Signal, IdCode)>,
    /// Changes of each signal: times and values; `None` where a bit is unknown.
    changes: HashMap<IdCode, Vec<(u64, Option<u64>)>>,
}

impl Wave {
    /// Reads a VCD file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is no VCD.
    pub fn read(file: &Path) -> Result<Self, WaveError> {
        let error = |source| WaveError::Read { file: file.display().to_string(), source };
        let mut parser = Parser::new(BufReader::new(File::open(file).map_err(error)?));
        let mut wave = Self { signals: Vec::new(), changes: HashMap::new() };
        wave.collect(&parser.parse_header().map_err(error)?.items, &[]);
        let mut now = 0;
        for command in parser {
            let (code, value) = match command.map_err(error)? {
                Command::Timestamp(time) => {
                    now = time;
                    continue;
                }
                Command::ChangeScalar(code, value) => (code, number([value])),
                Command::ChangeVector(code, value) => (code, number(&value)),
                _ => continue,
            };
            if let Some(changes) = wave.changes.get_mut(&code) {
                changes.push((now, value));
            }
        }
        Ok(wave)
    }

    /// Returns every signal, in the order of the file.
    pub fn signals(&self) -> impl Iterator<Item = &Signal> {
        self.signals.iter().map(|(signal, _)| signal)
    }

    /// Returns the value of a signal, given by scopes and name, at a time, changes at that time
    /// included.
    ///
    /// `None` for a signal that does not exist, has no value yet, or has unknown bits.
    pub fn at(&self, path: &[&str], time: u64) -> Option<u64> {
        let (name, scopes) = path.split_last()?;
        let is = |signal: &Signal| signal.name == *name && signal.path == scopes;
        let (_, code) = self.signals.iter().find(|(signal, _)| is(signal))?;
        let changes = &self.changes[code];
        let after = changes.partition_point(|&(at, _)| at <= time);
        changes[after.checked_sub(1)?].1
    }

    fn collect(&mut self, items: &[ScopeItem], path: &[String]) {
        for item in items {
            match item {
                ScopeItem::Var(var) if var.size <= 64 && var.var_type != VarType::Real => {
                    let signal = Signal { path: path.to_vec(), name: var.reference.clone(), width: var.size };
                    self.signals.push((signal, var.code));
                    self.changes.entry(var.code).or_default();
                }
                ScopeItem::Scope(scope) => {
                    self.collect(&scope.items, &[path, std::slice::from_ref(&scope.identifier)].concat())
                }
                _ => {}
            }
        }
    }
}

/// Returns the number with these bits, the highest first.
fn number(bits: impl IntoIterator<Item = Value>) -> Option<u64> {
    bits.into_iter().try_fold(0, |number, bit| match bit {
        Value::V0 => Some(number << 1),
        Value::V1 => Some(number << 1 | 1),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RTL: &str = "$timescale 1ps $end\n$scope module TOP $end\n$var wire 1 # a $end\n$var wire 1 # b $end\n\
                       $scope module unit $end\n$var wire 8 $ q [7:0] $end\n$upscope $end\n$upscope $end\n\
                       $enddefinitions $end\n#20\n0#\nb00000001 $\n#25\n1#\n#35\nb0000001x $\n";

    fn signal(path: &[&str], name: &str, width: u32) -> Signal {
        Signal { path: path.iter().map(|scope| (*scope).to_owned()).collect(), name: name.to_owned(), width }
    }

    #[test]
    fn scopes_are_merged_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let (rtl, out) = (folder.path().join("rtl.vcd"), folder.path().join("out.vcd"));
        std::fs::write(&rtl, RTL).unwrap();
        let signals = [signal(&["golden", "lane"], "pc", 16), signal(&["golden"], "busy", 1)];
        merge(&rtl, &signals, &[vec![5, 0], vec![6, 0], vec![6, 1]], &out).unwrap();
        let wave = Wave::read(&out).unwrap();
        let names: Vec<_> = wave.signals().map(|signal| signal.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "q", "pc", "busy"]);
        let pc: Vec<_> = [19, 20, 29, 30, 40].map(|time| wave.at(&["golden", "lane", "pc"], time)).into();
        assert_eq!(pc, [None, Some(5), Some(5), Some(6), Some(6)]);
        assert_eq!([30, 40].map(|time| wave.at(&["golden", "busy"], time)), [Some(0), Some(1)]);
        assert_eq!([20, 25].map(|time| wave.at(&["TOP", "b"], time)), [Some(0), Some(1)]);
        assert_eq!([34, 35].map(|time| wave.at(&["TOP", "unit", "q"], time)), [Some(1), None]);
        assert_eq!(wave.at(&["TOP", "nothing"], 20), None);
        // Times go up, each once.
        let text = std::fs::read_to_string(&out).unwrap();
        let times: Vec<_> = text.lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(times, ["#20", "#25", "#30", "#35", "#40"]);
        // Nothing else is left.
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn files_that_can_not_be_used_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let (rtl, missing) = (folder.path().join("rtl.vcd"), folder.path().join("rtl.vcd/out.vcd"));
        std::fs::write(&rtl, "$scope nonsense").unwrap();
        assert!(merge(&rtl, &[], &[], &missing).unwrap_err().to_string().contains("rtl.vcd cannot be read"));
        std::fs::write(&rtl, RTL).unwrap();
        assert!(merge(&rtl, &[], &[], &missing).unwrap_err().to_string().contains("out.vcd cannot be written"));
        assert!(merge(&missing, &[], &[], &rtl).unwrap_err().to_string().contains("out.vcd cannot be read"));
    }
}
