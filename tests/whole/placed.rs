//! `--placed` as its users meet it, with a library of four cells and a stand-in for the placer.

use std::fs;

use serde_json::Value;

use crate::desk::Desk;
use crate::liberty;

/// The stand-in, which fills rows in the order of cells.
const STAND_IN: &str = include_str!("../../synth/tests/synth/coloquinte.py");

/// Returns the LEF of the four cells.
fn lef() -> String {
    let mut text = "SITE s CLASS CORE ; SIZE 0.5 BY 2.0 ; END s\n".to_string();
    for layer in ["m1", "m2", "m3"] {
        let direction = if layer == "m2" { "VERTICAL" } else { "HORIZONTAL" };
        text += &format!(
            "LAYER {layer} TYPE ROUTING ; DIRECTION {direction} ; WIDTH 0.1 ; PITCH 0.2 ; RESISTANCE RPERSQ 0.1 ;\n\
             CAPACITANCE CPERSQDIST 1e-4 ; EDGECAPACITANCE 5e-5 ; END {layer}\n"
        );
    }
    for (cell, width, pins) in
        [("BUF_X2", 1.0, "A Z"), ("INV", 0.5, "A ZN"), ("NAND2", 1.0, "A B ZN"), ("DFF", 2.5, "D CK Q")]
    {
        let pins: String = pins
            .split(' ')
            .map(|pin| format!("PIN {pin} PORT LAYER m1 ; RECT 0.1 0.1 0.2 0.2 ; END END {pin}\n"))
            .collect();
        text += &format!("MACRO {cell} CLASS CORE ; SIZE {width} BY 2.0 ;\n{pins}END {cell}\n");
    }
    text
}

/// A desk with a cache of its own, in which the stand-in is installed.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("four.lib", liberty::liberty());
    desk.write("four.lef", lef());
    desk.without_memories();
    fs::create_dir_all(desk.path("cache/libraries/placer")).unwrap();
    desk.write("cache/libraries/placer/coloquinte.py", STAND_IN);
    desk
}

#[test]
fn a_placed_unit_has_wires_and_a_clock_tree() {
    let desk = desk();
    let cache = desk.path("cache");
    let run =
        |words: &str| desk.run_with(&format!("{words} --liberty four.lib"), &[("HEDDLE_CACHE", cache.as_os_str())]);
    let said = run("cost timing slp/tiny --placed --lef four.lef --picture slp.svg --def slp.def");
    said.is(0, &["core um2", "skew ns", "coloquinte 0.4.1, seed 1, cells fill 70 % before they are sized"]);
    let picture = fs::read_to_string(desk.path("slp.svg")).unwrap();
    assert!(picture.contains("slowest path") && picture.contains("compactor: "), "{picture}");
    assert!(fs::read_to_string(desk.path("slp.def")).unwrap().contains("DIEAREA"));
    let events = run("cost timing slp/tiny --placed --lef four.lef --json").is(0, &[]).json();
    let [cost, placed] = &events[..] else { panic!("{events:?}") };
    let number = |event: &Value, name: &str| event[name].as_f64().unwrap();
    assert_eq!(placed["event"], "placed");
    assert!(number(placed, "um2") > number(cost, "um2") && number(placed, "core_um2") > number(placed, "um2"));
    assert!(number(placed, "wires_um") >= number(placed, "half_perimeters_um"));
    assert!(number(placed, "clock_buffers") > 0.0 && number(placed, "path_ns") > 1.0);
    run("cost slp/tiny --placed --lef four.lef")
        .is(0, &["== mapped, sized and placed, four", "placed ns", "sized um2"]);
    let power = run("cost power slp/tiny --placed --lef four.lef --cycles 200 --mhz 10");
    power.is(0, &["placed, random: clock with its tree", "wires"]);
    // a budget holds layouts within 5 %
    run("cost area slp/tiny --bless --placed --lef four.lef").is(0, &[]);
    let gate = "cost area slp/tiny --gate --placed --lef four.lef";
    run(gate).is(0, &[]);
    let file = desk.path("synth/slp/budget.json");
    let core = number(placed, "core_um2").round();
    let text = fs::read_to_string(&file).unwrap();
    let smaller =
        text.replace(&format!("\"placed_core_um2\": {core:.1}"), &format!("\"placed_core_um2\": {}", core * 0.94));
    assert_ne!(text, smaller);
    fs::write(&file, smaller).unwrap();
    run(gate).is(1, &["GREW slp/tiny: placed_core_um2 is", "5 % is tolerated"]);
}

#[test]
fn what_placing_lacks_is_named() {
    let desk = desk();
    let cache = desk.path("cache");
    let none = desk.path("none");
    desk.write("half.lef", lef().replace("MACRO DFF", "MACRO OTHER").replace("END DFF", "END OTHER"));
    desk.write("high.lef", lef().replace("SIZE 2.5 BY 2.0", "SIZE 2.5 BY 4.0"));
    desk.write("bare.lef", lef().replace("RESISTANCE RPERSQ 0.1", ""));
    for (words, status, expected) in [
        ("--placed --lef four.lef --utilisation 0", 2, "0.05 to 0.95"),
        ("--placed --lef four.lef --utilisation 1.5", 2, "0.05 to 0.95"),
        ("--placed --lef four.lef --utilisation -0.5", 2, "0.05 to 0.95"),
        ("--placed --lef four.lef --utilisation NaN", 2, "0.05 to 0.95"),
        ("--placed", 2, "--liberty's library has no LEF"),
        ("--lef four.lef", 2, "--placed"),
        ("--picture a.svg", 2, "--placed"),
        ("slp/one --placed --lef four.lef --picture a.svg", 2, "--picture and --def are of one unit"),
        ("--placed --lef other.lef", 2, "other.lef is missing"),
        ("--placed --lef four.lib", 2, "no MACRO with a SIZE"),
        ("--placed --lef half.lef", 3, "`DFF` is not a cell of the LEF"),
        ("--placed --lef high.lef", 3, "DFF is 2500 by 4000 nm"),
        ("--placed --lef bare.lef", 3, "the LEF has no RESISTANCE"),
        ("--placed --lef four.lef --picture four.lib/a.svg", 2, "four.lib/a.svg"),
    ] {
        let words = format!("cost timing slp/tiny {words} --liberty four.lib");
        desk.run_with(&words, &[("HEDDLE_CACHE", cache.as_os_str())]).is(status, &[expected]);
    }
    let said = desk.run_with("cost timing slp/tiny --placed --liberty four.lib", &[("HEDDLE_CACHE", none.as_os_str())]);
    said.is(2, &["coloquinte.py is missing", "make libraries"]);
}
