//! From a unit's Verilog to its cost: Yosys maps it to a library's cells, CACTI sizes its memories, OpenSTA finds its slowest path.
//!
//! A memory of 32 rows and 32 bits or more is a macro: CACTI has none below. All other memories are flip-flops.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::cacti::Ports;
use crate::liberty::{LibertyError, hex};
use crate::map::Mapping;
use crate::netlist::{Memory, Netlist};
use crate::sta::Slowest;
use crate::{Cacti, Library, Macro, Sta, State, SynthError, Yosys};

/// Counts with what is kept: raised when what a netlist file holds changes in another way than by the script.
const EDITION: &str = "5";

/// The tools and the library.
#[derive(Debug, Clone)]
pub struct Flow {
    yosys: Yosys,
    /// The analyser.
    pub sta: Sta,
    /// The library's file.
    pub liberty: PathBuf,
    /// The cells.
    pub library: Library,
    /// The memories.
    pub cacti: Option<Cacti>,
    /// Where netlists are kept.
    pub keep: PathBuf,
    /// The clock's period that is aimed at, in ns.
    pub period: f64,
}

/// A memory's name, size and cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Sized {
    /// Its name in the RTL.
    pub name: String,
    /// Rows.
    pub rows: u64,
    /// Bits of a row.
    pub bits: u64,
    /// CACTI's answer, if CACTI is there.
    pub cost: Option<Macro>,
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
    /// Memories that are macros.
    pub memories: Vec<Sized>,
    /// Area of the same memories as flip-flops and cells, in square micrometres.
    pub in_flip_flops: f64,
    /// The slowest path; none, if nothing is clocked.
    pub slowest: Option<Slowest>,
}

impl Report {
    /// How many cells.
    pub fn count(&self) -> u64 {
        self.cells.values().sum()
    }

    /// Bits in macros.
    pub fn macro_bits(&self) -> u64 {
        self.memories.iter().map(|memory| memory.rows * memory.bits).sum()
    }

    /// Area of the macros, in square micrometres; nothing if CACTI is not there.
    pub fn macro_area(&self) -> Option<f64> {
        self.memories.iter().try_fold(0.0, |sum, memory| Some(sum + memory.cost?.area))
    }
}

impl Flow {
    /// Finds the tools. CACTI lies in a folder; without it, macros have no area and answer at once, which the caller tells.
    ///
    /// # Errors
    ///
    /// Yosys or OpenSTA is missing, or the library can not be used.
    pub fn find(liberty: &Path, cacti: &Path, keep: PathBuf, period: f64) -> Result<Self, SynthError> {
        let unread = |error: std::io::Error| LibertyError::unread(liberty, &error.to_string());
        let mut bytes = Vec::new();
        // a larger file is no library
        File::open(liberty).and_then(|file| file.take(256 << 20).read_to_end(&mut bytes)).map_err(unread)?;
        let library = Library::read(&liberty.display().to_string(), &String::from_utf8_lossy(&bytes))?;
        let liberty = std::path::absolute(liberty).map_err(unread)?;
        Ok(Flow { yosys: Yosys::find()?, sta: Sta::find()?, liberty, library, cacti: Cacti::find(cacti), keep, period })
    }

    /// Versions of all that a figure depends on.
    pub fn versions(&self) -> String {
        let cacti = if self.cacti.is_some() { "CACTI 7" } else { "no CACTI" };
        let (yosys, sta, library) = (self.yosys.version(), self.sta.version(), &self.library);
        format!("{yosys}; OpenSTA {sta}; {cacti}; {} {}", library.name, &library.hash[..12])
    }

    /// A design in cells, with its large memories as they are; from what is kept, if it was asked before.
    ///
    /// # Errors
    ///
    /// Yosys refuses, or writes what can not be understood.
    pub fn netlist(&self, top: &str, verilog: &str) -> Result<Netlist, SynthError> {
        self.mapped(top, verilog, true)
    }

    /// Bits that a design remembers, before mapping.
    ///
    /// # Errors
    ///
    /// Yosys refuses.
    pub fn state(&self, top: &str, verilog: &str) -> Result<State, SynthError> {
        self.yosys.elaborate(top, verilog)
    }

