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

use heddle_kernel::execute::Cta;

pub use priority::MascarCounters;

use super::chassis::Chassis;
use super::counted::CoreCounted;
use super::fetch::Fetch;
use super::{Core, Frame};
use crate::base::ids::{IssueGroup, Parts, SlotSet, WarpId};
use crate::base::{Class, GridContext, SimError, Wait, first};
use crate::config::spec::Spec;
use crate::datapath::Datapath;
use crate::formation::Formation;
use crate::measure::lines::Lines;
use crate::measure::profile::{Component, Gauge};
use crate::memory::{CoreLink, LoadPath, LoadStore};
use crate::microop::{MicroOp, Program};
use crate::residency::{Rebind, Residency};
use crate::warps::{Contexts, CtaNeeds, Unfit};
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
    pub(super) chassis: Chassis<F::Control>,
    pub(super) residency: R,
    pub(super) formation: F,
    pub(super) datapath: X,
    fronts: Vec<Front>,
    /// The group of the slot that is tried.
    group: IssueGroup,
    /// Steps of warps without a slot, which return with the warp to a slot.
    parked: Vec<(WarpId, Front)>,
    /// Age of the warp in each slot.
    pub(super) ages: Vec<u64>,
    pub(super) waiting: Waiting<W>,
    pub(super) fetch: Fetch<W>,
    /// Slots of each lane.
    lanes: Vec<SlotSet<W>>,
    /// Instructions that a scheduler issues in a turn, and cycles from one turn to the next.
    issue_width: usize,
    cadence: u64,
    /// Number of lanes of the datapath.
    warp_lanes: u32,
    /// Classes of the schedulers' issue slots in the last cycle.
    classes: Vec<Class>,
    /// While a profile is recorded: the place of the instruction to which each unused issue slot is
    /// attributed.
    blamed: Vec<Option<u32>>,
    conflicts: u32,
    /// Owner of memory while it is saturated; `None` where all warps may access it.
    priority: Option<Priority>,
    changes: Vec<Rebind>,
}

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> SlottedCore<R, F, X, W> {
    /// Creates core `number` of a GPU, empty.
    pub fn new(spec: &Spec, number: usize, gauge: Gauge, residency: R, formation: F, datapath: X) -> Self {
        let (warps, slots) = (residency.warps(), residency.slots());
        assert!(slots <= SlotSet::<W>::CAPACITY, "{slots} slots are more than {}", SlotSet::<W>::CAPACITY);
        let lanes = datapath.lanes();
        SlottedCore {
            chassis: Chassis::new(
                spec,
                Frame::new(number, gauge, lanes, true),
                Contexts::new(warps, slots, residency.ctas()),
                LoadStore::new(spec, number, LoadPath::InOrder, false),
            ),
            fronts: (0..slots).map(|_| Front::default()).collect(),
            group: IssueGroup::default(),
            parked: Vec::new(),
            ages: vec![0; slots],
            waiting: Waiting::new(datapath.units()),
            fetch: Fetch::new(spec, number, slots),
            lanes: (0..lanes).map(|lane| SlotSet::every(lanes, lane, slots)).collect(),
            issue_width: spec.core.issue as usize,
            cadence: spec.core.cadence.into(),
            warp_lanes: spec.core.warp_size,
            classes: vec![Class::Idle; (spec.core.schedulers * spec.core.issue) as usize],
            blamed: Vec::new(),
            conflicts: 0,
            priority: None,
            changes: Vec::new(),
            residency,
            formation,
            datapath,
        }
    }

    /// Returns the core with another path for loads that L1 refuses; `notices`: loads that do not
    /// hit are reported.
    pub fn with_loads(mut self, spec: &Spec, path: LoadPath, notices: bool) -> Self {
        self.chassis.ports.loads = LoadStore::new(spec, self.chassis.frame.number, path, notices);
        self
    }

    /// Returns the core with priority for one warp: while `lines` lines or more are in flight to
    /// L1, memory is saturated, and one warp alone accesses it.
    pub fn with_priority(mut self, lines: u32) -> Self {
        self.priority = Some(Priority::new(lines));
        self
    }

    /// Takes the replies of memory and the I-cache's instructions.
    fn receive<M: CoreLink>(&mut self, now: u64, memory: &mut M) {
        self.chassis.receive(now, memory, |reply| self.fetch.reply(now, reply));
        let arrived = self.fetch.arrive(now);
        self.waiting.wake(arrived & self.waiting.of(Wait::Fetch));
    }

    /// Whether the schedulers have their turn in a cycle.
    #[inline(always)]
    fn is_turn(&self, now: u64) -> bool {
        self.cadence == 1 || now.is_multiple_of(self.cadence)
    }

    /// Returns the next cycle in which the core has an event of its own; `u64::MAX` if there is
    /// none.
    fn next_event(&self, now: u64) -> u64 {
        let next = first([
            self.datapath.next_event(now),
            self.fetch.next(now),
            self.residency.next_event(now),
            self.formation.next_event(now),
        ]);
        // nothing is sooner than the next cycle
        let next = if next == Some(now + 1) { next } else { first([next, self.chassis.ports.next(now)]) };
        next.unwrap_or(u64::MAX)
    }
}

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> Core for SlottedCore<R, F, X, W> {
    type Control = F::Control;

    fn frame(&self) -> &Frame {
        &self.chassis.frame
    }
    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.chassis.frame
    }
    fn ctas(&self) -> impl Iterator<Item = &Cta<F::Control>> {
        self.chassis.contexts.running()
    }

    fn begin(&mut self, now: u64, kernel: u32, _: &GridContext, needs: &CtaNeeds) -> Result<(), SimError> {
        self.fetch.kernel(kernel);
        self.chassis.begin();
        self.residency.begin(needs).map_err(|what| self.chassis.frame.wrong(now, &what))?;
        self.formation.begin_grid(kernel);
        self.chassis.ports.loads.use_queues(self.residency.queues_loads());
        Ok(())
    }

    fn fits(&self, needs: &CtaNeeds) -> Result<(), Unfit> {
        self.datapath.fits(needs)
    }

    fn start(&mut self, now: u64, grid: &GridContext, needs: &CtaNeeds, place: [u32; 3]) -> Result<bool, SimError> {
        self.admit(now, grid, needs, place)
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
        self.receive(now, memory);
        self.chassis.shows(Component::Pipelines);
        self.datapath.begin(now, &mut self.chassis.ports);
        self.chassis.shows(Component::FrontEnd);
        self.settle();
        self.rebind(now, grid, program)?;
        self.formation.begin(now, &mut self.chassis.contexts, grid)?;
        self.regroup();
        let issued = self.issue(now, grid, program)?;
        grid.pass();
        self.chassis.ports.counters.issue_cycles += u64::from(issued);
        self.chassis.shows(Component::Pipelines);
        let ended = self.datapath.end(now, &mut self.chassis.ports);
        ended.map_err(|mismatch| self.wrong(now, grid, &mismatch))?;
        self.chassis.shows(Component::LoadStore);
        self.chassis.ports.loads.tick(now, memory);
        self.datapath.note_misses(&mut self.chassis.ports);
        for cache in [&mut self.chassis.ports.constants, &mut self.chassis.ports.textures] {
            let full = !cache.accepts();
            cache.tick(now, memory);
            // a step that found no room there can go in the next cycle
            self.waiting.stale |= full && cache.accepts();
        }
        self.chassis.shows(Component::FrontEnd);
        self.fetch.tick(now, memory);
        self.settle();
        let (residency, view, _) = self.seen(now, grid, program);
        residency.end(&view).map_err(|what| self.chassis.frame.wrong(now, &what))?;
        self.end_ctas();
        // at the schedulers' next turn, warps that changed since their last one are tried, and
        // those that wait for a pipeline
        let waits_for_turn = self.waiting.stale || !self.is_turn(now) && !self.waiting.of(Wait::Pipeline).is_empty();
        let again = issued || !self.waiting.ready.is_empty() || waits_for_turn || self.saturation_changes();
        self.chassis.frame.status.wake = if again { now + 1 } else { self.next_event(now) };
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
        CoreCounted {
            fetch: self.fetch.counters,
            virtual_threads: self.residency.counters(),
            blocks: self.formation.counters(),
            priority: self.priority.as_ref().map_or_else(MascarCounters::default, |priority| priority.counters),
            ..self.chassis.counted()
        }
    }

    fn deadlock(&self, grid: &GridContext) -> Vec<String> {
        self.stuck_warps(grid)
    }
}
