//! Faults as named edits of the emitted Verilog.

use std::path::Path;

use heddle_testbench::target::Hardware;
use heddle_testbench::units::Unit;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// One edit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The module of the emitted Verilog in which to look.
    within: String,
    find: String,
    replace: String,
    /// How often the text must be there; all places are edited.
    #[serde(default = "once")]
    times: usize,
}

fn once() -> usize {
    1
}

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
    let mut verilog = emitted.to_string();
    for edit in edits {
        let changed = || format!("{name}: the emitted Verilog has changed under this fault: {:?}", edit.find);
        let start = verilog.find(&format!("module {}(", edit.within)).unwrap_or_else(|| panic!("{}", changed()));
        let end = start + verilog[start..].find("\nendmodule").expect("every module ends");
        let module = &verilog[start..end];
        assert_eq!(module.matches(&edit.find).count(), edit.times, "{}", changed());
        let edited = module.replace(&edit.find, &edit.replace);
        verilog.replace_range(start..end, &edited);
    }
    Hardware::File { path: format!("{name}.v").into(), verilog }
}
