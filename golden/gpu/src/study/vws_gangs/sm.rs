//! The slices of a streaming multiprocessor around one ganging unit (VWS 4, figure 6), all full of
//! warps of one synthetic program: their scoreboards, the reports of their PCs, and the instruction
//! caches.
//!
//! The unit's outputs are checked: every warp that it issues must be ready, at its PC.

use heddle_contract::gang::{Config, Gang, In, Out};
use heddle_golden::Device;

use super::cache;
use super::program::{Op, Program, Warp};
use crate::core::sliced::events::{Event, Queue};
use crate::core::sliced::level0::Level0;
use crate::core::sliced::taken::{Launch, Taken, slices};

/// Cycles from the issue to the report of the next PC (ours).
const REPORT: u64 = 4;
/// Cycles from a fetch to the filled buffer, from L0 and from L1 (ours; nothing misses in L1).
const FILL: [u64; 2] = [1, 2];
/// Least number of cycles from a wake to the issue: it acts in the first, and the warp goes in the
/// second if it is picked already, else in the third (contract of `gang`). The scoreboard knows
/// when a result will be there, and wakes so early that no issue comes before the program's latency
/// is over.
const TO_ISSUE: u64 = 2;
/// Cycles without any issue that are taken for a deadlock.
const PATIENCE: u64 = 2000;

/// The error that a ganging unit issued a warp that it must not, or issues nothing any more.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cycle {cycle}: the warp of set {set} in slice {slice} {what}")]
pub struct GangError {
    /// The cycle of the error.
    pub cycle: u64,
    /// The set of the warp.
    pub set: usize,
    /// The slice of the warp.
    pub slice: usize,
    /// The mistake, as the end of a sentence about the warp.
    pub what: &'static str,
}

/// An instruction that a warp executed in a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Executed {
    /// The set of the warp.
    pub set: usize,
    /// The slice of the warp.
    pub slice: usize,
    /// The PC of the instruction.
    pub pc: u64,
}

/// The events of one cycle of the streaming multiprocessor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Step {
    /// The instructions executed, one for each warp that executed one.
    pub executed: Vec<Executed>,
    /// Number of gangs issued.
    pub gangs: u64,
    /// Number of warps issued alone.
    pub alone: u64,
    /// Warps, of the set that was read, in units of 1, 2, ... warps: element n counts those in
    /// units of n + 1.
    pub sizes: [u64; 8],
}

/// A slice's state of a warp.
#[derive(Debug, Clone)]
struct Slot {
    /// The PC of the next instruction, as it was reported.
    pc: u64,
    known: bool,
    ready: bool,
    filled: bool,
}

/// A streaming multiprocessor with slices and a ganging unit, which runs a synthetic program.
pub struct Sm<'a, D> {
    cfg: Config,
    program: &'a Program,
    /// Number of sets launched so far.
    launched: usize,
    /// The warps, by set, then by slice.
    warps: Vec<Vec<Warp>>,
    apart: bool,
    unit: D,
    input: In,
    output: Out,
    /// The slices' state of each warp, by set, then by slice; `None` before the launch and after
    /// the end.
    slots: Vec<Vec<Option<Slot>>>,
    caches: Vec<Level0>,
    reports: Queue,
    wakes: Queue,
    fills: Queue,
    taken: Taken,
    /// Reports and wakes of the last cycle, which act in this one.
    acting: [Vec<Event>; 2],
    cycle: u64,
    /// The last cycle in which an instruction was issued.
    issued: u64,
}

impl<'a, D: Device<Gang>> Sm<'a, D> {
    /// Creates a multiprocessor that launches a set a cycle, in gangs or apart (slice-only mode,
    /// 4.1).
    pub fn new(cfg: &Config, unit: D, program: &'a Program, apart: bool) -> Self {
        let (sets, slices) = (cfg.sets as usize, cfg.slices as usize);
        let of_set = |set| (0..slices).map(|slice| Warp::new(program, set, slice, slices)).collect();
        Sm {
            program,
            launched: 0,
            warps: (0..sets).map(of_set).collect(),
            unit,
            apart,
            input: In::default(),
            output: Out::default(),
            slots: vec![vec![None; slices]; sets],
            caches: vec![cache::level0(); slices],
            reports: Queue::default(),
            wakes: Queue::default(),
            fills: Queue::default(),
            taken: Taken::default(),
            acting: Default::default(),
            cycle: 0,
            issued: 0,
            cfg: cfg.clone(),
        }
    }

