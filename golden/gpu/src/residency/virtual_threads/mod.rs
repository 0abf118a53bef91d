//! Virtual threads (VT IV): a core holds CTAs up to its registers and shared memory, and its schedulers some of them; a CTA that memory stalls goes out for one
//! that can go on.
//!
//! The unit `vtc` decides every swap. What is here drives its ports from what the core's warps do, and keeps a mirror of what the ports said, so that RTL can
//! stand in the unit's place. Where virtual threads would hold no more CTAs than the schedulers, they are off for the grid, and the unit is at rest (D140).

mod context;
mod counters;
mod ledger;
mod tell;
mod timeless;

use std::collections::VecDeque;

use heddle_contract::Config as _;
use heddle_contract::vtc::{Config, In, Out, Vtc};
use heddle_golden::Device;

pub(crate) use counters::VtCounters;
pub(crate) use timeless::Timeless;

use super::{CoreView, Direct, Limits, Rebind, Residency};
use crate::config::spec::Spec;
use crate::core::ids::{Slot, WarpId};
use crate::datapath::CtaNeeds;
use context::{Rows, Words, context};
use ledger::Ledger;
use tell::Told;

/// Registers in flight that the controller can count for a slot.
const PENDING: u32 = 1023;

/// The controller of a core of such a GPU; `barrier`: a warp at a barrier counts as stalled when another one of its CTA is.
pub(crate) fn config(spec: &Spec, barrier: bool) -> Result<Config, String> {
    let cfg = Config {
        ctas: spec.vt.ctas,
        active: spec.core.ctas,
        warps: 32,
        pwis: spec.core.warps,
        vwis: spec.vt.warps,
        depth: spec.vt.depth,
        beat: spec.vt.beat,
        rows: 8 * spec.shared.bytes / spec.vt.beat,
        pending: PENDING,
        barrier,
    };
    cfg.check().map(|()| cfg).map_err(|why| format!("its controller cannot be like this: {why}"))
}

/// A grid under virtual threads.
#[derive(Debug, Clone, Copy)]
struct Grid {
    /// Warps of a CTA.
    warps: usize,
    /// CTAs that can be active.
    active: usize,
    /// Beats of a context.
    beats: usize,
}

/// A CTA at its place in the status table.
#[derive(Debug)]
struct Cta {
    warps: Vec<WarpId>,
    /// What the controller was told of each warp.
    told: Vec<Told>,
    /// The slot in which it is active.
    slot: Option<usize>,
    /// The slot in which it was active last, from where what is in flight was issued.
    issued_from: usize,
    /// It has never been active.
    fresh: bool,
    /// Warps that are still on the core.
    left: usize,
    /// What was copied of it.
    copied: Words,
}

/// A place among the active CTAs.
#[derive(Debug, Clone, Default)]
struct Place {
    /// The CTA that is active here.
    active: Option<usize>,
    /// A CTA is on its way here.
    coming: bool,
    /// What came back from shared memory for the next one.
    restored: Words,
}

/// Virtual threads of one core.
#[derive(Debug)]
pub(crate) struct VirtualThreads<D> {
    spec: Box<Spec>,
    cfg: Config,
    unit: D,
    /// Contexts go in and out without shared memory.
    timeless: bool,
    /// None while virtual threads are off.
    grid: Option<Grid>,
    /// Residency while they are off.
    direct: Direct,
    i: Box<In>,
    o: Box<Out>,
    ctas: Vec<Option<Cta>>,
    places: Vec<Place>,
    rows: Rows,
    ledger: Ledger,
    /// A CTA that has come in this cycle.
    assigned: Option<usize>,
    /// Warps that may have to be told of, each once.
    touched: VecDeque<WarpId>,
    is_touched: Vec<bool>,
    /// The place that is being copied.
    copying: Option<usize>,
    /// Beats of the CTA that went out which are not written yet.
    draining: usize,
    swaps: Vec<(usize, bool)>,
    counters: VtCounters,
}

