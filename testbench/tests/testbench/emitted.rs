//! What is emitted: ports, names, no initial values, nothing for Verilator to warn about, and one
//! file that a person can review.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use heddle_contract::{Config, Port, Ports};
use heddle_rtl::WAIVERS;
use heddle_testbench::bench::Bench;
use heddle_testbench::emitted::emitted;
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::target::{ModelTools, verilate};
use heddle_testbench::units::{Visitor, each};
use heddle_testbench::verilator::BuildError;

use crate::length::some;

type Verilate = dyn Fn(&ModelTools) -> Result<(), BuildError> + Send + Sync;

/// One preset of a unit, emitted, with the ports that the contract asks for.
struct Emitted {
    name: String,
    top: &'static str,
    verilog: Arc<str>,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    verilate: Box<Verilate>,
}

fn everything() -> &'static [Emitted] {
    static EVERYTHING: LazyLock<Vec<Emitted>> = LazyLock::new(emit_everything);
    &EVERYTHING
}

fn emit_everything() -> Vec<Emitted> {
    struct List(Vec<Emitted>);
    impl Visitor for List {
        fn visit<B: Bench>(&mut self) {
            for (preset, cfg) in B::Config::presets() {
                let name = format!("{}/{preset}", B::NAME);
                let verilog = emitted::<B>(cfg).unwrap_or_else(|| panic!("{name} has no RTL"));
                let (inputs, outputs) = (B::In::shape(cfg), B::Out::shape(cfg));
                let verilate = Box::new(move |tools: &ModelTools| verilate::<B>(tools, cfg));
                self.0.push(Emitted { name, top: B::NAME, verilog, inputs, outputs, verilate });
            }
        }
    }
    let mut list = List(Vec::new());
    each(&mut list);
    list.0
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
    let some = some(3, everything());
    let said = in_parallel(processors(), &some, |emitted| (emitted.verilate)(&tools).err());
    for (emitted, error) in some.iter().zip(said) {
        assert!(error.is_none(), "{}: {}", emitted.name, error.expect("an error"));
    }
    // rust-hdl drops carries that Verilog keeps: this warning is what finds them
    assert!(WAIVERS.iter().all(|(warning, _)| !warning.starts_with("WIDTH")));
}

#[test]
fn snapshot_of_the_tiny_lane() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/snapshots/lane-tiny.v");
    let tiny = everything().iter().find(|emitted| emitted.name == "lane/tiny").expect("the lane has a tiny preset");
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        std::fs::write(&path, &*tiny.verilog).unwrap();
    }
    let accepted = std::fs::read_to_string(&path).unwrap_or_default();
    // not `assert_eq`: nobody reads six thousand lines twice
    let differs = tiny.verilog.lines().zip(accepted.lines()).position(|(now, then)| now != then);
    let line = differs.unwrap_or_else(|| tiny.verilog.lines().count().min(accepted.lines().count())) + 1;
    let path = path.display();
    assert!(
        *tiny.verilog == *accepted,
        "{path}:{line}: differs; `make bless` accepts it, and the difference is for review"
    );
}
