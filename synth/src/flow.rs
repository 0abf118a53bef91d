//! From a unit's Verilog to its cost: Yosys maps it to a library's cells, CACTI sizes its memories,
//! OpenSTA finds its slowest path.
//!
//! A memory of 32 rows and 32 bits or more is a macro: CACTI has none below. All other memories are
//! flip-flops.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use heddle_sandbox::interrupt;
use serde::{Deserialize, Serialize};

use crate::arrays::{Array, arrays};
use crate::cacti::Ports;
use crate::flat::Resets;
use crate::gating::{LEAST, MOST};
use crate::keep::{kept, kept_value, plain};
use crate::liberty::joined;
use crate::map::{COPY, Goal, Mapping};
use crate::netlist::{Memory, Netlist};
use crate::place::Figures;
use crate::size::sized;
use crate::sta::Slowest;
use crate::yosys::Before;
use crate::{Cacti, Library, Macro, Sta, State, SynthError, Yosys};

/// Part of the key of kept netlists: raised when a netlist file changes in another way than by the
/// script.
const EDITION: &str = "5";
/// Part of the key of kept costs of sized netlists: raised when sizing changes.
const SIZING: &str = "3";

/// The synthesis flow: its tools and the cell library.
#[derive(Debug, Clone)]
pub struct Flow {
    yosys: Yosys,
    /// Whether Yosys reads nothing but the folder of a design.
    confined: bool,
    /// OpenSTA, the timing analyser.
    pub sta: Sta,
    /// Path of the library's Liberty file.
    pub liberty: PathBuf,
    /// The cell library.
    pub library: Library,
    /// CACTI, for the cost of memories; `None` if it is not installed.
    pub cacti: Option<Cacti>,
    /// Folder where netlists are kept.
    pub keep: PathBuf,
    /// Target clock period, in ns.
    pub period: f64,
}

/// A memory macro of a unit: name, size and cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Sized {
    /// Name of the memory in the RTL.
    pub name: String,
    /// Number of rows.
    pub rows: u64,
    /// Bits of a row.
    pub bits: u64,
    /// Cost by CACTI; `None` without CACTI.
    pub cost: Option<Macro>,
}

/// Cost of a synthesised design: cells, area, state, memories and slowest path.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// What the cells are mapped for.
    pub goal: Goal,
    /// Number of cells, by the cell's name.
    pub cells: BTreeMap<String, u64>,
    /// Area of the cells, in square micrometres.
    pub area: f64,
    /// State held in flip-flops, in bits.
    pub flip_flops: u64,
    /// Memory macros of the design, with size and cost.
    pub memories: Vec<Sized>,
    /// Area of the same memories built of flip-flops and cells, in square micrometres.
    pub in_flip_flops: f64,
    /// The slowest path; `None` if nothing is clocked.
    pub slowest: Option<Slowest>,
    /// Arrays of 1 Kbit and more in flip-flops.
    pub arrays: Vec<Array>,
    /// Cost of the cells after sizing; `None` without sizing.
    pub resized: Option<Resized>,
    /// Cost of the layout; `None` without one.
    pub placed: Option<Figures>,
}

/// Cost of a design's cells after sizing by paths.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Resized {
    /// Number of cells.
    pub cells: u64,
    /// Area of the cells, in square micrometres.
    pub area: f64,
    /// The slowest path; `None` if nothing is clocked.
    pub slowest: Option<Slowest>,
}

impl Report {
    /// Total number of cells.
    pub fn count(&self) -> u64 {
        self.cells.values().sum()
    }

    /// State held in memory macros, in bits.
    pub fn macro_bits(&self) -> u64 {
        self.memories.iter().map(|memory| memory.rows * memory.bits).sum()
    }

    /// Area of the memory macros, in square micrometres; `None` without CACTI.
    pub fn macro_area(&self) -> Option<f64> {
        self.memories.iter().try_fold(0.0, |sum, memory| Some(sum + memory.cost?.area))
    }
}

/// Returns the path of a library that tools can read: the user's file, or, where it has blanks, is
/// packed, or is one of several, a plain copy of the whole in the folder `keep`.
fn for_tools(liberty: &[PathBuf], text: &str, keep: &Path, library: &Library) -> Result<PathBuf, SynthError> {
    let file = |source| SynthError::File { top: library.name.clone(), source };
    let safe = |path: &Path| {
        path.to_str().is_some_and(|path| path.chars().all(|c| c.is_alphanumeric() || "/._-+".contains(c)))
    };
    if let [one] = liberty {
        let path = std::path::absolute(one).map_err(file)?;
        if safe(&path) && std::fs::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
            return Ok(path);
        }
    }
    let path = std::path::absolute(keep).map_err(file)?.join(format!("library-{}.lib", library.hash));
    plain(&path, text.as_bytes()).map_err(file)?;
    Ok(path)
}

