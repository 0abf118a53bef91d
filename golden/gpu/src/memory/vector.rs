//! Vector accesses: each cycle a port turns the next active elements into lines, which bypass the
//! core's caches and go to the last-level cache (SIMT-SIMD IV.C).

use std::collections::VecDeque;

use super::cache::SECTOR;
use super::{CoreLink, Kind, Port, Reply, Request};
use crate::counters;

counters! {
    /// Counters of the memory accesses of vector cores.
    pub VectorMemoryCounters "vector_memory" {
        /// Accesses of vectors.
        accesses ["accesses"],
        /// Elements of vectors that take part in accesses.
        elements ["elements"],
        /// Beats that ports took for accesses; lanes without an element that takes part need no
        /// beat.
        beats ["beats"],
        /// Lines that were requested or written, each once a beat.
        lines ["lines"],
        /// Cycles in which a port had lines to send and the interconnect had no room.
        held ["port cycles"],
    }
}

/// A memory access of a vector, with the addresses of its active elements.
#[derive(Debug, Clone, Default)]
pub struct VectorAccess {
    /// The sender's number for the access, which comes back when it is over.
    pub tag: u32,
    /// Whether the access writes; a read waits for its lines.
    pub writes: bool,
    /// Bytes of an element.
    pub bytes: u32,
    /// Elements that take part, in order: the lane and the address of each.
    pub elements: Vec<(u32, u64)>,
    /// The place in the image of the program's instruction that accesses memory.
    pub place: Option<u32>,
}

/// The state of a port with an access.
#[derive(Debug)]
struct Sending {
    access: VectorAccess,
    slot: usize,
    /// Elements that were turned into lines so far.
    next: usize,
    /// Lines of the current beat that are not sent, with the touched sectors of each.
    lines: VecDeque<(u64, u8)>,
}

/// The state of an access until its last line has arrived.
#[derive(Debug, Clone, Copy, Default)]
struct Waiting {
    tag: u32,
    lines: u32,
    sent: bool,
    taken: bool,
}

/// The ports of a vector core to memory, and its accesses in flight.
#[derive(Debug)]
pub struct VectorPorts {
    core: usize,
    beat: u32,
    line: u64,
    loads: Vec<Option<Sending>>,
    stores: Vec<Option<Sending>>,
    waiting: Vec<Waiting>,
    done: VecDeque<u32>,
    /// Counters of the ports' accesses.
    pub counters: VectorMemoryCounters,
}

impl VectorPorts {
    /// Creates the ports of core `core` for loads and stores. A port takes `beat` elements a cycle;
    /// a line has `line` bytes.
    pub fn new(core: usize, (loads, stores): (u32, u32), beat: u32, line: u32) -> VectorPorts {
        VectorPorts {
            core,
            beat,
            line: line.into(),
            loads: (0..loads).map(|_| None).collect(),
            stores: (0..stores).map(|_| None).collect(),
            waiting: Vec::new(),
            done: VecDeque::new(),
            counters: VectorMemoryCounters::default(),
        }
    }

    /// Whether a port for loads, or for stores, is free.
    pub fn is_free(&self, writes: bool) -> bool {
        let ports = if writes { &self.stores } else { &self.loads };
        ports.iter().any(Option::is_none)
    }
    /// Number of ports for loads, and of ports for stores, that are taken.
    pub fn taken(&self) -> (u64, u64) {
        let taken = |ports: &[Option<Sending>]| ports.iter().flatten().count() as u64;
        (taken(&self.loads), taken(&self.stores))
    }
    /// Whether a port has elements to send, or an access is over: the next tick changes something
    /// without a reply.
    pub fn is_busy(&self) -> bool {
        self.taken() != (0, 0) || !self.done.is_empty()
    }

    /// Starts an access at a free port.
    pub fn start(&mut self, access: VectorAccess) {
        self.counters.accesses += 1;
        self.counters.elements += access.elements.len() as u64;
        let slot = self.waiting.iter().position(|slot| !slot.taken).unwrap_or(self.waiting.len());
        if slot == self.waiting.len() {
            self.waiting.push(Waiting::default());
        }
        self.waiting[slot] = Waiting { tag: access.tag, taken: true, ..Waiting::default() };
        let ports = if access.writes { &mut self.stores } else { &mut self.loads };
        if let Some(port) = ports.iter_mut().find(|port| port.is_none()) {
            *port = Some(Sending { access, slot, next: 0, lines: VecDeque::new() });
        }
    }

    /// Handles a reply: a line of a load has arrived.
    pub fn reply(&mut self, reply: &Reply) {
        let slot = &mut self.waiting[reply.token as usize];
        slot.lines -= 1;
        self.settle(reply.token as usize);
    }

    /// Takes the tag of an access that is complete; `None` if there is none.
    pub fn over(&mut self) -> Option<u32> {
        self.done.pop_front()
    }

