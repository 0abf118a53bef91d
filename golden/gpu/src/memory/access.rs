//! Warp accesses at a core: what comes in, and what is kept of each until its last thread is served.

use std::collections::VecDeque;

pub use heddle_kernel::execute::AccessKind;

use crate::core::ids::Part;

/// The addresses of a warp's threads.
pub type Addresses = Box<[u64; 32]>;

/// A warp's access, complete with its addresses.
#[derive(Debug, Clone)]
pub struct Access {
    /// Comes back when threads are served.
    pub token: u32,
    /// What is done.
    pub kind: AccessKind,
    /// Bytes of a thread.
    pub bytes: u32,
    /// Which threads take part.
    pub threads: u64,
    /// Where, a thread each; those of others mean nothing.
    pub addresses: Addresses,
    /// The warps that the threads belong to: local memory is laid out by them.
    pub homes: Homes,
    /// Somebody waits for a result.
    pub answered: bool,
}

/// The warps that the threads of an access belong to, by their places in the core.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Homes {
    /// All to this one, each in its own lane.
    One(u32),
    /// Each to one of these.
    Several(Box<[Home]>),
}

/// A warp with threads in some lanes of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Home {
    /// Its place in the core.
    pub warp: u32,
    /// The lane of its thread 0.
    pub first: u32,
    /// The lanes of its threads.
    pub lanes: u64,
}

impl Default for Homes {
    fn default() -> Homes {
        Homes::One(0)
    }
}

impl Homes {
    /// The homes of a group's parts.
    pub(crate) fn of(parts: &[Part]) -> Homes {
        match parts {
            [part] if part.lane == 0 => Homes::One(part.warp.0.into()),
            parts => Homes::Several(parts.iter().map(Home::of).collect()),
        }
    }
    /// The warp, or the first of them.
    pub(super) fn first(&self) -> u32 {
        match self {
            Homes::One(warp) => *warp,
            Homes::Several(homes) => homes.first().map_or(0, |home| home.warp),
        }
    }
    /// The warp of a lane, and the thread of that warp.
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

/// Threads of an access whose data are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Served {
    /// The access's.
    pub token: u32,
    /// These threads.
    pub threads: u64,
}

/// A part of an access that goes to memory as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Transaction {
    /// The line's address.
    pub line: u64,
    pub threads: u64,
    /// Bytes that are written, a word of bits a sector.
    pub written: [u32; 8],
    pub done: bool,
}

/// An access on its way.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    pub token: u32,
    pub kind: AccessKind,
    pub bytes: u32,
    pub threads: u64,
    /// Its warp, or the first of them.
    pub warp: u32,
    /// Its threads are served one by one, not all when the last transaction has left.
    pub answered: bool,
    /// Some thread is in several transactions.
    pub split: bool,
    pub transactions: Vec<Transaction>,
    /// How many of them are on their way to the tags, or beyond.
    entered: usize,
    /// How many of them have been taken by the cache or sent.
    pub sent: usize,
    /// How many are not done.
    left: usize,
    /// One of them did not hit.
    missed: bool,
}

/// Which transaction of which access: it travels with a request.
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

/// All accesses of a unit that are on their way, in slots that are used again and again.
#[derive(Debug, Clone, Default)]
pub(super) struct InFlight {
    slots: Vec<Pending>,
    free: Vec<usize>,
    /// Threads that were served in this cycle or before, in order.
    pub ready: VecDeque<Served>,
}

impl InFlight {
    /// A slot for an access; `split` fills in its transactions and tells whether a thread is in several of them.
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
    /// Nothing is on its way.
    pub fn idle(&self) -> bool {
        self.free.len() == self.slots.len()
    }
    pub fn get(&self, slot: usize) -> &Pending {
        &self.slots[slot]
    }
    /// The next transaction goes to the tags; which one, and whether it is the last.
    pub fn enter(&mut self, slot: usize) -> (Waiter, bool) {
        let pending = &mut self.slots[slot];
        pending.entered += 1;
        (Waiter::new(slot, pending.entered - 1), pending.entered == pending.transactions.len())
    }
    /// One more transaction is on its way; whether it was the last.
    pub fn sent(&mut self, slot: usize) -> bool {
        let pending = &mut self.slots[slot];
        pending.sent += 1;
        pending.sent == pending.transactions.len()
    }
    /// A transaction did not hit: the access's token, if this is its first one and the access is answered.
    pub fn miss(&mut self, slot: usize) -> Option<u32> {
        let Pending { token, answered, missed, .. } = &mut self.slots[slot];
        (*answered && !std::mem::replace(missed, true)).then_some(*token)
    }
    /// All threads are served, whatever is still on its way.
    pub fn serve_all(&mut self, slot: usize) {
        let Pending { token, threads, .. } = self.slots[slot];
        self.ready.push_back(Served { token, threads });
    }
    /// A transaction is done: which threads that serves. After the last one the slot is free.
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
