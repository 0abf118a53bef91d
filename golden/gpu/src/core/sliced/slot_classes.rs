//! Classes of the issue slots of slices: a slot is four lanes of a cycle, whatever slices there
//! are.

use heddle_contract::gang::Gang;
use heddle_golden::Device;

use super::SlicedCore;
use super::seat::Seat;
use crate::core::ids::WarpId;
use crate::core::slots::{Class, SlotCounters, WAITS, Wait};
use crate::datapath::{Datapath, SetLayout};
use crate::system::cta_dispatch::GridContext;

/// Number of issue slots of a cycle, under every policy.
const SLOTS: u64 = 8;

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

    /// Returns the class of the slots of the warps with a number.
    fn class(&self, number: usize) -> Class {
        const ORDER: [Wait; 5] = [Wait::Pipeline, Wait::Short, Wait::Fetch, Wait::Long, Wait::Barrier];
        if self.issued >> number & 1 == 1 {
            return Class::Issued;
        }
        let found = ORDER.into_iter().find(|wait| self.waiting[*wait as usize][number] != 0);
        found.map_or(Class::Idle, Class::Waits)
    }

    /// Counts `cycles` cycles like the last one.
    pub fn count(&self, slots: &mut SlotCounters, cycles: u64) {
        let warps = self.layout.warps();
        for number in 0..warps {
            slots.count(self.class(number), cycles * SLOTS / warps as u64);
        }
    }

    /// Returns the set of the warp that makes the class of the slots of the warps with a number,
    /// and what it waits for; `None` if it does not wait.
    fn waits(&self, number: usize) -> Option<(usize, Wait)> {
        let Class::Waits(wait) = self.class(number) else { return None };
        Some((self.waiting[wait as usize][number].trailing_zeros() as usize, wait))
    }

    /// Whether some warp has not ended and does not wait for memory.
    fn moves_on(&self) -> bool {
        [Wait::Pipeline, Wait::Short, Wait::Fetch, Wait::Barrier]
            .iter()
            .any(|wait| self.waiting[*wait as usize] != [0; 8])
    }
}

impl<D: Device<Gang>> SlicedCore<D> {
    /// Updates the class of a warp.
    pub(super) fn classify(&mut self, id: WarpId) {
        let Some(seat) = &mut self.seats[id.index()] else { return };
        let (before, now) = (seat.class, seat.waits_for());
        if before != now {
            seat.class = now;
            self.classes.moves(id, before, now);
        }
    }

    /// Attributes the issue slots lost in cycles like the last one to instructions.
    fn lose(&mut self, cycles: u64) {
        let warps = self.classes.layout.warps();
        for number in 0..warps {
            let Some((set, wait)) = self.classes.waits(number) else { continue };
            let place = self.pc(self.layout.warp(set, number)).map(|pc| Seat::place_of(pc) as u32);
            self.ports.lines.lose(place, wait as usize, cycles * SLOTS / warps as u64);
        }
    }

    /// Counts the cycles up to this one, in which nothing changed.
    pub(super) fn count_to(&mut self, now: u64) {
        let cycles = now.saturating_sub(self.counted);
        if cycles == 0 {
            return;
        }
        self.counted = now;
        self.classes.count(&mut self.slots, cycles);
        if self.ports.lines.is_on() {
            self.lose(cycles);
        }
        let warps: usize = self.contexts.ctas.iter().flatten().map(|resident| resident.warps.len()).sum();
        if warps == 0 {
            return;
        }
        let counters = &mut self.ports.counters;
        counters.hold(cycles, warps as u64, self.datapath.registers(), self.shared.1 - self.shared.0);
        counters.lanes_static += cycles;
        counters.lanes_dynamic += cycles * u64::from(self.classes.moves_on());
    }
}

impl<D: Device<Gang>> SlicedCore<D> {
    /// Returns, for each warp, its place and what it waits for.
    pub(super) fn stuck_warps(&self, grid: &GridContext) -> Vec<String> {
        let stuck = |id: WarpId| {
            let resource = match self.seats[id.index()].as_ref().and_then(Seat::waits_for) {
                Some(Wait::Pipeline) => "the ganging unit",
                Some(Wait::Fetch) => "its next instruction",
                Some(Wait::Long) => "memory",
                _ => "instructions in flight",
            };
            let (warp, pc) = (self.contexts.warp(id)?, self.contexts.fetch_pc(id)?);
            Some(format!("core {}, {}", self.number, self.contexts.stuck_warp(grid, warp, pc, resource)?))
        };
        (0..self.seats.len()).filter_map(|warp| stuck(WarpId(warp as u16))).collect()
    }
}
