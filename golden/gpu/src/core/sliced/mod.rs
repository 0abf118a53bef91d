//! A core in slices around one ganging unit (VWS 4, figure 6): the unit decides which warps issue
//! and which fetch; the core keeps the warps' PCs, and reports when warps are ready and when their
//! instructions have come.
//!
//! The core checks the unit's outputs: a warp that is issued must be one that can go, at its own
//! PC.

mod count;
mod counters;
mod cycle;
pub(crate) mod events;
mod issue;
pub(crate) mod level0;
mod seat;
mod slot_classes;
mod supply;
mod table;
pub(crate) mod taken;
mod torn;
mod unfetched;

use std::collections::VecDeque;

use heddle_contract::gang::{Config, In, Out, Split};
use heddle_golden::Device;
use heddle_golden::gang::Gang;
use heddle_kernel::execute::{Cta, WarpStack};

pub use counters::{GangCounters, SupplyCounters};

use super::chassis::Chassis;
use super::counted::CoreCounted;
use super::{Core, Frame};
use crate::base::ids::WarpId;
use crate::base::{GridContext, SimError};
use crate::config::spec::Spec;
use crate::datapath::{SetLayout, Slices};
use crate::measure::lines::Lines;
use crate::measure::profile::{Component, Gauge};
use crate::memory::{CoreLink, LoadPath, LoadStore};
use crate::microop::Program;
use crate::warps::{Contexts, CtaNeeds, Unfit};
use events::{Event, InOrder, Queue};
pub(crate) use seat::STEPS;
use seat::Seat;
use slot_classes::SlotClasses;
use supply::Supply;
use table::Row;
use taken::{Launch, Taken};
use torn::TornGangs;
use unfetched::Unfetched;

/// A core in slices.
pub(crate) struct SlicedCore<D> {
    chassis: Chassis<WarpStack>,
    cfg: Config,
    layout: SetLayout,
    /// Whether warps are launched apart: slice-only mode (VWS 4.1).
    apart: bool,
    /// Cycles from an issue to the report of the next PC: of instructions without control flow, and
    /// of those that may change it.
    report: [u64; 2],
    pub(super) unit: D,
    input: In,
    output: Out,
    /// Number of cycles in which the unit is still stepped, if its ports stay quiet: until then its
    /// state may change.
    unsettled: u8,
    datapath: Slices,
    supply: Supply,
    /// State of each warp in its slice.
    seats: Vec<Option<Seat>>,
    /// Number of warps that the unit has and that have not reported their end.
    living: usize,
    /// Mask of the sets of which a warp reported its end in the last cycle: it is in the unit for
    /// one cycle more.
    ending: u64,
    launches: VecDeque<Launch>,
    reports: Queue,
    in_order: InOrder,
    /// Reports of units that wait at barriers.
    withheld: Vec<Event>,
    wakes: Queue,
    taken: Taken,
    /// Wakes of the last cycle, which act in the next one.
    waking: Vec<Event>,
    unfetched: Unfetched,
    torn: TornGangs,
    classes: SlotClasses,
    /// Units of each set as the unit's reading port showed them last.
    table: Vec<Row>,
    gangs: GangCounters,
    fetches: SupplyCounters,
}

impl<D: Device<Gang>> SlicedCore<D> {
    /// Creates core `number` of a GPU, empty, with warps of `warp_size` threads, in gangs or
    /// `apart`.
    pub fn new(
        spec: &Spec,
        number: usize,
        gauge: Gauge,
        (cfg, unit): (Config, D),
        (warp_size, apart): (u32, bool),
    ) -> SlicedCore<D> {
        let layout = SetLayout::new(warp_size, cfg.slices);
        let sets = cfg.sets as usize;
        let warps = sets * layout.warps();
        let loads = LoadStore::new(spec, number, LoadPath::InOrder, cfg.split != Split::Control);
        let mut frame = Frame::new(number, gauge, layout.warps(), true);
        frame.status.units = vec![0; 8];
        SlicedCore {
            chassis: Chassis::new(spec, frame, Contexts::new(warps, 0, spec.core.ctas as usize), loads),
            layout,
            apart,
            report: [spec.slices.next.into(), spec.slices.resolve.into()],
            unit,
            input: In::default(),
            output: Out::default(),
            unsettled: 0,
            datapath: Slices::new(spec, layout, sets),
            supply: Supply::new(spec, number, cfg.slices),
            seats: (0..warps).map(|_| None).collect(),
            living: 0,
            ending: 0,
            launches: VecDeque::new(),
            reports: Queue::default(),
            in_order: InOrder::default(),
            withheld: Vec::new(),
            wakes: Queue::default(),
            taken: Taken::default(),
            waking: Vec::new(),
            unfetched: Unfetched::new(cfg.picks),
            torn: TornGangs::default(),
            classes: SlotClasses::new(layout),
            table: vec![Row::default(); sets],
            gangs: GangCounters::default(),
            fetches: SupplyCounters::default(),
            cfg,
        }
    }

