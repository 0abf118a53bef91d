//! Technology mapping of a unit's Verilog to the cells of a library, by Yosys.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::liberty::ClockGate;
use crate::{SynthError, Yosys, gating};

/// Least rows and least bits of a memory that becomes a macro: CACTI accepts no smaller one.
pub const MACRO: usize = 32;

/// Name of the library's copy in the folder of a design.
pub const COPY: &str = "cells.lib";

/// How every script of `abc` begins: as the defaults of Yosys 0.23, but for the limit of conflicts
/// at a node of SAT sweeping (`-C`).
///
/// The default limit is a million: on a product in carry-save form that is summed in the same
/// stage, sweeping does not end.
pub(crate) const SWEEP: &str = "+strash;&get,-n;&fraig,-x,-C,1000;&put;scorr;dc2;dretime";
/// How `abc` goes on for cells of little area: as the default with constraints.
const AREA: &str = "retime,-o,{D};strash;&get,-n;&dch,-f;&nf,{D};&put;buffer;upsize,{D};dnsize,{D};stime,-p";
/// What `abc` does for cells of little delay: it keeps the design's own structure, and covers it
/// by delay until the aim is met.
const DELAY: &str = "+strash;dch;map,-B,0.9,{D};topo;buffer,-c;upsize,{D};dnsize,{D};stime,-p";
/// Carries of sums by parallel prefixes, for little delay.
const CARRIES: &str = include_str!("carries.v");

/// What synthesis maps a design's logic for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Little area.
    #[default]
    Area,
    /// Little delay, where that for area misses the aim.
    Delay,
}

/// Settings of technology mapping.
#[derive(Debug, Clone, Copy)]
pub struct Mapping<'a> {
    /// Path of the library's Liberty file, as the script has it.
    pub liberty: &'a Path,
    /// The file of which [`COPY`] is made in the folder of the design; `None` for no copy.
    pub copy: Option<&'a Path>,
    /// Name of the library's cell that drives the inputs.
    pub buffer: &'a str,
    /// Target delay, in ns.
    pub period: f64,
    /// What logic is mapped for.
    pub goal: Goal,
    /// Whether memories of [`MACRO`] rows and bits or more stay memories; else all are flip-flops.
    pub macros: bool,
}

impl Mapping<'_> {
    /// Returns the Yosys script that maps `top.v` to `netlist.json`.
    pub fn script(&self, top: &str) -> String {
        format!("{}; {}", self.first(top), self.last())
    }

    /// Returns the part of the script before flip-flops are mapped.
    fn first(&self, top: &str) -> String {
        let small = if self.macros { format!("t:$mem_v2 r:SIZE<{MACRO} r:WIDTH<{MACRO} %u %i") } else { String::new() };
        let sums = match self.goal {
            Goal::Area => "",
            Goal::Delay => " -map carries.v -map +/techmap.v",
        };
        format!(
            "read_verilog top.v; hierarchy -check -top {top}; synth -flatten -run begin:fine -top {top}; check -assert; opt -fast -full; \
             memory_map {small}; opt -undriven -fine; opt -full; techmap{sums}; opt -fast"
        )
    }

    /// Returns the part of the script that maps flip-flops and logic.
    fn last(&self) -> String {
        let (liberty, picoseconds) = (self.liberty.display(), self.period * 1000.0);
        let script = match self.goal {
            Goal::Area => &format!("{SWEEP};{AREA}"),
            Goal::Delay => DELAY,
        };
        // without constraints, `abc` neither sizes gates nor buffers nets
        format!(
            "dfflibmap -liberty \"{liberty}\"; abc -D {picoseconds:.0} -constr constraints -liberty \"{liberty}\" -script \"{script}\"; \
             setundef -zero; opt_clean -purge; write_json netlist.json"
        )
    }

    /// Maps a design and returns its netlist as Yosys' JSON, for
    /// [`Netlist::read`](crate::Netlist::read).
    ///
    /// # Errors
    ///
    /// Yosys refuses the design, or warns.
    pub fn run(&self, yosys: &Yosys, top: &str, verilog: &str) -> Result<String, SynthError> {
        let folder = self.folder(top, verilog)?;
        yosys.run(top, folder.path(), &self.script(top))?;
        read(top, folder.path(), "netlist.json")
    }

    /// Maps a design as [`run`](Mapping::run) does, with clock gates: `gate` is their cell.
    ///
    /// # Errors
    ///
    /// As of [`run`](Mapping::run).
    pub fn gated(
        &self,
        yosys: &Yosys,
        top: &str,
        verilog: &str,
        gate: (&str, &ClockGate),
    ) -> Result<String, SynthError> {
        let folder = self.folder(top, verilog)?;
        yosys.run(top, folder.path(), &format!("{}; write_json generic.json", self.first(top)))?;
        let generic = read(top, folder.path(), "generic.json")?;
        let gated =
            gating::gated(top, &generic, gate).map_err(|source| SynthError::Netlist { top: top.into(), source });
        write(top, folder.path(), "gated.json", &gated?)?;
        let (name, ClockGate { clock, enable, output }) = gate;
        let cell = format!("module {name}(input {clock}, input {enable}, output {output}); endmodule\n");
        write(top, folder.path(), "gate.v", &cell)?;
        let again = format!("read_verilog -lib gate.v; read_json gated.json; {}", self.last());
        yosys.run(top, folder.path(), &again)?;
        read(top, folder.path(), "netlist.json")
    }

    /// Returns a folder with the design and the constraints.
    fn folder(&self, top: &str, verilog: &str) -> Result<TempDir, SynthError> {
        let folder = tempfile::tempdir().map_err(|source| SynthError::File { top: top.to_string(), source })?;
        write(top, folder.path(), "top.v", verilog)?;
        write(top, folder.path(), "carries.v", CARRIES)?;
        if let Some(library) = self.copy {
            let copied = std::fs::copy(library, folder.path().join(COPY));
            copied.map_err(|source| SynthError::File { top: top.to_string(), source })?;
        }
        let constraints = format!("set_driving_cell {}\nset_load 3.0 [all_outputs]\n", self.buffer);
        write(top, folder.path(), "constraints", &constraints)?;
        Ok(folder)
    }
}

fn write(top: &str, folder: &Path, name: &str, text: &str) -> Result<(), SynthError> {
    std::fs::write(folder.join(name), text).map_err(|source| SynthError::File { top: top.to_string(), source })
}

fn read(top: &str, folder: &Path, name: &str) -> Result<String, SynthError> {
    std::fs::read_to_string(folder.join(name)).map_err(|source| SynthError::File { top: top.to_string(), source })
}
