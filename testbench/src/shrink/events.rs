//! Kinds of events in a trace: that a bit of a narrow port is set where it has a meaning, and that
//! a port is zero.

use heddle_block::{Port, Ports};

use crate::bench::Bench;
use crate::lockstep::{Source, golden_run_to_panic};
use crate::segment::CONTROL_BITS;

/// Kinds of events of a port: each of its bits, and zero.
const KINDS: usize = CONTROL_BITS as usize + 1;

/// Counts events of one direction's ports.
struct Counter {
    shape: Vec<Port>,
    slots: Vec<u64>,
    care: Vec<bool>,
    counts: Vec<u32>,
}

impl Counter {
    fn new<P: Ports>(cfg: &P::Config) -> Self {
        let shape = P::shape(cfg);
        let ports = shape.len();
        Counter { shape, slots: vec![0; ports], care: vec![false; ports], counts: vec![0; ports * KINDS] }
    }

    fn count<P: Ports>(&mut self, cfg: &P::Config, ports: &P) {
        ports.pack(cfg, &mut self.slots);
        ports.care(cfg, &mut self.care);
        for (slot, port) in self.shape.iter().enumerate().filter(|(slot, _)| self.care[*slot]) {
            let counts = &mut self.counts[slot * KINDS..][..KINDS];
            let mut value = self.slots[slot] & (u64::MAX >> (64 - port.width.clamp(1, 64)));
            if value == 0 {
                counts[KINDS - 1] += 1;
            } else if port.width <= CONTROL_BITS {
                while value != 0 {
                    counts[value.trailing_zeros() as usize] += 1;
                    value &= value - 1;
                }
            }
        }
    }
}

/// Returns the number of events of each kind, of inputs and outputs, in the golden model's run of a
/// source, which ends where an input is illegal.
pub(super) fn count<B: Bench>(cfg: &B::Config, source: &mut impl Source<B>) -> Vec<u32> {
    let (mut inputs, mut outputs) = (Counter::new::<B::In>(cfg), Counter::new::<B::Out>(cfg));
    let visit = |_: &B::Protocol, _: &B::State, i: &B::In, o: &B::Out| {
        inputs.count(cfg, i);
        outputs.count(cfg, o);
    };
    let _ = golden_run_to_panic(cfg, source, visit);
    [inputs.counts, outputs.counts].concat()
}

#[cfg(test)]
mod tests {
    use heddle_block::ports;

    use super::*;

    ports! {
        pub struct Pins |cfg: (), this, k| {
            valid: bool [1] early,
            tag: u8 [3] early when this.valid,
            word: u64 [40] early,
        }
    }

    #[test]
    fn bits_of_narrow_ports_and_zeros_count_where_they_mean_something() {
        let mut counter = Counter::new::<Pins>(&());
        for (valid, tag, word) in [(true, 5, 0), (true, 4, 7), (false, 7, 0), (true, 0, 1)] {
            counter.count(&(), &Pins { valid, tag, word });
        }
        let of = |port: usize| &counter.counts[port * KINDS..][..KINDS];
        // bits from the lowest up, and zero last
        assert_eq!(of(0), [3, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(of(1), [1, 0, 2, 0, 0, 0, 0, 0, 1]);
        assert_eq!(of(2), [0, 0, 0, 0, 0, 0, 0, 0, 2]);
    }
}
