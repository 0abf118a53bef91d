//! Tests of placing: what is made can be built, what cannot be built is found, and the timer of
//! sizing has the delays of OpenSTA.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use heddle_synth::netlist::Bit;
use heddle_synth::place::{Aim, Layout, Lef, Nets, Physical, Placed, Placer, Shapes, Wire, Wires, check, def};
use heddle_synth::size::{Site, longest_in, same};
use heddle_synth::{DataError, Flow, Netlist};
use heddle_units::units;
use tempfile::TempDir;

use crate::sizing::{MEMORY, flow};

/// The placer's stand-in.
const STAND_IN: &str = include_str!("coloquinte.py");
const AIM: Aim = Aim { utilisation: 0.5, seed: 1, time: Duration::from_secs(20) };

/// Returns the LEF of the test library: a stronger cell is wider, pins are apart.
fn lef(flow: &Flow) -> String {
    let mut text = "SITE s CLASS CORE ; SIZE 0.2 BY 1.0 ; END s\n".to_string();
    for layer in ["m1", "m2", "m3"] {
        let direction = if layer == "m2" { "VERTICAL" } else { "HORIZONTAL" };
        let _ = writeln!(
            text,
            "LAYER {layer} TYPE ROUTING ; DIRECTION {direction} ; WIDTH 0.1 ; PITCH 0.2 ; RESISTANCE RPERSQ 2.0 ;\n\
             CAPACITANCE CPERSQDIST 1e-4 ; EDGECAPACITANCE 5e-5 ; END {layer}"
        );
    }
    for (name, cell) in &flow.library.cells {
        let width = 0.4 * cell.area.ceil();
        let _ = writeln!(text, "MACRO {name} CLASS CORE ; SIZE {width} BY 1.0 ;");
        for (k, pin) in cell.pins.keys().enumerate() {
            let x = 0.1 * k as f64;
            let _ = writeln!(text, "PIN {pin} PORT LAYER m1 ; RECT {x} 0.1 {x} 0.3 ; END END {pin}");
        }
        let _ = writeln!(text, "END {name}");
    }
    text
}

/// Tools with a library, and the stand-in with a fault.
fn tools(fault: &str) -> (TempDir, Flow, Physical) {
    let (folder, flow) = flow(&[1, 2, 4]);
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("cells.lef", &lef(&flow));
    write("coloquinte.py", STAND_IN);
    write("fault.txt", fault);
    let lef = Lef::open(&[folder.path().join("cells.lef")]).unwrap();
    let placer = Placer::find(folder.path()).unwrap();
    (folder, flow, Physical { lef, placer })
}

/// A few cells, for faults that need no more.
const FEW: &str = "module few(input clock, input [3:0] a, output reg [3:0] q);\n\
    always @(posedge clock) q <= q ^ (a & {4{q[0]}});\nendmodule\n";

#[test]
fn a_unit_is_placed_as_it_can_be_built() {
    let (_folder, flow, physical) = tools("");
    let verilog = units().into_iter().find(|unit| unit.name == "slp").unwrap().emit("tiny");
    let placed = flow.placed("slp", &verilog, &physical, AIM).unwrap();
    let Placed { netlist, layout, figures } = &placed;
    let shapes = Shapes::of(netlist, &physical.lef, &[]).unwrap();
    assert_eq!(check(netlist, &shapes, layout), Ok(()));
    // the circuit is the mapped one, and its clock goes through buffers
    assert_eq!(same(&flow.netlist("slp", &verilog).unwrap(), netlist, &flow.library), Ok(()));
    assert!(figures.clock_buffers > 0 && figures.latency > 0.0 && figures.skew < figures.latency);
    assert!(figures.wires[0] > 0.0 && figures.wires[1] >= figures.wires[0]);
    assert!(figures.hold.unwrap() > 0.0 && figures.congestion.unwrap() > 0.0);
    assert!((0.45..0.9).contains(&figures.utilisation));
    assert!(figures.path.len() as u64 > figures.slowest.as_ref().unwrap().levels);
    // kept, it is the same
    assert_eq!(flow.placed("slp", &verilog, &physical, AIM).unwrap().figures, *figures);
    read_back(&def(netlist, layout, &shapes, &flow.library), netlist, layout);
    flaws(netlist, &shapes, layout);
    timers(&flow, &physical, &placed, &shapes);
}

