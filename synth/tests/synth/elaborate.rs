//! Yosys elaborates every unit and preset without a word, and the bits of state are those that were last reviewed.

use std::path::Path;

use heddle_synth::{State, SynthError, Yosys};
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::units::{presets, units};

use crate::length::at_length;

#[test]
fn snapshot_of_the_state_of_every_preset() {
    let yosys = Yosys::find().unwrap();
    let bless = std::env::var_os("HEDDLE_BLESS").is_some();
    let mut presets = presets();
    presets.retain(|(_, preset)| bless || at_length() || ["tiny", "paper"].contains(preset));
    let states = in_parallel(processors(), &presets, |(unit, preset)| yosys.elaborate(unit.name, &unit.emit(preset)));
    let mut table = format!("{:<24}{:>12}{:>12}\n", "unit/preset", "flip-flops", "memory");
    let mut lines = Vec::new();
    for ((unit, preset), state) in presets.iter().zip(states) {
        let name = format!("{}/{preset}", unit.name);
        let state = state.unwrap_or_else(|error| panic!("{name}: {error}"));
        lines.push(format!("{name:<24}{:>12}{:>12}", state.flip_flops, state.memory));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/snapshots/state-bits.txt");
    if bless {
        lines.iter().for_each(|line| table += &format!("{line}\n"));
        std::fs::write(&path, &table).unwrap();
    }
    let accepted = std::fs::read_to_string(&path).unwrap_or_default();
    let other: Vec<&String> = lines.iter().filter(|line| !accepted.lines().any(|known| known == *line)).collect();
    assert!(lines.len() > 10, "{lines:?}");
    assert!(other.is_empty(), "the state has changed: `make bless` accepts it, for review: {other:#?}");
}

/// State that a paper states, bit for bit: a module of a preset's, and the flip-flops that it must have and nothing else.
const STATED: &[(&str, &str, &str, u64)] = &[
    // SLP 4.4: 5 bits for each of 32 XOR masks
    ("slp", "paper", "slp$masks", 160),
];

#[test]
fn parts_hold_the_bits_that_their_papers_state() {
    let yosys = Yosys::find().unwrap();
    for (name, preset, module, bits) in STATED {
        let unit = units().into_iter().find(|unit| unit.name == *name).expect("a unit of the list");
        let state = yosys.elaborate(module, &unit.emit(preset)).unwrap_or_else(|error| panic!("{module}: {error}"));
        assert_eq!(state, State { flip_flops: *bits, memory: 0 }, "{module} of {name}/{preset}");
    }
}

#[test]
fn a_warning_is_an_error() {
    let yosys = Yosys::find().unwrap();
    let counted = yosys.elaborate(
        "top",
        "module top(input clock, input [7:0] d, output reg [7:0] q); always @(posedge clock) q <= d; endmodule",
    );
    assert_eq!(counted.unwrap().flip_flops, 8);
    let wrong = [
        ("twice driven", "module top(input a, input b, output q); assign q = a; assign q = b; endmodule"),
        ("a loop", "module top(input a, output q); wire x; assign x = q & a; assign q = ~x; endmodule"),
        ("no such module", "module top(input a, output q); nothing n(.a(a), .q(q)); endmodule"),
        ("no text", "module top(input a"),
    ];
    for (what, verilog) in wrong {
        let refused = yosys.elaborate("top", verilog);
        assert!(matches!(refused, Err(SynthError::Complaint { .. })), "{what}: {refused:?}");
    }
}
