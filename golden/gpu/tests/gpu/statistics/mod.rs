//! Tests of every statistic against the value that follows by hand for a kernel that is made for
//! it.

mod blocks;
mod core;
mod desk;
mod gangs;
mod memory;
mod partitions;
mod queues;
mod slots;
mod system;
mod virtual_threads;

use std::collections::BTreeSet;

use desk::Ledger;
use heddle_gpu::system::list;

/// A case's name, and what it enters.
type Case = (&'static str, fn(&mut Ledger));

/// Cases, and what is in them.
const CASES: &[Case] = &[
    ("instructions, steps, threads, operands: a kernel that is counted by hand", core::instructions_and_steps),
    ("scalars: likewise", core::scalars),
    ("busy, warps, registers, lanes: when CTAs came and went", core::residents),
    ("lanes at work: those that wait are in the slots, too", core::lanes_that_wait),
    ("issue conflicts: warps that are ready at once", core::conflicts),
    ("shared memory: conflicts by stride", core::shared_memory),
    ("accesses: threads counted by hand", core::accesses),
    ("slots: beats and latencies, cycle by cycle", slots::arithmetic),
    ("slots: fetch latencies", slots::fetch),
    ("slots: hits, misses, loads that nobody waits for", slots::memory_waits),
    ("slots: a barrier that opens later", slots::barrier),
    ("slots: cores and schedulers without warps", slots::idle),
    ("I-cache: lines of the code", memory::instruction_cache),
    ("L1: lines by stride, hits, merges, time on the way", memory::loads),
    ("L1: sectors by stride", memory::stores),
    ("atomics: what they bring, what they take back", memory::atomics),
    ("L1: one MSHR, one waiter, one place in the queue", memory::stalls_of_l1),
    ("queues of loads: two MSHRs, one place in each", queues::load_queues),
    ("virtual threads: two CTAs of one warp that take turns", virtual_threads::turns),
    ("virtual threads: two CTAs of 32 warps, the second at shared memory", virtual_threads::beats_that_wait),
    ("virtual threads: a warp that wakes while its CTA is copied", virtual_threads::a_swap_that_stops),
    ("virtual threads: two CTAs that issue at once", virtual_threads::untold),
    ("virtual threads: stacks deeper than a context", virtual_threads::deep_stacks),
    ("priority: two warps, one line on its way", virtual_threads::owners),
    ("compaction: sides that fit in one warp", blocks::halves),
    ("compaction: sides that do not", blocks::aligned),
    ("compaction: branches that nobody waits at", blocks::passed),
    ("partitions: a chain of simple instructions", partitions::simple),
    ("partitions: loads, stores, values without a register", partitions::vector_accesses),
    ("partitions: sides that part and meet", partitions::joins),
    ("partitions: quotients, what the table lacks, barriers", partitions::others),
    ("partitions: two cores, one of which has no work; results of one cycle", partitions::idle_and_late),
    ("gangs: units of every size", gangs::gang_sizes),
    ("gangs: sides that part, and that meet again", gangs::gang_splits),
    ("gangs: memory divergence", gangs::gangs_torn),
    ("gangs: fetches one at a time", gangs::fetch_waits),
    ("gangs: what they wait for when they could go", gangs::waits),
    ("gangs: a warp alone, and its slice's cache", gangs::level_0),
    ("gangs: units and ways to memory that make slices wait", gangs::slices_busy),
    ("constants: words and lines by stride", memory::constant_cache),
    ("textures: lines by stride, fetches of several channels", memory::texture_cache),
    ("interconnect: headers, lines and sectors in flits", system::traffic),
    ("L2: hits, misses, merges, what is written back", system::l2),
    ("L2: one MSHR, one waiter, one place in the channel", system::stalls_of_l2),
    ("interconnect: packets that no room is for", system::held),
    ("DRAM: commands and their timing", system::dram),
];

#[test]
fn every_statistic_has_a_case() {
    let mut ledger = Ledger::default();
    for (_, case) in CASES {
        case(&mut ledger);
    }
    let all: BTreeSet<String> = list().iter().map(|counter| counter.name.to_string()).collect();
    assert_eq!(all.len(), list().len(), "names are unique");
    let untested: Vec<_> = all.difference(&ledger.0).collect();
    assert!(untested.is_empty(), "untested: {untested:?}");
}

macro_rules! cases {
    ($($module:ident: $($case:ident)*;)*) => {$($(
        #[test]
        fn $case() {
            $module::$case(&mut Ledger::default());
        }
    )*)*};
}

cases! {
    blocks: halves aligned passed;
    gangs: gang_sizes gang_splits gangs_torn fetch_waits waits level_0 slices_busy;
    partitions: simple vector_accesses joins others idle_and_late;
    core: instructions_and_steps scalars residents lanes_that_wait conflicts shared_memory accesses;
    slots: arithmetic fetch memory_waits barrier idle;
    memory: instruction_cache loads stores atomics stalls_of_l1 constant_cache texture_cache;
    queues: load_queues;
    virtual_threads: turns beats_that_wait a_swap_that_stops untold deep_stacks owners;
    system: traffic l2 stalls_of_l2 held dram;
}

#[test]
fn every_statistic_has_a_unit_and_a_meaning() {
    for counter in list() {
        assert!(!counter.unit.is_empty() && counter.doc.trim().ends_with('.'), "{}", counter.name);
    }
}
