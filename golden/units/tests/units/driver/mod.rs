//! Drives a golden lane by hand: issues instructions in order, answers its memory requests, checks
//! legality and invariants in every cycle.
#![allow(dead_code, missing_docs)]

use heddle_contract::lane::{Config, In, Out, kind};
use heddle_golden::lane::Lane;
use heddle_golden::lane::{Protocol, State};
use heddle_golden::{Golden, judged};

/// A preset of the lane's.
pub fn preset(name: &str) -> Config {
    <Config as heddle_contract::Config>::preset(name).unwrap().clone()
}

/// An instruction in the making: every thread, immediates as sources.
#[derive(Debug, Clone)]
pub struct Instr(pub In);

pub fn instr(op: u8) -> Instr {
    Instr(In {
        issue_valid: true,
        issue_op: op,
        issue_mask: u64::MAX,
        issue_guard: u64::MAX,
        issue_kind: [kind::IMMEDIATE; 3],
        ..In::default()
    })
}

impl Instr {
    pub fn dst(mut self, register: u8) -> Self {
        self.0.issue_writes = true;
        self.0.issue_dst = register;
        self
    }
    pub fn source(mut self, s: usize, kind: u8, index: u8) -> Self {
        self.0.issue_kind[s] = kind;
        self.0.issue_src[s] = index;
        self
    }
    pub fn mode(mut self, mode: u8) -> Self {
        self.0.issue_mode = mode;
        self
    }
    pub fn imm(mut self, imm: u32) -> Self {
        self.0.issue_imm = imm;
        self
    }
    pub fn warp(mut self, warp: u8) -> Self {
        self.0.issue_warp = warp;
        self
    }
    pub fn after(mut self, tag: u8) -> Self {
        (self.0.issue_chained, self.0.issue_after) = (true, tag);
        self
    }
    pub fn mask(mut self, mask: u64) -> Self {
        self.0.issue_mask = mask;
        self
    }
    pub fn guard(mut self, guard: u64) -> Self {
        self.0.issue_guard = guard;
        self
    }
    pub fn pred(mut self, pred: u64) -> Self {
        self.0.issue_pred = pred;
        self
    }
    pub fn scalar(mut self) -> Self {
        self.0.issue_scalar = true;
        self
    }
}

/// What left the lane.
pub struct Sent {
    pub slots: u8,
    /// Addresses, or source a.
    pub a: [u64; 4],
    /// Data, or source b.
    pub b: [u64; 4],
}

pub struct Driver {
    cfg: Config,
    q: State,
    p: Protocol,
    cycle: u64,
    req_ready: bool,
    /// Bundles taken by memory or an external unit.
    pub sent: Vec<Sent>,
    /// Predicate words: tag and word.
    pub words: Vec<(u8, u64)>,
}

impl Driver {
    /// A lane with every warp launched full, each in its own part of the rows, scalars at its end.
    pub fn new(cfg: &Config) -> Self {
        let mut driver = Driver {
            cfg: cfg.clone(),
            q: Lane::reset(cfg),
            p: Lane::protocol(cfg),
            cycle: 0,
            req_ready: true,
            sent: Vec::new(),
            words: Vec::new(),
        };
        Lane::invariant(cfg, &driver.p, &driver.q).unwrap();
        let rows = cfg.rows() / cfg.warps;
        for warp in 0..cfg.warps {
            driver.step(In {
                launch_valid: true,
                launch_warp: warp as u8,
                launch_threads: cfg.threads as u8,
                launch_vector: warp * rows,
                launch_scalar: (warp + 1) * rows - 4,
                launch_tid: (warp * cfg.threads) as u16,
                ..In::default()
            });
        }
        driver
    }

    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    pub fn step(&mut self, mut i: In) -> Out {
        i.issue_mask &= self.cfg.full_mask();
        i.issue_guard &= self.cfg.full_mask();
        i.req_ready |= self.req_ready;
        i.ext_ready = true;
        i.shared_grant = self.q.shared_request().unwrap_or(0);
        let mut o = Out::default();
        judged::<Lane>(&self.cfg, &mut self.p, &mut self.q, &i, &mut o)
            .unwrap_or_else(|wrong| panic!("cycle {}: {wrong}", self.cycle));
        if o.req_valid && i.req_ready || o.shared_request != 0 {
            self.sent.push(Sent { slots: o.req_slots, a: o.req_addr, b: o.req_data });
        }
        if o.ext_valid {
            self.sent.push(Sent { slots: o.ext_slots, a: o.ext_a, b: o.ext_b });
        }
        if o.pred_valid {
            self.words.push((o.pred_tag, o.pred_word));
        }
        self.cycle += 1;
        o
    }

