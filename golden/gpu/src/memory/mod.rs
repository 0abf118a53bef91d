//! The memory system, from a core's load/store unit down to DRAM. It holds no data: execution is functional elsewhere, and only addresses
//! and sizes travel.

mod access;
mod accesses;
mod bits;
mod cache;
mod coalesce;
mod counters;
pub mod crossbar;
pub mod dram;
mod hierarchy;
mod ideal;
mod load_queue;
mod loadstore;
pub mod map;
mod mshr;
mod read_only;
mod slice;
mod vector;

pub use access::{Access, AccessKind, Addresses, Home, Homes, Served};
pub use cache::{Cache, Lookup, Refusal, SECTOR, Shape, Victim};
pub use coalesce::LOCAL_BASE;
pub use counters::{
    ConstantCounters, InterconnectCounters, L2Counters, LoadStoreCounters, MemoryCounters, QueueCounters,
    TextureCounters,
};
pub use hierarchy::Hierarchy;
pub use ideal::Ideal;
pub use load_queue::LoadPath;
pub use loadstore::LoadStore;
pub use read_only::{ReadOnlyCache, Texel};
pub use vector::{VectorAccess, VectorMemoryCounters, VectorPorts};

use crate::system::clock::Domain;

/// The unit of a core that a reply belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// The load/store unit's.
    Data,
    /// The instruction cache's.
    Instruction,
    /// The constant cache's.
    Constant,
    /// The texture cache's.
    Texture,
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

/// What lies behind the L1 caches of all cores.
pub trait MemorySystem {
    /// The core's injection queue has room.
    fn accepts(&self, core: usize) -> bool;
    /// The same, for a core that is to be woken as soon as there is some.
    fn admits(&mut self, core: usize) -> bool;
    /// Sends a request, in a core's tick; only if it is accepted.
    fn send(&mut self, core: usize, request: Request);
    /// An answer that has come, in a core's tick.
    fn reply(&mut self, core: usize) -> Option<Reply>;
    /// The first core, from this one on, that has something to do: an answer has come, or there is room again, which it was refused.
    fn woken(&self, from: usize) -> Option<usize>;
    /// One cycle of a clock domain; the cores' own are not here.
    fn tick(&mut self, domain: Domain, cycle: u64);
    /// No tick before this cycle, from `from` on, would change anything; `None`: none will until something is sent or taken, or another
    /// domain ticks.
    fn next(&self, domain: Domain, from: u64) -> Option<u64>;
    /// What was counted, up to the last thing that happened.
    fn counters(&self) -> MemoryCounters;
}
