//! A core: warps in slots, fetched and scheduled by a front end, executed as a policy says ([`Execution`]).
//!
//! Execution is functional at issue: when the first step of an instruction goes, the executor makes its results, and from then on only time passes. A core that has nothing
//! to do sleeps; whatever is counted a cycle is counted for the cycles that it slept, in which nothing changed.

pub(crate) mod execution;
mod fetch;
mod report;
mod schedule;
mod slots;
mod stuck;
mod warp;

use heddle_contract::lane::op;
use heddle_kernel::execute::{Cta, Issue, State};

pub use fetch::FetchCounters;
pub use slots::SlotCounters;

use crate::counters;
use crate::decode::{Micro, Notes, Place, Program, Role, Unit};
use crate::mask::{every, ones};
use crate::memory::{ConstantCache, LoadStore, Memory, Port};
use crate::profile::{Component, Gauge};
use crate::spec::Spec;
use crate::traffic::Trouble;
use crate::traffic::dispatch::Ground;
use execution::{Around, Events, Execution, Refusal};
use fetch::Fetch;
use schedule::Scheduler;
use slots::{Class, WAITS, Wait};
use warp::Warp;

counters! {
    /// What cores did.
    pub CoreCounters "core" {
        /// Warp instructions of the program, executed.
        instructions ["warp instructions"],
        /// The same, once a thread that took part.
        thread_instructions ["thread instructions"],
        /// Warp instructions that are scalar.
        scalar_instructions ["warp instructions"],
        /// Steps issued: an instruction has one or several.
        steps ["steps"],
        /// Threads of steps issued.
        thread_steps ["threads"],
        /// CTAs that ended.
        ctas ["CTAs"],
        /// Cycles in which a core held a warp.
        busy ["core cycles"],
        /// Warps that cores held, each cycle.
        warps ["warp cycles"],
        /// Words of registers given away, each cycle.
        registers ["word cycles"],
        /// Lanes with a warp, each cycle (STSIMT table IV: static).
        lanes_static ["lane cycles"],
        /// Lanes with a warp that has not ended and does not wait for memory, at the end of each cycle (STSIMT table IV: dynamic).
        lanes_dynamic ["lane cycles"],
        /// Cycles in which one lane could have taken an instruction beside those that were issued (STSIMT table IV).
        conflicts_1 ["core cycles"],
        /// Cycles in which two could.
        conflicts_2 ["core cycles"],
        /// Cycles in which three or more could.
        conflicts_3 ["core cycles"],
        /// Threads of integer, FP32, conversion, comparison steps executed.
        arithmetic ["threads"],
        /// Threads of special function steps.
        special ["threads"],
        /// Threads of FP64 steps.
        double ["threads"],
        /// Threads of steps that access memory.
        accesses ["threads"],
        /// Threads of accesses to shared memory.
        shared_accesses ["threads"],
        /// Cycles that accesses to shared memory took beyond those that they would have without conflicts; with lanes: cycles of a lane in which the
        /// arbiter refused a thread (STSIMT 3.5).
        shared_conflicts ["core cycles"],
        /// Steps that are scalar.
        scalar_steps ["steps"],
        /// Words of registers read, as they move: under SIMT a whole entry of the warp's width, whatever the mask; in a lane the bundles in which threads take part; a scalar once.
        operands_read ["words"],
        /// Words of registers written, likewise.
        operands_written ["words"],
    }
}

/// A CTA on a core.
struct Resident {
    cta: Cta,
    slots: Vec<usize>,
    shared: u64,
    /// Warps that have not ended.
    left: usize,
}

/// What became of an attempt to issue.
enum Attempt {
    /// It took an issue slot; the lane that has it, if one does.
    Issued(Option<usize>),
    /// It would, if there were a slot.
    Able,
    Waits(Wait),
}

