/// A set of small numbers: registers, blocks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// None of `0..size`.
    pub fn new(size: usize) -> Bits {
        Bits { words: vec![0; size.div_ceil(64)] }
    }
    /// Puts one in.
    pub fn insert(&mut self, i: usize) {
        self.words[i / 64] |= 1 << (i % 64);
    }
    /// Takes one out.
    pub fn remove(&mut self, i: usize) {
        self.words[i / 64] &= !(1 << (i % 64));
    }
    /// Whether one is in.
    pub fn contains(&self, i: usize) -> bool {
        self.words[i / 64] >> (i % 64) & 1 == 1
    }
    /// Takes all out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }
    /// Whether nothing is in.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }
    /// How many are in.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }
    /// Puts in what is in the other; whether that changed anything.
    pub fn union(&mut self, other: &Bits) -> bool {
        let mut changed = 0;
        for (a, &b) in self.words.iter_mut().zip(&other.words) {
            changed |= b & !*a;
            *a |= b;
        }
        changed != 0
    }
    /// Keeps what is in the other too.
    pub fn intersect(&mut self, other: &Bits) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, &b)| *a &= b);
    }
    /// Takes out what is in the other.
    pub fn subtract(&mut self, other: &Bits) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, &b)| *a &= !b);
    }
    /// What is in, the lowest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let next = |w: &u64| Some(*w & w.wrapping_sub(1)).filter(|&w| w != 0);
            std::iter::successors(Some(word).filter(|&w| w != 0), next)
                .map(move |w| at * 64 + w.trailing_zeros() as usize)
        })
    }
}
