//! The lane's wiring: what each part's inputs are connected to.

use rust_hdl::prelude::*;

use super::Lane;

#[rustfmt::skip]
impl<
    const T: usize, const W: usize, const WARPS: usize, const K: usize, const LINES: usize, const N: usize,
    const TAGS: usize, const D: usize, const QUEUE: usize, const B: usize, const BB: usize, const CB: usize,
    const WB: usize, const TB: usize, const RB: usize, const KB: usize, const LB: usize, const SB: usize,
    const RW: usize, const RD: usize, const M: usize, const NB: usize, const NLAST: usize, const QB: usize,
    const QCB: usize, const WM1: usize, const LOGW: usize, const BUMP: usize, const SCALAR_STEP: usize,
    const SKEW: usize, const QLAST: usize, const ROOM: usize, const C1: usize, const C2: usize, const C3: usize,
    const C4: usize, const C5: usize, const C6: usize, const M1: usize, const M2: usize,
> Logic for Lane<
    T, W, WARPS, K, LINES, N, TAGS, D, QUEUE, B, BB, CB, WB, TB, RB, KB, LB, SB, RW, RD, M, NB, NLAST, QB, QCB,
    WM1, LOGW, BUMP, SCALAR_STEP, SKEW, QLAST, ROOM, C1, C2, C3, C4, C5, C6, M1, M2,
