//! A set of small numbers, as a bit vector.

/// A set of numbers below a limit, one bit each.
#[derive(Debug, Clone)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub fn new(count: usize) -> Bits {
        Bits(vec![0; count.div_ceil(64)])
    }
    pub fn insert(&mut self, one: usize) {
        self.0[one / 64] |= 1 << (one % 64);
    }
    /// Removes a number; returns whether it was in the set.
    pub fn remove(&mut self, one: usize) -> bool {
        let (word, bit) = (&mut self.0[one / 64], 1 << (one % 64));
        let there = *word & bit != 0;
        *word &= !bit;
        there
    }
    pub fn contains(&self, one: usize) -> bool {
        self.0[one / 64] >> (one % 64) & 1 == 1
    }
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
    /// The smallest number of the set that is not below `one`; `None` if all are.
    pub fn at_or_after(&self, one: usize) -> Option<usize> {
        let mut word = one / 64;
        let mut left = self.0.get(word)? & (u64::MAX << (one % 64));
        while left == 0 {
            word += 1;
            left = *self.0.get(word)?;
        }
        Some(word * 64 + left.trailing_zeros() as usize)
    }
    /// Iterates over the numbers of the set, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        std::iter::successors(self.at_or_after(0), |&one| self.at_or_after(one + 1))
    }
}
