//! Compaction (TBC, CAPRI; SLP 2.3): the threads of a CTA that go the same way are packed into as
//! few warps as the fullest lane allows.
//!
//! Registers stay with the home warps. The unit of issue is a *dynamic warp*: threads of several
//! home warps, each in its home lane, chosen by the unit `slp`. A *path* is a set of threads that
//! are to execute the same instructions until they reconverge with others. Where the threads of a
//! path diverge, its sides run one after the other, each compacted, and where they reconverge, the
//! path is compacted again. With CAPRI, only paths whose compaction is predicted to be adequate
//! wait; where it is not, each warp goes on with its own stack.
//!
//! Every mask crosses the unit's ports, and the unit's outputs are compared with the core's own
//! rows and counts, so that RTL can replace the golden unit.

mod barrier;
mod branch;
mod counters;
mod cta;
mod part;
mod path;
mod placement;
mod predictor;
#[cfg(test)]
pub(crate) mod seen;
mod unit;

use heddle_contract::Config as _;
use heddle_contract::slp::Config;
use heddle_golden::Device;
use heddle_golden::slp::Slp;
use heddle_golden::slp::permutation::Permutation;
use heddle_kernel::execute::{LaneOrder, Outcome, Regrouped};

pub(crate) use counters::BlockCounters;
pub(crate) use predictor::Predictor;

use super::{Formation, apply_to_warps};
use crate::base::ids::{IssueGroup, Part, Slot, SlotSet, WarpId};
use crate::base::{GridContext, SimError, Wait};
use crate::config::spec::Spec;
use crate::warps::{Contexts, Scheduler};
use cta::{CtaPaths, Env, Shared};
use path::Standing;
use placement::Placement;
use unit::{Event, Launching, Unit};

/// Rules of compaction: when warps of a CTA wait for each other at branches, and which masks are
/// not compacted.
#[derive(Debug)]
pub(crate) struct Rules {
    /// Predictor of the wait at branches. `None`: warps never wait, each goes on with its own
    /// stack, and nothing is counted.
    pub predictor: Option<Predictor>,
    /// Whether a mask of which compaction makes no fewer warps than there are leaves as it is.
    pub declines: bool,
}

/// Returns the configuration of the unit for a GPU; the error says why the GPU cannot have one.
pub(crate) fn config(spec: &Spec) -> Result<Config, String> {
    let cfg = Config { width: spec.core.warp_size, warps: spec.core.warps };
    let keys = "width: core.warp_size, warps: core.warps";
    cfg.check().map(|()| cfg).map_err(|why| format!("the configuration of its unit is not possible: {why} ({keys})"))
}

/// Formation of dynamic warps by compaction on one core.
#[derive(Debug)]
pub(crate) struct Compaction<D> {
    schedulers: Vec<Scheduler<1>>,
    placement: Placement,
    unit: Unit<D>,
    /// Outputs of the unit in the last cycle, which hold from this one on.
    shown: Vec<Event>,
    shared: Shared,
    ctas: Vec<Option<CtaPaths>>,
    /// Whether home warps drain before their threads leave the unit.
    drains: bool,
    now: u64,
}

impl<D: Device<Slp>> Compaction<D> {
    /// Creates the formation around a unit just reset.
    pub fn new(spec: &Spec, cfg: &Config, unit: D, permutation: Permutation, rules: Rules) -> Self {
        let (slots, ctas) = (spec.core.warps as usize, spec.core.ctas as usize);
        Compaction {
            schedulers: Scheduler::all(&spec.core, slots),
            placement: Placement::new(permutation, cfg),
            unit: Unit::new(cfg, unit),
            shown: Vec::new(),
            shared: Shared {
                compacts: rules.predictor.is_some(),
                declines: rules.declines,
                delay: spec.compaction.offer.into(),
                predictor: rules.predictor.unwrap_or(Predictor::Always(false)),
                counters: BlockCounters::default(),
                bound: vec![None; slots],
                regrouped: SlotSet::EMPTY,
                offers: Vec::new(),
                verdicts: Vec::new(),
                held: 0,
                met: 0,
            },
            ctas: (0..ctas).map(|_| None).collect(),
            drains: false,
            now: 0,
        }
    }

    /// Returns the formation with home warps that drain: threads leave the unit when nothing that
    /// their home warps have issued is in flight.
    pub fn drained(self) -> Self {
        Compaction { drains: true, ..self }
    }

    /// Offers the masks of this cycle to the unit.
    fn send(&mut self) {
        self.shared.offers.drain(..).for_each(|offer| self.unit.offer(offer));
    }

