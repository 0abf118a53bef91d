use serde_json::{Map, json};

use super::*;
use crate::gates::Gates;

/// A circuit of ports with their nets, and cells; net 2 is the clock.
struct Bench {
    gates: Gates,
    outputs: usize,
}

fn module(inputs: &[(&str, Vec<u32>)], outputs: &[(&str, Vec<u32>)], cells: Value) -> Value {
    let mut ports = Map::new();
    for (direction, list) in [("input", inputs), ("output", outputs)] {
        for (name, bits) in list {
            ports.insert((*name).to_string(), json!({ "direction": direction, "bits": bits }));
        }
    }
    json!({ "ports": ports, "cells": cells })
}

impl Bench {
    fn new(inputs: &[(&str, Vec<u32>)], outputs: &[(&str, Vec<u32>)], cells: Value) -> Bench {
        let names = |ports: &[(&str, Vec<u32>)]| ports.iter().map(|(name, _)| (*name).to_string()).collect::<Vec<_>>();
        let clocked = [inputs, &[("clock", vec![2])]].concat();
        let circuit = circuit(&module(&clocked, outputs, cells)).unwrap();
        let gates = Gates::new(circuit, &names(inputs), &names(outputs), 1).unwrap();
        Bench { gates, outputs: outputs.len() }
    }

    /// Returns the outputs before the clock edge, and applies the edge.
    fn cycle(&mut self, inputs: &[u64]) -> Vec<u64> {
        let mut outputs = vec![0; self.outputs];
        self.gates.settle(inputs, &mut outputs);
        self.gates.edge();
        outputs
    }
}

fn cell(kind: &str, parameters: Value, connections: Value) -> Value {
    json!({ "type": kind, "parameters": parameters, "connections": connections })
}

/// A stream of numbers that is the same in each run.
fn stream() -> impl FnMut() -> u64 {
    let mut state = 1u64;
    move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state >> 20
    }
}

#[test]
fn lookup_tables_and_multiplexers_are_their_tables() {
    let init = 0b1011_0010_0110_1001u64;
    let lut = cell(
        "LUT4",
        json!({ "INIT": format!("{init:016b}") }),
        json!({ "A": [3], "B": [4], "C": [5], "D": [6], "Z": [7] }),
    );
    let wide = cell("PFUMX", json!({}), json!({ "ALUT": [3], "BLUT": [4], "C0": [5], "Z": [8] }));
    let wider = cell("L6MUX21", json!({}), json!({ "D0": [3], "D1": [4], "SD": [5], "Z": [9] }));
    let outputs = [("lut", vec![7]), ("wide", vec![8]), ("wider", vec![9])];
    let mut bench = Bench::new(&[("in", vec![3, 4, 5, 6])], &outputs, json!({ "a": lut, "b": wide, "c": wider }));
    for k in 0..16 {
        let (a, b, select) = (k & 1, k >> 1 & 1, k >> 2 & 1 == 1);
        let expected = vec![init >> k & 1, if select { a } else { b }, if select { b } else { a }];
        assert_eq!(bench.cycle(&[k]), expected, "{k:04b}");
    }
}

#[test]
fn carry_chains_add() {
    // where C is low and D high the sum without carry is A ^ B, and A is the carry if A and B are
    // equal
    let settings = |cut: &str| json!({ "INIT0": "1001011010101010", "INIT1": "1001011010101010", "INJECT1_0": cut, "INJECT1_1": cut });
    let half = |cut: &str, carry: Value, a: [u32; 2], b: [u32; 2], sum: [u32; 2], out: u32| {
        let pins = json!({
            "CIN": [carry], "A0": [a[0]], "A1": [a[1]], "B0": [b[0]], "B1": [b[1]], "C0": ["0"], "C1": ["0"],
            "D0": ["1"], "D1": ["1"], "S0": [sum[0]], "S1": [sum[1]], "COUT": [out],
        });
        cell("CCU2C", settings(cut), pins)
    };
    let cells = json!({
        "low": half("NO", json!(11), [3, 4], [7, 8], [12, 13], 14),
        "high": half("NO", json!(14), [5, 6], [9, 10], [15, 16], 17),
        "cut": half("YES", json!(14), [5, 6], [9, 10], [18, 19], 20),
    });
    let inputs = [("a", vec![3, 4, 5, 6]), ("b", vec![7, 8, 9, 10]), ("carry", vec![11])];
    let outputs = [("sum", vec![12, 13, 15, 16, 17]), ("cut", vec![18, 19])];
    let mut bench = Bench::new(&inputs, &outputs, cells);
    for k in 0..512u64 {
        let (a, b, carry) = (k & 15, k >> 4 & 15, k >> 8);
        let found = bench.cycle(&[a, b, carry]);
        assert_eq!(found, [a + b + carry, (a ^ b) >> 2], "{a} {b} {carry}");
    }
}

