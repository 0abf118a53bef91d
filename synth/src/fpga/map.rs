//! Technology mapping of a unit's Verilog to cells of an ECP5, by Yosys.

use std::path::Path;

use serde_json::Value;

use crate::circuit::Circuit;
use crate::error::DataError;
use crate::keep::kept;
use crate::map::SWEEP;
use crate::{SynthError, Yosys};

/// How `abc` goes on for lookup tables: as the default.
///
/// They have four to six inputs. Those of five and six are two and four tables with multiplexers
/// beside them, without wires between.
const LUTS: &str = "strash;dch,-f;if;mfs2";

/// A design as a netlist of ECP5 cells.
#[derive(Debug, Clone)]
pub struct Mapped {
    /// Name of the top module.
    pub top: String,
    /// The netlist, as Yosys writes it.
    pub(super) netlist: Value,
    /// What the cells compute, cycle by cycle.
    pub circuit: Circuit,
}

impl Mapped {
    fn read(top: &str, text: &str) -> Result<Mapped, DataError> {
        let netlist: Value = serde_json::from_str(text)?;
        let circuit = super::cells::circuit(&netlist["modules"][top])?;
        Ok(Mapped { top: top.to_string(), netlist, circuit })
    }
}

/// Maps a design to cells of an ECP5, or takes the netlist from the kept ones.
pub(super) fn map(yosys: &Yosys, keep: &Path, top: &str, verilog: &str) -> Result<Mapped, SynthError> {
    // `synth_ecp5`, but its `abc` by a script of ours
    let script = format!(
        "read_verilog -D HEDDLE_FPGA top.v; hierarchy -check -top {top}; synth_ecp5 -top {top} -run begin:map_luts; techmap -map +/ecp5/latches_map.v; \
         abc -dress -lut 4:6 -script \"{SWEEP};{LUTS}\"; clean; synth_ecp5 -top {top} -run map_cells:; opt_clean -purge; \
         write_json netlist.json"
    );
    let unread = |source| SynthError::Netlist { top: top.to_string(), source };
    let read = |text: &str| Mapped::read(top, text).map_err(unread);
    let parts = [yosys.version(), &script, verilog];
    kept(keep, top, "ecp5.json", &parts, read, || {
        let file = |source| SynthError::File { top: top.to_string(), source };
        let folder = tempfile::tempdir().map_err(file)?;
        std::fs::write(folder.path().join("top.v"), verilog).map_err(file)?;
        yosys.run(top, folder.path(), &script)?;
        std::fs::read_to_string(folder.path().join("netlist.json")).map_err(file)
    })
}
