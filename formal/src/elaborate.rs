//! Elaboration of Verilog into a graph, by Yosys.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use heddle_sandbox::child::{self, Ended};
use heddle_sandbox::confine_tool;
use serde::Deserialize;
use tempfile::TempDir;

use crate::aiger::{Aiger, AigerError};
use crate::graph::{Graph, Lit, Word};
use crate::netlist::Netlist;

/// An error of elaboration: the reason why Yosys gave no graph.
#[derive(Debug, thiserror::Error)]
pub enum ElaborateError {
    /// Yosys is not installed.
    #[error("yosys could not be started: {0}: install it (apt-get install yosys)")]
    Missing(std::io::Error),
    /// A file in the temporary folder could not be written or read.
    #[error("a file of {top} in the temporary folder cannot be used: {source}")]
    File {
        /// The name of the top module.
        top: String,
        /// The error of the file system.
        source: std::io::Error,
    },
    /// Yosys refused the Verilog, or warned of a problem.
    #[error("yosys reports a problem in {top}:\n{text}")]
    Complaint {
        /// The name of the top module.
        top: String,
        /// The message of Yosys.
        text: String,
    },
    /// The JSON of the wires that Yosys wrote cannot be parsed.
    #[error("the wires of {top} that yosys wrote cannot be read: {source}")]
    Wires {
        /// The name of the top module.
        top: String,
        /// The error of the JSON parser.
        source: serde_json::Error,
    },
    /// The AIGER that Yosys wrote cannot be parsed.
    #[error("the netlist of {top} that yosys wrote cannot be read: {source}")]
    Aiger {
        /// The name of the top module.
        top: String,
        /// The error of the AIGER parser.
        source: AigerError,
    },
}

/// The multiplier that a product is mapped to.
const MULTIPLY: &str = include_str!("multiply.v");

/// Elaborates a Verilog design into gates, in which each register keeps its name.
/// `hierarchy -check` ensures that no module is missing: nothing is proved over black boxes.
/// An undefined constant is zero; a wire without a driver is refused.
pub fn elaborate(top: &str, verilog: &str) -> Result<Aiger, ElaborateError> {
    run(top, verilog, "")
}

/// As [`elaborate`], of a design in which registers may never be written: these have any value, in
/// every cycle anew. Yosys drops the logic of such registers, and this model allows more than the
/// design can do. Undefined constants are zero before anything is optimised, so that versions of a
/// design have the same ones.
pub fn elaborate_with_unwritten(top: &str, verilog: &str) -> Result<Aiger, ElaborateError> {
    run(top, verilog, "memory_map; setundef -zero; setundef -undriven -anyseq; ")
}

fn run(top: &str, verilog: &str, undriven: &str) -> Result<Aiger, ElaborateError> {
    let script = format!(
        "read_verilog top.v; hierarchy -check -top {top}; proc; flatten; {undriven}check -assert; \
         memory_map; opt_expr -full; opt_clean; techmap -map multiply.v; techmap; simplemap; dffunmap; opt_expr -full; opt_clean; setundef -zero; \
         aigmap; write_aiger -ascii -vmap names top.aag; delete t:*; write_json wires.json"
    );
    let folder = yosys(top, verilog, &script)?;
    let names = read(top, &folder, "names")?;
    let more = unmapped(top, &read(top, &folder, "wires.json")?, &names)
        .map_err(|source| ElaborateError::Wires { top: top.to_string(), source })?;
    Aiger::read(&read(top, &folder, "top.aag")?, &(names + &more))
        .map_err(|source| ElaborateError::Aiger { top: top.to_string(), source })
}

/// Runs a Yosys script over a design, and returns the folder with the files that the script writes.
fn yosys(top: &str, verilog: &str, script: &str) -> Result<TempDir, ElaborateError> {
    let file = |source| ElaborateError::File { top: top.to_string(), source };
    let folder = tempfile::tempdir().map_err(file)?;
    std::fs::write(folder.path().join("top.v"), verilog).map_err(file)?;
    std::fs::write(folder.path().join("multiply.v"), MULTIPLY).map_err(file)?;
    let mut command = Command::new("yosys");
    command.args(["-q", "-p", script]).stdin(Stdio::null());
    // the Verilog may be a user's
    confine_tool(&mut command, folder.path()).map_err(file)?;
    let Ended { status, err, .. } = child::run(&mut command, Duration::MAX).map_err(ElaborateError::Missing)?;
    if !status.success() {
        return Err(ElaborateError::Complaint { top: top.to_string(), text: err.trim().to_string() });
    }
    Ok(folder)
}

