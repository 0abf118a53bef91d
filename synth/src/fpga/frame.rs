//! A register at every port of a mapped design, so that paths from and to ports are timed as paths
//! between registers are.

use serde_json::{Value, json};

use super::Mapped;

/// The clock's port.
const CLOCK: &str = "clock";

/// Returns the netlist of a design whose ports have registers, as JSON, and the number of these
/// registers.
pub(super) fn frame(mapped: &Mapped) -> (String, u64) {
    let mut netlist = mapped.netlist.clone();
    let module = &mut netlist["modules"][&mapped.top];
    let clock = module["ports"][CLOCK]["bits"][0].clone();
    let (mut nets, mut registers) = (mapped.circuit.nets, Vec::new());
    let ports = module["ports"].as_object_mut().into_iter().flatten().filter(|(name, _)| *name != CLOCK);
    for (name, port) in ports {
        let input = port["direction"] == "input";
        for (k, bit) in port["bits"].as_array_mut().into_iter().flatten().enumerate() {
            // a constant has no path
            if bit.is_u64() {
                let (inside, outside) = (bit.clone(), json!(nets));
                nets += 1;
                let (data, state) = if input { (&outside, &inside) } else { (&inside, &outside) };
                registers.push((format!("{name}[{k}]$framed"), register(&clock, data, state)));
                *bit = outside;
            }
        }
    }
    let number = registers.len() as u64;
    if let Some(cells) = module["cells"].as_object_mut() {
        cells.extend(registers);
    }
    (netlist.to_string(), number)
}

/// Returns a flip-flop without reset and enable.
fn register(clock: &Value, data: &Value, state: &Value) -> Value {
    // a text of digits ends in a blank, or it is read as a number
    json!({
        "hide_name": 0, "type": "TRELLIS_FF", "attributes": {},
        "parameters": { "GSR": "DISABLED", "CEMUX": "1 ", "CLKMUX": "CLK", "LSRMUX": "LSR", "REGSET": "RESET" },
        "port_directions": { "CLK": "input", "DI": "input", "LSR": "input", "Q": "output" },
        "connections": { "CLK": [clock], "DI": [data], "LSR": ["0"], "Q": [state] },
    })
}
