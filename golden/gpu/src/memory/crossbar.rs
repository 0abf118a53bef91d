//! A crossbar: each source has a queue and a port, and so has each destination.
//!
//! A packet occupies both ports for a cycle a flit; `latency` cycles after its last flit was sent it is there. A destination takes its
//! sources in turn, from the one after the last that it took. A packet that finds the destination's queue full stays on the wire and
//! holds the destination's port; the other queues press back in turn.

use std::collections::VecDeque;

use super::bits::Bits;

/// A way through, for packets of `T`.
#[derive(Debug, Clone)]
pub struct Crossbar<T> {
    sources: Vec<Source<T>>,
    destinations: Vec<Destination<T>>,
    /// Destinations that are asked for, or with something on the wire.
    active: Bits,
    /// Destinations where something has arrived.
    reached: Bits,
    /// Sources that were told that there is no room; and those for which there has been some since.
    refused: Bits,
    relieved: Bits,
    room: Room,
    latency: u64,
    /// No tick before this one changes anything; and the same for each destination.
    wake: u64,
    wakes: Vec<u64>,
    counters: Traffic,
}

/// Packets that wait at most.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// At a source.
    pub source: usize,
    /// At a destination.
    pub destination: usize,
}

/// What went through.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Packets sent.
    pub packets: u64,
    /// Cycles in which ports were busy with them.
    pub flits: u64,
    /// Cycles that packets waited on the wire, their destination having no room.
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
    /// Sources whose first packet wants to come here.
    asking: Bits,
    /// Who was taken last.
    last: usize,
    /// The first cycle in which the port can receive again.
    free: u64,
    wire: VecDeque<(u64, T)>,
    arrived: VecDeque<T>,
}

impl<T> Destination<T> {
    /// Something on the wire should have been there by now.
    fn held(&self, now: u64) -> bool {
        self.wire.front().is_some_and(|&(due, _)| due <= now)
    }
}

impl<T> Crossbar<T> {
    /// An empty one.
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
    /// The source's queue has room.
    pub fn accepts(&self, from: usize) -> bool {
        self.sources[from].queue.len() < self.room.source
    }
    /// The same, for a source that is to be among the [`relieved`](Self::relieved) as soon as there is some, until it asks again.
    pub fn admits(&mut self, from: usize) -> bool {
        let room = self.accepts(from);
        self.relieved.remove(from);
        if !room {
            self.refused.insert(from);
        }
        room
    }
    /// The first source from this one on that was refused and has room now.
    pub fn relieved(&self, from: usize) -> Option<usize> {
        self.relieved.at_or_after(from)
    }
    /// Whether this one is among them.
    pub fn is_relieved(&self, from: usize) -> bool {
        self.relieved.contains(from)
    }
    /// Puts a packet into the source's queue, which must have room.
    pub fn push(&mut self, from: usize, to: usize, flits: u64, what: T) {
        let source = &mut self.sources[from];
        source.queue.push_back(Packet { to, flits, what });
        if source.queue.len() == 1 {
            let first = source.free.max(self.destinations[to].free);
            self.ask(from, to, first);
        }
    }
    /// A source's first packet wants to go there, in this cycle at the earliest.
    fn ask(&mut self, from: usize, to: usize, first: u64) {
        self.destinations[to].asking.insert(from);
        self.active.insert(to);
        self.wake_at(to, first);
    }
    fn wake_at(&mut self, at: usize, cycle: u64) {
        self.wakes[at] = self.wakes[at].min(cycle);
        self.wake = self.wake.min(cycle);
    }
    /// What has arrived and was not taken yet, the first of it.
    pub fn front(&self, at: usize) -> Option<&T> {
        self.destinations[at].arrived.front()
    }
    /// Takes it.
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
    /// The first destination from this one on where something has arrived and was not taken.
    pub fn reached(&self, from: usize) -> Option<usize> {
        self.reached.at_or_after(from)
    }
    /// One cycle.
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
    /// Which source sends here next.
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
    /// When something can happen here next, after this cycle, as long as nobody takes what arrived.
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
    /// No tick before this one changes anything; `u64::MAX`: none does until something is pushed or taken.
    pub fn wake(&self) -> u64 {
        self.wake
    }
    /// The same from a cycle on.
    pub fn next(&self, from: u64) -> Option<u64> {
        (self.wake != u64::MAX).then(|| self.wake.max(from))
    }
    /// Nothing is on its way, and nothing has arrived that was not taken.
    pub fn idle(&self) -> bool {
        self.sources.iter().all(|source| source.queue.is_empty())
            && self.destinations.iter().all(|it| it.wire.is_empty() && it.arrived.is_empty())
    }
    /// What was counted.
    pub fn traffic(&self) -> Traffic {
        self.counters
    }
}
