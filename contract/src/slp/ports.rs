use super::{Config, MAX};
use crate::ports;

ports! {
    /// What enters in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,

        /// A warp is launched: its slot's mask is written.
        launch_valid: bool [1] early,
        /// The slot.
        launch_slot: u8 [cfg.warp_bits()] early when i.launch_valid,
        /// The warp's id in its CTA.
        launch_warp: u8 [cfg.warp_bits()] early when i.launch_valid,
        /// The kernel runs without permutation.
        launch_plain: bool [1] early when i.launch_valid,
        /// The warp's threads, in thread order.
        launch_threads: u32 [cfg.width] early when i.launch_valid,

        /// A slot's mask is looked up.
        read_valid: bool [1] early,
        /// The slot.
        read_slot: u8 [cfg.warp_bits()] early when i.read_valid,
        /// A mask in thread order (or in lane order, to go back).
        read_threads: u32 [cfg.width] early when i.read_valid,

        /// A CTA-wide mask is offered to the compactor.
        accept_valid: bool [1] early,
        /// Why: one of `tag`.
        accept_tag: u8 [2] early when i.accept_valid,
        /// Active lanes of each warp.
        accept_mask: [u32; MAX] [cfg.width; cfg.warps] early when i.accept_valid,
        /// The mask that is counted leaves as it is.
        decline: bool [1] early,
        /// The warp that is offered is taken.
        warp_ready: bool [1] early,
    }
}

ports! {
    /// What leaves in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// `launch_valid` again: what follows means something.
        launched: bool [1] late,
        /// `launch_threads` in lane order.
        launch_lanes: u32 [cfg.width] late when o.launched,

        /// `read_valid` again: what follows means something.
        read_shown: bool [1] late,
        /// The slot's mask.
        read_xor: u8 [cfg.lane_bits()] late when o.read_shown,
        /// `read_threads`, permuted by it.
        read_lanes: u32 [cfg.width] late when o.read_shown,

        /// A mask is accepted in this cycle if one is offered.
        accept_ready: bool [1] late,
        /// A mask was accepted in the last cycle.
        counted_valid: bool [1] early,
        /// Its tag.
        counted_tag: u8 [2] early when o.counted_valid,
        /// Warps after compaction.
        counted_warps: u8 [cfg.count_bits()] early when o.counted_valid,
        /// Warps without.
        counted_plain: u8 [cfg.count_bits()] early when o.counted_valid,

        /// A warp is offered.
        warp_valid: bool [1] early,
        /// The tag of its mask.
        warp_tag: u8 [2] early when o.warp_valid,
        /// It is the last of its mask.
        warp_last: bool [1] early when o.warp_valid,
        /// Lanes that are filled.
        warp_lanes: u32 [cfg.width] early when o.warp_valid,
        /// The warp from which each filled lane's thread comes.
        warp_source: [u8; MAX] [cfg.warp_bits(); cfg.width] early when o.warp_valid && o.warp_lanes >> k & 1 == 1,
    }
}
