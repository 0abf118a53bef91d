//! The compactor: a column of bits a lane, bit w for warp w, from which each cycle takes a warp
//! (2.3, figure 2).

use heddle_contract::slp::{Config, In, MAX, Out};

/// The phase of the compactor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Phase {
    /// The compactor holds no mask.
    #[default]
    Empty,
    /// The mask that was accepted in the last cycle is counted.
    Counted,
    /// The warps of the mask are offered.
    Leaving,
}

/// The state of the compactor: the mask that it holds, by columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compactor {
    /// The phase of the compactor; the other fields are undefined while it is empty.
    pub phase: Phase,
    /// For each lane, the warps whose thread has still to leave, a bit each.
    pub columns: [u32; MAX],
    /// The tag of the mask: the reason for its compaction.
    pub tag: u8,
    /// Warps of the mask with compaction.
    pub warps: u8,
    /// Warps of the mask without compaction.
    pub plain: u8,
    /// Whether the mask leaves without compaction.
    pub declined: bool,
    /// Warps that have still to leave.
    pub left: u8,
}

impl Compactor {
    /// Whether a mask on offer is accepted; `warp_ready`: the warp on offer is taken in this cycle.
    #[inline]
    pub fn accepts(&self, warp_ready: bool) -> bool {
        match self.phase {
            Phase::Empty => true,
            Phase::Counted => false,
            Phase::Leaving => warp_ready && self.left == 1,
        }
    }

    #[inline]
    pub(super) fn show(&self, warp_ready: bool, o: &mut Out) {
        o.accept_ready = self.accepts(warp_ready);
        o.counted_valid = self.phase == Phase::Counted;
        o.warp_valid = self.phase == Phase::Leaving;
        if self.phase != Phase::Empty {
            self.show_held(o);
        }
    }

    #[inline(never)]
    fn show_held(&self, o: &mut Out) {
        if self.phase == Phase::Counted {
            o.counted_tag = self.tag;
            o.counted_warps = self.warps;
            o.counted_plain = self.plain;
        } else {
            o.warp_tag = self.tag;
            o.warp_last = self.left == 1;
            if self.declined { self.show_row(o) } else { self.show_compacted(o) }
        }
    }

    /// Shows a compacted warp, by a priority encoder in each lane: the lowest warp that has a
    /// thread left there.
    fn show_compacted(&self, o: &mut Out) {
        // two loops: one after the other takes two thirds of the time of both in one
        o.warp_lanes = (0..).zip(&self.columns).fold(0, |row, (lane, column)| row | u32::from(*column != 0) << lane);
        for (source, column) in o.warp_source.iter_mut().zip(&self.columns) {
            *source = (column.trailing_zeros() & 31) as u8;
        }
    }

    /// Shows the lowest warp with a thread, without compaction.
    fn show_row(&self, o: &mut Out) {
        let warp = self.lowest();
        o.warp_lanes =
            self.columns.iter().enumerate().fold(0, |row, (lane, column)| row | (column >> warp & 1) << lane);
        o.warp_source = [warp as u8; MAX];
    }

    /// Returns the lowest warp with a thread.
    #[inline]
    fn lowest(&self) -> u32 {
        self.columns.iter().fold(0, |warps, column| warps | column).trailing_zeros() & 31
    }

    /// Advances the mask that is held by a cycle.
    #[inline]
    pub(super) fn advance(&mut self, i: &In) {
        match self.phase {
            Phase::Empty => return,
            Phase::Counted => {
                self.declined = i.decline;
                self.left = if i.decline { self.plain } else { self.warps };
            }
            Phase::Leaving if i.warp_ready => {
                self.leave();
                self.left -= 1;
            }
            Phase::Leaving => return,
        }
        self.phase = if self.left == 0 { Phase::Empty } else { Phase::Leaving };
    }

    #[inline(never)]
    fn leave(&mut self) {
        if self.declined {
            let others = !(1 << self.lowest());
            self.columns.iter_mut().for_each(|column| *column &= others);
        } else {
            self.columns.iter_mut().for_each(|column| *column &= column.wrapping_sub(1));
        }
    }

    #[inline(never)]
    pub(super) fn accept(&mut self, cfg: &Config, i: &In) {
        self.columns = [0; MAX];
        for (column, row) in self.columns.iter_mut().zip(&i.accept_mask[..cfg.warps as usize]) {
            *column = row & cfg.all_lanes();
        }
        self.plain = self.columns.iter().map(|row| u8::from(*row != 0)).sum();
        transpose(&mut self.columns);
        self.warps = self.columns.iter().map(|column| column.count_ones() as u8).max().unwrap_or(0);
        (self.tag, self.declined) = (i.accept_tag, false);
        self.phase = Phase::Counted;
    }
}

/// Transposes a matrix of bits: bit c of word r becomes bit r of word c. Ever smaller blocks beside
/// the diagonal change places.
pub(super) fn transpose(words: &mut [u32; MAX]) {
    let mut size = MAX / 2;
    let mut low = u32::MAX >> size;
    while size > 0 {
        for block in (0..MAX).step_by(2 * size) {
            let (above, below) = words[block..block + 2 * size].split_at_mut(size);
            for (above, below) in above.iter_mut().zip(below) {
                let differ = (*above >> size ^ *below) & low;
                *below ^= differ;
                *above ^= differ << size;
            }
        }
        size /= 2;
        low ^= low << size;
    }
}
