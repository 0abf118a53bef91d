//! Tests of flip-flops with an asynchronous reset: a netlist of them is reset in the cycle of the
//! reset, and sizing keeps them apart.

use heddle_synth::circuit::Circuit;
use heddle_synth::gates::Gates;
use heddle_synth::{Flow, Library, Resets};

use crate::gating::liberty::liberty;

/// The flip-flop of the library of four cells with a pin that forces its state.
fn forced(name: &str, what: &str, area: u32) -> String {
    let four = liberty();
    let flip_flop = &four[four.find("cell (DFF)").unwrap()..four.trim_end().len() - 1];
    let pin = format!("clocked_on : \"CK\"; {what} : \"!N\"; }} pin (N) {{ direction : input; capacitance : 1; }} ");
    let cell = flip_flop.replacen("clocked_on : \"CK\"; }", &pin, 1);
    cell.replacen("cell (DFF) { area : 5", &format!("cell ({name}) {{ area : {area}"), 1)
}

/// The library of four cells, and such flip-flops.
fn text(cells: &[String]) -> String {
    format!("{}{}}}\n", liberty().trim_end().strip_suffix('}').unwrap(), cells.concat())
}

const VERILOG: &str = "module d(input clock, input reset, input x, output reg q, output reg p);
    always @(posedge clock or posedge reset)
      if (reset) begin q <= 0; p <= 1; end else begin q <= x; p <= x; end
    endmodule\n";

#[test]
fn a_flip_flop_is_forced_at_once() {
    let cells = [forced("DFFR", "clear", 6), forced("DFFS", "preset", 6)];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cells.lib");
    std::fs::write(&path, text(&cells)).unwrap();
    let flow = Flow::find(&[path], folder.path(), folder.path().join("netlists"), 1.0).unwrap();
    assert_eq!((flow.resets(), flow.library.flip_flop.as_str()), (Resets::AtOnce, "DFF"));
    let netlist = flow.netlist("d", VERILOG).unwrap();
    let count = |name: &str| netlist.gates.iter().filter(|gate| gate.cell == name).count();
    assert_eq!(["DFF", "DFFR", "DFFS"].map(count), [0, 1, 1]);
    assert_eq!(flow.cost("d", VERILOG, true).unwrap().flip_flops, 2);

    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let circuit = Circuit::of(&netlist, &flow.library).unwrap();
    let mut gates = Gates::new(circuit, &names(&["reset", "x"]), &names(&["q", "p"]), 1).unwrap();
    let mut shown = |reset: u64, x: u64| {
        let mut outputs = [0; 2];
        gates.settle(&[reset, x], &mut outputs);
        gates.edge();
        outputs
    };
    assert_eq!(shown(1, 1), [0, 1], "in the cycle of the reset");
    assert_eq!(shown(0, 1), [0, 1], "the edge in reset changes nothing");
    assert_eq!(shown(0, 0), [1, 1]);
    assert_eq!(shown(0, 1), [0, 0]);
    assert_eq!([shown(1, 1), shown(0, 0)], [[0, 1]; 2]);
}

#[test]
fn a_library_without_them_has_gates() {
    let of = |cells: &[String]| Library::read("cells.lib", &text(cells)).unwrap().resets_at_once();
    let (clear, preset) = (forced("DFFR", "clear", 6), forced("DFFS", "preset", 6));
    assert!(!of(&[]) && !of(std::slice::from_ref(&clear)) && !of(std::slice::from_ref(&preset)));
    assert!(of(&[clear, preset]));
}