fn read(top: &str, folder: &TempDir, name: &str) -> Result<String, ElaborateError> {
    std::fs::read_to_string(folder.path().join(name))
        .map_err(|source| ElaborateError::File { top: top.to_string(), source })
}

/// Reads the names of a design's words, without its logic: each bit of a net becomes a latch of its
/// own in `graph`. Properties can be built over them, though not proved. That takes a tenth of the
/// time of [`elaborate`], which maps every operator to gates. The words of a memory have names only
/// up to 64 words.
pub fn words(top: &str, verilog: &str, graph: &mut Graph) -> Result<Netlist, ElaborateError> {
    let script = format!(
        "read_verilog top.v; hierarchy -check -top {top}; proc; flatten; memory_collect; \
         memory_map t:$mem_v2 r:SIZE<={SMALL} %i; opt_clean; delete t:*; write_json wires.json"
    );
    let folder = yosys(top, verilog, &script)?;
    let wires = |source| ElaborateError::Wires { top: top.to_string(), source };
    let design: Design = serde_json::from_str(&read(top, &folder, "wires.json")?).map_err(wires)?;
    let mut netlist = Netlist::default();
    let Some(module) = design.modules.get(top) else { return Ok(netlist) };
    let mut nets: HashMap<u64, Lit> = HashMap::new();
    for (name, wire) in module.netnames.iter().filter(|(_, wire)| wire.hide_name == 0) {
        let bit = |bit: &Bit| match bit {
            Bit::Constant(value) if value == "1" => Lit::TRUE,
            Bit::Constant(_) => Lit::FALSE,
            Bit::Net(net) => *nets.entry(*net).or_insert_with(|| graph.latch()),
        };
        let word: Word = wire.bits.iter().map(bit).collect();
        match module.ports.get(name).map(|port| port.direction.as_str()) {
            Some("input") => drop(netlist.inputs.insert(name.clone(), word)),
            Some(_) => drop(netlist.outputs.insert(name.clone(), word)),
            None => drop(netlist.wires.insert(name.clone(), word)),
        }
    }
    Ok(netlist)
}

/// The greatest memory, in words, whose words [`words`] gives names.
const SMALL: usize = 64;

/// The part of Yosys' JSON that has the wires.
#[derive(Deserialize)]
struct Design {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    ports: BTreeMap<String, Port>,
    netnames: BTreeMap<String, Wire>,
}

#[derive(Deserialize)]
struct Port {
    direction: String,
}

#[derive(Deserialize)]
struct Wire {
    #[serde(default)]
    hide_name: u8,
    bits: Vec<Bit>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Bit {
    Constant(String),
    Net(u64),
}

/// Names of bits that Yosys leaves out of its map: those that turned out to be constant, and those
/// that are gone, since nothing reads them.
fn unmapped(top: &str, json: &str, map: &str) -> Result<String, serde_json::Error> {
    let design: Design = serde_json::from_str(json)?;
    let mut lines = String::new();
    // `kind place bit name`
    let mapped: HashSet<&str> = map.lines().filter_map(|line| line.splitn(3, ' ').nth(2)).collect();
    let Some(module) = design.modules.get(top) else { return Ok(lines) };
    for (name, wire) in module.netnames.iter().filter(|(_, wire)| wire.hide_name == 0) {
        let output = module.ports.get(name).is_some_and(|port| port.direction == "output");
        let kind = if output { "tied" } else { "wire" };
        for (n, bit) in wire.bits.iter().enumerate() {
            let _ = match bit {
                Bit::Constant(value) => writeln!(lines, "{kind} {} {n} {name}", u8::from(value == "1")),
                Bit::Net(_) if !mapped.contains(format!("{n} {name}").as_str()) => writeln!(lines, "gone 0 {n} {name}"),
                Bit::Net(_) => Ok(()),
            };
        }
    }
    Ok(lines)
}
