//! The context of a CTA in shared memory (VT IV.C), and the rows of shared memory.

use heddle_contract::vtc::{Config, ENTRY_BITS, HEADER_BITS, IDS, MAX_STACK};
use heddle_kernel::execute::Entry;

use crate::base::ids::WarpId;
use crate::residency::CoreView;

/// A bit string in words of 64 bits.
pub(super) type Words = Vec<u64>;

/// Packs bit fields into words, the lowest first.
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

/// Returns a warp's stack as the hardware has it: its upper entries, the one that executes next
/// first, each of mask, PC and reconvergence PC. Deeper entries are in memory (IV.A). A warp can go
/// out between two steps of an instruction: the upper half of its first PC says how many are left.
pub(super) fn stack(cfg: &Config, view: &impl CoreView, warp: WarpId) -> [u64; MAX_STACK] {
    let mut bits = Bits::default();
    let (entries, mut steps) = view.stack(warp);
    for Entry { pc, reconverge_pc, mask } in entries.take(cfg.depth as usize) {
        bits.put(32, mask.into());
        bits.put(64, u64::from(pc) | (std::mem::take(&mut steps) as u64) << 32);
        bits.put(64, reconverge_pc.into());
    }
    let mut stack = [0; MAX_STACK];
    stack[..bits.words.len()].copy_from_slice(&bits.words);
    stack
}

/// Returns a CTA's whole context, padded to whole beats.
pub(super) fn context(cfg: &Config, view: &impl CoreView, warps: &[WarpId]) -> Words {
    let mut bits = Bits::default();
    bits.put(8, warps[0].0.into());
    bits.put(5, warps.len() as u64 - 1);
    view.cta(warps[0]).iter().take(IDS).for_each(|&id| bits.put(32, id.into()));
    bits.put(HEADER_BITS as usize - bits.at, 0);
    let words = (ENTRY_BITS * cfg.depth / 64) as usize;
    for &warp in warps {
        bits.words.extend_from_slice(&stack(cfg, view, warp)[..words]);
    }
    let beats = cfg.beats(warps.len() as u32);
    bits.words.resize((beats * cfg.beat_words()) as usize, 0);
    bits.words
}

/// The rows of shared memory; contexts lie in the upper ones.
#[derive(Debug)]
pub(super) struct Rows {
    rows: Vec<Words>,
    /// Data of the row that was read in the last cycle.
    pub read: Words,
}

impl Rows {
    pub fn new(cfg: &Config) -> Rows {
        Rows { rows: vec![vec![0; cfg.beat_words() as usize]; cfg.rows as usize], read: vec![] }
    }
    /// Writes a row, or reads it for the next cycle. Returns false if there is no such row.
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
