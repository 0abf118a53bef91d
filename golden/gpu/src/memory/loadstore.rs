//! A core's load/store unit: coalescer, L1 D-cache and what waits for memory (STSIMT 3.4).
//!
//! One transaction a cycle enters the cache, whose tags are looked up `l1.latency - 1` cycles later (DEVIATIONS, D132). Loads that hit are
//! served in the next cycle, those that miss when their line comes. Stores are written through in whole sectors, a packet a line, and
//! allocate nothing; a line that is there stays, with the new data. Atomics are executed in L2; the line goes from L1. Without replay: what
//! can not be taken stalls all behind it.

use super::access::{Access, AccessKind, Addresses, Served, Waiter};
use super::accesses::Accesses;
use super::cache::{Cache, Lookup, Refusal, SECTOR, Shape};
use super::coalesce::Coalescer;
use super::counters::{Level, LoadStoreCounters};
use super::{Kind, MemorySystem, Port, Reply, Request};
use crate::config::spec::Spec;

/// The load/store unit of one core.
#[derive(Debug, Clone)]
pub struct LoadStore {
    core: usize,
    coalescer: Coalescer,
    l1: Cache<Waiter>,
    accesses: Accesses,
    /// Since when the head stalls, and why it did at first.
    stall: Option<(u64, Refusal)>,
    on_their_way: Level,
    /// Tokens of loads of which a transaction missed.
    missed: Vec<u32>,
    counters: LoadStoreCounters,
}

impl LoadStore {
    /// The unit of a core, with an empty cache.
    pub fn new(spec: &Spec, core: usize) -> LoadStore {
        let l1 = &spec.l1;
        let shape = Shape { bytes: l1.bytes, line: l1.line, ways: l1.ways, mshrs: l1.mshrs, merges: l1.merges };
        LoadStore {
            core,
            coalescer: Coalescer::new(spec, core),
            l1: Cache::new(&shape),
            accesses: Accesses::new(core, l1.queue, l1.latency),
            stall: None,
            on_their_way: Level::default(),
            missed: Vec::new(),
            counters: LoadStoreCounters::default(),
        }
    }
    /// There is room for an access.
    pub fn accepts(&self) -> bool {
        self.accesses.accepts()
    }
    /// Takes an access, whose first transaction goes to the cache in the next cycle at the earliest.
    pub fn push(&mut self, now: u64, access: Access) {
        let counters = &mut self.counters;
        *match access.kind {
            AccessKind::Load => &mut counters.loads,
            AccessKind::Store => &mut counters.stores,
            AccessKind::Atomic => &mut counters.atomics,
        } += 1;
        counters.threads += u64::from(access.threads.count_ones());
        let split = |access: &Access, transactions: &mut Vec<_>| self.coalescer.split(access, transactions);
        counters.transactions += self.accesses.push(now, access, split) as u64;
    }
    /// Room for the addresses of an access to come: what earlier ones gave back.
    pub fn spare(&mut self) -> Addresses {
        self.accesses.spare()
    }
    /// Takes an answer for [`Port::Data`].
    pub fn reply(&mut self, now: u64, reply: &Reply) {
        if reply.kind == Kind::Read {
            self.l1.fill(reply.address, &mut self.accesses.waited);
            self.on_their_way.set(now, self.l1.outstanding() as u64);
            self.accesses.resume();
        } else {
            self.accesses.waited.push(Waiter(reply.token));
        }
        self.accesses.answer();
    }
    /// Loads of which a transaction did not hit.
    pub fn missed(&mut self) -> Option<u32> {
        self.missed.pop()
    }
    /// One cycle: the head's next transaction.
    pub fn tick<M: MemorySystem>(&mut self, now: u64, memory: &mut M) {
        let Some(waiter) = self.accesses.head(now, memory) else { return };
        match self.transact(now, waiter, memory) {
            Err(why) => {
                self.stall.get_or_insert((now, why));
                self.accesses.refuse(why, memory);
            }
            Ok(()) => self.resume(now),
        }
    }
    fn resume(&mut self, now: u64) {
        if let Some((since, why)) = self.stall.take() {
            *match why {
                Refusal::MshrFull => &mut self.counters.stall_mshr,
                Refusal::MergeFull => &mut self.counters.stall_merge,
                Refusal::NoRoom => &mut self.counters.stall_port,
            } += now - since;
        }
    }
    /// Looks up or sends a transaction.
    fn transact<M: MemorySystem>(&mut self, now: u64, waiter: Waiter, memory: &mut M) -> Result<(), Refusal> {
        let (slot, number) = waiter.parts();
        let pending = self.accesses.get(slot);
        let (kind, answered) = (pending.kind, pending.answered);
        let transaction = &pending.transactions[number];
        let address = transaction.line;
        let room = memory.accepts(self.core);
        match kind {
            AccessKind::Load => match self.l1.access(address, waiter, room) {
                Lookup::Refused(why) => return Err(why),
                Lookup::Merged => {
                    self.missed.push(pending.token);
                    self.counters.merged += 1;
                }
                Lookup::Miss => {
                    self.missed.push(pending.token);
                    self.counters.misses += 1;
                    self.on_their_way.set(now, self.l1.outstanding() as u64);
                    memory.send(self.core, Request::read(Port::Data, address, 1 << self.l1.line_bits(), waiter.0));
                }
                Lookup::Hit => {
                    self.counters.hits += 1;
                    self.accesses.hit(now, waiter);
                }
            },
            AccessKind::Store | AccessKind::Atomic if !room => return Err(Refusal::NoRoom),
            AccessKind::Store => {
                let (sectors, whole) = transaction.sectors();
                let bytes = sectors.count_ones() * SECTOR;
                self.counters.written += u64::from(bytes);
                self.counters.store_hits += u64::from(self.l1.touch(address));
                let (port, kind, token) = (Port::Data, Kind::Write, waiter.0);
                memory.send(self.core, Request { port, kind, address, bytes, sectors, whole, token });
            }
            AccessKind::Atomic => {
                let (sectors, whole) = transaction.sectors();
                let bytes = transaction.threads.count_ones() * pending.bytes;
                self.l1.invalidate(address);
                let (port, kind, token) = (Port::Data, Kind::Atomic, waiter.0);
                memory.send(self.core, Request { port, kind, address, bytes, sectors, whole, token });
            }
        }
        if self.accesses.went(slot) && !answered {
            self.accesses.serve_all(slot);
        }
        if kind == AccessKind::Store {
            self.accesses.done(waiter);
        }
        Ok(())
    }
    /// Threads whose data are there by now, one access at a time.
    pub fn served(&mut self, now: u64) -> Option<Served> {
        self.accesses.served(now)
    }
    /// The first cycle after this one in which [`tick`](Self::tick) or [`served`](Self::served) might do anything,
    /// unless the memory system wakes the core before.
    pub fn next(&self, now: u64) -> Option<u64> {
        self.accesses.next(now)
    }
    /// Nothing is on its way, and nothing waits to be served.
    pub fn idle(&self) -> bool {
        self.accesses.idle()
    }
    /// Between grids: L1 is not coherent.
    pub fn invalidate(&mut self) {
        self.l1.clear();
    }
    /// What was counted, up to the last thing that happened.
    pub fn counters(&self) -> LoadStoreCounters {
        LoadStoreCounters { mshr_cycles: self.on_their_way.integral(), ..self.counters }
    }
}
