//! Stimulus of a port, from its width alone: a control port by chance, a payload with the
//! values at which arithmetic and comparisons turn.

use crate::entropy::Entropy;

/// Probabilities of a control port to be 1, in 256ths.
const CHANCES: [u32; 6] = [0, 16, 64, 128, 192, 256];
/// Most cycles for which a probability stays.
const STAYS: u32 = 128;
/// Mean number of cycles from one reset to the next.
const RESET: u32 = 2000;

/// A port's stimulus between cycles.
#[derive(Debug, Clone)]
pub struct Drawn {
    width: u32,
    values: Vec<u64>,
    /// Of a port of one bit: the probability to be 1, and for how many cycles it stays.
    chance: u32,
    left: u32,
}

impl Drawn {
    /// Creates the stimulus of a port of this width in bits; `values` are those that it can have,
    /// or none if it can have all.
    pub fn new(width: u32, values: Vec<u64>) -> Self {
        Drawn { width, values, chance: 0, left: 0 }
    }

    /// Draws a value of the port, whose value was `last`.
    pub fn draw(&mut self, last: u64, e: &mut Entropy) -> u64 {
        if !self.values.is_empty() {
            return e.pick(&self.values);
        }
        if self.width == 1 {
            if self.left == 0 {
                (self.chance, self.left) = (e.pick(&CHANCES), 1 + e.below(STAYS));
            }
            self.left -= 1;
            return u64::from(e.chance(self.chance));
        }
        let ones = u64::MAX >> (64 - self.width);
        let value = match e.below(12) {
            0 => 0,
            1 => ones,
            2 => 1 << e.below(self.width),
            3 => last,
            4 => last ^ 1 << e.below(self.width),
            5 => last.wrapping_add(1),
            6 => e.word() >> (64 - self.width) >> e.below(self.width),
            7 => u64::from(e.below(16)),
            _ => e.word(),
        };
        value & ones
    }
}

/// Draws the reset of a block, which is rare.
pub fn reset(e: &mut Entropy) -> u64 {
    u64::from(e.below(RESET) == 0)
}

/// Returns values of a port that are simpler than its value, simplest first: 0, 1, half of it, and
/// itself without its highest or its lowest bit.
pub fn simpler(value: u64) -> impl Iterator<Item = u64> {
    let highest = value.checked_ilog2().map_or(0, |bit| 1 << bit);
    let simpler = [0, 1, value / 2, value & !highest, value & value.wrapping_sub(1)];
    simpler.into_iter().filter(move |simpler| *simpler < value)
}
