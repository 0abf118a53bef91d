use super::{Config, MAX_PARTITIONS, SOURCES, op};
use crate::ports;

ports! {
    /// What enters in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,

        /// A kernel begins: the size of every partition (static ranges).
        kernel_valid: bool [1] early,
        /// Data registers of a partition.
        kernel_registers: u16 [cfg.size_bits()] early when i.kernel_valid,
        /// Mask registers of a partition.
        kernel_masks: u8 [cfg.mask_size_bits()] early when i.kernel_valid,

        /// A partition starts.
        start_valid: bool [1] early,
        /// Which.
        start_partition: u8 [cfg.partition_bits()] early when i.start_valid,
        /// Its vector length.
        start_vl: u16 [cfg.vl_bits()] early when i.start_valid,
        /// Its data registers (dynamic ranges).
        start_registers: u16 [cfg.size_bits()] early when i.start_valid,
        /// Its mask registers (dynamic ranges).
        start_masks: u8 [cfg.mask_size_bits()] early when i.start_valid,

        /// A partition ends.
        end_valid: bool [1] early,
        /// Which.
        end_partition: u8 [cfg.partition_bits()] early when i.end_valid,

        /// Streams that offer an instruction.
        fetch: u8 [cfg.partitions] early,
        /// Those whose instruction has a guard.
        fetch_guarded: u8 [cfg.partitions] early,
        /// vrPTX operation.
        fetch_op: [u8; MAX_PARTITIONS] [op::BITS; cfg.partitions] early when i.fetch >> k & 1 == 1,
        /// Kind of the destination.
        fetch_dst_kind: [u8; MAX_PARTITIONS] [2; cfg.partitions] early when i.fetch >> k & 1 == 1,
        /// The destination.
        fetch_dst: [u8; MAX_PARTITIONS] [cfg.register_bits(); cfg.partitions] early when i.fetch >> k & 1 == 1,
        /// Kind of each source.
        fetch_src_kind: [u8; MAX_PARTITIONS * SOURCES] [2; cfg.partitions as usize * SOURCES] early when i.fetch >> (k / SOURCES) & 1 == 1,
        /// Each source.
        fetch_src: [u8; MAX_PARTITIONS * SOURCES] [cfg.register_bits(); cfg.partitions as usize * SOURCES] early when i.fetch >> (k / SOURCES) & 1 == 1,
        /// The mask register that guards it.
        fetch_guard: [u8; MAX_PARTITIONS] [cfg.register_bits(); cfg.partitions] early when i.fetch_guarded >> k & 1 == 1,
        /// What passes through: an immediate, or the number of a scalar.
        fetch_imm: [u32; MAX_PARTITIONS] [32; cfg.partitions] early when i.fetch >> k & 1 == 1,

        /// The vector unit takes the instruction on `issue`.
        issue_ready: bool [1] early,
        /// An instruction has written its destination.
        done_valid: bool [1] early,
        /// The destination's kind.
        done_kind: u8 [2] early when i.done_valid,
        /// The physical register.
        done_register: u8 [cfg.register_bits()] early when i.done_valid,
    }
}

ports! {
    /// What leaves in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// The kernel does not fit.
        kernel_refused: bool [1] late,
        /// The partition starts.
        start_taken: bool [1] late,
        /// It does not.
        start_refused: bool [1] late,

        /// Streams whose instruction is taken.
        take: u8 [cfg.partitions] late,
        /// Streams whose instruction is refused.
        refuse: u8 [cfg.partitions] late,
        /// Why: one of `reason`.
        refuse_reason: [u8; MAX_PARTITIONS] [1; cfg.partitions] late when o.refuse >> k & 1 == 1,

        /// A vector instruction is offered.
        issue_valid: bool [1] early,
        /// Whose.
        issue_partition: u8 [cfg.partition_bits()] early when o.issue_valid,
        /// The vector instruction's code.
        issue_op: u8 [op::VECTOR_BITS] early when o.issue_valid,
        /// Its vector length.
        issue_vl: u16 [cfg.vl_bits()] early when o.issue_valid,
        /// Cycles that it takes.
        issue_latency: u16 [cfg.vl_bits()] early when o.issue_valid,
        /// Kind of the destination.
        issue_dst_kind: u8 [2] early when o.issue_valid,
        /// The physical destination; 0 when its kind is none.
        issue_dst: u8 [cfg.register_bits()] early when o.issue_valid,
        /// Kind of each source.
        issue_src_kind: [u8; SOURCES] [2; SOURCES] early when o.issue_valid,
        /// Each physical source; 0 when its kind is none.
        issue_src: [u8; SOURCES] [cfg.register_bits(); SOURCES] early when o.issue_valid,
        /// It has a guard.
        issue_guarded: bool [1] early when o.issue_valid,
        /// The physical mask register that guards it; 0 when none does.
        issue_guard: u8 [cfg.register_bits()] early when o.issue_valid,
        /// What passes through.
        issue_imm: u32 [32] early when o.issue_valid,
    }
}
