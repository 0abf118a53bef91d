//! A crossbar between cores and slices of L2: each source has a queue and a port, and so has each
//! destination.
//!
//! A packet occupies both ports for a cycle a flit, and arrives `latency` cycles after its last
//! flit was sent. A destination serves its sources round robin, from the one after the last that it
//! served. A packet that finds the destination's queue full stays on the wire and holds the
//! destination's port; the other queues exert back-pressure in turn.

use std::collections::VecDeque;

use super::bits::Bits;

/// A crossbar for packets of `T`, with a queue and a port for each source and each destination.
#[derive(Debug, Clone)]
pub struct Crossbar<T> {
    sources: Vec<Source<T>>,
    destinations: Vec<Destination<T>>,
    /// Destinations that a source requests, or with a packet on the wire.
    active: Bits,
    /// Destinations with packets that have arrived and were not taken.
    reached: Bits,
    /// Sources that were refused because their queue was full, and sources whose queue has had room
    /// since.
    refused: Bits,
    relieved: Bits,
    room: Room,
    latency: u64,
    /// The first tick that may change anything, and the same for each destination.
    wake: u64,
    wakes: Vec<u64>,
    counters: Traffic,
}

/// The capacities of the queues of a crossbar, in packets.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// Capacity of the queue of each source, in packets.
    pub source: usize,
    /// Capacity of the queue of each destination, in packets.
    pub destination: usize,
}

/// Traffic through a crossbar since its beginning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Number of packets sent.
    pub packets: u64,
    /// Cycles in which ports were busy with packets.
    pub flits: u64,
    /// Cycles that packets waited on the wire because their destination's queue was full.
    pub held: u64,
}

#[derive(Debug, Clone)]
struct Source<T> {
    queue: VecDeque<Packet<T>>,
    /// The first cycle in which the port can send again.
    free: u64,
}

#[derive(Debug, Clone)]
struct Packet<T> {
    to: usize,
    flits: u64,
    what: T,
}

#[derive(Debug, Clone)]
struct Destination<T> {
    /// Sources whose first packet is for this destination.
    asking: Bits,
    /// The source that was served last.
    last: usize,
    /// The first cycle in which the port can receive again.
    free: u64,
    wire: VecDeque<(u64, T)>,
    arrived: VecDeque<T>,
}

impl<T> Destination<T> {
    /// Whether a packet on the wire is overdue.
    fn held(&self, now: u64) -> bool {
        self.wire.front().is_some_and(|&(due, _)| due <= now)
    }
}