impl<D: Device<Vtc>> VirtualThreads<D> {
    /// Around a controller just reset; `timeless`: one that moves no contexts.
    pub fn new(spec: &Spec, cfg: Config, unit: D, timeless: bool) -> Self {
        let warps = spec.vt.warps.max(spec.core.warps) as usize;
        VirtualThreads {
            spec: Box::new(spec.clone()),
            rows: Rows::new(&cfg),
            unit,
            timeless,
            grid: None,
            direct: Direct::within(spec, warps),
            i: Box::default(),
            o: Box::default(),
            ctas: (0..cfg.ctas).map(|_| None).collect(),
            places: vec![Place::default(); cfg.active as usize],
            ledger: Ledger::new(cfg.ctas as usize),
            assigned: None,
            touched: VecDeque::new(),
            is_touched: vec![false; warps],
            copying: None,
            draining: 0,
            swaps: Vec::new(),
            counters: VtCounters::default(),
            cfg,
        }
    }

    /// The place of a warp's CTA.
    fn place_of(&self, warp: WarpId) -> Option<usize> {
        self.grid.map(|grid| warp.index() / grid.warps)
    }

    /// The CTA of a slot is void there.
    fn invalidate(&mut self, view: &impl CoreView, slot: usize, changes: &mut Vec<Rebind>) -> Result<(), String> {
        let place = self.places[slot].active.take().ok_or("a slot is invalidated in which no CTA is active")?;
        let (Some(grid), Some(cta)) = (self.grid, &mut self.ctas[place]) else { return Ok(()) };
        cta.slot = None;
        cta.copied = if self.timeless { Words::new() } else { context(&self.cfg, view, &cta.warps) };
        changes.extend(cta.warps.iter().map(|&warp| Rebind::Release(warp)));
        self.places[slot].coming = true;
        self.draining = if self.timeless { 0 } else { grid.beats };
        self.swaps.push((place, false));
        self.counters.swaps += 1;
        Ok(())
    }

    /// A CTA has become active: the unit's word against the mirror's.
    fn activate(&mut self, view: &impl CoreView, changes: &mut Vec<Rebind>) -> Result<(), String> {
        let o = &self.o;
        let (slot, place) = (usize::from(o.activate_slot), usize::from(o.activate_cta));
        let said = (usize::from(o.activate_pwi), usize::from(o.activate_vwi), o.activate_fresh);
        let settled = self.ledger.is_settled(place);
        let cta = self.ctas.get_mut(place).and_then(Option::as_mut).ok_or("a CTA became active that is not there")?;
        let meant = (slot * cta.warps.len(), place * cta.warps.len(), cta.fresh);
        if said != meant || cta.slot.is_some() || self.places[slot].active.is_some() || !settled {
            return Err(format!(
                "CTA {place} became active in slot {slot} with first physical and virtual warp and freshness {said:?}, which should be {meant:?}; in its own \
                 slot {:?}, that of {:?}, with {} registers in flight",
                cta.slot,
                self.places[slot].active,
                if settled { "no" } else { "some" }
            ));
        }
        let restored = &self.places[slot].restored;
        if !cta.fresh
            && !self.timeless
            && (*restored != cta.copied || *restored != context(&self.cfg, view, &cta.warps))
        {
            return Err(format!("CTA {place} came back to slot {slot} with another context than it has"));
        }
        *if cta.fresh { &mut self.counters.fresh } else { &mut self.counters.restored } += 1;
        self.swaps.push((place, true));
        (cta.fresh, cta.slot, cta.issued_from) = (false, Some(slot), slot);
        for (number, (&warp, told)) in cta.warps.iter().zip(&mut cta.told).enumerate() {
            changes.push(Rebind::Bind(warp, Slot((meant.0 + number) as u16)));
            told.activate();
        }
        let warps = cta.warps.clone();
        self.places[slot] = Place { active: Some(place), ..Place::default() };
        warps.into_iter().for_each(|warp| self.touched(warp));
        Ok(())
    }

