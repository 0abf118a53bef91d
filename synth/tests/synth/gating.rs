//! Tests of clock gates: a netlist with them behaves as without, lockstep detects a wrong enable,
//! and the clock's energy is that counted by hand. And tests of arrays of registers, which are
//! recognised by their names.

use heddle_synth::circuit::Circuit;
use heddle_synth::gates::Gates;
use heddle_synth::gating::LEAST;
use heddle_synth::netlist::Bit;
use heddle_synth::power::activity::Activity;
use heddle_synth::power::clock::clock;
use heddle_synth::{Flow, Library, Netlist};
use heddle_testbench::gates::InGates;
use heddle_testbench::trace::TraceFile;
use heddle_units::units;
use tempfile::TempDir;

#[path = "../../../tests/whole/liberty/mod.rs"]
pub mod liberty;

/// A clock gate.
const GATE: &str = r#"
  cell (GATE) { area : 4; cell_leakage_power : 20; clock_gating_integrated_cell : "latch_posedge";
    statetable ("CK E", "IQ") { table : "L L : - : L, L H : - : H, H - : - : N"; }
    pin (IQ) { direction : internal; internal_node : "IQ"; }
    pin (CK) { direction : input; capacitance : 2; clock_gate_clock_pin : true;
      internal_power () { rise_power (scalar) { values ("1"); } fall_power (scalar) { values ("1"); } } }
    pin (E) { direction : input; capacitance : 1; clock_gate_enable_pin : true; }
    pin (GCK) { direction : output; state_function : "CK & IQ"; clock_gate_out_pin : true;
      internal_power () { related_pin : "CK"; rise_power (scalar) { values ("2"); } fall_power (scalar) { values ("2"); } } } }
"#;

/// The library of four cells, with a clock gate.
fn text() -> String {
    let four = liberty::liberty();
    format!("{}{GATE}}}\n", four.trim_end().strip_suffix('}').unwrap())
}

fn library() -> Library {
    Library::read("five.lib", &text()).unwrap()
}

/// Tools with a library, in a folder of their own.
fn flow(liberty: &str) -> (TempDir, Flow) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cells.lib");
    std::fs::write(&path, liberty).unwrap();
    let flow = Flow::find(&[path], folder.path(), folder.path().join("netlists"), 1.0).unwrap();
    (folder, flow)
}

/// Returns the indices of a netlist's clock gates.
fn gates(netlist: &Netlist) -> Vec<usize> {
    (0..netlist.gates.len()).filter(|k| netlist.gates[*k].cell == "GATE").collect()
}

#[test]
fn gated_rows_follow_the_golden_model_and_a_wrong_enable_is_seen() {
    let (_folder, flow) = flow(&text());
    let unit = units().into_iter().find(|unit| unit.name == "slp").unwrap();
    let right = flow.gated("slp", &unit.emit("tiny")).unwrap().unwrap();
    let trace = TraceFile::parse("random".into(), unit.random("tiny", 1, 2000)).unwrap();
    let agrees = |netlist: &Netlist| {
        let [inputs, outputs] = unit.ports("tiny");
        let gates = Gates::new(Circuit::of(netlist, &library()).unwrap(), &inputs, &outputs, 1).unwrap();
        let mut gates = InGates::reset(gates, [inputs.len(), outputs.len()], |_| {});
        unit.lockstep(&trace, &mut gates).unwrap().mismatch.is_none()
    };
    assert!(agrees(&right));
    let rows = gates(&right);
    assert!(rows.len() >= 2, "{rows:?}");
    assert!(right.area(&library()) < flow.netlist("slp", &unit.emit("tiny")).unwrap().area(&library()));
    let enable = |netlist: &Netlist, gate: usize| {
        let at = netlist.gates[gate].pins.iter().position(|(pin, _)| pin == "E").unwrap();
        (at, netlist.gates[gate].pins[at].1)
    };
    // the enable of the wrong row, one that never comes, and one that always does
    let (first, second) = (enable(&right, rows[0]), enable(&right, rows[1]));
    assert_ne!(first.1, second.1);
    for wrong_enable in [second.1, Bit::Constant(false), Bit::Constant(true)] {
        let mut wrong = right.clone();
        wrong.gates[rows[0]].pins[first.0].1 = wrong_enable;
        assert!(!agrees(&wrong), "{wrong_enable:?}");
    }
}

