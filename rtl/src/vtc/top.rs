//! The unit: its parts, wired (figure 7).

use rust_hdl::prelude::*;

use super::buffer::StackBuffer;
use super::handler::Handler;
use super::header::Header;
use super::kernel::Kernel;
use super::ledger::Ledger;
use super::ready::ReadyQueue;
use super::row::ContextRow;
use super::slots::Slots;
use super::status::Status;
use crate::array::Array;
use crate::primitive::{Product, Resize, Storage};

/// The virtual thread controller, with the ports of the contract.
/// The parameters are the contract's (`C` CTAs, `S` slots) and what follows from them:
/// `vtc_with!` computes them.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Vtc<
    const C: usize, const S: usize, const WARPS: usize, const PWIS: usize, const VWIS: usize, const ROWS: usize,
    const CB: usize, const SB: usize, const WB: usize, const RB: usize, const TB: usize, const PWB: usize, const VB: usize,
    const WL: usize, const CL: usize, const AL: usize, const PB: usize, const WAITS: usize, const STACK_BITS: usize,
    const ROUND: usize, const LOG_BEAT: usize, const TOP: usize, const P: usize, const QB: usize, const QROWS: usize,
    const N: usize, const M: usize, const K: usize, const KM: usize, const LK: usize, const SHIFT: usize, const STACK: usize,
    const B: usize, const BM: usize, const LB: usize, const G: usize, const GB: usize, const A: usize, const LINES: usize,
    const LINE_BITS: usize,
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
    hit: Signal<Local, Bit>,
    kernel: Kernel<WL, CL, AL, WARPS, C, S, PWIS, VWIS, ROWS, STACK_BITS, ROUND, LOG_BEAT, WB, TB>,
    status: Status<C, CB, WL>,
    slots: Slots<S, SB, WL, WAITS>,
    ledger: Ledger<C, CB, PB>,
    ready: ReadyQueue<CB, P, QB, QROWS>,
    handler: Handler<S, SB, CB, WB, TB>,
    /// The CTA that each slot belongs to, also after its end.
    owner: Storage<Bits<CB>, SB, S, 4>,
    slot_pwis: Resize<SB, PWB>,
    warp_pwis: Resize<WL, PWB>,
    pwi: Product<PWB>,
    cta_vwis: Resize<CB, VB>,
    warp_vwis: Resize<WL, VB>,
    vwi: Product<VB>,
    header: Header<VB, WB>,
    stacks: StackBuffer<N, M, K, KM, LK, SHIFT, STACK, B, BM, LB, G, GB, A, LINES, LINE_BITS, TB>,
    context_row: ContextRow<CB, TB, RB, TOP>,
}

#[rustfmt::skip]
impl<
    const C: usize, const S: usize, const WARPS: usize, const PWIS: usize, const VWIS: usize, const ROWS: usize,
    const CB: usize, const SB: usize, const WB: usize, const RB: usize, const TB: usize, const PWB: usize, const VB: usize,
    const WL: usize, const CL: usize, const AL: usize, const PB: usize, const WAITS: usize, const STACK_BITS: usize,
    const ROUND: usize, const LOG_BEAT: usize, const TOP: usize, const P: usize, const QB: usize, const QROWS: usize,
    const N: usize, const M: usize, const K: usize, const KM: usize, const LK: usize, const SHIFT: usize, const STACK: usize,
    const B: usize, const BM: usize, const LB: usize, const G: usize, const GB: usize, const A: usize, const LINES: usize,
    const LINE_BITS: usize,
> Logic for Vtc<
    C, S, WARPS, PWIS, VWIS, ROWS, CB, SB, WB, RB, TB, PWB, VB, WL, CL, AL, PB, WAITS, STACK_BITS, ROUND, LOG_BEAT, TOP, P,
    QB, QROWS, N, M, K, KM, LK, SHIFT, STACK, B, BM, LB, G, GB, A, LINES, LINE_BITS,
