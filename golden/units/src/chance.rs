//! Chance for what is made, not given: masks, programs, shuffles.

/// SplitMix64: the same sequence everywhere.
#[derive(Debug, Clone)]
pub struct Chance(pub u64);

impl Chance {
    /// 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// True in so many of a hundred cases.
    #[inline]
    pub fn percent(&mut self, cases: u32) -> bool {
        self.below(100) < cases
    }

    /// A number from 0 to `n - 1`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.word() >> 32) * u64::from(n)) >> 32) as u32
    }
}
