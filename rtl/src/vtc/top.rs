//! The unit: its parts, wired (figure 7).

use rust_hdl::prelude::*;

use super::buffer::StackBuffer;
use super::handler::Handler;
use super::header::Header;
use super::kept::KeptBySlot;
use super::kernel::Kernel;
use super::ready::ReadyQueue;
use super::row::ContextRow;
use super::slots::Slots;
use super::status::Status;
use super::tracking::Tracking;
use crate::array::Array;
use crate::primitive::{Product, Resize};

/// The virtual thread controller, with the ports of the contract.
/// The parameters are the contract's (`C` CTAs, `S` slots) and what follows from them:
/// `vtc_with!` computes them.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Vtc<
    const C: usize, const S: usize, const COUNTS: usize, const PWIS: usize, const VWIS: usize, const ROWS: usize,
    const CB: usize, const SB: usize, const WB: usize, const RB: usize, const TB: usize, const PWB: usize, const VB: usize,
    const WL: usize, const CL: usize, const AL: usize, const PB: usize, const WAITS: usize, const STACK_BITS: usize,
    const ROUND: usize, const LOG_BEAT: usize, const TOP: usize, const N: usize, const M: usize, const B: usize, const BM: usize,
    const UM: usize, const J: usize, const P: usize, const PARTB: usize, const LOG_P: usize, const LINES: usize,
    const LINE_BITS: usize, const K: usize, const KM: usize, const OB: usize, const SHIFT: usize, const STEP: usize, const REST: usize,
    const FROM: usize, const FIRST: usize, const HEADER: usize, const MASK: usize,
    const QB: usize, const QAB: usize, const QLINES: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub kernel_valid: Signal<In, Bit>,
    pub kernel_warps: Signal<In, Bits<WL>>,
    pub kernel_ctas: Signal<In, Bits<CL>>,
    pub kernel_active: Signal<In, Bits<AL>>,
    pub assign_valid: Signal<In, Bit>,
    pub issue_valid: Signal<In, Bit>,
    pub issue_slot: Signal<In, Bits<SB>>,
    pub issue_count: Signal<In, Bits<3>>,
    pub writeback_valid: Signal<In, Bit>,
    pub writeback_slot: Signal<In, Bits<SB>>,
    pub writeback_cta: Signal<In, Bits<CB>>,
    pub writeback_count: Signal<In, Bits<3>>,
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
    pub copy_id: Array<Signal<In, Bits<32>>, 3>,
    pub copy_stack: Array<Signal<In, Bits<64>>, N>,
    pub demand: Signal<In, Bit>,
    pub kernel_refused: Signal<Out, Bit>,
    pub assign_ready: Signal<Out, Bit>,
    pub assign_cta: Signal<Out, Bits<CB>>,
    pub writeback_hit: Signal<Out, Bit>,
    pub marked: Signal<Out, Bits<S>>,
    pub copy_valid: Signal<Out, Bit>,
    pub copy_slot: Signal<Out, Bits<SB>>,
    pub copy_warp: Signal<Out, Bits<WB>>,
    pub invalidate_valid: Signal<Out, Bit>,
    pub invalidate_slot: Signal<Out, Bits<SB>>,
    pub activate_valid: Signal<Out, Bit>,
    pub activate_slot: Signal<Out, Bits<SB>>,
    pub activate_cta: Signal<Out, Bits<CB>>,
    pub activate_fresh: Signal<Out, Bit>,
    pub activate_pwi: Signal<Out, Bits<PWB>>,
    pub activate_vwi: Signal<Out, Bits<VB>>,
    pub mem_valid: Signal<Out, Bit>,
    pub mem_write: Signal<Out, Bit>,
    pub mem_row: Signal<Out, Bits<RB>>,
    pub mem_data: Array<Signal<Out, Bits<64>>, B>,
    pub restore_valid: Signal<Out, Bit>,
    pub restore_slot: Signal<Out, Bits<SB>>,
    pub restore_beat: Signal<Out, Bits<TB>>,
    kernel: Kernel<
        WL, CL, AL, COUNTS, C, S, PWIS, VWIS, ROWS, STACK_BITS, ROUND, LOG_BEAT, WB, TB, RB, TOP, N, B,
    >,
    status: Status<C, CB, WL>,
    slots: Slots<S, SB, WL, WAITS, CB, PB>,
    tracking: Tracking<C, CB, PB>,
    ready: ReadyQueue<CB, QB, QAB, QLINES>,
    handler: Handler<S, SB, WB, TB>,
    slot_pwis: Resize<SB, PWB>,
    warp_pwis: Resize<WL, PWB>,
    pwi: Product<PWB>,
    cta_vwis: Resize<CB, VB>,
    warp_vwis: Resize<WL, VB>,
    vwi: Product<VB>,
    /// The first virtual warp id of each slot's CTA.
    vwis: KeptBySlot<S, VB>,
    header: Header<VB, WB>,
    stacks: StackBuffer<
        N, M, B, BM, UM, J, P, PARTB, LOG_P, WB, LINE_BITS, LINES, K, KM, OB, SHIFT, STEP, REST, FROM, FIRST, HEADER, MASK,
    >,
    context_row: ContextRow<CB, RB, S>,
}

