//! A slice of L2, which answers reads, takes writes, and executes atomics, one request a cycle.
//!
//! Writes allocate their line without fetching it, and are written back by sectors when it is
//! evicted: the part of a line that was not written is fetched when it is read. Writes of part of a
//! sector are kept apart byte by byte. A request that misses goes to DRAM in the cycle in which the
//! tags are looked up, and is answered in the first cycle in which its line is present. An atomic
//! needs its sectors like a read. All of this is assumed.

use std::collections::VecDeque;

use super::cache::{Cache, Lookup, Refusal, SECTOR, Shape, Victim};
use super::counters::{L2Counters, Level};
use super::crossbar::Crossbar;
use super::dram::{Channel, Transfer};
use super::map::Channels;
use super::{Kind, Reply, Request};
use crate::config::spec::Spec;

/// A request on its way from a core to a slice.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packet {
    pub core: u32,
    /// The request's address within the slice.
    pub own: u64,
    pub request: Request,
}

/// A slice of L2, with its cache and its queues of requests to answer.
#[derive(Debug, Clone)]
pub(super) struct Slice {
    number: usize,
    /// The slice's number among those of its channel.
    part: usize,
    map: Channels,
    latency: u64,
    line: u64,
    /// Bytes of a burst.
    burst: u32,
    flit: u32,
    header: u32,
    cache: Cache<Packet>,
    /// Requests to answer, and the cycle of each answer: those that hit, and those whose line has
    /// arrived.
    hits: VecDeque<(u64, Packet)>,
    fills: VecDeque<(u64, Packet)>,
    /// The first cycle of the first request's stall, and the first refusal's reason.
    stall: Option<(u64, Refusal)>,
    /// The reason of the last refusal.
    waits: Option<Refusal>,
    waited: Vec<Packet>,
    on_their_way: Level,
    counters: L2Counters,
}

