//! A test bench for a load/store unit alone at a memory of known latency, with its observed
//! behaviour cycle by cycle.

use std::collections::VecDeque;
use std::ops::Range;

use super::super::LoadPath;
use super::laws::Laws;
use crate::config::Config;
use crate::config::spec::Spec;
use crate::memory::cache::Refusal;
use crate::memory::{Access, AccessKind, CoreLink, Homes, Kind, LoadStore, QueueCounters, Reply, Request};

/// Warps of a CTA.
const WARPS: u32 = 2;
/// Bytes of a line.
const LINE: u64 = 128;

/// A pseudo-random number from two others (SplitMix64).
pub fn mix(seed: u64, n: u64) -> u64 {
    let z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(n.wrapping_mul(0xD134_2543_DE82_EF95));
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// An access, whose thread i reads or writes line i of `lines`; all lines are different.
#[derive(Debug, Clone)]
pub struct Job {
    pub token: u32,
    pub kind: AccessKind,
    pub warp: u32,
    pub lines: Vec<u64>,
    pub answered: bool,
}

impl Job {
    pub fn access(&self) -> Access {
        let line = |lane: usize| self.lines.get(lane).map_or(0, |line| line * LINE);
        let threads = (1 << self.lines.len()) - 1;
        let (addresses, homes) = (Box::new(std::array::from_fn(line)), Homes::One(self.warp));
        Access { token: self.token, kind: self.kind, bytes: 4, threads, addresses, homes, answered: self.answered }
    }
}

/// A stimulus step of a unit.
#[derive(Debug, Clone)]
pub enum Do {
    Push(Job),
    Demote(u32),
    Promote(u32),
}

/// The stimulus of a unit, each step with its earliest cycle, and the parameters of the unit and
/// the memory.
#[derive(Debug, Clone)]
pub struct Script {
    pub steps: VecDeque<(u64, Do)>,
    pub path: LoadPath,
    pub spec: Spec,
    /// Cycles from a request to its answer; 0: between 5 and 34.
    pub latency: u64,
    /// Seed of the cycles in which there is room to send; 0: always.
    pub room: u64,
}

/// A GPU whose L1 has four lines in two sets, and the given MSHRs, merges and latency; and `more`.
pub fn spec(mshrs: u64, merges: u64, latency: u64, more: [(&str, &str); 4]) -> Spec {
    let mut config = Config::shipped("vt").unwrap();
    let given = [("mshrs", mshrs), ("merges", merges), ("latency", latency), ("bytes", 512), ("ways", 2), ("queue", 3)];
    let given = given.map(|(name, value)| (name, value.to_string()));
    let given = given.iter().map(|(name, value)| (*name, value.as_str())).chain(more).chain([("hash", "none")]);
    config.set(&given.map(|(name, value)| format!("l1.{name}={value}")).collect::<Vec<_>>()).unwrap();
    config.spec
}

/// The L1 of the worked example: lines are allocated when they are filled, stores keep them, one
/// transaction a cycle is looked up, and requests leave at once.
pub const PLAIN: [(&str, &str); 4] =
    [("allocate", "fill"), ("store_hit", "keep"), ("lines", "1"), ("miss_queue", "none")];

/// The warps of a CTA.
pub fn warps(cta: u32) -> Range<u32> {
    cta * WARPS..(cta + 1) * WARPS
}

/// A model of the memory behind one core.
pub struct Stub {
    pub now: u64,
    latency: u64,
    room: u64,
    replies: Vec<(u64, Reply)>,
    refused: bool,
    pub sent: Vec<(Kind, u64)>,
    count: u64,
}

impl Stub {
    pub fn new(script: &Script) -> Stub {
        let (latency, room) = (script.latency, script.room);
        Stub { now: 0, latency, room, replies: vec![], refused: false, sent: vec![], count: 0 }
    }
    /// The first cycle after this one in which a reply arrives, or there is room for a core that
    /// was refused.
    fn wakes(&self) -> Option<u64> {
        let room = (self.now + 1..).find(|&cycle| self.has_room(cycle)).filter(|_| self.refused);
        self.replies.iter().map(|reply| reply.0).chain(room).min()
    }
    fn has_room(&self, cycle: u64) -> bool {
        self.room == 0 || !mix(self.room, cycle).is_multiple_of(3)
    }
}

impl CoreLink for Stub {
    fn accepts(&self, _: usize) -> bool {
        self.has_room(self.now)
    }
    fn admits(&mut self, core: usize) -> bool {
        self.refused = !self.accepts(core);
        !self.refused
    }
    fn send(&mut self, core: usize, request: Request) {
        assert!(self.accepts(core), "sent without room");
        let Request { port, kind, address, token, .. } = request;
        self.count += 1;
        self.sent.push((kind, address / LINE));
        let latency = if self.latency == 0 { 5 + mix(7, self.count) % 30 } else { self.latency };
        if kind != Kind::Write {
            self.replies.push((self.now + latency, Reply { port, kind, address, token }));
        }
    }
    fn reply(&mut self, _: usize) -> Option<Reply> {
        let at = self.replies.iter().position(|&(due, _)| due <= self.now)?;
        Some(self.replies.remove(at).1)
    }
}

/// An entry of a queue, as the test sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// The identity of the entry, unique in the queues.
    pub id: u32,
    pub warp: u32,
    pub why: Refusal,
    pub inactive: bool,
    /// Whether the entry may retry.
    pub may: bool,
}