    /// Number of cycles simulated so far.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Whether every warp has been launched and has ended.
    pub fn done(&self) -> bool {
        self.launched == self.warps.len() && self.slots.iter().flatten().all(Option::is_none)
    }

    /// The set whose gangs the reading port shows in the next cycle.
    pub fn reads(&self) -> usize {
        (self.cycle % u64::from(self.cfg.sets)) as usize
    }

    /// Number of warps of a set that were launched and have not ended.
    pub fn living(&self, set: usize) -> usize {
        self.slots[set].iter().flatten().count()
    }

    /// Returns the unit's counters of fetches: for gangs, for single warps from L1, and for single
    /// warps from L0.
    pub fn fetches(&mut self) -> [u64; 3] {
        self.unit.peek(&mut self.output);
        [self.output.count_gang, self.output.count_slice, self.output.count_local].map(u64::from)
    }

    /// Simulates one cycle and returns its events; an error if the unit issued a warp that it must
    /// not, or issues nothing any more.
    pub fn step(&mut self) -> Result<Step, GangError> {
        self.unit.peek(&mut self.output);
        let mut taken = std::mem::take(&mut self.taken);
        let pc = self.warps.get(self.launched).and_then(|set| set[0].pc);
        taken.launch = pc.map(|pc| Launch { set: self.launched, mask: self.cfg.all_slices(), pc });
        self.launched += usize::from(taken.launch.is_some());
        self.reports.take(self.cycle, &mut taken.reports);
        self.wakes.take(self.cycle, &mut taken.wakes);
        self.fills.take(self.cycle, &mut taken.fills);
        let next = |set: usize, slice: usize| {
            let pc = self.warps[set][slice].pc?;
            Some((pc, self.program.ops[pc as usize] == Op::Sync))
        };
        self.input = In { read_set: self.reads() as u8, l0: self.local(), ..taken.input(self.apart, next) };
        self.unit.step(&self.input, &mut self.output);

        // the slices' registers follow at the end of the cycle
        let step = self.issue()?;
        self.fetch();
        self.learn(&taken);
        for (acting, came) in self.acting.iter_mut().zip([&mut taken.reports, &mut taken.wakes]) {
            std::mem::swap(acting, came);
        }
        self.taken = taken;
        if step.executed.is_empty() {
            self.stuck()?;
        } else {
            self.issued = self.cycle;
        }
        self.cycle += 1;
        Ok(step)
    }

    /// The slices whose L0 cache holds the instruction that they request, a bit each.
    fn local(&self) -> u8 {
        slices(self.output.want).filter(|s| self.caches[*s].holds(self.output.want_pc[*s])).map(|s| 1 << s).sum()
    }

    /// Executes the instructions that the unit issues, and reads its table.
    fn issue(&mut self) -> Result<Step, GangError> {
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
        for mask in &output.read_gang[..self.cfg.entries() as usize] {
            if *mask != 0 {
                step.sizes[mask.count_ones() as usize - 1] += u64::from(mask.count_ones());
            }
        }
        step.sizes[0] += u64::from(output.read_alone.count_ones());
        Ok(step)
    }

