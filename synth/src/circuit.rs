//! A circuit that can be executed: truth tables, flip-flops, products and memories at numbered
//! places, and the order of evaluation.
//!
//! The first places are the nets of a netlist. Places for values without a net follow, among them
//! the two constants.

use crate::error::DataError;
use crate::netlist::{Bit, Memory, Port};

/// Greatest number of inputs of a table.
pub(crate) const MOST: usize = 6;

/// A combinational function of up to six places.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Table {
    pub(crate) inputs: [u32; MOST],
    pub(crate) count: u8,
    /// Truth table: bit k is the output for the input values k, lowest input first.
    pub(crate) truth: u64,
    pub(crate) output: u32,
}

/// A flip-flop: the places of its next state and of its state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flop {
    pub(crate) next: u32,
    pub(crate) state: u32,
}

/// A product of two numbers, each of which a further place makes signed.
#[derive(Debug, Clone)]
pub(crate) struct Product {
    /// Places of the factors' bits, lowest first.
    pub(crate) factors: [Vec<u32>; 2],
    /// Places that are high if the factor is signed.
    pub(crate) signed: [u32; 2],
    /// Places of the product's bits, lowest first; `None` where a bit is not used.
    pub(crate) output: Vec<Option<u32>>,
}

/// A step of evaluation.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    Table(usize),
    Product(usize),
    /// A port that reads without a clock: memory and port.
    Read(usize, usize),
}

/// A circuit that can be executed: truth tables, flip-flops, products and memories, in the order of
/// their evaluation.
#[derive(Debug, Clone)]
pub struct Circuit {
    pub(crate) ports: Vec<Port>,
    pub(crate) memories: Vec<Memory>,
    pub(crate) tables: Vec<Table>,
    pub(crate) flops: Vec<Flop>,
    pub(crate) products: Vec<Product>,
    /// The combinational parts, each after those that it reads.
    pub(crate) steps: Vec<Step>,
    /// Number of nets, which are the first places.
    pub(crate) nets: usize,
    /// Number of all places.
    pub(crate) places: usize,
}

impl Circuit {
    /// Creates a circuit that has nets, ports and memories only; [`ordered`](Circuit::ordered)
    /// completes it.
    pub(crate) fn new(nets: usize, ports: Vec<Port>, memories: Vec<Memory>) -> Circuit {
        let (tables, flops, products, steps) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Circuit { ports, memories, tables, flops, products, steps, nets, places: nets + 2 }
    }

    /// Returns the place of a constant.
    pub(crate) fn constant(&self, high: bool) -> u32 {
        self.nets as u32 + u32::from(high)
    }

    /// Returns the place of a bit.
    pub(crate) fn place(&self, bit: Bit) -> u32 {
        match bit {
            Bit::Net(net) => net as u32,
            Bit::Constant(high) => self.constant(high),
        }
    }

    /// Returns a new place behind the nets.
    pub(crate) fn more(&mut self) -> u32 {
        self.places += 1;
        self.places as u32 - 1
    }

    /// Adds a function of up to six places.
    pub(crate) fn table(&mut self, inputs: &[u32], truth: u64, output: u32) {
        let mut places = [self.constant(false); MOST];
        places[..inputs.len()].copy_from_slice(inputs);
        self.tables.push(Table { inputs: places, count: inputs.len() as u8, truth, output });
    }

    /// Orders the combinational parts, each after the drivers of its inputs.
    ///
    /// # Errors
    ///
    /// Parts form a loop.
    pub(crate) fn ordered(mut self) -> Result<Circuit, DataError> {
        let parts = self.parts();
        let mut makers = vec![usize::MAX; self.places];
        for (k, (.., outputs)) in parts.iter().enumerate() {
            outputs.iter().for_each(|place| makers[*place as usize] = k);
        }
        let mut waits: Vec<usize> = vec![0; parts.len()];
        let mut readers: Vec<Vec<usize>> = vec![Vec::new(); parts.len()];
        for (k, (_, inputs, _)) in parts.iter().enumerate() {
            for maker in inputs.iter().map(|place| makers[*place as usize]).filter(|maker| *maker != usize::MAX) {
                waits[k] += 1;
                readers[maker].push(k);
            }
        }
        let mut ready: Vec<usize> = (0..parts.len()).filter(|k| waits[*k] == 0).collect();
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
        if done < parts.len() {
            return Err(DataError::Loop(parts.len() - done));
        }
        self.steps = ready.into_iter().map(|k| parts[k].0).collect();
        Ok(self)
    }

    /// Returns the combinational parts, with the places that each reads and drives.
    fn parts(&self) -> Vec<(Step, Vec<u32>, Vec<u32>)> {
        let mut parts = Vec::new();
        for (k, table) in self.tables.iter().enumerate() {
            let inputs = table.inputs[..usize::from(table.count)].to_vec();
            parts.push((Step::Table(k), inputs, vec![table.output]));
        }
        for (k, product) in self.products.iter().enumerate() {
            let inputs = product.factors.iter().flatten().chain(&product.signed).copied().collect();
            parts.push((Step::Product(k), inputs, product.output.iter().flatten().copied().collect()));
        }
        for (k, memory) in self.memories.iter().enumerate() {
            for (port, read) in memory.reads.iter().enumerate().filter(|(_, read)| read.enable.is_empty()) {
                let of = |bits: &[Bit]| bits.iter().map(|bit| self.place(*bit)).collect();
                parts.push((Step::Read(k, port), of(&read.address), of(&read.data)));
            }
        }
        parts
    }
}