/// A core.
pub(crate) struct Core<X> {
    number: usize,
    pub x: X,
    spec: Spec,
    warps: Vec<Option<Warp>>,
    /// When each slot was filled.
    ages: Vec<u64>,
    ctas: Vec<Option<Resident>>,
    shared: u64,
    /// Slots that may be able to issue, and those that wait, by what for.
    able: u64,
    waiting: [u64; WAITS],
    schedulers: Vec<Scheduler>,
    pub fetch: Fetch,
    pub loads: LoadStore,
    pub constants: ConstantCache,
    events: Events,
    /// Slots of each lane.
    lanes: Vec<u64>,
    /// The next cycle in which it has something to do.
    pub wake: u64,
    /// The first cycle that is not counted yet, and what the schedulers' slots were in the last one.
    counted: u64,
    classes: Vec<Class>,
    conflicts: u32,
    /// A warp has ended: perhaps its CTA has.
    leaving: bool,
    /// Something was given back since the last CTA found no place.
    pub open: bool,
    /// CTAs that ended since somebody looked.
    pub ended: Vec<[u32; 3]>,
    /// When it last executed something.
    pub moved: u64,
    pub slots: SlotCounters,
    pub counters: CoreCounters,
    /// Threads of steps issued to each lane.
    pub lane_threads: Vec<u64>,
    gauge: Gauge,
}

impl<X: Execution> Core<X> {
    pub fn new(spec: &Spec, number: usize, x: X, gauge: Gauge) -> Core<X> {
        let count = spec.core.warps as usize;
        let lanes = x.lanes();
        Core {
            number,
            spec: spec.clone(),
            warps: (0..count).map(|_| None).collect(),
            ages: vec![0; count],
            ctas: (0..spec.core.ctas).map(|_| None).collect(),
            shared: spec.shared.bytes.into(),
            able: 0,
            waiting: [0; WAITS],
            schedulers: (0..spec.core.schedulers).map(|n| Scheduler::new(&spec.core, n)).collect(),
            fetch: Fetch::new(spec, number),
            loads: LoadStore::new(spec, number),
            constants: ConstantCache::new(spec, number),
            events: Events::default(),
            lanes: (0..lanes).map(|lane| every(lanes, lane, count)).collect(),
            wake: u64::MAX,
            counted: 0,
            classes: vec![Class::Idle; (spec.core.schedulers * spec.core.issue) as usize],
            conflicts: 0,
            leaving: false,
            open: true,
            ended: Vec::new(),
            moved: 0,
            slots: SlotCounters::default(),
            counters: CoreCounters::default(),
            lane_threads: vec![0; lanes],
            gauge,
            x,
        }
    }

    /// A grid begins: nothing is in flight.
    pub fn begin(&mut self, kernel: u32) {
        self.fetch.kernel(kernel);
        self.loads.invalidate();
        self.constants.invalidate();
        self.open = true;
    }

    /// No CTA is here.
    pub fn empty(&self) -> bool {
        self.ctas.iter().all(Option::is_none)
    }

    /// Starts a CTA if there is room for it; whether there was.
    pub fn start(
        &mut self,
        now: u64,
        ground: &Ground,
        program: &Program,
        threads: &[u32],
        place: [u32; 3],
    ) -> Result<bool, Trouble> {
        let shared = ground.image.shared(ground.grid.launch.dynamic_shared);
        let at = self.ctas.iter().position(Option::is_none);
        // until now the seats were free
        self.count(now);
        let seats = at.filter(|_| shared <= self.shared).and_then(|at| Some((at, self.x.seats(program, threads)?)));
        let Some((at, seats)) = seats else {
            self.open = false;
            return Ok(false);
        };
        let cta = ground.start(place)?;
        for (number, &slot) in seats.iter().enumerate() {
            let warp = Warp::new(at, number, program, X::VALUES);
            self.fetch.goes(slot, cta.pc(number));
            self.warps[slot] = Some(warp);
            self.ages[slot] = now << 8 | number as u64;
            self.wait(slot, Wait::Short);
        }
        self.shared -= shared;
        self.ctas[at] = Some(Resident { cta, left: seats.len(), slots: seats, shared });
        self.wake = self.wake.min(now);
        Ok(true)
    }

