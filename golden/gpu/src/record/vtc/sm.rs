//! The SM: CTAs assigned, warps issued loosely round robin, and the controller told of it.

use heddle_contract::vtc::{Config, In, Out, Vtc};
use heddle_golden::Device;
use heddle_kernel::execute::{Cta, Image};
use heddle_kernel::program::Space;

use super::context::{Rows, Words, context, stack};
use super::plan::{Limits, Plan, Program};
use super::shared;
use super::warp::{Can, Told, Warp};
use crate::record::cache::{Cache, HIT};
use crate::record::seen::Seen;
use crate::system::DelayQueue;
use crate::system::SimError;
use crate::system::cta_dispatch::{Ctas, GridContext};
use crate::system::gpu::DEADLOCK_CYCLES;

/// Bytes, ways and lines of the L1 cache (table I; ways and lines as Fermi's).
const L1: (u64, usize, u64) = (16 << 10, 4, 128);
/// Cycles for which shared memory may be behind before nothing more is issued (assumed).
const BACKLOG: u64 = 8;

/// The most warps of a CTA.
const WARPS: usize = 32;

/// A CTA at its place in the status table.
struct Resident {
    cta: Cta,
    warps: Vec<Warp>,
    /// The slot in which it is active.
    slot: Option<u8>,
    /// It has never been active.
    fresh: bool,
}

/// A place among the active ones.
#[derive(Debug, Clone, Default)]
struct Slot {
    /// The CTA that is active here.
    active: Option<usize>,
    /// Registers of it that are on their way.
    pending: u16,
    /// What came back from shared memory for the next one.
    restored: Words,
}

/// Registers on their way.
#[derive(Debug, Clone, Copy)]
struct Writeback {
    number: u64,
    place: usize,
    slot: u8,
    warp: usize,
    count: u8,
}

/// Warps and what they can do.
type Wish = (usize, usize, Can);

/// An SM.
pub(super) struct Sm<'c, D> {
    cfg: &'c Config,
    unit: &'c mut D,
    o: Out,
    residents: Vec<Option<Resident>>,
    slots: Vec<Slot>,
    rows: Rows,
    cache: Cache,
    results: DelayQueue<Writeback>,
    issued: u64,
    /// Until when shared memory serves warps.
    demand: u64,
    turn: usize,
    cycle: u64,
    moved: u64,
}