#[test]
fn flip_flops_reset_before_they_are_enabled() {
    let flop = |set: &str, mux: &str, state: u32| {
        let settings =
            json!({ "CLKMUX": "CLK", "LSRMUX": "LSR", "SRMODE": "LSR_OVER_CE", "CEMUX": mux, "REGSET": set });
        cell("TRELLIS_FF", settings, json!({ "CLK": [2], "DI": [3], "LSR": [4], "CE": [5], "Q": [state] }))
    };
    let cells = json!({
        "a": flop("RESET", "CE", 6), "b": flop("SET", "CE", 7), "c": flop("RESET", "1", 8), "d": flop("RESET", "INV", 9),
    });
    let mut bench = Bench::new(&[("in", vec![3, 4, 5])], &[("q", vec![6, 7, 8, 9])], cells);
    let (mut draw, mut state) = (stream(), [false; 4]);
    bench.cycle(&[0b010]);
    state[1] = true;
    for _ in 0..200 {
        let word = draw() & 7;
        let [data, reset, enable] = [word & 1 == 1, word >> 1 & 1 == 1, word >> 2 & 1 == 1];
        let expected = state.iter().rev().fold(0, |all, bit| all << 1 | u64::from(*bit));
        assert_eq!(bench.cycle(&[word]), [expected]);
        for (k, q) in state.iter_mut().enumerate() {
            if reset {
                *q = k == 1;
            } else if k == 2 || enable != (k == 3) {
                *q = data;
            }
        }
    }
}

#[test]
fn memories_of_slices_hold_what_was_written() {
    let settings = json!({ "WCKMUX": "WCK", "WREMUX": "WRE" });
    let pins = json!({
        "WCK": [2], "WRE": [3], "DI": [4, 5, 6, 7], "WAD": [8, 9, 10, 11], "RAD": [12, 13, 14, 15], "DO": [16, 17, 18, 19],
    });
    let inputs =
        [("write", vec![3]), ("data", (4..8).collect()), ("to", (8..12).collect()), ("at", (12..16).collect())];
    let cells = json!({ "m": cell("TRELLIS_DPR16X4", settings, pins) });
    let mut bench = Bench::new(&inputs, &[("out", (16..20).collect())], cells);
    let (mut draw, mut words) = (stream(), [None; 16]);
    for _ in 0..1000 {
        let [write, data, to, at] = [draw() & 1, draw() & 15, draw() & 15, draw() & 15];
        let found = bench.cycle(&[write, data, to, at]);
        assert!(words[at as usize].is_none_or(|word| found == [word]), "{at}");
        if write == 1 {
            words[to as usize] = Some(data);
        }
    }
    assert!(words.iter().all(Option::is_some));
}

#[test]
fn block_memories_are_written_byte_by_byte_and_read_a_cycle_later() {
    let mut pins = Map::new();
    for k in 0..9 {
        pins.insert(format!("ADA{}", 5 + k), json!([3 + k]));
        pins.insert(format!("ADB{}", 5 + k), json!([12 + k]));
    }
    for k in 0..4 {
        pins.insert(format!("ADA{k}"), json!([21 + k]));
    }
    for k in 0..18 {
        for (name, from) in [("DIA", 26), ("DIB", 44), ("DOA", 62), ("DOB", 80)] {
            pins.insert(format!("{name}{k}"), json!([from + k]));
        }
    }
    for (pin, bits) in [("CEA", json!(["1"])), ("WEA", json!(["1"])), ("CEB", json!([25]))] {
        pins.insert(pin.into(), bits);
    }
    let width = "100100";
    let settings = json!({ "DATA_WIDTH_A": width, "DATA_WIDTH_B": width, "REGMODE_B": "NOREG" });
    let cells = json!({ "m": cell("DP16KD", settings, Value::Object(pins)) });
    let inputs = [
        ("to", (3..12).collect()),
        ("at", (12..21).collect()),
        ("bytes", (21..25).collect()),
        ("read", vec![25]),
        ("data", (26..62).collect()),
    ];
    let mut bench = Bench::new(&inputs, &[("out", (62..98).collect())], cells);
    let (mut draw, mut words, mut shown) = (stream(), [0u64; 512], None);
    // every word that is used is written first
    for to in 0..8 {
        bench.cycle(&[to, 0, 15, 0, 0]);
    }
    for _ in 0..2000 {
        let [to, at, bytes, read, data] = [draw() & 7, draw() & 7, draw() & 15, draw() & 1, draw() & ((1 << 36) - 1)];
        let found = bench.cycle(&[to, at, bytes, read, data]);
        assert!(shown.is_none_or(|word| found == [word]));
        if read == 1 {
            shown = Some(words[at as usize]);
        }
        for byte in (0..4).filter(|byte| bytes >> byte & 1 == 1) {
            let mask = 0x1ff << (9 * byte);
            words[to as usize] = words[to as usize] & !mask | data & mask;
        }
    }
}

