//! Counters of sliced cores: units by size, splits and merges of gangs, and fetches.

use crate::counters;

counters! {
    /// Gangs of warps: a unit is a gang, or a warp alone.
    pub GangCounters "gang" {
        /// Units of one slice issued.
        issued_1 ["units"],
        /// Units of two slices issued.
        issued_2 ["units"],
        /// Units of three slices issued.
        issued_3 ["units"],
        /// Units of four slices issued.
        issued_4 ["units"],
        /// Units of five slices issued.
        issued_5 ["units"],
        /// Units of six slices issued.
        issued_6 ["units"],
        /// Units of seven slices issued.
        issued_7 ["units"],
        /// Units of eight slices issued.
        issued_8 ["units"],
        /// Units that control divergence made: of warps that issued together and went to n places,
        /// n - 1 (VWS 4.4).
        splits ["units"],
        /// Units issued without a warp that had come to the same instruction with them: memory
        /// divergence parted them (VWS 4.4).
        torn ["units"],
        /// Units of torn gangs whose lines were all in L1: lines of one access come one a cycle
        /// (VWS 4.4; DEVIATIONS, D216).
        torn_hits ["units"],
        /// Units issued with warps that came to the instruction apart: they were ganged again (VWS
        /// 4.5).
        merges ["units"],
        /// Gangs, each cycle, that could be fetched for and are not, because others are (VWS 4.1;
        /// DEVIATIONS, D217).
        fetch_waits ["gang cycles"],
        /// Gangs, each cycle, that could go, and wait as accesses hold their slices (VWS 6.1;
        /// DEVIATIONS, D471).
        waits_memory ["gang cycles"],
        /// Gangs, each cycle, that could go, and wait as the special function or FP64 units of
        /// their slices are taken.
        waits_units ["gang cycles"],
        /// Gangs, each cycle, that could go, and wait as other units go in one of their slices.
        waits_slices ["gang cycles"],
        /// Gangs, each cycle, that could go and whose slices are free, and wait for a port of the
        /// ganging unit.
        waits_ports ["gang cycles"],
        /// Slices, each cycle, that take nothing because accesses wait for the memory unit.
        busy_stage ["slice cycles"],
        /// Slices, each cycle, that take nothing because instructions wait for special function or
        /// FP64 units.
        busy_units ["slice cycles"],
    }
}

impl GangCounters {
    /// Returns the counter of issued units of `slices` slices.
    pub(super) fn issued(&mut self, slices: u32) -> &mut u64 {
        match slices {
            1 => &mut self.issued_1,
            2 => &mut self.issued_2,
            3 => &mut self.issued_3,
            4 => &mut self.issued_4,
            5 => &mut self.issued_5,
            6 => &mut self.issued_6,
            7 => &mut self.issued_7,
            _ => &mut self.issued_8,
        }
    }
}

counters! {
    /// Instruction supply of slices.
    pub SupplyCounters "supply" {
        /// Fetches for gangs, from L1 I-caches.
        gang ["fetches"],
        /// Fetches for warps alone, from L1 I-caches.
        slice ["fetches"],
        /// Fetches for warps alone, from L0 caches.
        local ["fetches"],
        /// Instruction buffers that were filled.
        filled ["warp instructions"],
    }
}