#[rustfmt::skip]
impl<
    const C: usize, const S: usize, const COUNTS: usize, const PWIS: usize, const VWIS: usize, const ROWS: usize,
    const CB: usize, const SB: usize, const WB: usize, const RB: usize, const TB: usize, const PWB: usize, const VB: usize,
    const WL: usize, const CL: usize, const AL: usize, const PB: usize, const WAITS: usize, const STACK_BITS: usize,
    const ROUND: usize, const LOG_BEAT: usize, const TOP: usize, const N: usize, const M: usize, const B: usize, const BM: usize,
    const UM: usize, const J: usize, const P: usize, const PARTB: usize, const LOG_P: usize, const LINES: usize,
    const LINE_BITS: usize, const K: usize, const KM: usize, const OB: usize, const SHIFT: usize, const STEP: usize, const REST: usize,
    const FROM: usize, const FIRST: usize, const HEADER: usize, const MASK: usize,
    const QB: usize, const QAB: usize, const QLINES: usize,
> Logic for Vtc<
    C, S, COUNTS, PWIS, VWIS, ROWS, CB, SB, WB, RB, TB, PWB, VB, WL, CL, AL, PB, WAITS, STACK_BITS, ROUND, LOG_BEAT,
    TOP, N, M, B, BM, UM, J, P, PARTB, LOG_P, LINES, LINE_BITS, K, KM, OB, SHIFT, STEP, REST, FROM, FIRST,
    HEADER, MASK, QB, QAB, QLINES,