    fn wait(&mut self, slot: usize, wait: Wait) {
        self.able &= !(1 << slot);
        for mask in &mut self.waiting {
            *mask &= !(1 << slot);
        }
        self.waiting[wait as usize] |= 1 << slot;
    }

    fn stir(&mut self, slots: u64) {
        self.able |= slots;
        for mask in &mut self.waiting {
            *mask &= !slots;
        }
    }

    /// Counts the cycles up to this one, in which nothing changed.
    pub fn count(&mut self, now: u64) {
        let cycles = now.saturating_sub(self.counted);
        if cycles == 0 {
            return;
        }
        self.counted = now;
        for &class in &self.classes {
            // an issue is of one cycle; a core that issued does not sleep
            self.slots.count(class, cycles);
        }
        let held = self.able | self.waiting.iter().fold(0, |all, mask| all | mask);
        if held == 0 {
            return;
        }
        let long = self.waiting[Wait::Long as usize] | self.waiting[Wait::Ended as usize];
        let lanes = |mask: u64| self.lanes.iter().filter(|&&lane| lane & mask != 0).count() as u64;
        let counters = &mut self.counters;
        counters.busy += cycles;
        counters.warps += cycles * u64::from(held.count_ones());
        counters.registers += cycles * self.x.registers();
        counters.lanes_static += cycles * lanes(held);
        counters.lanes_dynamic += cycles * lanes(held & !long);
        match self.conflicts {
            0 => {}
            1 => counters.conflicts_1 += cycles,
            2 => counters.conflicts_2 += cycles,
            _ => counters.conflicts_3 += cycles,
        }
    }

    /// One cycle.
    pub fn tick(
        &mut self,
        now: u64,
        ground: &mut Ground,
        program: &Program,
        memory: &mut Memory,
    ) -> Result<(), Trouble> {
        self.gauge.set(Component::FrontEnd);
        self.count(now);
        while let Some(reply) = memory.reply(self.number) {
            match reply.port {
                Port::Data => self.loads.reply(now, &reply),
                Port::Constant => self.constants.reply(now, &reply),
                Port::Instruction => self.fetch.reply(now, &reply),
            }
        }
        let arrived = self.fetch.arrive(now);
        self.stir(arrived & self.waiting[Wait::Fetch as usize]);
        self.gauge.set(Component::Pipelines);
        let Core { x, loads, constants, events, counters, .. } = self;
        x.begin(now, &mut Around { loads, constants, events, counters });
        self.gauge.set(Component::FrontEnd);
        self.settle();
        let issued = self.issue(now, ground, program)?;
        self.gauge.set(Component::Pipelines);
        let Core { x, loads, constants, events, counters, .. } = self;
        let ended = x.end(now, &mut Around { loads, constants, events, counters });
        ended.map_err(|difference| self.wrong(now, ground, &difference))?;
        self.gauge.set(Component::LoadStore);
        self.loads.tick(now, memory);
        self.constants.tick(now, memory);
        self.gauge.set(Component::FrontEnd);
        self.fetch.tick(now, memory);
        self.settle();
        self.end_ctas();
        self.wake = if issued || self.able != 0 {
            now + 1
        } else {
            let parts = [self.x.next(now), self.loads.next(now), self.constants.next(now), self.fetch.next(now)];
            parts.into_iter().flatten().min().unwrap_or(u64::MAX)
        };
        self.gauge.set(Component::Rest);
        Ok(())
    }

