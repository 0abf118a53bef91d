//! Warp accesses at a core: their addresses on arrival, and the state of each until its last thread
//! is served.

use std::collections::VecDeque;

pub use heddle_kernel::execute::AccessKind;

use crate::base::ids::Part;

/// The addresses of a warp's threads, one a lane.
pub type Addresses = Box<[u64; 32]>;

/// A memory access of a warp, with the address of each thread.
#[derive(Debug, Clone)]
pub struct Access {
    /// The sender's number for the access, which comes back when threads are served.
    pub token: u32,
    /// Whether the access is a load, a store or an atomic.
    pub kind: AccessKind,
    /// Bytes that each thread accesses.
    pub bytes: u32,
    /// The threads that take part, a bit each.
    pub threads: u64,
    /// The address of each thread; those of threads that do not take part mean nothing.
    pub addresses: Addresses,
    /// The warps that the threads belong to, which decide where their local memory lies.
    pub homes: Homes,
    /// Whether a result is to come back to the threads.
    pub answered: bool,
}

/// The warps that the threads of an access belong to, by their places in the core.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Homes {
    /// All threads belong to this warp, each in its own lane.
    One(u32),
    /// Each thread belongs to one of these warps.
    Several(Box<[Home]>),
}

/// A warp with threads in some lanes of an access that several warps share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Home {
    /// The warp's place in the core.
    pub warp: u32,
    /// The lane of the warp's thread 0.
    pub first: u32,
    /// The lanes of the warp's threads, a bit each.
    pub lanes: u64,
}

impl Default for Homes {
    fn default() -> Homes {
        Homes::One(0)
    }
}

impl Homes {
    /// Returns the warps of a group's parts.
    pub(crate) fn of(parts: &[Part]) -> Homes {
        match parts {
            [part] if part.lane == 0 => Homes::One(part.warp.0.into()),
            parts => Homes::Several(parts.iter().map(Home::of).collect()),
        }
    }
    /// Returns the place of the warp, or of the first warp.
    pub(super) fn first(&self) -> u32 {
        match self {
            Homes::One(warp) => *warp,
            Homes::Several(homes) => homes.first().map_or(0, |home| home.warp),
        }
    }
    /// Returns the place of the warp that a lane belongs to, and the thread's number in that warp.
    pub(super) fn find(&self, lane: u64) -> (u64, u64) {
        match self {
            Homes::One(warp) => ((*warp).into(), lane),
            Homes::Several(homes) => {
                let home = homes.iter().find(|home| home.lanes >> lane & 1 == 1);
                home.map_or((0, lane), |home| (home.warp.into(), lane - u64::from(home.first)))
            }
        }
    }
}

impl Home {
    fn of(part: &Part) -> Home {
        let first = u32::from(part.lane);
        Home { warp: part.warp.0.into(), first, lanes: u64::from(part.threads) << first }
    }
}

/// Threads of an access whose data have arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Served {
    /// The token of the access.
    pub token: u32,
    /// The threads that are served, a bit each.
    pub threads: u64,
}

/// The part of an access that lies in one line, and goes to memory as one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Transaction {
    /// Address of the line.
    pub line: u64,
    pub threads: u64,
    /// Bytes that are written, a bit each and a word per sector.
    pub written: [u32; 8],
    pub done: bool,
}

/// The state of an access from its arrival to its last transaction.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    pub token: u32,
    pub kind: AccessKind,
    pub bytes: u32,
    pub threads: u64,
    /// The place of the access's warp, or of its first warp.
    pub warp: u32,
    /// Whether threads are served one by one, and not all together when the last transaction has
    /// left.
    pub answered: bool,
    /// Whether a thread is in several transactions.
    pub split: bool,
    pub transactions: Vec<Transaction>,
    /// Transactions that have entered the stages before the tags.
    entered: usize,
    /// Transactions that the cache has taken or that have been sent.
    pub sent: usize,
    /// Transactions that are not done.
    left: usize,
    /// Whether a transaction did not hit.
    missed: bool,
}

