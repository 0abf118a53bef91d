//! Tests of the counters of the queues of refused loads, with a load/store unit at a memory that
//! answers after 20 cycles.

use heddle_gpu::config::Config;
use heddle_gpu::memory::{Access, AccessKind, CoreLink, Homes, Ideal, LoadPath, LoadStore, MemorySystem};
use heddle_gpu::system::clock::Domain;

use crate::statistics::desk::Ledger;

/// Loads of a line each by warps 0, 1, 0 and 1, one a cycle from cycle 1; two MSHRs, one place in
/// each queue, and warp 0 goes in cycle 7.
pub fn load_queues(ledger: &mut Ledger) {
    let mut config = Config::shipped("vt").unwrap();
    config.set(&["l1.mshrs=2", "l1.latency=1", "l1.miss_queue=none"]).unwrap();
    let mut unit = LoadStore::new(&config.spec, 0, LoadPath::TwoQueues { active: 1, inactive: 1 }, false);
    let mut memory = Ideal::new(1, 20);
    for now in 0..100 {
        memory.tick(Domain::Interconnect, now);
        while let Some(reply) = memory.reply(0) {
            unit.reply(now, &reply);
        }
        if now == 7 {
            unit.demote(now, [0]);
        }
        unit.tick(now, &mut memory);
        while unit.served(now).is_some() {}
        if now < 4 {
            let addresses = Box::new([now << 12; 32]);
            let homes = Homes::One(now as u32 % 2);
            let (token, kind) = (now as u32, AccessKind::Load);
            unit.push(now, Access { token, kind, bytes: 4, threads: 1, addresses, homes, answered: true });
        }
    }
    assert!(unit.idle());
    // the third load waits from 3, the fourth stalls from 4; in 7 the one becomes inactive and the
    // other takes its place, goes when the first line comes, in 21, and the third when the second
    // does
    let entries = [("entries", (7 - 3) + (21 - 7)), ("inactive_entries", 22 - 7), ("queued", 2), ("retries", 2)];
    ledger.values("queue", &unit.queue_counters(), &entries);
    ledger.values("queue", &unit.queue_counters(), &[("demoted", 1), ("full", 7 - 4)]);
}
