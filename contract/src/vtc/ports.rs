use super::{Config, IDS, MAX_BEAT, MAX_STACK};
use crate::{bits, ports};

ports! {
    /// What enters in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,

        /// A kernel begins.
        kernel_valid: bool [1] early,
        /// Warps of a CTA.
        kernel_warps: u8 [Config::limit_bits(cfg.warps)] early when i.kernel_valid,
        /// CTAs that may be assigned at once.
        kernel_ctas: u8 [Config::limit_bits(cfg.ctas)] early when i.kernel_valid,
        /// CTAs that may be active at once.
        kernel_active: u8 [Config::limit_bits(cfg.active)] early when i.kernel_valid,
        /// A CTA is assigned.
        assign_valid: bool [1] early,

        /// A warp instruction is issued.
        issue_valid: bool [1] early,
        /// The slot of its CTA.
        issue_slot: u8 [cfg.slot_bits()] early when i.issue_valid,
        /// Registers that it will write.
        issue_count: u8 [3] early when i.issue_valid,
        /// Registers are written.
        writeback_valid: bool [1] early,
        /// The slot from which their instruction was issued.
        writeback_slot: u8 [cfg.slot_bits()] early when i.writeback_valid,
        /// Its CTA.
        writeback_cta: u8 [cfg.cta_bits()] early when i.writeback_valid,
        /// How many.
        writeback_count: u8 [3] early when i.writeback_valid,

        /// A warp is stalled by a long-latency memory operation.
        stall_valid: bool [1] early,
        /// The slot of its CTA.
        stall_slot: u8 [cfg.slot_bits()] early when i.stall_valid,
        /// A warp is no longer stalled.
        wake_valid: bool [1] early,
        /// The slot of its CTA.
        wake_slot: u8 [cfg.slot_bits()] early when i.wake_valid,
        /// A warp arrives at a barrier.
        barrier_valid: bool [1] early,
        /// The slot of its CTA.
        barrier_slot: u8 [cfg.slot_bits()] early when i.barrier_valid,
        /// All warps at a barrier go on.
        open_valid: bool [1] early,
        /// The slot of their CTA.
        open_slot: u8 [cfg.slot_bits()] early when i.open_valid,
        /// A warp exits.
        exit_valid: bool [1] early,
        /// The slot of its CTA.
        exit_slot: u8 [cfg.slot_bits()] early when i.exit_valid,

        /// The identifiers of the CTA that is copied.
        copy_id: [u32; IDS] [32; IDS] early,
        /// The stack of the warp that is copied, the lowest word first.
        copy_stack: [u64; MAX_STACK] [64; cfg.stack_words()] early,
        /// Shared memory serves the SM's own requests.
        demand: bool [1] early,
    }
}

ports! {
    /// What leaves in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// The kernel does not fit.
        kernel_refused: bool [1] late,
        /// A CTA can be assigned.
        assign_ready: bool [1] early,
        /// Where it will be.
        assign_cta: u8 [cfg.cta_bits()] early when o.assign_ready,
        /// The registers that are written are cleared in the scoreboard.
        writeback_hit: bool [1] late,
        /// Slots whose CTA is marked, by the state at the beginning of the cycle.
        marked: u16 [cfg.active] early,

        /// A warp's stack is copied.
        copy_valid: bool [1] early,
        /// The slot of its CTA.
        copy_slot: u8 [cfg.slot_bits()] early when o.copy_valid,
        /// The warp's number.
        copy_warp: u8 [cfg.warp_bits()] early when o.copy_valid,
        /// All that a slot's warps have in the pipeline is void.
        invalidate_valid: bool [1] early,
        /// The slot.
        invalidate_slot: u8 [cfg.slot_bits()] early when o.invalidate_valid,
        /// A CTA became active.
        activate_valid: bool [1] early,
        /// Its slot.
        activate_slot: u8 [cfg.slot_bits()] early when o.activate_valid,
        /// The CTA.
        activate_cta: u8 [cfg.cta_bits()] early when o.activate_valid,
        /// It has never been active.
        activate_fresh: bool [1] early when o.activate_valid,
        /// Its first physical warp id.
        activate_pwi: u8 [bits(cfg.pwis)] early when o.activate_valid,
        /// Its first virtual warp id.
        activate_vwi: u8 [bits(cfg.vwis)] early when o.activate_valid,

        /// A beat is moved.
        mem_valid: bool [1] late,
        /// To shared memory.
        mem_write: bool [1] late when o.mem_valid,
        /// The row.
        mem_row: u16 [cfg.row_bits()] late when o.mem_valid,
        /// What is written, the lowest word first.
        mem_data: [u64; MAX_BEAT] [64; cfg.beat_words()] late when o.mem_valid && o.mem_write,
        /// Shared memory shows what was read in the last cycle.
        restore_valid: bool [1] early,
        /// The slot to which it belongs.
        restore_slot: u8 [cfg.slot_bits()] early when o.restore_valid,
        /// Its number in the context.
        restore_beat: u16 [cfg.beat_bits()] early when o.restore_valid,
    }
}
