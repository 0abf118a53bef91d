//! Tests of the emitted Verilog: its ports and names, no initial values, no warning of Verilator,
//! and one file that a person can review.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use heddle_block::Rtl;
use heddle_contract::{Config, Port, Ports};
use heddle_synth::Papers;
use heddle_testbench::bench::Bench;
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::target::{ModelTools, verilate};
use heddle_testbench::unit::Visitor;
use heddle_testbench::verilator::BuildError;
use heddle_units::slp::Slp;
use heddle_units::{each, units};
use sha2::{Digest, Sha256};

use crate::length::some;

type Verilate = dyn Fn(&ModelTools) -> Result<(), BuildError> + Send + Sync;

/// One preset of a unit, emitted, with the ports that the contract asks for.
struct Emitted {
    name: String,
    top: &'static str,
    verilog: String,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    verilate: Box<Verilate>,
}

fn everything() -> &'static [Emitted] {
    static EVERYTHING: LazyLock<Vec<Emitted>> = LazyLock::new(emit_everything);
    &EVERYTHING
}

fn emit_everything() -> Vec<Emitted> {
    struct List(Vec<Box<dyn Fn() -> Emitted + Send + Sync>>);
    impl Visitor for List {
        fn visit<B: Bench>(&mut self) {
            for (preset, cfg) in B::Config::presets() {
                self.0.push(Box::new(move || {
                    let name = format!("{}/{preset}", B::NAME);
                    let verilog = B::verilog(cfg).unwrap_or_else(|| panic!("{name} has no RTL"));
                    let (inputs, outputs) = (B::In::shape(cfg), B::Out::shape(cfg));
                    let verilate = Box::new(move |tools: &ModelTools| verilate::<B>(tools, cfg));
                    Emitted { name, top: B::NAME, verilog, inputs, outputs, verilate }
                }));
            }
        }
    }
    let mut list = List(Vec::new());
    each(&mut list);
    in_parallel(processors(), &list.0, |emit| emit())
}

/// `input` or `output`, name and width of each port that the module of this name declares, in the
/// order of its head.
fn ports(verilog: &str, module: &str) -> Vec<(String, String, u32)> {
    let head = verilog.lines().find(|line| line.starts_with(&format!("module {module}("))).expect("the top module");
    let order = head.trim_end_matches(");").split_once('(').expect("a list of ports").1.split(',');
    let lines = verilog.lines().skip_while(|line| *line != head).skip(1).take_while(|line| *line != "endmodule");
    let declared: Vec<_> = lines.filter_map(declaration).collect();
    assert_eq!(declared.len(), order.clone().count(), "each port is declared once");
    let find = |name: &str| declared.iter().find(|port| port.1 == name).expect("a declaration of each port").clone();
    order.map(find).collect()
}

fn declaration(line: &str) -> Option<(String, String, u32)> {
    let mut words = line.trim().trim_end_matches(';').split_whitespace();
    let direction = words.next().filter(|word| ["input", "output"].contains(word))?;
    let name = words.clone().next_back()?;
    let range = words.find(|word| word.starts_with('['));
    let width = range.map_or(1, |range| 1 + range[1..].split(':').next().unwrap().parse::<u32>().unwrap());
    Some((direction.to_string(), name.to_string(), width))
}

#[test]
fn ports_are_those_of_the_contract() {
    for emitted in everything() {
        let port = |direction: &str, port: &Port| (direction.to_string(), port.name.clone(), port.width);
        let mut expected = vec![("input".to_string(), "clock".to_string(), 1)];
        expected.extend(emitted.inputs.iter().map(|p| port("input", p)));
        expected.extend(emitted.outputs.iter().map(|p| port("output", p)));
        assert_eq!(ports(&emitted.verilog, emitted.top), expected, "{}", emitted.name);
    }
}

#[test]
fn state_has_no_initial_value() {
    for emitted in everything() {
        assert!(!emitted.verilog.contains("initial"), "{} hides a missing reset", emitted.name);
    }
}

#[test]
fn modules_are_named_after_their_unit() {
    for emitted in everything() {
        for line in emitted.verilog.lines().filter(|line| line.starts_with("module ")) {
            let name = line["module ".len()..].split('(').next().unwrap();
            let inside = name.strip_prefix(emitted.top).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'));
            assert!(inside, "{}: module {name}", emitted.name);
        }
    }
}

/// Verilator accepts our own Verilog with -Wall and fatal warnings, and orders its logic, which
/// shows loops.
#[test]
fn verilator_has_nothing_to_say() {
    let tools = ModelTools::open().expect("tools and cache");
    let some = some(5, everything());
    let said = in_parallel(processors(), &some, |emitted| (emitted.verilate)(&tools).err());
    for (emitted, error) in some.iter().zip(said) {
        assert!(error.is_none(), "{}: {}", emitted.name, error.expect("an error"));
    }
    // rust-hdl drops carries that Verilog keeps: this warning is what finds them
    assert!(Slp::WAIVERS.iter().all(|(warning, _)| !warning.starts_with("WIDTH")));
}

/// The papers' figures are compared with those of modules, by their names.
#[test]
fn every_module_of_a_row_is_there() {
    let papers = Papers::ours();
    let mut emitted = BTreeMap::new();
    for (preset, module) in papers.modules() {
        let verilog = emitted.entry(preset).or_insert_with(|| {
            let (unit, preset) = preset.split_once('/').expect("a unit and its preset");
            let found = units().into_iter().find(|found| found.name == unit).expect("a unit");
            let (preset, _) = found.presets.iter().find(|(name, _)| *name == preset).expect("a preset");
            found.emit(preset)
        });
        assert!(verilog.contains(&format!("module {module}(")), "{preset}: {module}");
    }
    assert!(emitted.len() > 3, "{:?}", emitted.keys());
}

/// Compares a text with its snapshot, which `make bless` writes anew.
fn is_accepted(snapshot: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/snapshots").join(snapshot);
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let accepted = std::fs::read_to_string(&path).unwrap_or_default();
    // not `assert_eq`: nobody reads a thousand lines twice
    let differs = text.lines().zip(accepted.lines()).position(|(now, then)| now != then);
    let line = differs.unwrap_or_else(|| text.lines().count().min(accepted.lines().count())) + 1;
    let path = path.display();
    assert!(text == accepted, "{path}:{line}: differs; `make bless` accepts it, and the difference is for review");
}

#[test]
fn snapshot_of_every_preset() {
    let mut table = format!("{:<24}{:>8}{:>8}  {}\n", "unit/preset", "modules", "lines", "SHA-256, its first half");
    for Emitted { name, verilog, .. } in everything() {
        let modules = verilog.lines().filter(|line| line.starts_with("module ")).count();
        let digest = Sha256::digest(verilog.as_bytes());
        let half: String = digest[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        table += &format!("{name:<24}{modules:>8}{:>8}  {half}\n", verilog.lines().count());
    }
    is_accepted("verilog.txt", &table);
}

#[test]
fn snapshot_of_the_smallest_unit() {
    let tiny = everything().iter().find(|emitted| emitted.name == "slp/tiny").expect("the unit has a tiny preset");
    is_accepted("slp-tiny.v", &tiny.verilog);
}
