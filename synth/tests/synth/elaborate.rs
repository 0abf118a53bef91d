//! Tests that Yosys elaborates every unit and preset without a warning, and that the bits of state
//! are those that were last reviewed.

use std::path::Path;

use heddle_synth::{State, SynthError, Yosys};
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::unit::presets;
use heddle_units::units;

use crate::length::has_its_turn;

#[test]
fn snapshot_of_the_state_of_every_preset() {
    let yosys = Yosys::find().unwrap();
    let bless = std::env::var_os("HEDDLE_BLESS").is_some();
    let line = |name: &str, flip_flops: &str, memory: &str| format!("{name:<24}{flip_flops:>12}{memory:>12}\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/snapshots/state-bits.txt");
    let accepted = std::fs::read_to_string(&path).unwrap_or_default();
    let presets: Vec<_> = presets(&units()).collect();
    let states = in_parallel(processors(), &presets, |(unit, preset)| {
        (bless || has_its_turn(preset)).then(|| yosys.elaborate(unit.name, &unit.emit(preset)))
    });
    let mut table = line("unit/preset", "flip-flops", "memory");
    for ((unit, preset), state) in presets.iter().zip(states) {
        let name = format!("{}/{preset}", unit.name);
        table += &match state {
            Some(Ok(state)) => line(&name, &state.flip_flops.to_string(), &state.memory.to_string()),
            Some(Err(error)) => panic!("{name}: {error}"),
            // a preset that is not elaborated keeps its line
            None => {
                let kept = accepted.lines().find(|line| line.split(' ').next() == Some(&name));
                format!("{}\n", kept.unwrap_or_else(|| panic!("{name} is not in the snapshot: `make bless`")))
            }
        };
    }
    if bless {
        std::fs::write(&path, &table).unwrap();
    }
    let accepted = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(table, accepted, "the state has changed: `make bless` accepts it, and the difference is for review");
}

/// State that a paper states, bit for bit: a module of a preset's, and the flip-flops that it must
/// have and nothing else.
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
