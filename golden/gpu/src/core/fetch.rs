//! Instruction fetch: one slot a cycle, from the L1 I-cache into the slot's instruction buffer.

use crate::base::DelayQueue;
use crate::base::ids::{Slot, SlotSet};
use crate::config::spec::Spec;
use crate::memory::{Cache, CoreLink, Lookup, Port, Reply, Request, Shape};

/// First address of instructions, which lie apart from data.
pub(super) const CODE: u64 = 1 << 56;

/// Returns the L1 I-cache of a core, empty, in which `merges` fetches can wait for a line; `None`
/// where every fetch hits.
pub(super) fn i_cache<T: Copy>(spec: &Spec, merges: u32) -> Option<Cache<T>> {
    let fetch = &spec.fetch;
    let shape = |bytes| Shape { bytes, line: fetch.line, ways: fetch.ways, mshrs: fetch.mshrs, merges };
    fetch.bytes.map(|bytes| Cache::new(&shape(bytes)))
}

/// A warp's instruction buffer: instructions of consecutive places.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Buffer {
    /// Place of the first instruction in the buffer.
    at: u32,
    count: u32,
    /// Number of instructions in flight to the buffer.
    coming: u32,
    /// Number of the path that the instructions belong to, by which a fetch that was given up is
    /// recognized.
    path: u32,
}

impl Buffer {
    /// Whether the instruction at a place can be decoded.
    pub fn has(&self, pc: u32) -> bool {
        self.count != 0 && self.at == pc
    }
}

/// A fetch in flight.
#[derive(Debug, Clone, Copy)]
struct Fetched {
    slot: Slot,
    path: u32,
    count: u32,
    line: u64,
    /// Whether the fetch is void: the slot has another warp by now, which does not wait for it.
    void: bool,
}

/// The fetch stage of a core.
#[derive(Debug)]
pub(crate) struct Fetch<const W: usize> {
    width: u32,
    room: u32,
    bytes: u64,
    line: u64,
    latency: u64,
    core: usize,
    /// First address of the running kernel's instructions.
    base: u64,
    /// The L1 I-cache; `None` where every fetch hits.
    cache: Option<Cache<Slot>>,
    buffers: Vec<Buffer>,
    /// Slots that have room in their buffers, and no fetch in flight.
    wants: SlotSet<W>,
    turn: Slot,
    arriving: DelayQueue<Fetched>,
    /// Fetches that wait for their line.
    missing: Vec<Fetched>,
    tokens: Vec<Slot>,
    pub counters: FetchCounters,
}

crate::counters! {
    /// Instruction fetch.
    pub FetchCounters "fetch" {
        /// Accesses to L1 I-caches.
        accesses ["accesses"],
        /// Accesses to L1 I-caches that found no line.
        misses ["accesses"],
    }
}

impl<const W: usize> Fetch<W> {
    /// Creates the fetch stage of core `core`, with an instruction buffer for each of `slots`
    /// slots.
    pub fn new(spec: &Spec, core: usize, slots: usize) -> Fetch<W> {
        let fetch = &spec.fetch;
        Fetch {
            width: fetch.width,
            room: fetch.buffer.max(fetch.width),
            bytes: fetch.instruction.into(),
            line: fetch.line.into(),
            latency: fetch.latency.into(),
            core,
            base: CODE,
            cache: i_cache(spec, slots as u32),
            buffers: vec![Buffer::default(); slots],
            wants: SlotSet::EMPTY,
            turn: Slot(SlotSet::<W>::CAPACITY as u16 - 1),
            arriving: DelayQueue::default(),
            missing: Vec::new(),
            tokens: Vec::new(),
            counters: FetchCounters::default(),
        }
    }

    /// Sets the kernel whose instructions are fetched, by its number.
    pub fn kernel(&mut self, number: u32) {
        self.base = CODE + (u64::from(number) << 32);
    }

    /// Whether the instruction that a slot needs is in its buffer.
    pub fn has(&self, slot: Slot, pc: u32) -> bool {
        self.buffers[slot.index()].has(pc)
    }

    /// Redirects a slot to a place: instructions buffered from there on stay, those of another path
    /// are dropped.
    pub fn redirect(&mut self, slot: Slot, pc: u32) {
        let buffer = &mut self.buffers[slot.index()];
        if buffer.count != 0 && pc == buffer.at + 1 {
            (buffer.at, buffer.count) = (pc, buffer.count - 1);
        } else if buffer.count == 0 || pc != buffer.at {
            *buffer = Buffer { at: pc, count: 0, coming: 0, path: buffer.path.wrapping_add(1) };
        }
        self.request(slot);
    }

