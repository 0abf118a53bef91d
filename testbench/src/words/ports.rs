//! A bundle of ports as words, in the order of a [`Shape`].

use heddle_block::{Declared, Ports};

use super::Shape;

/// Inputs, or outputs where `OUTPUT` is true, of one cycle: a word a port. Words that are missing
/// at the end are zero.
#[derive(Debug, Clone, Default)]
pub struct Bundle<const OUTPUT: bool> {
    words: Vec<u64>,
    /// Whether a model says that a port is not defined; ports that are missing are.
    undefined: Vec<bool>,
}

impl<const OUTPUT: bool> Bundle<OUTPUT> {
    pub(super) fn of(words: Vec<u64>) -> Self {
        Self { words, undefined: Vec::new() }
    }

    pub(super) fn get(&self, k: usize) -> u64 {
        self.words.get(k).copied().unwrap_or_default()
    }

    pub(super) fn set(&mut self, k: usize, value: u64) {
        if self.words.len() <= k {
            self.words.resize(k + 1, 0);
        }
        self.words[k] = value;
    }

    /// Sets a port to what a model says: its word, and whether it is defined.
    pub(super) fn put(&mut self, k: usize, word: u64, defined: bool) {
        if self.undefined.len() <= k {
            self.undefined.resize(k + 1, false);
        }
        self.undefined[k] = !defined;
        self.set(k, word);
    }

    fn cares(&self, shape: &Shape, k: usize) -> bool {
        let guard = shape.side(OUTPUT).guards[k];
        let valid = guard.is_none_or(|guard| (self.get(guard.port) != 0) != guard.inverted);
        valid && !self.undefined.get(k).copied().unwrap_or_default()
    }
}

impl<const OUTPUT: bool> PartialEq for Bundle<OUTPUT> {
    fn eq(&self, other: &Self) -> bool {
        (0..self.words.len().max(other.words.len())).all(|k| self.get(k) == other.get(k))
    }
}

impl<const OUTPUT: bool> Ports for Bundle<OUTPUT> {
    type Config = Shape;

    fn declared(shape: &Shape) -> Vec<Declared> {
        shape.side(OUTPUT).declared.clone()
    }

    fn pack(&self, shape: &Shape, slots: &mut [u64]) {
        let ports = shape.side(OUTPUT).declared.len();
        slots[..ports].iter_mut().enumerate().for_each(|(k, slot)| *slot = self.get(k));
    }

    fn unpack(shape: &Shape, slots: &[u64]) -> Self {
        Self::of(slots[..shape.side(OUTPUT).declared.len()].to_vec())
    }

    fn care(&self, shape: &Shape, care: &mut [bool]) {
        let ports = shape.side(OUTPUT).declared.len();
        care[..ports].iter_mut().enumerate().for_each(|(k, care)| *care = self.cares(shape, k));
    }

    fn agrees(&self, shape: &Shape, slots: &[u64]) -> bool {
        (0..shape.side(OUTPUT).declared.len()).all(|k| slots[k] == self.get(k) || !self.cares(shape, k))
    }

    fn stir(&mut self, shape: &Shape, mut noise: impl FnMut() -> u64) {
        for (k, port) in shape.side(OUTPUT).declared.iter().enumerate() {
            if !self.cares(shape, k) {
                self.set(k, noise() & u64::MAX >> (64 - port.width));
            }
        }
    }

    fn first(&self) -> u64 {
        self.get(0)
    }
}