    /// Lets the schedulers issue; whether anything went.
    fn issue(&mut self, now: u64, ground: &mut Ground, program: &Program) -> Result<bool, Trouble> {
        let (mut issued, mut taken) = (false, 0u64);
        // who found its unit taken tries again
        self.stir(self.waiting[Wait::Pipeline as usize] & self.x.open(now));
        let each = self.spec.core.issue as usize;
        for n in 0..self.schedulers.len() {
            let long = self.waiting[Wait::Long as usize] | self.waiting[Wait::Ended as usize];
            let mut left = self.schedulers[n].eligible(self.able, long);
            let mut slot_of = n * each;
            let last = slot_of + each;
            while slot_of < last {
                let Some(slot) = self.schedulers[n].first(left, &self.ages) else { break };
                let slot = slot as usize;
                match self.attempt(now, ground, program, slot, true)? {
                    Attempt::Issued(lane) => {
                        self.classes[slot_of] = Class::Issued;
                        slot_of += 1;
                        issued = true;
                        // what has no steps is an instruction that the warp's lane got, too
                        taken |= 1 << lane.unwrap_or(slot % self.lanes.len());
                        self.schedulers[n].issued(slot as u32);
                        // the same warp may issue again in this cycle
                        left = left & self.able & !(1 << slot) | self.able & (u64::from(slot_of < last) << slot);
                        continue;
                    }
                    Attempt::Waits(wait) => self.wait(slot, wait),
                    Attempt::Able => {}
                }
                left &= !(1 << slot);
            }
            if slot_of < last {
                let class = self.class(self.schedulers[n].mine());
                self.classes[slot_of..last].fill(class);
            }
        }
        self.conflicts = 0;
        if issued && self.lanes.len() > 1 {
            self.conflicts = self.count_conflicts(now, ground, program, taken)?;
        }
        Ok(issued)
    }

    /// What the slot of a scheduler that could not issue goes by.
    fn class(&self, mine: u64) -> Class {
        const ORDER: [Wait; 5] = [Wait::Pipeline, Wait::Short, Wait::Fetch, Wait::Long, Wait::Barrier];
        if self.able & mine != 0 {
            // outside a two-level scheduler's active set
            return Class::Waits(Wait::Pipeline);
        }
        let found = ORDER.into_iter().find(|wait| self.waiting[*wait as usize] & mine != 0);
        found.map_or(Class::Idle, Class::Waits)
    }

    /// Lanes that could take an instruction and got none.
    fn count_conflicts(
        &mut self,
        now: u64,
        ground: &mut Ground,
        program: &Program,
        mut taken: u64,
    ) -> Result<u32, Trouble> {
        let mut conflicts = 0;
        for lane in 0..self.lanes.len() {
            for slot in ones(self.able & self.lanes[lane]) {
                if taken >> lane & 1 == 1 {
                    break;
                }
                match self.attempt(now, ground, program, slot, false)? {
                    Attempt::Able => {
                        taken |= 1 << lane;
                        conflicts += 1;
                    }
                    // it will be asked again when what it waits for has come
                    Attempt::Waits(wait) => self.wait(slot, wait),
                    Attempt::Issued(_) => {}
                }
            }
        }
        Ok(conflicts)
    }

