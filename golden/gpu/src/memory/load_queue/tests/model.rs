//! A naive model of a load/store unit, directly from the rules and not optimised for speed, with an
//! optional planted fault.

use std::collections::VecDeque;

use super::super::LoadPath;
use super::desk::{Job, Queues, Script, Seen, Stub, Unit, warps};
use super::laws::is_load;
use crate::config::spec::StoreHit;
use crate::memory::cache::{Cache, Lookup, Refusal, Shape};
use crate::memory::{AccessKind, CoreLink, Kind, Port, QueueCounters, Reply, Request};

/// A fault that is planted in a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Entries of a CTA that becomes inactive stay active.
    DemotionForgotten,
    /// The inactive entries go first.
    InactiveFirst,
    /// An inactive entry goes before the coalescer's next transaction.
    InactiveBeforeHead,
    /// An entry that was refused twice stays for ever.
    NeverRetries,
    /// A load that finds the queue full is lost.
    FullDrops,
    /// The youngest entry of a class goes.
    YoungestFirst,
}

/// A transaction of an access, with its line and its thread.
#[derive(Debug, Clone)]
struct Part {
    job: usize,
    line: u64,
    thread: u32,
}

#[derive(Debug, Clone)]
struct Entry {
    part: usize,
    why: Refusal,
    /// Whether a line has arrived since the last refusal.
    lifted: bool,
    inactive: bool,
    refusals: u32,
}

/// The naive model of a load/store unit.
pub struct Model {
    fault: Option<Fault>,
    path: LoadPath,
    limits: [usize; 2],
    stages: u64,
    lines: usize,
    store_hit: StoreHit,
    /// Most requests that wait to leave, if they may wait, and those that do.
    miss_limit: Option<usize>,
    leaving: VecDeque<Request>,
    /// Whether a transaction of this cycle has sent a request.
    sent: bool,
    cache: Cache<usize>,
    jobs: Vec<(Job, usize)>,
    parts: Vec<Part>,
    /// Accesses with transactions that have not entered: the first cycle of each access, and these
    /// transactions.
    waiting: VecDeque<(u64, VecDeque<usize>)>,
    coming: VecDeque<(u64, usize)>,
    /// The reason why the head was refused, if that stands; and whether it was refused at all.
    blocked: Option<Refusal>,
    stalled: bool,
    /// Whether the head could go to the tags in the last cycle.
    head: bool,
    queues: [Vec<Entry>; 2],
    away: Vec<u32>,
    /// Cycles in which threads are served, with their token and the threads.
    due: Vec<(u64, u32, u64)>,
    open: usize,
    missed: VecDeque<u32>,
    told: Vec<u32>,
    no_room: bool,
    found: [u64; 3],
    counts: QueueCounters,
}

