//! Queue and stages before a cache, which all memory units of a core have: accesses in order,
//! stages before the tags, and served threads.
//!
//! One transaction a cycle enters the stages, of which there are `latency` with the last one, where
//! the tags are looked up: what hits is served in the cycle after that, what misses is requested in
//! the cycle of the lookup (DEVIATIONS, D132).

use std::collections::VecDeque;

use super::access::{Access, InFlight, Pending, Served, Transaction, Waiter};
use super::cache::Refusal;
use crate::base::first;

/// The accesses of a memory unit: those in its queue, in its stages, and those that wait for data.
#[derive(Debug, Clone)]
pub(super) struct Accesses {
    /// Stages before that of the tags, and transactions that each stage holds.
    stages: u64,
    width: u64,
    room: usize,
    in_flight: InFlight,
    /// Accesses with transactions that have not entered, and the first cycle of each.
    queue: VecDeque<(usize, u64)>,
    /// Transactions in the stages, and the cycle of each one's lookup; those whose lookup is due
    /// wait here, too.
    coming: VecDeque<(u64, Waiter)>,
    /// Transactions that hit, and the cycle in which each is served.
    hits: VecDeque<(u64, Waiter)>,
    /// Why the head was refused; only a reply, or room in the interconnect, lets it retry.
    waits: Option<Refusal>,
    /// Transactions whose line or answer has arrived.
    pub waited: Vec<Waiter>,
}

impl Accesses {
    /// Creates an empty queue for `room` accesses, into whose stages `width` transactions enter a
    /// cycle at most. A transaction that hits is served `latency` cycles, at least one, after it
    /// has entered.
    pub fn new(room: u32, latency: u32, width: u32) -> Accesses {
        Accesses {
            stages: u64::from(latency) - 1,
            width: width.into(),
            room: room as usize,
            in_flight: InFlight::default(),
            queue: VecDeque::with_capacity(room as usize),
            coming: VecDeque::with_capacity(latency as usize),
            hits: VecDeque::with_capacity(2),
            waits: None,
            waited: vec![],
        }
    }
    /// Whether the queue has room for an access.
    pub fn accepts(&self) -> bool {
        self.queue.len() < self.room
    }
    /// Queues an access, whose first transaction enters in the next cycle at the earliest; returns
    /// how many transactions `split` makes of it.
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
        transactions
    }
    /// Lets a refused head retry, since a line has arrived.
    pub fn resume(&mut self) {
        self.waits = None;
    }
    /// Serves the transactions whose line or answer has arrived.
    pub fn answer(&mut self) {
        for waiter in self.waited.drain(..) {
            let served = self.in_flight.done(waiter);
            self.in_flight.ready.extend(served);
        }
    }
    /// Moves the next transaction into the stages, and returns the head if its tags are to be
    /// looked up in this cycle.
    /// `admits` says whether there is room to send, which a refused head may wait for.
    pub fn head(&mut self, now: u64, admits: impl FnOnce() -> bool) -> Option<Waiter> {
        self.enter(now);
        self.due(now, admits)
    }
    /// Moves the next transaction into the stages, if a stage is free.
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
    /// Returns the head if its tags are to be looked up in this cycle: it is due, and no refusal
    /// stands.
    fn due(&mut self, now: u64, admits: impl FnOnce() -> bool) -> Option<Waiter> {
        let &(due, waiter) = self.coming.front()?;
        let stuck = match self.waits {
            Some(Refusal::NoRoom) => !admits(),
            waits => waits.is_some(),
        };
        (now >= due && !stuck).then_some(waiter)
    }
    /// Whether the first stage is free.
    fn has_stage(&self) -> bool {
        (self.coming.len() as u64) < (self.stages + 1) * self.width
    }
    /// Returns the access in a slot.
    pub fn get(&self, slot: usize) -> &Pending {
        self.in_flight.get(slot)
    }
    /// Notes that the head was refused, and why; it stays the head.
    pub fn refuse(&mut self, why: Refusal) {
        self.waits = Some(why);
    }
    /// Returns the head and why it was refused; `None` if it was not, or a line has arrived since.
    pub fn refused(&self) -> Option<(Waiter, Refusal)> {
        self.waits.and_then(|why| self.coming.front().map(|&(_, waiter)| (waiter, why)))
    }
    /// Removes the head from the stages.
    pub fn advance(&mut self) {
        self.waits = None;
        self.coming.pop_front();
    }
    /// Counts a transaction that the cache has taken or that was sent; returns whether it was the
    /// access's last one.
    pub fn sent(&mut self, slot: usize) -> bool {
        self.in_flight.sent(slot)
    }
    /// Notes that a transaction of an access missed; returns the access's token if this is its
    /// first miss and the access is answered.
    pub fn miss(&mut self, slot: usize) -> Option<u32> {
        self.in_flight.miss(slot)
    }
    /// Serves all threads of an access, even if transactions are not done.
    pub fn serve_all(&mut self, slot: usize) {
        self.in_flight.serve_all(slot);
    }
    /// Ends a transaction whose threads do not wait for a result.
    pub fn done(&mut self, waiter: Waiter) {
        self.in_flight.done(waiter);
    }
    /// Notes that a transaction hit: it is served in the next cycle.
    pub fn hit(&mut self, now: u64, waiter: Waiter) {
        self.hits.push_back((now + 1, waiter));
    }
    /// Takes the next access with threads whose data have arrived by now; `None` if there is none.
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
    /// The first cycle after `now` in which anything may happen, unless the memory system wakes the
    /// core before; `None`: nothing does until then.
    pub fn next(&self, now: u64) -> Option<u64> {
        let ready = (!self.in_flight.ready.is_empty()).then_some(now + 1);
        let hit = self.hits.front().map(|&(due, _)| due);
        let enters = self.queue.front().filter(|_| self.has_stage()).map(|&(_, first)| first);
        let head = self.coming.front().filter(|_| self.waits.is_none()).map(|&(due, _)| due);
        first([ready, hit, enters, head]).map(|cycle| cycle.max(now + 1))
    }
    /// Whether no transaction waits to be looked up.
    #[inline(always)]
    pub fn is_still(&self) -> bool {
        self.queue.is_empty() && self.coming.is_empty()
    }
    /// Whether a transaction could have gone to the tags before this cycle, and waits.
    pub fn is_late(&self, now: u64) -> bool {
        let late = |due: Option<u64>| due.is_some_and(|due| due < now);
        late(self.queue.front().map(|&(_, first)| first)) || late(self.coming.front().map(|&(due, _)| due))
    }
    /// Whether no access is in flight, and no thread waits to be served.
    pub fn idle(&self) -> bool {
        self.in_flight.idle() && self.in_flight.ready.is_empty() && self.hits.is_empty()
    }
}
