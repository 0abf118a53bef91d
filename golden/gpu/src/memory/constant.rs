//! A core's constant cache: a few distinct words a cycle, each broadcast to all threads that want it.

use super::access::{Access, Addresses, Served, Transaction, Waiter};
use super::accesses::Accesses;
use super::cache::{Cache, Lookup, Shape};
use super::counters::ConstantCounters;
use super::{MemorySystem, Port, Reply, Request};
use crate::config::spec::Spec;

/// Accesses that wait for one line (assumed: as many as can be).
const MERGES: u32 = 1024;

/// The constant cache of one core. Its accesses are loads.
#[derive(Debug, Clone)]
pub struct ConstantCache {
    core: usize,
    line: u32,
    /// Words of a cycle.
    words: u32,
    cache: Cache<Waiter>,
    accesses: Accesses,
    stall: Option<u64>,
    counters: ConstantCounters,
}

impl ConstantCache {
    /// The cache of a core, empty.
    pub fn new(spec: &Spec, core: usize) -> ConstantCache {
        let constant = &spec.constant;
        let (bytes, line, ways, mshrs) = (constant.bytes, constant.line, constant.ways, constant.mshrs);
        ConstantCache {
            core,
            line,
            words: constant.words,
            cache: Cache::new(&Shape { bytes, line, ways, mshrs, merges: MERGES }),
            // assumed: room as the load/store unit's
            accesses: Accesses::new(core, spec.l1.queue, constant.latency, constant.words),
            stall: None,
            counters: ConstantCounters::default(),
        }
    }
    /// There is room for an access.
    pub fn accepts(&self) -> bool {
        self.accesses.accepts()
    }
    /// Takes a load, whose first word is looked up in the next cycle at the earliest.
    pub fn push(&mut self, now: u64, access: Access) {
        self.counters.loads += 1;
        self.counters.words += self.accesses.push(now, access, split) as u64;
    }
    /// Room for the addresses of an access to come: what earlier ones gave back.
    pub fn spare(&mut self) -> Addresses {
        self.accesses.spare()
    }
    /// Takes an answer for [`Port::Constant`].
    pub fn reply(&mut self, _now: u64, reply: &Reply) {
        self.cache.fill(reply.address, &mut self.accesses.waited);
        self.accesses.resume();
        self.accesses.answer();
    }
    /// One cycle: the next words.
    pub fn tick<M: MemorySystem>(&mut self, now: u64, memory: &mut M) {
        for _ in 0..self.words {
            self.look_up(now, memory);
        }
    }
    /// The next word enters, and the tags of another one are looked up.
    fn look_up<M: MemorySystem>(&mut self, now: u64, memory: &mut M) {
        let Some(waiter) = self.accesses.head(now, memory) else { return };
        let (slot, number) = waiter.parts();
        let address = self.accesses.get(slot).transactions[number].line;
        match self.cache.access(address, waiter, memory.accepts(self.core)) {
            Lookup::Refused(why) => {
                self.stall.get_or_insert(now);
                return self.accesses.refuse(why, memory);
            }
            Lookup::Hit => {
                self.counters.hits += 1;
                self.accesses.hit(now, waiter);
            }
            Lookup::Merged => self.counters.merged += 1,
            Lookup::Miss => {
                self.counters.misses += 1;
                let address = address & !u64::from(self.line - 1);
                memory.send(self.core, Request::read(Port::Constant, address, self.line, waiter.0));
            }
        }
        self.counters.stall += self.stall.take().map_or(0, |since| now - since);
        self.accesses.advance();
        self.accesses.sent(slot);
    }
    /// Threads whose words are there by now, one access at a time.
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
    /// Between grids: constants may have been written.
    pub fn invalidate(&mut self) {
        self.cache.clear();
    }
    /// What was counted, up to the last thing that happened.
    pub fn counters(&self) -> ConstantCounters {
        self.counters
    }
}

/// A transaction for each distinct address.
fn split(access: &Access, words: &mut Vec<Transaction>) -> bool {
    for lane in (0..32).filter(|lane| access.threads >> lane & 1 == 1) {
        let address = access.addresses[lane];
        match words.iter_mut().find(|word| word.line == address) {
            Some(word) => word.threads |= 1 << lane,
            None => words.push(Transaction { line: address, threads: 1 << lane, written: [0; 8], done: false }),
        }
    }
    false
}
