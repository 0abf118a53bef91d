//! The house keeps its shape: every unit has the same name and the same place in every room, and the rooms that must not see each other do not.

use std::fs;
use std::path::{Path, PathBuf};

use heddle_testbench::units::units;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_unit_has_a_place_in_every_room() {
    let rooms =
        ["contract/src", "golden/units/src", "rtl/src", "testbench/src", "synth", "tests/corpus", "tests/faults"];
    let mut missing = Vec::new();
    for unit in units().iter().filter(|unit| !unit.primitive) {
        for room in rooms {
            let place = root().join(room).join(unit.name);
            let some = fs::read_dir(&place).is_ok_and(|mut files| files.next().is_some());
            if !some {
                missing.push(place.display().to_string());
            }
        }
    }
    assert!(missing.is_empty(), "CONTRIBUTING.md tells what belongs there: {missing:#?}");
}

/// How many faults a unit of the design keeps at least; its parts need none.
const FAULTS: usize = 12;

#[test]
fn every_unit_has_faults_claims_and_tests_of_its_own() {
    let count = |folder: &str, fits: &dyn Fn(&str) -> bool| {
        let files = fs::read_dir(root().join(folder)).unwrap();
        files.filter(|file| fits(&file.as_ref().unwrap().file_name().to_string_lossy())).count()
    };
    let mut missing = Vec::new();
    for unit in units().iter().filter(|unit| !unit.primitive) {
        let name = unit.name;
        let (faults, claims, tests) = (format!("tests/faults/{name}"), format!("{name}.toml"), format!("{name}_"));
        if count(&faults, &|file| file.ends_with(".toml")) < FAULTS {
            missing.push(format!("{faults}: {FAULTS} planted faults"));
        }
        if count("tests/claims", &|file| file == claims) == 0 {
            missing.push(format!("tests/claims/{claims}: a fault for each claim"));
        }
        if count("golden/units/tests", &|file| file.starts_with(&tests) && file.ends_with(".rs")) == 0 {
            missing.push(format!("golden/units/tests/{tests}*.rs: property tests of the golden model"));
        }
    }
    assert!(missing.is_empty(), "CONTRIBUTING.md tells what belongs there: {missing:#?}");
}

/// Lines of a manifest's `[dependencies]`.
fn dependencies(package: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(package).join("Cargo.toml")).unwrap();
    let lines = text.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let names = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.is_empty());
    names.map(|line| line.split(['.', ' ', '=']).next().unwrap().to_string()).collect()
}

#[test]
fn the_hardware_does_not_see_the_golden_models() {
    // that RTL and model were written apart is a fact of the build
    assert_eq!(dependencies("rtl"), ["heddle-contract", "rust-hdl"]);
    let ours = |package: &str| dependencies(package).into_iter().filter(|name| name.starts_with("heddle-")).collect();
    let golden: Vec<String> = ours("golden/units");
    assert_eq!(golden, ["heddle-contract"]);
    for package in ["contract", "synth"] {
        let ours: Vec<String> = ours(package);
        assert!(ours.is_empty(), "{package} stands on nothing of ours: {ours:?}");
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_unit_has_hand_written_verilog() {
    let mut files = Vec::new();
    sources(&root().join("rtl/src"), &mut files);
    let by_hand = |path: &&PathBuf| fs::read_to_string(path).unwrap().contains("Verilog::Custom");
    for path in files.iter().filter(by_hand) {
        assert!(path.starts_with(root().join("rtl/src/primitive")), "{} writes Verilog by hand", path.display());
    }
}

#[test]
fn the_gpu_does_not_see_its_recordings_and_studies() {
    let gpu = root().join("golden/gpu/src");
    let mut files = Vec::new();
    sources(&gpu, &mut files);
    let outside = |path: &&PathBuf| !["record", "study"].iter().any(|room| path.starts_with(gpu.join(room)));
    let sees = |text: &str| ["crate::record", "crate::study"].iter().any(|room| text.contains(room));
    assert!(sees("use crate::record::Traffic;"));
    for path in files.iter().filter(outside) {
        assert!(!sees(&fs::read_to_string(path).unwrap()), "{} imports a recording or a study", path.display());
    }
    assert!(files.iter().filter(outside).count() > 50);
}
