//! An executable netlist: every part of its circuit is evaluated after the parts that drive its
//! inputs.
//!
//! All nets settle once a cycle, without delays, and changes are counted at once: no waveform is
//! written.

use crate::circuit::{Circuit, Flop, Product, Step, Table};
use crate::error::DataError;
use crate::netlist::{Access, Bit, Memory};
use crate::power::activity::{Activity, Weights};

/// A memory, its content, and the outputs of its clocked ports.
#[derive(Debug, Clone)]
struct Array {
    ports: Memory,
    bits: Vec<bool>,
    shown: Vec<Vec<bool>>,
    /// Addresses of the ports that read without a clock, in the last cycle.
    last: Vec<Option<usize>>,
}

/// An executable netlist, which runs cycle by cycle in lockstep.
#[derive(Debug, Clone)]
pub struct Gates {
    tables: Vec<Table>,
    flops: Vec<Flop>,
    products: Vec<Product>,
    steps: Vec<Step>,
    arrays: Vec<Array>,
    inputs: Vec<Vec<Bit>>,
    outputs: Vec<Vec<Bit>>,
    /// Values of nets, then of internal states and next states, then low and high.
    values: Vec<bool>,
    before: Vec<bool>,
    nets: usize,
}

impl Gates {
    /// Makes a circuit executable; `inputs` and `outputs` name its ports in order, and `seed` fills
    /// its state with random bits.
    ///
    /// # Errors
    ///
    /// The circuit lacks a port.
    pub fn new(circuit: Circuit, inputs: &[String], outputs: &[String], seed: u64) -> Result<Gates, DataError> {
        let port = |name: &String| {
            let found = circuit.ports.iter().find(|port| port.name == *name);
            found.map(|port| port.bits.clone()).ok_or_else(|| DataError::NoPort(name.clone()))
        };
        let array = |memory: &Memory| Array {
            bits: vec![false; memory.words * memory.width],
            shown: vec![vec![false; memory.width]; memory.reads.len()],
            last: vec![None; memory.reads.len()],
            ports: memory.clone(),
        };
        let high = circuit.constant(true) as usize;
        let mut gates = Gates {
            inputs: inputs.iter().map(port).collect::<Result<_, _>>()?,
            outputs: outputs.iter().map(port).collect::<Result<_, _>>()?,
            arrays: circuit.memories.iter().map(array).collect(),
            tables: circuit.tables,
            flops: circuit.flops,
            products: circuit.products,
            steps: circuit.steps,
            values: vec![false; circuit.places],
            before: Vec::new(),
            nets: circuit.nets,
        };
        gates.values[high] = true;
        let mut random = seed;
        let mut draw = || {
            // xorshift64*: any stream does
            random ^= random >> 12;
            random ^= random << 25;
            random ^= random >> 27;
            random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 63 == 1
        };
        gates.flops.iter().for_each(|flop| gates.values[flop.state as usize] = draw());
        for array in &mut gates.arrays {
            array.bits.iter_mut().chain(array.shown.iter_mut().flatten()).for_each(|bit| *bit = draw());
        }
        Ok(gates)
    }

    fn value(&self, bit: Bit) -> bool {
        match bit {
            Bit::Net(net) => self.values[net],
            Bit::Constant(value) => value,
        }
    }

    fn number(&self, bits: &[Bit]) -> usize {
        bits.iter().rev().fold(0, |number, bit| number << 1 | usize::from(self.value(*bit)))
    }

    /// Applies a cycle's inputs and returns the outputs before the clock edge, one word a port.
    pub fn settle(&mut self, inputs: &[u64], outputs: &mut [u64]) {
        for (bits, word) in self.inputs.iter().zip(inputs) {
            for (k, bit) in bits.iter().enumerate() {
                if let Bit::Net(net) = bit {
                    self.values[*net] = word >> k & 1 == 1;
                }
            }
        }
        for memory in 0..self.arrays.len() {
            for port in 0..self.arrays[memory].shown.len() {
                if !self.arrays[memory].ports.reads[port].enable.is_empty() {
                    self.show(memory, port);
                }
            }
        }
        for step in 0..self.steps.len() {
            match self.steps[step] {
                Step::Table(k) => {
                    let table = &self.tables[k];
                    let index = (0..usize::from(table.count))
                        .fold(0, |index, k| index | usize::from(self.values[table.inputs[k] as usize]) << k);
                    self.values[table.output as usize] = table.truth >> index & 1 == 1;
                }
                Step::Product(k) => self.multiply(k),
                Step::Read(memory, port) => {
                    let address = self.number(&self.arrays[memory].ports.reads[port].address);
                    let array = &mut self.arrays[memory];
                    let width = array.ports.width;
                    match array.bits.get(address * width..(address + 1) * width) {
                        Some(word) => array.shown[port].copy_from_slice(word),
                        None => array.shown[port].fill(false),
                    }
                    self.show(memory, port);
                }
            }
        }
        for (bits, word) in self.outputs.iter().zip(outputs) {
            *word = bits.iter().rev().fold(0, |word, bit| word << 1 | u64::from(self.value(*bit)));
        }
    }

