//! Reports to the controller in a cycle: one event of each kind. Warps issue when they can,
//! whatever was reported before (DEVIATIONS, D143).

use heddle_golden::Device;
use heddle_golden::vtc::Vtc;

use super::VirtualThreads;
use super::context::stack;
use super::cta::{Cta, Event, Reported};
use crate::base::ids::WarpId;
use crate::residency::{CoreView, Residency, WarpState};

impl<D: Device<Vtc>> VirtualThreads<D> {
    /// Records that a warp has gone on.
    pub(super) fn moved(&mut self, place: usize, warp: WarpId) {
        let Some(cta) = &mut self.ctas[place] else { return };
        let reported = &mut cta.reported[warp.index() % cta.warps.len()];
        if reported.state != WarpState::Running && !reported.moved {
            reported.moved = true;
            self.touched(warp);
        }
    }

    /// Whether all live warps of a CTA are stalled, as far as was reported.
    pub(super) fn is_marked(&self, cta: &Cta) -> bool {
        let stalled = cta.count(WarpState::Stalled);
        let waits = if self.cfg.barrier { cta.count(WarpState::AtBarrier) } else { 0 };
        stalled != 0 && stalled + waits + cta.count(WarpState::Finished) == cta.reported.len()
    }

    /// Reports the events of warps. A wake of the CTA that is being copied goes first, since it
    /// stops the swap.
    pub(super) fn report_warps(&mut self, view: &impl CoreView) {
        let copied = self.copying.and_then(|slot| self.places[slot].active);
        // events of this cycle, which change what the next one begins with
        let mut chosen: Vec<(usize, usize, Event)> = Vec::new();
        for first in [true, false] {
            if first && copied.is_none() {
                continue;
            }
            for _ in 0..self.touched.len() {
                let Some(warp) = self.touched.pop_front() else { break };
                let place = self.place_of(warp).filter(|_| !first || self.place_of(warp) == copied);
                let Some(place) = place else {
                    self.touched.push_back(warp);
                    continue;
                };
                match self.event(view, place, warp) {
                    None => self.is_touched[warp.index()] = false,
                    Some(event) => {
                        if (!first || event == Event::Wake) && self.takes(place, event, &chosen) {
                            chosen.push((place, warp.index(), event));
                        }
                        // it is looked at again when this is reported
                        self.touched.push_back(warp);
                    }
                }
            }
        }
        for (place, warp, event) in chosen {
            self.report(place, warp, event);
        }
    }

    /// Returns the next event to report of a warp; `None` if there is none, or the warp's CTA is
    /// inactive.
    fn event(&self, view: &impl CoreView, place: usize, warp: WarpId) -> Option<Event> {
        let cta = self.ctas[place].as_ref()?;
        cta.slot?;
        cta.reported[warp.index() % cta.warps.len()].next(view.state(warp))
    }

    /// Whether the ports and the protocol take an event in this cycle, beside those that are chosen
    /// already.
    fn takes(&self, place: usize, event: Event, chosen: &[(usize, usize, Event)]) -> bool {
        let Some(cta) = &self.ctas[place] else { return false };
        let here =
            |events: &[Event]| chosen.iter().filter(|(at, _, event)| *at == place && events.contains(event)).count();
        if chosen.iter().any(|(.., other)| *other == event) {
            return false;
        }
        match event {
            Event::Wake => true,
            Event::Open => here(&[Event::Barrier]) == 0,
            Event::Stall | Event::Barrier | Event::Exit => {
                let left = cta.count(WarpState::Running) - here(&[Event::Stall, Event::Barrier, Event::Exit]);
                let last = event == Event::Exit && cta.count(WarpState::Finished) + 1 == cta.reported.len();
                match left {
                    0 => false,
                    _ if last => self.ledger.is_empty(place),
                    // from now on no issue can be reported
                    1 => self.ledger.issues_are_counted(place),
                    _ => true,
                }
            }
        }
    }

