//! Instruction supply (VWS 4.6): the L1 I-cache with several ports, and an L0 cache a slice. The
//! ganging unit decides which warps fetch.

use super::events::{Event, Queue};
use super::level0::Level0;
use crate::config::spec::Spec;
use crate::core::fetch::{CODE, FetchCounters, i_cache};
use crate::memory::{Cache, CoreLink, Lookup, Port, Reply, Request};

/// A fetch from the L1 I-cache: for members of a gang, or for one warp, whose slice keeps the line
/// in L0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fetching {
    pub set: usize,
    pub mask: u8,
    /// Place of the instruction in the image.
    pub place: u64,
    /// Whether the fetch is for one warp.
    pub alone: bool,
}

/// The instruction caches of a core in slices.
#[derive(Debug)]
pub(super) struct Supply {
    core: usize,
    bytes: u64,
    line: u64,
    /// Cycles from a fetch to the instruction buffer, from L1-I and from L0.
    latency: [u64; 2],
    /// First address of the running kernel's instructions.
    base: u64,
    /// The L1 I-cache; `None` where every fetch hits.
    cache: Option<Cache<Fetching>>,
    /// L0 cache of each slice; empty without L0 caches.
    level0: Vec<Level0>,
    /// Fetches that the cache could not take, in order: they are tried before others.
    refused: Vec<Fetching>,
    arrived: Vec<Fetching>,
    /// Instruction buffers that will be filled.
    fills: Queue,
    pub counters: FetchCounters,
}

impl Supply {
    /// Creates the instruction supply of core `core` with `slices` slices.
    pub fn new(spec: &Spec, core: usize, slices: u32) -> Supply {
        let fetch = &spec.fetch;
        let lines = (fetch.l0_bytes / fetch.l0_line) as usize;
        let level0 = Level0::new((fetch.l0_line / fetch.instruction).into(), lines);
        Supply {
            core,
            bytes: fetch.instruction.into(),
            line: fetch.line.into(),
            latency: [fetch.latency.into(), fetch.l0_latency.into()],
            base: CODE,
            cache: i_cache(spec, spec.core.warps * slices),
            level0: if lines == 0 { Vec::new() } else { vec![level0; slices as usize] },
            refused: Vec::new(),
            arrived: Vec::new(),
            fills: Queue::default(),
            counters: FetchCounters::default(),
        }
    }

    /// Sets the kernel whose instructions are fetched, by its number, and empties the L0 caches.
    pub fn kernel(&mut self, number: u32) {
        self.base = CODE + (u64::from(number) << 32);
        self.level0.iter_mut().for_each(Level0::clear);
    }

    /// Whether slices have L0 caches of their own.
    pub fn has_level0(&self) -> bool {
        !self.level0.is_empty()
    }
    /// Whether a slice's L0 cache holds an instruction.
    pub fn holds(&self, slice: usize, place: u64) -> bool {
        self.level0.get(slice).is_some_and(|cache| cache.holds(place))
    }

    /// Fetches an instruction for a warp from its slice's L0 cache.
    pub fn fetch_level0(&mut self, now: u64, slice: usize, set: usize, place: u64) {
        self.level0[slice].touch(place);
        self.fills.push(Event { due: now + self.latency[1], set, mask: 1 << slice, memory: false });
    }

    /// Fetches an instruction from the L1 I-cache.
    pub fn fetch<M: CoreLink>(&mut self, now: u64, fetching: Fetching, memory: &mut M) {
        if !self.refused.is_empty() || !self.look_up(now, fetching, memory) {
            self.refused.push(fetching);
        }
    }

    /// Retries the fetches that the cache refused, in order.
    pub fn retry<M: CoreLink>(&mut self, now: u64, memory: &mut M) {
        let mut refused = std::mem::take(&mut self.refused);
        let taken = refused.iter().position(|&fetching| !self.look_up(now, fetching, memory)).unwrap_or(refused.len());
        refused.drain(..taken);
        self.refused = refused;
    }

    /// Looks a fetch up in the cache; returns whether the cache could take it.
    fn look_up<M: CoreLink>(&mut self, now: u64, fetching: Fetching, memory: &mut M) -> bool {
        let line = (self.base + fetching.place * self.bytes) & !(self.line - 1);
        let looked = match &mut self.cache {
            Some(cache) => cache.access(line, fetching, memory.accepts(self.core)),
            None => Lookup::Hit,
        };
        match looked {
            Lookup::Hit => self.arrives(now, &fetching),
            Lookup::Refused(_) => {
                memory.admits(self.core);
                return false;
            }
            looked => {
                self.counters.misses += 1;
                if looked == Lookup::Miss {
                    memory.send(self.core, Request::read(Port::Instruction, line, self.line as u32, 0));
                }
            }
        }
        self.counters.accesses += 1;
        true
    }

    /// Handles a reply of memory: the line of the L1 I-cache that it fills.
    pub fn reply(&mut self, now: u64, reply: &Reply) {
        let mut arrived = std::mem::take(&mut self.arrived);
        if let Some(cache) = &mut self.cache {
            cache.fill(reply.address, &mut arrived);
        }
        arrived.drain(..).for_each(|fetching| self.arrives(now, &fetching));
        self.arrived = arrived;
    }

    fn arrives(&mut self, now: u64, fetching: &Fetching) {
        let Fetching { set, mask, place, alone } = *fetching;
        if alone && let Some(cache) = self.level0.get_mut(mask.trailing_zeros() as usize) {
            cache.touch(place);
        }
        self.fills.push(Event { due: now + self.latency[0], set, mask, memory: false });
    }

    /// Moves the fills of instruction buffers of this cycle into `mine`.
    pub fn filled(&mut self, now: u64, mine: &mut Vec<Event>) {
        self.fills.take(now, mine);
    }

    /// Whether refused fetches wait for the cache.
    pub fn is_refused(&self) -> bool {
        !self.refused.is_empty()
    }

    /// Returns the first cycle after this one in which the supply has an event of its own; `None`
    /// if there is none.
    pub fn next(&self, now: u64) -> Option<u64> {
        let fill = self.fills.next().map(|due| due.max(now + 1));
        fill.into_iter().chain(self.is_refused().then_some(now + 1)).min()
    }
}