    /// Executes the next instruction of the given warps of a set, all at `pc` if they are a gang.
    fn execute(&mut self, set: usize, mask: u8, pc: Option<u64>, step: &mut Step) -> Result<(), GangError> {
        let mut wakes: Vec<Event> = Vec::new();
        for slice in slices(mask) {
            let wrong = |what| GangError { cycle: self.cycle, set, slice, what };
            let slot = self.slots.get_mut(set).and_then(|set| set[slice].as_mut());
            let slot = slot.ok_or_else(|| wrong("is issued, but does not exist"))?;
            if !(slot.known && slot.ready && slot.filled) {
                return Err(wrong("is issued, but cannot go"));
            }
            let warp = &mut self.warps[set][slice];
            let at = warp.pc.ok_or_else(|| wrong("is issued, but has ended"))?;
            if pc.is_some_and(|pc| pc != at) {
                return Err(wrong("is issued at another PC than its own"));
            }
            if slot.pc != at {
                return Err(wrong("goes on at another PC than it reported"));
            }
            step.executed.push(Executed { set, slice, pc: at });
            let done = warp.execute(self.program);
            (slot.known, slot.ready, slot.filled) = (false, false, false);
            if warp.pc.is_none() {
                continue;
            }
            // the threads of one access that are served together are ready together
            let due = self.cycle + done.latency - TO_ISSUE;
            match wakes.iter_mut().find(|event| (event.due, event.memory) == (due, done.memory)) {
                Some(event) => event.mask |= 1 << slice,
                None => wakes.push(Event { due, set, mask: 1 << slice, memory: done.memory }),
            }
        }
        self.reports.push(Event { due: self.cycle + REPORT, set, mask, memory: false });
        wakes.into_iter().for_each(|event| self.wakes.push(event));
        Ok(())
    }

    /// Performs the fetches of this cycle in the instruction caches.
    fn fetch(&mut self) {
        let (output, local) = (&self.output, self.input.l0);
        let event = |level: usize, set: u8, mask| {
            let (due, memory) = (self.cycle + FILL[level], level == 1);
            Event { due, set: set.into(), mask, memory }
        };
        for (k, _) in output.gang_fetch.iter().enumerate().filter(|(_, valid)| **valid) {
            // the instructions of a gang bypass the L0 caches
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

    /// Updates the slices' registers at the end of this cycle: with its launch and its fills, and
    /// with the reports and wakes of the cycle before.
    fn learn(&mut self, taken: &Taken) {
        let [reports, wakes] = &self.acting;
        if let Some(Launch { set, mask, pc }) = taken.launch {
            for slice in slices(mask) {
                self.slots[set][slice] = Some(Slot { pc, known: true, ready: true, filled: false });
            }
        }
        for (set, slice, _) in each(reports) {
            let place = &mut self.slots[set][slice];
            match (place.as_mut(), self.warps[set][slice].pc) {
                (Some(slot), Some(pc)) => (slot.known, slot.pc) = (true, pc),
                _ => *place = None,
            }
        }
        for (set, slice, _) in each(wakes) {
            self.slots[set][slice].iter_mut().for_each(|slot| slot.ready = true);
        }
        for (set, slice, from_l1) in each(&taken.fills) {
            if let Some(slot) = &mut self.slots[set][slice] {
                slot.filled = true;
                if from_l1 {
                    self.caches[slice].touch(slot.pc);
                }
            }
        }
    }

    /// Checks that an issue is still to be expected; the error names the first warp that is left.
    fn stuck(&self) -> Result<(), GangError> {
        let left = self.slots.iter().enumerate().flat_map(|(set, warps)| {
            warps.iter().enumerate().filter_map(move |(slice, slot)| Some((set, slice, slot.as_ref()?)))
        });
        match left.into_iter().next() {
            Some((set, slice, slot)) if self.cycle - self.issued > PATIENCE => {
                let what = if slot.filled {
                    "waits for ever: it is not issued"
                } else {
                    "waits for ever: its instruction is not fetched"
                };
                Err(GangError { cycle: self.cycle, set, slice, what })
            }
            _ => Ok(()),
        }
    }
}

/// Set, slice and `memory` of every warp of these events.
fn each(events: &[Event]) -> impl Iterator<Item = (usize, usize, bool)> {
    events.iter().flat_map(|event| slices(event.mask).map(|slice| (event.set, slice, event.memory)))
}
