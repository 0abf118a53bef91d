//! A unit's netlist as hardware for lockstep, with its switching activity.

use heddle_synth::power::activity::{Activity, Weights};
use heddle_synth::power::gates::Gates;

use crate::lockstep::Slots;
use heddle_verilator::Stopped;

/// A netlist whose switching activity is counted, cycle by cycle.
pub struct Measured {
    gates: Gates,
    weights: Weights,
    /// The switching activity so far.
    pub activity: Activity,
    ports: [usize; 2],
}

impl Measured {
    /// Creates the hardware and applies one cycle of reset, which is not counted. `ports`: number of inputs and of outputs.
    pub fn reset(mut gates: Gates, weights: Weights, ports: [usize; 2]) -> Measured {
        // the first input of every unit is reset
        let reset: Vec<u64> = (0..ports[0]).map(|k| u64::from(k == 0)).collect();
        gates.settle(&reset, &mut vec![0; ports[1]]);
        gates.edge();
        Measured { gates, weights, activity: Activity::default(), ports }
    }
}

impl Slots for Measured {
    fn run(&mut self, inputs: &[u64], outputs: &mut [u64]) -> Result<(), Stopped> {
        for (inputs, outputs) in inputs.chunks_exact(self.ports[0]).zip(outputs.chunks_exact_mut(self.ports[1])) {
            self.gates.settle(inputs, outputs);
            self.gates.count(&mut self.activity, &self.weights);
            self.gates.edge();
        }
        Ok(())
    }
}
