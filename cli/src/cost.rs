//! `heddle cost`: what hardware units cost: area, timing, power, an FPGA's parts, and sweeps over
//! configurations.

pub mod all;
pub mod area;
pub mod fpga;
mod gating;
mod in_gates;
mod papers;
mod picture;
mod placed;
pub mod power;
mod report;
pub mod sweep;

use std::path::{Path, PathBuf};

use heddle_sandbox::confine_tool;
use heddle_synth::Flow;
use heddle_testbench::kept;
use heddle_testbench::verilator::Cache;

use crate::cli::CostOf;
use crate::console::aside;
use crate::error::{Error, Outcome};
use crate::name::command_name;
use crate::program::units;
use crate::select::{Selected, usual};

/// The preset that stands for a unit named without a preset.
const PRESET: &str = "paper";

/// Runs a verb of `heddle cost`.
pub fn run(of: &CostOf) -> Result<Outcome, Error> {
    match of {
        CostOf::Area(args) => area::run(args, area::About::Area),
        CostOf::Timing(args) => area::run(args, area::About::Timing),
        CostOf::Power(args) => power::run(args),
        CostOf::Fpga(args) => fpga::run(args),
        CostOf::All(args) => all::run(args),
    }
}

/// Runs a verb of `heddle cost` that the user has named as it was named before, and says its name.
pub fn run_by_old_name(of: &CostOf) -> Result<Outcome, Error> {
    let (command, name) = (command_name(), of.name());
    aside!("`{command} {name}` is the old name of `{command} cost {name}`");
    run(of)
}

/// Returns the whole name of a preset: a unit alone stands for its preset `paper`, or its first.
fn exact(word: &str) -> String {
    match units().iter().find(|unit| unit.name == word) {
        Some(unit) => format!("{word}/{}", usual(unit, PRESET)),
        None => word.into(),
    }
}

/// Returns the flow, with Yosys in a sandbox where a user's Verilog is among the designs.
fn confined(flow: Flow, selected: &[Selected]) -> Flow {
    if selected.iter().any(Selected::is_users) { flow.confined(confine_tool) } else { flow }
}

/// Returns the synthesis flow for a cell library, NanGate's 45 nm if none is given, with a clock
/// period in ns.
pub fn flow(liberty: &[PathBuf], period: f64) -> Result<Flow, Error> {
    let cache = Cache::open()?;
    // CACTI is a program: no other user may have put it there
    let [place, cacti] = ["libraries", "libraries/cacti"].map(|name| cache.folder(name));
    let (place, cacti) = (place?, cacti?);
    let there = |path: &Path| kept::is_there(path, cache.trust(), false).map_err(|error| cache.error(error));
    let own = place.join("stdcells.lib");
    for file in ["cacti", "crossbar", "cache.cfg"] {
        there(&cacti.join(file))?;
    }
    let liberty = match liberty {
        [_, ..] => liberty,
        [] if there(&own)? => std::slice::from_ref(&own),
        [] => {
            let what = format!("{} is missing", own.display());
            return Err(Error::tool(
                what,
                "`make libraries` fetches the cell library and CACTI; --liberty takes another",
            ));
        }
    };
    let flow = Flow::find(liberty, &cacti, cache.make("netlists")?, period)?;
    if flow.cacti.is_none() {
        aside!("CACTI is missing: memories have no area and no access time (`make libraries` builds CACTI)");
    }
    Ok(flow)
}