impl<T> Crossbar<T> {
    /// Creates an empty crossbar; a packet arrives `latency` cycles after its last flit was sent.
    pub fn new(sources: usize, destinations: usize, room: Room, latency: u64) -> Crossbar<T> {
        let source = || Source { queue: VecDeque::with_capacity(room.source), free: 0 };
        let destination = || Destination {
            asking: Bits::new(sources),
            last: sources - 1,
            free: 0,
            wire: VecDeque::with_capacity(latency as usize + 1),
            arrived: VecDeque::with_capacity(room.destination),
        };
        Crossbar {
            sources: (0..sources).map(|_| source()).collect(),
            destinations: (0..destinations).map(|_| destination()).collect(),
            active: Bits::new(destinations),
            reached: Bits::new(destinations),
            refused: Bits::new(sources),
            relieved: Bits::new(sources),
            room,
            latency,
            wake: u64::MAX,
            wakes: vec![u64::MAX; destinations],
            counters: Traffic::default(),
        }
    }
    /// Whether the queue of source `from` has room.
    pub fn accepts(&self, from: usize) -> bool {
        self.sources[from].queue.len() < self.room.source
    }
    /// Whether the queue of source `from` has room; if not, the source becomes
    /// [`relieved`](Self::relieved) when there is room, until its next call.
    pub fn admits(&mut self, from: usize) -> bool {
        let room = self.accepts(from);
        self.relieved.remove(from);
        if !room {
            self.refused.insert(from);
        }
        room
    }
    /// The first source, from number `from` on, that was refused and has room now; `None` if there
    /// is none.
    pub fn relieved(&self, from: usize) -> Option<usize> {
        self.relieved.at_or_after(from)
    }
    /// Whether a source was refused and has room now.
    pub fn is_relieved(&self, from: usize) -> bool {
        self.relieved.contains(from)
    }
    /// Puts a packet of `flits` flits for destination `to` into the queue of source `from`, which
    /// must have room.
    pub fn push(&mut self, from: usize, to: usize, flits: u64, what: T) {
        let source = &mut self.sources[from];
        source.queue.push_back(Packet { to, flits, what });
        if source.queue.len() == 1 {
            let first = source.free.max(self.destinations[to].free);
            self.ask(from, to, first);
        }
    }
    /// Notes that the first packet of a source is for this destination, and may be sent in cycle
    /// `first` at the earliest.
    fn ask(&mut self, from: usize, to: usize, first: u64) {
        self.destinations[to].asking.insert(from);
        self.active.insert(to);
        self.wake_at(to, first);
    }
    fn wake_at(&mut self, at: usize, cycle: u64) {
        self.wakes[at] = self.wakes[at].min(cycle);
        self.wake = self.wake.min(cycle);
    }
    /// Returns the first packet that has arrived at a destination and was not taken; `None` if
    /// there is none.
    pub fn front(&self, at: usize) -> Option<&T> {
        self.destinations[at].arrived.front()
    }
    /// Takes the first packet that has arrived at a destination; `None` if there is none.
    pub fn pop(&mut self, at: usize) -> Option<T> {
        let destination = &mut self.destinations[at];
        if destination.arrived.len() == self.room.destination
            && let Some(&(due, _)) = destination.wire.front()
        {
            self.wake_at(at, due);
        }
        let destination = &mut self.destinations[at];
        let what = destination.arrived.pop_front();
        if destination.arrived.is_empty() {
            self.reached.remove(at);
        }
        what
    }
    /// The first destination, from number `from` on, with a packet that has arrived and was not
    /// taken; `None` if there is none.
    pub fn reached(&self, from: usize) -> Option<usize> {
        self.reached.at_or_after(from)
    }
    /// Simulates one cycle: arrivals, then arbitration at every destination.
    pub fn tick(&mut self, now: u64) {
        if now < self.wake {
            return;
        }
        self.wake = u64::MAX;
        let mut next = self.active.at_or_after(0);
        while let Some(at) = next {
            if self.wakes[at] <= now {
                self.arrive(now, at);
                if let Some(from) = self.choose(now, at) {
                    self.grant(now, from, at);
                }
                self.wakes[at] = self.due(now, at);
            }
            self.wake = self.wake.min(self.wakes[at]);
            next = self.active.at_or_after(at + 1);
        }
    }
    fn arrive(&mut self, now: u64, at: usize) {
        let destination = &mut self.destinations[at];
        if destination.held(now)
            && destination.arrived.len() < self.room.destination
            && let Some((due, what)) = destination.wire.pop_front()
        {
            self.counters.held += now - due;
            destination.arrived.push_back(what);
            self.reached.insert(at);
        }
    }
    /// The source that may send to a destination now, by round robin; `None` if none may.
    fn choose(&self, now: u64, at: usize) -> Option<usize> {
        let destination = &self.destinations[at];
        if destination.free > now || destination.held(now) {
            return None;
        }
        let ready = |&from: &usize| self.sources[from].free <= now;
        let (asking, after) = (&destination.asking, destination.last + 1);
        let behind = std::iter::successors(asking.at_or_after(after), |&one| asking.at_or_after(one + 1));
        behind.chain(asking.iter()).find(ready)
    }
    fn grant(&mut self, now: u64, from: usize, at: usize) {
        let source = &mut self.sources[from];
        let Some(packet) = source.queue.pop_front() else { return };
        let free = now + packet.flits;
        source.free = free;
        if self.refused.remove(from) {
            self.relieved.insert(from);
        }
        let then = source.queue.front().map(|packet| packet.to);
        let destination = &mut self.destinations[at];
        destination.asking.remove(from);
        (destination.free, destination.last) = (free, from);
        destination.wire.push_back((free - 1 + self.latency, packet.what));
        self.counters.packets += 1;
        self.counters.flits += packet.flits;
        if let Some(to) = then {
            self.ask(from, to, free);
        }
    }
    /// The first cycle after `now` in which this destination may change, as long as no arrived
    /// packet is taken.
    fn due(&mut self, now: u64, at: usize) -> u64 {
        let destination = &self.destinations[at];
        if destination.wire.is_empty() && destination.asking.is_empty() {
            self.active.remove(at);
            return u64::MAX;
        }
        let arrival = match destination.wire.front() {
            Some(_) if destination.arrived.len() == self.room.destination => u64::MAX,
            Some(&(due, _)) => due.max(now + 1),
            None => u64::MAX,
        };
        if destination.held(now) {
            return arrival;
        }
        let asked = destination.asking.iter().map(|from| self.sources[from].free).min();
        arrival.min(asked.map_or(u64::MAX, |free| free.max(destination.free).max(now + 1)))
    }
    /// The first tick that may change anything; `u64::MAX`: none does until a packet is pushed or
    /// taken.
    pub fn wake(&self) -> u64 {
        self.wake
    }
    /// The first tick, not before `from`, that may change anything; `None`: none does until a
    /// packet is pushed or taken.
    pub fn next(&self, from: u64) -> Option<u64> {
        (self.wake != u64::MAX).then(|| self.wake.max(from))
    }
    /// Whether no packet is in a queue or on the wire, and none has arrived that was not taken.
    pub fn idle(&self) -> bool {
        self.sources.iter().all(|source| source.queue.is_empty())
            && self.destinations.iter().all(|it| it.wire.is_empty() && it.arrived.is_empty())
    }
    /// Returns the traffic through the crossbar so far.
    pub fn traffic(&self) -> Traffic {
        self.counters
    }
}
