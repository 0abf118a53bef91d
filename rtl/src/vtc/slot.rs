//! One slot: the warp counters of its CTA.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Register, Resettable};

/// The effect of a cycle's events on a slot's counters. `WAITS` has ones where warps at a barrier count as stalled.
#[derive(LogicBlock, Default)]
pub struct Events<const WL: usize, const WAITS: usize> {
    pub stall: Signal<In, Bit>,
    pub wake: Signal<In, Bit>,
    pub barrier: Signal<In, Bit>,
    pub open: Signal<In, Bit>,
    pub exit: Signal<In, Bit>,
    pub live: Signal<In, Bits<WL>>,
    pub stalled: Signal<In, Bits<WL>>,
    pub waiting: Signal<In, Bits<WL>>,
    pub live_after: Signal<Out, Bits<WL>>,
    pub stalled_after: Signal<Out, Bits<WL>>,
    pub waiting_after: Signal<Out, Bits<WL>>,
    pub marked: Signal<Out, Bit>,
    /// Whether the last warp exits.
    pub ends: Signal<Out, Bit>,
    none: Number<WL, 0>,
    one: Number<WL, 1>,
    waits: Number<WL, WAITS>,
}

impl<const WL: usize, const WAITS: usize> Logic for Events<WL, WAITS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.live_after.next = self.live.val();
        if self.exit.val() {
            self.live_after.next = self.live.val() - self.one.val();
        }
        self.ends.next = self.exit.val() & (self.live.val() == self.one.val());
        self.stalled_after.next = self.stalled.val();
        if self.stall.val() & !self.wake.val() {
            self.stalled_after.next = self.stalled.val() + self.one.val();
        }
        if self.wake.val() & !self.stall.val() {
            self.stalled_after.next = self.stalled.val() - self.one.val();
        }
        // one that arrives while the barrier opens waits for the next time
        self.waiting_after.next = self.waiting.val();
        if self.open.val() {
            self.waiting_after.next = self.none.val();
        }
        if self.barrier.val() {
            self.waiting_after.next = self.waiting_after.val() + self.one.val();
        }
        self.marked.next = self.stalled_after.val().any()
            & ((self.stalled_after.val() + (self.waiting_after.val() & self.waits.val())) == self.live_after.val());
    }
}

/// One slot: its warp counters. A slot whose CTA is not active has no stalled warp, and so no mark.
#[derive(LogicBlock, Default)]
pub struct Slot<const WL: usize, const WAITS: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub stall: Signal<In, Bit>,
    pub wake: Signal<In, Bit>,
    pub barrier: Signal<In, Bit>,
    pub open: Signal<In, Bit>,
    pub exit: Signal<In, Bit>,
    /// Whether a CTA gets the slot, with `live` live warps, of which `waiting` wait at a barrier.
    pub give: Signal<In, Bit>,
    pub live: Signal<In, Bits<WL>>,
    pub waiting: Signal<In, Bits<WL>>,
    pub live_after: Signal<Out, Bits<WL>>,
    pub waiting_after: Signal<Out, Bits<WL>>,
    pub marked_after: Signal<Out, Bit>,
    pub ends: Signal<Out, Bit>,
    pub marked: Signal<Out, Bit>,
    pub occupied: Signal<Out, Bit>,
    none: Number<WL, 0>,
    events: Events<WL, WAITS>,
    live_q: Register<Bits<WL>>,
    stalled_q: Resettable<Bits<WL>>,
    waiting_q: Register<Bits<WL>>,
    marked_q: Resettable<Bit>,
    occupied_q: Resettable<Bit>,
}

impl<const WL: usize, const WAITS: usize> Logic for Slot<WL, WAITS> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, live_q, stalled_q, waiting_q, marked_q, occupied_q);
        self.events.stall.next = self.stall.val();
        self.events.wake.next = self.wake.val();
        self.events.barrier.next = self.barrier.val();
        self.events.open.next = self.open.val();
        self.events.exit.next = self.exit.val();
        self.events.live.next = self.live_q.q.val();
        self.events.stalled.next = self.stalled_q.q.val();
        self.events.waiting.next = self.waiting_q.q.val();
        self.live_after.next = self.events.live_after.val();
        self.waiting_after.next = self.events.waiting_after.val();
        self.marked_after.next = self.events.marked.val();
        self.ends.next = self.events.ends.val();
        self.marked.next = self.marked_q.q.val();
        self.occupied.next = self.occupied_q.q.val();
        // the next cycle
        self.stalled_q.reset.next = self.reset.val();
        self.marked_q.reset.next = self.reset.val();
        self.occupied_q.reset.next = self.reset.val();
        self.live_q.d.next = self.events.live_after.val();
        self.stalled_q.d.next = self.events.stalled_after.val();
        self.waiting_q.d.next = self.events.waiting_after.val();
        self.marked_q.d.next = self.events.marked.val() & !self.give.val();
        self.occupied_q.d.next = self.give.val() | (self.occupied_q.q.val() & !self.events.ends.val());
        if self.give.val() {
            self.live_q.d.next = self.live.val();
            self.stalled_q.d.next = self.none.val();
            self.waiting_q.d.next = self.waiting.val();
        }
    }
}
