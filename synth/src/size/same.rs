//! A netlist and the one that was made of it by exchanging cells of a family or symmetric inputs,
//! and by buffers: what the two compute is the same by construction, which is checked here without
//! the code that makes them.

use std::collections::BTreeMap;

use crate::error::DataError;
use crate::function;
use crate::liberty::Library;
use crate::netlist::{Bit, Gate, Netlist};

/// Checks that a sized netlist is the same circuit: with buffers left out, the same gates in the
/// same order, each of the same function of the same nets, and the same ports and memories.
///
/// # Errors
///
/// The first difference, or a net that has no or several drivers.
pub fn same(mapped: &Netlist, sized: &Netlist, library: &Library) -> Result<(), DataError> {
    sized.clone().check(library)?;
    let (before, after) = (Seen::of(mapped, library), Seen::of(sized, library));
    if before.gates.len() != after.gates.len() {
        let what = format!("{} gates that are no buffers, {} before", after.gates.len(), before.gates.len());
        return Err(DataError::Unlike(what));
    }
    for (old, new) in before.gates.iter().zip(&after.gates) {
        let differs = |what: &str| DataError::Unlike(format!("{what} of {} in place of {}", new.cell, old.cell));
        if !library.alike(&old.cell, &new.cell) {
            return Err(differs("function or pins"));
        }
        let connected = before.pins(old)? == after.pins(new)?;
        if !connected && before.computes(old, library)? != after.computes(new, library)? {
            return Err(differs("connections"));
        }
    }
    if before.ports(mapped)? != after.ports(sized)? {
        return Err(DataError::Unlike("ports".into()));
    }
    if before.memories(mapped)? != after.memories(sized)? {
        return Err(DataError::Unlike("memories".into()));
    }
    Ok(())
}

/// Sources of inputs, and each output with its values.
type Computed = (Vec<Bit>, Vec<(Bit, Vec<bool>)>);

/// Name, direction and sources of each port.
type Ports<'a> = Vec<(&'a str, bool, Vec<Bit>)>;

/// Name of each memory, and sources of its ports' bits.
type Memories<'a> = Vec<(&'a str, Vec<Vec<Bit>>)>;

/// A netlist without its buffers.
struct Seen<'a> {
    gates: Vec<&'a Gate>,
    /// What drives the input of the buffer that drives a net.
    before: BTreeMap<Bit, Bit>,
}

impl<'a> Seen<'a> {
    fn of(netlist: &'a Netlist, library: &Library) -> Self {
        let mut seen = Seen { gates: Vec::new(), before: BTreeMap::new() };
        for gate in &netlist.gates {
            let cell = &library.cells[&gate.cell];
            let bit = |output: bool| {
                gate.pins.iter().find(|(pin, _)| cell.pins[pin].function.is_some() == output).map(|(_, bit)| *bit)
            };
            match (cell.is_buffer(), bit(false), bit(true)) {
                (true, Some(input), Some(output)) => drop(seen.before.insert(output, input)),
                (true, ..) => {}
                (false, ..) => seen.gates.push(gate),
            }
        }
        seen
    }

    /// Returns what drives a bit, seen through buffers.
    fn source(&self, mut bit: Bit) -> Result<Bit, DataError> {
        for _ in 0..=self.before.len() {
            match self.before.get(&bit) {
                Some(before) => bit = *before,
                None => return Ok(bit),
            }
        }
        Err(DataError::Loop(self.before.len()))
    }

    fn sources(&self, bits: &[Bit]) -> Result<Vec<Bit>, DataError> {
        bits.iter().map(|bit| self.source(*bit)).collect()
    }

    fn pins(&self, gate: &'a Gate) -> Result<BTreeMap<&'a str, Bit>, DataError> {
        gate.pins.iter().map(|(pin, bit)| Ok((pin.as_str(), self.source(*bit)?))).collect()
    }

    /// Returns the distinct sources of a gate's inputs, and for each output its source and what it
    /// is for all values of these: pins in another order may compute the same. A gate with state
    /// has no such function.
    fn computes(&self, gate: &Gate, library: &Library) -> Result<Computed, DataError> {
        let cell = &library.cells[&gate.cell];
        if cell.remembers {
            // with pins in another order it is another one, whatever they are
            return Err(DataError::Unlike(format!("connections of {}", gate.cell)));
        }
        let pins = self.pins(gate)?;
        let inputs = pins.iter().filter(|(pin, _)| cell.pins[**pin].function.is_none());
        let mut sources: Vec<Bit> = inputs.map(|(_, bit)| *bit).collect();
        sources.sort_unstable();
        sources.dedup();
        let value = |values: usize, bit: Bit| sources.binary_search(&bit).is_ok_and(|at| values >> at & 1 == 1);
        let mut outputs = Vec::new();
        for (pin, bit) in &pins {
            if let Some(function) = &cell.pins[*pin].function {
                let of = |values: usize| {
                    function::evaluate(function, &|pin| Ok(pins.get(pin).is_some_and(|bit| value(values, *bit))))
                };
                let table: Result<Vec<bool>, DataError> = (0..1 << sources.len()).map(of).collect();
                outputs.push((*bit, table?));
            }
        }
        Ok((sources, outputs))
    }

    fn ports<'b>(&self, netlist: &'b Netlist) -> Result<Ports<'b>, DataError> {
        netlist.ports.iter().map(|port| Ok((port.name.as_str(), port.input, self.sources(&port.bits)?))).collect()
    }

    fn memories<'b>(&self, netlist: &'b Netlist) -> Result<Memories<'b>, DataError> {
        let memory = |memory: &'b crate::netlist::Memory| {
            let ports = memory.reads.iter().chain(&memory.writes);
            let bits = ports.flat_map(|port| [&port.address, &port.data, &port.enable]);
            Ok((memory.name.as_str(), bits.map(|bits| self.sources(bits)).collect::<Result<_, DataError>>()?))
        };
        netlist.memories.iter().map(memory).collect()
    }
}
