//! Classes of the issue slots of slices: a slot is four lanes of a cycle, whatever slices there
//! are.

use crate::base::ids::WarpId;
use crate::base::mask::ones;
use crate::base::{Class, SlotCounters, WAITS, Wait};
use crate::datapath::SetLayout;

/// Number of issue slots of a cycle, under every policy.
pub(super) const SLOTS: u64 = 8;

/// Warps of the slices by what they wait for, and the warps issued in the last cycle.
#[derive(Debug)]
pub(super) struct SlotClasses {
    layout: SetLayout,
    /// Mask of sets by reason and by the warp's number in its set: the set's warp waits for that
    /// reason.
    waiting: [[u64; 8]; WAITS],
    /// Mask of the numbers of which a warp was issued in this cycle.
    issued: u8,
}

impl SlotClasses {
    pub fn new(layout: SetLayout) -> SlotClasses {
        SlotClasses { layout, waiting: [[0; 8]; WAITS], issued: 0 }
    }

    /// Begins a cycle, in which no warp is issued yet.
    pub fn begin(&mut self) {
        self.issued = 0;
    }
    /// Records that a warp is issued.
    pub fn issued(&mut self, id: WarpId) {
        self.issued |= 1 << self.layout.number(id);
    }
    /// Records that a warp waits for another reason than before.
    pub fn moves(&mut self, id: WarpId, from: Option<Wait>, to: Option<Wait>) {
        let (number, set) = (self.layout.number(id), 1 << self.layout.set(id));
        if let Some(from) = from {
            self.waiting[from as usize][number] &= !set;
        }
        if let Some(to) = to {
            self.waiting[to as usize][number] |= set;
        }
    }

    /// Returns the sets with a warp that could go, and the numbers of these warps.
    pub fn ready(&self) -> impl Iterator<Item = (usize, u8)> {
        let ready = self.waiting[Wait::Pipeline as usize];
        ones(ready.iter().fold(0, |all, sets| all | sets)).map(move |set| {
            let numbers = (0..8).filter(|&number| ready[number] >> set & 1 == 1);
            (set, numbers.fold(0, |numbers, number| numbers | 1 << number))
        })
    }

    /// Returns the class of the slots of the warps with a number.
    fn class(&self, number: usize) -> Class {
        const ORDER: [Wait; 5] = [Wait::Pipeline, Wait::Short, Wait::Fetch, Wait::Long, Wait::Barrier];
        if self.issued >> number & 1 == 1 {
            return Class::Issued;
        }
        let found = ORDER.into_iter().find(|wait| self.waiting[*wait as usize][number] != 0);
        found.map_or(Class::Idle, Class::Waits)
    }

    /// Counts the issue slots of `cycles` cycles, in which all warps are as in the last cycle.
    pub fn count(&self, slots: &mut SlotCounters, cycles: u64) {
        let warps = self.layout.warps();
        for number in 0..warps {
            slots.count(self.class(number), cycles * SLOTS / warps as u64);
        }
    }

    /// Returns the warp whose wait gives the class of the issue slots of the warps with a number,
    /// as its set, and the reason for its wait; `None` if the slots are not of a waiting warp.
    pub fn waits(&self, number: usize) -> Option<(usize, Wait)> {
        let Class::Waits(wait) = self.class(number) else { return None };
        Some((self.waiting[wait as usize][number].trailing_zeros() as usize, wait))
    }

    /// Whether some warp has not ended and does not wait for memory.
    pub fn moves_on(&self) -> bool {
        [Wait::Pipeline, Wait::Short, Wait::Fetch, Wait::Barrier]
            .iter()
            .any(|wait| self.waiting[*wait as usize] != [0; 8])
    }
}
