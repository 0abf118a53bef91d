//! Virtual threads (VT IV): a core holds CTAs up to its registers and shared memory, and its
//! schedulers some of them; a CTA that memory stalls goes out for one that can go on.
//!
//! The unit `vtc` decides every swap. This module drives its ports from the events of the core's
//! warps, and keeps a mirror of the unit's outputs, so that RTL can replace the golden unit. Where
//! virtual threads would hold no more CTAs than the schedulers, they are off for the grid, and the
//! unit is at rest (D140).

mod context;
mod counters;
mod cta;
mod ledger;
mod mirror;
mod report;
#[cfg(test)]
mod seen;
mod timeless;

use std::collections::VecDeque;

use heddle_contract::Config as _;
use heddle_contract::vtc::{Config, In, Out};
use heddle_golden::Device;
use heddle_golden::vtc::Vtc;

pub(crate) use counters::VtCounters;
#[cfg(test)]
pub(crate) use seen::Seen;
#[cfg(test)]
pub(crate) use timeless::Handles;
pub(crate) use timeless::Timeless;

use super::{CoreView, Direct, Limits, Rebind, Residency};
use crate::base::ids::WarpId;
use crate::config::spec::Spec;
use crate::warps::CtaNeeds;
use context::{Rows, Words};
use cta::{Cta, Place, Reported};
use ledger::Ledger;

/// Registers in flight that the controller can count for a slot.
const PENDING: u32 = 1023;

/// Returns the configuration of a GPU's controller; `barrier`: a warp at a barrier counts as
/// stalled when another one of its CTA is.
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
    let keys = "active: core.ctas, rows: shared.bytes";
    let refuse = |why| format!("the configuration of its controller is not possible: {why} ({keys})");
    cfg.check().map(|()| cfg).map_err(refuse)
}

/// Returns the CTAs that a core with this controller holds, and how many of them are active; `None`
/// where virtual threads are off.
pub(crate) fn ctas(spec: &Spec, cfg: &Config, needs: &CtaNeeds) -> Option<(u64, u64)> {
    let warps = needs.threads.len() as u32;
    let context = u64::from(cfg.beats(warps) * cfg.beat / 8);
    Limits::of(spec, needs, context).virtual_threads().filter(|_| warps <= cfg.warps)
}

/// A grid under virtual threads.
#[derive(Debug, Clone, Copy)]
struct Grid {
    /// Warps of a CTA.
    warps: usize,
    /// CTAs that can be active at once.
    active: usize,
    /// Beats of a CTA's context.
    beats: usize,
}

/// Virtual threads of one core.
#[derive(Debug)]
pub(crate) struct VirtualThreads<D> {
    spec: Box<Spec>,
    cfg: Config,
    unit: D,
    /// Whether contexts go in and out without shared memory.
    timeless: bool,
    /// The running grid; `None` while virtual threads are off.
    grid: Option<Grid>,
    /// Residency while virtual threads are off.
    direct: Direct,
    i: Box<In>,
    o: Box<Out>,
    ctas: Vec<Option<Cta>>,
    places: Vec<Place>,
    rows: Rows,
    ledger: Ledger,
    /// Place of a CTA that has come in this cycle.
    assigned: Option<usize>,
    /// Warps whose events may have to be reported, each once.
    touched: VecDeque<WarpId>,
    is_touched: Vec<bool>,
    /// Slot whose CTA is being copied.
    copying: Option<usize>,
    /// Place of the CTA that went out last, and its beats that are not written yet.
    gone: usize,
    draining: usize,
    swaps: Vec<(usize, bool)>,
    counters: VtCounters,
}

impl<D: Device<Vtc>> VirtualThreads<D> {
    /// Creates the virtual threads of a core around a controller just reset; `timeless`: the
    /// controller moves no contexts.
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
            gone: 0,
            draining: 0,
            swaps: Vec::new(),
            counters: VtCounters::default(),
            cfg,
        }
    }

    /// Returns the place of a warp's CTA in the status table; `None` while virtual threads are off.
    fn place_of(&self, warp: WarpId) -> Option<usize> {
        self.grid.map(|grid| warp.index() / grid.warps)
    }

    /// Whether a CTA could become active, in a free slot or in that of a CTA that could be swapped
    /// out.
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

    /// Whether something is under way: if not, the state changes only through outside events.
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
        self.grid = None;
        let Some((ctas, active)) = ctas(&self.spec, &self.cfg, needs) else {
            self.direct.limit(Limits::of(&self.spec, needs, 0).base(), warps);
            return Ok(());
        };
        let beats = self.cfg.beats(warps as u32);
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
            reported: vec![Reported::RUNNING; warps.len()],
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
                return Err(format!(
                    "a CTA was assigned to place {place}, but the controller reports ready = {ready} and place {there}"
                ));
            }
            self.i.assign_valid = true;
        }
        self.report_warps(view);
        self.report_registers();
        self.copy(view)?;
        self.unit.follow(&self.i, &mut self.o);
        self.stepped()?;
        self.counters.untold += self.ledger.uncounted();
        self.leave();
        Ok(())
    }

    fn releases(&self, cta: usize) -> bool {
        self.grid.is_none() || self.ctas[cta].as_ref().is_none_or(|cta| cta.reported.iter().all(Reported::has_exited))
    }

    fn queues_loads(&self) -> bool {
        self.grid.is_some()
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