    /// Simulates one cycle: each port turns a beat into lines, once those of the beat before are
    /// sent.
    pub fn tick<M: CoreLink>(&mut self, memory: &mut M, mut turned: impl FnMut(&VectorAccess, u64)) {
        for n in 0..self.loads.len() + self.stores.len() {
            let loads = self.loads.len();
            let place = if n < loads { &mut self.loads[n] } else { &mut self.stores[n - loads] };
            let Some(port) = place else { continue };
            if port.lines.is_empty() && port.next < port.access.elements.len() {
                port.turn(self.beat, self.line);
                self.counters.beats += 1;
                self.counters.lines += port.lines.len() as u64;
                turned(&port.access, port.lines.len() as u64);
            }
            while let Some(&(line, sectors)) = port.lines.front().filter(|_| memory.accepts(self.core)) {
                let request = match port.access.writes {
                    false => Request::read(Port::Data, line, self.line as u32, port.slot as u32),
                    true => Request {
                        port: Port::Data,
                        kind: Kind::Write,
                        address: line,
                        bytes: sectors.count_ones() * SECTOR,
                        sectors,
                        whole: 0,
                        token: port.slot as u32,
                    },
                };
                memory.send(self.core, request);
                self.waiting[port.slot].lines += u32::from(!port.access.writes);
                port.lines.pop_front();
            }
            self.counters.held += u64::from(!port.lines.is_empty());
            if port.lines.is_empty() && port.next == port.access.elements.len() {
                let slot = port.slot;
                self.waiting[slot].sent = true;
                *place = None;
                self.settle(slot);
            }
        }
    }

    fn settle(&mut self, at: usize) {
        let slot = &mut self.waiting[at];
        if slot.sent && slot.lines == 0 {
            slot.taken = false;
            self.done.push_back(slot.tag);
        }
    }
}

impl Sending {
    /// Turns the elements of the next beat with active elements into lines, each once.
    fn turn(&mut self, beat: u32, line: u64) {
        let elements = &self.access.elements;
        let of = elements[self.next].0 / beat;
        while let Some((_, address)) = elements.get(self.next).filter(|(lane, _)| lane / beat == of) {
            let last = address + u64::from(self.access.bytes.max(1)) - 1;
            for at in [address & !(line - 1), last & !(line - 1)] {
                // sectors of this line from the first byte to the last
                let first = (address.max(&at) - at) / u64::from(SECTOR);
                let end = (last.min(at + line - 1) - at) / u64::from(SECTOR);
                let sectors = (first..=end).fold(0, |sectors, sector| sectors | 1 << sector);
                match self.lines.iter_mut().find(|(known, _)| *known == at) {
                    Some((_, touched)) => *touched |= sectors,
                    None => self.lines.push_back((at, sectors)),
                }
            }
            self.next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::MemorySystem;
    use super::*;
    use crate::base::clock::Domain;
    use crate::memory::Ideal;

    /// Ports on a memory that answers after 10 cycles; the cycle in which an access is over, if it
    /// begins in cycle 0.
    fn over(access: VectorAccess) -> (u64, VectorMemoryCounters) {
        let (mut ports, mut memory) = (VectorPorts::new(0, (1, 1), 32, 128), Ideal::new(1, 10));
        ports.start(access);
        for now in 0.. {
            memory.tick(Domain::Interconnect, now);
            while let Some(reply) = memory.reply(0) {
                ports.reply(&reply);
            }
            if ports.over() == Some(7) {
                return (now, ports.counters);
            }
            ports.tick(&mut memory, |_, _| ());
        }
        unreachable!()
    }

    fn access(writes: bool, bytes: u32, elements: impl Iterator<Item = (u32, u64)>) -> VectorAccess {
        VectorAccess { tag: 7, writes, bytes, elements: elements.collect(), place: None }
    }

    #[test]
    fn a_beat_is_a_cycle_and_a_line_goes_once_a_beat() {
        // 256 elements of 4 bytes in a row: eight beats of a line each, the last sent in cycle 7
        let (cycle, counted) = over(access(false, 4, (0..256).map(|lane| (lane, 4096 + 4 * u64::from(lane)))));
        assert_eq!((cycle, counted.beats, counted.lines, counted.elements), (17, 8, 8, 256));
        // all in one line: each beat sends a request for it
        let (_, counted) = over(access(false, 4, (0..256).map(|lane| (lane, 4096))));
        assert_eq!((counted.beats, counted.lines), (8, 8));
        // elements across a line's end
        let (_, counted) = over(access(false, 8, [(0, 4096 + 124)].into_iter()));
        assert_eq!((counted.beats, counted.lines), (1, 2));
    }

    #[test]
    fn a_beat_of_inactive_lanes_takes_no_cycle_and_no_line() {
        let (cycle, counted) = over(access(false, 4, [(3, 128), (250, 256)].into_iter()));
        assert_eq!((cycle, counted.beats, counted.lines, counted.elements), (11, 2, 2, 2));
        // the first beats have none that takes part
        let (cycle, counted) = over(access(false, 4, [(100, 128), (101, 256), (250, 384)].into_iter()));
        assert_eq!((cycle, counted.beats, counted.lines, counted.elements), (11, 2, 3, 3));
        let (cycle, counted) = over(access(false, 4, [].into_iter()));
        assert_eq!((cycle, counted.beats, counted.lines), (1, 0, 0));
    }

    #[test]
    fn a_load_is_over_with_its_last_line_and_a_store_when_it_is_sent() {
        let lines = |n: u64| (0..n as u32).map(|lane| (32 * lane, 4096 + 128 * u64::from(lane)));
        assert_eq!(over(access(false, 4, lines(3))).0, 12);
        assert_eq!(over(access(true, 4, lines(3))).0, 3);
    }
}
