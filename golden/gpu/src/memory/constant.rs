//! A core's constant cache: one distinct word a cycle, broadcast to all threads that want it.

use std::collections::VecDeque;

use super::access::{Access, Addresses, InFlight, Served, Transaction, Waiter};
use super::cache::{Cache, Lookup, Refusal, Shape};
use super::counters::ConstantCounters;
use super::{Memory, Port, Reply, Request};
use crate::spec::Spec;

/// Accesses that wait for one line (assumed: as many as can be).
const MERGES: u32 = 1024;

/// The constant cache of one core. Its accesses are loads.
#[derive(Debug, Clone)]
pub struct ConstantCache {
    core: usize,
    line: u32,
    latency: u64,
    room: usize,
    cache: Cache<Waiter>,
    accesses: InFlight,
    queue: VecDeque<(usize, u64)>,
    hits: VecDeque<(u64, Waiter)>,
    stall: Option<u64>,
    waits: Option<Refusal>,
    waited: Vec<Waiter>,
    spare: Vec<Addresses>,
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
            latency: constant.latency.into(),
            // assumed: as the load/store unit's
            room: spec.l1.queue as usize,
            cache: Cache::new(&Shape { bytes, line, ways, mshrs, merges: MERGES }),
            accesses: InFlight::default(),
            queue: VecDeque::with_capacity(spec.l1.queue as usize),
            hits: VecDeque::with_capacity(constant.latency as usize + 1),
            stall: None,
            waits: None,
            waited: vec![],
            spare: vec![],
            counters: ConstantCounters::default(),
        }
    }
    /// There is room for an access.
    pub fn accepts(&self) -> bool {
        self.queue.len() < self.room
    }
    /// Takes a load, whose first word is looked up in the next cycle at the earliest.
    pub fn push(&mut self, now: u64, access: Access) {
        let slot = self.accesses.start(&access, |words| split(&access, words));
        let words = self.accesses.get(slot).transactions.len();
        if words != 0 {
            self.queue.push_back((slot, now + 1));
        }
        self.counters.loads += 1;
        self.counters.words += words as u64;
        self.spare.push(access.addresses);
    }
    /// Room for the addresses of an access to come: what earlier ones gave back.
    pub fn spare(&mut self) -> Addresses {
        self.spare.pop().unwrap_or_else(|| Box::new([0; 32]))
    }
    /// Takes an answer for [`Port::Constant`].
    pub fn reply(&mut self, _now: u64, reply: &Reply) {
        self.cache.fill(reply.address, &mut self.waited);
        self.waits = None;
        for waiter in self.waited.drain(..) {
            let served = self.accesses.done(waiter);
            self.accesses.ready.extend(served);
        }
    }
    /// One cycle: the next word.
    pub fn tick(&mut self, now: u64, memory: &mut Memory) {
        let Some(&(slot, first)) = self.queue.front() else { return };
        let stuck = match self.waits {
            Some(Refusal::NoRoom) => !memory.admits(self.core),
            waits => waits.is_some(),
        };
        if now < first || stuck {
            return;
        }
        let pending = self.accesses.get(slot);
        let (address, waiter) = (pending.transactions[pending.sent].line, Waiter::new(slot, pending.sent));
        match self.cache.access(address, waiter, memory.accepts(self.core)) {
            Lookup::Refused(why) => {
                self.stall.get_or_insert(now);
                self.waits = Some(why);
                memory.admits(self.core);
                return;
            }
            Lookup::Hit => {
                self.counters.hits += 1;
                self.hits.push_back((now + self.latency, waiter));
            }
            Lookup::Merged => self.counters.merged += 1,
            Lookup::Miss => {
                self.counters.misses += 1;
                let address = address & !u64::from(self.line - 1);
                memory.send(self.core, Request::read(Port::Constant, address, self.line, waiter.0));
            }
        }
        self.waits = None;
        self.counters.stall += self.stall.take().map_or(0, |since| now - since);
        if self.accesses.sent(slot) {
            self.queue.pop_front();
        }
    }
    /// Threads whose words are there by now, one access at a time.
    pub fn served(&mut self, now: u64) -> Option<Served> {
        while let Some(&(due, waiter)) = self.hits.front()
            && due <= now
        {
            self.hits.pop_front();
            let served = self.accesses.done(waiter);
            self.accesses.ready.extend(served);
        }
        self.accesses.ready.pop_front()
    }
    /// The first cycle after this one in which [`tick`](Self::tick) or [`served`](Self::served) might do anything,
    /// unless the memory system wakes the core before.
    pub fn next(&self, now: u64) -> Option<u64> {
        let ready = (!self.accesses.ready.is_empty()).then_some(now + 1);
        let hit = self.hits.front().map(|&(due, _)| due);
        let head = self.queue.front().filter(|_| self.waits.is_none()).map(|&(_, first)| first);
        [ready, hit, head].into_iter().flatten().min().map(|cycle| cycle.max(now + 1))
    }
    /// Nothing is on its way, and nothing waits to be served.
    pub fn idle(&self) -> bool {
        self.accesses.idle() && self.accesses.ready.is_empty() && self.hits.is_empty()
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
