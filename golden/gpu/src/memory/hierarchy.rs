//! The memory system of a GPU: interconnect, L2 slices and DRAM channels.

use super::counters::{InterconnectCounters, MemoryCounters};
use super::crossbar::{Crossbar, Room};
use super::dram::Channel;
use super::map::Channels;
use super::slice::{Packet, Slice};
use super::{CoreLink, Kind, MemorySystem, Reply, Request};
use crate::base::clock::Domain;
use crate::config::spec::Spec;

/// The memory system of a GPU: interconnect, L2 slices and DRAM channels.
#[derive(Debug, Clone)]
pub struct Hierarchy {
    map: Channels,
    flit: u32,
    header: u32,
    requests: Crossbar<Packet>,
    /// Slices of L2; those of a channel are adjacent.
    slices: Vec<Slice>,
    /// Slices of each channel.
    share: usize,
    /// The first L2 cycle in which each slice may change anything, in its present state; 0 for the
    /// next cycle.
    due: Vec<u64>,
    /// The first L2 cycle in which any slice may change anything, and the same for any channel in
    /// DRAM cycles.
    wakes: (u64, u64),
    channels: Vec<Channel>,
    replies: Crossbar<Reply>,
}

impl Hierarchy {
    /// Creates the memory system of a GPU, with empty caches and no requests.
    pub fn new(spec: &Spec) -> Hierarchy {
        let (cores, channels, share) = (spec.core.count as usize, spec.dram.channels as usize, spec.l2.slices as usize);
        let slices = channels * share;
        let (port, slice) = (spec.interconnect.queue as usize, spec.l2.queue as usize);
        let latency = spec.interconnect.latency.into();
        Hierarchy {
            map: Channels::new(spec),
            flit: spec.interconnect.flit,
            header: spec.interconnect.header,
            requests: Crossbar::new(cores, slices, Room { source: port, destination: slice }, latency),
            slices: (0..slices).map(|number| Slice::new(spec, number)).collect(),
            share,
            due: vec![u64::MAX; slices],
            wakes: (u64::MAX, u64::MAX),
            channels: (0..channels).map(|_| Channel::new(spec)).collect(),
            replies: Crossbar::new(slices, cores, Room { source: port, destination: port }, latency),
        }
    }
    /// Whether a core must wake: a reply for it has arrived, or its queue has room again after a
    /// refusal.
    pub fn wakes(&self, core: usize) -> bool {
        self.replies.front(core).is_some() || self.requests.is_relieved(core)
    }
    /// Whether no request, reply or transfer is in flight; dirty lines may still be in L2 only.
    pub fn idle(&self) -> bool {
        self.requests.idle()
            && self.slices.iter().all(Slice::idle)
            && self.channels.iter().all(Channel::idle)
            && self.replies.idle()
    }
}

impl CoreLink for Hierarchy {
    fn accepts(&self, core: usize) -> bool {
        self.requests.accepts(core)
    }
    fn admits(&mut self, core: usize) -> bool {
        self.requests.admits(core)
    }
    fn send(&mut self, core: usize, request: Request) {
        let (channel, local) = self.map.place(request.address);
        let (slice, own) = self.map.slice(local);
        let payload = if request.kind == Kind::Read { 0 } else { request.bytes };
        let flits = (self.header + payload).div_ceil(self.flit);
        let packet = Packet { core: core as u32, own, request };
        self.requests.push(core, channel * self.share + slice, flits.into(), packet);
    }
    fn reply(&mut self, core: usize) -> Option<Reply> {
        self.replies.pop(core)
    }
}

impl MemorySystem for Hierarchy {
    fn has_reply(&self, core: usize) -> bool {
        self.replies.front(core).is_some()
    }
    fn woken(&self, from: usize) -> Option<usize> {
        [self.replies.reached(from), self.requests.relieved(from)].into_iter().flatten().min()
    }
    fn tick(&mut self, domain: Domain, cycle: u64) {
        // what a slice has to do depends on its ports and its channel, but on nothing that a core
        // does
        match domain {
            Domain::Dram => {
                for (at, channel) in self.channels.iter_mut().enumerate().filter(|(_, it)| it.wake() <= cycle) {
                    channel.tick(cycle);
                    for number in at * self.share..(at + 1) * self.share {
                        self.due[number] = self.slices[number].next(&self.requests, channel, &self.replies);
                    }
                }
            }
            Domain::L2 => {
                for (at, channel) in self.channels.iter_mut().enumerate() {
                    // the slice after the one that sent the last transfer is the first that may
                    // send another
                    let after = channel.last() + 1;
                    for turn in 0..self.share {
                        let number = at * self.share + (after + turn) % self.share;
                        if self.due[number] <= cycle {
                            let slice = &mut self.slices[number];
                            slice.tick(cycle, &mut self.requests, channel, &mut self.replies);
                            self.due[number] = slice.next(&self.requests, channel, &self.replies);
                        }
                    }
                }
            }
            Domain::Interconnect => {
                if self.requests.wake().min(self.replies.wake()) > cycle {
                    return;
                }
                self.requests.tick(cycle);
                self.replies.tick(cycle);
                for (number, (due, slice)) in self.due.iter_mut().zip(&self.slices).enumerate() {
                    *due = slice.next(&self.requests, &self.channels[number / self.share], &self.replies);
                }
            }
            Domain::Core => return,
        }
        let slices = self.due.iter().fold(u64::MAX, |soonest, &due| soonest.min(due));
        let channels = self.channels.iter().fold(u64::MAX, |soonest, channel| soonest.min(channel.wake()));
        self.wakes = (slices, channels);
    }
    fn next(&self, domain: Domain, from: u64) -> Option<u64> {
        let wake = match domain {
            Domain::Dram => self.wakes.1,
            Domain::L2 => self.wakes.0,
            Domain::Interconnect => self.requests.wake().min(self.replies.wake()),
            Domain::Core => u64::MAX,
        };
        (wake != u64::MAX).then(|| wake.max(from))
    }
    fn warm(&mut self, address: u64, write: bool) {
        let (channel, local) = self.map.place(address);
        let (slice, own) = self.map.slice(local);
        self.slices[channel * self.share + slice].warm(own, write);
    }
    fn counters(&self) -> MemoryCounters {
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
