//! The slices of a streaming multiprocessor around one ganging unit (VWS 4, figure 6): when a warp's scoreboard lets it go, what it reports,
//! and the instruction caches. What a warp does next is its [`Work`]'s matter: a synthetic program's or a real one's.
//!
//! It takes nothing that the unit says on trust: what is issued must be a warp that can go, at its PC.

use heddle_contract::gang::{Config, Gang, In, Out};
use heddle_golden::Device;

use super::Program;
use super::cache;
use super::work::{Launch, Synthetic, Work};
use crate::core::sliced::events::{Event, Queue};
use crate::core::sliced::level0::Level0;

/// Cycles from the issue to the report of the next PC (ours).
const REPORT: u64 = 4;
/// Cycles from a fetch to the filled buffer, from L0 and from L1 (ours; nothing misses in L1).
const FILL: [u64; 2] = [1, 2];
/// Cycles from the last warp's coming to a barrier to the others' going on (ours).
const OPEN: u64 = 10;
/// The unit does what it must not, or nothing at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cycle {cycle}: the warp of set {set} in slice {slice} {what}")]
pub struct GangError {
    /// When.
    pub cycle: u64,
    /// The warp.
    pub set: usize,
    /// The warp.
    pub slice: usize,
    /// What is wrong.
    pub what: &'static str,
}

/// An instruction that a warp executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Executed {
    /// The warp.
    pub set: usize,
    /// The warp.
    pub slice: usize,
    /// Where.
    pub pc: u64,
}

/// What happened in a cycle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Step {
    /// Every warp that executed an instruction.
    pub executed: Vec<Executed>,
    /// Gangs issued.
    pub gangs: u64,
    /// Warps issued alone.
    pub alone: u64,
    /// How many warps of the set that was read are in units of 1, 2, ... warps: element n counts those in units of n + 1.
    pub sizes: [u64; 8],
}

/// What the slice knows of a warp.
#[derive(Debug, Clone)]
struct Slot {
    /// The next instruction, as it was reported.
    pc: u64,
    known: bool,
    ready: bool,
    filled: bool,
}

/// A streaming multiprocessor.
pub struct Sm<W, D> {
    cfg: Config,
    work: W,
    apart: bool,
    unit: D,
    input: In,
    output: Out,
    /// By set, then by slice; none before the launch and after the end.
    warps: Vec<Vec<Option<Slot>>>,
    launching: Option<Launch>,
    caches: Vec<Level0>,
    reports: Queue,
    wakes: Queue,
    fills: Queue,
    taken: [Vec<Event>; 3],
    cycle: u64,
    /// The last cycle in which something was issued.
    issued: u64,
}

impl<'a, D: Device<Gang>> Sm<Synthetic<'a>, D> {
    /// All sets full of warps of one program, launched one a cycle; in gangs, or apart (slice-only mode, 4.1).
    pub fn new(cfg: &Config, unit: D, program: &'a Program, apart: bool) -> Self {
        Sm::with(cfg, unit, Synthetic::new(cfg, program), apart)
    }
}

impl<W: Work, D: Device<Gang>> Sm<W, D> {
    /// Warps as the work has them; in gangs, or apart.
    pub fn with(cfg: &Config, unit: D, work: W, apart: bool) -> Self {
        Sm {
            unit,
            work,
            apart,
            input: In::default(),
            output: Out::default(),
            warps: vec![vec![None; cfg.slices as usize]; cfg.sets as usize],
            launching: None,
            caches: vec![cache::level0(); cfg.slices as usize],
            reports: Queue::default(),
            wakes: Queue::default(),
            fills: Queue::default(),
            taken: Default::default(),
            cycle: 0,
            issued: 0,
            cfg: cfg.clone(),
        }
    }

    /// The unit.
    pub fn unit(&self) -> &D {
        &self.unit
    }

    /// Cycles so far.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Every warp has been launched, and has ended.
    pub fn done(&self) -> bool {
        self.work.done() && self.warps.iter().flatten().all(Option::is_none)
    }

    /// The set that the next cycle reads.
    pub fn reads(&self) -> usize {
        (self.cycle % u64::from(self.cfg.sets)) as usize
    }

    /// Warps of a set that exist.
    pub fn living(&self, set: usize) -> usize {
        self.warps[set].iter().flatten().count()
    }

