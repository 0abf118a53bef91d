//! Clock gating by row: flip-flops that load under the same enable share a clock gate, and lose the
//! multiplexer that keeps their state.
//!
//! It takes place in Yosys' netlist of generic cells, before flip-flops are mapped: there an enable
//! is still a pin. Debian's Yosys has no pass for it.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::error::DataError;
use crate::liberty::ClockGate;

/// Least number of flip-flops that get a clock gate. In NanGate's library the gate has the area of
/// two of the multiplexers that it saves, and takes in every cycle the energy of a few clock pins:
/// at 8 flip-flops it saves area always, and energy if about every other cycle is one without a
/// load.
pub const LEAST: usize = 8;

/// Greatest number of flip-flops behind one clock gate: 32 clock pins, with the wires of the
/// library's model, load NanGate's smallest gate with most of the 60 fF that it can drive.
pub const MOST: usize = 32;

/// A flip-flop's clock, enable and the reset that loads it, too: name and polarity of each.
type Row = [String; 3];

/// Puts clock gates into the top module of a netlist, which is Yosys' JSON of generic cells; `gate`
/// is the cell of that name.
///
/// # Errors
///
/// The text is no such netlist.
pub fn gated(top: &str, text: &str, (name, gate): (&str, &ClockGate)) -> Result<String, DataError> {
    let mut json: Value = serde_json::from_str(text)?;
    let cells = json["modules"][top]["cells"].as_object_mut().ok_or_else(|| DataError::missing("cells"))?;
    let mut rows = BTreeMap::<Row, Vec<String>>::new();
    for (flop, cell) in cells.iter() {
        if let Some(row) = row(cell) {
            rows.entry(row).or_default().push(flop.clone());
        }
    }
    let mut nets = Nets { next: greatest(&Value::Object(cells.clone())) + 1 };
    for (k, flops) in rows.into_values().filter(|flops| flops.len() >= LEAST).enumerate() {
        let enable = enable(cells, &flops[0], &format!("gated{k}"), &mut nets);
        for (j, flops) in flops.chunks(flops.len().div_ceil(flops.len().div_ceil(MOST))).enumerate() {
            let clock = cells[&flops[0]]["connections"]["C"].clone();
            let output = nets.another();
            for flop in flops {
                behind(&mut cells[flop], &output);
            }
            let pins = json!({ &gate.clock: clock, &gate.enable: enable, &gate.output: output });
            let directions = json!({ &gate.clock: "input", &gate.enable: "input", &gate.output: "output" });
            cells.insert(format!("gated{k}_{j}"), cell(name, &pins, &directions));
        }
    }
    Ok(json.to_string())
}

/// Numbers of new nets.
struct Nets {
    next: u64,
}

impl Nets {
    fn another(&mut self) -> Value {
        self.next += 1;
        json!([self.next - 1])
    }
}

/// Returns the greatest number of a net at any pin.
fn greatest(cells: &Value) -> u64 {
    let pins = cells.as_object().into_iter().flatten().filter_map(|(_, cell)| cell["connections"].as_object());
    let bits = pins.flatten().filter_map(|(_, bits)| bits.as_array()).flatten().filter_map(Value::as_u64);
    bits.max().unwrap_or(0)
}

fn cell(kind: &str, pins: &Value, directions: &Value) -> Value {
    json!({ "hide_name": 1, "type": kind, "parameters": {}, "attributes": {},
            "port_directions": directions, "connections": pins })
}

/// Splits the type of a flip-flop of a rising edge with an enable: what comes before the letter of
/// the enable's polarity, the polarity, and that of a reset that loads it without the enable.
///
/// `$_DFFE_PP_`: clock and enable. `$_SDFFE_PP0N_`: clock, reset, the value that it sets, enable;
/// reset goes first. `$_SDFFCE_PP0N_`: the enable goes first.
fn kind(cell: &Value) -> Option<(&str, char, Option<char>)> {
    let text = cell["type"].as_str()?.strip_suffix('_')?;
    let (before, enable) = text.split_at(text.len().checked_sub(1)?);
    let reset = || before.chars().rev().nth(1);
    let found = |reset| Some((before, enable.chars().next()?, reset));
    match before {
        "$_DFFE_P" => found(None),
        _ if before.starts_with("$_SDFFE_P") => found(reset()),
        _ if before.starts_with("$_SDFFCE_P") => found(None),
        _ => None,
    }
}

fn row(cell: &Value) -> Option<Row> {
    let (_, enable, reset) = kind(cell)?;
    let pin = |name: &str| cell["connections"][name].to_string();
    let reset = reset.map_or(String::new(), |polarity| format!("{polarity}{}", pin("R")));
    Some([pin("C"), format!("{enable}{}", pin("E")), reset])
}

/// Returns the net that is high when the flip-flops of a row load, by new cells if it needs them.
fn enable(cells: &mut Map<String, Value>, flop: &str, name: &str, nets: &mut Nets) -> Value {
    let flop = cells[flop].clone();
    let Some((_, polarity, reset)) = kind(&flop) else { return Value::Null };
    let mut high = |what: &str, polarity: char| {
        let net = flop["connections"][what].clone();
        if polarity == 'P' {
            return net;
        }
        let inverted = nets.another();
        let pins = json!({ "A": net, "Y": inverted });
        cells.insert(format!("{name}{what}"), self::cell("$_NOT_", &pins, &json!({ "A": "input", "Y": "output" })));
        inverted
    };
    let enable = high("E", polarity);
    let Some(polarity) = reset else { return enable };
    let reset = high("R", polarity);
    let either = nets.another();
    let pins = json!({ "A": enable, "B": reset, "Y": either });
    let directions = json!({ "A": "input", "B": "input", "Y": "output" });
    cells.insert(format!("{name}L"), self::cell("$_OR_", &pins, &directions));
    either
}

/// Puts a flip-flop behind a gated clock: it loads at every edge.
fn behind(flop: &mut Value, clock: &Value) {
    let Some((before, ..)) = kind(flop) else { return };
    let kind = before.replace("FFCE_", "FF_").replace("FFE_", "FF_");
    flop["type"] = format!("{kind}_").into();
    flop["connections"]["C"] = clock.clone();
    for what in ["connections", "port_directions"] {
        flop[what].as_object_mut().map(|pins| pins.remove("E"));
    }
}
