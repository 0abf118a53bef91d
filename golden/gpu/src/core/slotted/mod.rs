//! A core of slots: CTAs whose warps are in slots, fetched, grouped and scheduled by a front end,
//! and executed by a datapath.
//!
//! The differences between the papers lie behind three seams: which CTAs are on a core and which of
//! their warps hold slots ([`Residency`]), which threads issue together ([`Formation`]), and how a
//! group executes ([`Datapath`]).

mod barrier_result;
mod bind;
mod classes;
mod deadlock;
mod issue;
mod mismatch;
mod owner;
mod priority;
mod retire;
mod view;
mod waiting;

use std::collections::VecDeque;

use heddle_kernel::execute::Fault;

pub use priority::MascarCounters;

use super::counted::CoreCounted;
use super::fetch::Fetch;
use super::{Core, Status};
use crate::base::ids::{IssueGroup, Parts, SlotSet, WarpId};
use crate::base::{Class, GridContext, SimError, SlotCounters, Wait};
use crate::config::spec::Spec;
use crate::datapath::Datapath;
use crate::formation::Formation;
use crate::measure::lines::Lines;
use crate::measure::profile::{Component, Gauge};
use crate::memory::{LoadPath, LoadStore, MemorySystem, Port, ReadOnlyCache};
use crate::microop::{MicroOp, Program};
use crate::residency::{Rebind, Residency};
use crate::warps::{Contexts, CoreCounters, CorePorts, CtaNeeds, Events, Unfit};
use priority::Priority;
use waiting::Waiting;

/// The steps of an instruction that a slot has not issued, and the parts of the group that executed
/// it.
#[derive(Debug, Default)]
struct Front {
    parts: Parts,
    steps: VecDeque<Box<MicroOp>>,
}

