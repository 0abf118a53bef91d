//! Tests of `heddle cost power`: sums equal those made by hand, activity counts settled values, and
//! directed stimuli are legal.

use crate::length::at_length;
use crate::liberty::liberty;
use heddle_synth::circuit::Circuit;
use heddle_synth::gates::Gates;
use heddle_synth::power::activity::{Activity, Weights};
use heddle_synth::power::sum::Sum;
use heddle_synth::{Flow, Library, Netlist};
use heddle_testbench::gates::InGates;
use heddle_testbench::trace::TraceFile;
use heddle_testbench::unit::Unit;
use heddle_units::units;
use tempfile::TempDir;

/// A flip-flop that is inverted at every edge: net 2 is the clock, 3 its state, 4 the inverse.
const TOGGLE: &str = r#"{"modules": {"toggle": {
  "ports": {"clock": {"direction": "input", "bits": [2]}, "q": {"direction": "output", "bits": [3]}},
  "cells": {
    "f": {"type": "DFF", "connections": {"CK": [2], "D": [4], "Q": [3]}},
    "i": {"type": "INV", "connections": {"A": [3], "ZN": [4]}}}}}}"#;

fn library() -> Library {
    Library::read("four.lib", &liberty()).unwrap()
}

/// Tools with this library, in a folder of their own.
fn flow() -> (TempDir, Flow) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("four.lib");
    std::fs::write(&path, liberty()).unwrap();
    let flow = Flow::find(&[path], folder.path(), folder.path().join("netlists"), 1.0).unwrap();
    (folder, flow)
}

/// A trace in lockstep on gates whose nets weigh so much; nothing, if they differ from the golden
/// model.
fn moved(unit: &Unit, netlist: &Netlist, trace: &TraceFile, nets: &[f64]) -> Option<Activity> {
    let [inputs, outputs] = unit.ports("tiny");
    let gates = Gates::new(Circuit::of(netlist, &library()).unwrap(), &inputs, &outputs, 1).unwrap();
    let memories = vec![(0.0, 0.0); netlist.memories.len()];
    let weights = Weights { nets: nets.to_vec(), memories, window: 100 };
    let mut activity = Activity::default();
    let count = |gates: &mut Gates| gates.count(&mut activity, &weights);
    let mut gates = InGates::reset(gates, [inputs.len(), outputs.len()], count);
    let agrees = unit.lockstep(trace, &mut gates).unwrap().mismatch.is_none();
    agrees.then_some(activity)
}

#[test]
fn sums_are_those_made_by_hand() {
    let library = library();
    let netlist = Netlist::read("toggle", TOGGLE, &library).unwrap();
    let sum = Sum::of(&netlist, &library, None);
    // half of 1 fF at 2 V is 2 fJ; and 4 within the flip-flop, 2 within the inverter
    assert_eq!((sum.nets[3], sum.nets[4]), (6.0, 4.0));
    assert_eq!((sum.clock, sum.leakage, netlist.area(&library)), (6.0, 60.0, 6.0));
    // nothing moves: nothing but clock and leakage; parts add up
    assert_eq!(sum.changes(&[0; 5]), 0.0);
    assert_eq!(sum.changes(&[0, 0, 0, 10, 10]), 100.0);
    assert_eq!(sum.switching(&[0, 0, 0, 10, 10]), 40.0);
}

/// What enters is inverted and kept: net 3, 4, 5.
const KEEP: &str = r#"{"modules": {"keep": {
  "ports": {"clock": {"direction": "input", "bits": [2]}, "a": {"direction": "input", "bits": [3]}, "q": {"direction": "output", "bits": [5]}},
  "cells": {
    "i": {"type": "INV", "connections": {"A": [3], "ZN": [4]}},
    "f": {"type": "DFF", "connections": {"CK": [2], "D": [4], "Q": [5]}}}}}}"#;

