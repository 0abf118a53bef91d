//! Mapping of a unit's Verilog by Yosys to generic gates, independent of a library, for proofs.

use crate::{SynthError, Yosys};

/// Bits from which on a product is beyond a solver.
const PRODUCT: usize = 32;

/// A unit as flat Verilog, and the same unit as a netlist of generic gates in Verilog.
#[derive(Debug, Clone)]
pub struct Gates {
    /// The flat Verilog of the unit. Its wide multiplications are left out: their operands are
    /// outputs, their products inputs.
    pub origin: String,
    /// The netlist: what [`map`](crate::map) makes of `origin`, with flip-flops and gates of two
    /// inputs in place of a library's cells. All memories are flip-flops, no flip-flop is moved
    /// into a memory's read port, and no state machine gets other states, so that each register
    /// keeps its name.
    pub netlist: String,
}

/// Maps a design to generic gates by Yosys.
///
/// # Errors
///
/// Yosys refuses, or warns.
pub fn gates(yosys: &Yosys, top: &str, verilog: &str) -> Result<Gates, SynthError> {
    mapped(yosys, top, verilog, (PRODUCT, ""))
}

/// Maps a design to generic gates by Yosys, its products too, and returns the netlist in Verilog
/// for a simulator.
///
/// # Errors
///
/// As of [`gates()`].
pub fn netlist(yosys: &Yosys, top: &str, verilog: &str) -> Result<String, SynthError> {
    // bits of one word that depend on each other are no loop
    Ok(mapped(yosys, top, verilog, (i32::MAX as usize, "splitnets -driver; "))?.netlist)
}

/// Maps a design, from whose `wide` products on all are left out; `last` is done to the netlist.
fn mapped(yosys: &Yosys, top: &str, verilog: &str, (wide, last): (usize, &str)) -> Result<Gates, SynthError> {
    let file = |source| SynthError::File { top: top.to_string(), source };
    let folder = tempfile::tempdir().map_err(file)?;
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("top.v"), verilog).map_err(file)?;
    // what Yosys called `_12_` in the flat Verilog is hidden again: it would take the place of a
    // register's own name; and a wire with an attribute is not narrowed, by which a bit whose value
    // is also on other wires would lose its name
    let script = format!(
        "read_verilog top.v; hierarchy -check -top {top}; proc; flatten; check -assert; opt_clean; \
         select -set wide t:$mul r:Y_WIDTH>={wide} %i; select -set products @wide %co:+[Y] w:* %i; \
         select -set operands @wide %ci:+[A,B] w:* %i; expose @operands; expose -input @products; opt_clean; pmuxtree; \
         write_verilog -noattr origin.v; design -reset; \
         read_verilog origin.v; hierarchy -check -top {top}; rename -hide w:_*_; setattr -set named 1 w:* w:$* %d; \
         synth -flatten -nordff -nofsm -run begin:fine -top {top}; check -assert; opt -fast -full; memory_map; opt -undriven -fine; opt -full; \
         techmap; opt -fast; abc -fast -g gates; setundef -zero; opt_clean; \
         {last}write_verilog -noattr netlist.v"
    );
    yosys.run(top, folder.path(), &script)?;
    let read = |name: &str| std::fs::read_to_string(at(name)).map_err(file);
    Ok(Gates { origin: read("origin.v")?, netlist: read("netlist.v")? })
}
