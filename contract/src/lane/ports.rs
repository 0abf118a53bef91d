use super::{Config, MAX_WIDTH, REGISTER_BITS, kind, op};
use crate::ports;

ports! {
    /// The inputs of a lane in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,

        /// Whether a warp slot is launched: given its registers.
        launch_valid: bool [1] early,
        /// The warp slot that is launched.
        launch_warp: u8 [cfg.warp_bits()] early when i.launch_valid,
        /// Threads allocated to the launched warp, 1 to `threads`.
        launch_threads: u8 [cfg.count_bits()] early when i.launch_valid,
        /// Row of vector register 0, bundle 0, of the launched warp.
        launch_vector: u32 [cfg.row_bits()] early when i.launch_valid,
        /// Row of scalar register 0 of the launched warp.
        launch_scalar: u32 [cfg.row_bits()] early when i.launch_valid,
        /// Thread id of the launched warp's thread 0.
        launch_tid: u16 [16] early when i.launch_valid,

        /// Whether a warp instruction is offered.
        issue_valid: bool [1] early,
        /// Operation of the instruction (see [`op`]).
        issue_op: u8 [8] early when i.issue_valid,
        /// Mode bits of an FP32 operation: [`FLUSH`](super::op::FLUSH),
        /// [`SATURATE`](super::op::SATURATE).
        issue_mode: u8 [2] early when i.issue_valid,
        /// Tag that names the instruction while it is in flight.
        issue_tag: u8 [cfg.tag_bits()] early when i.issue_valid,
        /// Warp slot of the instruction.
        issue_warp: u8 [cfg.warp_bits()] early when i.issue_valid,
        /// Whether the instruction is scalar.
        issue_scalar: bool [1] early when i.issue_valid,
        /// Active mask of the instruction: a bit for each thread.
        issue_mask: u64 [cfg.threads] early when i.issue_valid,
        /// Guard predicate of the instruction: a bit for each thread.
        issue_guard: u64 [cfg.threads] early when i.issue_valid,
        /// Predicate word by which `selp` selects: a bit for each thread.
        issue_pred: u64 [cfg.threads] early when i.issue_valid && i.issue_op == op::SELP,
        /// Whether the instruction is chained: its bundles follow those of `issue_after`, before
        /// the `done` of `issue_after`.
        issue_chained: bool [1] early when i.issue_valid,
        /// Tag of the instruction in flight that a chained instruction depends on; the youngest if
        /// there are several.
        issue_after: u8 [cfg.tag_bits()] early when i.issue_valid && i.issue_chained,
        /// Whether the instruction writes a register (for memory and external: a response will
        /// come).
        issue_writes: bool [1] early when i.issue_valid,
        /// Destination register of the instruction.
        issue_dst: u8 [REGISTER_BITS] early when i.issue_valid && i.issue_writes,
        /// Whether the destination is a pair of words.
        issue_dst_wide: bool [1] early when i.issue_valid,
        /// Kinds of the sources a, b, c (see [`kind`]).
        issue_kind: [u8; 3] [2; 3] early when i.issue_valid,
        /// Register index or special index of the sources a, b, c.
        issue_src: [u8; 3] [REGISTER_BITS; 3] early when i.issue_valid && i.issue_kind[k] != kind::IMMEDIATE,
        /// For each source, whether it is a pair of words.
        issue_wide: [bool; 3] [1; 3] early when i.issue_valid,
        /// The immediate of the instruction, which the sources of kind immediate share.
        issue_imm: u32 [32] early when i.issue_valid && i.issue_kind.contains(&kind::IMMEDIATE),

        /// Whether global memory accepts the bundle on `req`.
        req_ready: bool [1] early,
        /// Mask of the bundle's slots that shared memory accepts.
        shared_grant: u8 [cfg.width] early,
        /// Whether the external unit accepts the bundle on `ext`.
        ext_ready: bool [1] early,

        /// Whether an external unit offers a result.
        res_valid: bool [1] early,
        /// Tag of the instruction that the result belongs to.
        res_tag: u8 [cfg.tag_bits()] early when i.res_valid,
        /// Bundle of the instruction that the result belongs to.
        res_bundle: u8 [cfg.bundle_bits()] early when i.res_valid,
        /// Mask of the slots that have a result.
        res_slots: u8 [cfg.width] early when i.res_valid,
        /// For each slot, the result; the upper half is written when the destination is wide.
        res_data: [u64; MAX_WIDTH] [64; cfg.width] early when i.res_valid && i.res_slots >> k & 1 == 1,

        /// Whether memory offers a response.
        rsp_valid: bool [1] early,
        /// Tag of the instruction that the response belongs to.
        rsp_tag: u8 [cfg.tag_bits()] early when i.rsp_valid,
        /// Bundle of the instruction that the response belongs to.
        rsp_bundle: u8 [cfg.bundle_bits()] early when i.rsp_valid,
        /// Mask of the slots that have a response.
        rsp_slots: u8 [cfg.width] early when i.rsp_valid,
        /// For each slot, the value of the response; the upper half is written when the destination
        /// is wide.
        rsp_data: [u64; MAX_WIDTH] [64; cfg.width] early when i.rsp_valid && i.rsp_slots >> k & 1 == 1,
    }
}