impl Flow {
    /// Finds the tools and reads the library, one file or several of it. Without CACTI in its
    /// folder, macros have no area and no delay; the caller reports that.
    ///
    /// # Errors
    ///
    /// Yosys or OpenSTA is missing, or the library cannot be used.
    pub fn find(liberty: &[PathBuf], cacti: &Path, keep: PathBuf, period: f64) -> Result<Self, SynthError> {
        let text = joined(liberty)?;
        let first = liberty.first().map(PathBuf::as_path).unwrap_or(Path::new(""));
        let library = Library::read(&first.display().to_string(), &text)?;
        let liberty = for_tools(liberty, &text, &keep, &library)?;
        Ok(Flow {
            yosys: Yosys::find()?,
            confined: false,
            sta: Sta::find()?,
            liberty,
            library,
            cacti: Cacti::find(cacti),
            keep,
            period,
        })
    }

    /// Returns the same flow, with Yosys confined by `before` to the folder of a design: for one
    /// that is not trusted.
    pub fn confined(self, before: Before) -> Flow {
        Flow { yosys: self.yosys.prepared(before), confined: true, ..self }
    }

    /// Returns the versions of all that a figure depends on: tools and library.
    pub fn versions(&self) -> String {
        let cacti = if self.cacti.is_some() { "CACTI 7" } else { "no CACTI" };
        let (yosys, sta, library) = (self.yosys.version(), self.sta.version(), &self.library);
        format!("{yosys}; OpenSTA {sta}; {cacti}; {} {}", library.name, &library.hash[..12])
    }

    /// Returns what becomes of asynchronous resets: they stay if the library has cells for them.
    pub fn resets(&self) -> Resets {
        if self.library.resets_at_once() { Resets::AtOnce } else { Resets::Gates }
    }

    /// Maps a design to library cells, with its large memories as macros; from the kept netlists,
    /// if it is there. It is mapped for area; where that misses the period, for delay, if this is
    /// faster.
    ///
    /// # Errors
    ///
    /// Yosys refuses the design, or writes a netlist that cannot be read; OpenSTA or CACTI has no
    /// result.
    pub fn netlist(&self, top: &str, verilog: &str) -> Result<Netlist, SynthError> {
        self.mapped(top, verilog, true, self.goal(top, verilog)?)
    }

    /// Returns what a design is mapped for.
    fn goal(&self, top: &str, verilog: &str) -> Result<Goal, SynthError> {
        let [area, delay] = [Goal::Area, Goal::Delay].map(|goal| self.mapping(true, goal).script(top));
        let macros = if self.cacti.is_some() { "CACTI" } else { "" };
        let parts =
            [EDITION, self.yosys.version(), self.sta.version(), &self.library.hash, &area, &delay, macros, verilog];
        let path = |goal| -> Result<f64, SynthError> {
            let netlist = self.mapped(top, verilog, true, goal)?;
            Ok(self.slowest(&netlist, &self.costs(&netlist)?)?.map_or(0.0, |slowest| slowest.ns))
        };
        // with a library of tables of two rows, `abc` aborts where it maps for delay
        let faster = |area: f64| -> Result<bool, SynthError> {
            match path(Goal::Delay) {
                Err(SynthError::Complaint { .. }) if !interrupt::asked() => Ok(false),
                delay => Ok(delay? < area),
            }
        };
        let make = || {
            let area = path(Goal::Area)?;
            Ok(if area > self.period && faster(area)? { Goal::Delay } else { Goal::Area })
        };
        kept_value(&self.keep, top, "goal.json", &parts, make)
    }

    /// Maps a design as [`netlist`](Flow::netlist) does, with a clock gate for each row of
    /// flip-flops with the same enable. `None` if the library has no clock gate.
    ///
    /// # Errors
    ///
    /// As of [`netlist`](Flow::netlist).
    pub fn gated(&self, top: &str, verilog: &str) -> Result<Option<Netlist>, SynthError> {
        let Some(name) = &self.library.clock_gate else { return Ok(None) };
        let Some(gate) = &self.library.cells[name].clock_gate else { return Ok(None) };
        let mapping = self.mapping(true, self.goal(top, verilog)?);
        let sizes = format!("clock gates {name} for {LEAST} to {MOST}");
        let parts = [EDITION, self.yosys.version(), &self.library.hash, &mapping.script(top), &sizes, verilog];
        let unread = |source| SynthError::Netlist { top: top.to_string(), source };
        let read = |text: &str| Netlist::read(top, text, &self.library).map_err(unread);
        let make = || mapping.gated(&self.yosys, top, verilog, (name, gate));
        kept(&self.keep, top, "gated.json", &parts, read, make).map(Some)
    }

