//! From the RTL's Verilog to cells of a library, by Yosys.

use std::path::Path;
use std::process::Command;

use super::PowerError;

/// A memory of so many words, or more, each of so many bits, or more, is a macro; what is smaller is flip-flops.
const MACRO: usize = 32;

/// What outputs drive and what drives inputs makes `abc` size gates and buffer nets.
const CONSTRAINTS: &str = "set_driving_cell BUF_X2\nset_load 3.0 [all_outputs]\n";

/// Maps a design, and gives Yosys' JSON of it, for [`Netlist::read`](super::netlist::Netlist::read). A delay of `picoseconds` is aimed at.
pub fn map(top: &str, verilog: &str, liberty: &Path, picoseconds: u32) -> Result<String, PowerError> {
    let folder = tempfile::tempdir().map_err(PowerError::Temporary)?;
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).map_err(PowerError::Temporary);
    write("top.v", verilog)?;
    write("constraints", CONSTRAINTS)?;
    let liberty = liberty.display();
    let script = format!(
        "read_verilog top.v\nhierarchy -check -top {top}\nsynth -flatten -run begin:fine -top {top}\nopt -fast -full\n\
         memory_map t:$mem_v2 r:SIZE<{MACRO} r:WIDTH<{MACRO} %u %i\nopt -undriven -fine\nopt -full\ntechmap\nopt -fast\n\
         dfflibmap -liberty \"{liberty}\"\nabc -D {picoseconds} -constr constraints -liberty \"{liberty}\"\n\
         setundef -zero\nopt_clean -purge\nwrite_json netlist.json\n"
    );
    write("map.ys", &script)?;
    let output = Command::new("yosys").args(["-q", "-s", "map.ys"]).current_dir(&folder).output();
    let output = output.map_err(PowerError::NoYosys)?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(PowerError::Map { top: top.to_string(), text });
    }
    std::fs::read_to_string(folder.path().join("netlist.json")).map_err(PowerError::Temporary)
}
