use super::{Config, MAX_ENTRIES, MAX_FETCHES, MAX_ISSUE, MAX_SLICES};
use crate::ports;

ports! {
    /// What enters in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,

        /// An original gang is launched.
        launch_valid: bool [1] early,
        /// Its set.
        launch_set: u8 [cfg.set_bits()] early when i.launch_valid,
        /// Slices that have a warp of it.
        launch_mask: u8 [cfg.slices] early when i.launch_valid,
        /// Its warps start as singletons.
        launch_apart: bool [1] early when i.launch_valid,
        /// Where they start.
        launch_pc: u64 [cfg.pc_bits] early when i.launch_valid,

        /// Slices that report what became of a warp's PC.
        report: u8 [cfg.slices] early,
        /// Those whose warp has ended.
        report_end: u8 [cfg.slices] early,
        /// Those whose warp is at a sync point.
        report_sync: u8 [cfg.slices] early,
        /// The warp's set.
        report_set: [u8; MAX_SLICES] [cfg.set_bits(); cfg.slices] early when i.report >> k & 1 == 1,
        /// Its PC.
        report_pc: [u64; MAX_SLICES] [cfg.pc_bits; cfg.slices] early when (i.report & !i.report_end) >> k & 1 == 1,

        /// Slices whose scoreboard lets a warp go.
        wake: u8 [cfg.slices] early,
        /// Those where it waited for a memory instruction.
        wake_memory: u8 [cfg.slices] early,
        /// The warp's set.
        wake_set: [u8; MAX_SLICES] [cfg.set_bits(); cfg.slices] early when i.wake >> k & 1 == 1,

        /// Slices of which an instruction buffer is filled.
        fill: u8 [cfg.slices] early,
        /// The warp's set.
        fill_set: [u8; MAX_SLICES] [cfg.set_bits(); cfg.slices] early when i.fill >> k & 1 == 1,

        /// Slices that can not take an instruction.
        busy: u8 [cfg.slices] early,
        /// Slices whose L0 cache holds what they want.
        l0: u8 [cfg.slices] early,
        /// The set at the reading port.
        read_set: u8 [cfg.set_bits()] early,
    }
}

ports! {
    /// What leaves in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// A gang is issued, first, second, ...
        issue_valid: [bool; MAX_ISSUE] [1; cfg.issue] late,
        /// Its id.
        issue_id: [u16; MAX_ISSUE] [cfg.id_bits(); cfg.issue] late when o.issue_valid[k],
        /// Its members.
        issue_mask: [u8; MAX_ISSUE] [cfg.slices; cfg.issue] late when o.issue_valid[k],
        /// Its PC.
        issue_pc: [u64; MAX_ISSUE] [cfg.pc_bits; cfg.issue] late when o.issue_valid[k],
        /// Slices that issue a singleton.
        alone: u8 [cfg.slices] late,
        /// Its set.
        alone_set: [u8; MAX_SLICES] [cfg.set_bits(); cfg.slices] late when o.alone >> k & 1 == 1,

        /// A gang is fetched for, first, second, ...
        gang_fetch: [bool; MAX_FETCHES] [1; cfg.fetches] early,
        /// Its set.
        gang_fetch_set: [u8; MAX_FETCHES] [cfg.set_bits(); cfg.fetches] early when o.gang_fetch[k],
        /// Members whose buffers are to be filled.
        gang_fetch_mask: [u8; MAX_FETCHES] [cfg.slices; cfg.fetches] early when o.gang_fetch[k],
        /// The PC.
        gang_fetch_pc: [u64; MAX_FETCHES] [cfg.pc_bits; cfg.fetches] early when o.gang_fetch[k],
        /// Slices that want to fetch for a singleton.
        want: u8 [cfg.slices] early,
        /// Its set.
        want_set: [u8; MAX_SLICES] [cfg.set_bits(); cfg.slices] early when o.want >> k & 1 == 1,
        /// The PC.
        want_pc: [u64; MAX_SLICES] [cfg.pc_bits; cfg.slices] early when o.want >> k & 1 == 1,
        /// Those that get it, from L0 or from L1.
        grant: u8 [cfg.slices] late,

        /// The gangs of `read_set`, an entry each.
        read_gang: [u8; MAX_ENTRIES] [cfg.slices; cfg.entries()] late,
        /// Its singletons.
        read_alone: u8 [cfg.slices] late,
        /// Fetches for gangs so far.
        count_gang: u32 [cfg.count_bits] early,
        /// Fetches for singletons from L1 so far.
        count_slice: u32 [cfg.count_bits] early,
        /// Fetches for singletons from L0 so far.
        count_local: u32 [cfg.count_bits] early,
    }
}