    /// Lets a warp issue its next step if it can go; with `go` false, only looks.
    fn attempt(
        &mut self,
        now: u64,
        ground: &mut Ground,
        program: &Program,
        slot: usize,
        go: bool,
    ) -> Result<Attempt, Trouble> {
        let Core { x, loads, constants, events, counters, warps, ctas, fetch, lane_threads, gauge, .. } = self;
        let Some(warp) = warps[slot].as_mut().filter(|warp| warp.launched) else {
            return Ok(Attempt::Waits(Wait::Short));
        };
        let Some(resident) = ctas[warp.cta].as_mut() else { return Ok(Attempt::Waits(Wait::Ended)) };
        let mut around = Around { loads, constants, events, counters };
        let mut executed = false;
        if warp.micros.is_empty() {
            let state = &resident.cta.warps[warp.number];
            match resident.cta.state(warp.number) {
                State::Done => return Ok(Attempt::Waits(if warp.quiet() { Wait::Ended } else { warp.drains() })),
                State::Waiting(_) => return Ok(Attempt::Waits(Wait::Barrier)),
                State::Ready if warp.holds => return Ok(Attempt::Waits(Wait::Short)),
                State::Ready => {}
            }
            if let Some((step, issue)) = warp.late.take() {
                let mut micro = Notes::before(&step, &issue, state, ground.image, X::VALUES);
                Notes::after(&mut micro, state, X::VALUES);
                warp.micros.push_back(micro);
            } else {
                let pc = resident.cta.pc(warp.number);
                if !fetch.has(slot, pc) {
                    return Ok(Attempt::Waits(Wait::Fetch));
                }
                let Some((function, number)) = resident.cta.next(ground.image, warp.number) else {
                    return Ok(Attempt::Waits(Wait::Ended));
                };
                let Some(plan) = program.plan(function, number) else { return Ok(Attempt::Waits(Wait::Ended)) };
                let awaits = |flag: &u32| warp.flags.contains(&(function, *flag));
                if plan.waits && warp.flying != 0 {
                    return Ok(Attempt::Waits(warp.drains()));
                }
                if !warp.flags.is_empty() && plan.reads.iter().chain(&plan.writes).any(awaits) {
                    return Ok(Attempt::Waits(Wait::Short));
                }
                if let Some(step) = plan.steps.first() {
                    let mask = u64::from(resident.cta.effective(ground.image, warp.number));
                    let mask = if step.scalar { u64::from(mask != 0) } else { mask };
                    if let Some(refusal) = x.refusal(now, slot, step, mask, &around) {
                        return Ok(Attempt::Waits(refusal.into()));
                    }
                }
                if !go {
                    return Ok(Attempt::Able);
                }
                gauge.set(Component::Execution);
                let (n, cta) = (warp.number, &resident.cta);
                let (active, mask) = (cta.active(n), cta.effective(ground.image, n));
                let mut notes = Notes::new(plan, X::VALUES);
                ground.step(&mut resident.cta, warp.number, &mut notes)?;
                executed = true;
                around.counters.instructions += 1;
                around.counters.thread_instructions += u64::from(mask.count_ones());
                around.counters.scalar_instructions += u64::from(plan.scalar);
                for mut micro in notes.finish() {
                    let before = micro.lower(program);
                    warp.micros.extend(before);
                    warp.micros.push_back(micro);
                }
                gauge.set(Component::FrontEnd);
                if !warp.micros.is_empty() {
                    warp.flags.extend(plan.writes.iter().map(|&flag| (function, flag)));
                    warp.holds = plan.holds;
                }
                if let Some(late) = plan.late {
                    let (cta, warp_number) = (resident.cta.id(), warp.number as u32);
                    let issue = Issue { cta, warp: warp_number, function, instruction: number, active, mask, depth: 1 };
                    warp.late = Some((late, issue));
                }
                let done = resident.cta.state(warp.number) == State::Done;
                if done {
                    fetch.ends(slot)
                } else {
                    fetch.goes(slot, resident.cta.pc(warp.number))
                }
                if plan.meets || done {
                    // others may have waited for this one
                    around.events.stirred |= resident.slots.iter().fold(0, |mask, slot| mask | 1 << slot);
                }
            }
        }
        let lane = if let Some(micro) = warp.micros.front() {
            if X::VALUES
                && let Some((place, missing)) = warp.undefined(micro)
            {
                let clear = micro.constant(place, 0, missing);
                warp.micros.push_front(clear);
            }
            let micro = &warp.micros[0];
            match x.refusal(now, slot, &micro.step, micro.mask(), &around) {
                None if !go => return Ok(Attempt::Able),
                None => {
                    let Some(micro) = warp.micros.pop_front() else { return Ok(Attempt::Able) };
                    if X::VALUES {
                        warp.writes(&micro);
                    }
                    warp.flying += 1;
                    warp.afar += u32::from(micro.step.is_global());
                    tally(around.counters, &micro, x.moved(micro.mask()));
                    let threads = u64::from(micro.mask().count_ones());
                    gauge.set(Component::Pipelines);
                    let lane = x.issue(now, slot, micro, &mut around);
                    gauge.set(Component::FrontEnd);
                    lane_threads[lane] += threads;
                    Some(lane)
                }
                Some(refusal) if !executed => return Ok(Attempt::Waits(refusal.into())),
                Some(_) => None,
            }
        } else {
            None
        };
        self.moved = now;
        Ok(Attempt::Issued(lane))
    }

