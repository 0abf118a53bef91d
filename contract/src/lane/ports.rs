use super::{Config, MAX_WIDTH, REGISTER_BITS, kind, op};
use crate::ports;

ports! {
    /// What enters a lane in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,

        /// A warp slot is given its registers.
        launch_valid: bool [1] early,
        /// The slot.
        launch_warp: u8 [cfg.warp_bits()] early when i.launch_valid,
        /// Threads allocated, 1 to `threads`.
        launch_threads: u8 [cfg.count_bits()] early when i.launch_valid,
        /// Row of vector register 0, bundle 0.
        launch_vector: u32 [cfg.row_bits()] early when i.launch_valid,
        /// Row of scalar register 0.
        launch_scalar: u32 [cfg.row_bits()] early when i.launch_valid,
        /// Thread id of the warp's thread 0.
        launch_tid: u16 [16] early when i.launch_valid,

        /// A warp instruction is offered.
        issue_valid: bool [1] early,
        /// Operation.
        issue_op: u8 [8] early when i.issue_valid,
        /// Its modes: [`FLUSH`](super::op::FLUSH), [`SATURATE`](super::op::SATURATE).
        issue_mode: u8 [2] early when i.issue_valid,
        /// Name of this instruction while it is in flight.
        issue_tag: u8 [cfg.tag_bits()] early when i.issue_valid,
        /// Warp slot.
        issue_warp: u8 [cfg.warp_bits()] early when i.issue_valid,
        /// A scalar instruction.
        issue_scalar: bool [1] early when i.issue_valid,
        /// Active mask.
        issue_mask: u64 [cfg.threads] early when i.issue_valid,
        /// Guard predicate.
        issue_guard: u64 [cfg.threads] early when i.issue_valid,
        /// The predicate word that `selp` selects by.
        issue_pred: u64 [cfg.threads] early when i.issue_valid && i.issue_op == op::SELP,
        /// Its bundles follow those of `issue_after` instead of its `done`.
        issue_chained: bool [1] early when i.issue_valid,
        /// The instruction in flight that a chained one depends on; the youngest if there are several.
        issue_after: u8 [cfg.tag_bits()] early when i.issue_valid && i.issue_chained,
        /// It writes a register (memory, external: a response will come).
        issue_writes: bool [1] early when i.issue_valid,
        /// Destination register.
        issue_dst: u8 [REGISTER_BITS] early when i.issue_valid && i.issue_writes,
        /// The destination is a pair of words.
        issue_dst_wide: bool [1] early when i.issue_valid,
        /// Kind of the sources a, b, c.
        issue_kind: [u8; 3] [2; 3] early when i.issue_valid,
        /// Register or special index of the sources.
        issue_src: [u8; 3] [REGISTER_BITS; 3] early when i.issue_valid && i.issue_kind[k] != kind::IMMEDIATE,
        /// The source is a pair of words.
        issue_wide: [bool; 3] [1; 3] early when i.issue_valid,
        /// The immediate.
        issue_imm: u32 [32] early when i.issue_valid && i.issue_kind.contains(&kind::IMMEDIATE),

        /// Global memory takes the bundle on `req`.
        req_ready: bool [1] early,
        /// Shared memory takes these slots of the bundle on `req`.
        shared_grant: u8 [cfg.width] early,
        /// The external unit takes the bundle on `ext`.
        ext_ready: bool [1] early,

        /// A result of an external unit.
        res_valid: bool [1] early,
        /// Whose.
        res_tag: u8 [cfg.tag_bits()] early when i.res_valid,
        /// Which bundle of it.
        res_bundle: u8 [cfg.bundle_bits()] early when i.res_valid,
        /// Which slots of the bundle.
        res_slots: u8 [cfg.width] early when i.res_valid,
        /// A value a slot; the upper half is written when the destination is wide.
        res_data: [u64; MAX_WIDTH] [64; cfg.width] early when i.res_valid && i.res_slots >> k & 1 == 1,

        /// A memory response.
        rsp_valid: bool [1] early,
        /// Whose.
        rsp_tag: u8 [cfg.tag_bits()] early when i.rsp_valid,
        /// Which bundle of it.
        rsp_bundle: u8 [cfg.bundle_bits()] early when i.rsp_valid,
        /// Which slots of the bundle.
        rsp_slots: u8 [cfg.width] early when i.rsp_valid,
        /// A value a slot; the upper half is written when the destination is wide.
        rsp_data: [u64; MAX_WIDTH] [64; cfg.width] early when i.rsp_valid && i.rsp_slots >> k & 1 == 1,
    }
}

