//! An ideal memory system, which answers every request after the same time, and accepts any number
//! of requests.

use super::{CoreLink, Kind, MemoryCounters, MemorySystem, Reply, Request};
use crate::base::DelayQueue;
use crate::base::clock::Domain;

/// A memory system that answers every request after a fixed time, in cycles of the interconnect.
#[derive(Debug, Clone)]
pub struct Ideal {
    latency: u64,
    now: u64,
    replies: Vec<DelayQueue<Reply>>,
}

impl Ideal {
    /// Creates an ideal memory for `cores` cores, which answers after `latency` cycles of the
    /// interconnect.
    pub fn new(cores: usize, latency: u64) -> Ideal {
        Ideal { latency, now: 0, replies: vec![DelayQueue::default(); cores] }
    }
}

impl CoreLink for Ideal {
    fn accepts(&self, _: usize) -> bool {
        true
    }
    fn admits(&mut self, _: usize) -> bool {
        true
    }
    fn send(&mut self, core: usize, request: Request) {
        if request.kind != Kind::Write {
            let Request { port, kind, address, token, .. } = request;
            self.replies[core].push(self.now + self.latency, Reply { port, kind, address, token });
        }
    }
    fn reply(&mut self, core: usize) -> Option<Reply> {
        self.replies[core].pop(self.now)
    }
}

impl MemorySystem for Ideal {
    fn has_reply(&self, core: usize) -> bool {
        self.replies[core].next().is_some_and(|due| due <= self.now)
    }
    fn woken(&self, from: usize) -> Option<usize> {
        let due = |core: &usize| self.replies[*core].next().is_some_and(|due| due <= self.now);
        (from..self.replies.len()).find(due)
    }
    fn tick(&mut self, domain: Domain, cycle: u64) {
        if domain == Domain::Interconnect {
            self.now = cycle;
        }
    }
    fn next(&self, domain: Domain, from: u64) -> Option<u64> {
        let due = self.replies.iter().filter_map(DelayQueue::next).min();
        due.filter(|_| domain == Domain::Interconnect).map(|due| due.max(from))
    }
    fn counters(&self) -> MemoryCounters {
        MemoryCounters::default()
    }
}