    /// Moves a slot to a place, unless its buffer starts there already.
    pub fn follow(&mut self, slot: Slot, pc: u32) {
        if self.buffers[slot.index()].at != pc {
            self.redirect(slot, pc);
        }
    }

    /// Ends fetching for a slot that needs no instructions any more; its fetches in flight are
    /// dropped.
    pub fn stop(&mut self, slot: Slot) {
        let buffer = &mut self.buffers[slot.index()];
        (buffer.coming, buffer.path) = (0, buffer.path.wrapping_add(1));
        self.wants.remove(slot);
    }

    /// Clears the buffer of a slot that has no warp any more; its fetches in flight are void.
    pub fn clear(&mut self, slot: Slot) {
        let buffer = &mut self.buffers[slot.index()];
        *buffer = Buffer { path: buffer.path.wrapping_add(1), ..Buffer::default() };
        self.wants.remove(slot);
        self.missing.iter_mut().filter(|missing| missing.slot == slot).for_each(|missing| missing.void = true);
    }

    fn request(&mut self, slot: Slot) {
        let buffer = &self.buffers[slot.index()];
        if buffer.coming == 0 && buffer.count + self.width <= self.room.max(self.width) {
            self.wants.insert(slot);
        } else {
            self.wants.remove(slot);
        }
    }

    /// Returns the slots whose instructions arrive in this cycle.
    pub fn arrive(&mut self, now: u64) -> SlotSet<W> {
        let mut slots = SlotSet::EMPTY;
        while let Some(Fetched { slot, path, count, .. }) = self.arriving.pop(now) {
            let buffer = &mut self.buffers[slot.index()];
            if buffer.path == path {
                (buffer.count, buffer.coming) = (buffer.count + count, 0);
                slots.insert(slot);
                self.request(slot);
            }
        }
        slots
    }

    /// Handles a reply of memory: the line of the L1 I-cache that it fills.
    pub fn reply(&mut self, now: u64, reply: &Reply) {
        self.tokens.clear();
        if let Some(cache) = &mut self.cache {
            cache.fill(reply.address, &mut self.tokens);
        }
        for n in 0..self.tokens.len() {
            let slot = self.tokens[n];
            let waits = |missing: &Fetched| missing.slot == slot && missing.line == reply.address;
            if let Some(at) = self.missing.iter().position(waits) {
                let fetched = self.missing.remove(at);
                self.arriving.push(now + self.latency, fetched);
            }
        }
    }

    /// Simulates one cycle: fetches for one slot, chosen in round-robin order.
    pub fn tick<M: CoreLink>(&mut self, now: u64, memory: &mut M) {
        let Some(slot) = self.wants.after(self.turn) else { return };
        self.turn = slot;
        let buffer = &self.buffers[slot.index()];
        // one that was given up may still be on its way: it comes first
        if self.missing.iter().any(|missing| missing.slot == slot && !missing.void) {
            return;
        }
        let address = self.base + u64::from(buffer.at + buffer.count) * self.bytes;
        let left = ((self.line - (address & (self.line - 1))) / self.bytes).max(1) as u32;
        let line = address & !(self.line - 1);
        let fetched = Fetched { slot, path: buffer.path, count: left.min(self.width), line, void: false };
        let looked = match &mut self.cache {
            Some(cache) => cache.access(line, slot, memory.accepts(self.core)),
            None => Lookup::Hit,
        };
        match looked {
            Lookup::Hit => self.arriving.push(now + self.latency, fetched),
            Lookup::Refused(_) => return,
            looked => {
                self.counters.misses += 1;
                self.missing.push(fetched);
                if looked == Lookup::Miss {
                    memory.send(self.core, Request::read(Port::Instruction, line, self.line as u32, slot.0.into()));
                }
            }
        }
        self.counters.accesses += 1;
        self.buffers[slot.index()].coming = fetched.count;
        self.wants.remove(slot);
    }

    /// Returns the slots that wait to be fetched for.
    #[cfg(test)]
    pub fn wants(&self) -> SlotSet<W> {
        self.wants
    }

    /// Returns the first cycle after this one in which the stage has an event of its own; `None` if
    /// there is none.
    pub fn next(&self, now: u64) -> Option<u64> {
        if !self.wants.is_empty() {
            return Some(now + 1);
        }
        self.arriving.next().map(|due| due.max(now + 1))
    }
}
