//! The address map: which channel an address belongs to, and where it lies there (assumed, all of it).

use crate::config::spec::Spec;

/// Addresses to channels. Blocks of `dram.interleave` bytes go to the channels in turn, whatever their number.
#[derive(Debug, Clone, Copy)]
pub struct Channels {
    block: u32,
    count: u64,
}

impl Channels {
    /// The map of a GPU.
    pub fn new(spec: &Spec) -> Channels {
        Channels { block: spec.dram.interleave.trailing_zeros(), count: spec.dram.channels.into() }
    }
    /// An address's channel, and its address there, where a channel's blocks lie side by side.
    pub fn place(&self, address: u64) -> (usize, u64) {
        let block = address >> self.block;
        let within = address & ((1 << self.block) - 1);
        ((block % self.count) as usize, (block / self.count) << self.block | within)
    }
}

/// A channel's addresses to its rows. Adjacent rows lie in different banks; which bank is first changes from row to row, so that a stride
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
