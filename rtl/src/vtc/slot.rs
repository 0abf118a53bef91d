//! One slot: the warp counters and the pending registers of its CTA.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Register, Resettable, Resize};

/// The next values of a slot's warp counters, of `WL` bits, after the events of a cycle. `WAITS`
/// has ones where warps at a barrier count as stalled.
///
/// `going` are the live warps that do not count as stalled. An event that ends this for one of them
/// comes only when there is one, and so no such event leaves more than `going` have been; and after
/// a wake, or when a barrier opens, at least one is going.
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
    pub going: Signal<In, Bits<WL>>,
    pub live_after: Signal<Out, Bits<WL>>,
    pub stalled_after: Signal<Out, Bits<WL>>,
    pub waiting_after: Signal<Out, Bits<WL>>,
    pub going_after: Signal<Out, Bits<WL>>,
    pub marked: Signal<Out, Bit>,
    /// Whether the last warp exits.
    pub ends: Signal<Out, Bit>,
    arrives: Signal<Local, Bit>,
    opens: Signal<Local, Bit>,
    one_stops: Signal<Local, Bit>,
    two_stop: Signal<Local, Bit>,
    all_stop: Signal<Local, Bit>,
    woken: Signal<Local, Bits<WL>>,
    back: Signal<Local, Bits<WL>>,
    stalls: Signal<Local, Bits<WL>>,
    comes: Signal<Local, Bits<WL>>,
    exits: Signal<Local, Bits<WL>>,
    none: Number<WL, 0>,
    one: Number<WL, 1>,
    two: Number<WL, 2>,
    three: Number<WL, 3>,
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
        self.arrives.next = self.barrier.val() & self.waits.val().any();
        self.opens.next = self.open.val() & self.waits.val().any();
        self.woken.next = self.none.val();
        self.back.next = self.none.val();
        self.stalls.next = self.none.val();
        self.comes.next = self.none.val();
        self.exits.next = self.none.val();
        if self.wake.val() {
            self.woken.next = self.one.val();
        }
        if self.opens.val() {
            self.back.next = self.waiting.val();
        }
        if self.stall.val() {
            self.stalls.next = self.one.val();
        }
        if self.arrives.val() {
            self.comes.next = self.one.val();
        }
        if self.exit.val() {
            self.exits.next = self.one.val();
        }
        self.going_after.next = self.going.val() + self.woken.val() + self.back.val()
            - self.stalls.val()
            - self.comes.val()
            - self.exits.val();
        // the events of the cycle are late: whether no warp is going after them follows from how
        // many were
        self.one_stops.next = self.stall.val() | self.exit.val() | self.arrives.val();
        self.two_stop.next =
            (self.stall.val() & (self.exit.val() | self.arrives.val())) | (self.exit.val() & self.arrives.val());
        self.all_stop.next = self.stall.val() & self.exit.val() & self.arrives.val();
        self.marked.next = (self.stalled.val().any() | self.stall.val())
            & ((self.going.val() == self.none.val())
                | (self.one_stops.val() & (self.going.val() == self.one.val()))
                | (self.two_stop.val() & (self.going.val() == self.two.val()))
                | (self.all_stop.val() & (self.going.val() == self.three.val())))
            & !self.wake.val()
            & !self.opens.val();
    }
}