/// Holds that a DEF has the layout and the netlist, by a reader that shares nothing with the
/// writer.
fn read_back(text: &str, netlist: &Netlist, layout: &Layout) {
    // what ends a section has no semicolon
    let ended = |line: &str| if line.starts_with("END ") { format!("{line} ;\n") } else { format!("{line}\n") };
    let text: String = text.lines().map(ended).collect();
    let statements: Vec<Vec<&str>> = text.split(';').map(|statement| statement.split_whitespace().collect()).collect();
    let section = |name: &str| {
        let start = statements.iter().position(|words| words.first() == Some(&name)).unwrap();
        let count: usize = statements[start][1].parse().unwrap();
        let items = &statements[start + 1..start + 1 + count];
        assert!(items.iter().all(|words| words[0] == "-") && statements[start + 1 + count][..2] == ["END", name]);
        items.to_vec()
    };
    let number = |word: &str| word.parse::<i64>().unwrap();
    let area = statements.iter().find(|words| words.first() == Some(&"DIEAREA")).unwrap();
    assert_eq!([number(area[6]), number(area[7])], layout.core);
    let rows = statements.iter().filter(|words| words.first() == Some(&"ROW")).count() as i64;
    assert_eq!(rows * layout.site[1], layout.core[1]);
    let components = section("COMPONENTS");
    assert_eq!(components.len(), netlist.gates.len());
    for (k, (words, (gate, spot))) in components.iter().zip(netlist.gates.iter().zip(&layout.gates)).enumerate() {
        assert_eq!((words[1], words[2]), (format!("g{k}").as_str(), gate.cell.as_str()));
        assert_eq!(([number(words[6]), number(words[7])], words[9] == "FS"), (spot.at, spot.flipped));
    }
    // every connection of every gate, and each only once
    let mut there: Vec<(String, String, String)> = Vec::new();
    for words in section("NETS") {
        for pin in words[2..].chunks_exact(4) {
            there.push((words[1].into(), pin[1].into(), pin[2].into()));
        }
    }
    let gates = netlist.gates.iter().enumerate();
    let mut wanted: Vec<(String, String, String)> = gates
        .flat_map(|(k, gate)| gate.pins.iter().map(move |(pin, bit)| (k, pin, bit)))
        .filter_map(|(k, pin, bit)| match bit {
            Bit::Net(net) => Some((format!("n{net}"), format!("g{k}"), pin.clone())),
            Bit::Constant(_) => None,
        })
        .collect();
    let bits = netlist.ports.iter().flat_map(|port| &port.bits).filter(|bit| matches!(bit, Bit::Net(_))).count();
    assert_eq!(section("PINS").len(), bits);
    there.retain(|(_, instance, _)| instance != "PIN");
    there.sort();
    wanted.sort();
    assert_eq!(there, wanted);
}

/// Holds that each flaw of a layout is found.
fn flaws(netlist: &Netlist, shapes: &Shapes, layout: &Layout) {
    for (what, wrong) in [
        ("overlap", &(|layout: &mut Layout| layout.gates[3] = layout.gates[4]) as &dyn Fn(&mut Layout)),
        ("overlap", &|layout| layout.gates[3].at[0] = layout.gates[4].at[0] - 200),
        ("no site", &|layout| layout.gates[5].at[0] += 1),
        ("in no row", &|layout| layout.gates[5].at[1] += 1),
        ("mirrored", &|layout| layout.gates[5].flipped ^= true),
        ("not within", &|layout| layout.gates[5].at[0] = layout.core[0]),
        ("not within", &|layout| layout.gates[5].at[0] = -200),
        ("places for", &|layout| layout.gates.truncate(9)),
        ("not at the edge", &|layout| layout.ports[1][0] = [200, 200]),
        ("not at the edge", &|layout| layout.ports[1].clear()),
    ] {
        let mut changed = layout.clone();
        wrong(&mut changed);
        match check(netlist, shapes, &changed) {
            Err(DataError::Misplaced(said)) => assert!(said.contains(what), "{said}: {what}"),
            other => panic!("{other:?}: {what}"),
        }
    }
}

/// Holds that the timer of sizing has OpenSTA's delays, and that wires are worth something in both.
fn timers(flow: &Flow, physical: &Physical, Placed { netlist, layout, figures }: &Placed, shapes: &Shapes) {
    let wires = Wires::of(&flow.library, &physical.lef).unwrap();
    let none = Wire { resistance: 0.0, capacitance: 0.0 };
    let none = Wires { signal: none, clock: none, source: String::new() };
    let nets = Nets::of(netlist, shapes, layout, &flow.library);
    let found = figures.slowest.as_ref().unwrap().ns;
    let by_opensta = |wires: &Wires| {
        let cells: (&Path, &str) = (&flow.liberty, &flow.library.buffer);
        let spef = nets.spef(netlist, shapes, wires, true);
        flow.sta.wired(netlist, cells, &[], &spef, figures.latency).unwrap().slowest.unwrap().ns
    };
    let by_sizing =
        |wires: &Wires| longest_in(netlist, &flow.library, &[], Site { layout, shapes, wire: wires.signal }).unwrap();
    assert!((by_opensta(&wires) - found).abs() < 1e-9);
    for wires in [&wires, &none] {
        let (timed, found) = (by_sizing(wires), by_opensta(wires));
        assert!((timed / found - 1.0).abs() < 0.1, "{timed} by the timer of sizing, {found} by OpenSTA");
    }
    assert!(by_opensta(&none) < 0.98 * found && by_sizing(&none) < 0.98 * by_sizing(&wires));
}

#[test]
fn what_the_placer_does_wrong_is_found() {
    let (folder, flow, physical) = tools("");
    let placed = |fault: &str, verilog: &str, seed: u32| {
        std::fs::write(folder.path().join("fault.txt"), fault).unwrap();
        let aim = Aim { seed, time: Duration::from_secs(if fault == "never" { 1 } else { 20 }), ..AIM };
        flow.placed(if verilog == FEW { "few" } else { "rows" }, verilog, &physical, aim).map(|placed| placed.figures)
    };
    for (seed, (fault, what)) in (1..).zip([
        ("overlap", "overlap"),
        ("row", "in no row"),
        ("fails", "no place for a cell"),
        ("never", "was not placed within 1s"),
    ]) {
        let error = placed(fault, FEW, seed).unwrap_err().to_string();
        assert!(error.contains(what), "{error}: {what}");
    }
    // a cell between two sites moves to the one below
    placed("between", FEW, 9).unwrap();
    // without CACTI, a memory has no size
    let error = placed("", MEMORY, 9).unwrap_err().to_string();
    assert!(error.contains("memory m has no area"), "{error}");
}
