//! The two oldest instructions of a partition, beside the buffer: whether the oldest waits is known when a cycle begins.

use rust_hdl::prelude::*;

use super::instruction::{DST_KIND, Named, OPERANDS};
use super::pending::Waits;
use crate::primitive::{Kept, Register, Resettable, Slice};

/// A partition's two oldest instructions, and the operands for which the oldest waits.
///
/// What becomes the oldest is the second or, if there is none, the instruction that the stream offers. Whether its registers are
/// pending is found before it is known whether it does. The oldest waits on until its registers are written.
#[derive(LogicBlock, Default)]
pub struct Front<
    const D: usize,
    const M: usize,
    const X: usize,
    const RB: usize,
    const ORB: usize,
    const OB: usize,
    const DST: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub data: Signal<In, Bits<D>>,
    pub mask: Signal<In, Bits<M>>,
    pub meta: Signal<In, Bits<X>>,
    pub done_valid: Signal<In, Bit>,
    pub done_kind: Signal<In, Bits<2>>,
    pub done_register: Signal<In, Bits<RB>>,
    /// Whether the partition has one instruction in the buffer, two, three.
    pub has_first: Signal<In, Bit>,
    pub has_second: Signal<In, Bit>,
    pub has_third: Signal<In, Bit>,
    /// Whether the oldest leaves, and whether the one that is offered enters.
    pub leaves: Signal<In, Bit>,
    pub takes: Signal<In, Bit>,
    pub offered: Signal<In, Bits<OB>>,
    /// The third, valid if the oldest leaves and there is one.
    pub third: Signal<In, Bits<OB>>,
    pub first: Signal<Out, Bits<OB>>,
    /// Whether there is an oldest instruction that waits for no register.
    pub free: Signal<Out, Bit>,
    oldest: Kept<Bits<OB>>,
    second: Kept<Bits<OB>>,
    waits: Register<Bits<OPERANDS>>,
    goes: Resettable<Bit>,
    stays: Signal<Local, Bit>,
    next_oldest: Signal<Local, Bits<OB>>,
    still_waits: Signal<Local, Bits<OPERANDS>>,
    next_waits: Signal<Local, Bits<OPERANDS>>,
    dst_kind: Slice<OB, DST_KIND, 2>,
    dst: Slice<OB, DST, RB>,
    written: Named<RB, ORB, OB>,
    next_written: Named<RB, ORB, OB>,
    next_depends: Named<RB, ORB, OB>,
    look_up: Waits<D, M, X, RB, ORB, OB>,
}

impl<
    const D: usize,
    const M: usize,
    const X: usize,
    const RB: usize,
    const ORB: usize,
    const OB: usize,
    const DST: usize,
> Logic for Front<D, M, X, RB, ORB, OB, DST>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, oldest, second, waits, goes);
        self.goes.reset.next = self.reset.val();
        self.stays.next = self.has_first.val() & !self.leaves.val();
        self.first.next = self.oldest.q.val();
        self.free.next = self.goes.q.val();
        // the oldest
        self.written.word.next = self.oldest.q.val();
        self.written.valid.next = self.done_valid.val();
        self.written.kind.next = self.done_kind.val();
        self.written.register.next = self.done_register.val();
        self.still_waits.next = self.waits.q.val() & !self.written.named.val();
        // the one behind it
        self.next_oldest.next = self.offered.val();
        if self.has_second.val() {
            self.next_oldest.next = self.second.q.val();
        }
        self.look_up.data.next = self.data.val();
        self.look_up.mask.next = self.mask.val();
        self.look_up.meta.next = self.meta.val();
        self.look_up.word.next = self.next_oldest.val();
        self.next_written.word.next = self.next_oldest.val();
        self.next_written.valid.next = self.done_valid.val();
        self.next_written.kind.next = self.done_kind.val();
        self.next_written.register.next = self.done_register.val();
        // if it takes the place of the oldest, that one leaves, and its destination is pending from then on
        self.dst_kind.d.next = self.oldest.q.val();
        self.dst.d.next = self.oldest.q.val();
        self.next_depends.word.next = self.next_oldest.val();
        self.next_depends.valid.next = self.has_first.val() & self.dst_kind.q.val().any();
        self.next_depends.kind.next = self.dst_kind.q.val();
        self.next_depends.register.next = self.dst.q.val();
        self.next_waits.next =
            (self.look_up.waits.val() & !self.next_written.named.val()) | self.next_depends.named.val();
        // which of them is the oldest in the next cycle
        self.oldest.d.next = self.next_oldest.val();
        self.oldest.load.next = !self.stays.val();
        self.waits.d.next = self.next_waits.val();
        self.goes.d.next = (self.has_second.val() | self.takes.val()) & !self.next_waits.val().any();
        if self.stays.val() {
            self.waits.d.next = self.still_waits.val();
            self.goes.d.next = !self.still_waits.val().any();
        }
        self.second.load.next = self.leaves.val() | !self.has_second.val();
        self.second.d.next = self.offered.val();
        if self.has_third.val() {
            self.second.d.next = self.third.val();
        }
    }
}
