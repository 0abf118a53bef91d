//! The device under test: a unit's RTL under Verilator.

use std::num::NonZeroU32;

use heddle_block::Device;
use heddle_block::{Block, Ports};

use crate::bench::Bench;
use crate::lockstep::Slots;
use heddle_verilator::{Instance, Model, Stopped};

/// The device under test: one instance of a Verilated model, just reset.
pub struct Dut<B: Block> {
    cfg: B::Config,
    instance: Instance,
    /// The instance of [`Bench::reference`], which runs the same cycles, and the outputs of those
    /// that it ran in this process.
    reference: Option<(Instance, Vec<u64>)>,
    inputs: Vec<u64>,
    outputs: Vec<u64>,
}

impl<B: Bench> Dut<B> {
    /// Creates an instance after one cycle of reset; `seed` draws the initial contents of its
    /// registers and memories.
    pub fn new(cfg: &B::Config, model: &Model, seed: NonZeroU32) -> Result<Self, Stopped> {
        let mut dut = Self::unreset(cfg, model, seed);
        // the first input of every unit is reset
        dut.inputs[0] = 1;
        let (inputs, mut outputs) = (dut.inputs.clone(), dut.outputs.clone());
        dut.run(&inputs, &mut outputs)?;
        Ok(dut)
    }

    /// Creates an instance before its reset; `seed` draws the initial contents of its registers and
    /// memories.
    pub fn unreset(cfg: &B::Config, model: &Model, seed: NonZeroU32) -> Self {
        let inputs = vec![0; B::In::shape(cfg).len()];
        let outputs = vec![0; B::Out::shape(cfg).len()];
        let reference = B::reference(cfg).map(|model| (Instance::new(model, seed), Vec::new()));
        Dut { cfg: cfg.clone(), instance: Instance::new(model, seed), reference, inputs, outputs }
    }

    /// Returns the Verilated instance.
    pub fn instance(&mut self) -> &mut Instance {
        &mut self.instance
    }
}

impl<B: Block> Slots for Dut<B> {
    #[inline]
    fn run(&mut self, inputs: &[u64], outputs: &mut [u64]) -> Result<(), Stopped> {
        if let Some((reference, expected)) = &mut self.reference {
            expected.resize(outputs.len(), 0);
            reference.run(inputs, expected)?;
        }
        self.instance.run(inputs, outputs)
    }

    fn ahead(&self) -> usize {
        self.instance.ahead()
    }

    #[inline]
    fn put(&mut self, cycle: usize, inputs: &[u64]) {
        self.instance.put(cycle, inputs);
        if let Some((reference, _)) = &mut self.reference {
            reference.put(cycle, inputs);
        }
    }

    fn start(&mut self, cycles: usize) {
        self.instance.start(cycles);
        if let Some((reference, _)) = &mut self.reference {
            reference.start(cycles);
        }
    }

    fn finish(&mut self) -> Result<(), Stopped> {
        let finished = self.instance.finish();
        let expected = self.reference.as_mut().map_or(Ok(()), |(reference, _)| reference.finish());
        finished.and(expected)
    }

    #[inline]
    fn get(&mut self, cycle: usize, outputs: &mut [u64]) {
        self.instance.get(cycle, outputs);
    }

    #[inline]
    fn expected(&mut self, cycle: usize, outputs: &mut [u64]) -> bool {
        let Some((reference, expected)) = &mut self.reference else { return false };
        if reference.ahead() == 0 {
            outputs.copy_from_slice(&expected[cycle * outputs.len()..][..outputs.len()]);
        } else {
            reference.get(cycle, outputs);
        }
        true
    }
}

/// It serves as any block with its ports, such as the golden model in a core.
impl<B: Block, C: Block<Config = B::Config, In = B::In, Out = B::Out>> Device<C> for Dut<B> {
    fn peek(&mut self, o: &mut B::Out) {
        self.instance.peek(&mut self.outputs);
        *o = B::Out::unpack(&self.cfg, &self.outputs);
    }

    fn step(&mut self, i: &B::In, o: &mut B::Out) {
        i.pack(&self.cfg, &mut self.inputs);
        self.instance.run(&self.inputs, &mut self.outputs).expect("the emitted RTL never stops a simulation");
        *o = B::Out::unpack(&self.cfg, &self.outputs);
    }
}

/// Returns the seed of a device's initial contents; never zero, which Verilator takes for
/// "different each time".
pub fn initial_seed(seed: u64, segment: u64) -> NonZeroU32 {
    let mixed = (seed ^ segment.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    NonZeroU32::new((mixed >> 33) as u32 | 1).expect("its last bit is set")
}
