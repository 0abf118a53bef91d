//! Operands, and sets of physical registers of all kinds.

use heddle_contract::prt::kind;

/// An operand: its kind and its register, in a partition's own numbers or physical.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Operand {
    /// The kind of the operand: one of [`kind`].
    pub kind: u8,
    /// The register's number; 0 in a renamed operand of no kind.
    pub register: u8,
}

/// A set of physical registers of all kinds: 256 bits for each kind; registers of no kind are never
/// in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Registers([u64; WORDS]);

const WORDS: usize = 16;

impl Registers {
    #[inline]
    fn place(at: Operand) -> (usize, u64) {
        let word = usize::from(at.kind & 3) << 2 | usize::from(at.register >> 6);
        (word, u64::from(at.kind != kind::NONE) << (at.register & 63))
    }
    /// Whether a register is in the set; an operand of no kind never is.
    #[inline]
    pub fn has(&self, at: Operand) -> bool {
        let (word, bit) = Self::place(at);
        self.0[word] & bit != 0
    }
    /// Adds a register to the set; an operand of no kind is ignored.
    #[inline]
    pub fn insert(&mut self, at: Operand) {
        let (word, bit) = Self::place(at);
        self.0[word] |= bit;
    }
    /// Removes a register from the set.
    #[inline]
    pub fn remove(&mut self, at: Operand) {
        let (word, bit) = Self::place(at);
        self.0[word] &= !bit;
    }
    /// Returns the number of registers in the set.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|set| set.count_ones()).sum()
    }
    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, set| all | set) == 0
    }
    /// Returns all registers of the set: data, masks, metadata.
    pub fn iter(&self) -> impl Iterator<Item = Operand> + '_ {
        (0..WORDS * 64).filter(|place| self.0[place / 64] >> (place % 64) & 1 == 1).map(Self::at)
    }
    /// Returns the first register of the set from number `place` on, cyclically, of the 1024
    /// registers of all kinds; `None` if the set is empty. A random `place` thereby selects a
    /// random register.
    #[inline]
    pub fn from(&self, place: usize) -> Option<Operand> {
        let (first, bit) = (place / 64 % WORDS, place % 64);
        let above = self.0[first] >> bit << bit;
        let found = |word: usize, set: u64| Self::at(word * 64 + set.trailing_zeros() as usize);
        if above != 0 {
            return Some(found(first, above));
        }
        (1..=WORDS).map(|on| (first + on) % WORDS).find(|word| self.0[*word] != 0).map(|word| found(word, self.0[word]))
    }
    fn at(place: usize) -> Operand {
        Operand { kind: (place >> 8) as u8, register: place as u8 }
    }
    /// Whether the set has a register of a kind in `[base, base + size)`.
    pub fn any_within(&self, kind: u8, base: u32, size: u32) -> bool {
        let below = |end: u32| if end >= 64 { u64::MAX } else { (1 << end) - 1 };
        (0..4).any(|word: u32| {
            let from = |end: u32| below(end.saturating_sub(64 * word));
            self.word(kind, word as usize) & from(base + size) & !from(base) != 0
        })
    }
    /// Returns 64 registers of a kind as bits, from register `64 * word` on.
    pub fn word(&self, kind: u8, word: usize) -> u64 {
        self.0[usize::from(kind) << 2 | word]
    }
}