    /// A design in cells, without any macro; kept as [`netlist`](Flow::netlist) is.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn flat(&self, top: &str, verilog: &str) -> Result<Netlist, SynthError> {
        self.mapped(top, verilog, false)
    }

    fn mapped(&self, top: &str, verilog: &str, macros: bool) -> Result<Netlist, SynthError> {
        let (liberty, buffer) = (self.liberty.as_path(), self.library.buffer.as_str());
        let mapping = Mapping { liberty, buffer, period: self.period, macros };
        let parts = [EDITION, self.yosys.version(), &self.library.hash, &mapping.script(top), verilog];
        let kept = self.keep.join(format!("{top}-{}.json", hex(parts.join("\n").as_bytes())));
        let read = |text: &str| Netlist::read(top, text, &self.library);
        if let Some(netlist) = std::fs::read_to_string(&kept).ok().and_then(|text| read(&text).ok()) {
            return Ok(netlist);
        }
        let text = mapping.run(&self.yosys, top, verilog)?;
        let netlist = read(&text).map_err(|source| SynthError::Netlist { top: top.to_string(), source })?;
        let file = |source| SynthError::File { top: top.to_string(), source };
        std::fs::create_dir_all(&self.keep).map_err(file)?;
        let beside = tempfile::NamedTempFile::new_in(&self.keep).map_err(file)?;
        std::fs::write(beside.path(), text).map_err(file)?;
        beside.persist(&kept).map_err(|error| file(error.error))?;
        Ok(netlist)
    }

    /// What CACTI says of every macro of a netlist.
    ///
    /// # Errors
    ///
    /// CACTI has no answer.
    pub fn macros(&self, netlist: &Netlist) -> Result<Vec<Option<Macro>>, SynthError> {
        let ask =
            |cacti: &Cacti, memory: &Memory| cacti.memory(memory.words as u64, memory.width as u64, Ports::of(memory));
        netlist.memories.iter().map(|memory| self.cacti.as_ref().map(|cacti| ask(cacti, memory)).transpose()).collect()
    }

    /// What a design costs.
    ///
    /// # Errors
    ///
    /// A tool refuses, or says what can not be understood.
    pub fn cost(&self, top: &str, verilog: &str) -> Result<Report, SynthError> {
        let netlist = self.netlist(top, verilog)?;
        let mut report = Report::default();
        for gate in &netlist.gates {
            *report.cells.entry(gate.cell.clone()).or_default() += 1;
            report.flip_flops += u64::from(self.library.cells[&gate.cell].register.is_some());
        }
        report.area = netlist.area(&self.library);
        let costs = self.macros(&netlist)?;
        for (memory, cost) in netlist.memories.iter().zip(&costs) {
            let (name, rows, bits) = (memory.name.clone(), memory.words as u64, memory.width as u64);
            report.memories.push(Sized { name, rows, bits, cost: *cost });
            report.in_flip_flops += self.flat("rows", &alone(memory))?.area(&self.library);
        }
        let at_once: Vec<Macro> = costs.iter().map(|cost| cost.unwrap_or_default()).collect();
        report.slowest = self.sta.slowest(&netlist, &self.liberty, &self.library.buffer, &at_once)?;
        Ok(report)
    }
}

/// A memory alone, as Verilog.
pub(crate) fn alone(memory: &Memory) -> String {
    let (address, bits) = (memory.words.next_power_of_two().trailing_zeros().max(1) - 1, memory.width - 1);
    let (mut ports, mut body) = (String::from("input clock"), String::new());
    for (k, read) in memory.reads.iter().enumerate() {
        if read.enable.is_empty() {
            ports += &format!(", input [{address}:0] ra{k}, output [{bits}:0] rd{k}");
            body += &format!("assign rd{k} = m[ra{k}];\n");
        } else {
            ports += &format!(", input [{address}:0] ra{k}, input re{k}, output reg [{bits}:0] rd{k}");
            body += &format!("always @(posedge clock) if (re{k}) rd{k} <= m[ra{k}];\n");
        }
    }
    for k in 0..memory.writes.len() {
        ports += &format!(", input [{address}:0] wa{k}, input we{k}, input [{bits}:0] wd{k}");
        body += &format!("always @(posedge clock) if (we{k}) m[wa{k}] <= wd{k};\n");
    }
    format!("module rows({ports});\nreg [{bits}:0] m [0:{}];\n{body}endmodule\n", memory.words - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netlist::Access;

    #[test]
    fn a_memory_alone_has_its_ports() {
        let clocked = Access { enable: vec![crate::netlist::Bit::Net(1)], ..Access::default() };
        let memory = Memory {
            name: "m".into(),
            words: 33,
            width: 32,
            reads: vec![Access::default(), clocked],
            writes: vec![Access::default()],
        };
        let text = alone(&memory);
        assert!(text.contains("reg [31:0] m [0:32];") && text.contains("input [5:0] wa0"), "{text}");
        assert!(text.contains("assign rd0 = m[ra0];") && text.contains("if (re1) rd1 <= m[ra1];"), "{text}");
    }

    #[test]
    fn macros_are_known_if_all_are() {
        let sized = |cost| Sized { name: "m".into(), rows: 32, bits: 64, cost };
        let cost = Macro { area: 1.5, ..Macro::default() };
        let mut report = Report { memories: vec![sized(Some(cost)), sized(Some(cost))], ..Report::default() };
        assert_eq!((report.macro_bits(), report.macro_area()), (4096, Some(3.0)));
        report.memories.push(sized(None));
        assert_eq!(report.macro_area(), None);
    }
}