impl Model {
    pub fn new(script: &Script, fault: Option<Fault>) -> Model {
        let l1 = &script.spec.l1;
        let shape = Shape { bytes: l1.bytes, line: l1.line, ways: l1.ways, mshrs: l1.mshrs, merges: l1.merges };
        let limits = match script.path {
            LoadPath::InOrder => [0, 0],
            LoadPath::Queue { entries } => [entries as usize, 0],
            LoadPath::TwoQueues { active, inactive } => [active as usize, inactive as usize],
        };
        Model {
            fault,
            path: script.path,
            limits,
            stages: u64::from(l1.latency) - 1,
            lines: l1.lines as usize,
            store_hit: l1.store_hit,
            miss_limit: l1.miss_queue.map(|limit| limit as usize),
            leaving: VecDeque::new(),
            sent: false,
            cache: Cache::with(&shape, l1.allocate, l1.hash),
            jobs: vec![],
            parts: vec![],
            waiting: VecDeque::new(),
            coming: VecDeque::new(),
            blocked: None,
            stalled: false,
            head: false,
            queues: [vec![], vec![]],
            away: vec![],
            due: vec![],
            open: 0,
            missed: VecDeque::new(),
            told: vec![],
            no_room: false,
            found: [0; 3],
            counts: QueueCounters::default(),
        }
    }
    fn job(&self, part: usize) -> &Job {
        &self.jobs[self.parts[part].job].0
    }
    fn may(&self, entry: &Entry, room: bool) -> bool {
        let stuck = self.fault == Some(Fault::NeverRetries) && entry.refusals > 1;
        !stuck && (entry.lifted || entry.why == Refusal::NoRoom && room)
    }
    fn could(&self, now: u64, room: bool) -> bool {
        let free = self.blocked.is_none_or(|why| why == Refusal::NoRoom && room);
        free && self.coming.front().is_some_and(|&(due, _)| due <= now)
    }
    /// The queue and the place of the oldest entry of a class that may retry.
    fn oldest(&self, inactive: bool, room: bool) -> Option<(usize, usize)> {
        let places = [1, 0].into_iter().flat_map(|queue| (0..self.queues[queue].len()).map(move |at| (queue, at)));
        let mut places = places.filter(|&(queue, at)| {
            let entry = &self.queues[queue][at];
            entry.inactive == inactive && self.may(entry, room)
        });
        if self.fault == Some(Fault::YoungestFirst) { places.next_back() } else { places.next() }
    }
    /// Looks up a transaction at the tags.
    fn access(&mut self, now: u64, part: usize, memory: &mut Stub) -> Result<(), Refusal> {
        let (room, job, line) = (self.has_room(memory), self.job(part).clone(), self.parts[part].line * 128);
        let request = |kind| Request {
            port: Port::Data,
            kind,
            address: line,
            bytes: 0,
            sectors: 0,
            whole: 0,
            token: part as u32,
        };
        if is_load(job.kind) {
            let found = self.cache.access(line, part, room);
            if found != Lookup::Hit && job.answered && !self.told.contains(&job.token) {
                self.told.push(job.token);
                self.missed.push_back(job.token);
            }
            self.no_room = found == Lookup::Refused(Refusal::NoRoom);
            let at = match found {
                Lookup::Refused(why) => return Err(why),
                Lookup::Hit => 0,
                Lookup::Miss => 1,
                Lookup::Merged => 2,
            };
            self.found[at] += 1;
            match found {
                Lookup::Hit => self.done(now + 1, part),
                Lookup::Miss => self.send(request(Kind::Read), memory),
                _ => {}
            }
        } else {
            self.no_room = !room;
            if !room {
                return Err(Refusal::NoRoom);
            }
            if job.kind == AccessKind::Store {
                match self.store_hit {
                    StoreHit::Keep => self.cache.touch(line),
                    StoreHit::Evict => self.cache.invalidate(line),
                };
                self.done(now, part);
            } else {
                self.cache.invalidate(line);
            }
            self.send(request(if job.kind == AccessKind::Store { Kind::Write } else { Kind::Atomic }), memory);
        }
        let left = &mut self.jobs[self.parts[part].job].1;
        *left -= 1;
        if *left == 0 && !(job.answered && job.kind != AccessKind::Store) {
            self.due.push((now, job.token, (1 << job.lines.len()) - 1));
        }
        Ok(())
    }
    fn has_room(&self, memory: &Stub) -> bool {
        self.miss_limit.map_or_else(|| memory.accepts(0), |limit| self.leaving.len() < limit)
    }
    fn send(&mut self, request: Request, memory: &mut Stub) {
        self.sent = true;
        if self.miss_limit.is_some() { self.leaving.push_back(request) } else { memory.send(0, request) }
    }
    /// Whether the head may go: after a request was sent, only a load that needs none.
    fn may_follow(&self) -> bool {
        let Some(&(_, part)) = self.coming.front() else { return false };
        !self.sent || is_load(self.job(part).kind) && self.cache.knows(self.parts[part].line * 128)
    }
    /// Moves the next transaction into the stages, and looks up one at the tags.
    fn look_up(&mut self, now: u64, memory: &mut Stub) {
        if let Some((first, parts)) = self.waiting.front_mut()
            && *first <= now
            && self.coming.len() < (self.stages as usize + 1) * self.lines
        {
            self.coming.extend(parts.pop_front().map(|part| (now + self.stages, part)));
            if parts.is_empty() {
                self.waiting.pop_front();
            }
        }
        let room = self.has_room(memory);
        let (active, inactive) = (self.oldest(false, room), self.oldest(true, room));
        let head = self.could(now, room) && self.may_follow();
        self.head = head;
        let entry = match self.fault {
            Some(Fault::InactiveFirst) => inactive.filter(|_| !head || active.is_some()).or(active),
            Some(Fault::InactiveBeforeHead) => active.or(inactive),
            _ => active.or(inactive.filter(|_| !head)),
        };
        if let Some((queue, at)) = entry {
            self.counts.retries += 1;
            match self.access(now, self.queues[queue][at].part, memory) {
                Ok(()) => drop(self.queues[queue].remove(at)),
                Err(why) => {
                    let entry = &mut self.queues[queue][at];
                    (entry.why, entry.lifted, entry.refusals) = (why, false, entry.refusals + 1);
                }
            }
        } else if head && let Some(&(_, part)) = self.coming.front() {
            match self.access(now, part, memory) {
                Ok(()) => self.leave(),
                Err(why) => (self.blocked, self.stalled) = (Some(why), true),
            }
        }
        self.tidy();
        self.place();
    }
    /// Ends a transaction; its thread is served in this cycle if the access is answered.
    fn done(&mut self, now: u64, part: usize) {
        let job = self.job(part);
        let serves = job.answered && job.kind != AccessKind::Store;
        let (token, threads) = (job.token, if serves { 1 << self.parts[part].thread } else { 0 });
        self.due.push((now, token, threads));
        self.open -= 1;
    }
    /// Moves a refused load at the head to a queue that has a place.
    fn place(&mut self) {
        let (Some(why), Some(&(_, part))) = (self.blocked, self.coming.front()) else { return };
        let job = self.job(part);
        if !is_load(job.kind) || self.path == LoadPath::InOrder {
            return;
        }
        let inactive = self.away.contains(&job.warp);
        let order: &[usize] = if inactive { &[1, 0] } else { &[0] };
        let queue = order.iter().find(|&&queue| self.queues[queue].len() < self.limits[queue]);
        match queue {
            Some(&queue) => {
                self.queues[queue].push(Entry { part, why, lifted: false, inactive, refusals: 1 });
                self.counts.queued += 1;
            }
            None if self.fault == Some(Fault::FullDrops) => {}
            None => return,
        }
        self.leave();
    }
    fn leave(&mut self) {
        self.coming.pop_front();
        (self.blocked, self.stalled) = (None, false);
    }
    /// Moves inactive entries out of the active queue while the other queue has room.
    fn tidy(&mut self) {
        while self.queues[1].len() < self.limits[1]
            && let Some(at) = self.queues[0].iter().position(|entry| entry.inactive)
        {
            let entry = self.queues[0].remove(at);
            self.queues[1].push(entry);
        }
    }
}

