//! The statistics that a sliced core counts in each cycle: the classes of its issue slots and the
//! units of its gang table; and what its warps wait for at a deadlock.

use heddle_golden::Device;
use heddle_golden::gang::Gang;

use super::SlicedCore;
use super::seat::Seat;
use super::slot_classes::SLOTS;
use super::table::Row;
use crate::base::ids::WarpId;
use crate::base::{GridContext, Wait};

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

    /// Counts the gangs that could go in this cycle and did not, by what they wait for; `busy` are
    /// the slices that can take nothing, and `issued` those of the units that went.
    pub(super) fn count_waits(&mut self, busy: u8, issued: u8) {
        if self.apart && self.layout.warps() == self.cfg.slices as usize {
            // there are no gangs
            return;
        }
        let held = match self.datapath.is_stage_full() {
            true => &mut self.gangs.waits_memory,
            false => &mut self.gangs.waits_units,
        };
        for (set, numbers) in self.classes.ready() {
            let mut left = numbers;
            while left != 0 {
                let id = self.layout.warp(set, left.trailing_zeros() as usize);
                left &= left - 1;
                let Some(seat) = &self.seats[id.index()] else { continue };
                let gang = seat.peers | self.layout.slices_of(id);
                let members = self.layout.warps_in(set, gang);
                let members = members.fold(0u8, |members, id| members | 1 << self.layout.number(id));
                left &= !members;
                match () {
                    () if members & !numbers != 0 || gang.count_ones() < 2 => {}
                    () if gang & busy != 0 => *held += 1,
                    () if gang & issued != 0 => self.gangs.waits_slices += 1,
                    () => self.gangs.waits_ports += 1,
                }
            }
        }
    }

    /// Attributes the issue slots lost in cycles like the last one to instructions.
    fn lose(&mut self, cycles: u64) {
        let warps = self.layout.warps();
        for number in 0..warps {
            let Some((set, wait)) = self.classes.waits(number) else { continue };
            let place = self.pc(self.layout.warp(set, number)).map(|pc| Seat::place_of(pc) as u32);
            self.chassis.ports.lines.lose(place, wait as usize, cycles * SLOTS / warps as u64);
        }
    }

    /// Counts the cycles up to this one, in which nothing changed.
    pub(super) fn count_to(&mut self, now: u64) {
        let cycles = self.chassis.frame.pass(now);
        if cycles == 0 {
            return;
        }
        self.classes.count(&mut self.chassis.slots, cycles);
        if self.chassis.ports.lines.is_on() {
            self.lose(cycles);
        }
        let warps: usize = self.chassis.contexts.ctas.iter().flatten().map(|resident| resident.warps.len()).sum();
        if warps == 0 {
            return;
        }
        let counters = &mut self.chassis.ports.counters;
        counters.hold(cycles, warps as u64, self.datapath.registers(), self.chassis.shared.0);
        counters.lanes_static += cycles;
        counters.lanes_dynamic += cycles * u64::from(self.classes.moves_on());
    }

    /// Returns, for each warp, its place and what it waits for.
    pub(super) fn stuck_warps(&self, grid: &GridContext) -> Vec<String> {
        let stuck = |id: WarpId| {
            let resource = match self.seats[id.index()].as_ref().and_then(Seat::waits_for) {
                Some(Wait::Pipeline) => "the ganging unit",
                Some(Wait::Fetch) => "its next instruction",
                Some(Wait::Long) => "memory",
                _ => "instructions in flight",
            };
            let (warp, pc) = (self.chassis.contexts.warp(id)?, self.chassis.contexts.fetch_pc(id)?);
            Some(format!(
                "core {}, {}",
                self.chassis.frame.number,
                self.chassis.contexts.stuck_warp(grid, warp, pc, resource)?
            ))
        };
        (0..self.seats.len()).filter_map(|warp| stuck(WarpId(warp as u16))).collect()
    }

    /// Reads the set of this cycle from the reading port, and updates the status.
    pub(super) fn read_table(&mut self) {
        let row = Row::new(self.cfg.entries() as usize, &self.output);
        let before = std::mem::replace(&mut self.table[usize::from(self.input.read_set)], row);
        if row == before {
            return;
        }
        for (of, comes) in [(before, false), (row, true)] {
            for unit in of.units() {
                let size = unit.count_ones() as usize;
                let warps = &mut self.chassis.frame.status.units[size - 1];
                *warps = if comes { *warps + size as u64 } else { *warps - size as u64 };
            }
        }
    }
}
