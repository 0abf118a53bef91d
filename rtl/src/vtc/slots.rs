//! All slots: from events to marks, and what each slot holds of its CTA.

use rust_hdl::prelude::*;

use super::slot::Slot;
use crate::array::Array;
use crate::number::{Number, Numbers, Powers};
use crate::primitive::{Join, Resize};

/// The `S` slots of active CTAs, numbered in `SB` bits; a slot counts up to `2^WL - 1` warps and
/// `2^PB - 1` pending registers.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Slots<
    const S: usize, const SB: usize, const WL: usize, const WAITS: usize, const CB: usize, const PB: usize,
> {
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
    pub issue_valid: Signal<In, Bit>,
    pub issue_slot: Signal<In, Bits<SB>>,
    pub issue_count: Signal<In, Bits<3>>,
    pub writeback_valid: Signal<In, Bit>,
    pub writeback_slot: Signal<In, Bits<SB>>,
    pub writeback_cta: Signal<In, Bits<CB>>,
    pub writeback_count: Signal<In, Bits<3>>,
    /// Whether a kernel is new, and the slots that it may use.
    pub renewed: Signal<In, Bit>,
    pub usable: Signal<In, Bits<S>>,
    /// The slot that CTA `head` gets, if any.
    pub give: Signal<In, Bits<S>>,
    pub head: Signal<In, Bits<CB>>,
    pub live: Signal<In, Bits<WL>>,
    pub waiting: Signal<In, Bits<WL>>,
    /// The slot whose CTA is read, as one bit and as a number.
    pub at: Signal<In, Bits<S>>,
    pub slot: Signal<In, Bits<SB>>,
    pub owner: Signal<Out, Bits<CB>>,
    pub at_live: Signal<Out, Bits<WL>>,
    pub at_waiting: Signal<Out, Bits<WL>>,
    /// Its pending registers after a writeback of this cycle, and whether there are none.
    pub pending: Signal<Out, Bits<PB>>,
    pub settled: Signal<Out, Bit>,
    pub marked_after: Signal<Out, Bits<S>>,
    /// Whether a warp in `slot` goes on, so that its CTA, if it is marked, is so no longer.
    pub goes_on: Signal<Out, Bit>,
    /// Whether the registers that are written are of the CTA to whose slot they are written.
    pub hit: Signal<Out, Bit>,
    /// Whether the last warp of a CTA exits, and the CTA of the warp that exits.
    pub ends: Signal<Out, Bit>,
    pub ends_cta: Signal<Out, Bits<CB>>,
    pub marked: Signal<Out, Bits<S>>,
    /// The slots that a CTA may get.
    pub free: Signal<Out, Bits<S>>,
    going: Signal<Local, Bits<WL>>,
    owed: Signal<Local, Bits<PB>>,
    part_owner: Signal<Local, Bits<CB>>,
    part_ends: Signal<Local, Bits<CB>>,
    part_live: Signal<Local, Bits<WL>>,
    part_waiting: Signal<Local, Bits<WL>>,
    part_owed: Signal<Local, Bits<PB>>,
    nobody: Number<CB, 0>,
    none: Number<WL, 0>,
    no_register: Number<PB, 0>,
    waits: Number<WL, WAITS>,
    name: Numbers<SB, S>,
    place: Powers<S, S>,
    each: Array<Slot<WL, WAITS, CB, PB>, S>,
    written: Resize<3, PB>,
    join_after: Join<Bit, S, S>,
    join_ends: Join<Bit, S, S>,
    join_hit: Join<Bit, S, S>,
    join_marked: Join<Bit, S, S>,
    join_free: Join<Bit, S, S>,
}

