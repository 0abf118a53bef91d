//! How the threads of a set lie in slices (VWS 4.1, 4.3).

use crate::core::ids::WarpId;

/// A set of 32 threads in slices: its warps side by side, each in one slice, or one warp in all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SetLayout {
    /// Threads of a warp.
    pub warp_size: u32,
    /// Slices of the datapath.
    pub slices: u32,
}

impl SetLayout {
    /// Threads of a set, and lanes of the datapath.
    pub const THREADS: u32 = 32;

    /// Warps of a set.
    pub fn warps(&self) -> usize {
        (SetLayout::THREADS / self.warp_size) as usize
    }
    /// Slices of a warp.
    fn span(&self) -> usize {
        self.slices as usize / self.warps()
    }
    /// A warp of a set, by its number there.
    pub fn warp(&self, set: usize, number: usize) -> WarpId {
        WarpId((set * self.warps() + number) as u16)
    }
    /// The warp of a set that executes in a slice.
    pub fn warp_at(&self, set: usize, slice: usize) -> WarpId {
        self.warp(set, slice / self.span())
    }
    /// A warp's number in its set.
    pub fn number(&self, warp: WarpId) -> usize {
        warp.index() % self.warps()
    }
    /// The set of a warp.
    pub fn set(&self, warp: WarpId) -> usize {
        warp.index() / self.warps()
    }
    /// The slices in which a warp executes.
    pub fn slices_of(&self, warp: WarpId) -> u8 {
        let span = self.span();
        u8::MAX >> (8 - span) << (self.number(warp) * span)
    }
    /// The warps of a set with a slice among these.
    pub fn warps_in(self, set: usize, slices: u8) -> impl Iterator<Item = WarpId> {
        (0..self.warps())
            .map(move |number| self.warp(set, number))
            .filter(move |&warp| self.slices_of(warp) & slices != 0)
    }
}