    /// What a step of the unit did, held against the mirror.
    fn stepped(&mut self) -> Result<(), String> {
        let (i, o) = (&self.i, &self.o);
        if i.writeback_valid {
            let (slot, place) = (usize::from(i.writeback_slot), usize::from(i.writeback_cta));
            let hits = self.places[slot].active == Some(place);
            if hits != o.writeback_hit {
                return Err(format!("registers of CTA {place} from slot {slot}: hit {}", o.writeback_hit));
            }
        }
        if o.mem_valid {
            let written = o.mem_write.then_some(&o.mem_data[..]);
            if i.demand || !self.rows.access(o.mem_row, written) {
                return Err(format!("row {} of shared memory is moved, with demand {}", o.mem_row, i.demand));
            }
            *if o.mem_write { &mut self.counters.beats_written } else { &mut self.counters.beats_read } += 1;
            self.draining -= usize::from(o.mem_write).min(self.draining);
        } else if i.demand && (self.draining != 0 || self.places.iter().any(|place| place.coming)) {
            self.counters.held += 1;
        }
        Ok(())
    }

    /// A CTA could become active, and a slot is free for it or its CTA could go out.
    fn may_swap(&self) -> bool {
        let Some(grid) = self.grid else { return false };
        let open = |place: &Place| match place.active {
            None => true,
            Some(cta) => self.ctas[cta].as_ref().is_some_and(|cta| self.is_marked(cta)),
        };
        let ready = |(place, cta): (usize, &Option<Cta>)| {
            cta.as_ref().is_some_and(|cta| cta.slot.is_none()) && self.ledger.is_settled(place)
        };
        self.places[..grid.active].iter().any(open) && self.ctas.iter().enumerate().any(ready)
    }

    /// What is under way: nothing here happens by itself when this is false.
    fn is_busy(&self) -> bool {
        self.assigned.is_some()
            || self.draining != 0
            || self.copying.is_some()
            || !self.touched.is_empty()
            || !self.ledger.is_even()
            || self.places.iter().any(|place| place.coming)
            || self.may_swap()
    }
}

impl<D: Device<Vtc>> Residency for VirtualThreads<D> {
    fn warps(&self) -> usize {
        self.direct.warps()
    }
    fn slots(&self) -> usize {
        self.spec.core.warps as usize
    }
    fn ctas(&self) -> usize {
        self.spec.vt.ctas.max(self.spec.core.ctas) as usize
    }

    fn begin(&mut self, needs: &CtaNeeds) -> Result<(), String> {
        let warps = needs.threads.len();
        let beats = self.cfg.beats(warps as u32);
        let limits = Limits::of(&self.spec, needs, u64::from(beats * self.cfg.beat / 8));
        self.grid = None;
        let Some((ctas, active)) = limits.virtual_threads() else {
            self.direct.limit(limits.base(), warps);
            return Ok(());
        };
        *self.i = In {
            kernel_valid: true,
            kernel_warps: warps as u8,
            kernel_ctas: ctas as u8,
            kernel_active: active as u8,
            ..In::default()
        };
        self.unit.step(&self.i, &mut self.o);
        if self.o.kernel_refused {
            return Err(format!(
                "{ctas} CTAs of {warps} warps, {active} of them active, were refused, though they fit"
            ));
        }
        self.grid = Some(Grid { warps, active: active as usize, beats: beats as usize });
        self.direct.limit(ctas, warps);
        Ok(())
    }

    fn admits(&self, warps: usize) -> bool {
        self.assigned.is_none() && self.direct.admits(warps)
    }

    fn admitted(&mut self, cta: usize, warps: &[WarpId]) {
        if self.grid.is_none() {
            self.direct.admitted(cta, warps);
            return;
        }
        self.direct.hold(warps.len());
        self.assigned = Some(cta);
        self.ctas[cta] = Some(Cta {
            warps: warps.to_vec(),
            told: vec![Told::RUNS; warps.len()],
            slot: None,
            issued_from: 0,
            fresh: true,
            left: warps.len(),
            copied: Words::new(),
        });
    }