    fn multiply(&mut self, k: usize) {
        let product = &self.products[k];
        let factor = |k: usize| {
            let bits = product.factors[k].iter().rev();
            let number = bits.fold(0i128, |number, place| number << 1 | i128::from(self.values[*place as usize]));
            let top = product.factors[k].len() - 1;
            let negative = self.values[product.signed[k] as usize] && number >> top & 1 == 1;
            if negative { number - (2 << top) } else { number }
        };
        let value = factor(0) * factor(1);
        for (k, place) in product.output.iter().enumerate() {
            if let Some(place) = place {
                self.values[*place as usize] = value >> k & 1 == 1;
            }
        }
    }

    fn show(&mut self, memory: usize, port: usize) {
        let array = &self.arrays[memory];
        for (bit, value) in array.ports.reads[port].data.iter().zip(&array.shown[port]) {
            if let Bit::Net(net) = bit {
                self.values[*net] = *value;
            }
        }
    }

    /// Applies the clock edge: flip-flops and memories take their next state.
    pub fn edge(&mut self) {
        // without the arrays, the nets can be looked at while these change
        let mut arrays = std::mem::take(&mut self.arrays);
        arrays.iter_mut().for_each(|array| self.clocked(array));
        self.arrays = arrays;
        for flop in &self.flops {
            self.values[flop.state as usize] = self.values[flop.next as usize];
        }
    }

    fn clocked(&self, array: &mut Array) {
        let Array { ports, bits, shown, last } = array;
        let written = |write: &Access, address: usize, word: &mut [bool]| {
            if self.number(&write.address) == address {
                for ((bit, data), enable) in word.iter_mut().zip(&write.data).zip(&write.enable) {
                    if self.value(*enable) {
                        *bit = self.value(*data);
                    }
                }
            }
        };
        for (k, read) in ports.reads.iter().enumerate() {
            let address = self.number(&read.address);
            last[k] = Some(address);
            if read.enable.first().is_some_and(|enable| self.value(*enable)) {
                match bits.get(address * ports.width..(address + 1) * ports.width) {
                    Some(word) => shown[k].copy_from_slice(word),
                    None => shown[k].fill(false),
                }
                for (write, _) in ports.writes.iter().zip(&read.sees).filter(|(_, sees)| **sees) {
                    written(write, address, &mut shown[k]);
                }
            }
        }
        // of two that write the same word, the later port's stays
        for write in &ports.writes {
            let address = self.number(&write.address);
            if let Some(word) = bits.get_mut(address * ports.width..(address + 1) * ports.width) {
                written(write, address, word);
            }
        }
    }

    /// Adds the settled cycle to an activity: nets that changed since the last count, and memory
    /// accesses.
    pub fn count(&mut self, activity: &mut Activity, weights: &Weights) {
        if activity.toggles.is_empty() {
            activity.toggles = vec![0; self.nets];
            activity.high = vec![0; self.nets];
            activity.accesses = vec![(0, 0); self.arrays.len()];
            self.before.clear();
        }
        let window = (activity.cycles / weights.window) as usize;
        activity.windows.resize(window + 1, 0.0);
        let weigh = &mut activity.windows[window];
        for (net, (now, before)) in self.values[..self.nets].iter().zip(&self.before).enumerate() {
            if now != before {
                activity.toggles[net] += 1;
                *weigh += weights.nets[net];
            }
        }
        for (high, now) in activity.high.iter_mut().zip(&self.values) {
            *high += u64::from(*now);
        }
        for (k, array) in self.arrays.iter().enumerate() {
            for (port, read) in array.ports.reads.iter().enumerate() {
                let reads = match read.enable.first() {
                    Some(enable) => self.value(*enable),
                    // without a clock, an address that is new is a read
                    None => array.last[port].is_some_and(|last| last != self.number(&read.address)),
                };
                activity.accesses[k].0 += u64::from(reads);
                *weigh += if reads { weights.memories[k].0 } else { 0.0 };
            }
            for write in &array.ports.writes {
                let writes = write.enable.iter().any(|enable| self.value(*enable));
                activity.accesses[k].1 += u64::from(writes);
                *weigh += if writes { weights.memories[k].1 } else { 0.0 };
            }
        }
        self.before.clear();
        self.before.extend_from_slice(&self.values[..self.nets]);
        activity.cycles += 1;
    }
}
