//! The only source of randomness: a seeded generator whose sequence is the same on every machine.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random numbers.
#[derive(Debug, Clone)]
pub struct Entropy(Xoshiro256PlusPlus);

impl Entropy {
    /// Creates the stream of a seed and a place; different places give unrelated streams.
    pub fn new(seed: u64, place: u64) -> Self {
        Entropy(Xoshiro256PlusPlus::seed_from_u64(seed ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }
    /// Returns 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }
    /// Returns a random number from 0 to `n - 1`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.word() as u32) * u64::from(n)) >> 32) as u32
    }
    /// Returns true with a probability of `per_256` in 256.
    #[inline]
    pub fn chance(&mut self, per_256: u32) -> bool {
        (self.word() & 0xff) < u64::from(per_256)
    }
    /// Returns a random element of `some`.
    #[inline]
    pub fn pick<T: Copy>(&mut self, some: &[T]) -> T {
        some[self.below(some.len() as u32) as usize]
    }
    /// Returns the index of a random set bit of `mask`, which is not zero.
    #[inline]
    pub fn bit_of(&mut self, mask: u64) -> u32 {
        let mut mask = mask;
        for _ in 0..self.below(mask.count_ones()) {
            mask &= mask - 1;
        }
        mask.trailing_zeros()
    }
    /// Returns a word: `random`, or a corner case of arithmetic made of it, or a value near the
    /// last one, so that operands coincide.
    #[inline]
    pub fn turn(&mut self, random: u32, recent: &mut u32) -> u32 {
        *recent = match self.below(12) {
            0..=2 => random,
            3 => *recent,
            4 => recent.wrapping_add(1),
            5 => random >> self.below(32),
            6 => 1 << (random & 31),
            7 => random & 63,
            8 => 0,
            9 => u32::MAX - (random & 1),
            10 => 0x8000_0000 - (random & 1),
            _ => 0x8000_0000 + (random & 1),
        };
        *recent
    }
}