impl Unit for Model {
    fn accepts(&self) -> bool {
        self.waiting.len() < 3
    }
    fn push(&mut self, now: u64, job: &Job) {
        let number = self.jobs.len();
        let first = self.parts.len();
        let part = |(thread, &line): (usize, &u64)| Part { job: number, line, thread: thread as u32 };
        self.parts.extend(job.lines.iter().enumerate().map(part));
        self.jobs.push((job.clone(), job.lines.len()));
        self.waiting.push_back((now + 1, (first..self.parts.len()).collect()));
        self.open += job.lines.len();
    }
    fn reply(&mut self, now: u64, reply: &Reply) {
        let mut waited = vec![reply.token as usize];
        if reply.kind == Kind::Read {
            waited.clear();
            self.cache.fill(reply.address, &mut waited);
            (self.blocked, self.no_room) = (None, false);
            self.queues.iter_mut().flatten().for_each(|entry| entry.lifted = true);
        }
        waited.into_iter().for_each(|part| self.done(now, part));
    }
    fn tick(&mut self, now: u64, memory: &mut Stub) {
        if memory.accepts(0)
            && let Some(request) = self.leaving.pop_front()
        {
            memory.send(0, request);
        }
        self.sent = false;
        for _ in 0..if self.path == LoadPath::InOrder { self.lines } else { 1 } {
            self.look_up(now, memory);
        }
        self.counts.entries += self.queues[0].len() as u64;
        self.counts.inactive_entries += self.queues[1].len() as u64;
        let load = self.coming.front().is_some_and(|&(_, part)| is_load(self.job(part).kind));
        self.counts.full += u64::from(self.stalled && load && self.path != LoadPath::InOrder);
    }
    fn served(&mut self, now: u64) -> Vec<(u32, u64)> {
        let served = self.due.extract_if(.., |due| due.0 <= now).filter(|due| due.2 != 0);
        served.map(|(_, token, threads)| (token, threads)).collect()
    }
    fn missed(&mut self) -> Option<u32> {
        self.missed.pop_front()
    }
    fn demote(&mut self, _: u64, cta: u32) {
        if !matches!(self.path, LoadPath::TwoQueues { .. }) {
            return;
        }
        self.away.extend(warps(cta));
        if self.fault == Some(Fault::DemotionForgotten) {
            return;
        }
        for at in 0..self.queues[0].len() {
            let warp = self.job(self.queues[0][at].part).warp;
            let entry = &mut self.queues[0][at];
            if !entry.inactive && warps(cta).contains(&warp) {
                entry.inactive = true;
                self.counts.demoted += 1;
            }
        }
        self.tidy();
    }
    fn promote(&mut self, cta: u32) {
        self.away.retain(|warp| !warps(cta).contains(warp));
    }
    fn saturated(&self) -> bool {
        let full = self.path != LoadPath::InOrder && self.queues[0].len() == self.limits[0];
        full || self.no_room || self.cache.outstanding() >= 2
    }
    fn next(&self, now: u64) -> Option<u64> {
        Some(now + 1)
    }
    fn idle(&self) -> bool {
        self.open == 0 && self.due.is_empty() && self.leaving.is_empty()
    }
    fn leaving(&self) -> Option<(usize, usize)> {
        self.miss_limit.map(|limit| (self.leaving.len(), limit))
    }
    fn queues(&self, room: bool) -> Queues {
        let seen = |entry: &Entry| Seen {
            id: entry.part as u32,
            warp: self.job(entry.part).warp,
            why: entry.why,
            inactive: entry.inactive,
            may: self.may(entry, room),
        };
        [0, 1].map(|queue| self.queues[queue].iter().map(seen).collect())
    }
    fn head_could(&self) -> Option<bool> {
        Some(self.head)
    }
    fn found(&self) -> [u64; 3] {
        self.found
    }
    fn counted(&self) -> QueueCounters {
        self.counts
    }
}