    fn report(&mut self, place: usize, warp: usize, event: Event) {
        let Some(cta) = &mut self.ctas[place] else { return };
        let Some(slot) = cta.slot.map(|slot| slot as u8) else { return };
        let number = warp % cta.warps.len();
        let i = &mut self.i;
        let (valid, at, state) = match event {
            Event::Stall => (&mut i.stall_valid, &mut i.stall_slot, WarpState::Stalled),
            Event::Wake => (&mut i.wake_valid, &mut i.wake_slot, WarpState::Running),
            Event::Barrier => (&mut i.barrier_valid, &mut i.barrier_slot, WarpState::AtBarrier),
            Event::Open => (&mut i.open_valid, &mut i.open_slot, WarpState::Running),
            Event::Exit => (&mut i.exit_valid, &mut i.exit_slot, WarpState::Finished),
        };
        (*valid, *at) = (true, slot);
        cta.reported[number] = Reported { state, moved: false };
        let mut opened = Vec::new();
        if event == Event::Open {
            for (reported, &warp) in
                cta.reported.iter_mut().zip(&cta.warps).filter(|(reported, _)| reported.state == WarpState::AtBarrier)
            {
                *reported = Reported::RUNNING;
                opened.push(warp);
            }
        }
        let marked = matches!(event, Event::Stall | Event::Exit | Event::Barrier)
            && self.ctas[place].as_ref().is_some_and(|cta| self.is_marked(cta));
        self.counters.marks += u64::from(marked);
        opened.into_iter().for_each(|warp| self.touched(warp));
    }

    /// Reports an issue and a writeback, each of the CTA for which the controller is furthest
    /// behind.
    pub(super) fn report_registers(&mut self) {
        if self.ledger.is_even() {
            return;
        }
        let runs = |place: usize| {
            let Some(cta) = &self.ctas[place] else { return false };
            let Some(slot) = cta.slot.map(|slot| slot as u8) else { return false };
            // a warp whose wake is reported in this cycle did not run before
            let begun = usize::from(self.i.wake_valid && self.i.wake_slot == slot);
            let opened = self.i.open_valid && self.i.open_slot == slot;
            !opened && cta.count(WarpState::Running) > begun
        };
        let issue = self.ledger.issue(self.cfg.pending, runs);
        let writeback = self.ledger.writeback();
        if let Some((place, count)) = issue
            && let Some(slot) = self.ctas[place].as_ref().and_then(|cta| cta.slot)
        {
            (self.i.issue_valid, self.i.issue_slot, self.i.issue_count) = (true, slot as u8, count);
            self.ledger.count_issue(place, count);
        }
        if let Some((place, count)) = writeback
            && let Some(cta) = &self.ctas[place]
        {
            (self.i.writeback_valid, self.i.writeback_slot) = (true, cta.issued_from as u8);
            (self.i.writeback_cta, self.i.writeback_count) = (place as u8, count);
            self.ledger.count_writeback(place, count);
        }
    }

    /// Drives the identifiers and the stack that the controller copies.
    pub(super) fn copy(&mut self, view: &impl CoreView) -> Result<(), String> {
        let Some(slot) = self.copying else { return Ok(()) };
        let place = self.places[slot].active.ok_or("a CTA is copied that is not active")?;
        let Some(cta) = &self.ctas[place] else { return Ok(()) };
        let warp = cta.warps[usize::from(self.o.copy_warp)];
        self.i.copy_id = view.cta(warp);
        self.i.copy_stack = stack(&self.cfg, view, warp);
        self.counters.deep += u64::from(view.stack(warp).0.nth(self.cfg.depth as usize).is_some());
        Ok(())
    }

    /// Takes the slot from a CTA whose last warp has exited.
    pub(super) fn leave(&mut self) {
        if !self.i.exit_valid {
            return;
        }
        let place = &mut self.places[usize::from(self.i.exit_slot)];
        if let Some(cta) = place.active.and_then(|cta| self.ctas[cta].as_mut())
            && cta.reported.iter().all(Reported::has_exited)
        {
            (place.active, cta.slot) = (None, None);
        }
    }
}