    fn rebind(&mut self, view: &impl CoreView, changes: &mut Vec<Rebind>) -> Result<(), String> {
        if self.grid.is_none() {
            return self.direct.rebind(view, changes);
        }
        self.unit.peek(&mut self.o);
        if self.copying.take().is_some() && !self.o.copy_valid && !self.o.invalidate_valid {
            self.counters.stopped += 1;
        }
        self.copying = self.o.copy_valid.then_some(self.o.copy_slot.into());
        if self.o.invalidate_valid {
            self.invalidate(view, self.o.invalidate_slot.into(), changes)?;
        }
        if self.o.restore_valid {
            let Place { restored, coming, .. } = &mut self.places[usize::from(self.o.restore_slot)];
            restored.truncate(usize::from(self.o.restore_beat) * self.cfg.beat_words() as usize);
            restored.extend_from_slice(&self.rows.read);
            *coming = true;
        }
        if self.o.activate_valid {
            self.activate(view, changes)?;
        }
        Ok(())
    }

    fn issued(&mut self, warp: WarpId, registers: u32) {
        let Some(place) = self.place_of(warp) else { return };
        if registers != 0 {
            self.ledger.issued(place, registers);
        }
        self.moved(place, warp);
    }

    fn written(&mut self, warp: WarpId, registers: u32) {
        if let Some(place) = self.place_of(warp).filter(|_| registers != 0) {
            self.ledger.written(place, registers);
        }
    }

    #[inline]
    fn touched(&mut self, warp: WarpId) {
        if self.grid.is_some() && !std::mem::replace(&mut self.is_touched[warp.index()], true) {
            self.touched.push_back(warp);
        }
    }

    fn ended(&mut self, warp: WarpId) {
        self.direct.ended(warp);
        let Some(place) = self.place_of(warp) else { return };
        if let Some(cta) = &mut self.ctas[place] {
            cta.left -= 1;
            if cta.left == 0 {
                self.ctas[place] = None;
            }
        }
    }

    fn end(&mut self, view: &impl CoreView) -> Result<(), String> {
        if self.grid.is_none() {
            return Ok(());
        }
        *self.i = In { demand: view.shared_is_busy(), ..In::default() };
        if let Some(place) = self.assigned.take() {
            if !self.o.assign_ready || usize::from(self.o.assign_cta) != place {
                let (ready, there) = (self.o.assign_ready, self.o.assign_cta);
                return Err(format!("a CTA came to place {place}: the controller says {ready}, and place {there}"));
            }
            self.i.assign_valid = true;
        }
        self.tell_warps(view);
        self.tell_registers();
        self.copy(view)?;
        self.unit.follow(&self.i, &mut self.o);
        self.stepped()?;
        self.counters.untold += self.ledger.untold();
        self.leave();
        Ok(())
    }

    fn lets_go(&self, cta: usize) -> bool {
        self.grid.is_none() || self.ctas[cta].as_ref().is_none_or(|cta| cta.told.iter().all(Told::has_exited))
    }

    fn inactive(&self) -> usize {
        if self.grid.is_none() { 0 } else { self.ctas.iter().flatten().filter(|cta| cta.slot.is_none()).count() }
    }

    fn swaps(&mut self) -> impl Iterator<Item = (usize, bool)> {
        self.swaps.drain(..)
    }

    fn next_event(&self, now: u64) -> Option<u64> {
        (self.grid.is_some() && self.is_busy()).then_some(now + 1)
    }

    fn count(&mut self, cycles: u64) {
        let Some(grid) = self.grid else { return };
        let assigned = self.ctas.iter().flatten().count() as u64;
        let active = self.ctas.iter().flatten().filter(|cta| cta.slot.is_some()).count() as u64;
        self.counters.assigned += cycles * assigned;
        self.counters.active += cycles * active;
        self.counters.contexts += cycles * assigned * (grid.beats as u64 * u64::from(self.cfg.beat) / 8);
    }

    fn counters(&self) -> VtCounters {
        self.counters
    }
}
