//! A preset with some of its numbers changed.

use std::fs::read_to_string;

use heddle_contract::{Config, Value};
use heddle_testbench::bench::Bench;
use heddle_testbench::kept::Trust;
use heddle_testbench::variant::{VaryError, vary};
use heddle_units::compile::sources;
use heddle_units::lane::Lane;
use heddle_units::slp::Slp;
use heddle_units::units;

fn preset<B: Bench>(name: &str) -> &'static B::Config {
    B::Config::preset(name).unwrap()
}

fn changes(changes: &[(&str, u32)]) -> Vec<(String, u32)> {
    changes.iter().map(|(name, value)| (name.to_string(), *value)).collect()
}

#[test]
fn every_number_of_every_unit_can_be_changed() {
    for unit in units() {
        for (name, value) in &unit.presets[0].1 {
            let Value::Number(value) = value else { continue };
            let same = unit.vary(unit.presets[0].0, &changes(&[(name, *value as u32)]));
            assert!(same.unwrap().verilog.is_some(), "{} {name}", unit.name);
        }
    }
}

#[test]
fn the_sources_of_a_variant_have_its_configurations_alone() {
    let folder = tempfile::tempdir().unwrap();
    let text = |file: &str| read_to_string(folder.path().join(file)).unwrap();
    for unit in units().into_iter().filter(|unit| !unit.primitive) {
        let [first, second] = [0, 1].map(|number| unit.presets[number].0);
        sources(folder.path(), Trust::of_user(), &unit, first, &[]).unwrap();
        let own = format!("rtl/src/{}/mod.rs", unit.name);
        assert!(text(&own).contains("_with!(cfg: )\n    }\n}\n"), "{}", unit.name);
        sources(folder.path(), Trust::of_user(), &unit, second, &[&[], &changes(&[("warps", 3)])]).unwrap();
        assert!(text(&own).contains("_with!(cfg: [1] [1, warps: 3])\n    }\n}\n"), "{}", unit.name);
    }
    let manifest = text("Cargo.toml");
    assert!(manifest.contains("\nmembers = [\"emit\", \"block\", \"contract\", \"rtl\"]\n"), "{manifest}");
    assert!(manifest.contains("[workspace.dependencies]") && !manifest.contains("name = \"heddle\""), "{manifest}");
}

#[test]
fn what_is_refused_is_named() {
    let refused = |change| vary::<Slp>(preset::<Slp>("tiny"), &changes(&[change])).err().unwrap();
    assert_eq!(
        refused(("depth", 4)),
        VaryError::Name { unit: "slp", name: "depth".into(), known: vec!["width", "warps"] }
    );
    assert!(matches!(refused(("width", 3)), VaryError::Config(error) if error.parameter == "width"));
}

#[test]
fn a_variant_that_is_a_preset_has_verilog() {
    let warps = |warps| vary::<Slp>(preset::<Slp>("tiny"), &changes(&[("warps", warps)])).unwrap();
    assert!(warps(20).verilog.is_some());
    assert!(warps(21).verilog.is_none());
}

#[test]
fn a_wider_lane_does_more_and_no_lane_more_than_it_is_wide() {
    let of =
        |width| vary::<Lane>(preset::<Lane>("paper"), &changes(&[("width", width)])).unwrap().throughput().unwrap();
    let (one, two) = (of(1), of(2));
    assert!(0.5 < one && one <= 1.0 && one < two && two <= 2.0, "{one}, {two}");
    // an instruction and the one that follows it want a tag each
    assert_eq!(vary::<Lane>(preset::<Lane>("paper"), &changes(&[("tags", 1)])).unwrap().throughput(), None);
}
