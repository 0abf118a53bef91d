use super::{Config, MAX_PARTITIONS, SOURCES, op};
use crate::ports;

ports! {
    /// The inputs of the partitioned renaming table in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,

        /// Whether a kernel begins, which sets the size of every partition (static ranges).
        kernel_valid: bool [1] early,
        /// Data registers of each partition of the kernel.
        kernel_registers: u16 [cfg.size_bits()] early when i.kernel_valid,
        /// Mask registers of each partition of the kernel.
        kernel_masks: u8 [cfg.mask_size_bits()] early when i.kernel_valid,

        /// Whether a partition starts.
        start_valid: bool [1] early,
        /// The partition that starts.
        start_partition: u8 [cfg.partition_bits()] early when i.start_valid,
        /// Vector length of the partition that starts.
        start_vl: u16 [cfg.vl_bits()] early when i.start_valid,
        /// Data registers that the starting partition requests (dynamic ranges).
        start_registers: u16 [cfg.size_bits()] early when i.start_valid,
        /// Mask registers that the starting partition requests (dynamic ranges).
        start_masks: u8 [cfg.mask_size_bits()] early when i.start_valid,

        /// Whether a partition ends.
        end_valid: bool [1] early,
        /// The partition that ends.
        end_partition: u8 [cfg.partition_bits()] early when i.end_valid,

        /// Mask of the streams that offer an instruction.
        fetch: u8 [cfg.partitions] early,
        /// Mask of the streams whose instruction has a guard.
        fetch_guarded: u8 [cfg.partitions] early,
        /// For each stream, the vrPTX operation of its instruction.
        fetch_op: [u8; MAX_PARTITIONS] [op::BITS; cfg.partitions] early when i.fetch >> k & 1 == 1,
        /// For each stream, the kind of the destination.
        fetch_dst_kind: [u8; MAX_PARTITIONS] [2; cfg.partitions] early when i.fetch >> k & 1 == 1,
        /// For each stream, the destination register in the partition's own numbers.
        fetch_dst: [u8; MAX_PARTITIONS] [cfg.register_bits(); cfg.partitions] early when i.fetch >> k & 1 == 1,
        /// For each stream, the kinds of its three sources; stream p has the elements 3p to 3p + 2.
        fetch_src_kind: [u8; MAX_PARTITIONS * SOURCES] [2; cfg.partitions as usize * SOURCES] early when i.fetch >> (k / SOURCES) & 1 == 1,
        /// For each stream, its three source registers in the partition's own numbers.
        fetch_src: [u8; MAX_PARTITIONS * SOURCES] [cfg.register_bits(); cfg.partitions as usize * SOURCES] early when i.fetch >> (k / SOURCES) & 1 == 1,
        /// For each stream, the mask register that guards the instruction.
        fetch_guard: [u8; MAX_PARTITIONS] [cfg.register_bits(); cfg.partitions] early when i.fetch_guarded >> k & 1 == 1,
        /// For each stream, the immediate or the number of a scalar, which passes through.
        fetch_imm: [u32; MAX_PARTITIONS] [32; cfg.partitions] early when i.fetch >> k & 1 == 1,

        /// Mask of the classes of operations whose pipelines can begin an instruction: bit c for
        /// the [`Class`](op::Class) with number c.
        issue_ready: u8 [op::CLASSES] early,
        /// Whether an instruction has written its destination.
        done_valid: bool [1] early,
        /// Kind of the destination that was written.
        done_kind: u8 [2] early when i.done_valid,
        /// Physical register that was written.
        done_register: u8 [cfg.register_bits()] early when i.done_valid,
    }
}

ports! {
    /// The outputs of the partitioned renaming table in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// Whether the kernel that begins is refused because its ranges do not fit.
        kernel_refused: bool [1] late,
        /// Whether the partition that starts is accepted.
        start_taken: bool [1] late,
        /// Whether the partition that starts is refused.
        start_refused: bool [1] late,

        /// Mask of the streams whose instruction is taken.
        take: u8 [cfg.partitions] late,
        /// Mask of the streams whose instruction is refused.
        refuse: u8 [cfg.partitions] late,
        /// For each refused stream, the reason: one of [`reason`](super::reason).
        refuse_reason: [u8; MAX_PARTITIONS] [1; cfg.partitions] late when o.refuse >> k & 1 == 1,

        /// Whether a vector instruction is issued.
        issue_valid: bool [1] late,
        /// Partition of the vector instruction.
        issue_partition: u8 [cfg.partition_bits()] late when o.issue_valid,
        /// Code of the vector instruction.
        issue_op: u8 [op::VECTOR_BITS] late when o.issue_valid,
        /// Vector length of the instruction.
        issue_vl: u16 [cfg.vl_bits()] late when o.issue_valid,
        /// Cycles that the vector instruction takes.
        issue_latency: u16 [cfg.vl_bits()] late when o.issue_valid,
        /// Kind of the destination.
        issue_dst_kind: u8 [2] late when o.issue_valid,
        /// Physical destination register; 0 when the destination is no register.
        issue_dst: u8 [cfg.register_bits()] late when o.issue_valid,
        /// Kind of each source.
        issue_src_kind: [u8; SOURCES] [2; SOURCES] late when o.issue_valid,
        /// Physical register of each source; 0 when the source is no register.
        issue_src: [u8; SOURCES] [cfg.register_bits(); SOURCES] late when o.issue_valid,
        /// Whether the vector instruction has a guard.
        issue_guarded: bool [1] late when o.issue_valid,
        /// Physical mask register that guards the instruction; 0 when it has no guard.
        issue_guard: u8 [cfg.register_bits()] late when o.issue_valid,
        /// The immediate or the number of a scalar, passed through.
        issue_imm: u32 [32] late when o.issue_valid,
    }
}