>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, launch_table, reserve, instruction, sequencer, source_a, source_b, source_c, window);
        clock!(self, clock, operand_a, operand_b, operand_c, banks, execute, predicate, queue, targets, res, rsp, tags);
        self.reserve.reset.next = self.reset.val();
        self.sequencer.reset.next = self.reset.val();
        self.window.reset.next = self.reset.val();
        self.execute.reset.next = self.reset.val();
        self.predicate.reset.next = self.reset.val();
        self.queue.reset.next = self.reset.val();
        self.res.reset.next = self.reset.val();
        self.rsp.reset.next = self.reset.val();
        self.tags.reset.next = self.reset.val();
        // launch table
        self.launch_table.launch.next = self.launch_valid.val();
        self.launch_table.warp.next = self.launch_warp.val();
        self.launch_table.threads.next = self.launch_threads.val();
        self.launch_table.vector.next = self.launch_vector.val();
        self.launch_table.scalar.next = self.launch_scalar.val();
        self.launch_table.tid.next = self.launch_tid.val();
        self.launch_table.lookup.next = self.issue_warp.val();
        // issue
        self.effective.mask.next = self.issue_mask.val();
        self.effective.guard.next = self.issue_guard.val();
        self.effective.scalar.next = self.issue_scalar.val();
        self.active_bundles.active.next = self.effective.active.val();
        self.active_bundles.all.next = self.effective.all.val();
        self.active_bundles.some.next = self.effective.some.val();
        self.active_bundles.scalar.next = self.issue_scalar.val();
        self.deal_pred.d.next = self.issue_pred.val();
        self.acceptance.valid.next = self.issue_valid.val();
        self.acceptance.group.next = self.issue_op.val().get_bits::<2>(6);
        self.acceptance.ready.next = self.sequencer.ready.val();
        self.acceptance.room.next = self.reserve.room.val();
        self.reserve.accept.next = self.acceptance.accept_memory.val();
        self.reserve.bundles.next = self.active_bundles.bundle_count.val();
        self.reserve.pop.next = self.queue.pop.val();
        self.issue_ready.next = self.sequencer.ready.val();
        self.memory_ready.next = self.sequencer.ready.val() & self.reserve.room.val();
        // instruction register and sequencer
        self.instruction.accept.next = self.acceptance.accept.val();
        self.instruction.op.next = self.issue_op.val();
        self.instruction.mode.next = self.issue_mode.val();
        self.instruction.tag.next = self.issue_tag.val();
        self.instruction.warp.next = self.issue_warp.val();
        self.instruction.scalar.next = self.issue_scalar.val();
        self.instruction.after.next = self.issue_after.val();
        self.instruction.writes.next = self.issue_writes.val();
        self.instruction.dst.next = self.issue_dst.val();
        self.instruction.stride.next = self.launch_table.stride.val();
        self.instruction.vector_base.next = self.launch_table.vector_base.val();
        self.instruction.scalar_base.next = self.launch_table.scalar_base.val();
        self.bundle_rows.d.next = self.sequencer.bundle.val();
        self.position.bundle.next = self.sequencer.bundle.val();
        self.instruction.bundle.next = self.bundle_rows.q.val();
        self.instruction.slots.next = self.sequencer.slots.val();
        self.sequencer.accept.next = self.acceptance.accept.val();
        for w in 0..W {
            self.sequencer.columns[w].next = self.active_bundles.columns[w].val();
            self.sequencer.select[w].next = self.deal_pred.q[w].val();
        }
        self.sequencer.bundles.next = self.active_bundles.bundles.val();
        self.sequencer.bundle_count.next = self.active_bundles.bundle_count.val();
        self.sequencer.thread_count.next = self.active_bundles.thread_count.val();
        self.sequencer.chained.next = self.issue_chained.val();
        self.sequencer.pending_after.next = self.tags.pending_after.val();
        // a native or memory bundle that leaves makes room at once; whether an external one leaves
        // shows too late
        self.sequencer.window_full.next = self.window.full.val() & !self.exit.native.val() & !self.exit.memory.val();
        self.source_a.accept.next = self.acceptance.accept.val();
        self.source_a.kind.next = self.issue_kind[0].val();
        self.source_a.index.next = self.issue_src[0].val();
        self.source_a.wide.next = self.issue_wide[0].val();
        self.source_a.imm.next = self.issue_imm.val();
        self.source_a.warp.next = self.issue_warp.val();
        self.source_a.tid.next = self.launch_table.first_tid.val();
        self.source_a.stride.next = self.launch_table.stride.val();
        self.source_a.vector_base.next = self.launch_table.vector_base.val();
        self.source_a.scalar_base.next = self.launch_table.scalar_base.val();
        self.source_a.bundle.next = self.bundle_rows.q.val();
        self.source_a.first.next = self.sequencer.first.val();
        self.source_b.accept.next = self.acceptance.accept.val();
        self.source_b.kind.next = self.issue_kind[1].val();
        self.source_b.index.next = self.issue_src[1].val();
        self.source_b.wide.next = self.issue_wide[1].val();
        self.source_b.imm.next = self.issue_imm.val();
        self.source_b.warp.next = self.issue_warp.val();
        self.source_b.tid.next = self.launch_table.first_tid.val();
        self.source_b.stride.next = self.launch_table.stride.val();
        self.source_b.vector_base.next = self.launch_table.vector_base.val();
        self.source_b.scalar_base.next = self.launch_table.scalar_base.val();
        self.source_b.bundle.next = self.bundle_rows.q.val();
        self.source_b.first.next = self.sequencer.first.val();
        self.source_c.accept.next = self.acceptance.accept.val();
        self.source_c.kind.next = self.issue_kind[2].val();
        self.source_c.index.next = self.issue_src[2].val();
        self.source_c.wide.next = self.issue_wide[2].val();
        self.source_c.imm.next = self.issue_imm.val();
        self.source_c.warp.next = self.issue_warp.val();
        self.source_c.tid.next = self.launch_table.first_tid.val();
        self.source_c.stride.next = self.launch_table.stride.val();
        self.source_c.vector_base.next = self.launch_table.vector_base.val();
        self.source_c.scalar_base.next = self.launch_table.scalar_base.val();
        self.source_c.bundle.next = self.bundle_rows.q.val();
        self.source_c.first.next = self.sequencer.first.val();
        for w in 0..W {
            self.source_a.position[w].next = self.position.q[w].val();
            self.source_b.position[w].next = self.position.q[w].val();
            self.source_c.position[w].next = self.position.q[w].val();
        }
        // window
        self.window.enter.next = self.sequencer.enter.val();
        self.window.leave.next = self.exit.leave.val();
        self.window.op.next = self.instruction.op_q.val();
        self.window.mode.next = self.instruction.mode_q.val();
        self.window.tag.next = self.instruction.tag_q.val();
        self.window.warp.next = self.instruction.warp_q.val();
        self.window.scalar.next = self.instruction.scalar_q.val();
        self.window.writes.next = self.instruction.writes_q.val();
        self.window.first.next = self.sequencer.first.val();
        self.window.last.next = self.sequencer.last.val();
        self.window.bundle.next = self.sequencer.bundle.val();
        self.window.slots.next = self.sequencer.slots.val();
        self.window.select.next = self.sequencer.slot_select.val();
        self.window.bank.next = self.instruction.bank.val();
        self.window.line.next = self.instruction.line.val();
        self.window.target.next = self.instruction.target.val();
        self.operand_a.leave.next = self.exit.leave.val();
        self.operand_a.want.next = self.source_a.want.val();
        self.operand_a.twice.next = self.source_a.twice.val();
        self.operand_a.scalar.next = self.source_a.scalar.val();
        self.operand_a.held.next = self.source_a.held.val();
        self.operand_a.slot.next = self.source_a.slot.val();
        self.operand_a.low_bank.next = self.source_a.low_bank.val();
        self.operand_a.low_line.next = self.source_a.low_line.val();
        self.operand_a.high_bank.next = self.source_a.high_bank.val();
        self.operand_a.high_line.next = self.source_a.high_line.val();
        self.operand_a.low.next = self.source_a.low.val();
        self.operand_a.high.next = self.source_a.high.val();
        self.operand_b.leave.next = self.exit.leave.val();
        self.operand_b.want.next = self.source_b.want.val();
        self.operand_b.twice.next = self.source_b.twice.val();
        self.operand_b.scalar.next = self.source_b.scalar.val();
        self.operand_b.held.next = self.source_b.held.val();
        self.operand_b.slot.next = self.source_b.slot.val();
        self.operand_b.low_bank.next = self.source_b.low_bank.val();
        self.operand_b.low_line.next = self.source_b.low_line.val();
        self.operand_b.high_bank.next = self.source_b.high_bank.val();
        self.operand_b.high_line.next = self.source_b.high_line.val();
        self.operand_b.low.next = self.source_b.low.val();
        self.operand_b.high.next = self.source_b.high.val();
        self.operand_c.leave.next = self.exit.leave.val();
        self.operand_c.want.next = self.source_c.want.val();
        self.operand_c.twice.next = self.source_c.twice.val();
        self.operand_c.scalar.next = self.source_c.scalar.val();
        self.operand_c.held.next = self.source_c.held.val();
        self.operand_c.slot.next = self.source_c.slot.val();
        self.operand_c.low_bank.next = self.source_c.low_bank.val();
        self.operand_c.low_line.next = self.source_c.low_line.val();
        self.operand_c.high_bank.next = self.source_c.high_bank.val();
        self.operand_c.high_line.next = self.source_c.high_line.val();
        self.operand_c.low.next = self.source_c.low.val();
        self.operand_c.high.next = self.source_c.high.val();
        for i in 0..N {
            self.operand_a.taken[i].next = self.window.taken[i].val();
            self.arbiter.request_a[i].next = self.operand_a.request[i].val();
            self.arbiter.bank_a[i].next = self.operand_a.bank[i].val();
            self.arbiter.line_a[i].next = self.operand_a.line[i].val();
            self.operand_a.grant[i].next = self.arbiter.grant_a[i].val();
            self.operand_b.taken[i].next = self.window.taken[i].val();
            self.arbiter.request_b[i].next = self.operand_b.request[i].val();
            self.arbiter.bank_b[i].next = self.operand_b.bank[i].val();
            self.arbiter.line_b[i].next = self.operand_b.line[i].val();
            self.operand_b.grant[i].next = self.arbiter.grant_b[i].val();
            self.operand_c.taken[i].next = self.window.taken[i].val();
            self.arbiter.request_c[i].next = self.operand_c.request[i].val();
            self.arbiter.bank_c[i].next = self.operand_c.bank[i].val();
            self.arbiter.line_c[i].next = self.operand_c.line[i].val();
            self.operand_c.grant[i].next = self.arbiter.grant_c[i].val();
        }
        // banks
        self.arbiter.written.next = self.execute.out_bank.val() | self.res.want.val() | self.rsp.want.val();
        self.banks.read.next = self.arbiter.read.val();
        for k in 0..K {
            self.banks.read_line[k].next = self.arbiter.line[k].val();
            self.operand_a.rows[k].next = self.banks.rows[k].val();
            self.operand_b.rows[k].next = self.banks.rows[k].val();
            self.operand_c.rows[k].next = self.banks.rows[k].val();
        }
        self.banks.native_bank.next = self.execute.out_bank.val();
        self.banks.native_line.next = self.execute.out_line.val();
        self.banks.native_slots.next = self.execute.out_target.val();
        self.banks.native_row.next = self.execute.out_row.val();
        self.banks.res_bank.next = self.res.want.val();
        self.banks.res_line.next = self.res.line.val();
        self.banks.res_slots.next = self.res.target.val();
        self.banks.res_row.next = self.res.words.val();
        self.banks.rsp_bank.next = self.rsp.want.val();
        self.banks.rsp_line.next = self.rsp.line.val();
        self.banks.rsp_slots.next = self.rsp.target.val();
        self.banks.rsp_row.next = self.rsp.words.val();
        // exit: the oldest entry, complete
        self.exit.complete.next = self.window.head.val()
            & self.operand_a.complete.val()
            & self.operand_b.complete.val()
            & self.operand_c.complete.val();
        self.exit.group.next = self.window.head_group.val();
        self.exit.ext_ready.next = self.ext_ready.val();
        self.pair_a.low.next = self.operand_a.low_words.val();
        self.pair_a.high.next = self.operand_a.high_words.val();
        self.pair_b.low.next = self.operand_b.low_words.val();
        self.pair_b.high.next = self.operand_b.high_words.val();
        self.pair_c.low.next = self.operand_c.low_words.val();
        self.pair_c.high.next = self.operand_c.high_words.val();
        // execute
        self.execute.start.next = self.exit.native.val();
        self.execute.op.next = self.window.head_op.val().get_bits::<6>(0);
        self.execute.mode.next = self.window.head_mode.val();
        self.execute.tag.next = self.window.head_tag.val();
        self.execute.warp.next = self.window.head_warp.val();
        self.execute.scalar.next = self.window.head_scalar.val();
        self.execute.writes.next = self.window.head_writes.val();
        self.execute.first.next = self.window.head_first.val();
        self.execute.last.next = self.window.head_last.val();
        self.execute.bundle.next = self.window.head_bundle.val();
        self.execute.slots.next = self.window.head_slots.val();
        self.execute.select.next = self.window.head_select.val();
        self.execute.bank.next = self.window.head_bank.val();
        self.execute.line.next = self.window.head_line.val();
        self.execute.target.next = self.window.head_target.val();
        self.execute.a.next = self.operand_a.low_words.val();
        self.execute.b.next = self.operand_b.low_words.val();
        self.execute.c.next = self.operand_c.low_words.val();
        self.predicate.finish.next = self.execute.finish.val();
        self.predicate.setp.next = self.execute.out_setp.val();
        self.predicate.first.next = self.execute.out_first.val();
        self.predicate.last.next = self.execute.out_last.val();
        self.predicate.scalar.next = self.execute.out_scalar.val();
        self.predicate.bundle.next = self.execute.out_bundle.val();
        self.predicate.flags.next = self.execute.out_flags.val();
        self.predicate.tag.next = self.execute.out_tag.val();
        self.predicate.warp.next = self.execute.out_warp.val();
        self.pred_valid.next = self.predicate.pred_valid.val();
        self.pred_tag.next = self.predicate.pred_tag.val();
        self.pred_warp.next = self.predicate.pred_warp.val();
        self.pred_word.next = self.predicate.pred_word.val();
        // address queue
        self.queue.push.next = self.exit.memory.val();
        self.queue.op.next = self.window.head_op.val().get_bits::<6>(0);
        self.queue.tag.next = self.window.head_tag.val();
        self.queue.warp.next = self.window.head_warp.val();
        self.queue.bundle.next = self.window.head_bundle.val();
        self.queue.slots.next = self.window.head_slots.val();
        self.queue.writes.next = self.window.head_writes.val();
        self.queue.req_ready.next = self.req_ready.val();
        self.queue.shared_grant.next = self.shared_grant.val();
        self.req_valid.next = self.queue.req_valid.val();
        self.shared_request.next = self.queue.shared_request.val();
        self.req_op.next = self.queue.req_op.val();
        self.req_tag.next = self.queue.req_tag.val();
        self.req_warp.next = self.queue.req_warp.val();
        self.req_bundle.next = self.queue.req_bundle.val();
        self.req_slots.next = self.queue.req_slots.val();
        // external units
        self.ext_valid.next = self.exit.external.val();
        self.ext_op.next = self.window.head_op.val();
        self.ext_tag.next = self.window.head_tag.val();
        self.ext_warp.next = self.window.head_warp.val();
        self.ext_bundle.next = self.window.head_bundle.val();
        self.ext_slots.next = self.window.head_slots.val();
        for w in 0..W {
            self.queue.address[w].next = self.pair_a.q[w].val();
            self.queue.data[w].next = self.pair_b.q[w].val();
            self.queue.offset[w].next = self.pair_c.q[w].val();
            self.req_addr[w].next = self.queue.req_addr[w].val();
            self.req_data[w].next = self.queue.req_data[w].val();
            self.ext_a[w].next = self.pair_a.q[w].val();
            self.ext_b[w].next = self.pair_b.q[w].val();
            self.ext_c[w].next = self.pair_c.q[w].val();
            self.res.data[w].next = self.res_data[w].val();
            self.rsp.data[w].next = self.rsp_data[w].val();
        }
        // responses
        self.targets.accept.next = self.acceptance.accept.val();
        self.targets.tag.next = self.issue_tag.val();
        self.targets.held_tag.next = self.instruction.tag_q.val();
        self.targets.low_row.next = self.instruction.low_row.val();
        self.targets.high_row.next = self.instruction.high_row.val();
        self.low_start.row.next = self.instruction.low_row.val();
        self.high_start.row.next = self.instruction.high_row.val();
        self.targets.low_start.next = self.low_start.start.val();
        self.targets.high_start.next = self.high_start.start.val();
        self.targets.slot.next = self.instruction.slot.val();
        self.targets.scalar.next = self.issue_scalar.val();
        self.targets.wide.next = self.issue_dst_wide.val();
        self.targets.res_tag.next = self.res_tag.val();
        self.targets.rsp_tag.next = self.rsp_tag.val();
        self.res.valid.next = self.res_valid.val();
        self.res.bundle.next = self.res_bundle.val();
        self.res.slots.next = self.res_slots.val();
        self.res.low_row.next = self.targets.res_low_row.val();
        self.res.high_row.next = self.targets.res_high_row.val();
        self.res.low_start.next = self.targets.res_low_start.val();
        self.res.high_start.next = self.targets.res_high_start.val();
        self.res.slot.next = self.targets.res_slot.val();
        self.res.scalar.next = self.targets.res_scalar.val();
        self.res.wide.next = self.targets.res_wide.val();
        self.res_ready.next = self.res.ready.val();
        self.res_count.d.next = self.res_slots.val();
        self.rsp.valid.next = self.rsp_valid.val();
        self.rsp.bundle.next = self.rsp_bundle.val();
        self.rsp.slots.next = self.rsp_slots.val();
        self.rsp.low_row.next = self.targets.rsp_low_row.val();
        self.rsp.high_row.next = self.targets.rsp_high_row.val();
        self.rsp.low_start.next = self.targets.rsp_low_start.val();
        self.rsp.high_start.next = self.targets.rsp_high_start.val();
        self.rsp.slot.next = self.targets.rsp_slot.val();
        self.rsp.scalar.next = self.targets.rsp_scalar.val();
        self.rsp.wide.next = self.targets.rsp_wide.val();
        self.rsp_ready.next = self.rsp.ready.val();
        self.rsp_count.d.next = self.rsp_slots.val();
        self.res.written.next = self.execute.out_bank.val();
        self.rsp.written.next = self.execute.out_bank.val() | self.res.want.val();
        // tags and events
        self.tags.accept.next = self.acceptance.accept.val();
        self.tags.accept_tag.next = self.issue_tag.val();
        self.tags.count.next = self.active_bundles.thread_count.val();
        self.tags.empty.next = self.sequencer.empty.val();
        self.tags.empty_tag.next = self.instruction.tag_q.val();
        self.tags.native.next = self.execute.finish.val();
        self.tags.native_first.next = self.execute.out_first.val();
        self.tags.native_tag.next = self.execute.out_tag.val();
        self.native_count.d.next = self.execute.out_slots.val();
        self.tags.native_count.next = self.native_count.q.val();
        self.tags.req.next = self.queue.leaves.val().any() & !self.queue.answered.val();
        self.req_count.d.next = self.queue.leaves.val();
        self.tags.req_count.next = self.req_count.q.val();
        self.tags.req_tag.next = self.queue.req_tag.val();
        self.tags.ext.next = self.exit.external.val() & self.ext_ready.val() & !self.window.head_writes.val();
        self.tags.ext_tag.next = self.window.head_tag.val();
        self.ext_count.d.next = self.window.head_slots.val();
        self.tags.ext_count.next = self.ext_count.q.val();
        self.tags.res.next = self.res.ready.val();
        self.tags.res_valid.next = self.res_valid.val();
        self.tags.res_tag.next = self.res_tag.val();
        self.tags.res_count.next = self.res_count.q.val();
        self.tags.rsp.next = self.rsp.ready.val();
        self.tags.rsp_tag.next = self.rsp_tag.val();
        self.tags.rsp_count.next = self.rsp_count.q.val();
        self.tags.after.next = self.instruction.after_q.val();
        self.first.next = self.tags.first.val();
        self.done.next = self.tags.done.val();
    }
}
