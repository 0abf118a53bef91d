//! Kinds of events in a trace: that a bit of a narrow port is set where it has a meaning, and that
//! a port is zero.

use heddle_block::{Port, Ports};

use crate::bench::Bench;
use crate::lockstep::{Source, golden_run_to_panic};
use crate::segment::CONTROL_BITS;

/// Kinds of events of a port: each of its bits, and zero.
const KINDS: usize = CONTROL_BITS as usize + 1;

/// Reader of the events of one direction's ports.
struct Reader {
    shape: Vec<Port>,
    slots: Vec<u64>,
    care: Vec<bool>,
}

impl Reader {
    fn new<P: Ports>(cfg: &P::Config) -> Self {
        let shape = P::shape(cfg);
        let ports = shape.len();
        Reader { shape, slots: vec![0; ports], care: vec![false; ports] }
    }

    /// Number of kinds of events.
    fn kinds(&self) -> usize {
        self.shape.len() * KINDS
    }

    /// Calls a function with the kind of each event.
    fn read<P: Ports>(&mut self, cfg: &P::Config, ports: &P, mut event: impl FnMut(usize)) {
        ports.pack(cfg, &mut self.slots);
        ports.care(cfg, &mut self.care);
        for (slot, port) in self.shape.iter().enumerate().filter(|(slot, _)| self.care[*slot]) {
            let mut value = self.slots[slot] & (u64::MAX >> (64 - port.width.clamp(1, 64)));
            if value == 0 {
                event((slot + 1) * KINDS - 1);
            } else if port.width <= CONTROL_BITS {
                while value != 0 {
                    event(slot * KINDS + value.trailing_zeros() as usize);
                    value &= value - 1;
                }
            }
        }
    }
}

/// Returns something for each kind of event, of inputs and outputs, which a function changes with
/// the cycle of each of its events, in the golden model's run of a source. The run ends where an
/// input is illegal.
fn read<B: Bench, T: Clone + Default>(
    cfg: &B::Config,
    source: &mut impl Source<B>,
    mut event: impl FnMut(&mut T, u32),
) -> Vec<T> {
    let (mut inputs, mut outputs) = (Reader::new::<B::In>(cfg), Reader::new::<B::Out>(cfg));
    let of_outputs = inputs.kinds();
    let mut all = vec![T::default(); of_outputs + outputs.kinds()];
    let mut cycle = 0;
    let visit = |_: &B::Protocol, _: &B::State, i: &B::In, o: &B::Out| {
        inputs.read(cfg, i, |kind| event(&mut all[kind], cycle));
        outputs.read(cfg, o, |kind| event(&mut all[of_outputs + kind], cycle));
        cycle += 1;
    };
    let _ = golden_run_to_panic(cfg, source, visit);
    all
}

/// Returns the number of events of each kind.
pub(super) fn count<B: Bench>(cfg: &B::Config, source: &mut impl Source<B>) -> Vec<u32> {
    read(cfg, source, |count, _| *count += 1)
}

/// Returns the cycles of the events of each kind.
pub(super) fn cycles<B: Bench>(cfg: &B::Config, source: &mut impl Source<B>) -> Vec<Vec<u32>> {
    read(cfg, source, |cycles: &mut Vec<u32>, cycle| cycles.push(cycle))
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
        let mut reader = Reader::new::<Pins>(&());
        let mut counts = vec![0; reader.kinds()];
        for (valid, tag, word) in [(true, 5, 0), (true, 4, 7), (false, 7, 0), (true, 0, 1)] {
            reader.read(&(), &Pins { valid, tag, word }, |kind| counts[kind] += 1);
        }
        let of = |port: usize| &counts[port * KINDS..][..KINDS];
        // bits from the lowest up, and zero last
        assert_eq!(of(0), [3, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(of(1), [1, 0, 2, 0, 0, 0, 0, 0, 1]);
        assert_eq!(of(2), [0, 0, 0, 0, 0, 0, 0, 0, 2]);
    }
}
