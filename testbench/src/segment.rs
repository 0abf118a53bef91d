//! Segments of random lockstep: their lengths, and the stimulus that is common to all units.
//!
//! A unit's own stimulus draws what its users do. Four rules of the contracts hold for all units,
//! and are exercised here:
//! * Every value of a payload is a value like another: [special ones](crate::special) come often.
//! * Invalid payload is ignored: for a while, every payload whose port is not valid changes in
//!   every cycle.
//! * Everything may take long: a port that is meaningful in every cycle (a valid, a ready, a mask
//!   of them) keeps one value for more than half of the segment; now and then most of them do at
//!   once, so that everything pending waits: most readies are low.
//! * A unit runs for long without a reset: segments have lengths of a heavy tail, and the longer
//!   ones have no reset but the first.
//!
//! Inputs that these rules change are repaired, and so legal.

use heddle_block::Illegal;
use heddle_block::Ports;

use crate::bench::Bench;
use crate::entropy::Entropy;
use crate::lockstep::{Random, Source};
use crate::special::Specials;
use heddle_verilator::interrupt;

/// Cycles of most segments: few enough that a million cycles contain some 40 starts from different
/// initial contents.
pub const SEGMENT: u64 = 1 << 14;
/// Kinds of longer segments, the commonest last: numbers (counted from 1) that leave a remainder at
/// a division, and the logarithm of the length.
const LONGER: [(u64, u64, u32); 4] = [(128, 0, 22), (64, 0, 20), (32, 0, 18), (16, 4, 16)];
/// For how long most ports keep a value in the longer segments, by the logarithm of the length:
/// counters need the rest of the longest ones.
const LONGEST_HOLDS: [(u32, u64); 3] = [(18, 9 << 14), (20, 17 << 15), (22, 33 << 15)];
/// Cycles of a segment between two checks for a request to end.
const LOOKS: u64 = 1 << 16;
/// Greatest width of a control port, in bits; wider ports carry data, which nothing waits for.
pub(crate) const CONTROL_BITS: u32 = 8;

/// Returns the length, in cycles, of segment `number` of any seed's stream.
pub fn length(number: u64) -> u64 {
    1 << logarithm(number)
}

fn logarithm(number: u64) -> u32 {
    // what is searched again beyond the stream (`Target::explain`) has a number with the same lower
    // bits
    let n = (number & u64::from(u32::MAX)) + 1;
    let longer = LONGER.iter().find(|(every, remainder, _)| n % every == *remainder);
    longer.map_or(SEGMENT.ilog2(), |(_, _, logarithm)| *logarithm)
}

/// Returns the total cycles of all segments below `number`.
pub fn start(number: u64) -> u64 {
    let [m22, m20, m18] = [number / 128, number / 64, number / 32];
    let m16 = (number + 12) / 16;
    ((m22 << 22) + ((m20 - m22) << 20) + ((m18 - m20) << 18) + (m16 << 16))
        .saturating_add((number - m18 - m16).saturating_mul(SEGMENT))
}

/// Returns the number of segments in the first `cycles` of a stream.
pub fn count(cycles: u64) -> u64 {
    let (mut enough, mut short) = (cycles.div_ceil(SEGMENT), 0);
    while short < enough {
        let middle = short + (enough - short) / 2;
        if start(middle) >= cycles {
            enough = middle;
        } else {
            short = middle + 1;
        }
    }
    enough
}

/// Returns the segments of the first `cycles` of a stream, as number and length; the last one may
/// be shortened.
pub fn within(cycles: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..count(cycles)).map(move |number| (number, length(number).min(cycles - start(number))))
}

/// The random inputs of a segment, cycle by cycle: a unit's stimulus with the rules for all units
/// applied.
pub struct Segment<B: Bench> {
    random: Random<B>,
    left: u64,
    /// Randomness of its own, so that the unit's stimulus draws what it would draw without these
    /// rules.
    entropy: Entropy,
    /// The input that the unit's stimulus drew, where `moved` says that it was changed.
    drawn: B::In,
    moved: bool,
    /// Whether there is no reset but the first.
    calm: bool,
    /// Whether invalid payload changes in every cycle, until `noise_left` is over.
    noisy: bool,
    noise_left: u32,
    holds: Holds,
    specials: Specials<B>,
    slots: Vec<u64>,
}

/// Which ports keep a value, and for how long.
struct Holds {
    /// Ports that are meaningful in every cycle: index and all ones.
    controls: Vec<(usize, u64)>,
    /// Which of them make others meaningful, as a valid does; the others are taken for readies.
    valids: Vec<bool>,
    /// Ports that are held now, each with its value.
    held: Vec<(usize, u64)>,
    left: u64,
    /// The logarithm of the segment's length.
    logarithm: u32,
    /// Number of holds so far, from a random number on.
    turn: usize,
    /// Length of a hold of most ports that is to follow this hold.
    freezes: Option<u64>,
}

impl Holds {
    fn new<B: Bench>(cfg: &B::Config, logarithm: u32, e: &mut Entropy) -> Self {
        let shape = B::In::shape(cfg);
        let mut meaningful = vec![false; shape.len()];
        B::In::default().care(cfg, &mut meaningful);
        // the first one is `reset`
        let controls =
            shape.iter().enumerate().skip(1).filter(|(k, port)| meaningful[*k] && port.width <= CONTROL_BITS);
        let controls: Vec<(usize, u64)> = controls.map(|(k, port)| (k, u64::MAX >> (64 - port.width))).collect();
        let makes_meaningful = |(k, ones): &(usize, u64)| {
            let (mut slots, mut more) = (vec![0; shape.len()], vec![false; shape.len()]);
            slots[*k] = *ones;
            B::In::unpack(cfg, &slots).care(cfg, &mut more);
            more != meaningful
        };
        let valids = controls.iter().map(makes_meaningful).collect();
        let long = logarithm > SEGMENT.ilog2();
        // a longer segment begins with one; of the others, every eighth has any: nothing that needs
        // the held port is found during a hold
        let left = 1 + u64::from(e.below(if long { 4096 } else { 8 * SEGMENT as u32 }));
        let freezes = LONGEST_HOLDS.iter().find(|(length, _)| *length == logarithm).map(|(_, cycles)| *cycles);
        Holds { turn: e.word() as usize >> 1, controls, valids, held: Vec::new(), left, logarithm, freezes }
    }

