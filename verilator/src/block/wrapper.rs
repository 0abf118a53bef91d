//! The module around a user's module, with the ports of a block: `clock`, `reset`, then words of at
//! most 64 bits.

use std::fmt::{self, Write as _};
use std::ops::{BitAnd, BitOr, Not};

use heddle_block::{ALWAYS, Rule, Signal, Stream};

use super::clocks::{Clock, Reset};
use super::leaves::{Element, dimensions, element_width};
use super::{Block, Map, Pin};

/// Name of the module around a user's module.
pub const TOP: &str = "heddle_block";

/// Returns the Verilog of the module around a user's module.
pub(super) fn source(block: &Block, pins: &[Pin], top: &str, parameters: &[(String, String)]) -> String {
    let mut ports = "input wire clock".to_owned();
    for (direction, ports_of) in [("input", &block.inputs), ("output", &block.outputs)] {
        for port in ports_of {
            let _ = write!(ports, ",\n    {direction} wire [{}:0] {}", port.width - 1, port.name);
        }
    }
    let rules: String = block.streams.iter().enumerate().map(|(n, stream)| rule(n, stream, block)).collect();
    let (mut wires, mut connections) = (String::new(), Vec::new());
    for pin in pins {
        let name = &pin.port.name;
        let value = match &pin.map {
            Some(Map::Open) => String::new(),
            Some(Map::Tie(value)) => format!("{}'d{value}", pin.port.shape.width()),
            _ if block.clock.port() == Some(name) => clock(&block.clock).to_owned(),
            _ if block.reset.port() == Some(name) => reset(&block.reset).to_owned(),
            map if pin.elements[0].index.is_empty() => {
                let value = joined(&pin.elements[0], block);
                if let Some(Map::Cast(kind)) = map { format!("{kind}'({value})") } else { value }
            }
            _ => {
                let (width, range) = (element_width(&pin.port.shape), dimensions(&pin.port.shape));
                let _ = writeln!(wires, "    wire [{}:0] heddle${name} {range};", width - 1);
                for element in &pin.elements {
                    let (wire, value) = (format!("heddle${name}{}", element.index), joined(element, block));
                    let (to, from) = if pin.port.output { (value, wire) } else { (wire, value) };
                    let _ = writeln!(wires, "    assign {to} = {from};");
                }
                format!("heddle${name}")
            }
        };
        connections.push(format!("\n        .{name}({value})"));
    }
    let values: Vec<String> = parameters.iter().map(|(name, value)| format!(".{name}({value})")).collect();
    let values = if values.is_empty() { String::new() } else { format!("#({}) ", values.join(", ")) };
    format!(
        "`line 1 \"{TOP}.v\" 0\nmodule {TOP}({ports});\n{rules}{wires}    {top} {values}dut({});\nendmodule\n",
        connections.join(",")
    )
}

fn clock(clock: &Clock) -> &'static str {
    if matches!(clock, Clock::Falling(_)) { "~clock" } else { "clock" }
}

fn reset(reset: &Reset) -> &'static str {
    if reset.is_low() { "~reset" } else { "reset" }
}

/// Returns the leaves of an element as one vector, the highest bits first.
fn joined(element: &Element, block: &Block) -> String {
    let names: Vec<String> = element.leaves.iter().rev().map(|leaf| driven(&leaf.name, block)).collect();
    if let [name] = &names[..] { name.clone() } else { format!("{{{}}}", names.join(", ")) }
}

/// Returns the signal that the user's module has for a port: what a stream's rule makes of it, if
/// there is one.
fn driven(name: &str, block: &Block) -> String {
    let ruled = block.streams.iter().enumerate().find(|(_, stream)| match stream.rule {
        Rule::Holds => stream.into && (stream.valid.port == name || stream.payload.iter().any(|port| port == name)),
        Rule::Both => offered(stream).port == name,
        Rule::Free => false,
    });
    ruled.map_or_else(|| name.to_owned(), |(n, _)| format!("offer${n}${name}"))
}

/// Returns what the surroundings drive of a stream, by which a transfer begins.
fn offered(stream: &Stream) -> &Signal {
    if stream.into { &stream.valid } else { &stream.ready }
}

/// Returns the Verilog of a stream's rule: the inputs are free, and what is legal of them comes to
/// the user's module.
fn rule(n: usize, stream: &Stream, block: &Block) -> String {
    let value = |signal: &Signal| match &*signal.port {
        ALWAYS => Text("1'b1".to_owned()),
        port if signal.inverted => !Text(port.to_owned()),
        port => Text(port.to_owned()),
    };
    let answer = if stream.into { &stream.ready } else { &stream.valid };
    let (own, lets) = (&offered(stream).port, value(answer));
    if stream.rule == Rule::Free || stream.rule == Rule::Holds && !stream.into {
        return String::new();
    }
    let (held, offer) = (Text(format!("held${n}")), Text(format!("offer${n}${own}")));
    let drives = stream.rule.drives(held.clone(), Text(own.clone()), lets.clone());
    let wire = format!("    wire {offer} = {drives};\n");
    if stream.rule == Rule::Both {
        return wire;
    }
    let mut text = format!("    reg {held};\n{wire}");
    let mut keeps = String::new();
    for name in &stream.payload {
        let port = block.inputs.iter().find(|port| port.name == *name).expect("a payload is a port");
        let range = format!("[{}:0]", port.width - 1);
        let _ = writeln!(text, "    reg {range} kept${n}${name};");
        let _ = writeln!(text, "    wire {range} offer${n}${name} = {held} ? kept${n}${name} : {name};");
        let _ = write!(keeps, " kept${n}${name} <= offer${n}${name};");
    }
    let refuses = Rule::refuses(Text("reset".to_owned()), offer, lets);
    text + &format!("    always @(posedge clock) begin {held} <= {refuses};{keeps} end\n")
}

/// An expression of one bit in Verilog.
#[derive(Clone)]
struct Text(String);

impl Not for Text {
    type Output = Self;

    fn not(self) -> Self {
        Text(format!("~{self}"))
    }
}

impl BitAnd for Text {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Text(format!("({self} & {other})"))
    }
}

impl BitOr for Text {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Text(format!("({self} | {other})"))
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
