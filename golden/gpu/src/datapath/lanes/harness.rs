//! One lane in its core: the values on its ports, its instructions in flight, and results on their
//! way back.

use std::collections::VecDeque;

use heddle_contract::lane::{Config, In, MAX_WIDTH, Out};

use crate::base::ids::WarpId;
use crate::base::mask::ones;
use crate::base::{DelayQueue, first};
use crate::config::spec::Follow;
use crate::microop::{MicroOp, Role};

/// An instruction in flight in a lane.
#[derive(Debug, Clone)]
pub(super) struct InFlight {
    pub op: Box<MicroOp>,
    /// Number of threads that have not left the lane.
    pub left: u32,
    /// Whether a part of the instruction is in the lane; a part outside waits for a result.
    pub inside: bool,
    /// Cycle in which the predicates are there, if another unit computes them.
    pub due: u64,
    /// Threads whose results are there, and those of them that went back to the lane: kept where
    /// results have to go back in order.
    arrived: u64,
    returned: u64,
}

impl InFlight {
    /// Records results of these threads; returns the threads whose results go back now, bundle by
    /// bundle in order.
    fn in_order(&mut self, cfg: &Config, threads: u64) -> u64 {
        self.arrived |= threads;
        let missing = self.op.mask() & !self.arrived;
        let bundle = missing.trailing_zeros() / cfg.width * cfg.width;
        let before = if missing == 0 { u64::MAX } else { (1 << bundle) - 1 };
        let turn = self.arrived & before & !self.returned;
        self.returned |= turn;
        turn
    }
    /// Whether dependents can follow the load: all its lines are there, so that a lane does not
    /// wait for one line after the other.
    fn can_be_followed(&self) -> bool {
        let step = &self.op.step;
        let by_lines = step.is_global() || step.is_read_only();
        !by_lines || self.arrived == self.op.mask()
    }
}

/// Threads whose results come back to the lane.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Answer {
    pub tag: u8,
    pub threads: u64,
}

/// Launch of a warp in a lane, with its registers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    pub id: WarpId,
    /// Place of the warp in its lane.
    pub warp: u8,
    pub threads: u8,
    pub vector: u32,
    pub scalar: u32,
    pub tid: u16,
}

/// A port of the lane on which results come back, a bundle at a time.
#[derive(Debug, Default)]
pub(super) struct Back {
    later: DelayQueue<Answer>,
    /// The threads whose results are on the port, or come next; none of them if the port is idle.
    now: Answer,
}

impl Back {
    pub fn push(&mut self, due: u64, tag: u8, threads: u64) {
        self.later.push(due, Answer { tag, threads });
    }
    /// Returns the tag, bundle and slots that are on the port in this cycle; `None` if the port is
    /// idle.
    #[inline(always)]
    fn shows(&mut self, cfg: &Config, now: u64) -> Option<(u8, u8, u8)> {
        if self.now.threads == 0 {
            self.now = self.later.pop(now)?;
        }
        let Answer { tag, threads } = self.now;
        // a width is a power of two
        let bundle = threads.trailing_zeros() >> cfg.width.trailing_zeros();
        Some((tag, bundle as u8, (threads >> (bundle * cfg.width) & ((1 << cfg.width) - 1)) as u8))
    }
    fn taken(&mut self, bundle: u8, slots: u8, width: u32) {
        self.now.threads &= !(u64::from(slots) << (u32::from(bundle) * width));
    }
    fn is_due(&self, now: u64) -> bool {
        self.now.threads != 0 || self.later.next().is_some_and(|due| due <= now)
    }
}

/// A lane and its surroundings in a core.
#[derive(Debug)]
pub(super) struct LaneHarness<D> {
    pub unit: D,
    pub i: In,
    pub o: Out,
    pub in_flight: Box<[Option<InFlight>]>,
    /// Mask of the tags not in flight, and the tag at which the search starts.
    free: u64,
    turn: u32,
    /// Number of instructions of which a part is in the lane.
    inside: u32,
    /// Whether something may happen in the lane without an input.
    pub awake: bool,
    /// Whether the lane has anything to do in this cycle, beside an instruction that is issued.
    pub acts: bool,
    pub starts: VecDeque<Start>,
    res: Back,
    rsp: Back,
    /// Whether all results go back in order.
    in_order: bool,
    /// Mask of tags whose first bundle was written, which the scoreboard does not have yet.
    begun: u64,
}

impl<D> LaneHarness<D> {
    pub fn new(cfg: &Config, unit: D, follow: Follow) -> LaneHarness<D> {
        let mut side = LaneHarness {
            unit,
            i: In::default(),
            o: Out::default(),
            in_flight: (0..cfg.tags).map(|_| None).collect(),
            free: u64::MAX >> (64 - cfg.tags),
            turn: 0,
            inside: 0,
            awake: false,
            acts: false,
            starts: VecDeque::new(),
            res: Back::default(),
            rsp: Back::default(),
            in_order: follow == Follow::Loads,
            begun: 0,
        };
        side.rest();
        side
    }

    /// Sets the outputs of a lane at rest.
    fn rest(&mut self) {
        let o = &mut self.o;
        (o.issue_ready, o.memory_ready) = (true, true);
        (o.req_valid, o.shared_request, o.ext_valid) = (false, 0, false);
        (o.first, o.done, o.pred_valid) = (0, 0, false);
        self.awake = false;
    }

    /// Whether the lane accepts an instruction in this cycle, and a tag is free for it.
    pub fn takes(&self, memory: bool) -> bool {
        let ready = if memory { self.o.memory_ready } else { self.o.issue_ready };
        ready && self.free != 0 && !self.i.issue_valid
    }