impl<'c, D: Device<Vtc>> Sm<'c, D> {
    pub fn new(cfg: &'c Config, unit: &'c mut D) -> Sm<'c, D> {
        Sm {
            cfg,
            unit,
            o: Out::default(),
            residents: (0..cfg.ctas).map(|_| None).collect(),
            slots: vec![Slot::default(); cfg.active as usize],
            rows: Rows::new(cfg),
            cache: Cache::new(L1.0, L1.1, L1.2),
            results: DelayQueue::default(),
            issued: 0,
            demand: 0,
            turn: 0,
            cycle: 0,
            moved: 0,
        }
    }
    pub fn unit(&self) -> &D {
        self.unit
    }

    /// Runs a grid to its end, or until it is enough.
    pub fn run(
        &mut self,
        ground: &mut GridContext,
        program: &Program,
        limits: Limits,
        enough: &dyn Fn(&D) -> bool,
    ) -> Result<(), SimError> {
        let Limits { warps, ctas, active } = limits;
        let (kernel_warps, kernel_ctas, kernel_active) = (warps as u8, ctas as u8, active as u8);
        let i = In { kernel_valid: true, kernel_warps, kernel_ctas, kernel_active, ..In::default() };
        self.unit.step(&i, &mut self.o);
        self.cycle += 1;
        self.moved = self.cycle;
        if self.o.kernel_refused {
            return Err(self.wrong(format!("{limits:?} were refused, though they fit")));
        }
        let mut left = Ctas::of(ground.grid);
        while !enough(self.unit) && (left.peek().is_some() || self.residents.iter().any(Option::is_some)) {
            self.cycle(ground, program, &mut left)?;
            if self.cycle - self.moved > DEADLOCK_CYCLES {
                return Err(self.still(ground.image));
            }
        }
        Ok(())
    }

    fn cycle(&mut self, ground: &mut GridContext, program: &Program, left: &mut Ctas) -> Result<(), SimError> {
        let now = self.cycle;
        self.unit.peek(&mut self.o);
        self.hear().map_err(|what| self.wrong(what))?;
        let mut i = In { demand: now < self.demand, ..In::default() };
        if self.o.copy_valid {
            self.copy(&mut i).map_err(|what| self.wrong(what))?;
        }
        if let Some(Writeback { place, slot, warp, count, number }) = self.results.pop(now) {
            (i.writeback_valid, i.writeback_slot, i.writeback_cta, i.writeback_count) =
                (true, slot, place as u8, count);
            if let Some(resident) = &mut self.residents[place] {
                resident.warps[warp].pay(number);
            }
        }
        if let Some((place, warp)) = self.tell(ground, program, &mut i) {
            self.issue(ground, program, place, warp, &mut i)?;
        }
        if self.o.assign_ready
            && let Some(id) = left.next()
        {
            i.assign_valid = true;
            let cta = ground.start(id)?;
            let warps = vec![Warp::new(); cta.warps.len()];
            let resident = Resident { cta, warps, slot: None, fresh: true };
            let place = self.residents.get_mut(usize::from(self.o.assign_cta)).filter(|place| place.is_none());
            match place {
                Some(place) => *place = Some(resident),
                None => return Err(self.wrong("a CTA is assigned to a place that is taken".into())),
            }
        }
        self.unit.step(&i, &mut self.o);
        self.settle(&i).map_err(|what| self.wrong(what))?;
        self.cycle += 1;
        Ok(())
    }

    /// What the controller shows at the beginning of a cycle.
    fn hear(&mut self) -> Result<(), String> {
        let o = &self.o;
        if o.invalidate_valid || o.restore_valid || o.activate_valid {
            self.moved = self.cycle;
        }
        if o.invalidate_valid {
            let slot = &mut self.slots[usize::from(o.invalidate_slot)];
            let place = slot.active.take().ok_or("a slot is invalidated in which no CTA is active")?;
            slot.pending = 0;
            if let Some(resident) = &mut self.residents[place] {
                resident.slot = None;
            }
        }
        if o.restore_valid {
            let restored = &mut self.slots[usize::from(o.restore_slot)].restored;
            restored.truncate(usize::from(o.restore_beat) * self.cfg.beat_words() as usize);
            restored.extend_from_slice(&self.rows.read);
        }
        if o.activate_valid {
            let (slot, place) = (usize::from(o.activate_slot), usize::from(o.activate_cta));
            let resident = self.residents.get_mut(place).and_then(Option::as_mut);
            let resident = resident.ok_or("a CTA became active that is not assigned")?;
            let warps = resident.warps.len();
            let told = (usize::from(o.activate_pwi), usize::from(o.activate_vwi), o.activate_fresh);
            let meant = (slot * warps, place * warps, resident.fresh);
            if told != meant || self.slots[slot].active.is_some() || resident.slot.is_some() {
                return Err(format!(
                    "CTA {place} became active in slot {slot} with {told:?}, which should be {meant:?}"
                ));
            }
            let first = place * warps;
            if !resident.fresh && self.slots[slot].restored != context(self.cfg, &resident.cta, first as u8) {
                return Err(format!("CTA {place} came back with another context"));
            }
            (resident.fresh, resident.slot) = (false, Some(slot as u8));
            resident.warps.iter_mut().for_each(Warp::activate);
            self.slots[slot] = Slot { active: Some(place), ..Slot::default() };
        }
        Ok(())
    }

    /// The stack that the controller asks for.
    fn copy(&self, i: &mut In) -> Result<(), String> {
        let (slot, warp) = (usize::from(self.o.copy_slot), usize::from(self.o.copy_warp));
        let place = self.slots[slot].active.ok_or("a CTA is copied that is not active")?;
        let Some(resident) = &self.residents[place] else { return Ok(()) };
        if resident.warps.iter().any(|warp| warp.told == Told::Runs) {
            return Err(format!("CTA {place} is copied, though it runs"));
        }
        i.copy_id = resident.cta.id();
        i.copy_stack = stack(self.cfg, &resident.cta, warp);
        Ok(())
    }

    /// What the warps of active CTAs can do, from the one on whose turn it is.
    fn wishes(&self, image: &Image, program: &Program) -> Vec<Wish> {
        let mut wishes = Vec::new();
        let active = self.slots.iter().filter_map(|slot| slot.active);
        for place in active {
            let Some(Resident { cta, warps, .. }) = &self.residents[place] else { continue };
            let arriving = warps.iter().any(|warp| warp.arrived);
            for (n, warp) in warps.iter().enumerate() {
                let can = warp.can(cta, n, image, program);
                // the last one that comes to a barrier is heard before it opens
                if can != Can::Nothing && !(can == Can::Open && arriving) {
                    wishes.push((place, n, can));
                }
            }
        }
        let first = wishes.iter().position(|&(place, warp, _)| place * WARPS + warp >= self.turn).unwrap_or(0);
        wishes.rotate_left(first);
        wishes
    }

    /// Tells one event of each kind; the warp that may issue.
    fn tell(&mut self, ground: &GridContext, program: &Program, i: &mut In) -> Option<(usize, usize)> {
        let mut issue = None;
        for (place, n, can) in self.wishes(ground.image, program) {
            let Some(resident) = &mut self.residents[place] else { continue };
            let (Some(slot), warps) = (resident.slot, &mut resident.warps) else { continue };
            let pending = self.slots[usize::from(slot)].pending;
            let (valid, at, told) = match can {
                Can::Stall => (&mut i.stall_valid, &mut i.stall_slot, Told::Stalled),
                Can::Wake => (&mut i.wake_valid, &mut i.wake_slot, Told::Runs),
                Can::Arrive => (&mut i.barrier_valid, &mut i.barrier_slot, Told::Waits),
                Can::Open => (&mut i.open_valid, &mut i.open_slot, Told::Runs),
                Can::Exit => {
                    let last = warps.iter().filter(|warp| warp.told != Told::Exited).count() == 1;
                    if last && pending != 0 {
                        continue;
                    }
                    (&mut i.exit_valid, &mut i.exit_slot, Told::Exited)
                }
                Can::Issue => {
                    let next = resident.cta.next(ground.image, n);
                    let plan = next.and_then(|(function, number)| program.plan(function, number));
                    let count = plan.map_or(0, Plan::count);
                    if issue.is_none()
                        && u32::from(pending) + u32::from(count) <= self.cfg.pending
                        && self.demand <= self.cycle + BACKLOG
                    {
                        issue = Some((place, n));
                    }
                    continue;
                }
                Can::Nothing => continue,
            };
            if *valid {
                continue;
            }
            (*valid, *at) = (true, slot);
            warps[n].told = told;
            match can {
                Can::Arrive => warps[n].arrived = false,
                Can::Open => {
                    warps.iter_mut().filter(|warp| warp.told == Told::Waits).for_each(|warp| warp.told = Told::Runs)
                }
                _ => {}
            }
        }
        issue
    }

    /// Executes a warp's next instruction.
    fn issue(
        &mut self,
        ground: &mut GridContext,
        program: &Program,
        place: usize,
        n: usize,
        i: &mut In,
    ) -> Result<(), SimError> {
        let Some(resident) = &mut self.residents[place] else { return Ok(()) };
        let (Some(slot), now) = (resident.slot, self.cycle) else { return Ok(()) };
        let calls = resident.cta.calls(n);
        let plan = resident.cta.next(ground.image, n).and_then(|(function, number)| program.plan(function, number));
        let mut seen = Seen::default();
        ground.step(&mut resident.cta, n, &mut seen)?;
        let mask = seen.issue.map_or(0, |issue| issue.mask);
        let due = self.cache.serve(seen.access.iter().map(|access| (mask, access)), now).due;
        if let Some(access) = seen.access.filter(|access| access.space == Space::Shared) {
            self.demand = self.demand.max(now + 1) + shared::cycles(self.cfg.beat / 32, mask, &access);
        }
        let count = plan.map_or(0, Plan::count);
        (i.issue_valid, i.issue_slot, i.issue_count) = (true, slot, count);
        self.turn = place * WARPS + n + 1;
        if let Some(plan) = plan {
            resident.warps[n].arrived = plan.waits && mask != 0;
            if count != 0 {
                self.issued += 1;
                let number = self.issued;
                resident.warps[n].owe(number, calls, plan, due > now + HIT);
                self.results.push(due, Writeback { number, place, slot, warp: n, count });
            }
        }
        Ok(())
    }

    /// What a cycle's input did.
    fn settle(&mut self, i: &In) -> Result<(), String> {
        let o = &self.o;
        if i.writeback_valid || i.issue_valid || i.assign_valid || i.stall_valid || i.exit_valid || o.mem_valid {
            self.moved = self.cycle;
        }
        if i.writeback_valid {
            let slot = &mut self.slots[usize::from(i.writeback_slot)];
            let hits = slot.active == Some(i.writeback_cta.into());
            if hits != o.writeback_hit {
                return Err(format!(
                    "registers of CTA {} from slot {}: hit {}",
                    i.writeback_cta, i.writeback_slot, o.writeback_hit
                ));
            }
            slot.pending -= if hits { u16::from(i.writeback_count) } else { 0 };
        }
        if i.issue_valid {
            self.slots[usize::from(i.issue_slot)].pending += u16::from(i.issue_count);
        }
        if o.mem_valid {
            let written = o.mem_write.then_some(&o.mem_data[..]);
            if i.demand || !self.rows.access(o.mem_row, written) {
                return Err(format!("row {} of shared memory is moved, with demand {}", o.mem_row, i.demand));
            }
        }
        if i.exit_valid {
            let slot = &mut self.slots[usize::from(i.exit_slot)];
            let over = |resident: &Resident| resident.warps.iter().all(|warp| warp.told == Told::Exited);
            if let Some(place) = slot.active
                && self.residents[place].as_ref().is_some_and(over)
            {
                (slot.active, self.residents[place]) = (None, None);
            }
        }
        Ok(())
    }

    fn wrong(&self, what: String) -> SimError {
        SimError::Wrong { cycle: self.cycle, what }
    }

    /// Nothing moves: a barrier that not all reach, or a fault of our own.
    fn still(&self, image: &Image) -> SimError {
        let residents = || self.residents.iter().flatten();
        if let Some(fault) = residents().find_map(|resident| resident.cta.stuck(image)) {
            return SimError::Run(fault.into());
        }
        let mut warps = residents().flat_map(|resident| {
            let each = resident.warps.iter().enumerate();
            each.map(move |(n, warp)| (resident.slot, n, warp.told, resident.cta.next(image, n)))
        });
        let what = match warps.find(|(.., told, _)| *told != Told::Exited) {
            Some((slot, warp, told, next)) => {
                format!("warp {warp} of the CTA in slot {slot:?}, which is {told:?}, stands at {next:?}")
            }
            None => "no CTA is assigned".into(),
        };
        self.wrong(format!("no progress: {what}"))
    }
}
