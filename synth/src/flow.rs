//! From a unit's Verilog to its cost: Yosys maps it to a library's cells, CACTI sizes its memories, OpenSTA finds its slowest path.
//!
//! A memory of 32 rows or more, of 32 bits or more, with one clocked read port and one write port is a macro: it is boxed out, its ports become ports of
//! the netlist, and what it reads arrives an access time after the clock's edge. All other memories are flip-flops: CACTI has none below 32 rows, and none
//! that is read at once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::cells::hex;
use crate::{Cacti, Cells, Macro, SynthError, Yosys};

/// Counts with what is kept: raised when the flow changes.
const EDITION: &str = "4";

/// The smallest memory that is a macro, in rows and in bits.
pub const MACRO: u64 = 32;

/// The tools and the library.
#[derive(Debug, Clone)]
pub struct Flow {
    yosys: Yosys,
    sta: String,
    /// The cells.
    pub cells: Cells,
    /// The memories.
    pub cacti: Option<Cacti>,
    /// Where finished reports are kept.
    pub keep: PathBuf,
    /// The clock's period that is aimed at, in ns.
    pub period: f64,
}

/// What a unit costs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// Cells by name.
    pub cells: BTreeMap<String, u64>,
    /// Area of the cells, in square micrometres.
    pub area: f64,
    /// Bits in flip-flops.
    pub flip_flops: u64,
    /// Memories: name, rows, bits, and CACTI's answer if it is there.
    pub memories: Vec<(String, u64, u64, Option<Macro>)>,
    /// The slowest path, in ns: clock to clock with the setup time, or to or from a port.
    pub ns: f64,
    /// Cells on it, between its ends.
    pub levels: u64,
    /// Where it starts and ends, in the RTL's names.
    pub ends: [String; 2],
}

impl Report {
    /// How many cells.
    pub fn count(&self) -> u64 {
        self.cells.values().sum()
    }

    /// Bits in macros.
    pub fn macro_bits(&self) -> u64 {
        self.memories.iter().map(|(_, rows, bits, _)| rows * bits).sum()
    }

    /// Area of the macros, in square micrometres; nothing if CACTI is not there.
    pub fn macro_area(&self) -> Option<f64> {
        self.memories.iter().try_fold(0.0, |sum, (.., cost)| Some(sum + cost.as_ref()?.area))
    }
}

impl Flow {
    /// Finds the tools. CACTI lies in a folder; without it, macros have no area and answer at once, which the caller tells.
    ///
    /// # Errors
    ///
    /// Yosys or OpenSTA is missing, or the library can not be used.
    pub fn find(library: &Path, cacti: &Path, keep: PathBuf, period: f64) -> Result<Self, SynthError> {
        let sta = Command::new("sta").args(["-version"]).output().map_err(SynthError::NoSta)?;
        let sta = String::from_utf8_lossy(&sta.stdout).trim().to_string();
        let cacti = Cacti::find(cacti);
        Ok(Flow { yosys: Yosys::find()?, sta, cells: Cells::read(library)?, cacti, keep, period })
    }

    /// Versions of all that a figure depends on.
    pub fn versions(&self) -> String {
        let cacti = if self.cacti.is_some() { "CACTI 7" } else { "no CACTI" };
        format!(
            "{}; OpenSTA {}; {cacti}; {} {}",
            self.yosys.version(),
            self.sta,
            self.cells.name,
            &self.cells.hash[..12]
        )
    }

