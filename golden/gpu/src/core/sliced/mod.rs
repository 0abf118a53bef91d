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

use heddle_contract::gang::{Config, Gang, In, Out, Split};
use heddle_golden::Device;
use heddle_kernel::execute::{Fault, WarpStack};

pub use counters::{GangCounters, SupplyCounters};

use super::counted::CoreCounted;
use super::{Core, Status};
use crate::base::ids::WarpId;
use crate::base::{GridContext, SimError, SlotCounters};
use crate::config::spec::Spec;
use crate::datapath::{SetLayout, Slices};
use crate::measure::lines::Lines;
use crate::measure::profile::{Component, Gauge};
use crate::memory::{LoadPath, LoadStore, MemorySystem, Port, ReadOnlyCache};
use crate::microop::Program;
use crate::warps::{Contexts, CoreCounters, CorePorts, CtaNeeds, Events, Unfit};
use events::{Event, Queue};
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
    number: usize,
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
    contexts: Contexts<WarpStack>,
    datapath: Slices,
    ports: CorePorts,
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
    /// Reports of units that wait at barriers.
    withheld: Vec<Event>,
    wakes: Queue,
    taken: Taken,
    /// Wakes of the last cycle, which act in the next one.
    waking: Vec<Event>,
    unfetched: Unfetched,
    torn: TornGangs,
    /// Most CTAs of the core, and those that it has.
    ctas: (usize, usize),
    /// Bytes of shared memory that are free, and the total.
    shared: (u64, u64),
    /// Whether a warp has ended since the last check for CTAs that can leave.
    leaving: bool,
    classes: SlotClasses,
    /// Units of each set as the unit's reading port showed them last.
    table: Vec<Row>,
    /// First cycle that is not counted yet.
    counted: u64,
    slots: SlotCounters,
    gangs: GangCounters,
    fetches: SupplyCounters,
    status: Status,
    gauge: Gauge,
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
        let (warps, ctas) = (sets * layout.warps(), spec.core.ctas as usize);
        SlicedCore {
            number,
            layout,
            apart,
            report: [spec.slices.next.into(), spec.slices.resolve.into()],
            unit,
            input: In::default(),
            output: Out::default(),
            unsettled: 0,
            contexts: Contexts::new(warps, 0, ctas),
            datapath: Slices::new(spec, layout, sets),
            ports: CorePorts {
                loads: LoadStore::new(spec, number, LoadPath::InOrder, cfg.split != Split::Control),
                constants: ReadOnlyCache::constants(spec, number),
                textures: ReadOnlyCache::textures(spec, number),
                events: Events::default(),
                counters: CoreCounters::default(),
                lines: Lines::default(),
                shared_serves: 0..0,
            },
            supply: Supply::new(spec, number, cfg.slices),
            seats: (0..warps).map(|_| None).collect(),
            living: 0,
            ending: 0,
            launches: VecDeque::new(),
            reports: Queue::default(),
            withheld: Vec::new(),
            wakes: Queue::default(),
            taken: Taken::default(),
            waking: Vec::new(),
            unfetched: Unfetched::default(),
            torn: TornGangs::default(),
            ctas: (ctas, 0),
            shared: (spec.shared.bytes.into(), spec.shared.bytes.into()),
            leaving: false,
            classes: SlotClasses::new(layout),
            table: vec![Row::default(); sets],
            counted: 0,
            slots: SlotCounters::default(),
            gangs: GangCounters::default(),
            fetches: SupplyCounters::default(),
            status: Status {
                wake: u64::MAX,
                open: true,
                ended: Vec::new(),
                swapped: Vec::new(),
                moved: 0,
                lane_threads: vec![0; layout.warps()],
                units: vec![0; 8],
            },
            gauge,
            cfg,
        }
    }

    /// Takes the replies of memory.
    fn receive<M: MemorySystem>(&mut self, now: u64, memory: &mut M) {
        while let Some(reply) = memory.reply(self.number) {
            match reply.port {
                Port::Data => self.ports.loads.reply(now, &reply),
                Port::Constant => self.ports.constants.reply(now, &reply),
                Port::Texture => self.ports.textures.reply(now, &reply),
                Port::Instruction => self.supply.reply(now, &reply),
            }
        }
    }

    /// Removes CTAs whose warps have ended and are drained, and frees their resources.
    fn end_ctas(&mut self) {
        if !std::mem::take(&mut self.leaving) {
            return;
        }
        for at in 0..self.contexts.ctas.len() {
            let Some(resident) = self.contexts.ctas[at].take_if(|resident| resident.left == 0) else { continue };
            for warp in &resident.warps {
                self.contexts.warps[warp.index()] = None;
                self.seats[warp.index()] = None;
            }
            self.datapath.cta_ended(&resident.warps);
            self.shared.0 += resident.shared;
            self.ctas.1 -= 1;
            self.ports.counters.ctas += 1;
            self.status.ended.push(resident.cta.id());
            self.status.open = true;
        }
    }

    /// Returns the next cycle in which the core has an event of its own; `u64::MAX` if there is
    /// none.
    fn next_event(&self, now: u64) -> u64 {
        let ours = [self.reports.next(), self.wakes.next()].map(|due| due.map(|due| due.max(now + 1)));
        let parts = [
            self.datapath.next_event(now),
            self.ports.loads.next(now),
            self.ports.constants.next(now),
            self.ports.textures.next(now),
            self.supply.next(now),
        ];
        parts.into_iter().chain(ours).flatten().min().unwrap_or(u64::MAX)
    }

    /// Returns the error for a unit that breaks its protocol.
    fn unit_is_wrong(&self, now: u64, id: WarpId, what: &str) -> SimError {
        let (set, slices) = (self.layout.set(id), self.layout.slices_of(id));
        let what = format!("core {}: the warp of set {set} in slices {slices:#010b} {what}", self.number);
        SimError::Wrong { cycle: now, what }
    }
}

