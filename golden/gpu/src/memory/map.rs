//! The address map: which channel and which slice of L2 an address belongs to, and where it lies there.

use crate::config::spec::Spec;

/// Addresses to channels and slices of L2. Blocks of `dram.interleave` bytes go to the channels in turn, whatever their number; the blocks of
/// a channel go to its slices in turn (DEVIATIONS, D131).
#[derive(Debug, Clone, Copy)]
pub struct Channels {
    block: u32,
    count: u64,
    slices: u64,
}

impl Channels {
    /// The map of a GPU.
    pub fn new(spec: &Spec) -> Channels {
        Channels {
            block: spec.dram.interleave.trailing_zeros(),
            count: spec.dram.channels.into(),
            slices: spec.l2.slices.into(),
        }
    }
    /// An address's channel, and its address there, where a channel's blocks lie side by side.
    pub fn place(&self, address: u64) -> (usize, u64) {
        self.deal(address, self.count)
    }
    /// The slice of an address of a channel, and its address there, where a slice's blocks lie side by side.
    pub fn slice(&self, local: u64) -> (usize, u64) {
        if self.slices == 1 { (0, local) } else { self.deal(local, self.slices) }
    }
    /// The address in its channel of an address in a slice.
    pub fn local(&self, slice: usize, own: u64) -> u64 {
        let within = own & ((1 << self.block) - 1);
        ((own >> self.block) * self.slices + slice as u64) << self.block | within
    }
    /// Blocks go to `count` parts in turn: the part that has an address, and where the address lies in it.
    fn deal(&self, address: u64, count: u64) -> (usize, u64) {
        let block = address >> self.block;
        let within = address & ((1 << self.block) - 1);
        ((block % count) as usize, (block / count) << self.block | within)
    }
}

/// A channel's addresses to its rows (assumed). Adjacent rows lie in different banks; which bank is first changes from row to row, so that a stride
/// of a power of two does not stay in one.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    bytes: u64,
    banks: u64,
}

impl Rows {
    /// The map of a channel.
    pub fn new(spec: &Spec) -> Rows {
        Rows { bytes: spec.dram.row.into(), banks: spec.dram.banks.into() }
    }
    /// Bank and row.
    pub fn place(&self, address: u64) -> (usize, u64) {
        let page = address / self.bytes;
        let row = page / self.banks;
        (((page + row) % self.banks) as usize, row)
    }
}