    /// What happened reaches the warps.
    fn settle(&mut self) {
        let mut stirred = std::mem::take(&mut self.events.stirred);
        for (slot, micro) in self.events.finished.drain(..) {
            stirred |= 1 << slot;
            let Some(warp) = &mut self.warps[slot] else { continue };
            warp.flying -= 1;
            warp.afar -= u32::from(micro.step.is_global());
            warp.holds &= micro.flags.is_empty() && !matches!(micro.step.role, Role::External(_));
            warp.flags.retain(|(function, flag)| *function != micro.function || !micro.flags.contains(flag));
        }
        for slot in self.events.launched.drain(..) {
            stirred |= 1 << slot;
            self.warps[slot].iter_mut().for_each(|warp| warp.launched = true);
        }
        for slot in ones(stirred) {
            let Some(warp) = &mut self.warps[slot] else {
                stirred &= !(1 << slot);
                continue;
            };
            let Some(resident) = &mut self.ctas[warp.cta] else { continue };
            if !warp.gone && warp.quiet() && resident.cta.state(warp.number) == State::Done {
                warp.gone = true;
                resident.left -= 1;
                self.leaving |= resident.left == 0;
                self.open = true;
                if self.x.warp_ended(slot) {
                    self.warps[slot] = None;
                    self.stir(1 << slot);
                    self.able &= !(1 << slot);
                    stirred &= !(1 << slot);
                }
            }
        }
        self.stir(stirred);
    }

    /// CTAs whose warps have ended and are drained give back what they had.
    fn end_ctas(&mut self) {
        if !std::mem::take(&mut self.leaving) {
            return;
        }
        for at in 0..self.ctas.len() {
            let Some(mut resident) = self.ctas[at].take_if(|resident| resident.left == 0) else { continue };
            // a slot that was given back may be another CTA's by now
            resident.slots.retain(|&slot| self.warps[slot].as_ref().is_some_and(|warp| warp.cta == at));
            let mut mask = 0;
            for &slot in &resident.slots {
                self.warps[slot] = None;
                mask |= 1 << slot;
            }
            self.stir(mask);
            self.able &= !mask;
            self.x.cta_ended(&resident.slots);
            self.shared += resident.shared;
            self.counters.ctas += 1;
            self.ended.push(resident.cta.id());
            self.open = true;
        }
    }
}

/// Counts a step that goes; so many words move with each of its vector registers.
fn tally(counters: &mut CoreCounters, micro: &Micro, moved: u64) {
    let step = &micro.step;
    let threads = u64::from(micro.mask().count_ones());
    counters.steps += 1;
    counters.thread_steps += threads;
    counters.scalar_steps += u64::from(step.scalar);
    *match step.role {
        Role::Memory(..) if step.op & op::SHARED != 0 => &mut counters.shared_accesses,
        Role::Memory(..) | Role::External(Unit::Constant) => &mut counters.accesses,
        Role::External(Unit::Special) => &mut counters.special,
        Role::External(Unit::Double) => &mut counters.double,
        _ => &mut counters.arithmetic,
    } += threads;
    let words = |place: &Place| (1 + u64::from(place.wide)) * if place.scalar { threads.min(1) } else { moved };
    counters.operands_read += step.places().map(words).sum::<u64>();
    counters.operands_written += step.target.iter().map(words).sum::<u64>();
}

impl From<Refusal> for Wait {
    fn from(refusal: Refusal) -> Wait {
        match refusal {
            Refusal::Busy => Wait::Pipeline,
            Refusal::Result { long: false } => Wait::Short,
            Refusal::Result { long: true } => Wait::Long,
        }
    }
}
