//! The fields of the instruction register (3.1) beside the source operands, and the place of the
//! instruction's destination.

use rust_hdl::prelude::*;

use super::locate::Locate;
use super::map::BankMap;
use crate::number::Number;
use crate::primitive::{Adder, Kept, TwoRows};

/// The instruction register: the fields and the destination of an instruction, captured when it is
/// accepted. The destination is computed for each bundle as it enters the window; its place is an
/// output at acceptance too, for the responses to come.
#[derive(LogicBlock, Default)]
pub struct Instruction<
    const W: usize,
    const K: usize,
    const KB: usize,
    const LB: usize,
    const WB: usize,
    const TB: usize,
    const RB: usize,
    const SB: usize,
    const WM1: usize,
    const LOGW: usize,
    const STEP1: usize,
    const SKEW: usize,
> {
    pub clock: Signal<In, Clock>,
    pub accept: Signal<In, Bit>,
    pub op: Signal<In, Bits<8>>,
    pub mode: Signal<In, Bits<2>>,
    pub tag: Signal<In, Bits<TB>>,
    pub warp: Signal<In, Bits<WB>>,
    pub scalar: Signal<In, Bit>,
    pub after: Signal<In, Bits<TB>>,
    pub writes: Signal<In, Bit>,
    pub dst: Signal<In, Bits<8>>,
    pub stride: Signal<In, Bits<RB>>,
    pub vector_base: Signal<In, Bits<RB>>,
    pub scalar_base: Signal<In, Bits<RB>>,
    /// The bundle that enters the window.
    pub bundle: Signal<In, Bits<RB>>,
    pub slots: Signal<In, Bits<W>>,
    /// The slot of the destination of the instruction on offer.
    pub slot: Signal<Out, Bits<SB>>,
    /// The rows of the low and of the high word of the destination of the instruction that is held.
    pub low_row: Signal<Out, Bits<RB>>,
    pub high_row: Signal<Out, Bits<RB>>,
    /// The operation of the instruction that is held; its other fields follow.
    pub op_q: Signal<Out, Bits<8>>,
    pub mode_q: Signal<Out, Bits<2>>,
    pub tag_q: Signal<Out, Bits<TB>>,
    pub warp_q: Signal<Out, Bits<WB>>,
    pub scalar_q: Signal<Out, Bit>,
    pub after_q: Signal<Out, Bits<TB>>,
    pub writes_q: Signal<Out, Bit>,
    /// The bank that the result of this bundle is written to; line and slots follow.
    pub bank: Signal<Out, Bits<K>>,
    pub line: Signal<Out, Bits<LB>>,
    pub target: Signal<Out, Bits<W>>,
    one: Number<W, 1>,
    locate: Locate<RB, SB, WM1, LOGW, STEP1>,
    is_op: Kept<Bits<8>>,
    in_mode: Kept<Bits<2>>,
    has_tag: Kept<Bits<TB>>,
    of_warp: Kept<Bits<WB>>,
    is_scalar: Kept<Bit>,
    comes_after: Kept<Bits<TB>>,
    has_result: Kept<Bit>,
    first_row: Kept<Bits<RB>>,
    first_row_more: Kept<Bits<RB>>,
    row_step: Kept<Bits<RB>>,
    in_slot: Kept<Bits<SB>>,
    nowhere: Number<RB, 0>,
    bundle_rows: Signal<Local, Bits<RB>>,
    parts: TwoRows<3, RB>,
    this_row: Adder<RB>,
    low_sum: Adder<RB>,
    high_parts: TwoRows<3, RB>,
    high_sum: Adder<RB>,
    map: BankMap<RB, K, KB, LB, SKEW>,
}

impl<
    const W: usize,
    const K: usize,
    const KB: usize,
    const LB: usize,
    const WB: usize,
    const TB: usize,
    const RB: usize,
    const SB: usize,
    const WM1: usize,
    const LOGW: usize,
    const STEP1: usize,
    const SKEW: usize,
> Logic for Instruction<W, K, KB, LB, WB, TB, RB, SB, WM1, LOGW, STEP1, SKEW>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, is_op, has_tag, of_warp, is_scalar, comes_after, has_result, first_row, in_slot, in_mode);
        clock!(self, clock, first_row_more, row_step);
        // at acceptance
        self.locate.index.next = self.dst.val();
        self.locate.scalar.next = self.scalar.val();
        self.locate.stride.next = self.stride.val();
        self.locate.vector_base.next = self.vector_base.val();
        self.locate.scalar_base.next = self.scalar_base.val();
        self.slot.next = self.locate.slot.val();
        self.is_op.load.next = self.accept.val();
        self.in_mode.load.next = self.accept.val();
        self.has_tag.load.next = self.accept.val();
        self.of_warp.load.next = self.accept.val();
        self.is_scalar.load.next = self.accept.val();
        self.comes_after.load.next = self.accept.val();
        self.has_result.load.next = self.accept.val();
        self.first_row.load.next = self.accept.val();
        self.first_row_more.load.next = self.accept.val();
        self.row_step.load.next = self.accept.val();
        self.in_slot.load.next = self.accept.val();
        self.is_op.d.next = self.op.val();
        self.in_mode.d.next = self.mode.val();
        self.has_tag.d.next = self.tag.val();
        self.of_warp.d.next = self.warp.val();
        self.is_scalar.d.next = self.scalar.val();
        self.comes_after.d.next = self.after.val();
        self.has_result.d.next = self.writes.val();
        self.first_row.d.next = self.locate.row.val();
        self.first_row_more.d.next = self.locate.more.val();
        self.row_step.d.next = self.locate.step.val();
        self.in_slot.d.next = self.locate.slot.val();
        // for this bundle
        self.op_q.next = self.is_op.q.val();
        self.mode_q.next = self.in_mode.q.val();
        self.tag_q.next = self.has_tag.q.val();
        self.warp_q.next = self.of_warp.q.val();
        self.scalar_q.next = self.is_scalar.q.val();
        self.after_q.next = self.comes_after.q.val();
        self.writes_q.next = self.has_result.q.val();
        self.low_sum.a.next = self.first_row.q.val();
        self.low_sum.b.next = self.first_row_more.q.val();
        self.low_sum.carry.next = false;
        self.low_row.next = self.low_sum.q.val();
        self.high_parts.d[0].next = self.first_row.q.val();
        self.high_parts.d[1].next = self.first_row_more.q.val();
        self.high_parts.d[2].next = self.row_step.q.val();
        self.high_sum.a.next = self.high_parts.a.val();
        self.high_sum.b.next = self.high_parts.b.val();
        self.high_sum.carry.next = false;
        self.high_row.next = self.high_sum.q.val();
        self.bundle_rows.next = self.bundle.val();
        self.target.next = self.slots.val();
        if self.is_scalar.q.val() {
            self.bundle_rows.next = self.nowhere.val();
            self.target.next = self.one.val() << self.in_slot.q.val();
        }
        self.parts.d[0].next = self.first_row.q.val();
        self.parts.d[1].next = self.first_row_more.q.val();
        self.parts.d[2].next = self.bundle_rows.val();
        self.this_row.a.next = self.parts.a.val();
        self.this_row.b.next = self.parts.b.val();
        self.this_row.carry.next = false;
        self.map.row.next = self.this_row.q.val();
        self.bank.next = self.map.bank.val();
        self.line.next = self.map.line.val();
    }
}
