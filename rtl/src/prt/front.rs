//! The two oldest instructions of a partition, beside the buffer: whether the oldest waits for a
//! register is known when a cycle begins.
//!
//! All is in the partition's own numbers but the oldest instruction, which is renamed as it becomes
//! that (IV.B): a partition's base stays where it is while it has an instruction in the buffer.

use heddle_contract::prt::op::CLASSES;
use heddle_contract::prt::{SOURCES, kind};
use rust_hdl::prelude::*;

use super::instruction::{CLASS, CLASS_BITS, DST_KIND, Named, NamedFrom, OPERANDS};
use super::pending::{METAS, Pending, Waits};
use super::rename::{Own, Rename};
use crate::number::Number;
use crate::primitive::{Kept, Register, Slice};

/// A partition's two oldest instructions, and the operands for which the oldest waits.
///
/// What becomes the oldest is the second or, if there is none, the instruction that the stream
/// offers. Whether its registers are pending is found before it is known whether it does. The
/// oldest waits on until its registers are written.
#[derive(LogicBlock, Default)]
pub struct Front<
    const D: usize,
    const M: usize,
    const PB: usize,
    const RB: usize,
    const ORB: usize,
    const OB: usize,
    const DST: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub partition: Signal<In, Bits<PB>>,
    pub data_base: Signal<In, Bits<RB>>,
    pub mask_base: Signal<In, Bits<RB>>,
    pub done_valid: Signal<In, Bit>,
    pub done_kind: Signal<In, Bits<2>>,
    pub done_register: Signal<In, Bits<RB>>,
    /// Mask of the classes whose pipelines are ready.
    pub issue_ready: Signal<In, Bits<{ CLASSES as usize }>>,
    /// Whether the partition has one instruction in the buffer, two, three.
    pub has_first: Signal<In, Bit>,
    pub has_second: Signal<In, Bit>,
    pub has_third: Signal<In, Bit>,
    /// Whether the oldest leaves.
    pub leaves: Signal<In, Bit>,
    pub offered: Signal<In, Bits<OB>>,
    /// The third, valid if the oldest leaves and there is one.
    pub third: Signal<In, Bits<OB>>,
    /// The oldest, with physical registers.
    pub first: Signal<Out, Bits<OB>>,
    /// Whether there is an oldest instruction that waits for no register, and whose pipelines are
    /// ready.
    pub can_go: Signal<Out, Bit>,
    oldest: Kept<Bits<OB>>,
    oldest_dst: Kept<Bits<RB>>,
    second: Kept<Bits<OB>>,
    data: Pending<D, RB>,
    mask: Pending<M, RB>,
    meta: Pending<METAS, RB>,
    waits: Register<Bits<OPERANDS>>,
    /// Whether the oldest waits for none of its sources, and for neither its destination nor its
    /// guard: two, so that less is between the registers.
    sources_ready: Register<Bit>,
    others_ready: Register<Bit>,
    op_class: Slice<OB, CLASS, CLASS_BITS>,
    first_class: Number<{ CLASSES as usize }, 1>,
    stays: Signal<Local, Bit>,
    next_oldest: Signal<Local, Bits<OB>>,
    still_waits: Signal<Local, Bits<OPERANDS>>,
    next_waits: Signal<Local, Bits<OPERANDS>>,
    dst_kind: Slice<OB, DST_KIND, 2>,
    dst: Slice<OB, DST, RB>,
    written: Named<RB, ORB, OB>,
    next_written: NamedFrom<RB, ORB, OB>,
    next_depends: Named<RB, ORB, OB>,
    look_up: Waits<D, M, RB, ORB, OB>,
    rename: Rename<PB, RB, ORB, OB>,
    done: Own<PB, RB>,
    sources: Number<OPERANDS, { (1 << SOURCES) - 1 }>,
    data_kind: Number<2, { kind::DATA as usize }>,
    mask_kind: Number<2, { kind::MASK as usize }>,
    meta_kind: Number<2, { kind::META as usize }>,
}

impl<
    const D: usize,
    const M: usize,
    const PB: usize,
    const RB: usize,
    const ORB: usize,
    const OB: usize,
    const DST: usize,
