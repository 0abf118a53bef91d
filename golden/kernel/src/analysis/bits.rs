/// A set of small numbers, such as registers or blocks, as a bit vector.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// Creates an empty set for the numbers `0..size`.
    pub fn new(size: usize) -> Bits {
        Bits { words: vec![0; size.div_ceil(64)] }
    }
    /// Adds the number `i` to the set.
    pub fn insert(&mut self, i: usize) {
        self.words[i / 64] |= 1 << (i % 64);
    }
    /// Removes the number `i` from the set.
    pub fn remove(&mut self, i: usize) {
        self.words[i / 64] &= !(1 << (i % 64));
    }
    /// Whether the number `i` is in the set.
    pub fn contains(&self, i: usize) -> bool {
        self.words[i / 64] >> (i % 64) & 1 == 1
    }
    /// Removes all numbers from the set.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }
    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }
    /// Returns how many numbers are in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }
    /// Adds all numbers of another set; returns whether this set changed.
    pub fn union(&mut self, other: &Bits) -> bool {
        let mut changed = 0;
        for (a, &b) in self.words.iter_mut().zip(&other.words) {
            changed |= b & !*a;
            *a |= b;
        }
        changed != 0
    }
    /// Keeps only the numbers that are in another set too.
    pub fn intersect(&mut self, other: &Bits) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, &b)| *a &= b);
    }
    /// Removes all numbers of another set.
    pub fn subtract(&mut self, other: &Bits) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, &b)| *a &= !b);
    }
    /// Returns the numbers in the set in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let next = |w: &u64| Some(*w & w.wrapping_sub(1)).filter(|&w| w != 0);
            std::iter::successors(Some(word).filter(|&w| w != 0), next)
                .map(move |w| at * 64 + w.trailing_zeros() as usize)
        })
    }
}