ports! {
    /// The outputs of a lane in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// Whether a native or external instruction is accepted in this cycle if one is offered.
        issue_ready: bool [1] early,
        /// Whether a memory instruction is accepted in this cycle if one is offered.
        memory_ready: bool [1] early,

        /// Whether a bundle is offered to global memory.
        req_valid: bool [1] early,
        /// Mask of the bundle's slots that request shared memory; zero when none does.
        shared_request: u8 [cfg.width] early,
        /// The lower six bits of the memory operation.
        req_op: u8 [6] early when o.req_valid || o.shared_request != 0,
        /// Tag of the memory instruction.
        req_tag: u8 [cfg.tag_bits()] early when o.req_valid || o.shared_request != 0,
        /// Warp slot of the memory instruction.
        req_warp: u8 [cfg.warp_bits()] early when o.req_valid || o.shared_request != 0,
        /// Bundle of the memory instruction.
        req_bundle: u8 [cfg.bundle_bits()] early when o.req_valid || o.shared_request != 0,
        /// Mask of the slots offered: all active ones to global memory, those not granted yet to
        /// shared memory.
        req_slots: u8 [cfg.width] early when o.req_valid || o.shared_request != 0,
        /// For each slot offered, the address: a + c.
        req_addr: [u64; MAX_WIDTH] [64; cfg.width] early when (o.req_valid || o.shared_request != 0) && o.req_slots >> k & 1 == 1,
        /// For each slot offered, the data: source b.
        req_data: [u64; MAX_WIDTH] [64; cfg.width] early when (o.req_valid || o.shared_request != 0) && o.req_slots >> k & 1 == 1,

        /// Whether a bundle is offered to the external units.
        ext_valid: bool [1] early,
        /// The lower seven bits of the external operation.
        ext_op: u8 [7] early when o.ext_valid,
        /// Tag of the external instruction.
        ext_tag: u8 [cfg.tag_bits()] early when o.ext_valid,
        /// Warp slot of the external instruction.
        ext_warp: u8 [cfg.warp_bits()] early when o.ext_valid,
        /// Bundle of the external instruction.
        ext_bundle: u8 [cfg.bundle_bits()] early when o.ext_valid,
        /// Mask of the bundle's active slots.
        ext_slots: u8 [cfg.width] early when o.ext_valid,
        /// Source a of each active slot.
        ext_a: [u64; MAX_WIDTH] [64; cfg.width] early when o.ext_valid && o.ext_slots >> k & 1 == 1,
        /// Source b of each active slot.
        ext_b: [u64; MAX_WIDTH] [64; cfg.width] early when o.ext_valid && o.ext_slots >> k & 1 == 1,
        /// Source c of each active slot.
        ext_c: [u64; MAX_WIDTH] [64; cfg.width] early when o.ext_valid && o.ext_slots >> k & 1 == 1,

        /// Whether a predicate word is complete.
        pred_valid: bool [1] early,
        /// Tag of the `setp` that produced the predicate word.
        pred_tag: u8 [cfg.tag_bits()] early when o.pred_valid,
        /// Warp slot of the `setp`.
        pred_warp: u8 [cfg.warp_bits()] early when o.pred_valid,
        /// The predicate word: a bit for each thread.
        pred_word: u64 [cfg.threads] early when o.pred_valid,

        /// For each tag, whether its first bundle was written, or its first response completed, in
        /// the last cycle.
        first: u64 [cfg.tags] early,
        /// For each tag, whether its instruction was completed in the last cycle.
        done: u64 [cfg.tags] early,

        /// Whether the payload on `res` is finished in this cycle. Low when `res_valid` is low.
        res_ready: bool [1] late,
        /// Whether the payload on `rsp` is finished in this cycle. Low when `rsp_valid` is low.
        rsp_ready: bool [1] late,
    }
}