ports! {
    /// What leaves a lane in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// A native or external instruction is accepted in this cycle.
        issue_ready: bool [1] early,
        /// A memory instruction is accepted in this cycle.
        memory_ready: bool [1] early,

        /// A bundle for global memory.
        req_valid: bool [1] early,
        /// Slots of a bundle that ask shared memory; zero when none does.
        shared_request: u8 [cfg.width] early,
        /// The operation's lower six bits.
        req_op: u8 [6] early when o.req_valid || o.shared_request != 0,
        /// Whose.
        req_tag: u8 [cfg.tag_bits()] early when o.req_valid || o.shared_request != 0,
        /// Its warp slot.
        req_warp: u8 [cfg.warp_bits()] early when o.req_valid || o.shared_request != 0,
        /// Which bundle of it.
        req_bundle: u8 [cfg.bundle_bits()] early when o.req_valid || o.shared_request != 0,
        /// Slots offered: all active ones on `req`, those not granted yet on `shared`.
        req_slots: u8 [cfg.width] early when o.req_valid || o.shared_request != 0,
        /// An address a slot offered: a + c.
        req_addr: [u64; MAX_WIDTH] [64; cfg.width] early when (o.req_valid || o.shared_request != 0) && o.req_slots >> k & 1 == 1,
        /// A value a slot offered: b.
        req_data: [u64; MAX_WIDTH] [64; cfg.width] early when (o.req_valid || o.shared_request != 0) && o.req_slots >> k & 1 == 1,

        /// A bundle for the external units.
        ext_valid: bool [1] early,
        /// The operation's lower seven bits.
        ext_op: u8 [7] early when o.ext_valid,
        /// Whose.
        ext_tag: u8 [cfg.tag_bits()] early when o.ext_valid,
        /// Its warp slot.
        ext_warp: u8 [cfg.warp_bits()] early when o.ext_valid,
        /// Which bundle of it.
        ext_bundle: u8 [cfg.bundle_bits()] early when o.ext_valid,
        /// Active slots.
        ext_slots: u8 [cfg.width] early when o.ext_valid,
        /// Source a of each active slot.
        ext_a: [u64; MAX_WIDTH] [64; cfg.width] early when o.ext_valid && o.ext_slots >> k & 1 == 1,
        /// Source b of each active slot.
        ext_b: [u64; MAX_WIDTH] [64; cfg.width] early when o.ext_valid && o.ext_slots >> k & 1 == 1,
        /// Source c of each active slot.
        ext_c: [u64; MAX_WIDTH] [64; cfg.width] early when o.ext_valid && o.ext_slots >> k & 1 == 1,

        /// A predicate word.
        pred_valid: bool [1] early,
        /// The `setp` that made it.
        pred_tag: u8 [cfg.tag_bits()] early when o.pred_valid,
        /// Its warp slot.
        pred_warp: u8 [cfg.warp_bits()] early when o.pred_valid,
        /// A bit a thread.
        pred_word: u64 [cfg.threads] early when o.pred_valid,

        /// For each tag: its first bundle was written, or its first response completed, in the last cycle.
        first: u64 [cfg.tags] early,
        /// For each tag: it was completed in the last cycle.
        done: u64 [cfg.tags] early,

        /// The payload on `res` is finished in this cycle. Low when `res_valid` is.
        res_ready: bool [1] late,
        /// The payload on `rsp` is finished in this cycle. Low when `rsp_valid` is.
        rsp_ready: bool [1] late,
    }
}