impl<D: Device<Gang>> Core for SlicedCore<D> {
    fn begin(&mut self, _: u64, kernel: u32, _: &GridContext, _: &CtaNeeds) -> Result<(), SimError> {
        self.supply.kernel(kernel);
        self.ports.loads.invalidate();
        self.ports.constants.invalidate();
        self.ports.textures.invalidate();
        self.status.open = true;
        Ok(())
    }

    fn fits(&self, needs: &CtaNeeds) -> Result<(), Unfit> {
        self.datapath.fits(needs)
    }

    fn start(&mut self, now: u64, grid: &GridContext, needs: &CtaNeeds, place: [u32; 3]) -> Result<bool, SimError> {
        // until now the room was free
        self.count(now);
        let free = needs.shared <= self.shared.0 && self.ctas.1 < self.ctas.0;
        let at = self.contexts.ctas.iter().position(Option::is_none).filter(|_| free);
        let admitted = at.and_then(|at| Some((at, self.datapath.admit(needs)?)));
        let Some((at, warps)) = admitted else {
            self.status.open = false;
            return Ok(false);
        };
        self.shared.0 -= needs.shared;
        self.ctas.1 += 1;
        self.admit(now, grid, needs, (at, warps), place)?;
        self.status.wake = self.status.wake.min(now);
        Ok(true)
    }

    fn tick<M: MemorySystem>(
        &mut self,
        now: u64,
        grid: &mut GridContext,
        program: &Program,
        memory: &mut M,
    ) -> Result<(), SimError> {
        self.gauge.set(Component::FrontEnd);
        self.count(now);
        self.receive(now, memory);
        self.gauge.set(Component::Pipelines);
        self.datapath.begin(now, &mut self.ports);
        self.gauge.set(Component::FrontEnd);
        self.settle(now, grid, program);
        self.supply.retry(now, memory);
        self.classes.begin();
        let stirs = self.step(now, grid, program, memory)?;
        self.gauge.set(Component::Pipelines);
        self.datapath.end(now, &mut self.ports);
        self.gauge.set(Component::LoadStore);
        self.ports.loads.tick(now, memory);
        self.ports.constants.tick(now, memory);
        self.ports.textures.tick(now, memory);
        self.gauge.set(Component::FrontEnd);
        self.end_ctas();
        self.status.wake = if stirs { now + 1 } else { self.next_event(now) };
        self.gauge.set(Component::Rest);
        Ok(())
    }

    fn count(&mut self, now: u64) {
        self.count_to(now);
    }

    fn is_empty(&self) -> bool {
        self.contexts.ctas.iter().all(Option::is_none)
    }

    fn status(&self) -> &Status {
        &self.status
    }

    fn status_mut(&mut self) -> &mut Status {
        &mut self.status
    }

    fn lines(&mut self) -> &mut Lines {
        &mut self.ports.lines
    }

    fn counted(&self) -> CoreCounted {
        CoreCounted {
            core: self.ports.counters,
            slots: self.slots,
            fetch: self.supply.counters,
            loads: self.ports.loads.counters(),
            constants: self.ports.constants.counters().into(),
            textures: self.ports.textures.counters().into(),
            gangs: self.gangs,
            supply: self.fetches,
            ..CoreCounted::default()
        }
    }

    fn fault(&self, grid: &GridContext) -> Option<Fault> {
        self.contexts.ctas.iter().flatten().find_map(|resident| resident.cta.stuck(grid.image))
    }

    fn deadlock(&self, grid: &GridContext) -> Vec<String> {
        self.stuck_warps(grid)
    }

    fn rests(&self, grid: &GridContext) -> bool {
        self.contexts.ctas.iter().flatten().all(|resident| resident.cta.rests(grid.memory))
    }

    fn livelocks(&self, grid: &GridContext) -> Vec<Fault> {
        self.contexts.livelocks(grid)
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
