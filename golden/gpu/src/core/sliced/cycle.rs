//! The cycle of the ganging unit: its inputs, and the effects of its outputs.

use heddle_contract::gang::Split;
use heddle_golden::Device;
use heddle_golden::gang::Gang;

use super::SlicedCore;
use super::events::Event;
use super::seat::Seat;
use super::supply::Fetching;
use super::taken::{Launch, slices};
use crate::base::ids::WarpId;
use crate::base::{GridContext, SimError};
use crate::memory::CoreLink;
use crate::microop::Program;

/// Cycles after the last event at the unit's ports in which it is still stepped. A report or a wake
/// acts at the end of the first. In the second nothing is pending any more: what may go goes if it
/// is picked already, and is picked otherwise. In the third it goes, which is an event again:
/// nothing is busy, so that of the picks that may go one does. If none goes in the third cycle,
/// there was no request in the second, whose end changed nothing: every later cycle is like it.
/// After other events, which act at once, and in a unit that picks in the cycle two cycles would do
/// (DEVIATIONS, D214).
const SETTLES: u8 = 3;

impl<D: Device<Gang>> SlicedCore<D> {
    /// Simulates the unit's cycle, unless nothing can change in it; returns whether the next cycle
    /// is to be simulated, too. That is decided by ports alone, so that a golden unit and RTL are
    /// stepped alike.
    pub(super) fn step<M: CoreLink>(
        &mut self,
        now: u64,
        grid: &mut GridContext,
        program: &Program,
        memory: &mut M,
    ) -> Result<bool, SimError> {
        let busy = self.busy(now);
        self.take_events(now);
        let Self { taken, .. } = self;
        let driven =
            taken.launch.is_some() || !taken.reports.is_empty() || !taken.wakes.is_empty() || !taken.fills.is_empty();
        // a unit that re-forms gangs looks at one set after the other
        let reforms = self.cfg.partners != 0 && self.living != 0;
        if !(self.unsettled != 0 || driven || busy != 0 || reforms) {
            return Ok(false);
        }
        let has_level0 = self.supply.has_level0();
        if has_level0 {
            self.unit.peek(&mut self.output);
        }
        self.drive(now, grid, busy);
        if has_level0 {
            self.unit.follow(&self.input, &mut self.output);
        } else {
            self.unit.step(&self.input, &mut self.output);
        }
        let issued = self.issue(now, grid, program)?;
        self.count_waits(busy, issued);
        let fetched = self.fetch(now, memory);
        self.update_seats();
        self.read_table();
        let stirs = issued != 0 || fetched || driven || busy != 0;
        self.unsettled = if stirs { SETTLES } else { self.unsettled.saturating_sub(1) };
        Ok(self.unsettled != 0 || reforms || !self.launches.is_empty())
    }

    /// Returns the slices that can take nothing in this cycle.
    fn busy(&mut self, now: u64) -> u8 {
        let all = self.cfg.all_slices();
        if self.datapath.is_stage_full() {
            self.gangs.busy_stage += u64::from(all.count_ones());
            return all;
        }
        let busy = self.datapath.busy_units(now);
        self.gangs.busy_units += u64::from(busy.count_ones());
        busy
    }

    /// Takes the unit's events of this cycle: a launch, reports, wakes, fills.
    fn take_events(&mut self, now: u64) {
        // a set is free in the cycle after that in which the end of its last warp acts
        let ending = std::mem::take(&mut self.ending);
        let is_free = self.launches.front().is_some_and(|launch| ending >> launch.set & 1 == 0);
        self.taken.launch = if is_free { self.launches.pop_front() } else { None };
        self.reports.take(now, &mut self.taken.reports);
        for n in 0..self.taken.reports.len() {
            let Event { set, mask, .. } = self.taken.reports[n];
            for id in self.layout.warps_in(set, mask) {
                let Some(seat) = &mut self.seats[id.index()] else { continue };
                seat.known = true;
                // a warp that is ready already is so as soon as its PC is known
                if let Some((from, memory)) = seat.wake {
                    self.push_wake(id, from.max(now), memory);
                }
            }
        }
        self.wakes.take(now, &mut self.taken.wakes);
        self.supply.filled(now, &mut self.taken.fills);
    }

    /// Schedules the wake of a warp in cycle `due`, or as soon as its slices can be woken.
    pub(super) fn push_wake(&mut self, id: WarpId, due: u64, memory: bool) {
        // a gang that no wake tears waits for its last warp, in whatever cycles slices are free
        let splits = self.cfg.split != Split::Control;
        let gang = self.seats[id.index()].as_ref().filter(|_| splits).map_or(0, |seat| seat.peers);
        self.wakes.join(Event { due, set: self.layout.set(id), mask: self.layout.slices_of(id), memory }, gang);
    }

