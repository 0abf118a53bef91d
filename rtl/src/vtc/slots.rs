//! All slots: from events to marks.

use rust_hdl::prelude::*;

use super::slot::Slot;
use crate::array::Array;
use crate::number::{Number, Numbers};
use crate::primitive::Join;

/// The `S` slots, numbered in `SB` bits, with up to `2^WL - 1` warps each.
#[derive(LogicBlock, Default)]
pub struct Slots<const S: usize, const SB: usize, const WL: usize, const WAITS: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub stall_valid: Signal<In, Bit>,
    pub stall_slot: Signal<In, Bits<SB>>,
    pub wake_valid: Signal<In, Bit>,
    pub wake_slot: Signal<In, Bits<SB>>,
    pub barrier_valid: Signal<In, Bit>,
    pub barrier_slot: Signal<In, Bits<SB>>,
    pub open_valid: Signal<In, Bit>,
    pub open_slot: Signal<In, Bits<SB>>,
    pub exit_valid: Signal<In, Bit>,
    pub exit_slot: Signal<In, Bits<SB>>,
    /// Whether a CTA gets a slot.
    pub give: Signal<In, Bit>,
    pub give_slot: Signal<In, Bits<SB>>,
    pub live: Signal<In, Bits<WL>>,
    pub waiting: Signal<In, Bits<WL>>,
    /// The slot whose warps are read, after this cycle's events.
    pub slot: Signal<In, Bits<SB>>,
    pub live_after: Signal<Out, Bits<WL>>,
    pub waiting_after: Signal<Out, Bits<WL>>,
    pub marked_after: Signal<Out, Bits<S>>,
    /// Whether the last warp of a CTA exits.
    pub ends: Signal<Out, Bit>,
    pub marked: Signal<Out, Bits<S>>,
    pub occupied: Signal<Out, Bits<S>>,
    none: Number<WL, 0>,
    name: Numbers<SB, S>,
    each: Array<Slot<WL, WAITS>, S>,
    join_after: Join<Bit, S, S>,
    join_ends: Join<Bit, S, S>,
    join_marked: Join<Bit, S, S>,
    join_occupied: Join<Bit, S, S>,
}

impl<const S: usize, const SB: usize, const WL: usize, const WAITS: usize> Logic for Slots<S, SB, WL, WAITS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.live_after.next = self.none.val();
        self.waiting_after.next = self.none.val();
        for s in 0..S {
            self.each[s].clock.next = self.clock.val();
            self.each[s].reset.next = self.reset.val();
            self.each[s].stall.next = self.stall_valid.val() & (self.stall_slot.val() == self.name[s].val());
            self.each[s].wake.next = self.wake_valid.val() & (self.wake_slot.val() == self.name[s].val());
            self.each[s].barrier.next = self.barrier_valid.val() & (self.barrier_slot.val() == self.name[s].val());
            self.each[s].open.next = self.open_valid.val() & (self.open_slot.val() == self.name[s].val());
            self.each[s].exit.next = self.exit_valid.val() & (self.exit_slot.val() == self.name[s].val());
            self.each[s].give.next = self.give.val() & (self.give_slot.val() == self.name[s].val());
            self.each[s].live.next = self.live.val();
            self.each[s].waiting.next = self.waiting.val();
            if self.slot.val() == self.name[s].val() {
                self.live_after.next = self.each[s].live_after.val();
                self.waiting_after.next = self.each[s].waiting_after.val();
            }
            self.join_after.d[s].next = self.each[s].marked_after.val();
            self.join_ends.d[s].next = self.each[s].ends.val();
            self.join_marked.d[s].next = self.each[s].marked.val();
            self.join_occupied.d[s].next = self.each[s].occupied.val();
        }
        self.marked_after.next = self.join_after.q.val();
        self.ends.next = self.join_ends.q.val().any();
        self.marked.next = self.join_marked.q.val();
        self.occupied.next = self.join_occupied.q.val();
    }
}
