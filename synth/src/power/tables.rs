//! Cells as truth tables at their places in a netlist, and the order in which they are evaluated.

use std::collections::BTreeMap;

use crate::error::DataError;
use crate::function;
use crate::liberty::Cell;
use crate::netlist::{Bit, Netlist};

/// Greatest number of inputs of a cell.
const MOST: usize = 6;

/// A combinational output of a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    pub(super) inputs: [u32; MOST],
    pub(super) count: u8,
    /// Truth table: bit k is the output for the input values k, lowest input first.
    pub(super) truth: u64,
    pub(super) output: u32,
}

/// A step of evaluation.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    Table(usize),
    /// A port that reads without a clock: memory and port.
    Read(usize, usize),
}

/// Numbers of nets, and of the further places that are allocated behind them.
pub(super) struct Places {
    pub(super) all: usize,
    pub(super) low: u32,
    pub(super) high: u32,
}

impl Places {
    pub(super) fn of(&self, bit: Bit) -> u32 {
        match bit {
            Bit::Net(net) => net as u32,
            Bit::Constant(false) => self.low,
            Bit::Constant(true) => self.high,
        }
    }

    pub(super) fn more(&mut self) -> u32 {
        self.all += 1;
        self.all as u32 - 1
    }
}

pub(super) type Known = BTreeMap<(String, String), (Vec<String>, u64)>;

/// Returns the truth table of a cell's function at its place in the netlist. `state`: the two names of a register's state, and its place.
#[allow(clippy::too_many_arguments, reason = "all that a place in a netlist is made of")]
pub(super) fn table(
    kind: &str,
    cell: &Cell,
    text: &str,
    state: Option<(&[String; 2], u32)>,
    pin: &dyn Fn(&str) -> Option<Bit>,
    places: &Places,
    output: u32,
    known: &mut Known,
) -> Result<Table, DataError> {
    let key = (kind.to_string(), text.to_string());
    if !known.contains_key(&key) {
        let found = truth(cell, text, state.map(|(names, _)| names)).map_err(|error| error.in_cell(kind))?;
        known.insert(key.clone(), found);
    }
    let (names, truth) = &known[&key];
    let mut inputs = [places.low; MOST];
    for (input, name) in inputs.iter_mut().zip(names) {
        *input = match state {
            Some((state, at)) if *name == state[0] => at,
            // a pin that is left open is low
            _ => pin(name).map_or(places.low, |bit| places.of(bit)),
        };
    }
    Ok(Table { inputs, count: names.len() as u8, truth: *truth, output })
}

/// Returns the inputs of a function, and its truth table over them. A register's inverse is its state, inverted.
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

/// Orders tables and ports that read without a clock, each after the drivers of its inputs.
pub(super) fn order(tables: &[Table], netlist: &Netlist, places: &Places) -> Result<Vec<Step>, DataError> {
    let mut steps: Vec<(Step, Vec<u32>, Vec<u32>)> = Vec::new();
    for (k, table) in tables.iter().enumerate() {
        let inputs = table.inputs[..usize::from(table.count)].to_vec();
        steps.push((Step::Table(k), inputs, vec![table.output]));
    }
    for (k, memory) in netlist.memories.iter().enumerate() {
        for (port, read) in memory.reads.iter().enumerate().filter(|(_, read)| read.enable.is_empty()) {
            let of = |bits: &[Bit]| bits.iter().map(|bit| places.of(*bit)).collect();
            steps.push((Step::Read(k, port), of(&read.address), of(&read.data)));
        }
    }
    let mut makers = vec![usize::MAX; places.all];
    for (k, (.., outputs)) in steps.iter().enumerate() {
        outputs.iter().for_each(|net| makers[*net as usize] = k);
    }
    let mut waits: Vec<usize> = vec![0; steps.len()];
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); steps.len()];
    for (k, (_, inputs, _)) in steps.iter().enumerate() {
        for maker in inputs.iter().map(|net| makers[*net as usize]).filter(|maker| *maker != usize::MAX) {
            waits[k] += 1;
            readers[maker].push(k);
        }
    }
    let mut ready: Vec<usize> = (0..steps.len()).filter(|k| waits[*k] == 0).collect();
    let mut done = 0;
    while let Some(&k) = ready.get(done) {
        done += 1;
        for reader in &readers[k] {
            waits[*reader] -= 1;
            if waits[*reader] == 0 {
                ready.push(*reader);
            }
        }
    }
    if done < steps.len() {
        return Err(DataError::Loop(steps.len() - done));
    }
    Ok(ready.into_iter().map(|k| steps[k].0).collect())
}
