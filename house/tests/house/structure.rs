//! Tests of the structure of the repository: every unit has the same name and the same place in
//! every room, and the rooms that must not depend on each other do not.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The units of the design: those whose contract is a folder, but for their common parts.
fn units() -> Vec<String> {
    let folders = fs::read_dir(root().join("contract/src")).unwrap().map(|entry| entry.unwrap());
    let folders = folders.filter(|entry| entry.path().is_dir());
    let names = folders.map(|entry| entry.file_name().into_string().unwrap());
    let units: Vec<String> = names.filter(|name| name != "primitive").collect();
    assert!(units.len() >= 5, "{units:?}");
    units
}

#[test]
fn every_unit_has_a_place_in_every_room() {
    let rooms = ["contract/src", "golden/units/src", "rtl/src", "units/src", "synth", "tests/corpus", "tests/faults"];
    let mut missing = Vec::new();
    for unit in units() {
        for room in rooms {
            let place = root().join(room).join(&unit);
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
    for name in units() {
        let (faults, claims, tests) = (format!("tests/faults/{name}"), format!("{name}.toml"), format!("{name}_"));
        if count(&faults, &|file| file.ends_with(".toml")) < FAULTS {
            missing.push(format!("{faults}: {FAULTS} planted faults"));
        }
        if count("tests/claims", &|file| file == claims) == 0 {
            missing.push(format!("tests/claims/{claims}: a fault for each claim"));
        }
        if count("golden/units/tests/units", &|file| file.starts_with(&tests) && file.ends_with(".rs")) == 0 {
            missing.push(format!("golden/units/tests/units/{tests}*.rs: property tests of the golden model"));
        }
    }
    assert!(missing.is_empty(), "CONTRIBUTING.md tells what belongs there: {missing:#?}");
}

/// Names in a manifest's `[dependencies]`, but for the crate without code that every crate has.
fn dependencies(package: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(package).join("Cargo.toml")).unwrap();
    let lines = text.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let names = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.is_empty());
    let names = names.map(|line| line.split(['.', ' ', '=']).next().unwrap().to_string());
    names.filter(|name| name != "heddle-features").collect()
}

#[test]
fn the_hardware_does_not_see_the_golden_models() {
    // that RTL and model were written apart is a fact of the build
    assert_eq!(dependencies("rtl"), ["heddle-block", "heddle-contract", "rust-hdl"]);
    let ours = |package: &str| dependencies(package).into_iter().filter(|name| name.starts_with("heddle-")).collect();
    let golden: Vec<String> = ours("golden/units");
    assert_eq!(golden, ["heddle-block", "heddle-contract"]);
    let contract: Vec<String> = ours("contract");
    assert_eq!(contract, ["heddle-block"]);
    let block: Vec<String> = ours("block");
    assert!(block.is_empty(), "a block is described without anything else of ours: {block:?}");
    let synth: Vec<String> = ours("synth");
    assert_eq!(synth, ["heddle-sandbox"]);
}

#[test]
fn the_comparison_knows_no_unit_and_no_gpu() {
    let names = |packages: &[&str]| -> BTreeSet<String> {
        let lines = tree(packages).into_iter();
        lines.filter_map(|line| line.split(' ').next().map(str::to_string)).collect()
    };
    let library = names(&["-p", "heddle-testbench", "-e", "no-dev"]);
    let units = ["heddle-contract", "heddle-golden", "heddle-rtl", "rust-hdl", "heddle-units"];
    let gpu = ["heddle-gpu", "heddle-kernel", "heddle-workloads", "heddle-cuda"];
    assert!(library.contains("heddle-block"), "{library:?}");
    assert!(units.iter().chain(&gpu).all(|name| !library.contains(*name)), "{library:?}");
    let of_units = names(&["-p", "heddle-units", "-e", "no-dev"]);
    assert!(units.iter().all(|name| of_units.contains(*name)), "{of_units:?}");
    assert!(gpu.iter().all(|name| !of_units.contains(*name)), "a change of a unit compiles no GPU: {of_units:?}");
}