/// A core with up to 64 W slots.
pub(crate) struct SlottedCore<R, F: Formation<W>, X, const W: usize> {
    number: usize,
    pub(super) residency: R,
    pub(super) formation: F,
    pub(super) datapath: X,
    pub(super) contexts: Contexts<F::Control>,
    fronts: Vec<Front>,
    /// The group of the slot that is tried.
    group: IssueGroup,
    /// Steps of warps without a slot, which return with the warp to a slot.
    parked: Vec<(WarpId, Front)>,
    /// Age of the warp in each slot.
    pub(super) ages: Vec<u64>,
    /// Bytes of shared memory that are free, and the total.
    pub(super) shared: u64,
    pub(super) shared_bytes: u64,
    pub(super) waiting: Waiting<W>,
    pub(super) fetch: Fetch<W>,
    ports: CorePorts,
    /// Slots of each lane.
    lanes: Vec<SlotSet<W>>,
    /// Instructions that a scheduler issues in a turn, and cycles from one turn to the next.
    issue_width: usize,
    cadence: u64,
    /// Number of lanes of the datapath.
    warp_lanes: u32,
    /// First cycle that is not counted yet, and the classes of the schedulers' issue slots in the
    /// last cycle.
    counted: u64,
    classes: Vec<Class>,
    /// While a profile is recorded: the place of the instruction to which each unused issue slot is
    /// attributed.
    blamed: Vec<Option<u32>>,
    conflicts: u32,
    /// Whether a warp has ended since the last check for CTAs that can leave.
    leaving: bool,
    slots: SlotCounters,
    /// Owner of memory while it is saturated; `None` where all warps may access it.
    priority: Option<Priority>,
    status: Status,
    changes: Vec<Rebind>,
    gauge: Gauge,
}

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> SlottedCore<R, F, X, W> {
    /// Creates core `number` of a GPU, empty.
    pub fn new(spec: &Spec, number: usize, gauge: Gauge, residency: R, formation: F, datapath: X) -> Self {
        let (warps, slots) = (residency.warps(), residency.slots());
        assert!(slots <= SlotSet::<W>::CAPACITY, "{slots} slots are more than {}", SlotSet::<W>::CAPACITY);
        let lanes = datapath.lanes();
        SlottedCore {
            number,
            contexts: Contexts::new(warps, slots, residency.ctas()),
            fronts: (0..slots).map(|_| Front::default()).collect(),
            group: IssueGroup::default(),
            parked: Vec::new(),
            ages: vec![0; slots],
            shared: spec.shared.bytes.into(),
            shared_bytes: spec.shared.bytes.into(),
            waiting: Waiting::new(datapath.units()),
            fetch: Fetch::new(spec, number, slots),
            ports: CorePorts {
                loads: LoadStore::new(spec, number, LoadPath::InOrder, false),
                constants: ReadOnlyCache::constants(spec, number),
                textures: ReadOnlyCache::textures(spec, number),
                events: Events::default(),
                counters: CoreCounters::default(),
                lines: Lines::default(),
                shared_serves: 0..0,
            },
            lanes: (0..lanes).map(|lane| SlotSet::every(lanes, lane, slots)).collect(),
            issue_width: spec.core.issue as usize,
            cadence: spec.core.cadence.into(),
            warp_lanes: spec.core.warp_size,
            counted: 0,
            classes: vec![Class::Idle; (spec.core.schedulers * spec.core.issue) as usize],
            blamed: Vec::new(),
            conflicts: 0,
            leaving: false,
            slots: SlotCounters::default(),
            priority: None,
            status: Status {
                wake: u64::MAX,
                open: true,
                ended: Vec::new(),
                swapped: Vec::new(),
                moved: 0,
                lane_threads: vec![0; lanes],
                units: Vec::new(),
            },
            changes: Vec::new(),
            gauge,
            residency,
            formation,
            datapath,
        }
    }

    /// Returns the core with another path for loads that L1 refuses; `notices`: loads that do not
    /// hit are reported.
    pub fn with_loads(mut self, spec: &Spec, path: LoadPath, notices: bool) -> Self {
        self.ports.loads = LoadStore::new(spec, self.number, path, notices);
        self
    }

    /// Returns the core with priority for one warp: while `lines` lines or more are in flight to
    /// L1, memory is saturated, and one warp alone accesses it.
    pub fn with_priority(mut self, lines: u32) -> Self {
        self.priority = Some(Priority::new(lines));
        self
    }

    /// Takes the replies of memory and the I-cache's instructions.
    fn receive<M: MemorySystem>(&mut self, now: u64, memory: &mut M) {
        while let Some(reply) = memory.reply(self.number) {
            match reply.port {
                Port::Data => self.ports.loads.reply(now, &reply),
                Port::Constant => self.ports.constants.reply(now, &reply),
                Port::Texture => self.ports.textures.reply(now, &reply),
                Port::Instruction => self.fetch.reply(now, &reply),
            }
        }
        let arrived = self.fetch.arrive(now);
        self.waiting.wake(arrived & self.waiting.of(Wait::Fetch));
    }

    /// Returns the next cycle in which the core has an event of its own; `u64::MAX` if there is
    /// none.
    fn next_event(&self, now: u64) -> u64 {
        let parts = [
            self.datapath.next_event(now),
            self.ports.loads.next(now),
            self.ports.constants.next(now),
            self.ports.textures.next(now),
            self.fetch.next(now),
            self.residency.next_event(now),
            self.formation.next_event(now),
        ];
        parts.into_iter().flatten().min().unwrap_or(u64::MAX)
    }
}

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> Core for SlottedCore<R, F, X, W> {
    fn begin(&mut self, now: u64, kernel: u32, _: &GridContext, needs: &CtaNeeds) -> Result<(), SimError> {
        self.fetch.kernel(kernel);
        self.ports.loads.invalidate();
        self.ports.constants.invalidate();
        self.ports.textures.invalidate();
        self.status.open = true;
        self.residency.begin(needs).map_err(|what| self.unit_is_wrong(now, &what))?;
        self.formation.begin_grid();
        self.ports.loads.use_queues(self.residency.queues_loads());
        Ok(())
    }

    fn fits(&self, needs: &CtaNeeds) -> Result<(), Unfit> {
        self.datapath.fits(needs)
    }

    fn start(&mut self, now: u64, grid: &GridContext, needs: &CtaNeeds, place: [u32; 3]) -> Result<bool, SimError> {
        self.admit(now, grid, needs, place)
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
        self.settle();
        self.rebind(now, grid, program)?;
        self.formation.begin(now, &mut self.contexts, grid)?;
        self.regroup();
        let issued = self.issue(now, grid, program)?;
        self.ports.counters.issue_cycles += u64::from(issued);
        self.gauge.set(Component::Pipelines);
        let ended = self.datapath.end(now, &mut self.ports);
        ended.map_err(|mismatch| self.wrong(now, grid, &mismatch))?;
        self.gauge.set(Component::LoadStore);
        self.ports.loads.tick(now, memory);
        self.datapath.note_misses(&mut self.ports);
        for cache in [&mut self.ports.constants, &mut self.ports.textures] {
            let full = !cache.accepts();
            cache.tick(now, memory);
            // a step that found no room there can go in the next cycle
            self.waiting.stale |= full && cache.accepts();
        }
        self.gauge.set(Component::FrontEnd);
        self.fetch.tick(now, memory);
        self.settle();
        let (residency, view, _) = self.seen(now, grid, program);
        residency.end(&view).map_err(|what| self.unit_is_wrong(now, &what))?;
        self.end_ctas();
        // at the schedulers' next turn, warps that changed since their last one are tried, and
        // those that wait for a pipeline
        let waits_for_turn =
            self.waiting.stale || !now.is_multiple_of(self.cadence) && !self.waiting.of(Wait::Pipeline).is_empty();
        let again = issued || !self.waiting.ready.is_empty() || waits_for_turn || self.saturation_changes();
        self.status.wake = if again { now + 1 } else { self.next_event(now) };
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
            fetch: self.fetch.counters,
            loads: self.ports.loads.counters(),
            queue: self.ports.loads.queue_counters(),
            constants: self.ports.constants.counters().into(),
            textures: self.ports.textures.counters().into(),
            virtual_threads: self.residency.counters(),
            blocks: self.formation.counters(),
            priority: self.priority.as_ref().map_or_else(MascarCounters::default, |priority| priority.counters),
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
