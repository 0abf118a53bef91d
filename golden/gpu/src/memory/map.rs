//! The address map: the channel, the slice of L2, the bank and the row of an address.

use crate::config::spec::Spec;

/// The map from addresses to channels and slices of L2. Blocks of `dram.interleave` bytes go to the
/// channels in turn, whatever their number; the blocks of a channel go to its slices in turn
/// (DEVIATIONS, D131).
#[derive(Debug, Clone, Copy)]
pub struct Channels {
    block: u32,
    count: u64,
    slices: u64,
}

impl Channels {
    /// Returns the address map of a GPU.
    pub fn new(spec: &Spec) -> Channels {
        Channels {
            block: spec.dram.interleave.trailing_zeros(),
            count: spec.dram.channels.into(),
            slices: spec.l2.slices.into(),
        }
    }
    /// Returns the channel of an address, and the address within the channel, where the channel's
    /// blocks are adjacent.
    pub fn place(&self, address: u64) -> (usize, u64) {
        self.deal(address, self.count)
    }
    /// Returns the slice of a channel's address, and the address within the slice, where the
    /// slice's blocks are adjacent.
    pub fn slice(&self, local: u64) -> (usize, u64) {
        if self.slices == 1 { (0, local) } else { self.deal(local, self.slices) }
    }
    /// Returns the address within the channel of an address within one of its slices.
    pub fn local(&self, slice: usize, own: u64) -> u64 {
        let within = own & ((1 << self.block) - 1);
        ((own >> self.block) * self.slices + slice as u64) << self.block | within
    }
    /// Interleaves blocks over `count` parts: returns the part that an address belongs to, and the
    /// address within the part.
    fn deal(&self, address: u64, count: u64) -> (usize, u64) {
        let block = address >> self.block;
        let within = address & ((1 << self.block) - 1);
        ((block % count) as usize, (block / count) << self.block | within)
    }
}

/// The map from a channel's addresses to its banks and rows (assumed). Adjacent rows lie in
/// different banks; which bank is first changes from row to row, so that a stride of a power of two
/// does not stay in one bank.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    bytes: u64,
    banks: u64,
}

impl Rows {
    /// Returns the map of a channel's rows and banks.
    pub fn new(spec: &Spec) -> Rows {
        Rows { bytes: spec.dram.row.into(), banks: spec.dram.banks.into() }
    }
    /// Returns the bank and the row of an address within the channel.
    pub fn place(&self, address: u64) -> (usize, u64) {
        let page = address / self.bytes;
        let row = page / self.banks;
        (((page + row) % self.banks) as usize, row)
    }
}
