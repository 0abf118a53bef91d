use super::{Config, MAX};
use crate::ports;

ports! {
    /// The inputs of lane permutation and compaction in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,

        /// Whether a warp is launched, which writes the permutation mask of its slot.
        launch_valid: bool [1] early,
        /// The slot of the warp that is launched.
        launch_slot: u8 [cfg.warp_bits()] early when i.launch_valid,
        /// The id in its CTA of the warp that is launched.
        launch_warp: u8 [cfg.warp_bits()] early when i.launch_valid,
        /// Whether the kernel runs without permutation.
        launch_plain: bool [1] early when i.launch_valid,
        /// Mask of the launched warp's threads, in thread order.
        launch_threads: u32 [cfg.width] early when i.launch_valid,

        /// Whether the permutation mask of a slot is looked up.
        read_valid: bool [1] early,
        /// The slot that is looked up.
        read_slot: u8 [cfg.warp_bits()] early when i.read_valid,
        /// A mask in thread order to permute (or in lane order, for the inverse).
        read_threads: u32 [cfg.width] early when i.read_valid,

        /// Whether a CTA-wide mask is offered to the compactor.
        accept_valid: bool [1] early,
        /// The reason for the compaction: one of [`tag`](super::tag).
        accept_tag: u8 [2] early when i.accept_valid,
        /// For each warp of the CTA, the mask of its active lanes.
        accept_mask: [u32; MAX] [cfg.width; cfg.warps] early when i.accept_valid,
        /// Whether the mask that is counted leaves without compaction.
        decline: bool [1] early,
        /// Whether the warp on offer is taken.
        warp_ready: bool [1] early,
    }
}

ports! {
    /// The outputs of lane permutation and compaction in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// Whether `launch_lanes` is valid: a copy of `launch_valid`.
        launched: bool [1] late,
        /// `launch_threads` in lane order.
        launch_lanes: u32 [cfg.width] late when o.launched,

        /// Whether `read_xor` and `read_lanes` are valid: a copy of `read_valid`.
        read_shown: bool [1] late,
        /// The permutation mask of the slot that is looked up.
        read_xor: u8 [cfg.lane_bits()] late when o.read_shown,
        /// `read_threads`, permuted by `read_xor`.
        read_lanes: u32 [cfg.width] late when o.read_shown,

        /// Whether the compactor accepts a mask in this cycle if one is offered.
        accept_ready: bool [1] late,
        /// Whether the mask accepted in the last cycle is counted.
        counted_valid: bool [1] early,
        /// The tag of the mask that is counted.
        counted_tag: u8 [2] early when o.counted_valid,
        /// Warps of the counted mask with compaction.
        counted_warps: u8 [cfg.count_bits()] early when o.counted_valid,
        /// Warps of the counted mask without compaction.
        counted_plain: u8 [cfg.count_bits()] early when o.counted_valid,

        /// Whether the compactor offers a warp.
        warp_valid: bool [1] early,
        /// The tag of the offered warp's mask.
        warp_tag: u8 [2] early when o.warp_valid,
        /// Whether the offered warp is the last of its mask.
        warp_last: bool [1] early when o.warp_valid,
        /// Mask of the offered warp's filled lanes.
        warp_lanes: u32 [cfg.width] early when o.warp_valid,
        /// For each filled lane, the warp that its thread comes from.
        warp_source: [u8; MAX] [cfg.warp_bits(); cfg.width] early when o.warp_valid && o.warp_lanes >> k & 1 == 1,
    }
}
