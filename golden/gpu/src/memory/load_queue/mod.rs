//! The queues of loads between a core's coalescer and its L1 D-cache (VT IV.D; the re-execution
//! queue of Mascar): a transaction that L1 refuses waits there, so that it does not stall what is
//! behind it.
//!
//! One transaction a cycle goes to the tags: the oldest entry of an active CTA that may retry, else
//! the coalescer's next transaction, else the oldest entry of an inactive CTA that may. An entry
//! may retry after a line has come since its last refusal, or, where there was no room to send,
//! when there is room again. No entry becomes active again.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use super::access::Waiter;
use super::bits::Bits;
use super::cache::Refusal;
use super::counters::{Level, QueueCounters};
use crate::config::spec::MOST_WARPS;

/// The place where a core's loads wait after a refusal by the L1 D-cache: the coalescer's head, or
/// queues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadPath {
    /// At the head of the coalescer, where a refused load stalls all accesses behind it.
    InOrder,
    /// In one queue for all CTAs.
    Queue {
        /// Most transactions in the queue.
        entries: u32,
    },
    /// In one queue for active CTAs and another for inactive CTAs.
    TwoQueues {
        /// Most transactions in the queue for active CTAs.
        active: u32,
        /// Most transactions in the queue for inactive CTAs.
        inactive: u32,
    },
}

/// A transaction that L1 refused, in a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    waiter: Waiter,
    warp: u32,
    /// The reason of the last refusal, and the number of lines that had arrived by then.
    why: Refusal,
    lines: u64,
    /// Whether the entry's CTA is inactive, or has been at any time since the entry came.
    inactive: bool,
}

/// The place of an entry: its queue, and its index there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    inactive: bool,
    at: usize,
}

/// The transaction that goes to the tags in a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// The coalescer's next transaction.
    Head,
    /// An entry of a queue.
    Entry(Place),
}

/// The queues of refused loads of a core.
#[derive(Debug, Clone)]
pub(super) struct LoadQueues {
    active: VecDeque<Entry>,
    inactive: VecDeque<Entry>,
    /// Capacity of each queue.
    active_limit: usize,
    inactive_limit: usize,
    /// Whether there are two queues; otherwise every CTA counts as active.
    classes: bool,
    /// Warps of inactive CTAs.
    away: Bits,
    /// Entries of inactive CTAs in the active queue, for which the other queue has no room.
    strays: usize,
    /// Number of lines that have arrived.
    lines: u64,
    /// Whether, at the end of the last cycle, a transaction waited for room to send, and there was
    /// room.
    room: bool,
    active_level: Level,
    inactive_level: Level,
    counters: QueueCounters,
}

