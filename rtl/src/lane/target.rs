//! The destinations of the responses to each instruction.

use rust_hdl::prelude::*;

use crate::primitive::Storage;

/// The destination table: one record for each tag, written when its instruction is accepted.
/// Port 0 is read by results, port 1 by memory responses.
#[derive(LogicBlock, Default)]
pub struct TargetTable<const TAGS: usize, const TB: usize, const RB: usize, const SB: usize> {
    pub clock: Signal<In, Clock>,
    pub accept: Signal<In, Bit>,
    pub tag: Signal<In, Bits<TB>>,
    pub row: Signal<In, Bits<RB>>,
    pub step: Signal<In, Bits<RB>>,
    pub slot: Signal<In, Bits<SB>>,
    pub scalar: Signal<In, Bit>,
    pub wide: Signal<In, Bit>,
    pub res_tag: Signal<In, Bits<TB>>,
    pub rsp_tag: Signal<In, Bits<TB>>,
    pub res_row: Signal<Out, Bits<RB>>,
    pub res_step: Signal<Out, Bits<RB>>,
    pub res_slot: Signal<Out, Bits<SB>>,
    pub res_scalar: Signal<Out, Bit>,
    pub res_wide: Signal<Out, Bit>,
    pub rsp_row: Signal<Out, Bits<RB>>,
    pub rsp_step: Signal<Out, Bits<RB>>,
    pub rsp_slot: Signal<Out, Bits<SB>>,
    pub rsp_scalar: Signal<Out, Bit>,
    pub rsp_wide: Signal<Out, Bit>,
    rows: Storage<Bits<RB>, TB, TAGS, 2>,
    steps: Storage<Bits<RB>, TB, TAGS, 2>,
    slots: Storage<Bits<SB>, TB, TAGS, 2>,
    scalars: Storage<Bit, TB, TAGS, 2>,
    wides: Storage<Bit, TB, TAGS, 2>,
}

impl<const TAGS: usize, const TB: usize, const RB: usize, const SB: usize> Logic for TargetTable<TAGS, TB, RB, SB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, rows, steps, slots, scalars, wides);
        self.rows.write.next = self.accept.val();
        self.steps.write.next = self.accept.val();
        self.slots.write.next = self.accept.val();
        self.scalars.write.next = self.accept.val();
        self.wides.write.next = self.accept.val();
        self.rows.write_at.next = self.tag.val();
        self.steps.write_at.next = self.tag.val();
        self.slots.write_at.next = self.tag.val();
        self.scalars.write_at.next = self.tag.val();
        self.wides.write_at.next = self.tag.val();
        self.rows.d.next = self.row.val();
        self.steps.d.next = self.step.val();
        self.slots.d.next = self.slot.val();
        self.scalars.d.next = self.scalar.val();
        self.wides.d.next = self.wide.val();
        self.rows.read_at[0].next = self.res_tag.val();
        self.steps.read_at[0].next = self.res_tag.val();
        self.slots.read_at[0].next = self.res_tag.val();
        self.scalars.read_at[0].next = self.res_tag.val();
        self.wides.read_at[0].next = self.res_tag.val();
        self.res_row.next = self.rows.q[0].val();
        self.res_step.next = self.steps.q[0].val();
        self.res_slot.next = self.slots.q[0].val();
        self.res_scalar.next = self.scalars.q[0].val();
        self.res_wide.next = self.wides.q[0].val();
        self.rows.read_at[1].next = self.rsp_tag.val();
        self.steps.read_at[1].next = self.rsp_tag.val();
        self.slots.read_at[1].next = self.rsp_tag.val();
        self.scalars.read_at[1].next = self.rsp_tag.val();
        self.wides.read_at[1].next = self.rsp_tag.val();
        self.rsp_row.next = self.rows.q[1].val();
        self.rsp_step.next = self.steps.q[1].val();
        self.rsp_slot.next = self.slots.q[1].val();
        self.rsp_scalar.next = self.scalars.q[1].val();
        self.rsp_wide.next = self.wides.q[1].val();
    }
}
