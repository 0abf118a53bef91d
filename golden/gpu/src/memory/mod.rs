//! The memory system, from a core's load/store unit down to DRAM. It holds no data: execution is functional elsewhere, and only addresses
//! and sizes travel.

mod access;
mod accesses;
mod bits;
mod cache;
mod coalesce;
mod constant;
mod counters;
pub mod crossbar;
pub mod dram;
mod loadstore;
pub mod map;
mod mshr;
mod slice;

pub use access::{Access, AccessKind, Addresses, Served};
pub use cache::{Cache, Lookup, Refusal, SECTOR, Shape, Victim};
pub use coalesce::LOCAL_BASE;
pub use constant::ConstantCache;
pub use counters::{ConstantCounters, InterconnectCounters, L2Counters, LoadStoreCounters, MemoryCounters};
pub use loadstore::LoadStore;

use crossbar::{Crossbar, Room};
use dram::Channel;
use map::Channels;
use slice::{Packet, Slice};

use crate::config::spec::Spec;
use crate::system::clock::Domain;

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
    map: Channels,
    flit: u32,
    header: u32,
    requests: Crossbar<Packet>,
    slices: Vec<Slice>,
    /// When each slice has something to do next, as things stand; 0 for at once.
    due: Vec<u64>,
    /// When any slice has, and any channel.
    wakes: (u64, u64),
    channels: Vec<Channel>,
    replies: Crossbar<Reply>,
}

impl Memory {
    /// The memory system of a GPU, with nothing in it.
    pub fn new(spec: &Spec) -> Memory {
        let (cores, channels) = (spec.core.count as usize, spec.dram.channels as usize);
        let (port, slice) = (spec.interconnect.queue as usize, spec.l2.queue as usize);
        let latency = spec.interconnect.latency.into();
        Memory {
            map: Channels::new(spec),
            flit: spec.interconnect.flit,
            header: spec.interconnect.header,
            requests: Crossbar::new(cores, channels, Room { source: port, destination: slice }, latency),
            slices: (0..channels).map(|number| Slice::new(spec, number)).collect(),
            due: vec![u64::MAX; channels],
            wakes: (u64::MAX, u64::MAX),
            channels: (0..channels).map(|_| Channel::new(spec)).collect(),
            replies: Crossbar::new(channels, cores, Room { source: port, destination: port }, latency),
        }
    }
    /// The core's injection queue has room.
    pub fn accepts(&self, core: usize) -> bool {
        self.requests.accepts(core)
    }
    /// The same, for a core that is to be woken as soon as there is some.
    pub fn admits(&mut self, core: usize) -> bool {
        self.requests.admits(core)
    }
    /// Sends a request, in a core's tick; only if it is accepted.
    pub fn send(&mut self, core: usize, request: Request) {
        let (channel, local) = self.map.place(request.address);
        let payload = if request.kind == Kind::Read { 0 } else { request.bytes };
        let flits = (self.header + payload).div_ceil(self.flit);
        self.requests.push(core, channel, flits.into(), Packet { core: core as u32, local, request });
    }
    /// An answer that has come, in a core's tick.
    pub fn reply(&mut self, core: usize) -> Option<Reply> {
        self.replies.pop(core)
    }
    /// The first core, from this one on, that has something to do: an answer has come, or there is room again, which it was refused.
    pub fn woken(&self, from: usize) -> Option<usize> {
        [self.replies.reached(from), self.requests.relieved(from)].into_iter().flatten().min()
    }
    /// Whether this core has.
    pub fn wakes(&self, core: usize) -> bool {
        self.replies.front(core).is_some() || self.requests.is_relieved(core)
    }
    /// One cycle of the interconnect, of L2 or of DRAM; the cores' are not here.
    pub fn tick(&mut self, domain: Domain, cycle: u64) {
        // what a slice has to do depends on its ports and its channel, but on nothing that a core does
        match domain {
            Domain::Dram => {
                for (number, channel) in self.channels.iter_mut().enumerate().filter(|(_, it)| it.wake() <= cycle) {
                    channel.tick(cycle);
                    self.due[number] = self.slices[number].next(&self.requests, channel, &self.replies);
                }
            }
            Domain::L2 => {
                for number in 0..self.slices.len() {
                    if self.due[number] <= cycle {
                        let (slice, channel) = (&mut self.slices[number], &mut self.channels[number]);
                        slice.tick(cycle, &mut self.requests, channel, &mut self.replies);
                        self.due[number] = slice.next(&self.requests, channel, &self.replies);
                    }
                }
            }
            Domain::Interconnect => {
                if self.requests.wake().min(self.replies.wake()) > cycle {
                    return;
                }
                self.requests.tick(cycle);
                self.replies.tick(cycle);
                for ((due, slice), channel) in self.due.iter_mut().zip(&self.slices).zip(&self.channels) {
                    *due = slice.next(&self.requests, channel, &self.replies);
                }
            }
            Domain::Core => return,
        }
        let slices = self.due.iter().fold(u64::MAX, |soonest, &due| soonest.min(due));
        let channels = self.channels.iter().fold(u64::MAX, |soonest, channel| soonest.min(channel.wake()));
        self.wakes = (slices, channels);
    }
    /// No tick before this cycle, from `from` on, would change anything; `None`: none will until something is sent or taken, or another
    /// domain ticks.
    pub fn next(&self, domain: Domain, from: u64) -> Option<u64> {
        let wake = match domain {
            Domain::Dram => self.wakes.1,
            Domain::L2 => self.wakes.0,
            Domain::Interconnect => self.requests.wake().min(self.replies.wake()),
            Domain::Core => u64::MAX,
        };
        (wake != u64::MAX).then(|| wake.max(from))
    }
    /// Nothing is on its way. Lines that were written may still be in L2 only.
    pub fn idle(&self) -> bool {
        self.requests.idle()
            && self.slices.iter().all(Slice::idle)
            && self.channels.iter().all(Channel::idle)
            && self.replies.idle()
    }
    /// What was counted, up to the last thing that happened.
    pub fn counters(&self) -> MemoryCounters {
        let mut counters = MemoryCounters::default();
        let (sent, back) = (self.requests.traffic(), self.replies.traffic());
        counters.interconnect = InterconnectCounters {
            requests: sent.packets,
            request_flits: sent.flits,
            request_held: sent.held,
            replies: back.packets,
            reply_flits: back.flits,
            reply_held: back.held,
        };
        self.slices.iter().for_each(|slice| counters.l2 += &slice.counters());
        self.channels.iter().for_each(|channel| counters.dram += &channel.counters());
        counters
    }
}
