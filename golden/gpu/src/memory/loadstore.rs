//! A core's load/store unit: coalescer, L1 D-cache and accesses that wait for memory (STSIMT 3.4).
//!
//! `l1.lines` transactions a cycle enter the cache, whose tags are looked up `l1.latency - 1`
//! cycles later (DEVIATIONS, D132); one of a cycle sends a request. Loads that hit are served in
//! the next cycle, those that miss when their line arrives. Stores are written through in whole
//! sectors, a packet a line, and allocate nothing; `l1.store_hit` decides on a line that is
//! present. Atomics are executed in L2; the line is invalidated in L1. A transaction that is
//! refused stalls all behind it, except that refused loads may wait in queues of their own (see
//! [`LoadPath`]).

use std::collections::VecDeque;

use super::access::{Access, AccessKind, Served, Waiter};
use super::accesses::Accesses;
use super::cache::{Cache, Lookup, Refusal, SECTOR, Shape};
use super::coalesce::Coalescer;
use super::counters::{Level, LoadStoreCounters, QueueCounters};
use super::load_queue::{LoadPath, LoadQueues, Place, Turn};
use super::miss_queue::MissQueue;
use super::{CoreLink, Kind, Port, Reply, Request};
use crate::config::spec::{Spec, StoreHit};

/// The load/store unit of one core: coalescer, L1 D-cache and accesses in flight.
#[derive(Debug, Clone)]
pub struct LoadStore {
    coalescer: Coalescer,
    l1: Cache<Waiter>,
    accesses: Accesses,
    store_hit: StoreHit,
    pub(super) requests: MissQueue,
    /// Most lookups of tags in a cycle, and whether one of this cycle has sent a request.
    lines: u32,
    sent: bool,
    /// The queues of refused loads, if loads do not wait at the head.
    pub(super) queues: Option<Box<LoadQueues>>,
    /// The queues while they are out of use, so that loads wait at the head.
    resting: Option<Box<LoadQueues>>,
    /// Whether loads that do not hit are recorded, and the tokens of those recorded.
    notices: bool,
    missed: VecDeque<u32>,
    /// Whether the last transaction found no room to send, and no line has arrived since.
    no_room: bool,
    /// The first cycle of the head's stall, and the first refusal's reason.
    stall: Option<(u64, Refusal)>,
    on_their_way: Level,
    counters: LoadStoreCounters,
}

