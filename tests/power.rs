//! Power: sums are those made by hand, activity is what settles, and directed stimuli are legal.

use heddle_synth::power::activity::{Activity, Weights};
use heddle_synth::power::liberty::Library;
use heddle_synth::power::netlist::Netlist;
use heddle_synth::power::sum::Sum;
use heddle_testbench::trace::TraceFile;
use heddle_testbench::units::units;

/// Written for this test: a change of an output takes 2 fJ within a gate, 4 in a flip-flop.
const LIBRARY: &str = r#"
library (four) {
  capacitive_load_unit (1, ff); leakage_power_unit : "1nW"; nom_voltage : 2.0;
  time_unit : "1ns"; voltage_unit : "1V"; current_unit : "1mA"; pulling_resistance_unit : "1kohm";
  cell (BUF_X2) { area : 2; cell_leakage_power : 10;
    pin (A) { direction : input; capacitance : 1; }
    pin (Z) { direction : output; function : "A"; internal_power () { power (scalar) { values ("2"); } } } }
  cell (INV) { area : 1; cell_leakage_power : 10;
    pin (A) { direction : input; capacitance : 1; }
    pin (ZN) { direction : output; function : "!A"; internal_power () { power (scalar) { values ("2"); } } } }
  cell (NAND2) { area : 2; cell_leakage_power : 20;
    pin (A) { direction : input; capacitance : 1; } pin (B) { direction : input; capacitance : 1; }
    pin (ZN) { direction : output; function : "!(A & B)"; internal_power () { power (scalar) { values ("2"); } } } }
  cell (DFF) { area : 5; cell_leakage_power : 50;
    ff (IQ, IQN) { next_state : "D"; clocked_on : "CK"; }
    pin (D) { direction : input; capacitance : 1; }
    pin (CK) { direction : input; capacitance : 1; clock : true; internal_power () { power (scalar) { values ("3"); } } }
    pin (Q) { direction : output; function : "IQ"; internal_power () { power (scalar) { values ("4"); } } } }
}
"#;

/// A flip-flop that is inverted at every edge: net 2 is the clock, 3 its state, 4 the inverse.
const TOGGLE: &str = r#"{"modules": {"toggle": {
  "ports": {"clock": {"direction": "input", "bits": [2]}, "q": {"direction": "output", "bits": [3]}},
  "cells": {
    "f": {"type": "DFF", "connections": {"CK": [2], "D": [4], "Q": [3]}},
    "i": {"type": "INV", "connections": {"A": [3], "ZN": [4]}}}}}}"#;

fn library() -> Library {
    Library::read("four.lib", LIBRARY).unwrap()
}

#[test]
fn sums_are_those_made_by_hand() {
    let library = library();
    let netlist = Netlist::read("toggle", TOGGLE, &library).unwrap();
    let sum = Sum::of(&netlist, &library);
    // half of 1 fF at 2 V is 2 fJ; and 4 within the flip-flop, 2 within the inverter
    assert_eq!((sum.nets[3], sum.nets[4]), (6.0, 4.0));
    assert_eq!((sum.clock, sum.leakage, netlist.area(&library)), (6.0, 60.0, 6.0));
    // nothing moves: nothing but clock and leakage; parts add up
    assert_eq!(sum.changes(&[0; 5]), 0.0);
    assert_eq!(sum.changes(&[0, 0, 0, 10, 10]), 100.0);
    assert_eq!(sum.switching(&[0, 0, 0, 10, 10]), 40.0);
}

#[test]
fn a_netlist_that_is_not_whole_is_refused() {
    let library = library();
    let said = |from: &str, to: &str| {
        assert!(TOGGLE.contains(from));
        Netlist::read("toggle", &TOGGLE.replacen(from, to, 1), &library).unwrap_err()
    };
    assert!(said("\"ZN\": [4]", "\"ZN\": [5]").contains("net 4 is never driven"));
    assert!(said("\"ZN\": [4]", "\"ZN\": [3]").contains("net 3 is driven twice"));
    assert!(said("\"INV\"", "\"OR2\"").contains("`OR2` is no cell"));
    assert!(said("\"D\": [4]", "\"E\": [4]").contains("DFF has no pin E"));
}

#[test]
fn what_settles_before_the_edge_is_counted() {
    // n0 changes in cycles 1 and 2, n1 after an edge and back before the next; m0r0 is high in two cycles
    let wave = "$scope module t $end\n$var wire 1 a n0 $end\n$var wire 1 b n1 $end\n$var wire 1 c m0r0 $end\n$upscope $end\n\
                $enddefinitions $end\n#10\n0a\n0b\n1c\n#15\n1b\n#20\n1a\n0b\n#25\n0c\n#30\n0a\n#35\n";
    let weights = Weights { nets: vec![2.0, 100.0], memories: vec![(7.0, 9.0)], window: 2 };
    let activity = Activity::read(wave.as_bytes(), 2, &weights).unwrap();
    assert_eq!((activity.cycles, activity.toggles.as_slice(), activity.high.as_slice()), (3, &[2, 0][..], &[1, 0][..]));
    assert_eq!(activity.accesses, [(2, 0)]);
    assert_eq!(activity.windows, [2.0 + 14.0, 2.0]);
    let idle = activity.idle();
    assert_eq!((idle.toggles, idle.accesses), (vec![0, 0], vec![(0, 0)]));
}

#[test]
fn directed_stimuli_are_legal_and_do_what_they_say() {
    for unit in units().into_iter().filter(|unit| !unit.primitive) {
        for (name, text) in unit.exercises("tiny") {
            let counts = unit.work(&TraceFile::parse(name.clone(), text).unwrap(), u64::MAX).unwrap();
            let done: u64 = counts.concat().iter().sum();
            assert!(done > 0, "{}: {name}", unit.name);
        }
    }
}
