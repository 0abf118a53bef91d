//! Layout of the threads of a set in slices (VWS 4.1, 4.3).

use crate::base::ids::WarpId;

/// Layout of a set of 32 threads in slices: its warps side by side, each in one slice, or one warp
/// in all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SetLayout {
    /// Number of threads of a warp.
    pub warp_size: u32,
    /// Number of slices of the datapath.
    pub slices: u32,
    /// The logarithms of a set's warps, and of a warp's slices.
    warps: u32,
    span: u32,
    /// Mask of the slices of a set's first warp.
    first: u8,
}

impl SetLayout {
    /// Number of threads of a set (an original gang, VWS 4.3), and of lanes of the datapath.
    pub const THREADS: u32 = 32;

    /// Creates the layout of sets with warps of `warp_size` threads in `slices` slices, both powers
    /// of two.
    pub fn new(warp_size: u32, slices: u32) -> SetLayout {
        let warps = (SetLayout::THREADS / warp_size).ilog2();
        let span = slices.ilog2() - warps;
        SetLayout { warp_size, slices, warps, span, first: u8::MAX >> (8 - (1 << span)) }
    }
    /// Number of warps of a set of 32 threads.
    pub fn warps(&self) -> usize {
        1 << self.warps
    }
    /// Returns the id of the warp with this number in a set of 32 threads.
    pub fn warp(&self, set: usize, number: usize) -> WarpId {
        WarpId((set << self.warps | number) as u16)
    }
    /// Returns the id of the warp of a set (32 threads) that executes in a slice of the datapath.
    pub fn warp_at(&self, set: usize, slice: usize) -> WarpId {
        self.warp(set, slice >> self.span)
    }
    /// Returns a warp's number in its set of 32 threads, from 0.
    pub fn number(&self, warp: WarpId) -> usize {
        warp.index() & (self.warps() - 1)
    }
    /// Returns the number of the set of 32 threads (an original gang, VWS 4.3) that a warp belongs
    /// to.
    pub fn set(&self, warp: WarpId) -> usize {
        warp.index() >> self.warps
    }
    /// Returns the mask of the slices of the datapath in which a warp executes.
    pub fn slices_of(&self, warp: WarpId) -> u8 {
        self.first << (self.number(warp) << self.span)
    }
    /// Returns the ids of the warps of a set (32 threads) that execute in one of the slices of the
    /// mask `slices`.
    pub fn warps_in(self, set: usize, slices: u8) -> impl Iterator<Item = WarpId> {
        let mut left = slices & u8::MAX >> (8 - self.slices);
        std::iter::from_fn(move || {
            let warp = (left != 0).then(|| self.warp_at(set, left.trailing_zeros() as usize))?;
            left &= !self.slices_of(warp);
            Some(warp)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slice_of_a_set_has_one_warp() {
        for (warp_size, slices) in [(32, 8), (16, 2), (8, 4), (4, 8)] {
            let layout = SetLayout::new(warp_size, slices);
            assert_eq!(layout.warps() as u32 * warp_size, 32);
            for set in [0, 5] {
                let warps: Vec<WarpId> = layout.warps_in(set, u8::MAX).collect();
                assert_eq!(warps.len(), layout.warps());
                let all: Vec<usize> = (0..slices as usize).map(|slice| layout.warp_at(set, slice).index()).collect();
                for (number, &warp) in warps.iter().enumerate() {
                    assert_eq!((layout.set(warp), layout.number(warp), layout.warp(set, number)), (set, number, warp));
                    let mine = (0..8).filter(|slice| layout.slices_of(warp) >> slice & 1 == 1);
                    assert!(mine.eq((0..slices as usize).filter(|&slice| all[slice] == warp.index())));
                }
            }
        }
    }
}
