//! Pseudo-random numbers for generated inputs: masks, programs, shuffles.

/// The SplitMix64 pseudo-random generator: its sequence depends on the seed alone.
#[derive(Debug, Clone)]
pub struct Chance(pub u64);

impl Chance {
    /// Returns the next 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// Returns true with a probability of `cases` in a hundred.
    #[inline]
    pub fn percent(&mut self, cases: u32) -> bool {
        self.below(100) < cases
    }

    /// Returns a random number from 0 to `n - 1`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.word() >> 32) * u64::from(n)) >> 32) as u32
    }
}