/// One slot of an active CTA: the counters of its live, stalled and waiting warps, its pending
/// registers, and its mark, which is set while all live warps are stalled. A slot whose CTA is not
/// active has no stalled warp, and so no mark.
#[derive(LogicBlock, Default)]
pub struct Slot<const WL: usize, const WAITS: usize, const CB: usize, const PB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub stall: Signal<In, Bit>,
    pub wake: Signal<In, Bit>,
    pub barrier: Signal<In, Bit>,
    pub open: Signal<In, Bit>,
    pub exit: Signal<In, Bit>,
    pub issue: Signal<In, Bit>,
    pub issue_count: Signal<In, Bits<3>>,
    /// Whether registers are written that were issued from the slot, and those of which CTA.
    pub writeback: Signal<In, Bit>,
    pub writeback_cta: Signal<In, Bits<CB>>,
    pub writeback_count: Signal<In, Bits<3>>,
    /// Whether a kernel is new, and whether it may use the slot.
    pub renewed: Signal<In, Bit>,
    pub usable: Signal<In, Bit>,
    /// Whether CTA `head` gets the slot, with `live` live warps, of which `waiting` wait at a
    /// barrier and `going` do not count as stalled.
    pub give: Signal<In, Bit>,
    pub head: Signal<In, Bits<CB>>,
    pub live: Signal<In, Bits<WL>>,
    pub waiting: Signal<In, Bits<WL>>,
    pub going: Signal<In, Bits<WL>>,
    /// The CTA that the slot belongs to, also after its end; its live and waiting warps, and its
    /// pending registers.
    pub owner: Signal<Out, Bits<CB>>,
    pub live_now: Signal<Out, Bits<WL>>,
    pub waiting_now: Signal<Out, Bits<WL>>,
    pub pending: Signal<Out, Bits<PB>>,
    /// Whether the registers that are written are of the slot's CTA.
    pub hit: Signal<Out, Bit>,
    pub marked_after: Signal<Out, Bit>,
    pub ends: Signal<Out, Bit>,
    pub marked: Signal<Out, Bit>,
    pub free: Signal<Out, Bit>,
    own: Signal<Local, Bit>,
    more: Signal<Local, Bits<PB>>,
    kept: Signal<Local, Bits<PB>>,
    less: Signal<Local, Bits<PB>>,
    none: Number<WL, 0>,
    no_register: Number<PB, 0>,
    events: Events<WL, WAITS>,
    issued: Resize<3, PB>,
    written: Resize<3, PB>,
    owner_q: Register<Bits<CB>>,
    live_q: Register<Bits<WL>>,
    stalled_q: Resettable<Bits<WL>>,
    waiting_q: Register<Bits<WL>>,
    going_q: Register<Bits<WL>>,
    pending_q: Register<Bits<PB>>,
    marked_q: Resettable<Bit>,
    free_q: Resettable<Bit>,
}

impl<const WL: usize, const WAITS: usize, const CB: usize, const PB: usize> Logic for Slot<WL, WAITS, CB, PB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, owner_q, live_q, stalled_q, waiting_q, going_q, pending_q, marked_q, free_q);
        self.events.stall.next = self.stall.val();
        self.events.wake.next = self.wake.val();
        self.events.barrier.next = self.barrier.val();
        self.events.open.next = self.open.val();
        self.events.exit.next = self.exit.val();
        self.events.live.next = self.live_q.q.val();
        self.events.stalled.next = self.stalled_q.q.val();
        self.events.waiting.next = self.waiting_q.q.val();
        self.events.going.next = self.going_q.q.val();
        self.owner.next = self.owner_q.q.val();
        self.live_now.next = self.live_q.q.val();
        self.waiting_now.next = self.waiting_q.q.val();
        self.pending.next = self.pending_q.q.val();
        self.marked_after.next = self.events.marked.val();
        self.ends.next = self.events.ends.val();
        self.marked.next = self.marked_q.q.val();
        self.free.next = self.free_q.q.val();
        // registers
        self.own.next = self.writeback.val() & (self.owner_q.q.val() == self.writeback_cta.val());
        self.hit.next = self.own.val();
        self.issued.d.next = self.issue_count.val();
        self.written.d.next = self.writeback_count.val();
        self.more.next = self.no_register.val();
        if self.issue.val() {
            self.more.next = self.issued.q.val();
        }
        // whose registers are written is known late
        self.kept.next = self.pending_q.q.val() + self.more.val();
        self.less.next = self.pending_q.q.val() + self.more.val() - self.written.q.val();
        // the next cycle
        self.stalled_q.reset.next = self.reset.val();
        self.marked_q.reset.next = self.reset.val();
        self.free_q.reset.next = self.reset.val();
        self.owner_q.d.next = self.owner_q.q.val();
        self.live_q.d.next = self.events.live_after.val();
        self.stalled_q.d.next = self.events.stalled_after.val();
        self.waiting_q.d.next = self.events.waiting_after.val();
        self.going_q.d.next = self.events.going_after.val();
        self.pending_q.d.next = self.kept.val();
        if self.own.val() {
            self.pending_q.d.next = self.less.val();
        }
        self.marked_q.d.next = self.events.marked.val() & !self.give.val();
        self.free_q.d.next = (self.free_q.q.val() | self.events.ends.val()) & !self.give.val();
        if self.renewed.val() {
            self.free_q.d.next = self.usable.val();
        }
        if self.give.val() {
            self.owner_q.d.next = self.head.val();
            self.live_q.d.next = self.live.val();
            self.stalled_q.d.next = self.none.val();
            self.waiting_q.d.next = self.waiting.val();
            self.going_q.d.next = self.going.val();
            self.pending_q.d.next = self.no_register.val();
        }
    }
}
