//! Places a design of one's own, whose clock is the port `clock`: what `heddle cost timing
//! --placed` does with a unit.
//!
//! `cargo run --release -p heddle-synth --example placed -- LIBRARIES FILE.v TOP [UTILISATION
//! [NS]]`, where `make libraries` made the folder LIBRARIES; NS is the period that synthesis aims
//! at.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use heddle_synth::Flow;
use heddle_synth::place::{Aim, Lef, Physical, Placer};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [libraries, file, top, more @ ..] = &words[..] else {
        return Err("LIBRARIES FILE.v TOP [UTILISATION [NS]]".into());
    };
    let libraries = Path::new(libraries);
    let number = |at: usize, other: f64| more.get(at).map_or(Ok(other), |word| word.parse());
    let (utilisation, period) = (number(0, 0.7)?, number(1, 1.0)?);
    let folder = tempfile::tempdir()?;
    let keep = folder.path().to_path_buf();
    let flow = Flow::find(&[libraries.join("stdcells.lib")], &libraries.join("cacti"), keep, period)?;
    let lef = Lef::open(&[libraries.join("rtk-tech.lef"), libraries.join("stdcells.lef")])?;
    let placer = Placer::find(&libraries.join("placer")).ok_or("the placer is missing: make libraries")?;
    let verilog = std::fs::read_to_string(file)?;
    let mapped = flow.netlist(top, &verilog)?;
    println!("mapped: {} cells, {:.0} um2", mapped.gates.len(), mapped.area(&flow.library));
    let aim = Aim { utilisation, seed: 1, time: Duration::from_secs(600) };
    let figures = flow.placed(top, &verilog, &Physical { lef, placer }, aim)?.figures;
    println!("placed: {figures:#?}");
    Ok(())
}
