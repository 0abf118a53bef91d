//! The netlist as Verilog: once to run, once for the timing analyser.
//!
//! Net 7 is `n7` in both; gate 7 is `g7`; memory 7 is `m7`, of which `m7r0` is high in a cycle in which its port 0 reads.

use std::fmt::Write as _;

use super::function;
use super::liberty::Library;
use super::netlist::{Access, Bit, Netlist};

fn name(bit: Bit) -> String {
    match bit {
        Bit::Net(net) => format!("n{net}"),
        Bit::Constant(value) => format!("1'b{}", u8::from(value)),
    }
}

fn word(bits: &[Bit]) -> String {
    format!("{{{}}}", bits.iter().rev().map(|bit| name(*bit)).collect::<Vec<_>>().join(", "))
}

fn range(width: usize) -> String {
    if width == 1 { String::new() } else { format!(" [{}:0]", width - 1) }
}

impl Netlist {
    /// Verilog in which every cell is its Boolean function, and every memory an array: with the ports of the RTL.
    pub fn to_run(&self, library: &Library) -> Result<String, String> {
        let names: Vec<&str> = self.ports.iter().map(|port| port.name.as_str()).collect();
        let mut text = format!("module {}({});\n", self.top, names.join(", "));
        let mut body = String::new();
        for port in &self.ports {
            let kind = if port.input { "input" } else { "output" };
            let _ = writeln!(text, "{kind}{} {};", range(port.bits.len()), port.name);
            if !port.input {
                let _ = writeln!(body, "assign {} = {};", port.name, word(&port.bits));
                continue;
            }
            for (k, bit) in port.bits.iter().enumerate() {
                let part = if port.bits.len() == 1 { port.name.clone() } else { format!("{}[{k}]", port.name) };
                let _ = writeln!(text, "wire {0}; assign {0} = {part};", name(*bit));
            }
        }
        for (k, gate) in self.gates.iter().enumerate() {
            let cell = &library.cells[&gate.cell];
            let input =
                |pin: &str| gate.pins.iter().find(|(p, _)| p == pin).map_or("1'b0".into(), |(_, bit)| name(*bit));
            let value = match &cell.register {
                Some(register) => {
                    let next = function::verilog(&register.next, &input)?;
                    let clock = input(&register.clock);
                    let _ = writeln!(text, "reg s{k};");
                    let _ = writeln!(body, "always @(posedge {clock}) s{k} <= {next};");
                    Some(register)
                }
                None => None,
            };
            for (pin, bit) in &gate.pins {
                let (Some(function), Bit::Net(net)) = (&cell.pins[pin].function, bit) else { continue };
                let shown = function::verilog(function, &|pin| match value {
                    Some(register) if pin == register.state[0] => format!("s{k}"),
                    Some(register) if pin == register.state[1] => format!("(~s{k})"),
                    _ => input(pin),
                })?;
                let _ = writeln!(text, "wire n{net};");
                let _ = writeln!(body, "assign n{net} = {shown};");
            }
        }
        for memory in 0..self.memories.len() {
            self.array(memory, &mut text, &mut body);
        }
        Ok(text + &body + "endmodule\n")
    }

    fn clock(&self) -> String {
        self.ports.iter().find(|port| port.name == "clock").map_or("clock".into(), |port| name(port.bits[0]))
    }

    fn array(&self, k: usize, text: &mut String, body: &mut String) {
        let memory = &self.memories[k];
        let clock = self.clock();
        let _ = writeln!(text, "reg{} m{k} [0:{}];", range(memory.width), memory.words - 1);
        // bits that are written together
        let pieces = |write: &Access| {
            let mut pieces: Vec<(usize, usize)> = Vec::new();
            for (at, enable) in write.enable.iter().enumerate() {
                match pieces.last_mut() {
                    Some((first, last)) if write.enable[*first] == *enable => *last = at,
                    _ => pieces.push((at, at)),
                }
            }
            pieces
        };
        let mut writes = String::new();
        for (p, write) in memory.writes.iter().enumerate() {
            let _ = writeln!(text, "wire m{k}w{p};\nwire{} d{k}w{p};", range(memory.width));
            let _ =
                writeln!(body, "assign m{k}w{p} = |{};\nassign d{k}w{p} = {};", word(&write.enable), word(&write.data));
            for (first, last) in pieces(write) {
                let part = if memory.width == 1 { String::new() } else { format!("[{last}:{first}]") };
                let (enable, address) = (name(write.enable[first]), word(&write.address));
                let _ = write!(writes, " if ({enable}) m{k}[{address}]{part} <= d{k}w{p}{part};");
            }
        }
        // in one block: of two that write the same word, the later port's stays
        let _ = writeln!(body, "always @(posedge {clock}) begin{writes} end");
        for (p, read) in memory.reads.iter().enumerate() {
            let address = word(&read.address);
            let _ = writeln!(text, "wire m{k}r{p};\nreg{} q{k}r{p};", range(memory.width));
            if let Some(enable) = read.enable.first() {
                let mut seen = String::new();
                for (w, write) in memory.writes.iter().enumerate().filter(|(w, _)| read.sees[*w]) {
                    for (first, last) in pieces(write) {
                        let part = if memory.width == 1 { String::new() } else { format!("[{last}:{first}]") };
                        let (writes, there) = (name(write.enable[first]), word(&write.address));
                        let _ =
                            write!(seen, " if ({writes} & ({there} == {address})) q{k}r{p}{part} <= d{k}w{w}{part};");
                    }
                }
                let enable = name(*enable);
                let _ = writeln!(body, "assign m{k}r{p} = {enable};");
                let _ = writeln!(
                    body,
                    "always @(posedge {clock}) if ({enable}) begin q{k}r{p} <= m{k}[{address}];{seen} end"
                );
            } else {
                // without a clock, an address that is new is a read
                let bits = read.address.len();
                let _ = writeln!(text, "reg{} a{k}r{p};", range(bits));
                let _ = writeln!(body, "always @(posedge {clock}) a{k}r{p} <= {address};");
                let _ = writeln!(body, "assign m{k}r{p} = a{k}r{p} != {address};");
                let _ = writeln!(body, "always @(*) q{k}r{p} = m{k}[{address}];");
            }
            for (at, bit) in read.data.iter().enumerate() {
                let part = if memory.width == 1 { String::new() } else { format!("[{at}]") };
                if let Bit::Net(net) = bit {
                    let _ = writeln!(text, "wire n{net}; assign n{net} = q{k}r{p}{part};");
                }
            }
        }
    }

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
