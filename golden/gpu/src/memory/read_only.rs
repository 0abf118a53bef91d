//! A core's caches for what grids only read: constants, a few distinct words a cycle, each broadcast to all threads that want it; and texels, a few distinct
//! lines a cycle.

use super::access::{Access, Addresses, Served, Transaction, Waiter};
use super::accesses::Accesses;
use super::cache::{Cache, Lookup, Shape};
use super::counters::{ConstantCounters, TextureCounters};
use super::{MemorySystem, Port, Reply, Request};
use crate::config::spec::Spec;

/// Accesses that wait for one line (assumed: as many as can be).
const MERGES: u32 = 1024;

/// A texel, or several of a line, that threads of a warp read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texel {
    /// In bytes.
    pub address: u64,
    /// The threads, a bit each.
    pub threads: u64,
}

/// The cache of one core for constants or texels. Its accesses are loads.
#[derive(Debug, Clone)]
pub struct ReadOnlyCache {
    core: usize,
    port: Port,
    line: u32,
    /// Lookups of a cycle.
    width: u32,
    cache: Cache<Waiter>,
    accesses: Accesses,
    stall: Option<u64>,
    counters: ReadOnlyCounters,
}

/// What either cache counts; a lookup is a word or a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadOnlyCounters {
    loads: u64,
    lookups: u64,
    hits: u64,
    misses: u64,
    merged: u64,
    stall: u64,
}

impl From<ReadOnlyCounters> for ConstantCounters {
    fn from(it: ReadOnlyCounters) -> ConstantCounters {
        let ReadOnlyCounters { loads, lookups: words, hits, misses, merged, stall } = it;
        ConstantCounters { loads, words, hits, misses, merged, stall }
    }
}

impl From<ReadOnlyCounters> for TextureCounters {
    fn from(it: ReadOnlyCounters) -> TextureCounters {
        let ReadOnlyCounters { loads: fetches, lookups: lines, hits, misses, merged, stall } = it;
        TextureCounters { fetches, lines, hits, misses, merged, stall }
    }
}

impl ReadOnlyCache {
    /// The constant cache of a core, empty.
    pub fn constants(spec: &Spec, core: usize) -> ReadOnlyCache {
        let it = &spec.constant;
        let shape = Shape { bytes: it.bytes, line: it.line, ways: it.ways, mshrs: it.mshrs, merges: MERGES };
        ReadOnlyCache::new(spec, core, Port::Constant, &shape, (it.latency, it.words))
    }
    /// The texture cache of a core, empty.
    pub fn textures(spec: &Spec, core: usize) -> ReadOnlyCache {
        let it = &spec.texture;
        let shape = Shape { bytes: it.bytes, line: it.line, ways: it.ways, mshrs: it.mshrs, merges: MERGES };
        ReadOnlyCache::new(spec, core, Port::Texture, &shape, (it.latency, it.lines))
    }
    fn new(spec: &Spec, core: usize, port: Port, shape: &Shape, (latency, width): (u32, u32)) -> ReadOnlyCache {
        ReadOnlyCache {
            core,
            port,
            line: shape.line,
            width,
            cache: Cache::new(shape),
            // assumed: room as the load/store unit's
            accesses: Accesses::new(core, spec.l1.queue, latency, width),
            stall: None,
            counters: ReadOnlyCounters::default(),
        }
    }
    /// There is room for an access.
    pub fn accepts(&self) -> bool {
        self.accesses.accepts()
    }
    /// Takes a load of constants, whose first word is looked up in the next cycle at the earliest.
    pub fn push(&mut self, now: u64, access: Access) {
        self.counters.loads += 1;
        self.counters.lookups += self.accesses.push(now, access, split) as u64;
    }
    /// Takes a fetch of texels, whose first line is looked up in the next cycle at the earliest. A thread may read several, or none: then it is served at once.
    pub fn fetch(&mut self, now: u64, access: Access, texels: &[Texel]) {
        let (line, threads) = (u64::from(self.line), access.threads);
        self.counters.loads += 1;
        let split = |_: &Access, lines: &mut Vec<Transaction>| lines_of(texels, (line, threads), lines);
        self.counters.lookups += self.accesses.push(now, access, split) as u64;
    }
    /// Room for the addresses of an access to come: what earlier ones gave back.
    pub fn spare(&mut self) -> Addresses {
        self.accesses.spare()
    }
    /// Takes an answer for its port.
    pub fn reply(&mut self, _now: u64, reply: &Reply) {
        self.cache.fill(reply.address, &mut self.accesses.waited);
        self.accesses.resume();
        self.accesses.answer();
    }
    /// One cycle: the next lookups.
    pub fn tick<M: MemorySystem>(&mut self, now: u64, memory: &mut M) {
        for _ in 0..self.width {
            self.look_up(now, memory);
        }
    }
    /// The next word or line enters, and the tags of another one are looked up.
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
                memory.send(self.core, Request::read(self.port, address, self.line, waiter.0));
            }
        }
        self.counters.stall += self.stall.take().map_or(0, |since| now - since);
        self.accesses.advance();
        self.accesses.sent(slot);
    }
    /// Threads whose words or texels are there by now, one access at a time.
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
    /// Between grids: what it holds may have been written.
    pub fn invalidate(&mut self) {
        self.cache.clear();
    }
    /// What was counted, up to the last thing that happened.
    pub fn counters(&self) -> ReadOnlyCounters {
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

/// A transaction for each distinct line; whether a thread is in several. Threads that read nothing are in the first.
fn lines_of(texels: &[Texel], (line, threads): (u64, u64), lines: &mut Vec<Transaction>) -> bool {
    let (mut seen, mut split) = (0, false);
    for texel in texels {
        let address = texel.address & !(line - 1);
        let place = lines.iter().position(|other| other.line == address).unwrap_or_else(|| {
            lines.push(Transaction { line: address, threads: 0, written: [0; 8], done: false });
            lines.len() - 1
        });
        let new = texel.threads & !lines[place].threads;
        split |= seen & new != 0;
        seen |= new;
        lines[place].threads |= new;
    }
    if let Some(first) = lines.first_mut() {
        first.threads |= threads & !seen;
    }
    split
}
