//! Helpers of the tests of planted faults: reads the fault files of a folder.

use std::path::Path;

use heddle_testbench::faults::{Edit, plant};
use heddle_testbench::target::Hardware;
use heddle_testbench::unit::Unit;
use serde::de::DeserializeOwned;

/// A unit's faults in a folder of `tests`, by name.
pub fn faults<F: DeserializeOwned>(folder: &str, unit: &str) -> Vec<(String, F)> {
    let mut faults = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests").join(folder);
    for file in std::fs::read_dir(folder.join(unit)).into_iter().flatten() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().to_string();
        let text = std::fs::read_to_string(&path).unwrap();
        faults.push((name, toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))));
    }
    faults.sort_by(|a: &(String, F), b| a.0.cmp(&b.0));
    faults
}

/// A preset of a unit by its name.
pub fn preset(unit: &Unit, name: &str) -> &'static str {
    unit.presets.iter().find(|(preset, _)| *preset == name).unwrap_or_else(|| panic!("no preset {name}")).0
}

/// The hardware with its fault, from its preset's Verilog.
pub fn faulty(name: &str, edits: &[Edit], emitted: &str) -> Hardware {
    let verilog = plant(edits, emitted).unwrap_or_else(|error| panic!("{name}: the RTL has changed under it: {error}"));
    Hardware::file(format!("{name}.v"), verilog)
}