/// The active and the inactive queue.
pub type Queues = [Vec<Seen>; 2];

/// A load/store unit under test, or a model of it.
pub trait Unit {
    fn accepts(&self) -> bool;
    fn push(&mut self, now: u64, job: &Job);
    fn reply(&mut self, now: u64, reply: &Reply);
    fn tick(&mut self, now: u64, memory: &mut Stub);
    fn served(&mut self, now: u64) -> Vec<(u32, u64)>;
    fn missed(&mut self) -> Option<u32>;
    fn demote(&mut self, now: u64, cta: u32);
    fn promote(&mut self, cta: u32);
    fn saturated(&self) -> bool;
    fn next(&self, now: u64) -> Option<u64>;
    fn idle(&self) -> bool;
    /// Requests that wait to leave, and most of them, if they may wait.
    fn leaving(&self) -> Option<(usize, usize)>;
    fn queues(&self, room: bool) -> Queues;
    /// Whether the coalescer's next transaction could go to the tags in the last cycle; `None` if
    /// the unit does not show it.
    fn head_could(&self) -> Option<bool>;
    /// Numbers of loads that hit, missed and merged.
    fn found(&self) -> [u64; 3];
    fn counted(&self) -> QueueCounters;
}

impl Unit for LoadStore {
    fn accepts(&self) -> bool {
        self.accepts()
    }
    fn push(&mut self, now: u64, job: &Job) {
        self.push(now, job.access());
    }
    fn reply(&mut self, now: u64, reply: &Reply) {
        self.reply(now, reply);
    }
    fn tick(&mut self, now: u64, memory: &mut Stub) {
        self.tick(now, memory);
    }
    fn served(&mut self, now: u64) -> Vec<(u32, u64)> {
        std::iter::from_fn(|| self.served(now)).map(|served| (served.token, served.threads)).collect()
    }
    fn missed(&mut self) -> Option<u32> {
        self.missed()
    }
    fn demote(&mut self, now: u64, cta: u32) {
        self.demote(now, warps(cta));
    }
    fn promote(&mut self, cta: u32) {
        self.promote(warps(cta));
    }
    fn saturated(&self) -> bool {
        self.saturated(2)
    }
    fn next(&self, now: u64) -> Option<u64> {
        self.next(now)
    }
    fn idle(&self) -> bool {
        self.idle()
    }
    fn leaving(&self) -> Option<(usize, usize)> {
        self.requests.limit.map(|limit| (self.requests.waiting.len(), limit))
    }
    fn queues(&self, room: bool) -> Queues {
        let Some(queues) = &self.queues else { return Queues::default() };
        [&queues.active, &queues.inactive].map(|queue| {
            let seen = |entry: &super::super::Entry| {
                let (warp, why, inactive) = (entry.warp, entry.why, entry.inactive);
                Seen { id: entry.waiter.0, warp, why, inactive, may: queues.may_retry(entry, room) }
            };
            queue.iter().map(seen).collect()
        })
    }
    fn head_could(&self) -> Option<bool> {
        None
    }
    fn found(&self) -> [u64; 3] {
        let counters = self.counters();
        [counters.hits, counters.misses, counters.merged]
    }
    fn counted(&self) -> QueueCounters {
        self.queue_counters()
    }
}