    /// Removes CTAs whose warps have ended and are drained, and frees their resources.
    fn end_ctas(&mut self) {
        if !std::mem::take(&mut self.chassis.leaving) {
            return;
        }
        while let Some((_, resident)) = self.chassis.end_cta(0, |_| true) {
            for warp in &resident.warps {
                self.chassis.contexts.warps[warp.index()] = None;
                self.seats[warp.index()] = None;
            }
            self.datapath.cta_ended(&resident.warps);
        }
    }

    /// Returns the next cycle in which the core has an event of its own; `u64::MAX` if there is
    /// none.
    fn next_event(&self, now: u64) -> u64 {
        let ours = [self.reports.next(), self.wakes.next()].map(|due| due.map(|due| due.max(now + 1)));
        let parts = [self.datapath.next_event(now), self.chassis.ports.next(now), self.supply.next(now)];
        parts.into_iter().chain(ours).flatten().min().unwrap_or(u64::MAX)
    }

    /// Returns the error for a unit that breaks its protocol.
    fn unit_is_wrong(&self, now: u64, id: WarpId, what: &str) -> SimError {
        let (set, slices) = (self.layout.set(id), self.layout.slices_of(id));
        self.chassis.frame.wrong(now, &format!("the warp of set {set} in slices {slices:#010b} {what}"))
    }
}

impl<D: Device<Gang>> Core for SlicedCore<D> {
    type Control = WarpStack;

    fn frame(&self) -> &Frame {
        &self.chassis.frame
    }
    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.chassis.frame
    }
    fn ctas(&self) -> impl Iterator<Item = &Cta<WarpStack>> {
        self.chassis.contexts.running()
    }

    fn begin(&mut self, _: u64, kernel: u32, _: &GridContext, _: &CtaNeeds) -> Result<(), SimError> {
        self.supply.kernel(kernel);
        self.chassis.begin();
        Ok(())
    }

    fn fits(&self, needs: &CtaNeeds) -> Result<(), Unfit> {
        self.datapath.fits(needs)
    }

    fn start(&mut self, now: u64, grid: &GridContext, needs: &CtaNeeds, place: [u32; 3]) -> Result<bool, SimError> {
        // until now the room was free
        self.count(now);
        let free = self.chassis.place(needs);
        let Some((at, warps)) = free.and_then(|at| Some((at, self.datapath.admit(needs)?))) else {
            self.chassis.frame.status.open = false;
            return Ok(false);
        };
        self.admit(now, grid, needs, (at, warps), place)?;
        Ok(true)
    }

    fn tick<M: CoreLink>(
        &mut self,
        now: u64,
        grid: &mut GridContext,
        program: &Program,
        memory: &mut M,
    ) -> Result<(), SimError> {
        self.chassis.shows(Component::FrontEnd);
        self.count(now);
        self.chassis.receive(now, memory, |reply| self.supply.reply(now, reply));
        self.chassis.shows(Component::Pipelines);
        self.datapath.begin(now, &mut self.chassis.ports);
        self.chassis.shows(Component::FrontEnd);
        self.settle(now, grid, program);
        self.supply.retry(now, memory);
        self.classes.begin();
        let stirs = self.step(now, grid, program, memory)?;
        grid.pass();
        self.chassis.shows(Component::Pipelines);
        self.datapath.end(now, &mut self.chassis.ports);
        self.chassis.shows(Component::LoadStore);
        self.chassis.ports.loads.tick(now, memory);
        self.chassis.ports.constants.tick(now, memory);
        self.chassis.ports.textures.tick(now, memory);
        self.chassis.shows(Component::FrontEnd);
        self.end_ctas();
        self.chassis.frame.status.wake = if stirs { now + 1 } else { self.next_event(now) };
        self.chassis.shows(Component::Rest);
        Ok(())
    }

    fn count(&mut self, now: u64) {
        self.count_to(now);
    }

    fn lines(&mut self) -> &mut Lines {
        &mut self.chassis.ports.lines
    }

    fn counted(&self) -> CoreCounted {
        let (fetch, gangs, supply) = (self.supply.counters, self.gangs, self.fetches);
        CoreCounted { fetch, gangs, supply, ..self.chassis.counted() }
    }

    fn deadlock(&self, grid: &GridContext) -> Vec<String> {
        self.stuck_warps(grid)
    }
}

#[cfg(test)]
impl<D> SlicedCore<D> {
    /// Returns the slices of each set with a warp that has not reported its end.
    pub(super) fn living(&self) -> Vec<u8> {
        let layout = self.layout;
        let living = |id: &WarpId| self.seats[id.index()].as_ref().is_some_and(|seat| !seat.ended);
        let of_set = |set| layout.warps_in(set, u8::MAX).filter(living).fold(0, |all, id| all | layout.slices_of(id));
        (0..self.cfg.sets as usize).map(of_set).collect()
    }
    /// Whether the unit will not be stepped until something crosses its ports.
    pub(super) fn rests(&self) -> bool {
        self.unsettled == 0 && (self.cfg.partners == 0 || self.living == 0)
    }
    /// Returns the set at the unit's reading port, and its units.
    pub(super) fn reads(&self) -> (usize, Vec<u8>) {
        let set = usize::from(self.input.read_set);
        (set, self.table[set].units().collect())
    }
}
