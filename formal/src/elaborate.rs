//! From Verilog to a graph, by Yosys.

use std::fmt::Write as _;
use std::process::Command;

use crate::aiger::{Aiger, AigerError};

/// Why there is no graph.
#[derive(Debug, thiserror::Error)]
pub enum ElaborateError {
    /// Not installed.
    #[error("yosys could not be started: {0}: install it (apt-get install yosys)")]
    Missing(std::io::Error),
    /// The file system.
    #[error("a temporary folder for {top}: {source}")]
    File {
        /// The top module.
        top: String,
        /// Why.
        source: std::io::Error,
    },
    /// It refused the Verilog, or warned.
    #[error("yosys has something to say about {top}:\n{text}")]
    Complaint {
        /// The top module.
        top: String,
        /// Its own words.
        text: String,
    },
    /// What it wrote can not be read.
    #[error("what yosys wrote for {top}: {source}")]
    Aiger {
        /// The top module.
        top: String,
        /// Where.
        source: AigerError,
    },
}

/// Elaborates a design into gates, each register by its own name. `hierarchy -check` sees to it that no module is missing: nothing is proved over black
/// boxes. An undefined constant is zero.
pub fn elaborate(top: &str, verilog: &str) -> Result<Aiger, ElaborateError> {
    let file = |source| ElaborateError::File { top: top.to_string(), source };
    let folder = tempfile::tempdir().map_err(file)?;
    std::fs::write(folder.path().join("top.v"), verilog).map_err(file)?;
    let script = format!(
        "read_verilog top.v; hierarchy -check -top {top}; proc; flatten; check -assert; memory_map; opt_expr -full; opt_clean; \
         techmap; simplemap; dffunmap; opt_expr -full; opt_clean; setundef -zero; aigmap; write_aiger -ascii -vmap names top.aag; write_blif top.blif"
    );
    let output = Command::new("yosys")
        .args(["-q", "-p", &script])
        .current_dir(&folder)
        .output()
        .map_err(ElaborateError::Missing)?;
    let said = String::from_utf8_lossy(&output.stderr).trim().to_string();
    if !output.status.success() {
        return Err(ElaborateError::Complaint { top: top.to_string(), text: said });
    }
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).map_err(file);
    let names = read("names")? + &constants(&read("top.blif")?);
    Aiger::read(&read("top.aag")?, &names).map_err(|source| ElaborateError::Aiger { top: top.to_string(), source })
}

/// Names of constants, which `write_aiger` leaves out, as it would write them.
fn constants(blif: &str) -> String {
    let mut names = String::new();
    for line in blif.lines() {
        let Some((value, name)) = line.strip_prefix(".names $").and_then(|line| line.split_once(' ')) else { continue };
        let literal = match value {
            "false" => 0,
            "true" => 1,
            _ => continue,
        };
        let bit = |name: &str| {
            let (name, bit) = name.strip_suffix(']')?.rsplit_once('[')?;
            Some((name.to_string(), bit.parse::<usize>().ok()?))
        };
        // one name: the rest is a gate, or Yosys' own
        if !name.contains(' ') && !name.starts_with('$') {
            let (name, bit) = bit(name).unwrap_or((name.to_string(), 0));
            let _ = writeln!(names, "wire {literal} {bit} {name}");
        }
    }
    names
}