    /// Issues as soon as the lane accepts; gives the tag.
    pub fn issue(&mut self, instr: Instr) -> u8 {
        loop {
            let free = !self.p.in_flight(&self.q) & (u64::MAX >> (64 - self.cfg.tags));
            if free != 0 && self.q.accepts(&self.cfg, instr.0.issue_op) {
                let tag = free.trailing_zeros() as u8;
                self.step(In { issue_tag: tag, ..instr.0 });
                return tag;
            }
            self.step(In::default());
        }
    }

    pub fn accepts(&self) -> bool {
        self.q.accepts(&self.cfg, 0)
    }

    /// An instruction on the port, under a tag that is free.
    pub fn offered(&self, instr: Instr) -> In {
        let mut i = instr.0;
        i.issue_tag = (!self.p.in_flight(&self.q)).trailing_zeros() as u8;
        i.issue_mask &= self.cfg.full_mask();
        i.issue_guard &= self.cfg.full_mask();
        i
    }

    /// The port of an input that is not legal in this cycle.
    pub fn wrong(&self, i: &In) -> Option<&'static str> {
        Lane::legal(&self.cfg, &self.p, &self.q, i).err().map(|illegal| illegal.port)
    }

    /// Issues, and runs until its `done` shows: how many cycles after its acceptance.
    pub fn run(&mut self, instr: Instr) -> u64 {
        let tag = self.issue(instr);
        let start = self.cycle - 1;
        self.until(|o| o.done >> tag & 1 == 1) - start
    }

    /// The cycle in which something shows.
    pub fn until(&mut self, shows: impl Fn(&Out) -> bool) -> u64 {
        for _ in 0..10_000 {
            let o = self.step(In::default());
            if shows(&o) {
                return self.cycle - 1;
            }
        }
        panic!("nothing shows for 10 000 cycles");
    }

    /// Runs until nothing is in flight.
    pub fn drain(&mut self) {
        while self.p.in_flight(&self.q) != 0 {
            self.step(In::default());
        }
    }

    /// How long an instruction occupies the instruction register of an idle lane.
    pub fn cycles_in_register(&mut self, instr: Instr) -> u64 {
        self.drain();
        self.issue(instr);
        let start = self.cycle - 1;
        self.until(|o| o.issue_ready) - start
    }

    /// Answers a load's bundle.
    pub fn respond(&mut self, tag: u8, bundle: u8, slots: u8, data: [u64; 4]) {
        let offer =
            In { rsp_valid: true, rsp_tag: tag, rsp_bundle: bundle, rsp_slots: slots, rsp_data: data, ..In::default() };
        while !self.step(offer.clone()).rsp_ready {}
    }

    /// Answers an external operation's bundle.
    pub fn result(&mut self, tag: u8, bundle: u8, slots: u8, data: [u64; 4]) {
        let offer =
            In { res_valid: true, res_tag: tag, res_bundle: bundle, res_slots: slots, res_data: data, ..In::default() };
        while !self.step(offer.clone()).res_ready {}
    }

    pub fn in_flight(&self, tag: u8) -> bool {
        self.p.in_flight(&self.q) >> tag & 1 == 1
    }

    pub fn block_memory(&mut self) {
        self.req_ready = false;
    }

    pub fn memory_ready(&mut self) -> bool {
        self.until(|o| o.issue_ready);
        self.step(In::default()).memory_ready
    }
}