/// The observed behaviour of a unit in a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    pub now: u64,
    /// Tokens and threads that were served, in order.
    pub served: Vec<(u32, u64)>,
    pub sent: Vec<(Kind, u64)>,
    pub missed: Vec<u32>,
    pub found: [u64; 3],
    pub saturated: bool,
    /// The entries of the queues, without the parts that differ from unit to unit.
    queues: Vec<(u32, Refusal, bool)>,
}

impl Cycle {
    /// Whether there was an event in the cycle; otherwise the core may have slept.
    pub fn event(&self) -> bool {
        !(self.served.is_empty() && self.sent.is_empty() && self.missed.is_empty())
    }
}

/// Runs a script with the unit of this crate.
pub fn real(script: &Script, skip: bool) -> Result<(Vec<Cycle>, LoadStore), String> {
    run(LoadStore::new(&script.spec, 0, script.path, true), script, skip)
}

/// Runs a script until all threads are served, in every cycle or only in those that cannot be
/// skipped; an error is the invariant that was broken.
pub fn run<U: Unit>(mut unit: U, script: &Script, skip: bool) -> Result<(Vec<Cycle>, U), String> {
    let (mut memory, mut steps, mut seen) = (Stub::new(script), script.steps.clone(), vec![]);
    let (mut laws, mut now) = (Laws::new(script), 0);
    while now < 30_000 {
        memory.now = now;
        while let Some(reply) = memory.reply(0) {
            unit.reply(now, &reply);
        }
        while let Some((_, step)) = steps.front().filter(|(cycle, step)| *cycle <= now && !matches!(step, Do::Push(_)))
        {
            match *step {
                Do::Demote(cta) => unit.demote(now, cta),
                Do::Promote(cta) => unit.promote(cta),
                Do::Push(_) => {}
            }
            laws.turned(step);
            steps.pop_front();
        }
        let (saturated, leaves) = (unit.saturated(), memory.accepts(0));
        // one of the requests that wait to leave does so before the tags are looked up
        let room = unit.leaving().map_or(leaves, |(waiting, most)| waiting < most + usize::from(leaves));
        let before = (unit.queues(room), unit.counted());
        unit.tick(now, &mut memory);
        laws.tick(now, unit.head_could(), before, (unit.queues(room), unit.counted()))?;
        let mut served = unit.served(now);
        served.sort_unstable();
        laws.served(&served)?;
        if let Some((_, Do::Push(job))) = steps.front().filter(|(cycle, _)| *cycle <= now)
            && unit.accepts()
        {
            unit.push(now, job);
            steps.pop_front();
        }
        let missed = std::iter::from_fn(|| unit.missed()).collect();
        let queues = unit.queues(room).concat().iter().map(|seen| (seen.warp, seen.why, seen.inactive)).collect();
        let (sent, found) = (std::mem::take(&mut memory.sent), unit.found());
        seen.push(Cycle { now, served, sent, missed, found, saturated, queues });
        if steps.is_empty() && unit.idle() {
            laws.end(&unit.counted())?;
            return Ok((seen, unit));
        }
        let step = steps.front().filter(|(_, step)| !matches!(step, Do::Push(_)) || unit.accepts());
        let step = step.map(|(cycle, _)| (*cycle).max(now + 1));
        let next = step.into_iter().chain(unit.next(now)).chain(memory.wakes()).min();
        now = if skip { next.ok_or("nothing wakes the core, and not everything is served")? } else { now + 1 };
    }
    Err(format!("not everything is served: {:?}", unit.queues(true)))
}
