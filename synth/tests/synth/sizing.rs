//! Tests of sizing by paths: paths become shorter, by OpenSTA's figures, the circuit stays, and
//! what would change it is found.

use std::fmt::Write as _;
use std::path::PathBuf;

use heddle_synth::circuit::Circuit;
use heddle_synth::gates::Gates;
use heddle_synth::netlist::Bit;
use heddle_synth::size::{longest, same, sized};
use heddle_synth::{DataError, Flow, Library, Macro, Netlist};
use heddle_testbench::gates::InGates;
use heddle_testbench::trace::TraceFile;
use heddle_testbench::unit::Unit;
use heddle_units::units;
use tempfile::TempDir;

/// What all test libraries begin with: ns, fF, tables by slew and load.
const HEAD: &str = r#"
library (strengths) {
  delay_model : table_lookup; capacitive_load_unit (1, ff); leakage_power_unit : "1nW"; nom_voltage : 1.0;
  operating_conditions (typical) { process : 1; temperature : 25; voltage : 1.0; } default_operating_conditions : typical;
  time_unit : "1ns"; voltage_unit : "1V"; current_unit : "1mA"; pulling_resistance_unit : "1kohm";
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50; output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20; slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
  lu_table_template (t) { variable_1 : input_net_transition; variable_2 : total_output_net_capacitance; index_1 ("SLEWS"); index_2 ("LOADS"); }
"#;

/// Returns the text of a library: each gate comes in the strengths named, one of twice the
/// strength has twice the area and load, and half the delay by load. Its tables have as many rows
/// and columns as `steps`, parts of the greatest slew and load.
pub fn library(strengths: &[u32], steps: &[f64]) -> String {
    let row = |of: &dyn Fn(f64) -> f64| steps.iter().map(|step| of(*step).to_string()).collect::<Vec<_>>().join(", ");
    let mut text = HEAD.replace("SLEWS", &row(&|step| 10.0 * step)).replace("LOADS", &row(&|step| 100.0 * step));
    for strength in strengths {
        let load = f64::from(*strength);
        let slope = 1.0 / load;
        let table = |name: &str, least: f64| {
            let rows: Vec<String> =
                steps.iter().map(|slew| format!("\"{}\"", row(&|load| least + slew + slope * load))).collect();
            format!("{name} (t) {{ values ({}); }} ", rows.join(", "))
        };
        let tables: String =
            ["cell_rise", "cell_fall", "rise_transition", "fall_transition"].map(|n| table(n, 0.02)).concat();
        for (cell, inputs, function) in [
            ("BUF", "A", "A"),
            ("INV", "A", "!A"),
            ("NAND2", "AB", "!(A & B)"),
            ("NOR2", "AB", "!(A | B)"),
            ("ANDN2", "MN", "M & !N"),
        ] {
            let area = load + 1.0 / f64::from(cell.len() as u32);
            let _ = writeln!(text, "cell ({cell}_X{strength}) {{ area : {area}; cell_leakage_power : 1;");
            for pin in inputs.chars() {
                let _ = writeln!(text, "pin ({pin}) {{ direction : input; capacitance : {load}; }}");
            }
            let arcs: String =
                inputs.chars().map(|pin| format!("timing () {{ related_pin : \"{pin}\"; {tables} }}")).collect();
            let _ = writeln!(text, "pin (ZN) {{ direction : output; function : \"{function}\"; {arcs} }} }}");
        }
        let _ = writeln!(
            text,
            "cell (DFF_X{strength}) {{ area : {}; cell_leakage_power : 5; ff (IQ, IQN) {{ next_state : \"D\"; clocked_on : \"CK\"; }}
             pin (D) {{ direction : input; capacitance : 1; timing () {{ related_pin : \"CK\"; timing_type : setup_rising;
             rise_constraint (scalar) {{ values (\"0.05\"); }} fall_constraint (scalar) {{ values (\"0.05\"); }} }}
             timing () {{ related_pin : \"CK\"; timing_type : hold_rising;
             rise_constraint (scalar) {{ values (\"0.01\"); }} fall_constraint (scalar) {{ values (\"0.01\"); }} }} }}
             pin (CK) {{ direction : input; capacitance : 1; clock : true; }}
             pin (Q) {{ direction : output; function : \"IQ\"; timing () {{ related_pin : \"CK\"; timing_type : rising_edge; {tables} }} }} }}",
            4.0 + load
        );
    }
    text + "}\n"
}

/// Tools with a library, in a folder of their own.
pub fn flow(strengths: &[u32]) -> (TempDir, Flow) {
    flow_with(&library(strengths, &[0.0, 0.5, 1.0]))
}

/// Tools with the library of this text, in a folder of their own.
pub fn flow_with(library: &str) -> (TempDir, Flow) {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("cells.lib");
    std::fs::write(&path, library).unwrap();
    let flow = Flow::find(std::slice::from_ref(&path), folder.path(), folder.path().join("netlists"), 1.0).unwrap();
    (folder, flow)
}

/// The slowest path, in ns.
pub fn path(flow: &Flow, netlist: &Netlist, costs: &[Macro]) -> f64 {
    flow.sta.slowest(netlist, &flow.liberty, &flow.library.buffer, costs).unwrap().unwrap().ns
}

/// Whether a netlist of a unit's preset `tiny` does in each cycle of a trace what the golden model
/// does.
pub fn agrees(unit: &Unit, trace: &TraceFile, netlist: &Netlist, library: &Library) -> bool {
    let [inputs, outputs] = unit.ports("tiny");
    let gates = Gates::new(Circuit::of(netlist, library).unwrap(), &inputs, &outputs, 1).unwrap();
    let mut gates = InGates::reset(gates, [inputs.len(), outputs.len()], |_| {});
    unit.lockstep(trace, &mut gates).unwrap().mismatch.is_none()
}

#[test]
fn a_sized_unit_is_faster_and_follows_the_golden_model() {
    let (_folder, flow) = flow(&[1, 2, 4]);
    let unit = units().into_iter().find(|unit| unit.name == "slp").unwrap();
    let mapped = flow.netlist("slp", &unit.emit("tiny")).unwrap();
    let made = sized(&mapped, &flow.library, &[]).unwrap();
    let (before, after) = (path(&flow, &mapped, &[]), path(&flow, &made, &[]));
    assert!(after < 0.97 * before, "{before} {after}");
    let timed = longest(&mapped, &flow.library, &[]).unwrap();
    assert!((timed / before - 1.0).abs() < 0.01, "{timed} by the timer of sizing, {before} by OpenSTA");
    let trace = TraceFile::parse("random".into(), unit.random("tiny", 1, 2000)).unwrap();
    let agrees = |netlist: &Netlist| agrees(&unit, &trace, netlist, &flow.library);
    assert!(agrees(&made));
    // a gate of another function with the same pins: lockstep sees it, and so does the check
    let mut wrong = made.clone();
    let nand = wrong.gates.iter().position(|gate| gate.cell.starts_with("NAND2")).unwrap();
    wrong.gates[nand].cell = "NOR2_X1".into();
    assert!(!agrees(&wrong) && same(&mapped, &wrong, &flow.library).is_err());
    // the report has both
    let report = flow.cost("slp", &unit.emit("tiny"), true).unwrap();
    assert_eq!((report.slowest.unwrap().ns, report.resized.unwrap().slowest.unwrap().ns), (before, after));
    assert_eq!(flow.cost("slp", &unit.emit("tiny"), false).unwrap().resized, None);
}

/// A memory of 32 words whose address and data go through gates, and a net of many readers.
pub const MEMORY: &str = "module rows(input clock, input [4:0] a, input [31:0] d, input w, output reg [31:0] q);\n\
    reg [31:0] m [0:31];\nreg [4:0] at;\nalways @(posedge clock) begin\n at <= ~a;\n if (w & a[0]) m[at] <= d ^ {32{a[1]}};\n\
    q <= m[at ^ a] & {32{at[0]}};\nend\nendmodule\n";

#[test]
fn what_changes_the_circuit_is_found() {
    let (_folder, flow) = flow(&[1, 2, 4]);
    let mapped = flow.netlist("rows", MEMORY).unwrap();
    assert_eq!(mapped.memories.len(), 1);
    let costs = [Macro { access: 0.3, ..Macro::default() }];
    let made = sized(&mapped, &flow.library, &costs).unwrap();
    assert!(path(&flow, &made, &costs) < path(&flow, &mapped, &costs));
    let buffers = |netlist: &Netlist| netlist.gates.iter().filter(|gate| gate.cell.starts_with("BUF")).count();
    assert!(buffers(&made) > 0);
    assert_eq!(same(&mapped, &made, &flow.library), Ok(()));
    let fault = |what: &dyn Fn(&mut Netlist)| {
        let mut wrong = made.clone();
        what(&mut wrong);
        let found = same(&mapped, &wrong, &flow.library);
        assert!(found.is_err());
        found.unwrap_err()
    };
    let two =
        made.gates.iter().position(|gate| gate.pins.iter().filter(|(pin, _)| "AB".contains(pin.as_str())).count() == 2);
    let (two, other) =
        (two.unwrap(), if made.gates[two.unwrap()].cell.starts_with("NOR2") { "NAND2_X2" } else { "NOR2_X2" });
    let unlike = |found: DataError| assert!(matches!(found, DataError::Unlike(_)), "{found}");
    unlike(fault(&|wrong| wrong.gates[two].cell = other.into()));
    // the order of pins: of a NAND it does not matter, of a cell that inverts one of them it does
    let exchange = |wrong: &mut Netlist, gate: usize, names: [&str; 2]| {
        let pins = &mut wrong.gates[gate].pins;
        let [a, b] = names.map(|name| pins.iter().position(|(pin, _)| pin == name).unwrap());
        (pins[a].1, pins[b].1) = (pins[b].1, pins[a].1);
    };
    let mut other_order = made.clone();
    exchange(&mut other_order, two, ["A", "B"]);
    assert_eq!(same(&mapped, &other_order, &flow.library), Ok(()));
    let one_inverted = made.gates.iter().position(|gate| gate.cell.starts_with("ANDN")).unwrap();
    unlike(fault(&|wrong| exchange(wrong, one_inverted, ["M", "N"])));
    // a flip-flop's data on its clock
    let flop = made.gates.iter().position(|gate| gate.cell.starts_with("DFF")).unwrap();
    unlike(fault(&|wrong| exchange(wrong, flop, ["D", "CK"])));
    unlike(fault(&|wrong| {
        wrong.gates[two].pins.iter_mut().filter(|(pin, _)| pin == "A").for_each(|(_, bit)| *bit = Bit::Constant(true))
    }));
    unlike(fault(&|wrong| wrong.memories[0].writes[0].data.swap(0, 1)));
    unlike(fault(&|wrong| wrong.memories[0].reads[0].address.swap(0, 1)));
    unlike(fault(&|wrong| wrong.ports.iter_mut().find(|port| port.name == "q").unwrap().bits.swap(0, 1)));
    // a buffer on another net, and one that feeds itself
    let buffer = made.gates.iter().position(|gate| gate.cell.starts_with("BUF")).unwrap();
    let clock = made.ports.iter().find(|port| port.name == "clock").unwrap().bits[0];
    let input = |wrong: &mut Netlist, bit: Bit| {
        wrong.gates[buffer].pins.iter_mut().filter(|(pin, _)| pin == "A").for_each(|(_, old)| *old = bit);
    };
    fault(&|wrong| input(wrong, clock));
    let own = Bit::Net(made.gates[buffer].drives[0]);
    fault(&|wrong| input(wrong, own));
    // a gate is gone, and a net without a driver
    fault(&|wrong| drop(wrong.gates.remove(two)));
}

#[test]
fn a_library_without_strengths_has_buffers_alone() {
    let (_folder, flow) = flow(&[1]);
    assert!(!flow.library.has_strengths());
    let report = flow.cost("rows", MEMORY, true).unwrap();
    let resized = report.resized.unwrap();
    assert!(resized.slowest.unwrap().ns <= report.slowest.unwrap().ns);
    // without any table of delay nothing is timed, and nothing is sized
    let text = library(&[1, 2], &[0.0, 1.0]).replace("cell_rise", "rise").replace("related_pin", "pin");
    let untimed = Library::read("untimed.lib", &text).unwrap();
    let mapped = flow.netlist("rows", MEMORY).unwrap();
    let made = sized(&mapped, &untimed, &[Macro::default()]).unwrap();
    assert_eq!(made.gates.len(), mapped.gates.len());
}
