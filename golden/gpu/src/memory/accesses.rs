//! What a core's units before a cache have in common: accesses that take their turn, stages before the tags, threads that are served.
//!
//! One transaction a cycle enters the stages, of which there are `latency` with the last one, where the tags are looked up: what hits is
//! served in the cycle after that, what misses is sent for in the cycle of the lookup (DEVIATIONS, D132).

use std::collections::VecDeque;

use super::MemorySystem;
use super::access::{Access, Addresses, InFlight, Pending, Served, Transaction, Waiter};
use super::cache::Refusal;

/// The accesses of a unit.
#[derive(Debug, Clone)]
pub(super) struct Accesses {
    core: usize,
    /// Stages before that of the tags, and transactions that each holds.
    stages: u64,
    width: u64,
    room: usize,
    in_flight: InFlight,
    /// Accesses with transactions that have not entered, and the first cycle of each.
    queue: VecDeque<(usize, u64)>,
    /// Transactions in the stages, and when each can be looked up; and those whose turn it is.
    coming: VecDeque<(u64, Waiter)>,
    /// What hit, and when it is served.
    hits: VecDeque<(u64, Waiter)>,
    /// Why the head can not go. Nothing but a reply, or room in the interconnect, can end it.
    waits: Option<Refusal>,
    /// Those whose line or answer has come.
    pub waited: Vec<Waiter>,
    spare: Vec<Addresses>,
}

impl Accesses {
    /// No accesses; `room` of them can wait for their turn, `width` transactions enter a cycle at most, and what hits is served `latency` cycles, at least one,
    /// after it has entered.
    pub fn new(core: usize, room: u32, latency: u32, width: u32) -> Accesses {
        Accesses {
            core,
            stages: u64::from(latency) - 1,
            width: width.into(),
            room: room as usize,
            in_flight: InFlight::default(),
            queue: VecDeque::with_capacity(room as usize),
            coming: VecDeque::with_capacity(latency as usize),
            hits: VecDeque::with_capacity(2),
            waits: None,
            waited: vec![],
            spare: vec![],
        }
    }
    /// There is room for one.
    pub fn accepts(&self) -> bool {
        self.queue.len() < self.room
    }
    /// Takes one, whose first transaction enters in the next cycle at the earliest; how many `split` made of it.
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
    /// The next transaction enters; the one whose tags are to be looked up, if that can be.
    pub fn head<M: MemorySystem>(&mut self, now: u64, memory: &mut M) -> Option<Waiter> {
        self.enter(now);
        self.due(now, memory)
    }
    /// The next transaction enters.
    fn enter(&mut self, now: u64) {
        if let Some(&(slot, first)) = self.queue.front()
            && now >= first
            && self.has_stage()
        {
            let (waiter, last) = self.in_flight.enter(slot);
            self.coming.push_back((now + self.stages, waiter));
            if last {
                self.queue.pop_front();
            }
        }
    }
    /// The transaction whose tags are to be looked up, if that can be.
    fn due<M: MemorySystem>(&mut self, now: u64, memory: &mut M) -> Option<Waiter> {
        let &(due, waiter) = self.coming.front()?;
        let stuck = match self.waits {
            Some(Refusal::NoRoom) => !memory.admits(self.core),
            waits => waits.is_some(),
        };
        (now >= due && !stuck).then_some(waiter)
    }
    /// The first stage is free.
    fn has_stage(&self) -> bool {
        (self.coming.len() as u64) < (self.stages + 1) * self.width
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
    /// The head, if it was refused and no line has come since, and why.
    pub fn refused(&self) -> Option<(Waiter, Refusal)> {
        self.waits.and_then(|why| self.coming.front().map(|&(_, waiter)| (waiter, why)))
    }
    /// The head has left the stages.
    pub fn advance(&mut self) {
        self.waits = None;
        self.coming.pop_front();
    }
    /// A transaction was taken by the cache or sent; whether it was the access's last one.
    pub fn sent(&mut self, slot: usize) -> bool {
        self.in_flight.sent(slot)
    }
    /// A transaction did not hit: the access's token, if this is its first one and the access is answered.
    pub fn miss(&mut self, slot: usize) -> Option<u32> {
        self.in_flight.miss(slot)
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
        self.hits.push_back((now + 1, waiter));
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
        let enters = self.queue.front().filter(|_| self.has_stage()).map(|&(_, first)| first);
        let head = self.coming.front().filter(|_| self.waits.is_none()).map(|&(due, _)| due);
        [ready, hit, enters, head].into_iter().flatten().min().map(|cycle| cycle.max(now + 1))
    }
    /// Nothing is on its way, and nothing waits to be served.
    pub fn idle(&self) -> bool {
        self.in_flight.idle() && self.in_flight.ready.is_empty() && self.hits.is_empty()
    }
}