#[rustfmt::skip]
impl<const S: usize, const SB: usize, const WL: usize, const WAITS: usize, const CB: usize, const PB: usize> Logic
    for Slots<S, SB, WL, WAITS, CB, PB>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.going.next = self.live.val() - (self.waiting.val() & self.waits.val());
        self.owner.next = self.nobody.val();
        self.at_live.next = self.none.val();
        self.at_waiting.next = self.none.val();
        self.owed.next = self.no_register.val();
        self.ends_cta.next = self.nobody.val();
        for s in 0..S {
            self.each[s].clock.next = self.clock.val();
            self.each[s].reset.next = self.reset.val();
            self.each[s].stall.next = self.stall_valid.val() & (self.stall_slot.val() == self.name[s].val());
            self.each[s].wake.next = self.wake_valid.val() & (self.wake_slot.val() == self.name[s].val());
            self.each[s].barrier.next = self.barrier_valid.val() & (self.barrier_slot.val() == self.name[s].val());
            self.each[s].open.next = self.open_valid.val() & (self.open_slot.val() == self.name[s].val());
            self.each[s].exit.next = self.exit_valid.val() & (self.exit_slot.val() == self.name[s].val());
            self.each[s].issue.next = self.issue_valid.val() & (self.issue_slot.val() == self.name[s].val());
            self.each[s].issue_count.next = self.issue_count.val();
            self.each[s].writeback.next = self.writeback_valid.val() & (self.writeback_slot.val() == self.name[s].val());
            self.each[s].writeback_cta.next = self.writeback_cta.val();
            self.each[s].writeback_count.next = self.writeback_count.val();
            self.each[s].renewed.next = self.renewed.val();
            self.each[s].usable.next = (self.usable.val() & self.place[s].val()).any();
            self.each[s].give.next = (self.give.val() & self.place[s].val()).any();
            self.each[s].head.next = self.head.val();
            self.each[s].live.next = self.live.val();
            self.each[s].waiting.next = self.waiting.val();
            self.each[s].going.next = self.going.val();
            // the slots' words are gated and joined, so that a late place delays by two gates
            self.part_owner.next = self.nobody.val();
            self.part_live.next = self.none.val();
            self.part_waiting.next = self.none.val();
            self.part_owed.next = self.no_register.val();
            self.part_ends.next = self.nobody.val();
            if (self.at.val() & self.place[s].val()).any() {
                self.part_owner.next = self.each[s].owner.val();
                self.part_live.next = self.each[s].live_now.val();
                self.part_waiting.next = self.each[s].waiting_now.val();
                self.part_owed.next = self.each[s].pending.val();
            }
            if self.exit_slot.val() == self.name[s].val() {
                self.part_ends.next = self.each[s].owner.val();
            }
            self.owner.next = self.owner.val() | self.part_owner.val();
            self.at_live.next = self.at_live.val() | self.part_live.val();
            self.at_waiting.next = self.at_waiting.val() | self.part_waiting.val();
            self.owed.next = self.owed.val() | self.part_owed.val();
            self.ends_cta.next = self.ends_cta.val() | self.part_ends.val();
            self.join_after.d[s].next = self.each[s].marked_after.val();
            self.join_ends.d[s].next = self.each[s].ends.val();
            self.join_hit.d[s].next = self.each[s].hit.val();
            self.join_marked.d[s].next = self.each[s].marked.val();
            self.join_free.d[s].next = self.each[s].free.val();
        }
        self.written.d.next = self.writeback_count.val();
        self.pending.next = self.owed.val();
        self.settled.next = self.owed.val() == self.no_register.val();
        if (self.join_hit.q.val() & self.at.val()).any() {
            self.pending.next = self.owed.val() - self.written.q.val();
            self.settled.next = self.owed.val() == self.written.q.val();
        }
        self.marked_after.next = self.join_after.q.val();
        self.goes_on.next = (self.wake_valid.val() & (self.wake_slot.val() == self.slot.val()))
            | (self.open_valid.val() & self.waits.val().any() & (self.open_slot.val() == self.slot.val()));
        self.hit.next = self.join_hit.q.val().any();
        self.ends.next = self.join_ends.q.val().any();
        self.marked.next = self.join_marked.q.val();
        self.free.next = self.join_free.q.val();
    }
}
