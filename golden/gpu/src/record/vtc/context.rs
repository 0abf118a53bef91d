//! A CTA's context as it lies in shared memory (IV.C), and shared memory.

use heddle_contract::vtc::{Config, ENTRY_BITS, HEADER_BITS, IDS, MAX_STACK};
use heddle_kernel::execute::{Cta, Entry};

/// Words of 64 bits.
pub(super) type Words = Vec<u64>;

/// Puts bits behind each other, the lowest first.
#[derive(Default)]
struct Bits {
    words: Words,
    at: usize,
}

impl Bits {
    fn put(&mut self, width: usize, value: u64) {
        let (word, bit) = (self.at / 64, self.at % 64);
        self.words.resize((self.at + width).div_ceil(64), 0);
        self.words[word] |= value << bit;
        if bit + width > 64 {
            self.words[word + 1] |= value >> (64 - bit);
        }
        self.at += width;
    }
}

/// A warp's stack as the hardware has it: its upper entries, the one at hand first, each of threads, PC, and where they meet. What lies deeper is in
/// memory (IV.B).
pub(super) fn stack(cfg: &Config, cta: &Cta, warp: usize) -> [u64; MAX_STACK] {
    let mut bits = Bits::default();
    for Entry { pc, reconverge_pc, mask } in cta.entries(warp).take(cfg.depth as usize) {
        bits.put(32, mask.into());
        bits.put(64, pc.into());
        bits.put(64, reconverge_pc.into());
    }
    let mut stack = [0; MAX_STACK];
    stack[..bits.words.len()].copy_from_slice(&bits.words);
    stack
}

/// A whole context, in beats.
pub(super) fn context(cfg: &Config, cta: &Cta, first: u8) -> Words {
    let mut bits = Bits::default();
    bits.put(8, first.into());
    bits.put(5, cta.warps.len() as u64 - 1);
    cta.id().iter().take(IDS).for_each(|&id| bits.put(32, id.into()));
    bits.put(HEADER_BITS as usize - bits.at, 0);
    let words = (ENTRY_BITS * cfg.depth / 64) as usize;
    for warp in 0..cta.warps.len() {
        bits.words.extend_from_slice(&stack(cfg, cta, warp)[..words]);
    }
    let beats = cfg.beats(cta.warps.len() as u32);
    bits.words.resize((beats * cfg.beat_words()) as usize, 0);
    bits.words
}

/// The part of shared memory where contexts lie.
pub(super) struct Rows {
    rows: Vec<Words>,
    /// What was read in the last cycle.
    pub read: Words,
}

impl Rows {
    pub fn new(cfg: &Config) -> Rows {
        Rows { rows: vec![vec![0; cfg.beat_words() as usize]; cfg.rows as usize], read: vec![] }
    }
    /// False if there is no such row.
    pub fn access(&mut self, row: u16, written: Option<&[u64]>) -> bool {
        let Some(row) = self.rows.get_mut(usize::from(row)) else { return false };
        match written {
            Some(data) => {
                let count = row.len();
                row.copy_from_slice(&data[..count]);
            }
            None => self.read.clone_from(row),
        }
        true
    }
}