#[test]
fn opensta_counts_what_a_hand_counts() {
    let (_folder, flow) = flow();
    let netlist = Netlist::read("keep", KEEP, &library()).unwrap();
    let activity = |changes: u64| Activity {
        cycles: 10,
        toggles: vec![0, 0, 0, changes, changes, changes],
        high: vec![0, 0, 0, 5, 5, 5],
        ..Activity::default()
    };
    let both = flow.sta.power(&netlist, &flow.liberty, &[activity(10), activity(5)], 1000.0, None).unwrap();
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} {b}: {both:?}");
    for ([moving, idle], often) in both.iter().zip([1.0, 0.5]) {
        // fJ a cycle at 1 GHz are uW: 2 within the inverter, 4 within the flip-flop, 2 of the net
        // between them; two edges of the clock, 3 each
        close(moving.internal - idle.internal, often * 6e-3);
        close(moving.switching, often * 2e-3);
        close(idle.internal, 6e-3);
        close(idle.leakage, 60e-6);
    }
}

#[test]
fn a_netlist_that_is_not_whole_is_refused() {
    let library = library();
    let said = |from: &str, to: &str| {
        assert!(TOGGLE.contains(from));
        Netlist::read("toggle", &TOGGLE.replacen(from, to, 1), &library).unwrap_err().to_string()
    };
    assert!(said("\"ZN\": [4]", "\"ZN\": [5]").contains("net 4 is never driven"));
    assert!(said("\"ZN\": [4]", "\"ZN\": [3]").contains("net 3 is driven twice"));
    assert!(said("\"INV\"", "\"OR2\"").contains("`OR2` is not a cell"));
    assert!(said("\"D\": [4]", "\"E\": [4]").contains("DFF has no pin E"));
}

#[test]
fn what_settles_before_the_edge_is_counted() {
    let library = library();
    let netlist = Netlist::read("toggle", TOGGLE, &library).unwrap();
    let mut gates = Gates::new(Circuit::of(&netlist, &library).unwrap(), &["clock".into()], &["q".into()], 1).unwrap();
    let weights = Weights { nets: vec![0.0, 0.0, 0.0, 2.0, 3.0], memories: vec![], window: 2 };
    let (mut activity, mut seen) = (Activity::default(), Vec::new());
    for _ in 0..5 {
        let mut q = [0];
        gates.settle(&[0], &mut q);
        gates.count(&mut activity, &weights);
        gates.edge();
        seen.push(q[0]);
    }
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]), "{seen:?}");
    // nothing is before the first cycle
    assert_eq!((activity.cycles, activity.toggles.as_slice()), (5, &[0, 0, 0, 4, 4][..]));
    assert_eq!(activity.high[3] + activity.high[4], 5);
    assert_eq!(activity.windows, [5.0, 10.0, 5.0]);
    assert_eq!(activity.idle().toggles, [0; 5]);
}

/// A memory of two words: address and enable of a write are 3 and 4, data 5; a clocked port shows
/// 6, another 7 at once.
const MEMORY: &str = r#"{"modules": {"rows": {
  "ports": {"clock": {"direction": "input", "bits": [2]}, "at": {"direction": "input", "bits": [3]},
            "write": {"direction": "input", "bits": [4]}, "data": {"direction": "input", "bits": [5]},
            "late": {"direction": "output", "bits": [6]}, "now": {"direction": "output", "bits": [7]}},
  "cells": {"m": {"type": "$mem_v2",
    "parameters": {"MEMID": "\\m", "SIZE": "10", "WIDTH": "1", "ABITS": "1", "OFFSET": "0", "RD_PORTS": "10", "WR_PORTS": "1",
      "RD_WIDE_CONTINUATION": "00", "WR_WIDE_CONTINUATION": "0", "RD_CLK_ENABLE": "01", "RD_TRANSPARENCY_MASK": "0S"},
    "connections": {"RD_ADDR": [3, 3], "RD_DATA": [6, 7], "RD_EN": ["1", "1"], "RD_ARST": ["0", "0"], "RD_SRST": ["0", "0"],
      "WR_ADDR": [3], "WR_DATA": [5], "WR_EN": [4]}}}}}}"#;

