use super::{Config, IDS, MAX_BEAT, MAX_STACK};
use crate::{bits, ports};

ports! {
    /// The inputs of the virtual thread controller in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,

        /// Whether a kernel begins.
        kernel_valid: bool [1] early,
        /// Warps of each CTA of the kernel.
        kernel_warps: u8 [Config::limit_bits(cfg.warps)] early when i.kernel_valid,
        /// CTAs of the kernel that may be assigned at once.
        kernel_ctas: u8 [Config::limit_bits(cfg.ctas)] early when i.kernel_valid,
        /// CTAs of the kernel that may be active at once.
        kernel_active: u8 [Config::limit_bits(cfg.active)] early when i.kernel_valid,
        /// Whether a CTA is assigned.
        assign_valid: bool [1] early,

        /// Whether a warp instruction is issued.
        issue_valid: bool [1] early,
        /// The slot of the issued instruction's CTA.
        issue_slot: u8 [cfg.slot_bits()] early when i.issue_valid,
        /// Registers that the issued instruction will write.
        issue_count: u8 [3] early when i.issue_valid,
        /// Whether registers are written.
        writeback_valid: bool [1] early,
        /// The slot from which the writing instruction was issued.
        writeback_slot: u8 [cfg.slot_bits()] early when i.writeback_valid,
        /// The CTA of the writing instruction.
        writeback_cta: u8 [cfg.cta_bits()] early when i.writeback_valid,
        /// The number of registers that are written.
        writeback_count: u8 [3] early when i.writeback_valid,

        /// Whether a warp is stalled by a long-latency memory operation.
        stall_valid: bool [1] early,
        /// The slot of the stalled warp's CTA.
        stall_slot: u8 [cfg.slot_bits()] early when i.stall_valid,
        /// Whether a warp is no longer stalled.
        wake_valid: bool [1] early,
        /// The slot of the CTA whose warp is no longer stalled.
        wake_slot: u8 [cfg.slot_bits()] early when i.wake_valid,
        /// Whether a warp arrives at a barrier.
        barrier_valid: bool [1] early,
        /// The slot of the CTA whose warp arrives at a barrier.
        barrier_slot: u8 [cfg.slot_bits()] early when i.barrier_valid,
        /// Whether a barrier opens: all warps that wait at it continue.
        open_valid: bool [1] early,
        /// The slot of the CTA whose barrier opens.
        open_slot: u8 [cfg.slot_bits()] early when i.open_valid,
        /// Whether a warp exits.
        exit_valid: bool [1] early,
        /// The slot of the CTA whose warp exits.
        exit_slot: u8 [cfg.slot_bits()] early when i.exit_valid,

        /// The identifiers of the CTA that is copied.
        copy_id: [u32; IDS] [32; IDS] early,
        /// The stack of the warp that is copied, the lowest word first.
        copy_stack: [u64; MAX_STACK] [64; cfg.stack_words()] early,
        /// Whether shared memory serves a request of the SM in this cycle.
        demand: bool [1] early,
    }
}

ports! {
    /// The outputs of the virtual thread controller in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// Whether the kernel that begins is refused because it does not fit.
        kernel_refused: bool [1] late,
        /// Whether a CTA can be assigned.
        assign_ready: bool [1] early,
        /// The place in the status table that the next assigned CTA gets.
        assign_cta: u8 [cfg.cta_bits()] early when o.assign_ready,
        /// Whether the writeback is a hit: the registers are cleared in the slot's scoreboard.
        writeback_hit: bool [1] late,
        /// Mask of the slots whose CTA is marked, by the state at the beginning of the cycle.
        marked: u16 [cfg.active] early,

        /// Whether a warp's stack is copied to the stack buffer.
        copy_valid: bool [1] early,
        /// The slot of the CTA that is copied.
        copy_slot: u8 [cfg.slot_bits()] early when o.copy_valid,
        /// The number in its CTA of the warp that is copied.
        copy_warp: u8 [cfg.warp_bits()] early when o.copy_valid,
        /// Whether a slot is invalidated: its stacks, instruction buffers and scoreboard are void.
        invalidate_valid: bool [1] early,
        /// The slot that is invalidated.
        invalidate_slot: u8 [cfg.slot_bits()] early when o.invalidate_valid,
        /// Whether a CTA became active.
        activate_valid: bool [1] early,
        /// The slot of the CTA that became active.
        activate_slot: u8 [cfg.slot_bits()] early when o.activate_valid,
        /// The CTA that became active.
        activate_cta: u8 [cfg.cta_bits()] early when o.activate_valid,
        /// Whether the CTA that became active has never been active before.
        activate_fresh: bool [1] early when o.activate_valid,
        /// The first physical warp id of the CTA that became active.
        activate_pwi: u8 [bits(cfg.pwis)] early when o.activate_valid,
        /// The first virtual warp id of the CTA that became active.
        activate_vwi: u8 [bits(cfg.vwis)] early when o.activate_valid,

        /// Whether a beat moves to or from shared memory.
        mem_valid: bool [1] late,
        /// Whether the beat is written to shared memory, not read from it.
        mem_write: bool [1] late when o.mem_valid,
        /// The row of shared memory that is accessed.
        mem_row: u16 [cfg.row_bits()] late when o.mem_valid,
        /// The beat that is written, the lowest word first.
        mem_data: [u64; MAX_BEAT] [64; cfg.beat_words()] late when o.mem_valid && o.mem_write,
        /// Whether shared memory shows the beat that was read in the last cycle.
        restore_valid: bool [1] early,
        /// The slot that the restored beat belongs to.
        restore_slot: u8 [cfg.slot_bits()] early when o.restore_valid,
        /// The number of the restored beat in its context.
        restore_beat: u16 [cfg.beat_bits()] early when o.restore_valid,
    }
}