#[test]
fn multipliers_multiply_signed_and_unsigned() {
    let mut pins = Map::new();
    for k in 0..18 {
        pins.insert(format!("A{k}"), json!([3 + k]));
        pins.insert(format!("B{k}"), json!([21 + k]));
    }
    pins.insert("SIGNEDA".into(), json!([39]));
    pins.insert("SIGNEDB".into(), json!([40]));
    for k in 0..36 {
        pins.insert(format!("P{k}"), json!([41 + k]));
    }
    let cells = json!({ "m": cell("MULT18X18D", json!({}), Value::Object(pins)) });
    let inputs = [("a", (3..21).collect()), ("b", (21..39).collect()), ("signed", vec![39, 40])];
    let mut bench = Bench::new(&inputs, &[("product", (41..77).collect())], cells);
    let mut draw = stream();
    let number = |bits: u64, signed: u64| if signed == 1 { ((bits << 46) as i64) >> 46 } else { bits as i64 };
    for k in 0..1000 {
        let mut factor = || if k < 16 { [0, 1, 1 << 17, (1 << 18) - 1][draw() as usize & 3] } else { draw() & 0x3ffff };
        let (a, b, signed) = (factor(), factor(), draw() & 3);
        let expected = (number(a, signed & 1) * number(b, signed >> 1)) as u64 & ((1 << 36) - 1);
        assert_eq!(bench.cycle(&[a, b, signed]), [expected], "{a} {b} {signed}");
    }
}

#[test]
fn what_is_not_modelled_is_refused() {
    let said = |kind: &str, parameters: Value, connections: Value| {
        let inputs = [("clock", vec![2]), ("in", vec![3])];
        let cells = json!({ "it": cell(kind, parameters, connections) });
        circuit(&module(&inputs, &[("out", vec![4])], cells)).map(|_| ()).unwrap_err().to_string()
    };
    assert!(said("ALU54B", json!({}), json!({ "Z": [4] })).contains("`ALU54B` is not a cell"));
    let flop = json!({ "CLK": [2], "DI": [3], "LSR": ["0"], "Q": [4] });
    assert!(said("TRELLIS_FF", json!({ "CLKMUX": "INV", "CEMUX": "1" }), flop.clone()).contains("CLKMUX"));
    assert!(said("TRELLIS_FF", json!({ "CEMUX": "0" }), flop).contains("CEMUX"));
    let lut = |init: &str, output: u32| (json!({ "INIT": init }), json!({ "A": [3], "Z": [output] }));
    assert!(said("DP16KD", json!({ "DATA_WIDTH_A": "10010" }), json!({ "DOA0": [4] })).contains("not 36 bits wide"));
    let (settings, pins) = lut("2", 4);
    assert!(said("LUT4", settings, pins).contains("INIT"));
    let (settings, pins) = lut("0110", 5);
    assert!(said("LUT4", settings, pins).contains("net 4 is never driven"));
    let chained = json!({ "SOURCEA": [3], "P0": [4] });
    assert!(said("MULT18X18D", json!({}), chained).contains("a multiplier in a chain"));
    let (settings, pins) = (json!({ "INIT": "10" }), json!({ "A": [4], "Z": [4] }));
    assert!(said("LUT4", settings, pins).contains("loop"));
}
