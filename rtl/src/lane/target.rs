//! The destinations of the responses to each instruction.

use rust_hdl::prelude::*;

use crate::primitive::{Register, Storage};

/// The table of the destinations of `TAGS` instructions, one record for each tag, written when its
/// instruction is accepted, the rows a cycle later. Port 0 is read by results of external units,
/// port 1 by memory responses.
#[derive(LogicBlock, Default)]
pub struct TargetTable<const TAGS: usize, const TB: usize, const RB: usize, const KB: usize, const SB: usize> {
    pub clock: Signal<In, Clock>,
    pub accept: Signal<In, Bit>,
    pub tag: Signal<In, Bits<TB>>,
    pub slot: Signal<In, Bits<SB>>,
    pub scalar: Signal<In, Bit>,
    pub wide: Signal<In, Bit>,
    /// The tag of the instruction that was accepted in the last cycle; the rows of its low and its
    /// high words, and where their banks start, follow.
    pub held_tag: Signal<In, Bits<TB>>,
    pub low_row: Signal<In, Bits<RB>>,
    pub high_row: Signal<In, Bits<RB>>,
    pub low_start: Signal<In, Bits<KB>>,
    pub high_start: Signal<In, Bits<KB>>,
    pub res_tag: Signal<In, Bits<TB>>,
    pub rsp_tag: Signal<In, Bits<TB>>,
    pub res_low_row: Signal<Out, Bits<RB>>,
    pub res_high_row: Signal<Out, Bits<RB>>,
    pub res_low_start: Signal<Out, Bits<KB>>,
    pub res_high_start: Signal<Out, Bits<KB>>,
    pub res_slot: Signal<Out, Bits<SB>>,
    pub res_scalar: Signal<Out, Bit>,
    pub res_wide: Signal<Out, Bit>,
    pub rsp_low_row: Signal<Out, Bits<RB>>,
    pub rsp_high_row: Signal<Out, Bits<RB>>,
    pub rsp_low_start: Signal<Out, Bits<KB>>,
    pub rsp_high_start: Signal<Out, Bits<KB>>,
    pub rsp_slot: Signal<Out, Bits<SB>>,
    pub rsp_scalar: Signal<Out, Bit>,
    pub rsp_wide: Signal<Out, Bit>,
    was_accepted: Register<Bit>,
    low_rows: Storage<Bits<RB>, TB, TAGS, 2>,
    high_rows: Storage<Bits<RB>, TB, TAGS, 2>,
    low_starts: Storage<Bits<KB>, TB, TAGS, 2>,
    high_starts: Storage<Bits<KB>, TB, TAGS, 2>,
    slots: Storage<Bits<SB>, TB, TAGS, 2>,
    scalars: Storage<Bit, TB, TAGS, 2>,
    wides: Storage<Bit, TB, TAGS, 2>,
}

impl<const TAGS: usize, const TB: usize, const RB: usize, const KB: usize, const SB: usize> Logic
    for TargetTable<TAGS, TB, RB, KB, SB>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, was_accepted, low_rows, high_rows, low_starts, high_starts, slots, scalars, wides);
        self.was_accepted.d.next = self.accept.val();
        self.low_rows.write.next = self.was_accepted.q.val();
        self.low_rows.write_at.next = self.held_tag.val();
        self.low_rows.d.next = self.low_row.val();
        self.high_rows.write.next = self.was_accepted.q.val();
        self.high_rows.write_at.next = self.held_tag.val();
        self.high_rows.d.next = self.high_row.val();
        self.low_starts.write.next = self.was_accepted.q.val();
        self.low_starts.write_at.next = self.held_tag.val();
        self.low_starts.d.next = self.low_start.val();
        self.high_starts.write.next = self.was_accepted.q.val();
        self.high_starts.write_at.next = self.held_tag.val();
        self.high_starts.d.next = self.high_start.val();
        self.slots.write.next = self.accept.val();
        self.scalars.write.next = self.accept.val();
        self.wides.write.next = self.accept.val();
        self.slots.write_at.next = self.tag.val();
        self.scalars.write_at.next = self.tag.val();
        self.wides.write_at.next = self.tag.val();
        self.slots.d.next = self.slot.val();
        self.scalars.d.next = self.scalar.val();
        self.wides.d.next = self.wide.val();
        self.low_rows.read_at[0].next = self.res_tag.val();
        self.res_low_row.next = self.low_rows.q[0].val();
        self.high_rows.read_at[0].next = self.res_tag.val();
        self.res_high_row.next = self.high_rows.q[0].val();
        self.low_starts.read_at[0].next = self.res_tag.val();
        self.res_low_start.next = self.low_starts.q[0].val();
        self.high_starts.read_at[0].next = self.res_tag.val();
        self.res_high_start.next = self.high_starts.q[0].val();
        self.slots.read_at[0].next = self.res_tag.val();
        self.scalars.read_at[0].next = self.res_tag.val();
        self.wides.read_at[0].next = self.res_tag.val();
        self.res_slot.next = self.slots.q[0].val();
        self.res_scalar.next = self.scalars.q[0].val();
        self.res_wide.next = self.wides.q[0].val();
        self.low_rows.read_at[1].next = self.rsp_tag.val();
        self.rsp_low_row.next = self.low_rows.q[1].val();
        self.high_rows.read_at[1].next = self.rsp_tag.val();
        self.rsp_high_row.next = self.high_rows.q[1].val();
        self.low_starts.read_at[1].next = self.rsp_tag.val();
        self.rsp_low_start.next = self.low_starts.q[1].val();
        self.high_starts.read_at[1].next = self.rsp_tag.val();
        self.rsp_high_start.next = self.high_starts.q[1].val();
        self.slots.read_at[1].next = self.rsp_tag.val();
        self.scalars.read_at[1].next = self.rsp_tag.val();
        self.wides.read_at[1].next = self.rsp_tag.val();
        self.rsp_slot.next = self.slots.q[1].val();
        self.rsp_scalar.next = self.scalars.q[1].val();
        self.rsp_wide.next = self.wides.q[1].val();
    }
}
