//! A unit's netlist as hardware for lockstep.

use heddle_synth::gates::Gates;

use crate::lockstep::Slots;
use heddle_verilator::Stopped;

/// A netlist that runs in lockstep; `each` is called in every cycle, when all nets have settled.
pub struct InGates<F> {
    gates: Gates,
    ports: [usize; 2],
    each: F,
}

impl<F: FnMut(&mut Gates)> InGates<F> {
    /// Creates the hardware and applies one cycle of reset, for which `each` is not called.
    /// `ports`: number of inputs and of outputs.
    pub fn reset(mut gates: Gates, ports: [usize; 2], each: F) -> InGates<F> {
        // the first input of every unit is reset
        let reset: Vec<u64> = (0..ports[0]).map(|k| u64::from(k == 0)).collect();
        gates.settle(&reset, &mut vec![0; ports[1]]);
        gates.edge();
        InGates { gates, ports, each }
    }
}

impl<F: FnMut(&mut Gates)> Slots for InGates<F> {
    fn run(&mut self, inputs: &[u64], outputs: &mut [u64]) -> Result<(), Stopped> {
        for (inputs, outputs) in inputs.chunks_exact(self.ports[0]).zip(outputs.chunks_exact_mut(self.ports[1])) {
            self.gates.settle(inputs, outputs);
            (self.each)(&mut self.gates);
            self.gates.edge();
        }
        Ok(())
    }
}