/// The slot of an access and the number of its transaction, as the token of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Waiter(pub u32);

impl Waiter {
    pub fn new(slot: usize, transaction: usize) -> Waiter {
        Waiter((slot as u32) << 16 | transaction as u32)
    }
    pub fn parts(self) -> (usize, usize) {
        ((self.0 >> 16) as usize, (self.0 & 0xFFFF) as usize)
    }
}

/// All accesses of a unit that are in flight, in slots that are used again and again.
#[derive(Debug, Clone, Default)]
pub(super) struct InFlight {
    slots: Vec<Pending>,
    free: Vec<usize>,
    /// Threads that are served in this cycle or were before, in order, until they are taken.
    pub ready: VecDeque<Served>,
}

impl InFlight {
    /// Puts an access into a free slot and returns the slot; `split` fills in its transactions and
    /// returns whether a thread is in several.
    pub fn start(&mut self, access: &Access, split: impl FnOnce(&mut Vec<Transaction>) -> bool) -> usize {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Pending {
                token: 0,
                kind: access.kind,
                bytes: 0,
                threads: 0,
                warp: 0,
                answered: false,
                split: false,
                transactions: Vec::with_capacity(32),
                entered: 0,
                sent: 0,
                left: 0,
                missed: false,
            });
            self.slots.len() - 1
        });
        let pending = &mut self.slots[slot];
        pending.transactions.clear();
        pending.split = split(&mut pending.transactions);
        (pending.token, pending.kind, pending.bytes) = (access.token, access.kind, access.bytes);
        (pending.threads, pending.warp, pending.missed) = (access.threads, access.homes.first(), false);
        pending.answered = access.answered && access.kind != AccessKind::Store;
        (pending.entered, pending.sent, pending.left) = (0, 0, pending.transactions.len());
        if pending.left == 0 {
            self.ready.push_back(Served { token: access.token, threads: access.threads });
            self.free.push(slot);
        }
        slot
    }
    /// Whether no access is in flight.
    pub fn idle(&self) -> bool {
        self.free.len() == self.slots.len()
    }
    pub fn get(&self, slot: usize) -> &Pending {
        &self.slots[slot]
    }
    /// Counts the slot's next transaction as entering the stages before the tags; returns it, and
    /// whether it is the access's last one.
    pub fn enter(&mut self, slot: usize) -> (Waiter, bool) {
        let pending = &mut self.slots[slot];
        pending.entered += 1;
        (Waiter::new(slot, pending.entered - 1), pending.entered == pending.transactions.len())
    }
    /// Counts one more transaction of the slot as sent; returns whether it was the access's last
    /// one.
    pub fn sent(&mut self, slot: usize) -> bool {
        let pending = &mut self.slots[slot];
        pending.sent += 1;
        pending.sent == pending.transactions.len()
    }
    /// Notes that a transaction of an access missed; returns the access's token if this is its
    /// first miss and the access is answered.
    pub fn miss(&mut self, slot: usize) -> Option<u32> {
        let Pending { token, answered, missed, .. } = &mut self.slots[slot];
        (*answered && !std::mem::replace(missed, true)).then_some(*token)
    }
    /// Serves all threads of the access in a slot, even if transactions are not done.
    pub fn serve_all(&mut self, slot: usize) {
        let Pending { token, threads, .. } = self.slots[slot];
        self.ready.push_back(Served { token, threads });
    }
    /// Ends a transaction and returns the threads that it serves, if any; after the last
    /// transaction the slot is free.
    pub fn done(&mut self, waiter: Waiter) -> Option<Served> {
        let (slot, number) = waiter.parts();
        let pending = &mut self.slots[slot];
        let transaction = &mut pending.transactions[number];
        transaction.done = true;
        let mut threads = transaction.threads;
        if pending.split {
            pending.transactions.iter().filter(|other| !other.done).for_each(|other| threads &= !other.threads);
        }
        pending.left -= 1;
        if pending.left == 0 {
            self.free.push(slot);
        }
        (pending.answered && threads != 0).then_some(Served { token: pending.token, threads })
    }
}