impl LoadQueues {
    /// Creates the empty queues of a load path; `None` where loads wait in order.
    pub fn new(path: LoadPath) -> Option<Box<LoadQueues>> {
        let (active, inactive, classes) = match path {
            LoadPath::InOrder => return None,
            LoadPath::Queue { entries } => (entries, 0, false),
            LoadPath::TwoQueues { active, inactive } => (active, inactive, true),
        };
        Some(Box::new(LoadQueues {
            active: VecDeque::with_capacity(active as usize),
            inactive: VecDeque::with_capacity(inactive as usize),
            active_limit: active as usize,
            inactive_limit: inactive as usize,
            classes,
            away: Bits::new(MOST_WARPS as usize),
            strays: 0,
            lines: 0,
            room: false,
            active_level: Level::default(),
            inactive_level: Level::default(),
            counters: QueueCounters::default(),
        }))
    }
    /// Returns the transaction that looks up the tags of L1 in this cycle; `None` if none can.
    /// `head`: whether the coalescer's next transaction could; `room`: whether entries that were
    /// refused for lack of room to send may retry.
    pub fn turn(&self, head: bool, room: bool) -> Option<Turn> {
        let first = |queue: &VecDeque<Entry>, inactive: bool| {
            queue.iter().position(|entry| entry.inactive == inactive && self.may_retry(entry, room))
        };
        if let Some(at) = first(&self.active, false) {
            return Some(Turn::Entry(Place { inactive: false, at }));
        }
        if head {
            return Some(Turn::Head);
        }
        let place = first(&self.inactive, true).map(|at| Place { inactive: true, at });
        if place.is_some() || self.strays == 0 {
            return place.map(Turn::Entry);
        }
        first(&self.active, true).map(|at| Turn::Entry(Place { inactive: false, at }))
    }
    fn may_retry(&self, entry: &Entry, room: bool) -> bool {
        entry.lines != self.lines || room && entry.why == Refusal::NoRoom
    }
    /// Whether an entry waits for room to send.
    pub fn waits_for_room(&self) -> bool {
        self.active.iter().chain(&self.inactive).any(|entry| entry.why == Refusal::NoRoom)
    }
    fn is_away(&self, warp: u32) -> bool {
        self.classes && self.away.contains(warp as usize)
    }
    /// Whether a queue has a place for a transaction of this warp.
    fn has_place(&self, warp: u32) -> bool {
        !self.is_full() || self.is_away(warp) && self.inactive.len() < self.inactive_limit
    }
    /// Queues a transaction that L1 has refused; returns whether a queue had a place for it. No
    /// line may have arrived since the refusal.
    pub fn put(&mut self, now: u64, waiter: Waiter, warp: u32, why: Refusal) -> bool {
        if !self.has_place(warp) {
            return false;
        }
        let inactive = self.is_away(warp);
        let entry = Entry { waiter, warp, why, lines: self.lines, inactive };
        if inactive && self.inactive.len() < self.inactive_limit {
            self.inactive.push_back(entry);
        } else {
            self.active.push_back(entry);
            self.strays += usize::from(inactive);
        }
        self.counters.queued += 1;
        self.set_levels(now);
        true
    }
    /// Returns the transaction of an entry, which goes to the tags now.
    pub fn retry(&mut self, place: Place) -> Waiter {
        self.counters.retries += 1;
        self.queue(place)[place.at].waiter
    }
    /// Notes that an entry was refused again, and why.
    pub fn refuse(&mut self, place: Place, why: Refusal) {
        let lines = self.lines;
        let entry = &mut self.queue(place)[place.at];
        (entry.why, entry.lines) = (why, lines);
    }
    /// Removes an entry, which L1 has taken, from its queue.
    pub fn remove(&mut self, now: u64, place: Place) {
        let entry = self.queue(place).remove(place.at);
        self.strays -= usize::from(!place.inactive && entry.is_some_and(|entry| entry.inactive));
        self.tidy(now);
    }
    fn queue(&mut self, place: Place) -> &mut VecDeque<Entry> {
        if place.inactive { &mut self.inactive } else { &mut self.active }
    }
    /// Counts a line that has arrived, after which all entries may retry.
    pub fn line(&mut self) {
        self.lines += 1;
    }
    /// Makes the CTA of these warps inactive, and their entries as well, in their order.
    pub fn demote(&mut self, now: u64, warps: impl Iterator<Item = u32>) {
        if !self.classes {
            return;
        }
        warps.for_each(|warp| self.away.insert(warp as usize));
        for entry in self.active.iter_mut().filter(|entry| !entry.inactive && self.away.contains(entry.warp as usize)) {
            entry.inactive = true;
            self.strays += 1;
            self.counters.demoted += 1;
        }
        self.tidy(now);
    }
    /// Makes the CTA of these warps active. Entries that the CTA still has stay inactive: no warp
    /// waits for their results.
    pub fn promote(&mut self, warps: impl Iterator<Item = u32>) {
        warps.for_each(|warp| {
            self.away.remove(warp as usize);
        });
    }
    /// Moves entries of inactive CTAs out of the active queue while the other queue has room.
    fn tidy(&mut self, now: u64) {
        while self.strays != 0 && self.inactive.len() < self.inactive_limit {
            let at = self.active.iter().position(|entry| entry.inactive);
            self.inactive.extend(at.and_then(|at| self.active.remove(at)));
            self.strays -= 1;
        }
        self.set_levels(now);
    }
    fn set_levels(&mut self, now: u64) {
        self.active_level.set(now, self.active.len() as u64);
        self.inactive_level.set(now, self.inactive.len() as u64);
    }
    /// Whether the active queue is full.
    pub fn is_full(&self) -> bool {
        self.active.len() >= self.active_limit
    }
    /// Counts the cycles that a load stalled at the head because no queue had a place for it.
    pub fn count_full(&mut self, cycles: u64) {
        self.counters.full += cycles;
    }
    /// Ends a cycle; `room`: whether a transaction waits for room to send, and there is room.
    pub fn end(&mut self, room: bool) {
        self.room = room;
    }
    /// Whether the queues may change in the next cycle; `refused` is the warp of a refused load at
    /// the head, if any. An entry may retry, a head that waited for room to send may go, or the
    /// refused load finds a place that a demotion has made.
    pub fn wants(&self, refused: Option<u32>) -> bool {
        self.room
            || self.active.iter().chain(&self.inactive).any(|entry| entry.lines != self.lines)
            || refused.is_some_and(|warp| self.has_place(warp))
    }
    /// Returns the counters of the queues, up to the last event.
    pub fn counters(&self) -> QueueCounters {
        let (entries, inactive_entries) = (self.active_level.integral(), self.inactive_level.integral());
        QueueCounters { entries, inactive_entries, ..self.counters }
    }
}
