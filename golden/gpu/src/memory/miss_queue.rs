//! The requests of a load/store unit that wait for the interconnect.

use std::collections::VecDeque;

use super::{CoreLink, Request};

/// The way from a load/store unit to the memory system, with a queue of its own or without one.
#[derive(Debug, Clone)]
pub(super) struct MissQueue {
    core: usize,
    /// Most requests in the queue; without a queue, requests go to the memory system at once.
    pub(super) limit: Option<usize>,
    pub(super) waiting: VecDeque<Request>,
    /// Whether the first request found no room in the memory system, which then wakes the core.
    stuck: bool,
}

impl MissQueue {
    /// Creates the way of a core, with no request.
    pub fn new(core: usize, limit: Option<u32>) -> MissQueue {
        let limit = limit.map(|limit| limit as usize);
        MissQueue { core, limit, waiting: VecDeque::with_capacity(limit.unwrap_or(0)), stuck: false }
    }
    /// Simulates one cycle: sends the first request, if the memory system has room.
    pub fn tick<M: CoreLink>(&mut self, memory: &mut M) {
        if self.waiting.is_empty() {
            return;
        }
        self.stuck = !memory.admits(self.core);
        if !self.stuck
            && let Some(request) = self.waiting.pop_front()
        {
            memory.send(self.core, request);
        }
    }
    /// Whether there is room for a request.
    pub fn accepts<M: CoreLink>(&self, memory: &M) -> bool {
        self.limit.map_or_else(|| memory.accepts(self.core), |limit| self.waiting.len() < limit)
    }
    /// Whether there is room for a request; if not, the core is woken as soon as there is.
    pub fn admits<M: CoreLink>(&self, memory: &mut M) -> bool {
        self.limit.map_or_else(|| memory.admits(self.core), |limit| self.waiting.len() < limit)
    }
    /// Sends a request, or queues it; there must be room.
    pub fn send<M: CoreLink>(&mut self, memory: &mut M, request: Request) {
        match self.limit {
            None => memory.send(self.core, request),
            Some(_) => self.waiting.push_back(request),
        }
    }
    /// Whether a request can leave in the next cycle, unless other units take the room.
    pub fn leaves(&self) -> bool {
        !self.waiting.is_empty() && !self.stuck
    }
    /// Whether no request waits.
    pub fn idle(&self) -> bool {
        self.waiting.is_empty()
    }
}
