//! Random stimulus that stays as it begins.

use heddle_block::{Illegal, Ports};

use crate::bench::Bench;
use crate::entropy::Entropy;
use crate::lockstep::Source;
use crate::segment::without_reset;

/// Cycles after which steady stimulus begins again.
const AGAIN: u64 = 64;

/// A unit's stimulus that begins again every [`AGAIN`] cycles, with the draws of its first cycle,
/// and other ones after it. What a unit draws first is how often each kind of event is to come;
/// where one is dense, it stays so. There is no reset but in the first cycle.
pub(super) struct Steady<B: Bench> {
    seed: u64,
    number: u64,
    cycle: u64,
    cycles: u64,
    stimulus: B::Stimulus,
    entropy: Entropy,
    slots: Vec<u64>,
}

impl<B: Bench> Steady<B> {
    /// Creates one of a seed's steady stimuli, for `cycles` cycles.
    pub(super) fn new(cfg: &B::Config, seed: u64, number: u64, cycles: u64) -> Self {
        let (stimulus, entropy) = (B::stimulus(cfg), Entropy::new(seed, number));
        Steady { seed, number, cycle: 0, cycles, stimulus, entropy, slots: vec![0; B::In::shape(cfg).len()] }
    }
}

impl<B: Bench> Source<B> for Steady<B> {
    fn next(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) -> Result<bool, Illegal> {
        if self.cycle == self.cycles {
            return Ok(false);
        }
        match self.cycle % AGAIN {
            0 => (self.stimulus, self.entropy) = (B::stimulus(cfg), Entropy::new(self.seed, self.number)),
            1 => self.entropy = Entropy::new(!self.seed, self.number << 32 ^ self.cycle),
            _ => {}
        }
        self.cycle += 1;
        B::next(cfg, &mut self.stimulus, p, q, &mut self.entropy, i);
        if i.first() == 1 && self.cycle > 1 {
            without_reset::<B>(cfg, (p, q), i, &mut self.slots, |_| {});
        }
        Ok(true)
    }
}