    fn mapping(&self, macros: bool, goal: Goal) -> Mapping<'_> {
        let copy = self.confined.then_some(self.liberty.as_path());
        let liberty = if self.confined { Path::new(COPY) } else { &self.liberty };
        Mapping { liberty, copy, buffer: &self.library.buffer, period: self.period, goal, macros }
    }

    /// Returns the bits of state of a design, before technology mapping.
    ///
    /// # Errors
    ///
    /// Yosys refuses the design.
    pub fn state(&self, top: &str, verilog: &str) -> Result<State, SynthError> {
        self.yosys.elaborate(top, verilog)
    }

    /// Maps a design to library cells for area, without any macro; kept as
    /// [`netlist`](Flow::netlist) is.
    ///
    /// # Errors
    ///
    /// As of [`netlist`](Flow::netlist).
    pub fn flat(&self, top: &str, verilog: &str) -> Result<Netlist, SynthError> {
        self.mapped(top, verilog, false, Goal::Area)
    }

    fn mapped(&self, top: &str, verilog: &str, macros: bool, goal: Goal) -> Result<Netlist, SynthError> {
        let mapping = self.mapping(macros, goal);
        let parts = [EDITION, self.yosys.version(), &self.library.hash, &mapping.script(top), verilog];
        let unread = |source| SynthError::Netlist { top: top.to_string(), source };
        let read = |text: &str| Netlist::read(top, text, &self.library).map_err(unread);
        kept(&self.keep, top, "cells.json", &parts, read, || mapping.run(&self.yosys, top, verilog))
    }

    /// Returns CACTI's cost of every macro of a netlist; `None` without CACTI.
    ///
    /// # Errors
    ///
    /// CACTI has no result.
    pub fn macros(&self, netlist: &Netlist) -> Result<Vec<Option<Macro>>, SynthError> {
        let ask =
            |cacti: &Cacti, memory: &Memory| cacti.memory(memory.words as u64, memory.width as u64, Ports::of(memory));
        netlist.memories.iter().map(|memory| self.cacti.as_ref().map(|cacti| ask(cacti, memory)).transpose()).collect()
    }

    /// Returns CACTI's cost of every macro of a netlist, as [`macros`](Flow::macros); without CACTI
    /// each costs nothing.
    ///
    /// # Errors
    ///
    /// CACTI has no result.
    pub fn costs(&self, netlist: &Netlist) -> Result<Vec<Macro>, SynthError> {
        Ok(self.macros(netlist)?.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// Maps a design and returns its cost; with `sizing`, the cost after sizing by paths, too.
    ///
    /// # Errors
    ///
    /// A tool refuses the design, or writes output that cannot be read.
    pub fn cost(&self, top: &str, verilog: &str, sizing: bool) -> Result<Report, SynthError> {
        let goal = self.goal(top, verilog)?;
        let netlist = self.mapped(top, verilog, true, goal)?;
        let mut report = Report { goal, ..Report::default() };
        for gate in &netlist.gates {
            *report.cells.entry(gate.cell.clone()).or_default() += 1;
            report.flip_flops += u64::from(self.library.cells[&gate.cell].register.is_some());
        }
        report.area = netlist.area(&self.library);
        report.arrays = arrays(&netlist, &self.library);
        let costs = self.macros(&netlist)?;
        for (memory, cost) in netlist.memories.iter().zip(&costs) {
            let (name, rows, bits) = (memory.name.clone(), memory.words as u64, memory.width as u64);
            report.memories.push(Sized { name, rows, bits, cost: *cost });
            report.in_flip_flops += self.flat("rows", &alone(memory))?.area(&self.library);
        }
        let at_once: Vec<Macro> = costs.iter().map(|cost| cost.unwrap_or_default()).collect();
        report.slowest = self.slowest(&netlist, &at_once)?;
        if sizing {
            report.resized = Some(self.resized(verilog, goal, (&netlist, report.slowest.as_ref()), &at_once)?);
        }
        Ok(report)
    }

    fn slowest(&self, netlist: &Netlist, costs: &[Macro]) -> Result<Option<Slowest>, SynthError> {
        self.sta.slowest(netlist, &self.liberty, &self.library.buffer, costs)
    }

    /// Returns the cost of a netlist after sizing: that of the netlist itself, if OpenSTA finds no
    /// shorter path then. It is kept under a hash of all that it depends on.
    fn resized(
        &self,
        verilog: &str,
        goal: Goal,
        (netlist, before): (&Netlist, Option<&Slowest>),
        costs: &[Macro],
    ) -> Result<Resized, SynthError> {
        let top = &netlist.top;
        let (script, costs_text) = (self.mapping(true, goal).script(top), format!("{costs:?}"));
        let tools = [self.yosys.version(), self.sta.version(), &self.library.hash];
        let parts = [&tools[..], &[EDITION, SIZING, &script, &costs_text, verilog]].concat();
        let of = |netlist: &Netlist, slowest: Option<Slowest>| Resized {
            cells: netlist.gates.len() as u64,
            area: netlist.area(&self.library),
            slowest,
        };
        let make = || {
            let sized = sized(netlist, &self.library, costs)
                .map_err(|source| SynthError::Netlist { top: top.clone(), source })?;
            let after = self.slowest(&sized, costs)?;
            let shorter = after.as_ref().zip(before).is_some_and(|(after, before)| after.ns < before.ns);
            Ok(if shorter { of(&sized, after) } else { of(netlist, before.cloned()) })
        };
        kept_value(&self.keep, top, "sized.json", &parts, make)
    }
}

/// Returns the Verilog of a module that is one memory alone.
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
