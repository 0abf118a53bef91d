//! What a core's units before a cache have in common: accesses that take their turn, hits on their way, threads that are served.

use std::collections::VecDeque;

use super::MemorySystem;
use super::access::{Access, Addresses, InFlight, Pending, Served, Transaction, Waiter};
use super::cache::Refusal;

/// The accesses of a unit.
#[derive(Debug, Clone)]
pub(super) struct Accesses {
    core: usize,
    latency: u64,
    room: usize,
    in_flight: InFlight,
    /// Accesses with transactions left, and the first cycle of each.
    queue: VecDeque<(usize, u64)>,
    /// What hit, and when it is served.
    hits: VecDeque<(u64, Waiter)>,
    /// Why the head can not go. Nothing but a reply, or room in the interconnect, can end it.
    waits: Option<Refusal>,
    /// Those whose line or answer has come.
    pub waited: Vec<Waiter>,
    spare: Vec<Addresses>,
}

impl Accesses {
    /// None yet; so many can wait for their turn, and what hits is served after a latency.
    pub fn new(core: usize, room: u32, latency: u32) -> Accesses {
        Accesses {
            core,
            latency: latency.into(),
            room: room as usize,
            in_flight: InFlight::default(),
            queue: VecDeque::with_capacity(room as usize),
            hits: VecDeque::with_capacity(latency as usize + 1),
            waits: None,
            waited: vec![],
            spare: vec![],
        }
    }
    /// There is room for one.
    pub fn accepts(&self) -> bool {
        self.queue.len() < self.room
    }
    /// Takes one, whose first transaction has its turn in the next cycle at the earliest; how many `split` made of it.
    pub fn push(
        &mut self,
        now: u64,
        access: Access,
        split: impl FnOnce(&Access, &mut Vec<Transaction>) -> bool,
    ) -> usize {
        let slot = self.in_flight.start(&access, |transactions| split(&access, transactions));
        let transactions = self.in_flight.get(slot).transactions.len();
        if transactions != 0 {
            self.queue.push_back((slot, now + 1));
        }
        self.spare.push(access.addresses);
        transactions
    }
    /// Room for the addresses of an access to come: what earlier ones gave back.
    pub fn spare(&mut self) -> Addresses {
        self.spare.pop().unwrap_or_else(|| Box::new([0; 32]))
    }
    /// A line has come: the head may go on.
    pub fn resume(&mut self) {
        self.waits = None;
    }
    /// Serves those who waited.
    pub fn answer(&mut self) {
        for waiter in self.waited.drain(..) {
            let served = self.in_flight.done(waiter);
            self.in_flight.ready.extend(served);
        }
    }
    /// The access whose turn it is, if it can have it.
    pub fn head<M: MemorySystem>(&self, now: u64, memory: &mut M) -> Option<usize> {
        let &(slot, first) = self.queue.front()?;
        let stuck = match self.waits {
            Some(Refusal::NoRoom) => !memory.admits(self.core),
            waits => waits.is_some(),
        };
        (now >= first && !stuck).then_some(slot)
    }
    /// An access on its way.
    pub fn get(&self, slot: usize) -> &Pending {
        self.in_flight.get(slot)
    }
    /// The head could not go.
    pub fn refuse<M: MemorySystem>(&mut self, why: Refusal, memory: &mut M) {
        self.waits = Some(why);
        memory.admits(self.core);
    }
    /// The head's transaction went; whether it was the last one.
    pub fn went(&mut self, slot: usize) -> bool {
        self.waits = None;
        let last = self.in_flight.sent(slot);
        if last {
            self.queue.pop_front();
        }
        last
    }
    /// All threads of an access are served, whatever is still on its way.
    pub fn serve_all(&mut self, slot: usize) {
        self.in_flight.serve_all(slot);
    }
    /// A transaction is over that nobody waits for.
    pub fn done(&mut self, waiter: Waiter) {
        self.in_flight.done(waiter);
    }
    /// A transaction that hit.
    pub fn hit(&mut self, now: u64, waiter: Waiter) {
        self.hits.push_back((now + self.latency, waiter));
    }
    /// Threads whose data are there by now, one access at a time.
    pub fn served(&mut self, now: u64) -> Option<Served> {
        while let Some(&(due, waiter)) = self.hits.front()
            && due <= now
        {
            self.hits.pop_front();
            let served = self.in_flight.done(waiter);
            self.in_flight.ready.extend(served);
        }
        self.in_flight.ready.pop_front()
    }
    /// The first cycle after this one in which anything might happen, unless the memory system wakes the core before.
    pub fn next(&self, now: u64) -> Option<u64> {
        let ready = (!self.in_flight.ready.is_empty()).then_some(now + 1);
        let hit = self.hits.front().map(|&(due, _)| due);
        let head = self.queue.front().filter(|_| self.waits.is_none()).map(|&(_, first)| first);
        [ready, hit, head].into_iter().flatten().min().map(|cycle| cycle.max(now + 1))
    }
    /// Nothing is on its way, and nothing waits to be served.
    pub fn idle(&self) -> bool {
        self.in_flight.idle() && self.in_flight.ready.is_empty() && self.hits.is_empty()
    }
}
