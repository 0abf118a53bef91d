//! The netlist as Verilog, for the analyser: net 7 is `n7`, gate 7 is `g7`.

use std::fmt::Write as _;

use super::netlist::{Bit, Netlist};

fn name(bit: Bit) -> String {
    match bit {
        Bit::Net(net) => format!("n{net}"),
        Bit::Constant(value) => format!("1'b{}", u8::from(value)),
    }
}

impl Netlist {
    /// Verilog of library cells, in which what memories show comes in by ports.
    pub fn to_analyse(&self) -> String {
        let (mut ports, mut text) = (Vec::new(), String::new());
        let mut declare = |kind: &str, net: String| {
            let _ = writeln!(text, "{kind} {net};");
            ports.push(net);
        };
        for port in &self.ports {
            for (k, bit) in port.bits.iter().enumerate() {
                match (port.input, bit) {
                    (true, Bit::Net(_)) => declare("input", name(*bit)),
                    // a port of its own: one net may leave by several
                    _ => declare("output", format!("{}_{k}", port.name.replace('$', "_"))),
                }
            }
        }
        for bit in self.memories.iter().flat_map(|memory| &memory.reads).flat_map(|read| &read.data) {
            if matches!(bit, Bit::Net(_)) {
                declare("input", name(*bit));
            }
        }
        let mut body = String::new();
        for port in self.ports.iter().filter(|port| !port.input) {
            for (k, bit) in port.bits.iter().enumerate() {
                let _ = writeln!(body, "assign {}_{k} = {};", port.name.replace('$', "_"), name(*bit));
            }
        }
        for (k, gate) in self.gates.iter().enumerate() {
            let pins: Vec<String> = gate.pins.iter().map(|(pin, bit)| format!(".{pin}({})", name(*bit))).collect();
            let _ = writeln!(body, "{} g{k} ({});", gate.cell, pins.join(", "));
        }
        format!("module {}({});\n{text}{body}endmodule\n", self.top, ports.join(", "))
    }
}