    /// Drives the unit's input ports.
    fn drive(&mut self, now: u64, grid: &GridContext, busy: u8) {
        let mut input = self.taken.input(self.apart, |set, slice| {
            let pc = self.pc(self.layout.warp_at(set, slice))?;
            Some((pc, self.is_sync(grid, pc)))
        });
        (input.read_set, input.busy) = ((now % u64::from(self.cfg.sets)) as u8, busy);
        if self.supply.has_level0() {
            let holds = |slice: &usize| self.supply.holds(*slice, Seat::place_of(self.output.want_pc[*slice]));
            input.l0 = slices(self.output.want).filter(holds).map(|slice| 1 << slice).sum();
        }
        self.input = input;
    }

    /// Whether control flow reconverges at a PC (VWS 6.4).
    fn is_sync(&self, grid: &GridContext, pc: u64) -> bool {
        self.cfg.sync_wait != 0 && Seat::is_first_step(pc) && grid.image.reconverges_at(Seat::place_of(pc) as u32)
    }

    /// Passes the unit's fetches to the instruction caches; returns whether there was any.
    fn fetch<M: CoreLink>(&mut self, now: u64, memory: &mut M) -> bool {
        let output = &self.output;
        // each port belongs to a scheduler: one may fetch where those before it do not
        let ports = &output.gang_fetch[..self.cfg.fetches as usize];
        for (k, _) in ports.iter().enumerate().filter(|(_, valid)| **valid) {
            let place = Seat::place_of(output.gang_fetch_pc[k]);
            let (set, mask) = (output.gang_fetch_set[k].into(), output.gang_fetch_mask[k]);
            self.supply.fetch(now, Fetching { set, mask, place, alone: false }, memory);
            self.unfetched.remove(set, mask);
            self.fetches.gang += 1;
        }
        for slice in slices(output.want & output.grant) {
            let (set, place) = (output.want_set[slice].into(), Seat::place_of(output.want_pc[slice]));
            self.unfetched.remove(set, 1 << slice);
            if self.input.l0 >> slice & 1 == 1 {
                self.supply.fetch_level0(now, slice, set, place);
                self.fetches.local += 1;
            } else {
                self.supply.fetch(now, Fetching { set, mask: 1 << slice, place, alone: true }, memory);
                self.fetches.slice += 1;
            }
        }
        let seat = |set, slice| self.seats[self.layout.warp_at(set, slice).index()].as_ref();
        self.gangs.fetch_waits += self.unfetched.gangs(|set, slice| seat(set, slice).map_or(0, |seat| seat.peers));
        output.want != 0 || ports.contains(&true)
    }

    /// Updates the warps' states with the events of this cycle, and with the wakes of the cycle
    /// before, which act now.
    fn update_seats(&mut self) {
        let mut taken = std::mem::take(&mut self.taken);
        self.unfetched.advance();
        if let Some(Launch { set, mask, pc }) = taken.launch {
            for id in self.layout.warps_in(set, mask) {
                self.seats[id.index()] = Some(Seat::new(pc, if self.apart { 0 } else { mask }));
                self.living += 1;
                self.classify(id);
            }
            self.unfetched.launched(set, mask);
        }
        taken.reports.iter().for_each(|event| self.reported(event));
        let waking = std::mem::take(&mut self.waking);
        waking.iter().for_each(|event| self.change(event, |seat| seat.ready = true));
        self.waking = std::mem::replace(&mut taken.wakes, waking);
        taken.fills.iter().for_each(|event| self.change(event, |seat| seat.filled = true));
        let filled = taken.fills.iter().map(|event| u64::from(event.mask.count_ones()));
        self.fetches.filled += filled.sum::<u64>();
        self.taken = taken;
    }

    /// Changes the states of the warps of an event.
    #[inline(always)]
    fn change(&mut self, event: &Event, change: impl Fn(&mut Seat)) {
        for id in self.layout.warps_in(event.set, event.mask) {
            self.seats[id.index()].as_mut().into_iter().for_each(&change);
            self.classify(id);
        }
    }

    /// Updates the states of warps that issued as one unit and whose PCs were reported: those at
    /// one place have come there together.
    fn reported(&mut self, event: &Event) {
        let (layout, mut left, mut places) = (self.layout, event.mask, 0);
        for id in layout.warps_in(event.set, event.mask) {
            let slices = layout.slices_of(id);
            let Some(seat) = &mut self.seats[id.index()] else { continue };
            if self.input.report_end & slices == 0 {
                seat.pc = self.input.report_pc[slices.trailing_zeros() as usize];
            } else {
                seat.ended = true;
                left &= !slices;
                self.living -= 1;
                self.ending |= 1 << event.set;
                self.retire(id);
            }
            self.classify(id);
        }
        self.unfetched.reported(event.set, left);
        while left != 0 {
            let first = self.input.report_pc[left.trailing_zeros() as usize];
            let together = slices(left).filter(|&slice| self.input.report_pc[slice] == first);
            let peers = together.fold(0, |peers, slice| peers | 1 << slice);
            for id in layout.warps_in(event.set, peers) {
                self.seats[id.index()].as_mut().into_iter().for_each(|seat| seat.peers = peers);
            }
            left &= !peers;
            places += 1;
        }
        self.gangs.splits += u64::from(places > 1) * (places - u64::from(places > 1));
    }
}