/// Registers of every kind of enable: low; without force while a reset loads; with force over the
/// reset.
const KINDS: &str = "module kinds(input clock, input reset, input load, input [7:0] a, output reg [7:0] q0, output reg [7:0] q1, output reg [7:0] q2);\n\
    always @(posedge clock) begin\n if (!load) q0 <= a;\n if (reset) q1 <= 8'd5; else if (load) q1 <= a;\n\
    if (load) begin if (!reset) q2 <= 8'd3; else q2 <= a; end\nend\nendmodule\n";

#[test]
fn every_kind_of_enable_is_gated() {
    let (_folder, flow) = flow(&text());
    let (plain, gated) = (flow.netlist("kinds", KINDS).unwrap(), flow.gated("kinds", KINDS).unwrap().unwrap());
    assert_eq!(gates(&gated).len(), 3);
    assert!(gates(&plain).is_empty());
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let (inputs, outputs) = (names(&["reset", "load", "a"]), names(&["q0", "q1", "q2"]));
    let mut both = [(&plain, 1), (&gated, 2)]
        .map(|(netlist, seed)| Gates::new(Circuit::of(netlist, &library()).unwrap(), &inputs, &outputs, seed).unwrap());
    let mut random = 1u64;
    for cycle in 0..500u64 {
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        // each register is loaded in one of the first two cycles
        let load = if cycle < 2 { cycle } else { random >> 33 & 1 };
        let seen = both.each_mut().map(|gates| {
            let mut seen = [0; 3];
            gates.settle(&[random >> 34 & 1, load, random >> 40 & 0xff], &mut seen);
            gates.edge();
            seen
        });
        assert!(cycle < 3 || seen[0] == seen[1], "cycle {cycle}: {seen:?}");
    }
}

#[test]
fn few_flip_flops_and_a_library_without_gates_stay_as_they_are() {
    let narrow = |bits: usize| {
        format!(
            "module narrow(input clock, input load, input [{0}:0] a, output reg [{0}:0] q); always @(posedge clock) if (load) q <= a; endmodule",
            bits - 1
        )
    };
    let (_folder, with) = flow(&text());
    for (bits, gated) in [(LEAST - 1, 0), (LEAST, 1), (33, 2)] {
        assert_eq!(gates(&with.gated("narrow", &narrow(bits)).unwrap().unwrap()).len(), gated, "{bits}");
    }
    let (_folder, without) = flow(&liberty::liberty());
    assert!(without.gated("narrow", &narrow(32)).unwrap().is_none());
}

/// Two flip-flops, of which one, net 6, is behind a clock gate, whose enable is net 3 and whose
/// clock is net 4.
const HALF: &str = r#"{"modules": {"half": {
  "ports": {"clock": {"direction": "input", "bits": [2]}, "e": {"direction": "input", "bits": [3]}, "q": {"direction": "output", "bits": [5, 6]}},
  "cells": {
    "g": {"type": "GATE", "connections": {"CK": [2], "E": [3], "GCK": [4]}},
    "f": {"type": "DFF", "connections": {"CK": [2], "D": [3], "Q": [5]}},
    "h": {"type": "DFF", "connections": {"CK": [4], "D": [3], "Q": [6]}}}}}}"#;

#[test]
fn the_clock_takes_what_a_hand_counts() {
    let library = library();
    let netlist = Netlist::read("half", HALF, &library).unwrap();
    let activity = |high: u64| Activity { cycles: 10, high: vec![0, 0, 0, high, 0, 0, 0], ..Activity::default() };
    // both edges at 2 V: 6 fJ within a flip-flop's pin and 4 for its load; 2 and 8 at the gate's
    // clock; 4 within its output
    for (high, wanted) in [(0, 20.0), (3, 20.0 + 0.3 * 14.0), (10, 34.0)] {
        let found = clock(&netlist, &library, &activity(high));
        assert!((found - wanted).abs() < 1e-9, "{high}: {found}, not {wanted}");
    }
}

#[test]
fn a_planted_array_is_found() {
    let (_folder, flow) = flow(&text());
    let planted = |rows: usize| {
        format!(
            "module planted(input clock, input [4:0] at, input [31:0] d, input write, output [31:0] q, output reg [1022:0] other);\n\
             (* mem2reg *) reg [31:0] words [0:{}];\n\
             always @(posedge clock) begin if (write) words[at] <= d; other <= {{other[990:0], d}}; end\nassign q = words[at];\nendmodule\n",
            rows - 1
        )
    };
    let found = |rows: usize| {
        let report = flow.cost("planted", &planted(rows), false).unwrap();
        report.arrays.into_iter().map(|array| (array.name, array.bits)).collect::<Vec<_>>()
    };
    assert_eq!(found(32), [("words".to_string(), 1024)]);
    assert_eq!(found(31), []);
}