impl Slice {
    pub fn new(spec: &Spec, number: usize) -> Slice {
        let l2 = &spec.l2;
        let bytes = l2.bytes / (spec.dram.channels * l2.slices);
        let shape = Shape { bytes, line: l2.line, ways: l2.ways, mshrs: l2.mshrs, merges: l2.merges };
        Slice {
            number,
            part: number % l2.slices as usize,
            map: Channels::new(spec),
            latency: l2.latency.into(),
            line: l2.line.into(),
            burst: spec.dram.bus * spec.dram.burst,
            flit: spec.interconnect.flit,
            header: spec.interconnect.header,
            cache: Cache::new(&shape),
            hits: VecDeque::with_capacity(l2.latency as usize + 1),
            fills: VecDeque::with_capacity(l2.merges as usize),
            stall: None,
            waits: None,
            waited: Vec::with_capacity(l2.merges as usize),
            on_their_way: Level::default(),
            counters: L2Counters::default(),
        }
    }
    /// Simulates one cycle: takes a line from DRAM, looks up a request, and sends an answer.
    pub fn tick(
        &mut self,
        now: u64,
        requests: &mut Crossbar<Packet>,
        channel: &mut Channel,
        replies: &mut Crossbar<Reply>,
    ) {
        if self.fills.len() as u64 <= self.latency && channel.has_done(self.part) && channel.accepts() {
            self.fill(now, channel);
        }
        if let Some(&packet) = requests.front(self.number)
            && self.hits.len() as u64 <= self.latency
            && !matches!(self.waits, Some(Refusal::MshrFull | Refusal::MergeFull | Refusal::NoLine))
        {
            self.waits = self.take(now, packet, channel).err();
            match self.waits {
                Some(why) => _ = self.stall.get_or_insert((now, why)),
                None => {
                    requests.pop(self.number);
                    self.resume(now);
                }
            }
        }
        if replies.accepts(self.number)
            && let Some(packet) = self.answer(now)
        {
            let Request { port, kind, address, token, bytes, .. } = packet.request;
            let flits = u64::from((self.header + bytes).div_ceil(self.flit));
            replies.push(self.number, packet.core as usize, flits, Reply { port, kind, address, token });
        }
    }
    fn resume(&mut self, now: u64) {
        if let Some((since, why)) = self.stall.take() {
            *match why {
                // L2 reserves no line
                Refusal::MshrFull | Refusal::NoLine => &mut self.counters.stall_mshr,
                Refusal::MergeFull => &mut self.counters.stall_merge,
                Refusal::NoRoom => &mut self.counters.stall_dram,
            } += now - since;
        }
    }
    /// Fills a line that has arrived from DRAM, which has room for a line that is evicted.
    fn fill(&mut self, now: u64, channel: &mut Channel) {
        let Some(local) = channel.done(self.part) else { return };
        let victim = self.cache.fill(self.map.slice(local).1, &mut self.waited);
        self.write_back(victim, channel);
        self.on_their_way.set(now, self.cache.outstanding() as u64);
        self.waits = None;
        for &packet in &self.waited {
            if packet.request.kind == Kind::Atomic {
                // its line has just been placed: no line is evicted
                self.cache.write(packet.own, self.sectors(&packet), 0);
            }
            // the way between the slice's ports takes as long as for a hit
            self.fills.push_back((now + self.latency, packet));
        }
        self.waited.clear();
    }
    /// Looks up the first request; an error is the reason why it must wait.
    fn take(&mut self, now: u64, packet: Packet, channel: &mut Channel) -> Result<(), Refusal> {
        let sectors = self.sectors(&packet);
        let kind = packet.request.kind;
        if kind == Kind::Write {
            if !channel.accepts() {
                return Err(Refusal::NoRoom);
            }
            self.counters.writes += 1;
            self.counters.write_hits += u64::from(self.cache.touch(packet.own));
            let whole = self.shifted(packet.own, packet.request.whole);
            let victim = self.cache.write(packet.own, sectors, whole);
            self.write_back(victim, channel);
            return Ok(());
        }
        match self.cache.access_sectors(packet.own, sectors, packet, channel.accepts()) {
            Lookup::Refused(why) => return Err(why),
            Lookup::Merged => self.counters.merged += 1,
            Lookup::Hit => {
                self.counters.hits += 1;
                if kind == Kind::Atomic {
                    self.cache.write(packet.own, sectors, 0);
                }
                self.hits.push_back((now + self.latency, packet));
            }
            Lookup::Miss => {
                self.counters.misses += 1;
                self.on_their_way.set(now, self.cache.outstanding() as u64);
                let (address, bursts) = (packet.own & !(self.line - 1), self.line as u32 / self.burst);
                self.send(channel, address, bursts, false);
            }
        }
        *if kind == Kind::Atomic { &mut self.counters.atomics } else { &mut self.counters.reads } += 1;
        Ok(())
    }
    /// The sectors of the slice's line that a request reads or writes.
    fn sectors(&self, packet: &Packet) -> u8 {
        let request = &packet.request;
        match request.kind {
            Kind::Read => self.shifted(packet.own, ((1u32 << request.bytes.div_ceil(SECTOR)) - 1) as u8),
            _ => self.shifted(packet.own, request.sectors),
        }
    }
    fn shifted(&self, own: u64, sectors: u8) -> u8 {
        sectors << ((own & (self.line - 1)) / u64::from(SECTOR))
    }
    fn write_back(&mut self, victim: Option<Victim>, channel: &mut Channel) {
        let Some(Victim { address, dirty }) = victim else { return };
        let sectors = self.burst.div_ceil(SECTOR);
        let group = ((1u32 << sectors) - 1) as u8;
        let groups = (0..8).step_by(sectors as usize).filter(|at| dirty >> at & group != 0).count() as u32;
        let bursts = groups * (SECTOR / self.burst).max(1);
        self.counters.written_back += 1;
        self.send(channel, address, bursts, true);
    }
    fn send(&self, channel: &mut Channel, own: u64, bursts: u32, write: bool) {
        channel.push(Transfer { address: self.map.local(self.part, own), bursts, write, slice: self.part });
    }
    /// Takes the request that is answered now: the one that has waited longest, and of two such a
    /// line that has arrived before a hit.
    fn answer(&mut self, now: u64) -> Option<Packet> {
        let due = |queue: &VecDeque<(u64, Packet)>| queue.front().map_or(u64::MAX, |&(due, _)| due);
        let (hit, fill) = (due(&self.hits), due(&self.fills));
        if hit.min(fill) > now {
            return None;
        }
        let queue = if fill <= hit { &mut self.fills } else { &mut self.hits };
        queue.pop_front().map(|(_, packet)| packet)
    }
    /// The first tick of the slice that may change anything, in the present state; 0: the next one
    /// does.
    pub fn next(&self, requests: &Crossbar<Packet>, channel: &Channel, replies: &Crossbar<Reply>) -> u64 {
        let room = channel.accepts();
        let request = requests.front(self.number).is_some()
            && self.hits.len() as u64 <= self.latency
            && match self.waits {
                Some(Refusal::NoRoom) => room,
                Some(_) => false,
                None => true,
            };
        if request || (self.fills.len() as u64 <= self.latency && channel.has_done(self.part) && room) {
            return 0;
        }
        if !replies.accepts(self.number) {
            return u64::MAX;
        }
        let due = [self.hits.front(), self.fills.front()].into_iter().flatten().map(|&(due, _)| due).min();
        due.unwrap_or(u64::MAX)
    }
    /// Has the sector of an address in the cache, as an access to it would, but without time.
    pub fn warm(&mut self, own: u64, write: bool) {
        if write {
            let sector = self.shifted(own, 1);
            self.cache.write(own, sector, sector);
        } else {
            self.cache.warm(own);
        }
    }
    pub fn idle(&self) -> bool {
        self.hits.is_empty() && self.fills.is_empty() && self.cache.outstanding() == 0
    }
    pub fn counters(&self) -> L2Counters {
        L2Counters { mshr_cycles: self.on_their_way.integral(), ..self.counters }
    }
}