    /// What a design costs, from what is kept if it was asked before.
    ///
    /// # Errors
    ///
    /// A tool refuses, or says what can not be understood.
    pub fn cost(&self, top: &str, verilog: &str) -> Result<Report, SynthError> {
        let script = self.script(top);
        let key = hex(format!("{EDITION}\n{}\n{}\n{script}\n{verilog}", self.versions(), self.period).as_bytes());
        let kept = self.keep.join(format!("{key}.json"));
        if let Ok(text) = std::fs::read_to_string(&kept)
            && let Some(report) = serde_json::from_str(&text).ok().and_then(|value| load(&value))
        {
            return Ok(report);
        }
        let file = |source| SynthError::File { top: top.to_string(), source };
        let folder = tempfile::tempdir().map_err(file)?;
        std::fs::write(folder.path().join("top.v"), verilog).map_err(file)?;
        let constraints = format!("set_driving_cell {}\nset_load 3.0 [all_outputs]\n", self.cells.buffer);
        std::fs::write(folder.path().join("constraints"), constraints).map_err(file)?;
        self.run(top, folder.path(), "yosys", &["-q", "-p", &script])?;
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).map_err(file);
        let mut report = self.count(top, &read("stat.json")?)?;
        let netlist = read("netlist.v")?;
        for (name, rows, bits) in memories(&read("macros.il")?) {
            let cost = match &self.cacti {
                Some(cacti) => Some(cacti.memory(rows, bits, shares(&netlist, &name))?),
                None => None,
            };
            report.memories.push((name, rows, bits, cost));
        }
        std::fs::write(folder.path().join("top.tcl"), self.analysis(top, &report)).map_err(file)?;
        let said = self.run(top, folder.path(), "sta", &["-no_splash", "-exit", "top.tcl"])?;
        let path = slowest(&said).ok_or_else(|| SynthError::Complaint { top: top.into(), text: said.clone() })?;
        report.ns = path.0;
        report.levels = path.1;
        report.ends = path.2.map(|end| named(&netlist, &end));
        std::fs::create_dir_all(&self.keep).map_err(file)?;
        let beside = tempfile::NamedTempFile::new_in(&self.keep).map_err(file)?;
        std::fs::write(beside.path(), store(&report).to_string()).map_err(file)?;
        beside.persist(&kept).map_err(|error| file(error.error))?;
        Ok(report)
    }

    fn script(&self, top: &str) -> String {
        let (library, picoseconds) = (self.cells.path.display(), self.period * 1000.0);
        format!(
            "read_verilog top.v; hierarchy -check -top {top}; synth -flatten -run begin:fine -top {top}; check -assert; \
             select -set macros t:$mem_v2 r:SIZE>={MACRO} %i r:WIDTH>={MACRO} %i r:RD_CLK_ENABLE=1'1 %i; tee -q -o macros.il dump @macros; \
             expose -evert @macros; opt -fast -full; memory_map; opt -undriven -fine; opt -full; techmap; opt -fast; dfflibmap -liberty \"{library}\"; \
             abc -D {picoseconds:.0} -constr constraints -liberty \"{library}\"; setundef -zero; opt_clean -purge; \
             tee -q -o stat.json stat -json; write_verilog -noattr -simple-lhs netlist.v"
        )
    }

    fn analysis(&self, top: &str, report: &Report) -> String {
        let mut text = format!(
            "read_liberty {{{}}}\nread_verilog netlist.v\nlink_design {top}\ncreate_clock -name clock -period {} [get_ports clock]\n\
             set_load 3 [all_outputs]\nset_output_delay 0 -clock clock [all_outputs]\n\
             foreach port [all_inputs] {{ if {{[get_property $port full_name] ne \"clock\"}} {{\n\
             set_input_delay 0 -clock clock $port\nset_driving_cell -lib_cell {} $port }} }}\n",
            self.cells.path.display(),
            self.period,
            self.cells.buffer
        );
        for (name, _, _, cost) in &report.memories {
            let access = cost.map_or(0.0, |cost| cost.access);
            text += &format!("set_input_delay {access} -clock clock [get_ports {{{name}.RD_DATA[*]}}]\n");
        }
        text + "report_checks -path_delay max -format full -digits 4\n"
    }

    /// Runs a tool in a folder. Yosys 0.23 can not read the scan flip-flops of a library and says so; any other word of it is an error.
    fn run(&self, top: &str, folder: &Path, tool: &str, arguments: &[&str]) -> Result<String, SynthError> {
        let output = Command::new(tool).args(arguments).current_dir(folder).output();
        let output = output.map_err(if tool == "sta" { SynthError::NoSta } else { SynthError::Missing })?;
        let words = String::from_utf8_lossy(&output.stderr);
        let harmless = |line: &&str| !(line.trim().is_empty() || line.contains("in pin attribute of cell"));
        let said: Vec<&str> = words.lines().filter(harmless).collect();
        if !output.status.success() || !said.is_empty() {
            return Err(SynthError::Complaint { top: top.to_string(), text: said.join("\n") });
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn count(&self, top: &str, stat: &str) -> Result<Report, SynthError> {
        let wrong = |what: String| SynthError::Statistics { top: top.to_string(), what };
        let json: Value = serde_json::from_str(stat).map_err(|error| wrong(error.to_string()))?;
        let cells = json["design"]["num_cells_by_type"].as_object().ok_or_else(|| wrong("no cells by type".into()))?;
        let mut report = Report::default();
        for (name, count) in cells {
            let cell =
                self.cells.cells.get(name).ok_or_else(|| wrong(format!("{name} is no cell of {}", self.cells.name)))?;
            let count = count.as_u64().ok_or_else(|| wrong(format!("the number of {name}")))?;
            report.area += cell.area * count as f64;
            report.flip_flops += if cell.flip_flop { count } else { 0 };
            report.cells.insert(name.clone(), count);
        }
        Ok(report)
    }
}

/// Memories of a dump in Yosys' own language: name, rows, bits.
fn memories(dump: &str) -> Vec<(String, u64, u64)> {
    let mut found: Vec<(String, u64, u64)> = Vec::new();
    for line in dump.lines().map(str::trim) {
        let number = |key: &str| line.strip_prefix(key).and_then(|value| value.trim().parse().ok());
        if let Some(name) = line.strip_prefix("cell $mem_v2 \\") {
            found.push((name.to_string(), 0, 0));
        } else if let Some(last) = found.last_mut() {
            last.1 = number("parameter \\SIZE").unwrap_or(last.1);
            last.2 = number("parameter \\WIDTH").unwrap_or(last.2);
        }
    }
    found
}

/// Whether a memory's reads and writes share an address, and so a port.
fn shares(netlist: &str, memory: &str) -> bool {
    let of = |port: &str| {
        // Yosys ends an escaped name with a blank of its own
        let start = format!("assign \\{memory}.{port} ");
        netlist.lines().find_map(|line| line.trim().strip_prefix(start.as_str())?.trim_start().strip_prefix("= "))
    };
    of("RD_ADDR").is_some() && of("RD_ADDR") == of("WR_ADDR")
}

/// The slowest path of a report: its length with the setup time in ns, cells, both ends.
fn slowest(report: &str) -> Option<(f64, u64, [String; 2])> {
    let end = |key: &str| {
        let line = report.lines().find_map(|line| line.strip_prefix(key))?;
        Some(line.split_whitespace().next()?.to_string())
    };
    let ends = [end("Startpoint:")?, end("Endpoint:")?];
    let number = |text: &str| {
        let line = report.lines().find(|line| line.trim_end().ends_with(text))?;
        line.split_whitespace().find_map(|word| word.parse::<f64>().ok())
    };
    let setup = report.lines().find(|line| line.trim_end().ends_with("library setup time"));
    let setup = setup.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(0.0);
    let before = report.split("data arrival time").next()?;
    // the flip-flops at both ends are no levels
    let instance =
        |line: &str| Some(line.split_whitespace().find(|word| word.contains('/'))?.split('/').next()?.to_string());
    let within = |line: &&str| line.contains('(') && instance(line).is_some_and(|name| !ends.contains(&name));
    let cells = before.lines().filter(within).count() as u64;
    Some((number("data arrival time")? - setup, cells, ends))
}

/// The RTL's name of a path's end: of the net at a flip-flop's output.
fn named(netlist: &str, end: &str) -> String {
    let head = format!(" {end} (");
    let Some(at) = netlist.find(&head) else { return end.trim_start_matches('\\').to_string() };
    let body = netlist[at..].split(';').next().unwrap_or_default();
    let pin =
        body.find(".Q(").map(|from| &body[from + 3..]).or_else(|| body.find(".QN(").map(|from| &body[from + 4..]));
    let net = pin.and_then(|pin| pin.split(')').next()).unwrap_or(end);
    net.trim().trim_start_matches('\\').replace(' ', "")
}

fn store(report: &Report) -> Value {
    let memories: Vec<Value> = report
        .memories
        .iter()
        .map(|(name, rows, bits, cost)| {
            json!([name, rows, bits, cost.map(|c| [c.area, c.access, c.read, c.write, c.leakage])])
        })
        .collect();
    json!({
        "cells": report.cells, "area": report.area, "flip_flops": report.flip_flops, "memories": memories,
        "ns": report.ns, "levels": report.levels, "ends": report.ends,
    })
}

fn load(value: &Value) -> Option<Report> {
    let mut report = Report {
        cells: value["cells"]
            .as_object()?
            .iter()
            .map(|(k, v)| Some((k.clone(), v.as_u64()?)))
            .collect::<Option<_>>()?,
        area: value["area"].as_f64()?,
        flip_flops: value["flip_flops"].as_u64()?,
        memories: Vec::new(),
        ns: value["ns"].as_f64()?,
        levels: value["levels"].as_u64()?,
        ends: [value["ends"][0].as_str()?.into(), value["ends"][1].as_str()?.into()],
    };
    for memory in value["memories"].as_array()? {
        let cost = match &memory[3] {
            Value::Null => None,
            numbers => {
                let n = |k: usize| numbers[k].as_f64();
                Some(Macro { area: n(0)?, access: n(1)?, read: n(2)?, write: n(3)?, leakage: n(4)? })
            }
        };
        report.memories.push((memory[0].as_str()?.into(), memory[1].as_u64()?, memory[2].as_u64()?, cost));
    }
    Some(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "\
Startpoint: _7_ (rising edge-triggered flip-flop clocked by clock)
Endpoint: _9_ (rising edge-triggered flip-flop clocked by clock)
   0.0000    0.0000   clock clock (rise edge)
   0.0000    0.0000 ^ _7_/CK (DFF_X1)
   0.1000    0.1000 ^ _7_/Q (DFF_X1)
   0.0500    0.1500 v _8_/ZN (INV_X1)
   0.0000    0.1500 v _9_/D (DFF_X1)
             0.1500   data arrival time
  -0.0400    0.9600   library setup time
";

    #[test]
    fn a_path_is_read() {
        let (ns, cells, ends) = slowest(PATH).unwrap();
        assert!((ns - 0.19).abs() < 1e-9 && cells == 1);
        assert_eq!(ends, ["_7_", "_9_"]);
        assert_eq!(slowest("No paths found."), None);
    }

    #[test]
    fn ends_have_the_names_of_the_rtl() {
        let netlist = "  DFF_X1 _7_ (\n    .CK(clock),\n    .Q(\\mask.q [3]),\n    .QN(_1_)\n  );\n  assign \\m.RD_ADDR = line;\n  assign \\m.WR_ADDR = line;\n";
        assert_eq!(named(netlist, "_7_"), "mask.q[3]");
        assert_eq!(named(netlist, "enable"), "enable");
        assert!(shares(netlist, "m") && !shares(netlist, "n"));
    }

    #[test]
    fn memories_are_listed() {
        let dump = "  cell $mem_v2 \\bank.rows\n    parameter \\SIZE 256\n    parameter \\WIDTH 32\n";
        assert_eq!(memories(dump), [("bank.rows".to_string(), 256, 32)]);
    }

    #[test]
    fn what_is_kept_is_what_was_found() {
        let cost = Macro { area: 1.0, access: 2.0, read: 3.0, write: 4.0, leakage: 5.0 };
        let memories = vec![("m".into(), 32, 64, Some(cost)), ("n".into(), 32, 32, None)];
        let report =
            Report { cells: [("NAND2".into(), 3)].into(), area: 2.5, memories, levels: 4, ..Report::default() };
        assert_eq!(load(&store(&report)), Some(report));
    }
}
