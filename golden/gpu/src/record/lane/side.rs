//! One lane as its core knows it: instructions in flight, rows given away, answers on their way back.

use std::collections::VecDeque;

use heddle_contract::lane::{Config, In, MAX_TAGS, MAX_WIDTH, Out};

use crate::microop::{MicroOp, Place, Role, Rows, Step};
use crate::system::DelayQueue;

/// An instruction in flight.
#[derive(Debug, Clone)]
pub(super) struct Flight {
    /// Its warp's place in the core.
    pub warp: usize,
    pub micro: MicroOp,
    /// Its first bundle was written.
    pub first: bool,
    /// Threads that have not left the lane.
    pub left: u32,
    pub age: u64,
}

/// What comes back to a lane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer {
    pub tag: u8,
    pub bundle: u8,
    pub slots: u8,
    pub data: [u64; MAX_WIDTH],
}

/// A warp that is given its registers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    pub warp: usize,
    pub slot: u32,
    pub threads: u32,
    pub vector: u32,
    pub scalar: u32,
    pub tid: u32,
}

/// A lane's surroundings.
#[derive(Debug)]
pub(super) struct Side {
    pub i: In,
    pub o: Out,
    pub flights: [Option<Box<Flight>>; MAX_TAGS],
    /// Tags not in flight, a bit each, and where to look first.
    free: u64,
    all: u64,
    turn: u32,
    issued: u64,
    pub rows: Rows,
    pub starts: VecDeque<Start>,
    pub res: DelayQueue<Answer>,
    pub rsp: DelayQueue<Answer>,
    res_now: Option<Answer>,
    rsp_now: Option<Answer>,
}

/// How an instruction stands to those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hazard {
    /// It touches nothing that is in flight.
    None,
    /// Its bundles may follow those of this tag.
    Chain(u8),
    /// It has to wait for this tag.
    Wait(u8),
}

impl Side {
    pub fn new(cfg: &Config) -> Side {
        Side {
            i: In::default(),
            o: Out::default(),
            flights: std::array::from_fn(|_| None),
            free: u64::MAX >> (MAX_TAGS as u32 - cfg.tags),
            all: u64::MAX >> (MAX_TAGS as u32 - cfg.tags),
            turn: 0,
            issued: 0,
            rows: Rows::new(cfg.rows()),
            starts: VecDeque::new(),
            res: DelayQueue::default(),
            rsp: DelayQueue::default(),
            res_now: None,
            rsp_now: None,
        }
    }

    /// Whether an instruction of a step is accepted in this cycle, and has a name to go by.
    pub fn takes(&self, step: &Step) -> bool {
        let ready = if matches!(step.role, Role::Memory(..)) { self.o.memory_ready } else { self.o.issue_ready };
        ready && self.free != 0 && !self.i.issue_valid
    }

    /// A step of a warp beside what the warp has in flight; `mask` is its threads.
    pub fn hazard(&self, warp: usize, step: &Step, mask: u64) -> Hazard {
        let mut youngest: Option<(u64, u8)> = None;
        let mut flying = self.all & !self.free;
        while flying != 0 {
            let tag = flying.trailing_zeros() as u8;
            flying &= flying - 1;
            let Some(flight) = self.flights.get(tag as usize).and_then(Option::as_ref) else { continue };
            let Some(target) = flight.micro.step.target.filter(|_| flight.warp == warp) else { continue };
            let theirs = flight.micro.mask();
            let touches = |place: &Place| place.meets(&target) && mask != 0 && (place.scalar || theirs & mask != 0);
            if theirs == 0 || !step.places().chain(&step.target).any(touches) {
                continue;
            }
            let native = matches!(flight.micro.step.role, Role::Native | Role::Select(_));
            if !native || target.scalar || theirs != mask || !flight.first {
                return Hazard::Wait(tag);
            }
            if youngest.is_none_or(|(age, _)| flight.age > age) {
                youngest = Some((flight.age, tag));
            }
        }
        youngest.map_or(Hazard::None, |(_, tag)| Hazard::Chain(tag))
    }

    /// Issues an instruction of a warp in a slot.
    pub fn issue(&mut self, cfg: &Config, warp: usize, slot: u32, micro: MicroOp, hazard: Hazard) {
        let tag = (0..cfg.tags).map(|n| (self.turn + n) % cfg.tags).find(|tag| self.free >> tag & 1 == 1);
        let tag = tag.expect("a free tag was seen");
        self.turn = (tag + 1) % cfg.tags;
        self.free &= !(1 << tag);
        micro.offer(cfg, &mut self.i);
        self.i.issue_tag = tag as u8;
        self.i.issue_warp = slot as u8;
        if let Hazard::Chain(after) = hazard {
            (self.i.issue_chained, self.i.issue_after) = (true, after);
        }
        self.issued += 1;
        let left = micro.mask().count_ones();
        self.flights[tag as usize] = Some(Box::new(Flight { warp, micro, first: false, left, age: self.issued }));
    }

    /// An instruction is over; its tag is free.
    pub fn retire(&mut self, tag: u32) -> Option<Box<Flight>> {
        self.free |= 1 << tag;
        self.flights[tag as usize].take()
    }

    /// The oldest instruction of a warp in flight.
    pub fn oldest(&self, warp: usize) -> Option<&Flight> {
        self.flights.iter().flatten().filter(|flight| flight.warp == warp).min_by_key(|f| f.age).map(|f| &**f)
    }

    /// What came back goes onto its port and stays there until it is taken; a warp is given its registers.
    pub fn present(&mut self, now: u64) -> Option<Start> {
        self.i = In::default();
        self.res_now = self.res_now.or_else(|| self.res.pop(now));
        self.rsp_now = self.rsp_now.or_else(|| self.rsp.pop(now));
        let i = &mut self.i;
        if let Some(Answer { tag, bundle, slots, data }) = self.res_now {
            (i.res_valid, i.res_tag, i.res_bundle, i.res_slots, i.res_data) = (true, tag, bundle, slots, data);
        }
        if let Some(Answer { tag, bundle, slots, data }) = self.rsp_now {
            (i.rsp_valid, i.rsp_tag, i.rsp_bundle, i.rsp_slots, i.rsp_data) = (true, tag, bundle, slots, data);
        }
        let start = self.starts.pop_front()?;
        i.launch_valid = true;
        i.launch_warp = start.slot as u8;
        i.launch_threads = start.threads as u8;
        (i.launch_vector, i.launch_scalar, i.launch_tid) = (start.vector, start.scalar, start.tid as u16);
        Some(start)
    }

    /// What was taken leaves its port.
    pub fn settle(&mut self) {
        if self.i.res_valid && self.o.res_ready {
            self.res_now = None;
        }
        if self.i.rsp_valid && self.o.rsp_ready {
            self.rsp_now = None;
        }
    }
}
