//! The memory system, from a core's load/store unit down to DRAM. It holds no data: execution is
//! functional elsewhere, and only addresses and sizes travel.

mod access;
mod accesses;
mod bits;
mod cache;
mod coalesce;
mod counters;
pub mod crossbar;
pub mod dram;
mod footprint;
mod hierarchy;
mod ideal;
mod load_queue;
mod loadstore;
pub mod map;
mod miss_queue;
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
pub use footprint::footprint;
pub use hierarchy::Hierarchy;
pub use ideal::Ideal;
pub use load_queue::LoadPath;
pub use loadstore::LoadStore;
pub use read_only::{ReadOnlyCache, Texel};
pub use vector::{VectorAccess, VectorMemoryCounters, VectorPorts};

use crate::base::clock::Domain;

/// The unit of a core that a reply belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// The load/store unit.
    Data,
    /// The instruction cache.
    Instruction,
    /// The constant cache.
    Constant,
    /// The texture cache.
    Texture,
}

/// The kind of a memory request: a read, a write or an atomic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Reads a line.
    Read,
    /// Writes sectors, and is not answered.
    Write,
    /// Carries operands, and returns the values that were in memory before.
    Atomic,
}

/// A request of a core to the memory system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// The unit of the core that sends the request.
    pub port: Port,
    /// Whether the request reads, writes or is atomic.
    pub kind: Kind,
    /// Address of the line, in bytes.
    pub address: u64,
    /// Bytes of a read's line, or of the payload of a write or an atomic.
    pub bytes: u32,
    /// Sectors of the line that a write or an atomic touches, a bit each; 0 for a read.
    pub sectors: u8,
    /// Those of `sectors` that are written from end to end, a bit each; 0 for a read.
    pub whole: u8,
    /// The sender's number for the request, which comes back with the reply.
    pub token: u32,
}

impl Request {
    /// Creates a read of the line at `address`, of `bytes` bytes.
    pub fn read(port: Port, address: u64, bytes: u32, token: u32) -> Request {
        Request { port, kind: Kind::Read, address, bytes, sectors: 0, whole: 0, token }
    }
}

/// The answer to a read or an atomic; writes are not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reply {
    /// The port of the request that is answered.
    pub port: Port,
    /// The kind of the request that is answered.
    pub kind: Kind,
    /// The address of the request that is answered.
    pub address: u64,
    /// The token of the request that is answered.
    pub token: u32,
}

/// The link of the cores to the memory system: what a core's tick may call.
pub trait CoreLink {
    /// Whether the core's injection queue has room for a request.
    fn accepts(&self, core: usize) -> bool;
    /// Whether the core's injection queue has room for a request; if not, the core is woken as soon
    /// as it has.
    fn admits(&mut self, core: usize) -> bool;
    /// Sends a request, in a core's tick; the core's queue must have room.
    fn send(&mut self, core: usize, request: Request);
    /// Takes the next reply for a core, in the core's tick; `None` if none has arrived.
    fn reply(&mut self, core: usize) -> Option<Reply>;
}

/// The memory system behind the L1 caches of all cores.
pub trait MemorySystem: CoreLink + Clone + Send {
    /// Whether a reply for a core has arrived.
    fn has_reply(&self, core: usize) -> bool;
    /// The first core, from number `from` on, that must wake: a reply has arrived, or its queue has
    /// room again after a refusal.
    fn woken(&self, from: usize) -> Option<usize>;
    /// Simulates one cycle of a clock domain other than the cores' own.
    fn tick(&mut self, domain: Domain, cycle: u64);
    /// The first cycle, not before `from`, whose tick of a clock domain may change anything; `None`
    /// if none does by itself. That changes when a request is sent, a reply is taken, or another
    /// domain ticks.
    fn next(&self, domain: Domain, from: u64) -> Option<u64>;
    /// Has the line of an address in the caches, as an access to it would, but without time:
    /// functional warming (Wunderlich et al., SMARTS, ISCA 2003).
    fn warm(&mut self, address: u64, write: bool) {
        let _ = (address, write);
    }
    /// Returns the counters of the memory system, up to the last event.
    fn counters(&self) -> MemoryCounters;
}
