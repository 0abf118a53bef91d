//! What units cost.

pub mod all;
pub mod area;
mod papers;
pub mod power;
mod report;
pub mod sweep;

use std::path::Path;

use heddle_synth::Flow;
use heddle_testbench::verilator::Cache;

use crate::console::aside;
use crate::error::Error;

/// The preset of a unit that is named alone.
const PRESET: &str = "paper";

/// A preset's whole name.
fn exact(word: &str) -> String {
    if word.contains('/') { word.into() } else { format!("{word}/{PRESET}") }
}

/// The tools with a cell library, NanGate's if none is given, which aim at a clock period in ns.
pub fn flow(liberty: Option<&Path>, period: f64) -> Result<Flow, Error> {
    let root = Cache::open()?.root().to_path_buf();
    let place = root.join("libraries");
    let own = place.join("stdcells.lib");
    let liberty = match liberty {
        Some(liberty) => liberty,
        None if own.is_file() => &own,
        None => {
            let what = format!("{} is not there", own.display());
            return Err(Error::tool(
                what,
                "`make libraries` fetches the cell library and CACTI; --liberty takes another",
            ));
        }
    };
    let flow = Flow::find(liberty, &place.join("cacti"), root.join("netlists"), period)?;
    if flow.cacti.is_none() {
        aside!("CACTI is not there: memories have no area, and answer at once (`make libraries` builds it)");
    }
    Ok(flow)
}
