//! Technology mapping of a unit's Verilog to the cells of a library, by Yosys.

use std::path::Path;

use crate::{SynthError, Yosys};

/// Least rows and least bits of a memory that becomes a macro: CACTI accepts no smaller one.
pub const MACRO: usize = 32;

/// Settings of technology mapping.
#[derive(Debug, Clone, Copy)]
pub struct Mapping<'a> {
    /// Path of the library's Liberty file.
    pub liberty: &'a Path,
    /// Name of the library's cell that drives the inputs.
    pub buffer: &'a str,
    /// Target delay, in ns.
    pub period: f64,
    /// Whether memories of [`MACRO`] rows and bits or more stay memories; else all are flip-flops.
    pub macros: bool,
}

impl Mapping<'_> {
    /// Returns the Yosys script that maps `top.v` to `netlist.json`.
    pub fn script(&self, top: &str) -> String {
        let (liberty, picoseconds) = (self.liberty.display(), self.period * 1000.0);
        let small = if self.macros { format!("t:$mem_v2 r:SIZE<{MACRO} r:WIDTH<{MACRO} %u %i") } else { String::new() };
        // without constraints, `abc` neither sizes gates nor buffers nets
        format!(
            "read_verilog top.v; hierarchy -check -top {top}; synth -flatten -run begin:fine -top {top}; check -assert; opt -fast -full; \
             memory_map {small}; opt -undriven -fine; opt -full; techmap; opt -fast; dfflibmap -liberty \"{liberty}\"; \
             abc -D {picoseconds:.0} -constr constraints -liberty \"{liberty}\"; setundef -zero; opt_clean -purge; write_json netlist.json"
        )
    }

    /// Maps a design and returns its netlist as Yosys' JSON, for [`Netlist::read`](crate::Netlist::read).
    ///
    /// # Errors
    ///
    /// Yosys refuses the design, or warns.
    pub fn run(&self, yosys: &Yosys, top: &str, verilog: &str) -> Result<String, SynthError> {
        let file = |source| SynthError::File { top: top.to_string(), source };
        let folder = tempfile::tempdir().map_err(file)?;
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).map_err(file);
        write("top.v", verilog)?;
        write("constraints", &format!("set_driving_cell {}\nset_load 3.0 [all_outputs]\n", self.buffer))?;
        yosys.run(top, folder.path(), &self.script(top))?;
        std::fs::read_to_string(folder.path().join("netlist.json")).map_err(file)
    }
}
