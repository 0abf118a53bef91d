use super::{Config, MAX_ENTRIES, MAX_FETCHES, MAX_ISSUE, MAX_SLICES};
use crate::ports;

ports! {
    /// The inputs of the warp ganging unit in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,

        /// Whether an original gang is launched.
        launch_valid: bool [1] early,
        /// The set of the original gang that is launched.
        launch_set: u8 [cfg.set_bits()] early when i.launch_valid,
        /// Mask of the slices that have a warp of the launched gang.
        launch_mask: u8 [cfg.slices] early when i.launch_valid,
        /// Whether the launched warps start as singletons instead of as one gang.
        launch_apart: bool [1] early when i.launch_valid,
        /// The PC at which the launched warps start.
        launch_pc: u64 [cfg.pc_bits] early when i.launch_valid,

        /// Mask of the slices that report the next PC, or the end, of one of their warps.
        report: u8 [cfg.slices] early,
        /// Mask of the reporting slices whose warp has ended.
        report_end: u8 [cfg.slices] early,
        /// Mask of the reporting slices whose warp is at a sync point.
        report_sync: u8 [cfg.slices] early,
        /// For each reporting slice, the set of the warp.
        report_set: [u8; MAX_SLICES] [cfg.set_bits(); cfg.slices] early when i.report >> k & 1 == 1,
        /// For each reporting slice, the next PC of the warp.
        report_pc: [u64; MAX_SLICES] [cfg.pc_bits; cfg.slices] early when (i.report & !i.report_end) >> k & 1 == 1,

        /// Mask of the slices in which the scoreboard releases a warp.
        wake: u8 [cfg.slices] early,
        /// Mask of the waking slices whose warp waited for a memory instruction.
        wake_memory: u8 [cfg.slices] early,
        /// For each waking slice, the set of the warp.
        wake_set: [u8; MAX_SLICES] [cfg.set_bits(); cfg.slices] early when i.wake >> k & 1 == 1,

        /// Mask of the slices in which the instruction buffer of a warp is filled.
        fill: u8 [cfg.slices] early,
        /// For each filled slice, the set of the warp.
        fill_set: [u8; MAX_SLICES] [cfg.set_bits(); cfg.slices] early when i.fill >> k & 1 == 1,

        /// Mask of the slices that cannot accept an instruction in this cycle.
        busy: u8 [cfg.slices] early,
        /// Mask of the slices whose L0 cache holds the instruction that they fetch for a singleton.
        l0: u8 [cfg.slices] early,
        /// The set to read at the read port.
        read_set: u8 [cfg.set_bits()] early,
    }
}

ports! {
    /// The outputs of the warp ganging unit in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// For each issue port, whether a gang is issued.
        issue_valid: [bool; MAX_ISSUE] [1; cfg.issue] late,
        /// For each issue port, the id of the gang that is issued.
        issue_id: [u16; MAX_ISSUE] [cfg.id_bits(); cfg.issue] late when o.issue_valid[k],
        /// For each issue port, the slice mask of the gang's members.
        issue_mask: [u8; MAX_ISSUE] [cfg.slices; cfg.issue] late when o.issue_valid[k],
        /// For each issue port, the PC of the gang.
        issue_pc: [u64; MAX_ISSUE] [cfg.pc_bits; cfg.issue] late when o.issue_valid[k],
        /// Mask of the slices that issue a singleton.
        alone: u8 [cfg.slices] late,
        /// For each slice that issues a singleton, the singleton's set.
        alone_set: [u8; MAX_SLICES] [cfg.set_bits(); cfg.slices] late when o.alone >> k & 1 == 1,

        /// For each fetch port, whether a gang is fetched.
        gang_fetch: [bool; MAX_FETCHES] [1; cfg.fetches] early,
        /// For each fetch port, the set of the gang.
        gang_fetch_set: [u8; MAX_FETCHES] [cfg.set_bits(); cfg.fetches] early when o.gang_fetch[k],
        /// For each fetch port, the slice mask of the members whose instruction buffers are to be
        /// filled.
        gang_fetch_mask: [u8; MAX_FETCHES] [cfg.slices; cfg.fetches] early when o.gang_fetch[k],
        /// For each fetch port, the PC of the gang.
        gang_fetch_pc: [u64; MAX_FETCHES] [cfg.pc_bits; cfg.fetches] early when o.gang_fetch[k],
        /// Mask of the slices that request a fetch for a singleton.
        want: u8 [cfg.slices] early,
        /// For each requesting slice, the set of the singleton.
        want_set: [u8; MAX_SLICES] [cfg.set_bits(); cfg.slices] early when o.want >> k & 1 == 1,
        /// For each requesting slice, the PC of the singleton.
        want_pc: [u64; MAX_SLICES] [cfg.pc_bits; cfg.slices] early when o.want >> k & 1 == 1,
        /// Mask of the requesting slices whose fetch is granted, by their L0 cache or by an L1
        /// port.
        grant: u8 [cfg.slices] late,

        /// For each entry of `read_set`, the slice mask of its gang.
        read_gang: [u8; MAX_ENTRIES] [cfg.slices; cfg.entries()] late,
        /// Slice mask of the singletons of `read_set`.
        read_alone: u8 [cfg.slices] late,
        /// Counter of the fetches for gangs since reset.
        count_gang: u32 [cfg.count_bits] early,
        /// Counter of the fetches for singletons from L1 since reset.
        count_slice: u32 [cfg.count_bits] early,
        /// Counter of the fetches for singletons from L0 since reset.
        count_local: u32 [cfg.count_bits] early,
    }
}
