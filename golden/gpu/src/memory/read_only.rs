//! A core's caches for read-only data: constants, a few distinct words a cycle, each broadcast to
//! all threads that read it; and texels, a few distinct lines a cycle.

use super::access::{Access, Served, Transaction, Waiter};
use super::accesses::Accesses;
use super::cache::{Cache, Lookup, Shape};
use super::counters::{ConstantCounters, TextureCounters};
use super::{CoreLink, Port, Reply, Request};
use crate::config::spec::Spec;

/// Most accesses that wait for one line (assumed: practically unlimited).
const MERGES: u32 = 1024;

/// A texel, or several texels of a line, that threads of a warp read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texel {
    /// Address of the texel, in bytes.
    pub address: u64,
    /// The threads that read the texel, a bit each.
    pub threads: u64,
}

/// The constant cache or the texture cache of a core. Its accesses are loads.
#[derive(Debug, Clone)]
pub struct ReadOnlyCache {
    core: usize,
    port: Port,
    line: u32,
    /// Lookups a cycle.
    width: u32,
    cache: Cache<Waiter>,
    accesses: Accesses,
    stall: Option<u64>,
    counters: ReadOnlyCounters,
}

/// Counters that both read-only caches have; a lookup is of a word or a line.
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
    /// Creates the constant cache of a core, empty.
    pub fn constants(spec: &Spec, core: usize) -> ReadOnlyCache {
        let it = &spec.constant;
        let shape = Shape { bytes: it.bytes, line: it.line, ways: it.ways, mshrs: it.mshrs, merges: MERGES };
        ReadOnlyCache::new(spec, core, Port::Constant, &shape, (it.latency, it.words))
    }
    /// Creates the texture cache of a core, empty.
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
            // assumed: the queue has the size of the load/store unit's
            accesses: Accesses::new(spec.l1.queue, latency, width),
            stall: None,
            counters: ReadOnlyCounters::default(),
        }
    }
    /// Whether the cache has room for an access.
    pub fn accepts(&self) -> bool {
        self.accesses.accepts()
    }
    /// Queues a load of constants, whose first word is looked up in the next cycle at the earliest.
    pub fn push(&mut self, now: u64, access: Access) {
        self.counters.loads += 1;
        self.counters.lookups += self.accesses.push(now, access, split) as u64;
    }
    /// Queues a fetch of texels, whose first line is looked up in the next cycle at the earliest.
    /// A thread may read several texels, or none: then it is served at once.
    pub fn fetch(&mut self, now: u64, access: Access, texels: &[Texel]) {
        let (line, threads) = (u64::from(self.line), access.threads);
        self.counters.loads += 1;
        let split = |_: &Access, lines: &mut Vec<Transaction>| lines_of(texels, (line, threads), lines);
        self.counters.lookups += self.accesses.push(now, access, split) as u64;
    }
    /// Handles a reply for the cache's port: fills the line, and serves the accesses that wait for
    /// it.
    pub fn reply(&mut self, _now: u64, reply: &Reply) {
        self.cache.fill(reply.address, &mut self.accesses.waited);
        self.accesses.resume();
        self.accesses.answer();
    }
    /// Simulates one cycle of the cache: the next lookups.
    #[inline(always)]
    pub fn tick<M: CoreLink>(&mut self, now: u64, memory: &mut M) {
        if self.accesses.is_still() {
            return;
        }
        for _ in 0..self.width {
            self.look_up(now, memory);
        }
    }
    /// Moves the next word or line into the stages, and looks up the tags of the one at their end.
    fn look_up<M: CoreLink>(&mut self, now: u64, memory: &mut M) {
        let Some(waiter) = self.accesses.head(now, || memory.admits(self.core)) else { return };
        let (slot, number) = waiter.parts();
        let address = self.accesses.get(slot).transactions[number].line;
        match self.cache.access(address, waiter, memory.accepts(self.core)) {
            Lookup::Refused(why) => {
                self.stall.get_or_insert(now);
                self.accesses.refuse(why);
                memory.admits(self.core);
                return;
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
    /// Takes the next access with threads whose words or texels have arrived by now; `None` if
    /// there is none.
    pub fn served(&mut self, now: u64) -> Option<Served> {
        self.accesses.served(now)
    }
    /// The first cycle after `now` in which the cache may do anything by itself; `None` if it only
    /// waits for the memory system. That is by [`tick`](Self::tick) or [`served`](Self::served);
    /// the memory system may wake the core before.
    pub fn next(&self, now: u64) -> Option<u64> {
        self.accesses.next(now)
    }
    /// Whether a transaction could have gone to the tags before this cycle, and waits.
    pub fn is_late(&self, now: u64) -> bool {
        self.accesses.is_late(now)
    }
    /// Whether no access is in flight, and no thread waits to be served.
    pub fn idle(&self) -> bool {
        self.accesses.idle()
    }
    /// Invalidates the cache between grids, since its data may have been written.
    pub fn invalidate(&mut self) {
        self.cache.clear();
    }
    /// Returns the counters of the cache, up to the last event.
    pub fn counters(&self) -> ReadOnlyCounters {
        self.counters
    }
}

/// Makes a transaction of each distinct address.
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

/// Makes a transaction of each distinct line; returns whether a thread is in several. Threads that
/// read nothing are in the first.
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