    /// What the unit counted: fetches for gangs, for single warps from L1, and from L0.
    pub fn fetches(&mut self) -> [u64; 3] {
        self.unit.peek(&mut self.output);
        [self.output.count_gang, self.output.count_slice, self.output.count_local].map(u64::from)
    }

    /// One cycle.
    pub fn step(&mut self) -> Result<Step, W::Error> {
        self.unit.peek(&mut self.output);
        let warps = &self.warps;
        self.launching = self.work.launch(&|set| warps[set].iter().all(Option::is_none))?;
        self.input = In { read_set: self.reads() as u8, l0: self.local(), ..In::default() };
        let [mut reports, mut wakes, mut fills] = std::mem::take(&mut self.taken);
        self.reports.take(self.cycle, &mut reports);
        self.wakes.take(self.cycle, &mut wakes);
        self.fills.take(self.cycle, &mut fills);
        self.drive(&reports, &wakes, &fills);
        self.unit.step(&self.input, &mut self.output);

        // the slices' registers follow at the end of the cycle
        let step = self.issue()?;
        self.fetch();
        self.learn(&reports, &wakes, &fills);
        self.taken = [reports, wakes, fills];
        if step.executed.is_empty() {
            self.stuck()?;
        } else {
            self.issued = self.cycle;
        }
        self.cycle += 1;
        Ok(step)
    }

    /// Slices whose L0 cache holds what they want.
    fn local(&self) -> u8 {
        slices(self.output.want).filter(|s| self.caches[*s].holds(self.output.want_pc[*s])).map(|s| 1 << s).sum()
    }

    fn drive(&mut self, reports: &[Event], wakes: &[Event], fills: &[Event]) {
        let input = &mut self.input;
        if let Some(Launch { set, mask, pc }) = self.launching {
            (input.launch_valid, input.launch_set, input.launch_mask) = (true, set as u8, mask);
            (input.launch_pc, input.launch_apart) = (pc, self.apart);
        }
        for event in reports {
            for slice in slices(event.mask) {
                let bit = 1 << slice;
                input.report |= bit;
                input.report_set[slice] = event.set as u8;
                match self.work.pc(event.set, slice) {
                    None => input.report_end |= bit,
                    Some(pc) => {
                        input.report_pc[slice] = pc;
                        input.report_sync |= if self.work.sync(pc) { bit } else { 0 };
                    }
                }
            }
        }
        for event in wakes {
            input.wake |= event.mask;
            input.wake_memory |= if event.memory { event.mask } else { 0 };
            slices(event.mask).for_each(|slice| input.wake_set[slice] = event.set as u8);
        }
        for event in fills {
            input.fill |= event.mask;
            slices(event.mask).for_each(|slice| input.fill_set[slice] = event.set as u8);
        }
    }

    /// Executes what the unit issues, and reads its table.
    fn issue(&mut self) -> Result<Step, W::Error> {
        let output = self.output.clone();
        let mut step = Step::default();
        for k in (0..self.cfg.issue as usize).filter(|k| output.issue_valid[*k]) {
            let set = output.issue_id[k] as usize / self.cfg.entries() as usize;
            self.execute(set, output.issue_mask[k], Some(output.issue_pc[k]), &mut step)?;
            step.gangs += 1;
        }
        for slice in slices(output.alone) {
            self.execute(output.alone_set[slice] as usize, 1 << slice, None, &mut step)?;
            step.alone += 1;
        }
        for (set, mask) in self.work.opened() {
            self.wakes.push(Event { due: self.cycle + OPEN, set, mask, memory: false });
        }
        for mask in &output.read_gang[..self.cfg.entries() as usize] {
            if *mask != 0 {
                step.sizes[mask.count_ones() as usize - 1] += u64::from(mask.count_ones());
            }
        }
        step.sizes[0] += u64::from(output.read_alone.count_ones());
        Ok(step)
    }

