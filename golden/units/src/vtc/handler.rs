//! The context handler, which makes one CTA swap at a time (IV.A, CTA swap operation).

use heddle_contract::vtc::{Config, In};

use super::state::{Activation, Handler, State};

/// The handler's view of the state before the cycle's events.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    ready: bool,
    free: Option<u8>,
}

impl State {
    #[inline]
    pub(super) fn found(&self) -> Found {
        let ready = !self.ready.is_empty();
        let looks = ready && self.handler == Handler::Idle;
        Found { ready, free: if looks { self.free() } else { None } }
    }

    /// Clears the outputs that are valid for one cycle.
    #[inline]
    pub(super) fn show_nothing(&mut self) {
        (self.invalidated, self.activated, self.shown) = (None, None, None);
    }

    /// Runs a cycle of the handler, after the events.
    #[inline]
    pub(super) fn handle(&mut self, cfg: &Config, found: Found, i: &In) {
        self.show_nothing();
        match self.handler {
            Handler::Idle if found.ready => self.begin(found),
            Handler::Idle => {}
            Handler::Copy { slot, warp } => self.copy(cfg, slot, warp, i),
            Handler::Restore { slot, beat, saves } => {
                if beat == self.kernel.beats {
                    self.activate(slot);
                    self.handler = if saves { Handler::Drain { beat: 0 } } else { Handler::Idle };
                } else if !i.demand {
                    self.shown = Some((slot, beat));
                    self.handler = Handler::Restore { slot, beat: beat + 1, saves };
                }
            }
            Handler::Drain { beat } if !i.demand => {
                let last = beat + 1 == self.kernel.beats;
                self.handler = if last { Handler::Idle } else { Handler::Drain { beat: beat + 1 } };
            }
            Handler::Drain { .. } => {}
        }
    }

    /// Chooses a free slot for the first ready CTA, or a marked CTA that makes room for it.
    fn begin(&mut self, found: Found) {
        if let Some(slot) = found.free {
            self.handler =
                if self.enter(slot) { Handler::Idle } else { Handler::Restore { slot, beat: 0, saves: false } };
        } else if self.marked != 0 {
            let from_next = self.marked & u16::MAX.checked_shl(self.next.into()).unwrap_or(0);
            let slot = if from_next != 0 { from_next } else { self.marked }.trailing_zeros() as u8;
            self.handler = Handler::Copy { slot, warp: 0 };
        }
    }

    fn copy(&mut self, cfg: &Config, slot: u8, warp: u8, i: &In) {
        let cta = self.slots[usize::from(slot)].owner.expect("it is marked");
        self.buffer.copy(cfg, &self.kernel, cta, warp, i);
        if self.marked >> slot & 1 == 0 {
            // it has woken before its invalidation
            self.handler = Handler::Idle;
        } else if warp + 1 < self.kernel.warps {
            self.handler = Handler::Copy { slot, warp: warp + 1 };
        } else {
            self.snapshot(slot, cta);
        }
    }

    /// Deactivates the CTA, which waits for its registers from now on; the first ready CTA gets the
    /// slot.
    fn snapshot(&mut self, slot: u8, cta: u8) {
        let pending = self.slots[usize::from(slot)].pending;
        let old = &mut self.ctas[usize::from(cta)];
        (old.active, old.counter) = (false, pending);
        if pending == 0 {
            self.ready.push(cta);
        }
        self.marked &= !(1 << slot);
        self.invalidated = Some(slot);
        self.next = slot + 1;
        self.handler =
            if self.enter(slot) { Handler::Drain { beat: 0 } } else { Handler::Restore { slot, beat: 0, saves: true } };
    }

    /// Gives the slot to the first ready CTA. Returns whether that CTA is active already: a fresh
    /// one has nothing to restore.
    fn enter(&mut self, slot: u8) -> bool {
        let cta = self.ready.pop();
        let place = &mut self.slots[usize::from(slot)];
        (place.owner, place.pending) = (Some(cta), 0);
        let fresh = self.ctas[usize::from(cta)].fresh;
        if fresh {
            self.activate(slot);
        }
        fresh
    }

    fn activate(&mut self, slot: u8) {
        let cta = self.slots[usize::from(slot)].owner.expect("it was given away");
        let entry = &mut self.ctas[usize::from(cta)];
        self.activated = Some(Activation { slot, cta, fresh: entry.fresh });
        (entry.active, entry.fresh, entry.counter) = (true, false, 0);
    }
}
