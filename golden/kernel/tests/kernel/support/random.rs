//! Random numbers, the same in every run.

/// A generator of random numbers, by its state.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let x = self.0 ^ self.0 >> 31;
        x.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ x >> 29
    }
    /// Any number, a small one, or one near a power of two.
    pub fn operand(&mut self) -> u64 {
        let (kind, bits) = (self.next() >> 61, self.next());
        match kind {
            0 => bits % 70,
            1 => (1u64 << (bits % 64)).wrapping_add(bits >> 62).wrapping_sub(1),
            2 => (1u64 << (bits % 64)).wrapping_neg(),
            3 => (bits % 70).wrapping_neg(),
            _ => bits,
        }
    }
}