    /// The warps of a unit execute their instruction.
    fn execute(&mut self, set: usize, mask: u8, pc: Option<u64>, step: &mut Step) -> Result<(), W::Error> {
        let mut wakes: Vec<Event> = Vec::new();
        for slice in slices(mask) {
            let wrong = |what| W::Error::from(GangError { cycle: self.cycle, set, slice, what });
            let slot = self.warps.get_mut(set).and_then(|set| set[slice].as_mut());
            let slot = slot.ok_or_else(|| wrong("is issued, but does not exist"))?;
            if !(slot.known && slot.ready && slot.filled) {
                return Err(wrong("is issued, but can not go"));
            }
            let at = self.work.pc(set, slice).ok_or_else(|| wrong("is issued, but has ended"))?;
            if pc.is_some_and(|pc| pc != at) {
                return Err(wrong("is issued at another PC than its own"));
            }
            if slot.pc != at {
                return Err(wrong("goes on at another PC than it reported"));
            }
            step.executed.push(Executed { set, slice, pc: at });
            let done = self.work.execute(set, slice, self.cycle)?;
            (slot.known, slot.ready, slot.filled) = (false, false, false);
            let Some(done) = done.filter(|_| self.work.pc(set, slice).is_some()) else { continue };
            // the threads of one access that are served together are ready together
            let due = self.cycle + done.latency;
            match wakes.iter_mut().find(|event| (event.due, event.memory) == (due, done.memory)) {
                Some(event) => event.mask |= 1 << slice,
                None => wakes.push(Event { due, set, mask: 1 << slice, memory: done.memory }),
            }
        }
        self.reports.push(Event { due: self.cycle + REPORT, set, mask, memory: false });
        wakes.into_iter().for_each(|event| self.wakes.push(event));
        Ok(())
    }

    /// The instruction caches answer.
    fn fetch(&mut self) {
        let (output, local) = (&self.output, self.input.l0);
        let event = |level: usize, set: u8, mask| {
            let (due, memory) = (self.cycle + FILL[level], level == 1);
            Event { due, set: set.into(), mask, memory }
        };
        for (k, _) in output.gang_fetch.iter().enumerate().filter(|(_, valid)| **valid) {
            // a gang's instructions go by the L0 caches
            let filled = Event { memory: false, ..event(1, output.gang_fetch_set[k], output.gang_fetch_mask[k]) };
            self.fills.push(filled);
        }
        for slice in slices(output.grant) {
            let hit = local >> slice & 1 == 1;
            self.fills.push(event(usize::from(!hit), output.want_set[slice], 1 << slice));
            if hit {
                self.caches[slice].touch(output.want_pc[slice]);
            }
        }
    }

    /// What the slices remember of this cycle.
    fn learn(&mut self, reports: &[Event], wakes: &[Event], fills: &[Event]) {
        if let Some(Launch { set, mask, pc }) = self.launching {
            for slice in slices(mask) {
                self.warps[set][slice] = Some(Slot { pc, known: true, ready: true, filled: false });
            }
        }
        for (set, slice, _) in each(reports) {
            let place = &mut self.warps[set][slice];
            match (place.as_mut(), self.work.pc(set, slice)) {
                (Some(slot), Some(pc)) => (slot.known, slot.pc) = (true, pc),
                _ => *place = None,
            }
        }
        for (set, slice, _) in each(wakes) {
            self.warps[set][slice].iter_mut().for_each(|slot| slot.ready = true);
        }
        for (set, slice, from_l1) in each(fills) {
            if let Some(slot) = &mut self.warps[set][slice] {
                slot.filled = true;
                if from_l1 {
                    self.caches[slice].touch(slot.pc);
                }
            }
        }
    }

    /// Whether nothing will ever be issued again; the warp that is named is the first that is left.
    fn stuck(&self) -> Result<(), W::Error> {
        let left = self.warps.iter().enumerate().flat_map(|(set, warps)| {
            warps.iter().enumerate().filter_map(move |(slice, slot)| Some((set, slice, slot.as_ref()?)))
        });
        match left.into_iter().next() {
            Some((set, slice, slot)) if self.cycle - self.issued > W::PATIENCE => {
                self.work.stalled()?;
                let what = if slot.filled {
                    "waits for ever: it is not issued"
                } else {
                    "waits for ever: nobody fetches its instruction"
                };
                Err(GangError { cycle: self.cycle, set, slice, what }.into())
            }
            _ => Ok(()),
        }
    }
}

/// The slices of a mask.
fn slices(mask: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |slice| mask >> slice & 1 == 1)
}

/// Set, slice and `memory` of every warp that hears of these.
fn each(events: &[Event]) -> impl Iterator<Item = (usize, usize, bool)> {
    events.iter().flat_map(|event| slices(event.mask).map(|slice| (event.set, slice, event.memory)))
}