>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, kernel, status, slots, tracking, ready, handler, vwis, stacks, context_row);
        self.kernel.reset.next = self.reset.val();
        self.status.reset.next = self.reset.val();
        self.slots.reset.next = self.reset.val();
        self.ready.reset.next = self.reset.val();
        self.handler.reset.next = self.reset.val();
        self.stacks.reset.next = self.reset.val();
        // a kernel
        self.kernel.valid.next = self.kernel_valid.val();
        self.kernel.warps.next = self.kernel_warps.val();
        self.kernel.ctas.next = self.kernel_ctas.val();
        self.kernel.active.next = self.kernel_active.val();
        self.kernel_refused.next = self.kernel.refused.val();
        // CTAs come, get slots, and end
        self.status.accepted.next = self.kernel.accepted.val();
        self.status.places.next = self.kernel.places.val();
        self.status.warps.next = self.kernel.count.val();
        self.status.begins.next = self.assign_valid.val();
        self.status.ends.next = self.slots.ends.val();
        self.status.ends_cta.next = self.slots.ends_cta.val();
        self.status.copying.next = self.handler.copying.val();
        self.status.copy_cta.next = self.slots.owner.val();
        self.status.copy_live.next = self.slots.at_live.val();
        self.status.copy_waiting.next = self.slots.at_waiting.val();
        self.status.head.next = self.ready.head.val();
        self.status.fresh.next = self.ready.fresh.val();
        self.assign_ready.next = self.status.ready.val();
        self.assign_cta.next = self.status.place.val();
        // warps
        self.slots.stall_valid.next = self.stall_valid.val();
        self.slots.stall_slot.next = self.stall_slot.val();
        self.slots.wake_valid.next = self.wake_valid.val();
        self.slots.wake_slot.next = self.wake_slot.val();
        self.slots.barrier_valid.next = self.barrier_valid.val();
        self.slots.barrier_slot.next = self.barrier_slot.val();
        self.slots.open_valid.next = self.open_valid.val();
        self.slots.open_slot.next = self.open_slot.val();
        self.slots.exit_valid.next = self.exit_valid.val();
        self.slots.exit_slot.next = self.exit_slot.val();
        self.slots.renewed.next = self.kernel.renewed.val();
        self.slots.usable.next = self.kernel.slots.val();
        self.slots.give.next = self.handler.give_at.val();
        self.slots.head.next = self.ready.head.val();
        self.slots.live.next = self.status.live.val();
        self.slots.waiting.next = self.status.waiting.val();
        self.slots.at.next = self.handler.at.val();
        self.slots.slot.next = self.handler.slot.val();
        self.marked.next = self.slots.marked.val();
        // registers; an inactive CTA whose last one is written is ready, and so is one that is
        // swapped out with none pending
        self.slots.issue_valid.next = self.issue_valid.val();
        self.slots.issue_slot.next = self.issue_slot.val();
        self.slots.issue_count.next = self.issue_count.val();
        self.slots.writeback_valid.next = self.writeback_valid.val();
        self.slots.writeback_slot.next = self.writeback_slot.val();
        self.slots.writeback_cta.next = self.writeback_cta.val();
        self.slots.writeback_count.next = self.writeback_count.val();
        self.writeback_hit.next = self.slots.hit.val();
        self.tracking.copying.next = self.handler.copying.val();
        self.tracking.copy_cta.next = self.slots.owner.val();
        self.tracking.copy_pending.next = self.slots.pending.val();
        self.tracking.writeback.next = self.writeback_valid.val();
        self.tracking.writeback_cta.next = self.writeback_cta.val();
        self.tracking.writeback_count.next = self.writeback_count.val();
        self.ready.written.next = self.writeback_valid.val() & !self.slots.hit.val() & self.tracking.written.val();
        self.ready.written_cta.next = self.writeback_cta.val();
        self.ready.swap.next = self.handler.swap.val();
        self.ready.settled.next = self.slots.settled.val();
        self.ready.swap_cta.next = self.slots.owner.val();
        self.ready.assigned.next = self.assign_valid.val();
        self.ready.assigned_cta.next = self.status.place.val();
        self.ready.give_free.next = self.handler.give_free.val();
        // the handler
        self.handler.demand.next = self.demand.val();
        self.handler.ready.next = self.ready.any.val();
        self.handler.fresh.next = self.ready.fresh.val();
        self.handler.free.next = self.slots.free.val();
        self.handler.marked.next = self.slots.marked_after.val();
        self.handler.woken.next = self.slots.goes_on.val();
        self.handler.last_warp.next = self.kernel.last_warp.val();
        self.handler.last_beat.next = self.kernel.last_beat.val();
        self.copy_valid.next = self.handler.copying.val();
        self.copy_slot.next = self.handler.slot.val();
        self.copy_warp.next = self.handler.warp.val();
        self.invalidate_valid.next = self.handler.invalidated.val();
        self.invalidate_slot.next = self.handler.slot.val();
        self.activate_valid.next = self.handler.activated.val();
        self.activate_slot.next = self.handler.slot.val();
        self.activate_cta.next = self.slots.owner.val();
        self.activate_fresh.next = self.handler.activated_fresh.val();
        self.restore_valid.next = self.handler.restored.val();
        self.restore_slot.next = self.handler.slot.val();
        self.restore_beat.next = self.handler.restored_beat.val();
        // warp ids: of the slot; of its CTA, from the cycle on in which the CTA gets the slot
        self.slot_pwis.d.next = self.handler.slot.val();
        self.warp_pwis.d.next = self.kernel.count.val();
        self.pwi.a.next = self.slot_pwis.q.val();
        self.pwi.b.next = self.warp_pwis.q.val();
        self.activate_pwi.next = self.pwi.q.val();
        self.cta_vwis.d.next = self.ready.head.val();
        self.warp_vwis.d.next = self.kernel.count.val();
        self.vwi.a.next = self.cta_vwis.q.val();
        self.vwi.b.next = self.warp_vwis.q.val();
        self.vwis.give.next = self.handler.give_at.val();
        self.vwis.d.next = self.vwi.q.val();
        self.vwis.at.next = self.handler.at.val();
        self.activate_vwi.next = self.vwis.q.val();
        // the context
        self.header.vwi.next = self.vwis.q.val();
        self.header.last_warp.next = self.kernel.last_warp.val();
        for k in 0..3 {
            self.header.id[k].next = self.copy_id[k].val();
        }
        self.stacks.turn.next = self.handler.turn.val();
        self.stacks.goes_on.next = self.handler.goes_on.val();
        self.stacks.copying.next = self.handler.copying.val();
        self.stacks.warp.next = self.handler.warp.val();
        self.stacks.header.next = self.header.q.val();
        for j in 0..N {
            self.stacks.stack[j].next = self.copy_stack[j].val();
        }
        self.stacks.draining.next = self.handler.draining.val();
        self.stacks.moves.next = self.handler.moves.val();
        self.stacks.last.next = self.handler.ending.val();
        self.stacks.last_words.next = self.kernel.last_words.val();
        self.context_row.beats.next = self.kernel.beats.val();
        self.context_row.first_row.next = self.kernel.first_row.val();
        self.context_row.head.next = self.ready.head.val();
        self.context_row.fresh.next = self.ready.fresh.val();
        self.context_row.give.next = self.handler.give_at.val();
        self.context_row.still.next = self.handler.still.val();
        self.context_row.copying.next = self.handler.copying.val();
        self.context_row.at.next = self.handler.at.val();
        self.context_row.restored.next = self.handler.whole.val();
        self.context_row.moves.next = self.handler.moves.val();
        self.mem_valid.next = self.handler.moves.val();
        self.mem_write.next = self.handler.draining.val();
        self.mem_row.next = self.context_row.row.val();
        for j in 0..B {
            self.mem_data[j].next = self.stacks.q[j].val();
        }
    }
}
