//! A random delay of one object (a set, a tag) of several, while the others go on.

use heddle_testbench::entropy::Entropy;

/// One of several objects (sets, tags) whose responses are currently delayed, and the number of
/// further stimulus profiles for which they are.
#[derive(Debug, Clone, Default)]
pub struct Late {
    mask: u64,
    left: u32,
}

impl Late {
    /// Draws anew at the beginning of a profile: now and then one of `count` objects is delayed,
    /// for up to 64 profiles.
    ///
    /// A fifth of the time is enough: meanwhile faults that need all objects at once are not found.
    pub fn draw(&mut self, count: u32, e: &mut Entropy) {
        if self.left > 0 {
            self.left -= 1;
        } else {
            self.mask = 0;
            if e.chance(4) {
                (self.mask, self.left) = (1 << e.below(count), (1 << e.below(7)) - 1);
            }
        }
    }

    /// Returns a mask with the bit of the late object; 0 if no object is late.
    #[inline]
    pub fn mask(&self) -> u64 {
        self.mask
    }
}