    /// Applies an event that the unit's outputs have shown.
    fn take(&mut self, event: Event, contexts: &mut Contexts<Regrouped>, grid: &GridContext) -> Result<(), SimError> {
        if let Event::Launched(slot) = event {
            let Some((at, number)) = self.shared.bound[slot.index()] else { return Ok(()) };
            if let Some(cta) = &mut self.ctas[at] {
                cta.warp(number).state = Standing::Runs;
            }
            self.shared.regrouped.insert(slot);
            return Ok(());
        }
        if let Event::Counted { offer, fewer, .. } = &event
            && let Some(verdict) = offer.verdict
        {
            self.shared.learn(verdict, *fewer);
        }
        let (at, path) = match &event {
            Event::Counted { offer, .. } => (offer.cta, offer.path),
            Event::Warp { cta, path, .. } => (*cta, Some(*path)),
            Event::Launched(_) => return Ok(()),
        };
        let (Some(path), Some(cta), Some(resident)) = (path, &mut self.ctas[at], &mut contexts.ctas[at]) else {
            return Ok(());
        };
        let env = &mut Env { core: &mut self.shared, resident, grid, now: self.now };
        match event {
            Event::Counted { declined, .. } => cta.counted(path, declined, env),
            Event::Warp { parts, last, .. } => {
                cta.arrived(path, parts, last, env);
                Ok(())
            }
            Event::Launched(_) => Ok(()),
        }
    }
}

impl<D: Device<Slp>> Formation<1> for Compaction<D> {
    type Control = Regrouped;

    fn schedulers(&mut self) -> &mut [Scheduler<1>] {
        &mut self.schedulers
    }

    fn begin_grid(&mut self, kernel: u32) {
        self.unit.reset();
        self.shared.predictor.begin_grid(kernel);
    }

    fn order(&self, warp: u32) -> LaneOrder {
        self.placement.order(warp)
    }

    fn admitted(&mut self, at: usize, contexts: &mut Contexts<Regrouped>, grid: &GridContext) {
        let Some(resident) = &mut contexts.ctas[at] else { return };
        self.shared.predictor.begin_cta(at);
        let env = &mut Env { core: &mut self.shared, resident, grid, now: self.now };
        self.ctas[at] = Some(CtaPaths::new(at, env));
        for (number, id) in resident.warps.iter().enumerate() {
            let (lanes, number) = (resident.cta.alive(number), number as u32);
            let (slot, permuted) = (Slot(id.0), self.placement.id(number));
            // what the unit does not permute, the core has placed
            let (threads, xor) = match permuted {
                Some(_) => (self.placement.threads(number, lanes), self.placement.order(number)[0]),
                None => (lanes, 0),
            };
            let (id, plain) = (permuted.unwrap_or(number as u8), permuted.is_none());
            self.unit.launch(Launching { slot, id, plain, threads, lanes, xor });
        }
    }

    fn begin(&mut self, now: u64, contexts: &mut Contexts<Regrouped>, grid: &GridContext) -> Result<(), SimError> {
        self.now = now;
        for event in std::mem::take(&mut self.shown) {
            self.take(event, contexts, grid)?;
        }
        self.send();
        let quiet = |cta: usize, home: usize| {
            let id = contexts.ctas[cta].as_ref().and_then(|resident| resident.warps.get(home));
            id.and_then(|id| contexts.warp(*id)).is_none_or(|warp| warp.quiet())
        };
        let stepped = self.unit.step(now, &mut self.shared.counters, |cta, home| !self.drains || quiet(cta, home));
        stepped.map_err(|what| SimError::Wrong { cycle: now, what: format!("`slp`: {what}") })?;
        for event in std::mem::take(&mut self.unit.events) {
            match event {
                Event::Warp { .. } => self.take(event, contexts, grid)?,
                later => self.shown.push(later),
            }
        }
        Ok(())
    }

    fn regrouped(&mut self) -> SlotSet<1> {
        std::mem::take(&mut self.shared.regrouped)
    }

    #[inline]
    fn form(&self, slot: Slot, contexts: &Contexts<Regrouped>, group: &mut IssueGroup) -> Result<(), Wait> {
        let Some((at, number)) = self.shared.bound[slot.index()] else { return Err(empty(slot, contexts)) };
        let (Some(cta), Some(resident)) = (&self.ctas[at], &contexts.ctas[at]) else { return Err(Wait::Ended) };
        let Some(warp) = &cta.warps[number] else { return Err(Wait::Ended) };
        match warp.state {
            Standing::Launching => return Err(Wait::Short),
            Standing::Held(_) | Standing::Lent => return Err(Wait::Gather),
            Standing::Runs => {}
        }
        let (pc, lanes) = warp.threads.next().ok_or(Wait::Barrier)?;
        group.pc = pc;
        group.parts.clear();
        for &(home, members) in warp.threads.parts() {
            let id = resident.warps[home];
            let context = contexts.warp(id).filter(|warp| warp.launched).ok_or(Wait::Short)?;
            if context.waits_operands & members != 0 {
                return Err(Wait::Short);
            }
            if members & lanes != 0 {
                group.parts.push(Part { warp: id, lane: 0, threads: members & lanes, members });
            }
        }
        Ok(())
    }