    /// Draws what follows when a hold, or the time between two, is over.
    fn turn(&mut self, e: &mut Entropy) {
        let long = self.logarithm > SEGMENT.ilog2();
        if self.controls.is_empty() {
            self.left = u64::MAX;
        } else if self.held.is_empty() {
            let (port, ones) = self.controls[self.turn % self.controls.len()];
            self.turn += 1;
            self.held.push((port, if e.chance(64) { ones } else { 0 }));
            // a segment of 2^14 cycles has holds of up to 2^14
            let shortest = 6 + (self.logarithm - SEGMENT.ilog2()) / 2;
            let length = 1 << (shortest + e.below(self.logarithm - 3 - shortest + u32::from(!long) * 3));
            self.left = if self.freezes.is_some() { 512 } else { length + u64::from(e.below(length as u32)) };
        } else if let Some(freeze) = self.freezes.take() {
            let first = self.held[0].0;
            for ((port, ones), valid) in self.controls.iter().zip(&self.valids).filter(|((port, _), _)| *port != first)
            {
                // what is pending is not taken meanwhile
                let (free, high) = if *valid { (4, 7) } else { (1, 2) };
                match e.below(16) {
                    draw if draw < free => {}
                    draw if draw < high => self.held.push((*port, *ones)),
                    _ => self.held.push((*port, 0)),
                }
            }
            self.left = freeze;
        } else {
            self.held.clear();
            let mean = if long { 1 << (self.logarithm - 4) } else { SEGMENT };
            self.left = 1 + u64::from(e.below(2 * mean as u32));
        }
    }
}

impl<B: Bench> Segment<B> {
    /// Creates the inputs of the first `cycles` of segment `number` of a seed's stream.
    pub fn new(cfg: &B::Config, seed: u64, number: u64, cycles: u64) -> Self {
        let logarithm = logarithm(number);
        let mut entropy = Entropy::new(seed.rotate_left(32) ^ 0x5e67_3e27, number);
        let holds = Holds::new::<B>(cfg, logarithm, &mut entropy);
        let specials = Specials::new(cfg, Entropy::new(seed.rotate_left(32) ^ 0x7a1e_5bad, number));
        Segment {
            random: Random::new(cfg, seed, number, cycles),
            left: cycles,
            drawn: B::In::default(),
            moved: false,
            calm: logarithm > SEGMENT.ilog2(),
            noisy: false,
            noise_left: entropy.below(512),
            holds,
            specials,
            entropy,
            slots: vec![0; B::In::shape(cfg).len()],
        }
    }

    /// Sets the ports that are held, and removes a reset where there is none.
    fn hold(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) {
        without_reset::<B>(cfg, (p, q), i, &mut self.slots, |slots| {
            for (port, value) in &self.holds.held {
                slots[*port] = *value;
            }
        });
    }
}

/// Removes the reset from an input and sets `more` of its slots; the input is repaired. `slots` is
/// scratch space, one word a slot.
pub(crate) fn without_reset<B: Bench>(
    cfg: &B::Config,
    (p, q): (&B::Protocol, &B::State),
    i: &mut B::In,
    slots: &mut [u64],
    more: impl FnOnce(&mut [u64]),
) {
    i.pack(cfg, slots);
    slots[0] = 0;
    more(slots);
    *i = B::In::unpack(cfg, slots);
    B::repair(cfg, p, q, i);
}

impl<B: Bench> Source<B> for Segment<B> {
    #[inline]
    fn next(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) -> Result<bool, Illegal> {
        if self.moved {
            i.clone_from(&self.drawn);
            self.moved = false;
        }
        if self.left.is_multiple_of(LOOKS) && interrupt::asked() || !self.random.next(cfg, p, q, i)? {
            return Ok(false);
        }
        self.left -= 1;
        self.specials.next(cfg, p, q, i);
        if self.noise_left == 0 {
            self.noisy = !self.noisy;
            self.noise_left = 16 + self.entropy.below(if self.noisy { 128 } else { 512 });
        }
        self.noise_left -= 1;
        self.holds.left -= 1;
        if self.holds.left == 0 {
            self.holds.turn(&mut self.entropy);
        }
        let resets = i.first() == 1;
        let holds = if resets { self.calm } else { !self.holds.held.is_empty() };
        if holds || self.noisy {
            self.drawn.clone_from(i);
            self.moved = true;
            if holds {
                self.hold(cfg, p, q, i);
            }
            if self.noisy {
                i.stir(cfg, || self.entropy.word());
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_the_sum_of_its_segments() {
        let mut cycles = 0;
        for number in 0..1000 {
            assert_eq!(start(number), cycles, "segment {number}");
            assert_eq!(count(cycles), number);
            assert_eq!(count(cycles + 1), number + 1);
            cycles += length(number);
        }
        let all: u64 = within(20_000_000).map(|(_, length)| length).sum();
        assert_eq!(all, 20_000_000);
        assert_eq!(within(20_000_000).map(|(_, length)| length).max(), Some(1 << 22));
        assert!(within(1_000_000).any(|(_, length)| length == 1 << 18), "a million cycles have a long segment");
        assert!(count(u64::MAX) > 0);
    }
}
