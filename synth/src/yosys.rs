//! Yosys, and its statistics of a unit.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use heddle_sandbox::child::{self, Ended};
use serde_json::Value;

use crate::error::{DataError, SynthError};

/// An installed Yosys, with its version.
#[derive(Debug, Clone)]
pub struct Yosys {
    program: &'static str,
    version: String,
    /// What is done to a command before it starts.
    before: Option<Before>,
}

/// A function that prepares a command to run in a folder, such as one that confines it to the
/// folder.
pub type Before = fn(&mut Command, &Path) -> io::Result<()>;

/// State of a unit in bits, before technology mapping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Bits of state in flip-flops.
    pub flip_flops: u64,
    /// Bits of state in memories: banks, queues, tables.
    pub memory: u64,
}

impl Yosys {
    /// Finds Yosys in the path.
    pub fn find() -> Result<Self, SynthError> {
        Self::find_as("yosys").map_err(SynthError::Missing)
    }

    /// Finds a Yosys of another name in the path.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    pub fn find_as(program: &'static str) -> io::Result<Self> {
        let output = Command::new(program).arg("-V").output()?;
        if !output.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_string()));
        }
        Ok(Yosys { program, version: String::from_utf8_lossy(&output.stdout).trim().to_string(), before: None })
    }

    /// Returns the same Yosys, each command of which `before` prepares.
    pub fn prepared(self, before: Before) -> Self {
        Yosys { before: Some(before), ..self }
    }

    /// Returns the version of Yosys.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Runs a Yosys script in a folder. Any output on standard error, warnings too, is an error.
    pub fn run(&self, top: &str, folder: &Path, script: &str) -> Result<(), SynthError> {
        match self.warned(top, folder, script)? {
            said if said.is_empty() => Ok(()),
            text => Err(SynthError::Complaint { top: top.to_string(), text }),
        }
    }

    /// Runs a Yosys script in a folder, and returns its warnings.
    ///
    /// # Errors
    ///
    /// Yosys refuses the design.
    pub fn warned(&self, top: &str, folder: &Path, script: &str) -> Result<String, SynthError> {
        let file = |source| SynthError::File { top: top.to_string(), source };
        std::fs::write(folder.join("script.ys"), script.replace("; ", "\n")).map_err(file)?;
        let command = ["-q", "-s", "script.ys"];
        let mut yosys = Command::new(self.program);
        yosys.args(command).current_dir(folder);
        self.before.map_or(Ok(()), |before| before(&mut yosys, folder)).map_err(file)?;
        let Ended { status, err: words, .. } = child::run(&mut yosys, Duration::MAX).map_err(SynthError::Missing)?;
        // Yosys 0.23 cannot read the scan flip-flops of a library and says so
        let harmless = |line: &&str| line.trim().is_empty() || line.contains("in pin attribute of cell");
        let said: Vec<&str> = words.lines().filter(|line| !harmless(line)).collect();
        let text = said.join("\n");
        if status.success() { Ok(text) } else { Err(SynthError::Complaint { top: top.to_string(), text }) }
    }

    /// Elaborates a design, checks it, and returns its state. A warning is an error.
    ///
    /// Every module must be there, without a loop of logic and without a wire that is driven twice
    /// or never.
    pub fn elaborate(&self, top: &str, verilog: &str) -> Result<State, SynthError> {
        let file = |source| SynthError::File { top: top.to_string(), source };
        let folder = tempfile::tempdir().map_err(file)?;
        std::fs::write(folder.path().join("top.v"), verilog).map_err(file)?;
        // `hierarchy -check`, or modules that are not there pass for black boxes
        let script = format!(
            "read_verilog top.v; hierarchy -check -top {top}; proc; flatten; opt_clean; check -assert; tee -q -o stat.json stat -width -json"
        );
        self.run(top, folder.path(), &script)?;
        let text = std::fs::read_to_string(folder.path().join("stat.json")).map_err(file)?;
        count(&text).map_err(|source| SynthError::Statistics { top: top.to_string(), source })
    }
}

/// Reads the output of `stat -width -json`: cells by type, where `$dff_32` is a register of 32
/// bits.
fn count(text: &str) -> Result<State, DataError> {
    let json: Value = serde_json::from_str(text)?;
    let design = &json["design"];
    let cells = design["num_cells_by_type"].as_object().ok_or_else(|| DataError::missing("cells by type"))?;
    let cells: BTreeMap<&str, u64> = cells.iter().map(|(name, n)| (name.as_str(), n.as_u64().unwrap_or(0))).collect();
    let mut flip_flops = 0;
    for (name, count) in cells {
        if let Some((kind, width)) = name.rsplit_once('_')
            && kind.starts_with('$')
            && kind.contains("dff")
        {
            flip_flops += count * width.parse::<u64>().map_err(|_| DataError::Width(name.to_string()))?;
        }
    }
    let memory = design["num_memory_bits"].as_u64().ok_or_else(|| DataError::missing("bits of memory"))?;
    Ok(State { flip_flops, memory })
}
