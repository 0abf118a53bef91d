//! One of several that is served late, while the others go on.

use crate::entropy::Entropy;

/// Which one is late, and for how many more profiles of the stimulus.
#[derive(Debug, Default)]
pub struct Late {
    mask: u64,
    left: u32,
}

impl Late {
    /// At the beginning of a profile: now and then another one of `count` is late, for up to 64 profiles. A fifth of the time is enough: meanwhile what
    /// needs all of them at once is not found.
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

    /// A bit for the one that is late.
    #[inline]
    pub fn mask(&self) -> u64 {
        self.mask
    }
}
