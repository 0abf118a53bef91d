//! Library cells as truth tables: a mapped netlist as a circuit that can be executed.

use std::collections::BTreeMap;

use crate::circuit::{Circuit, Flop, MOST};
use crate::error::DataError;
use crate::function;
use crate::liberty::{Cell, Library};
use crate::netlist::{Bit, Netlist};

/// The next state of a flip-flop behind a clock gate, from that of its cell, the gate's enable, and
/// its state: unless enabled, it keeps its state.
const KEPT: u64 = 0b1011_1000;
/// What a condition and a state become where the condition sets the state to 0, and to 1.
const FORCED: [u64; 2] = [0b0100, 0b1110];

/// The inputs and the truth table of each function of each cell that was seen so far.
type Known = BTreeMap<(String, String), (Vec<String>, u64)>;

impl Circuit {
    /// Creates the circuit of a netlist of library cells.
    ///
    /// # Errors
    ///
    /// A cell's function cannot be used, or nets form a loop.
    pub fn of(netlist: &Netlist, library: &Library) -> Result<Circuit, DataError> {
        let mut circuit = Circuit::new(netlist.nets, netlist.ports.clone(), netlist.memories.clone());
        let mut known = Known::new();
        let gated = netlist.clock_gates(library);
        for gate in &netlist.gates {
            let cell = &library.cells[&gate.cell];
            if cell.clock_gate.is_some() {
                continue;
            }
            let pin = |name: &str| gate.pins.iter().find(|(pin, _)| pin == name).map(|(_, bit)| *bit);
            let mut state = None;
            if let Some(register) = &cell.register {
                let (kept, mut next) = (circuit.more(), circuit.more());
                circuit.function((&gate.cell, cell), &register.next, None, &pin, next, &mut known)?;
                // the latch of a clock gate is transparent while the clock is low: the edge comes
                // if the enable has settled high before it
                if let Some(enable) = pin(&register.clock).and_then(|clock| gated.get(&clock)) {
                    let loaded = std::mem::replace(&mut next, circuit.more());
                    circuit.table(&[loaded, circuit.place(*enable), kept], KEPT, next);
                }
                let mut shown = kept;
                for (function, value) in register.forced.iter().rev() {
                    let condition = circuit.more();
                    circuit.function((&gate.cell, cell), function, None, &pin, condition, &mut known)?;
                    for place in [&mut shown, &mut next] {
                        let free = std::mem::replace(place, circuit.more());
                        circuit.table(&[condition, free], FORCED[usize::from(*value)], *place);
                    }
                }
                circuit.flops.push(Flop { next, state: kept });
                state = Some((&register.state, shown));
            }
            for (name, bit) in &gate.pins {
                if let (Some(function), Bit::Net(net)) = (&cell.pins[name].function, bit) {
                    circuit.function((&gate.cell, cell), function, state, &pin, *net as u32, &mut known)?;
                }
            }
        }
        circuit.ordered()
    }

    /// Adds the table of a cell's function. `state`: the two names of a register's state, and its
    /// place.
    fn function(
        &mut self,
        (kind, cell): (&str, &Cell),
        text: &str,
        state: Option<(&[String; 2], u32)>,
        pin: &dyn Fn(&str) -> Option<Bit>,
        output: u32,
        known: &mut Known,
    ) -> Result<(), DataError> {
        let key = (kind.to_string(), text.to_string());
        if !known.contains_key(&key) {
            let found = truth(cell, text, state.map(|(names, _)| names)).map_err(|error| error.in_cell(kind))?;
            known.insert(key.clone(), found);
        }
        let (names, truth) = &known[&key];
        let input = |name: &String| match state {
            Some((state, at)) if *name == state[0] => at,
            // a pin that is left open is low
            _ => self.place(pin(name).unwrap_or(Bit::Constant(false))),
        };
        let inputs: Vec<u32> = names.iter().map(input).collect();
        self.table(&inputs, *truth, output);
        Ok(())
    }
}

/// Returns the inputs of a function, and its truth table over them. A register's inverse is its
/// state, inverted.
fn truth(cell: &Cell, text: &str, state: Option<&[String; 2]>) -> Result<(Vec<String>, u64), DataError> {
    let names = std::cell::RefCell::new(Vec::<String>::new());
    let at = |pin: &str| {
        let inverse = state.is_some_and(|state| pin == state[1]);
        let name = if inverse { state.map_or("", |state| &state[0]) } else { pin };
        let mut names = names.borrow_mut();
        let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
            names.push(name.to_string());
            names.len() - 1
        });
        (at, inverse)
    };
    // the first time finds the inputs
    function::evaluate(text, &|pin| {
        let known = cell.pins.get(pin).is_some_and(|pin| pin.function.is_none());
        if !known && !state.is_some_and(|state| state.iter().any(|name| name == pin)) {
            return Err(DataError::NoInput { function: text.to_string(), pin: pin.to_string() });
        }
        at(pin);
        Ok(false)
    })?;
    let count = names.borrow().len();
    if count > MOST {
        return Err(DataError::TooManyInputs { function: text.to_string(), inputs: count, most: MOST });
    }
    let mut table = 0;
    for k in 0..1u64 << count {
        let value = function::evaluate(text, &|pin| {
            let (at, inverse) = at(pin);
            Ok((k >> at & 1 == 1) ^ inverse)
        })?;
        table |= u64::from(value) << k;
    }
    Ok((names.into_inner(), table))
}