impl LoadStore {
    /// Creates the unit of a core, with an empty cache; with `notices` it records loads for
    /// [`missed`](Self::missed).
    pub fn new(spec: &Spec, core: usize, path: LoadPath, notices: bool) -> LoadStore {
        let l1 = &spec.l1;
        let shape = Shape { bytes: l1.bytes, line: l1.line, ways: l1.ways, mshrs: l1.mshrs, merges: l1.merges };
        LoadStore {
            coalescer: Coalescer::new(spec, core),
            l1: Cache::with(&shape, l1.allocate, l1.hash),
            accesses: Accesses::new(l1.queue, l1.latency, l1.lines),
            store_hit: l1.store_hit,
            requests: MissQueue::new(core, l1.miss_queue),
            lines: l1.lines,
            sent: false,
            queues: LoadQueues::new(path),
            resting: None,
            notices,
            missed: VecDeque::new(),
            no_room: false,
            stall: None,
            on_their_way: Level::default(),
            counters: LoadStoreCounters::default(),
        }
    }
    /// Chooses whether refused loads wait in the queues, if the unit has any, or at the head;
    /// nothing may be in flight.
    pub fn use_queues(&mut self, use_them: bool) {
        let queues = self.queues.take().or(self.resting.take());
        *if use_them { &mut self.queues } else { &mut self.resting } = queues;
    }
    /// Whether the load/store unit has room for an access.
    pub fn accepts(&self) -> bool {
        self.accesses.accepts()
    }
    /// Queues an access, whose first transaction goes to the cache in the next cycle at the
    /// earliest; returns its number of transactions.
    pub fn push(&mut self, now: u64, access: Access) -> u64 {
        let counters = &mut self.counters;
        *match access.kind {
            AccessKind::Load => &mut counters.loads,
            AccessKind::Store => &mut counters.stores,
            AccessKind::Atomic => &mut counters.atomics,
        } += 1;
        counters.threads += u64::from(access.threads.count_ones());
        let split = |access: &Access, transactions: &mut Vec<_>| self.coalescer.split(access, transactions);
        let transactions = self.accesses.push(now, access, split) as u64;
        counters.transactions += transactions;
        transactions
    }
    /// Handles a reply for [`Port::Data`]: fills L1, or ends an atomic.
    pub fn reply(&mut self, now: u64, reply: &Reply) {
        if reply.kind == Kind::Read {
            self.l1.fill(reply.address, &mut self.accesses.waited);
            self.on_their_way.set(now, self.l1.outstanding() as u64);
            self.accesses.resume();
            self.no_room = false;
            if let Some(queues) = &mut self.queues {
                queues.line();
            }
        } else {
            self.accesses.waited.push(Waiter(reply.token));
        }
        self.accesses.answer();
    }
    /// Simulates one cycle: tries the head's next transactions, or loads that were refused.
    pub fn tick<M: CoreLink>(&mut self, now: u64, memory: &mut M) {
        if self.requests.idle() && self.accesses.is_still() && self.queues.is_none() {
            return;
        }
        self.requests.tick(memory);
        self.sent = false;
        // the queues of refused loads send one transaction a cycle to the tags
        for _ in 0..if self.queues.is_some() { 1 } else { self.lines } {
            self.tick_tags(now, memory);
        }
    }
    /// Looks up the tags once. After a request was sent, the head goes only if it needs none.
    fn tick_tags<M: CoreLink>(&mut self, now: u64, memory: &mut M) {
        let head = self.accesses.head(now, || self.requests.admits(memory));
        let head = head.filter(|&waiter| !self.sent || self.needs_no_request(waiter));
        if let Some(mut queues) = self.queues.take() {
            self.tick_queues(now, head, &mut queues, memory);
            self.queues = Some(queues);
        } else if let Some(waiter) = head {
            self.try_head(now, waiter, memory);
        }
    }
    /// Tries the head's transaction; returns for how many cycles it had stalled, 0 if it is refused
    /// again.
    fn try_head<M: CoreLink>(&mut self, now: u64, waiter: Waiter, memory: &mut M) -> u64 {
        match self.transact(now, waiter, memory) {
            Err(why) => {
                self.stall.get_or_insert((now, why));
                self.accesses.refuse(why);
                self.requests.admits(memory);
                0
            }
            Ok(()) => self.advance(now),
        }
    }
    /// Removes the head from the stages; returns for how many cycles it had stalled.
    fn advance(&mut self, now: u64) -> u64 {
        self.accesses.advance();
        let Some((since, why)) = self.stall.take() else { return 0 };
        *match why {
            Refusal::MshrFull => &mut self.counters.stall_mshr,
            Refusal::MergeFull => &mut self.counters.stall_merge,
            Refusal::NoLine => &mut self.counters.stall_line,
            Refusal::NoRoom => &mut self.counters.stall_port,
        } += now - since;
        now - since
    }
    /// Simulates one cycle with queues of refused loads; `head` is the head's transaction if it can
    /// go to the tags.
    fn tick_queues<M: CoreLink>(&mut self, now: u64, head: Option<Waiter>, queues: &mut LoadQueues, memory: &mut M) {
        let room = queues.waits_for_room() && self.requests.admits(memory);
        match (queues.turn(head.is_some(), room), head) {
            (Some(Turn::Entry(place)), _) => self.retry(now, place, queues, memory),
            (Some(Turn::Head), Some(waiter)) => {
                let load = self.accesses.get(waiter.parts().0).kind == AccessKind::Load;
                let stalled = self.try_head(now, waiter, memory);
                queues.count_full(if load { stalled } else { 0 });
            }
            _ => {}
        }
        if let Some((waiter, warp, why)) = self.refused_load()
            && queues.put(now, waiter, warp, why)
        {
            queues.count_full(self.advance(now));
        }
        let waits = queues.waits_for_room() || self.accesses.refused().is_some_and(|(_, why)| why == Refusal::NoRoom);
        // the memory system wakes the core when there is room, but not while there is room that was
        // not used
        queues.end(waits && self.requests.admits(memory));
    }
    /// Sends an entry of a queue to the tags.
    fn retry<M: CoreLink>(&mut self, now: u64, place: Place, queues: &mut LoadQueues, memory: &mut M) {
        let waiter = queues.retry(place);
        match self.transact(now, waiter, memory) {
            Err(why) => queues.refuse(place, why),
            Ok(()) => queues.remove(now, place),
        }
    }
    /// Returns the head, its warp and the reason, if it is a load that was refused and no line has
    /// arrived since.
    fn refused_load(&self) -> Option<(Waiter, u32, Refusal)> {
        let (waiter, why) = self.accesses.refused()?;
        let pending = self.accesses.get(waiter.parts().0);
        (pending.kind == AccessKind::Load).then_some((waiter, pending.warp, why))
    }
    /// Looks up or sends a transaction, unless it is refused.
    fn transact<M: CoreLink>(&mut self, now: u64, waiter: Waiter, memory: &mut M) -> Result<(), Refusal> {
        let result = self.look_up(now, waiter, memory);
        self.no_room = result == Err(Refusal::NoRoom);
        result
    }
    fn look_up<M: CoreLink>(&mut self, now: u64, waiter: Waiter, memory: &mut M) -> Result<(), Refusal> {
        let (slot, number) = waiter.parts();
        let pending = self.accesses.get(slot);
        let (kind, answered) = (pending.kind, pending.answered);
        let transaction = &pending.transactions[number];
        let address = transaction.line;
        let room = self.requests.accepts(memory);
        match kind {
            AccessKind::Load => {
                let found = self.l1.access(address, waiter, room);
                if self.notices && found != Lookup::Hit {
                    self.missed.extend(self.accesses.miss(slot));
                }
                match found {
                    Lookup::Refused(why) => return Err(why),
                    Lookup::Merged => self.counters.merged += 1,
                    Lookup::Miss => {
                        self.counters.misses += 1;
                        self.on_their_way.set(now, self.l1.outstanding() as u64);
                        let line = 1 << self.l1.line_bits();
                        self.send(memory, Request::read(Port::Data, address, line, waiter.0));
                    }
                    Lookup::Hit => {
                        self.counters.hits += 1;
                        self.accesses.hit(now, waiter);
                    }
                }
            }
            AccessKind::Store | AccessKind::Atomic if !room => return Err(Refusal::NoRoom),
            AccessKind::Store => {
                let (sectors, whole) = transaction.sectors();
                let bytes = sectors.count_ones() * SECTOR;
                self.counters.written += u64::from(bytes);
                let hit = match self.store_hit {
                    StoreHit::Keep => self.l1.touch(address),
                    StoreHit::Evict => self.l1.invalidate(address),
                };
                self.counters.store_hits += u64::from(hit);
                let (port, kind, token) = (Port::Data, Kind::Write, waiter.0);
                self.send(memory, Request { port, kind, address, bytes, sectors, whole, token });
            }
            AccessKind::Atomic => {
                let (sectors, whole) = transaction.sectors();
                let bytes = transaction.threads.count_ones() * pending.bytes;
                self.l1.invalidate(address);
                let (port, kind, token) = (Port::Data, Kind::Atomic, waiter.0);
                self.send(memory, Request { port, kind, address, bytes, sectors, whole, token });
            }
        }
        if self.accesses.sent(slot) && !answered {
            self.accesses.serve_all(slot);
        }
        if kind == AccessKind::Store {
            self.accesses.done(waiter);
        }
        Ok(())
    }
    fn send<M: CoreLink>(&mut self, memory: &mut M, request: Request) {
        self.sent = true;
        self.requests.send(memory, request);
    }
    /// Whether a transaction sends nothing beyond L1: it is of a load whose line is there or
    /// outstanding.
    fn needs_no_request(&self, waiter: Waiter) -> bool {
        let (slot, number) = waiter.parts();
        let pending = self.accesses.get(slot);
        pending.kind == AccessKind::Load && self.l1.knows(pending.transactions[number].line)
    }
    /// Makes the CTA of these warps inactive: its loads in a queue have the lowest priority.
    pub fn demote(&mut self, now: u64, warps: impl IntoIterator<Item = u32>) {
        if let Some(queues) = &mut self.queues {
            queues.demote(now, warps.into_iter());
        }
    }
    /// Makes the CTA of these warps active, which may be a new CTA in its place.
    pub fn promote(&mut self, warps: impl IntoIterator<Item = u32>) {
        if let Some(queues) = &mut self.queues {
            queues.promote(warps.into_iter());
        }
    }
    /// Returns the token of the next load of which a transaction did not hit: it missed, merged or
    /// was refused. Each load that is answered comes once, in the cycle of its first miss, so that
    /// this is called after each [`tick`](Self::tick) until `None`.
    pub fn missed(&mut self) -> Option<u32> {
        self.missed.pop_front()
    }
    /// Whether memory is saturated (Mascar): too many lines are outstanding, or requests or loads
    /// find no room. At least `lines` lines are outstanding, the last transaction found no room and
    /// no line has arrived since, or the queue of refused loads is full.
    pub fn saturated(&self, lines: u32) -> bool {
        let full = self.queues.as_ref().is_some_and(|queues| queues.is_full());
        self.no_room || full || self.l1.outstanding() >= lines as usize
    }
    /// Takes the next access with threads whose data have arrived by now; `None` if there is none.
    pub fn served(&mut self, now: u64) -> Option<Served> {
        self.accesses.served(now)
    }
    /// The first cycle after `now` in which the unit may do anything by itself; `None` if it only
    /// waits for the memory system. That is by [`tick`](Self::tick) or [`served`](Self::served);
    /// the memory system may wake the core before.
    pub fn next(&self, now: u64) -> Option<u64> {
        let next = if self.requests.leaves() { Some(now + 1) } else { self.accesses.next(now) };
        match &self.queues {
            Some(queues) if queues.wants(self.refused_load().map(|(_, warp, _)| warp)) => Some(now + 1),
            _ => next,
        }
    }
    /// Whether a transaction could have gone to the tags before this cycle, and waits.
    pub fn is_late(&self, now: u64) -> bool {
        self.accesses.is_late(now)
    }
    /// Whether no access is in flight, and no thread waits to be served.
    pub fn idle(&self) -> bool {
        self.accesses.idle() && self.requests.idle()
    }
    /// Invalidates L1 between grids, since it is not coherent.
    pub fn invalidate(&mut self) {
        self.l1.clear();
    }
    /// Returns the counters of the unit and its L1 D-cache, up to the last event.
    pub fn counters(&self) -> LoadStoreCounters {
        LoadStoreCounters { mshr_cycles: self.on_their_way.integral(), ..self.counters }
    }
    /// Returns the counters of the queues, up to the last event; all zero without queues.
    pub fn queue_counters(&self) -> QueueCounters {
        let queues = self.queues.as_ref().or(self.resting.as_ref());
        queues.map_or_else(QueueCounters::default, |queues| queues.counters())
    }
}
