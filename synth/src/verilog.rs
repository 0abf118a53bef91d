//! The netlist as Verilog, for OpenSTA: net 7 is `n7`, gate 7 is `g7`, memory 7 is `m7`, a cell of
//! its own library.

use std::fmt::Write as _;

use crate::cacti::Macro;
use crate::netlist::{Bit, Memory, Netlist};

fn name(bit: Bit) -> String {
    match bit {
        Bit::Net(net) => format!("n{net}"),
        Bit::Constant(value) => format!("1'b{}", u8::from(value)),
    }
}

/// A pin of a memory: name, connection, and for read data the address pins that it follows without
/// a clock.
pub(crate) struct Pin {
    pub(crate) name: String,
    pub(crate) bit: Bit,
    pub(crate) shows: Option<Vec<String>>,
}

/// Returns the pins of a memory, but for its clock.
pub(crate) fn pins(memory: &Memory) -> Vec<Pin> {
    let mut pins = Vec::new();
    let mut add = |kind: &str, port: usize, bits: &[Bit], shows: Option<&[String]>| -> Vec<String> {
        let names: Vec<String> = (0..bits.len()).map(|k| format!("{kind}{port}_{k}")).collect();
        for (name, bit) in names.iter().zip(bits) {
            pins.push(Pin { name: name.clone(), bit: *bit, shows: shows.map(<[String]>::to_vec) });
        }
        names
    };
    for (k, read) in memory.reads.iter().enumerate() {
        let address = add("RA", k, &read.address, None);
        add("RE", k, &read.enable, None);
        add("RD", k, &read.data, Some(if read.enable.is_empty() { &address } else { &[] }));
    }
    for (k, write) in memory.writes.iter().enumerate() {
        add("WA", k, &write.address, None);
        add("WE", k, &write.enable, None);
        add("WD", k, &write.data, None);
    }
    pins
}

/// Returns a Liberty library with every memory of a netlist as a cell: read data follows the clock,
/// or the address, after the access time.
pub fn macros(netlist: &Netlist, costs: &[Macro]) -> String {
    let mut text = "library (macros) {\ndelay_model : table_lookup; time_unit : \"1ns\"; voltage_unit : \"1V\"; current_unit : \"1mA\";\n\
                    pulling_resistance_unit : \"1kohm\"; capacitive_load_unit (1, ff); nom_process : 1; nom_voltage : 1.1; nom_temperature : 25;\n\
                    input_threshold_pct_rise : 50; input_threshold_pct_fall : 50; output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;\n\
                    slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20; \
                    slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;\n"
        .to_string();
    for (k, (memory, cost)) in netlist.memories.iter().zip(costs).enumerate() {
        let _ = writeln!(text, "cell (m{k}) {{\npin (CLK) {{ direction : input; clock : true; capacitance : 0; }}");
        for pin in pins(memory) {
            let arc = |from: &str, kind: &str| {
                let access = cost.access;
                format!(
                    "timing () {{ related_pin : \"{from}\"; {kind} cell_rise (scalar) {{ values (\"{access}\"); }} \
                     cell_fall (scalar) {{ values (\"{access}\"); }} \
                     rise_transition (scalar) {{ values (\"0\"); }} fall_transition (scalar) {{ values (\"0\"); }} }}"
                )
            };
            let body = match &pin.shows {
                None => "direction : input; capacitance : 0; timing () { related_pin : \"CLK\"; timing_type : setup_rising; \
                         rise_constraint (scalar) { values (\"0\"); } fall_constraint (scalar) { values (\"0\"); } }"
                    .to_string(),
                Some(address) if address.is_empty() => {
                    format!("direction : output; {}", arc("CLK", "timing_type : rising_edge;"))
                }
                Some(address) => {
                    let arcs: Vec<String> = address.iter().map(|from| arc(from, "timing_sense : non_unate;")).collect();
                    format!("direction : output; {}", arcs.join(" "))
                }
            };
            let _ = writeln!(text, "pin ({}) {{ {body} }}", pin.name);
        }
        text += "}\n";
    }
    text + "}\n"
}

impl Netlist {
    /// Returns the Verilog name of the netlist's clock.
    pub(crate) fn clock(&self) -> String {
        match self.clock_bit() {
            Bit::Net(net) => format!("n{net}"),
            Bit::Constant(_) => "clock".into(),
        }
    }

    /// Returns the netlist as Verilog of library cells. Memories are cells; unless `whole`, they
    /// are left out and their read data are input ports.
    pub fn to_analyse(&self, whole: bool) -> String {
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
        let shown = self.memories.iter().flat_map(|memory| &memory.reads).flat_map(|read| &read.data);
        for bit in shown.filter(|bit| !whole && matches!(bit, Bit::Net(_))) {
            declare("input", name(*bit));
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
        for (k, memory) in self.memories.iter().enumerate().filter(|_| whole) {
            let pins: Vec<String> =
                pins(memory).iter().map(|pin| format!(".{}({})", pin.name, name(pin.bit))).collect();
            let _ = writeln!(body, "m{k} m{k} (.CLK({}), {});", name(self.clock_of(k)), pins.join(", "));
        }
        format!("module {}({});\n{text}{body}endmodule\n", self.top, ports.join(", "))
    }
}
