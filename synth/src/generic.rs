//! From a unit's Verilog to gates of no library, by Yosys.

use crate::{SynthError, Yosys};

/// A unit's netlist as Verilog: what [`map`](crate::map) makes of it, with flip-flops and gates of two inputs in place of a library's cells, all memories as flip-flops. Flip-flops stay
/// out of memories' read ports, so that each register keeps its name.
///
/// # Errors
///
/// Yosys refuses, or warns.
pub fn gates(yosys: &Yosys, top: &str, verilog: &str) -> Result<String, SynthError> {
    let file = |source| SynthError::File { top: top.to_string(), source };
    let folder = tempfile::tempdir().map_err(file)?;
    std::fs::write(folder.path().join("top.v"), verilog).map_err(file)?;
    let script = format!(
        "read_verilog top.v; hierarchy -check -top {top}; synth -flatten -nordff -run begin:fine -top {top}; check -assert; opt -fast -full; \
         memory_map; opt -undriven -fine; opt -full; techmap; opt -fast; abc -fast -g gates; setundef -zero; opt_clean; \
         write_verilog -noattr netlist.v"
    );
    yosys.run(top, folder.path(), &script)?;
    std::fs::read_to_string(folder.path().join("netlist.v")).map_err(file)
}
