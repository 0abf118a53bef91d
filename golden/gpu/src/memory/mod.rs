//! The memory system, from a core's load/store unit down to DRAM. It holds no data: execution is functional elsewhere, and only addresses
//! and sizes travel.

mod access;
mod cache;
mod coalesce;
mod constant;
mod counters;
mod loadstore;
mod mshr;

use std::collections::VecDeque;

pub use access::{Access, AccessKind, Addresses, Served};
pub use cache::{Cache, Lookup, Refusal, SECTOR, Shape, Victim};
pub use coalesce::LOCAL_BASE;
pub use constant::ConstantCache;
pub use counters::{ConstantCounters, LoadStoreCounters};
pub use loadstore::LoadStore;

use crate::clock::Domain;
use crate::spec::Spec;

/// Whose answer it is within a core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// The load/store unit's.
    Data,
    /// The instruction cache's.
    Instruction,
    /// The constant cache's.
    Constant,
}

/// What a request does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It asks for a line.
    Read,
    /// It brings sectors, and is not answered.
    Write,
    /// It brings operands, and asks for what was there before.
    Atomic,
}

/// What a core sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// Whose it is.
    pub port: Port,
    /// What it does.
    pub kind: Kind,
    /// Of the line.
    pub address: u64,
    /// A read: the line that is asked for. Otherwise: the payload.
    pub bytes: u32,
    /// A write or an atomic: sectors of the line that are touched, a bit each.
    pub sectors: u8,
    /// Those of them that are written from end to end.
    pub whole: u8,
    /// Comes back with the answer.
    pub token: u32,
}

impl Request {
    /// Asks for a line.
    pub fn read(port: Port, address: u64, bytes: u32, token: u32) -> Request {
        Request { port, kind: Kind::Read, address, bytes, sectors: 0, whole: 0, token }
    }
}

/// What comes back: reads and atomics are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reply {
    /// The request's.
    pub port: Port,
    /// The request's.
    pub kind: Kind,
    /// The request's.
    pub address: u64,
    /// The request's.
    pub token: u32,
}

/// Interconnect, L2 slices and DRAM channels.
#[derive(Debug, Clone)]
pub struct Memory {
    flight: VecDeque<(u64, usize, Reply)>,
    replies: Vec<VecDeque<Reply>>,
    sent: Vec<(usize, Reply)>,
}

impl Memory {
    /// The memory system of a GPU, with nothing in it.
    pub fn new(spec: &Spec) -> Memory {
        Memory { flight: VecDeque::new(), replies: vec![VecDeque::new(); spec.core.count as usize], sent: vec![] }
    }
    /// The core's injection queue has room.
    pub fn accepts(&self, _core: usize) -> bool {
        self.sent.len() < 64
    }
    /// Sends a request, in a core's tick; only if it is accepted.
    pub fn send(&mut self, core: usize, request: Request) {
        let Request { port, kind, address, token, .. } = request;
        if kind != Kind::Write {
            self.sent.push((core, Reply { port, kind, address, token }));
        }
    }
    /// An answer that has come, in a core's tick.
    pub fn reply(&mut self, core: usize) -> Option<Reply> {
        self.replies[core].pop_front()
    }
    /// An answer has come.
    pub fn has_reply(&self, core: usize) -> bool {
        !self.replies[core].is_empty()
    }
    /// One cycle of the interconnect, of L2 or of DRAM.
    pub fn tick(&mut self, domain: Domain, cycle: u64) {
        if domain == Domain::Interconnect {
            self.flight.extend(self.sent.drain(..).map(|(core, reply)| (cycle + 100, core, reply)));
            while let Some(&(due, core, reply)) = self.flight.front()
                && due <= cycle
            {
                self.flight.pop_front();
                self.replies[core].push_back(reply);
            }
        }
    }
    /// No tick before this cycle, from `from` on, would change anything; `None`: none will until something is sent.
    pub fn next(&self, domain: Domain, from: u64) -> Option<u64> {
        if domain != Domain::Interconnect {
            return None;
        }
        if !self.sent.is_empty() {
            return Some(from);
        }
        self.flight.front().map(|&(due, ..)| due.max(from))
    }
    /// Nothing is on its way.
    pub fn idle(&self) -> bool {
        self.sent.is_empty() && self.flight.is_empty() && self.replies.iter().all(VecDeque::is_empty)
    }
    /// What was counted.
    pub fn counters(&self) -> MemoryCounters {
        MemoryCounters::default()
    }
    /// Between grids: L2 stays as it is.
    pub fn flush(&mut self) {}
}

crate::counters! {
    /// Interconnect, L2, DRAM.
    pub MemoryCounters "memory" {
        /// Reads.
        reads["requests"],
    }
}