#[test]
fn memories_read_and_write() {
    let library = library();
    for transparent in [false, true] {
        let text = MEMORY.replace("0S", if transparent { "01" } else { "00" });
        let netlist = Netlist::read("rows", &text, &library).unwrap();
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let (inputs, outputs) = (names(&["at", "write", "data"]), names(&["late", "now"]));
        let mut gates = Gates::new(Circuit::of(&netlist, &library).unwrap(), &inputs, &outputs, 1).unwrap();
        let weights = Weights { nets: vec![0.0; 8], memories: vec![(1.0, 10.0)], window: 100 };
        let mut activity = Activity::default();
        let mut cycle = |input: [u64; 3]| {
            let mut output = [0; 2];
            gates.settle(&input, &mut output);
            gates.count(&mut activity, &weights);
            gates.edge();
            output
        };
        for (at, bit) in [(0, 0), (1, 1), (0, 1)] {
            cycle([at, 1, bit]);
        }
        // word 0 was 0 until it was written in the last cycle
        assert_eq!(cycle([1, 0, 0]), [u64::from(transparent), 1]);
        assert_eq!(cycle([0, 0, 0]), [1, 1]);
        // five reads by the clocked port; the other's address changed four times
        assert_eq!(activity.accesses, [(5 + 4, 3)]);
        assert_eq!(activity.windows, [9.0 + 30.0]);
    }
}

#[test]
fn gates_follow_the_golden_model_and_a_wrong_one_does_not() {
    let (_folder, flow) = flow();
    let unit = units().into_iter().find(|unit| unit.name == "slp").unwrap();
    let right = flow.netlist("slp", &unit.emit("tiny")).unwrap();
    let trace = TraceFile::parse("random".into(), unit.random("tiny", 1, 2000)).unwrap();
    let agrees = |netlist: &Netlist| moved(&unit, netlist, &trace, &vec![0.0; netlist.nets]).is_some();
    assert!(agrees(&right));
    // every gate but a few matters
    let nands: Vec<usize> = (0..right.gates.len()).filter(|k| right.gates[*k].cell == "NAND2").collect();
    let seen = nands.iter().filter(|k| {
        let mut wrong = right.clone();
        wrong.gates[**k].cell = "INV".into();
        wrong.gates[**k].pins.retain(|(pin, _)| pin != "B");
        !agrees(&wrong)
    });
    let (seen, all) = (seen.count(), nands.len());
    assert!(all > 50 && seen * 10 > all * 8, "{seen} of {all}");
}

#[test]
fn directed_stimuli_are_legal_and_do_what_they_say() {
    for unit in units().into_iter().filter(|unit| !unit.primitive) {
        for exercise in unit.exercises("tiny") {
            let file = TraceFile::parse(exercise.name.clone(), exercise.stimulus).unwrap();
            let done: u64 = unit.work(&file, u64::MAX).unwrap().concat().iter().sum();
            assert!(done > 0, "{}: {}", unit.name, exercise.name);
        }
    }
}

/// At length alone: Yosys takes a minute for the lane.
#[test]
fn what_does_more_costs_more() {
    if !at_length() {
        return;
    }
    let (_folder, flow) = flow();
    let unit = units().into_iter().find(|unit| unit.name == "lane").unwrap();
    let netlist = flow.netlist("lane", &unit.emit("tiny")).unwrap();
    let nets = Sum::of(&netlist, &library(), None).nets;
    // a cycle's energy, by stimulus
    let cycle = |wanted: &str| {
        let found = unit.exercises("tiny").into_iter().find(|exercise| exercise.name == wanted);
        let trace = TraceFile::parse(wanted.into(), found.unwrap().stimulus).unwrap();
        let activity = moved(&unit, &netlist, &trace, &nets).expect(wanted);
        activity.windows.iter().sum::<f64>() / activity.cycles as f64
    };
    let operations =
        [["add.s32, zeros", "add.s32, 4 threads"], ["mul.lo.s32, zeros", "mul s32"], ["fma.rn.f32, zeros", "fma f32"]];
    let (zeros, chance): (Vec<f64>, Vec<f64>) =
        operations.into_iter().map(|[zeros, chance]| (cycle(zeros), cycle(chance))).unzip();
    let nothing = cycle("nothing");
    assert!(zeros.iter().all(|zero| nothing < *zero), "{nothing} {zeros:?}");
    // zeros move nothing, whatever is made of them
    assert!(zeros.iter().all(|zero| *zero < 1.1 * zeros[0] && *zero < 0.9 * chance[0]), "{zeros:?} {chance:?}");
    // a multiplier has more to move than an adder
    assert!(chance.len() > 1 && chance[1..].iter().all(|more| 1.1 * chance[0] < *more), "{chance:?}");
}