    fn slots_of(&self, warp: WarpId, contexts: &Contexts<Regrouped>) -> SlotSet<1> {
        // its own slot, and those of dynamic warps with threads of it
        let mut slots = contexts.slot_of(warp).map_or(SlotSet::EMPTY, SlotSet::one);
        let Some(context) = contexts.warp(warp) else { return slots };
        let Some(cta) = &self.ctas[context.cta] else { return slots };
        for warp in cta.warps.iter().flatten().filter(|warp| warp.bound) {
            if warp.threads.parts().iter().any(|(home, _)| *home == context.number) {
                slots.insert(warp.slot);
            }
        }
        slots
    }

    fn fetch_pc(&self, slot: Slot, _: &Contexts<Regrouped>) -> Option<u32> {
        let (at, number) = self.shared.bound[slot.index()]?;
        let warp = self.ctas[at].as_ref()?.warps[number].as_ref()?;
        match warp.state {
            Standing::Held(_) | Standing::Lent => None,
            _ => Some(warp.threads.position().0),
        }
    }

    fn executes(&mut self, slot: Slot, contexts: &mut Contexts<Regrouped>) {
        let Some((at, number)) = self.shared.bound[slot.index()] else { return };
        if let (Some(cta), Some(resident)) = (&self.ctas[at], &mut contexts.ctas[at])
            && cta.calls
            && let Some(warp) = &cta.warps[number]
        {
            warp.threads.place_frames(&mut resident.cta);
        }
    }

    fn executed(
        &mut self,
        slot: Slot,
        group: &IssueGroup,
        outcomes: &[Outcome],
        contexts: &mut Contexts<Regrouped>,
        grid: &GridContext,
    ) -> Result<(), SimError> {
        apply_to_warps(group, outcomes, contexts, grid)?;
        let Some((at, number)) = self.shared.bound[slot.index()] else { return Ok(()) };
        let (Some(cta), Some(resident)) = (&mut self.ctas[at], &mut contexts.ctas[at]) else { return Ok(()) };
        let lanes = group.parts.iter().fold(0, |lanes, part| lanes | part.threads);
        self.shared.counters.active_threads += u64::from(lanes.count_ones());
        let env = &mut Env { core: &mut self.shared, resident, grid, now: self.now };
        #[cfg(test)]
        for part in &group.parts {
            let home = contexts.warps[part.warp.index()].as_ref().map_or(0, |warp| warp.number);
            let order = self.placement.order(home as u32);
            seen::note(env, home, part.threads, group.pc, order, grid.options.warp_size);
        }
        cta.executed(number, (group.pc, lanes), Outcome::joined(outcomes), env)
    }

    fn next_event(&self, now: u64) -> Option<u64> {
        let busy = self.unit.busy() || !self.shown.is_empty() || !self.shared.offers.is_empty();
        busy.then_some(now + 1)
    }

    fn count(&mut self, cycles: u64) {
        let Shared { counters, held, met, offers, .. } = &mut self.shared;
        counters.held += cycles * *held;
        counters.met += cycles * *met;
        counters.queued +=
            cycles * (self.unit.queued() + offers.iter().filter(|offer| offer.path.is_some()).count() as u64);
    }

    fn counters(&self) -> BlockCounters {
        self.shared.counters
    }

    fn position(&self, warp: WarpId, contexts: &Contexts<Regrouped>) -> Option<u32> {
        let context = contexts.warp(warp)?;
        let cta = self.ctas[context.cta].as_ref()?;
        cta.holder(context.number).map(|warp| warp.threads.position().0)
    }

    fn waits_for(&self, warp: WarpId, contexts: &Contexts<Regrouped>) -> Option<String> {
        let context = contexts.warp(warp)?;
        self.ctas[context.cta].as_ref()?.waits_for(context.number)
    }
}

/// Returns what a slot without a dynamic warp waits for.
fn empty(slot: Slot, contexts: &Contexts<Regrouped>) -> Wait {
    let Some(id) = contexts.warp_in(slot) else { return Wait::Short };
    let (Some(warp), Some((resident, number))) = (contexts.warp(id), contexts.cta(id)) else { return Wait::Ended };
    match resident.cta.alive(number) {
        0 if warp.quiet() => Wait::Ended,
        0 => warp.drains(),
        _ => Wait::Gather,
    }
}
