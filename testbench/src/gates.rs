//! A unit's netlist as hardware for lockstep.

use heddle_synth::gates::Gates;

use crate::lockstep::Slots;
use heddle_verilator::{Instance, Model, Stopped, ZEROS};

/// A netlist that runs in lockstep; `each` is called in every cycle, when all nets have settled.
pub struct InGates<F> {
    gates: Gates,
    ports: [usize; 2],
    each: F,
    /// A model that says what is expected, and its outputs of the last cycles.
    reference: Option<(Instance, Vec<u64>)>,
}

impl<F: FnMut(&mut Gates)> InGates<F> {
    /// Creates the hardware and applies one cycle of reset, for which `each` is not called.
    /// `ports`: number of inputs and of outputs.
    pub fn reset(mut gates: Gates, ports: [usize; 2], each: F) -> InGates<F> {
        gates.settle(&resetting(ports[0]), &mut vec![0; ports[1]]);
        gates.edge();
        InGates { gates, ports, each, reference: None }
    }

    /// Returns the hardware with a model in place of the golden one, which starts from zeros and a
    /// cycle of reset.
    ///
    /// # Errors
    ///
    /// The Verilog stops in reset.
    pub fn beside(self, model: &Model) -> Result<InGates<F>, Stopped> {
        let (mut instance, mut outputs) = (Instance::new(model, ZEROS), vec![0; self.ports[1]]);
        instance.run(&resetting(self.ports[0]), &mut outputs)?;
        Ok(InGates { reference: Some((instance, outputs)), ..self })
    }
}

/// Returns inputs in reset: the first input of every unit is reset.
fn resetting(inputs: usize) -> Vec<u64> {
    (0..inputs).map(|k| u64::from(k == 0)).collect()
}

impl<F: FnMut(&mut Gates)> Slots for InGates<F> {
    fn run(&mut self, inputs: &[u64], outputs: &mut [u64]) -> Result<(), Stopped> {
        if let Some((reference, expected)) = &mut self.reference {
            expected.resize(outputs.len(), 0);
            reference.run(inputs, expected)?;
        }
        for (inputs, outputs) in inputs.chunks_exact(self.ports[0]).zip(outputs.chunks_exact_mut(self.ports[1])) {
            self.gates.settle(inputs, outputs);
            (self.each)(&mut self.gates);
            self.gates.edge();
        }
        Ok(())
    }

    fn expected(&mut self, cycle: usize, outputs: &mut [u64]) -> bool {
        let Some((_, expected)) = &self.reference else { return false };
        outputs.copy_from_slice(&expected[cycle * outputs.len()..][..outputs.len()]);
        true
    }
}