/// Folders of crates with integration tests.
const TESTED: [&str; 13] = [
    ".",
    "golden/units",
    "golden/c",
    "golden/kernel",
    "golden/gpu",
    "kernels",
    "verilator",
    "cli",
    "units",
    "synth",
    "cuda",
    "formal",
    "house",
];
/// The test program that stands beside its crate's: it counts what the reader allocates, in an
/// allocator of its own.
const APART: &str = "golden/kernel/tests/reader";

/// Files and folders of a test program that its `main.rs` does not name, and whose tests would not
/// run.
fn unnamed(main: &str, beside: &[String]) -> Vec<String> {
    let names = |name: &&String| main.lines().any(|line| line == format!("mod {};", name.trim_end_matches(".rs")));
    beside.iter().filter(|name| *name != "main.rs" && !names(name)).cloned().collect()
}

#[test]
fn a_crate_has_one_test_program_that_runs_every_file() {
    let names = |folder: &Path| -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
    };
    let mut wrong = Vec::new();
    for folder in TESTED.map(|package| root().join(package).join("tests")) {
        let program = |name: &String| name.ends_with(".rs") || folder.join(name).join("main.rs").is_file();
        let apart = |name: &String| folder.join(name).ends_with(APART);
        let programs: Vec<String> = names(&folder).into_iter().filter(|name| program(name) && !apart(name)).collect();
        if programs.len() != 1 {
            wrong.push(format!(
                "{}: a program links everything that it tests, so one is enough: {programs:?}",
                folder.display()
            ));
        }
        for program in programs.iter().filter(|name| !name.ends_with(".rs")).map(|name| folder.join(name)) {
            let code = |name: &String| name.ends_with(".rs") || program.join(name).join("mod.rs").is_file();
            let beside: Vec<String> = names(&program).into_iter().filter(code).collect();
            let main = fs::read_to_string(program.join("main.rs")).unwrap();
            wrong.extend(
                unnamed(&main, &beside)
                    .iter()
                    .map(|name| format!("{}: main.rs has no line for {name}", program.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let beside = ["main.rs", "one.rs", "two", "three.rs"].map(String::from);
    assert_eq!(unnamed("mod one;\n// mod three;\nmod two;\n", &beside), ["three.rs"]);
}

/// Lines of `cargo tree` of these packages: every dependency with its features.
fn tree(packages: &[&str]) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--locked", "--prefix", "none", "--no-dedupe", "-f", "{p} [{f}]"]).args(packages);
    let output = cargo.current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect()
}

/// Lines of `cargo tree` of each of the workspace's crates alone, with and without what its tests
/// need.
fn trees_of_one(all: &BTreeSet<String>) -> BTreeSet<String> {
    let crates = all.iter().filter_map(|line| line.split(' ').next()).filter(|name| name.starts_with("heddle"));
    let crates: BTreeSet<&str> = crates.collect();
    assert!(crates.len() > 12, "{crates:?}");
    crates.iter().flat_map(|name| [tree(&["-p", name]), tree(&["-p", name, "-e", "no-dev"])]).flatten().collect()
}

#[test]
fn one_crate_alone_is_built_of_the_same_dependencies() {
    // with other features, a dependency and everything above it are built a second time
    let mut all = tree(&["--workspace"]);
    let alone = trees_of_one(&all);
    let twice: Vec<&String> = alone.difference(&all).collect();
    assert!(twice.is_empty(), "features/Cargo.toml must turn these features on: {twice:#?}");
    let serde = all.iter().find(|line| line.starts_with("serde ")).unwrap().clone();
    assert!(all.remove(&serde) && alone.difference(&all).eq([&serde]));
}

/// Returns the files below a folder whose names end with one of `ends`, but for what is hidden and
/// what cargo builds.
pub(crate) fn files(folder: &Path, ends: &[&str]) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path == root().join("target") || name.starts_with('.') {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if ends.iter().any(|end| name.ends_with(end)) {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn no_unit_has_hand_written_verilog() {
    let files = files(&root().join("rtl/src"), &[".rs"]);
    let by_hand = |path: &&PathBuf| fs::read_to_string(path).unwrap().contains("Verilog::Custom");
    for path in files.iter().filter(by_hand) {
        assert!(path.starts_with(root().join("rtl/src/primitive")), "{} writes Verilog by hand", path.display());
    }
}

/// Whether a source has an example that `cargo test` compiles: fenced code without a language.
fn has_example(text: &str) -> bool {
    let fences = text.lines().filter_map(|line| {
        let comment = line.trim_start().strip_prefix("//!").or(line.trim_start().strip_prefix("///"))?;
        comment.trim_start().strip_prefix("```")
    });
    fences.step_by(2).any(|language| language.is_empty())
}

#[test]
fn examples_in_documentation_are_run() {
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let members = workspace.lines().find_map(|line| line.strip_prefix("members = ")).expect("a list in one line");
    let mut crates = 0;
    for package in members.split('"').filter(|word| fs::exists(root().join(word).join("Cargo.toml")).unwrap()) {
        let folder = root().join(package);
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let own = folder.join("src");
        let files = files(if own.is_dir() { &own } else { &folder }, &[".rs"]);
        let some = files.iter().any(|path| has_example(&fs::read_to_string(path).unwrap()));
        // rustdoc takes a second or more for a crate without any
        assert_eq!(some, !manifest.contains("doctest = false"), "{package}: examples are run where there are some");
        crates += usize::from(some);
    }
    assert!(crates > 1);
    assert!(has_example("//! ```text\n//! a\n//! ```\n//! ```\n//! let it = 1;\n//! ```\n"));
    assert!(!has_example("/// ```text\n/// a\n/// ```\n"));
}

/// Numbers of differences, each with the names of what pins it.
fn pins(text: &str) -> Vec<(String, Vec<String>)> {
    let sections = text.split("\n### ").skip(1);
    let pins = sections.map(|section| {
        let number = section.lines().next().unwrap_or_default().to_string();
        let named = section.split("**Pinned by**").nth(1).unwrap_or_default();
        let named = named.split("\n\n").next().unwrap_or_default();
        let words = named.split('`').skip(1).step_by(2).map(|word| word.rsplit("::").next().unwrap_or(word));
        let names = words.filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'));
        (number, names.map(str::to_string).collect())
    });
    pins.collect()
}

#[test]
fn what_pins_a_difference_is_there() {
    let code: String = files(root(), &[".rs"]).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let functions: BTreeSet<&str> =
        code.split("fn ").skip(1).filter_map(|rest| rest.split(['(', '<']).next()).collect();
    let pages = fs::read_dir(root().join("docs/reference/deviations")).unwrap().map(|page| page.unwrap().path());
    let found: Vec<_> = pages.flat_map(|page| pins(&fs::read_to_string(page).unwrap())).collect();
    assert!(found.len() > 150, "{}", found.len());
    for (number, names) in &found {
        for name in names {
            let file = code.contains(&format!("mod {name};"));
            assert!(file || functions.contains(&**name), "{number} is pinned by `{name}`, which is not there");
        }
    }
    let numbers: BTreeSet<&String> = found.iter().map(|(number, _)| number).collect();
    assert_eq!(numbers.len(), found.len(), "a number is given once");
    let text = "# A\n\n### D1\n\n**Here.** `x`.\n\n**Pinned by** `units::a_b`, the fault `c-d`.\n\n### D2\n\n**Pinned by** the\n`e`.\n";
    assert_eq!(pins(text), [("D1".into(), vec!["a_b".into()]), ("D2".into(), vec!["e".into()])]);
}