> Logic for Front<D, M, PB, RB, ORB, OB, DST>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, oldest, oldest_dst, second, data, mask, meta, waits, sources_ready, others_ready);
        self.data.reset.next = self.reset.val();
        self.mask.reset.next = self.reset.val();
        self.meta.reset.next = self.reset.val();
        self.stays.next = self.has_first.val() & !self.leaves.val();
        self.first.next = self.oldest.q.val();
        self.op_class.d.next = self.oldest.q.val();
        self.can_go.next = self.has_first.val()
            & self.sources_ready.q.val()
            & self.others_ready.q.val()
            & ((self.issue_ready.val() >> self.op_class.q.val()) & self.first_class.val()).any();
        // a register that is written, by the number that it would have here
        self.done.kind.next = self.done_kind.val();
        self.done.physical.next = self.done_register.val();
        self.done.partition.next = self.partition.val();
        self.done.data_base.next = self.data_base.val();
        self.done.mask_base.next = self.mask_base.val();
        self.data.done.next = self.done_valid.val() & (self.done_kind.val() == self.data_kind.val());
        self.mask.done.next = self.done_valid.val() & (self.done_kind.val() == self.mask_kind.val());
        self.meta.done.next = self.done_valid.val() & (self.done_kind.val() == self.meta_kind.val());
        self.data.done_register.next = self.done.register.val();
        self.mask.done_register.next = self.done.register.val();
        self.meta.done_register.next = self.done.register.val();
        // the destination of the oldest is pending when that has left
        self.dst_kind.d.next = self.oldest.q.val();
        self.data.issue.next = self.leaves.val() & (self.dst_kind.q.val() == self.data_kind.val());
        self.mask.issue.next = self.leaves.val() & (self.dst_kind.q.val() == self.mask_kind.val());
        self.meta.issue.next = self.leaves.val() & (self.dst_kind.q.val() == self.meta_kind.val());
        self.data.issue_dst.next = self.oldest_dst.q.val();
        self.mask.issue_dst.next = self.oldest_dst.q.val();
        self.meta.issue_dst.next = self.oldest_dst.q.val();
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
        self.look_up.data.next = self.data.pending.val();
        self.look_up.mask.next = self.mask.pending.val();
        self.look_up.meta.next = self.meta.pending.val();
        self.look_up.word.next = self.next_oldest.val();
        self.next_written.word.next = self.next_oldest.val();
        self.next_written.valid.next = self.done_valid.val();
        self.next_written.kind.next = self.done_kind.val();
        self.next_written.register.next = self.done_register.val();
        self.next_written.base.next = self.done.base.val();
        // if it takes the place of the oldest, that one leaves, and its destination is pending from
        // then on
        self.next_depends.word.next = self.next_oldest.val();
        self.next_depends.valid.next = self.has_first.val() & self.dst_kind.q.val().any();
        self.next_depends.kind.next = self.dst_kind.q.val();
        self.next_depends.register.next = self.oldest_dst.q.val();
        self.next_waits.next =
            (self.look_up.waits.val() & !self.next_written.named.val()) | self.next_depends.named.val();
        // which of them is the oldest in the next cycle
        self.rename.partition.next = self.partition.val();
        self.rename.data_base.next = self.data_base.val();
        self.rename.mask_base.next = self.mask_base.val();
        self.rename.own.next = self.next_oldest.val();
        self.oldest.d.next = self.rename.physical.val();
        self.oldest.load.next = !self.stays.val();
        self.dst.d.next = self.next_oldest.val();
        self.oldest_dst.d.next = self.dst.q.val();
        self.oldest_dst.load.next = !self.stays.val();
        self.waits.d.next = self.next_waits.val();
        self.sources_ready.d.next = !(self.next_waits.val() & self.sources.val()).any();
        self.others_ready.d.next = !(self.next_waits.val() & !self.sources.val()).any();
        if self.stays.val() {
            self.waits.d.next = self.still_waits.val();
            self.sources_ready.d.next = !(self.still_waits.val() & self.sources.val()).any();
            self.others_ready.d.next = !(self.still_waits.val() & !self.sources.val()).any();
        }
        self.second.load.next = self.leaves.val() | !self.has_second.val();
        self.second.d.next = self.offered.val();
        if self.has_third.val() {
            self.second.d.next = self.third.val();
        }
    }
}