>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, kernel, status, slots, ledger, ready, handler, owner, stacks);
        self.kernel.reset.next = self.reset.val();
        self.status.reset.next = self.reset.val();
        self.slots.reset.next = self.reset.val();
        self.ledger.reset.next = self.reset.val();
        self.ready.reset.next = self.reset.val();
        self.handler.reset.next = self.reset.val();
        // a kernel
        self.kernel.valid.next = self.kernel_valid.val();
        self.kernel.warps.next = self.kernel_warps.val();
        self.kernel.ctas.next = self.kernel_ctas.val();
        self.kernel.active.next = self.kernel_active.val();
        self.kernel_refused.next = self.kernel.refused.val();
        // CTAs come, get slots, and end
        self.status.places.next = self.kernel.places.val();
        self.status.warps.next = self.kernel.count.val();
        self.status.begins.next = self.assign_valid.val();
        self.status.ends.next = self.slots.ends.val();
        self.status.ends_cta.next = self.owner.q[0].val();
        self.status.swap.next = self.handler.swap.val();
        self.status.swap_cta.next = self.owner.q[3].val();
        self.status.swap_live.next = self.slots.live_after.val();
        self.status.swap_waiting.next = self.slots.waiting_after.val();
        self.status.head.next = self.ready.head.val();
        self.status.give.next = self.handler.give.val();
        self.assign_ready.next = self.status.ready.val();
        self.assign_cta.next = self.status.place.val();
        self.owner.write.next = self.handler.give.val();
        self.owner.write_at.next = self.handler.give_slot.val();
        self.owner.d.next = self.ready.head.val();
        self.owner.read_at[0].next = self.exit_slot.val();
        self.owner.read_at[1].next = self.issue_slot.val();
        self.owner.read_at[2].next = self.writeback_slot.val();
        self.owner.read_at[3].next = self.handler.slot.val();
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
        self.slots.give.next = self.handler.give.val();
        self.slots.give_slot.next = self.handler.give_slot.val();
        self.slots.live.next = self.status.live.val();
        self.slots.waiting.next = self.status.waiting.val();
        self.slots.slot.next = self.handler.slot.val();
        self.marked.next = self.slots.marked.val();
        // registers; an inactive CTA whose last one is written is ready, and so is one that is swapped out with none pending
        self.hit.next = self.owner.q[2].val() == self.writeback_cta.val();
        self.writeback_hit.next = self.writeback_valid.val() & self.hit.val();
        self.ledger.issue.next = self.issue_valid.val();
        self.ledger.issue_cta.next = self.owner.q[1].val();
        self.ledger.issue_count.next = self.issue_count.val();
        self.ledger.writeback.next = self.writeback_valid.val();
        self.ledger.writeback_cta.next = self.writeback_cta.val();
        self.ledger.writeback_count.next = self.writeback_count.val();
        self.ledger.cta.next = self.owner.q[3].val();
        self.ready.written.next = self.writeback_valid.val() & !self.hit.val() & self.ledger.written.val();
        self.ready.written_cta.next = self.writeback_cta.val();
        self.ready.swapped.next = self.handler.swap.val() & self.ledger.settled.val();
        self.ready.swapped_cta.next = self.owner.q[3].val();
        self.ready.assigned.next = self.assign_valid.val();
        self.ready.assigned_cta.next = self.status.place.val();
        self.ready.leave.next = self.handler.give.val();
        // the handler
        self.handler.demand.next = self.demand.val();
        self.handler.ready.next = self.ready.any.val();
        self.handler.fresh.next = self.status.fresh.val();
        self.handler.free.next = self.kernel.slots.val() & !self.slots.occupied.val();
        self.handler.marked.next = self.slots.marked_after.val();
        self.handler.last_warp.next = self.kernel.last_warp.val();
        self.handler.last_beat.next = self.kernel.last_beat.val();
        self.handler.owner.next = self.owner.q[3].val();
        self.copy_valid.next = self.handler.copying.val();
        self.copy_slot.next = self.handler.slot.val();
        self.copy_warp.next = self.handler.warp.val();
        self.invalidate_valid.next = self.handler.invalidated.val();
        self.invalidate_slot.next = self.handler.slot.val();
        self.activate_valid.next = self.handler.activated.val();
        self.activate_slot.next = self.handler.slot.val();
        self.activate_cta.next = self.owner.q[3].val();
        self.activate_fresh.next = self.handler.activated_fresh.val();
        self.restore_valid.next = self.handler.restored.val();
        self.restore_slot.next = self.handler.slot.val();
        self.restore_beat.next = self.handler.restored_beat.val();
        // warp ids: of the slot, of its CTA
        self.slot_pwis.d.next = self.handler.slot.val();
        self.warp_pwis.d.next = self.kernel.count.val();
        self.pwi.a.next = self.slot_pwis.q.val();
        self.pwi.b.next = self.warp_pwis.q.val();
        self.activate_pwi.next = self.pwi.q.val();
        self.cta_vwis.d.next = self.owner.q[3].val();
        self.warp_vwis.d.next = self.kernel.count.val();
        self.vwi.a.next = self.cta_vwis.q.val();
        self.vwi.b.next = self.warp_vwis.q.val();
        self.activate_vwi.next = self.vwi.q.val();
        // the context
        self.header.vwi.next = self.vwi.q.val();
        self.header.last_warp.next = self.kernel.last_warp.val();
        for k in 0..3 {
            self.header.id[k].next = self.copy_id[k].val();
        }
        self.stacks.turn.next = self.handler.turn.val();
        self.stacks.copying.next = self.handler.copying.val();
        self.stacks.first.next = !self.handler.warp.val().any();
        self.stacks.header.next = self.header.q.val();
        for j in 0..N {
            self.stacks.stack[j].next = self.copy_stack[j].val();
        }
        self.stacks.beat.next = self.handler.beat.val();
        self.context_row.cta.next = self.handler.cta.val();
        self.context_row.beat.next = self.handler.beat.val();
        self.context_row.last_beat.next = self.kernel.last_beat.val();
        self.mem_valid.next = self.handler.moves.val();
        self.mem_write.next = self.handler.draining.val();
        self.mem_row.next = self.context_row.row.val();
        for j in 0..B {
            self.mem_data[j].next = self.stacks.q[j].val();
        }
    }
}
