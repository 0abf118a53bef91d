//! Planted faults: named edits of the Verilog that a preset emits, which the default stimulus must
//! find and shrinking must make short. Each is a file of `tests/faults/UNIT`.

use std::path::Path;

use serde::Deserialize;

/// Cycles of default stimulus within which a fault is found, unless it says how many.
const CYCLES: u64 = 1_000_000;
/// Greatest size of a fault's file, in bytes.
const MOST_BYTES: u64 = 1 << 20;
/// A trace that needs more cycles than this is not shrunk to little more than the least.
const LONG: u64 = 300;

/// A planted fault: an edit of the emitted Verilog that the default stimulus must detect.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The preset whose Verilog is edited.
    pub preset: String,
    /// What is wrong with the edited Verilog.
    pub what: String,
    /// The least number of cycles of a trace that shows the fault, from reset.
    pub least: u64,
    /// How [`least`](Fault::least) is known.
    pub how: String,
    /// Cycles of default stimulus within which the fault is found, if a million are not enough.
    pub within: Option<u64>,
    /// Whether the default stimulus does not find the fault yet: nothing is required of it but that
    /// its edits fit.
    #[serde(default)]
    pub open: bool,
    /// The edits, which are made one after the other.
    pub edit: Vec<Edit>,
}

/// An edit of emitted Verilog: a text of one module, and another in its place.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The module in which to look.
    pub within: String,
    /// The text to find.
    pub find: String,
    /// The text in its place.
    pub replace: String,
    /// How often the text must be there; all places are edited.
    #[serde(default = "once")]
    pub times: usize,
}

fn once() -> usize {
    1
}

/// The error of a fault that cannot be planted.
#[derive(Debug, thiserror::Error)]
pub enum FaultError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// The underlying error.
        source: std::io::Error,
    },
    /// The file is not a fault.
    #[error("{path}: {source}")]
    Text {
        /// The file.
        path: String,
        /// The key or the line at fault.
        source: Box<toml::de::Error>,
    },
    /// The emitted Verilog does not have the module.
    #[error("the emitted Verilog has no module `{0}`")]
    Module(String),
    /// The module does not have the text, or has it more often or less often than the edit says.
    #[error("module {within} has {found} times, and not {times}: {find:?}")]
    Times {
        /// The module.
        within: String,
        /// The text.
        find: String,
        /// How often the module has it.
        found: usize,
        /// How often the edit says.
        times: usize,
    },
}

/// The reason why the shrunk trace of a fault does not satisfy the fault's file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unheld {
    /// The trace is too long.
    #[error("shrunk to {cycles} cycles; {most} are allowed, since {least} suffice")]
    Long {
        /// Cycles of the trace.
        cycles: u64,
        /// The most that are allowed.
        most: u64,
        /// The least that show the fault.
        least: u64,
    },
    /// The trace is shorter than what is stated as the least.
    #[error("shrunk to {cycles} cycles, fewer than the {least} stated as `least`: {cycles} suffice")]
    Short {
        /// Cycles of the trace.
        cycles: u64,
        /// The least that is stated.
        least: u64,
    },
}

impl Fault {
    /// Reads a fault's file.
    pub fn open(path: &Path) -> Result<Self, FaultError> {
        let shown = path.display().to_string();
        let file = |source| FaultError::File { path: shown.clone(), source };
        let bytes = heddle_verilator::files::read_at_most(path, MOST_BYTES).map_err(file)?;
        let text = |source| FaultError::Text { path: shown.clone(), source: Box::new(source) };
        toml::from_slice(&bytes).map_err(text)
    }

    /// Returns the cycles of default stimulus within which the fault is found.
    pub fn cycles(&self) -> u64 {
        self.within.unwrap_or(CYCLES)
    }

    /// Whether the fault's trace takes long to shrink.
    pub fn is_slow(&self) -> bool {
        self.least > LONG
    }

    /// Returns the greatest length of the shrunk trace.
    pub fn most(&self) -> u64 {
        // hundreds of events among thousands of cycles are more than the usual effort makes few
        if self.is_slow() { self.least * 16 } else { self.least * 3 / 2 + 8 }
    }

    /// Checks that the shrunk trace of the fault, `cycles` long, is as short as the fault's file
    /// requires.
    pub fn hold(&self, cycles: u64) -> Result<(), Unheld> {
        let (least, most) = (self.least, self.most());
        match cycles {
            _ if cycles > most => Err(Unheld::Long { cycles, most, least }),
            _ if cycles < least => Err(Unheld::Short { cycles, least }),
            _ => Ok(()),
        }
    }
}

/// Returns emitted Verilog with the edits in it.
pub fn plant(edits: &[Edit], emitted: &str) -> Result<String, FaultError> {
    let mut verilog = emitted.to_string();
    for Edit { within, find, replace, times } in edits {
        let start = verilog.find(&format!("module {within}(")).ok_or_else(|| FaultError::Module(within.clone()))?;
        let end = start + verilog[start..].find("\nendmodule").unwrap_or(verilog.len() - start);
        let module = &verilog[start..end];
        let found = module.matches(find).count();
        if found != *times || found == 0 {
            return Err(FaultError::Times { within: within.clone(), find: find.clone(), found, times: *times });
        }
        let edited = module.replace(find, replace);
        verilog.replace_range(start..end, &edited);
    }
    Ok(verilog)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERILOG: &str = "module a(x);\ny = x + x;\nendmodule\nmodule b(x);\ny = x;\nendmodule\n";

    fn edit(within: &str, find: &str, times: usize) -> Edit {
        Edit { within: within.into(), find: find.into(), replace: "z".into(), times }
    }

    #[test]
    fn an_edit_changes_its_module_alone() {
        let planted = plant(&[edit("a", "x +", 1), edit("b", "= x", 1)], VERILOG).unwrap();
        assert_eq!(planted, "module a(x);\ny = z x;\nendmodule\nmodule b(x);\ny z;\nendmodule\n");
    }

    #[test]
    fn an_edit_that_no_longer_fits_is_refused() {
        assert!(matches!(plant(&[edit("c", "x", 1)], VERILOG), Err(FaultError::Module(name)) if name == "c"));
        for (find, times) in [("x", 1), ("x", 4), ("q", 1), ("q", 0)] {
            assert!(matches!(plant(&[edit("a", find, times)], VERILOG), Err(FaultError::Times { .. })), "{find}");
        }
    }

    #[test]
    fn a_trace_is_held_to_the_least() {
        let text = "preset = 'tiny'\nwhat = ''\nhow = ''\nedit = []\nleast = ";
        let fault = |least: u64| -> Fault { toml::from_str(&format!("{text}{least}")).unwrap() };
        assert_eq!(fault(4).hold(3), Err(Unheld::Short { cycles: 3, least: 4 }));
        assert_eq!((fault(4).hold(4), fault(4).hold(14)), (Ok(()), Ok(())));
        assert_eq!(fault(4).hold(15), Err(Unheld::Long { cycles: 15, most: 14, least: 4 }));
        assert_eq!(fault(301).hold(4816), Ok(()));
    }
}