    /// Whether the lane has anything to do in a cycle, as far as is known before it.
    fn will_act(&self, now: u64) -> bool {
        self.awake || !self.starts.is_empty() || self.res.is_due(now) || self.rsp.is_due(now)
    }

    /// Returns the cycle of the next input to a lane at rest; `None` if there is none.
    pub fn next(&self, now: u64) -> Option<u64> {
        if self.will_act(now + 1) {
            return Some(now + 1);
        }
        first([self.res.later.next(), self.rsp.later.next()])
    }

    /// Drives an instruction of a warp on the issue port, and returns its tag.
    pub fn issue(&mut self, cfg: &Config, warp: u8, op: Box<MicroOp>, after: Option<u8>) -> u8 {
        let ahead = self.free & (u64::MAX << self.turn);
        let tag = if ahead != 0 { ahead } else { self.free }.trailing_zeros();
        self.turn = if tag + 1 == cfg.tags { 0 } else { tag + 1 };
        self.free &= !(1 << tag);
        let i = &mut self.i;
        op.offer(cfg, i);
        (i.issue_tag, i.issue_warp) = (tag as u8, warp);
        (i.issue_chained, i.issue_after) = (after.is_some(), after.unwrap_or(0));
        let left = op.mask().count_ones();
        self.inside += 1;
        self.in_flight[tag as usize] = Some(InFlight { op, left, inside: true, due: 0, arrived: 0, returned: 0 });
        tag as u8
    }

    /// Schedules the results of these threads of an instruction, which come back on the port of its
    /// class in cycle `due`.
    pub fn answer(&mut self, cfg: &Config, due: u64, tag: u8, mut threads: u64) {
        let Some(flight) = &mut self.in_flight[usize::from(tag)] else { return };
        if self.in_order {
            threads = flight.in_order(cfg, threads);
        }
        let memory = matches!(flight.op.step.role, Role::Memory(..));
        if threads != 0 {
            if memory { &mut self.rsp } else { &mut self.res }.push(due, tag, threads);
        }
    }

    /// Returns the mask of the tags to whose instructions a dependent one can be chained from now
    /// on.
    #[inline]
    pub fn can_be_followed(&mut self) -> u64 {
        self.begun |= self.o.first & !self.o.done;
        if self.begun == 0 {
            return 0;
        }
        let ready =
            |tag: &usize| self.in_flight[*tag].as_ref().is_none_or(|flight| !self.in_order || flight.can_be_followed());
        let ready = ones(self.begun).filter(ready).fold(0, |tags, tag| tags | 1 << tag);
        self.begun &= !ready;
        ready
    }

    /// Records that threads of an instruction leave the lane; returns whether all have left.
    pub fn leave(&mut self, tag: u8, threads: u32) -> bool {
        let Some(flight) = &mut self.in_flight[usize::from(tag)] else { return false };
        flight.left = flight.left.saturating_sub(threads);
        if flight.left == 0 && flight.inside && flight.op.step.target.is_some() {
            flight.inside = false;
            self.inside -= 1;
        }
        flight.left == 0
    }

    /// Removes and returns an instruction that is over; its tag is free.
    pub fn retire(&mut self, tag: u32) -> Option<InFlight> {
        self.free |= 1 << tag;
        self.begun &= !(1 << tag);
        let flight = self.in_flight[tag as usize].take()?;
        self.inside -= u32::from(flight.inside);
        Some(flight)
    }

    /// Begins a cycle: drives results that came back and the next warp launch on the input ports;
    /// both stay there until they are taken.
    pub fn present(&mut self, cfg: &Config, now: u64) {
        self.acts = self.will_act(now);
        if !self.acts {
            return;
        }
        let LaneHarness { i, in_flight, res, rsp, .. } = self;
        let data = |tag: u8, bundle: u8, slots: u8, data: &mut [u64; MAX_WIDTH]| {
            let Some(flight) = &in_flight[usize::from(tag)] else { return };
            let first = u32::from(bundle) * cfg.width;
            for k in (0..cfg.width).filter(|k| slots >> k & 1 == 1) {
                data[k as usize] = flight.op.result((first + k) as usize);
            }
        };
        if let Some((tag, bundle, slots)) = res.shows(cfg, now) {
            (i.res_valid, i.res_tag, i.res_bundle, i.res_slots) = (true, tag, bundle, slots);
            data(tag, bundle, slots, &mut i.res_data);
        }
        if let Some((tag, bundle, slots)) = rsp.shows(cfg, now) {
            (i.rsp_valid, i.rsp_tag, i.rsp_bundle, i.rsp_slots) = (true, tag, bundle, slots);
            data(tag, bundle, slots, &mut i.rsp_data);
        }
        if let Some(&start) = self.starts.front() {
            (i.launch_valid, i.launch_warp, i.launch_threads) = (true, start.warp, start.threads);
            (i.launch_vector, i.launch_scalar, i.launch_tid) = (start.vector, start.scalar, start.tid);
        }
    }

    /// Clears the ports that were taken, after the edge. A lane with nothing but instructions that
    /// wait for results is at rest.
    pub fn settle(&mut self, cfg: &Config) {
        let i = &mut self.i;
        let mut answered = false;
        if i.res_valid && self.o.res_ready {
            self.res.taken(i.res_bundle, i.res_slots, cfg.width);
            answered = true;
        }
        if i.rsp_valid && self.o.rsp_ready {
            self.rsp.taken(i.rsp_bundle, i.rsp_slots, cfg.width);
            answered = true;
        }
        (i.issue_valid, i.launch_valid, i.res_valid, i.rsp_valid) = (false, false, false, false);
        (i.req_ready, i.ext_ready, i.shared_grant) = (false, false, 0);
        // what was answered shows as done in the next cycle
        self.awake = self.inside != 0 || answered;
        if !self.awake {
            self.rest();
        }
    }
}
