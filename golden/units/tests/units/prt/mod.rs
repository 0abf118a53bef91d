//! Drives a golden `prt` by hand, checks legality and invariants in every cycle.
#![allow(dead_code, missing_docs)]

use heddle_contract::prt::{Config, In, Out, SOURCES, kind, op};
use heddle_golden::prt::Prt;
use heddle_golden::prt::{Protocol, State};
use heddle_golden::{Golden, Violation, judged};

pub mod naive;

pub fn preset(name: &str) -> Config {
    <Config as heddle_contract::Config>::preset(name).unwrap().clone()
}

/// An instruction in the making, in a partition's own registers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Instr {
    pub op: u8,
    pub dst: (u8, u8),
    pub src: [(u8, u8); SOURCES],
    pub guard: Option<u8>,
    pub imm: u32,
}

/// All classes of operations.
pub const ALL: u8 = (1 << op::CLASSES) - 1;

pub const ADD: u8 = 1;
pub const DIV: u8 = 32;
pub const STORE: u8 = 48;

/// `op` v`dst`, v`a`, v`b`.
pub fn instr(op: u8, dst: u8, a: u8, b: u8) -> Instr {
    Instr { op, dst: (kind::DATA, dst), src: [(kind::DATA, a), (kind::DATA, b), (kind::NONE, 0)], ..Instr::default() }
}

/// Adds an offer to an input.
pub fn offer(i: &mut In, p: u8, instr: Instr) {
    let p = usize::from(p);
    i.fetch |= 1 << p;
    i.fetch_op[p] = instr.op;
    (i.fetch_dst_kind[p], i.fetch_dst[p]) = instr.dst;
    for (s, (kind, register)) in instr.src.into_iter().enumerate() {
        (i.fetch_src_kind[p * SOURCES + s], i.fetch_src[p * SOURCES + s]) = (kind, register);
    }
    if let Some(guard) = instr.guard {
        i.fetch_guarded |= 1 << p;
        i.fetch_guard[p] = guard;
    }
    i.fetch_imm[p] = instr.imm;
}

/// What was issued: partition, code, destination and sources.
pub type Issued = (u8, u8, (u8, u8), [(u8, u8); SOURCES]);

pub struct Driver {
    pub cfg: Config,
    pub q: State,
    pub p: Protocol,
}

impl Driver {
    pub fn new(cfg: &Config) -> Self {
        Driver { cfg: cfg.clone(), q: Prt::reset(cfg), p: Prt::protocol(cfg) }
    }

    /// A kernel of these sizes, and all partitions running with this length.
    pub fn running(cfg: &Config, registers: u16, masks: u8, vl: u16) -> Self {
        let mut driver = Driver::new(cfg);
        assert!(!driver.kernel(registers, masks).kernel_refused);
        for p in 0..cfg.partitions as u8 {
            assert!(driver.start(p, vl, 0, 0).start_taken);
        }
        driver
    }

    pub fn legal(&self, i: &In) -> bool {
        Prt::legal(&self.cfg, &self.p, &self.q, i).is_ok()
    }

    pub fn step(&mut self, i: &In) -> Out {
        let mut o = Out::default();
        judged::<Prt>(&self.cfg, &mut self.p, &mut self.q, i, &mut o).unwrap_or_else(|wrong| panic!("{wrong}"));
        o
    }

    /// The invariants of a state in this one's place.
    pub fn check(&self, q: &State) -> Result<(), Violation> {
        Prt::invariant(&self.cfg, &self.p, q)
    }

    pub fn kernel(&mut self, registers: u16, masks: u8) -> Out {
        self.step(&In { kernel_valid: true, kernel_registers: registers, kernel_masks: masks, ..In::default() })
    }

    pub fn start(&mut self, p: u8, vl: u16, registers: u16, masks: u8) -> Out {
        self.step(&In {
            start_valid: true,
            start_partition: p,
            start_vl: vl,
            start_registers: registers,
            start_masks: masks,
            ..In::default()
        })
    }

    pub fn end(&mut self, p: u8) {
        self.step(&In { end_valid: true, end_partition: p, ..In::default() });
    }

    /// Offers instructions of several streams in one cycle, in which no pipeline is ready.
    pub fn fetch(&mut self, offers: &[(u8, Instr)]) -> Out {
        let mut i = In::default();
        offers.iter().for_each(|(p, instr)| offer(&mut i, *p, *instr));
        self.step(&i)
    }

    /// A cycle in which all pipelines are ready.
    pub fn issue(&mut self) -> Option<Issued> {
        self.issue_to(ALL)
    }
    /// A cycle in which the pipelines of the classes in a mask are ready.
    pub fn issue_to(&mut self, issue_ready: u8) -> Option<Issued> {
        let o = self.step(&In { issue_ready, ..In::default() });
        o.issue_valid.then(|| issued(&o))
    }

    pub fn done(&mut self, kind: u8, register: u8) {
        self.step(&In { done_valid: true, done_kind: kind, done_register: register, ..In::default() });
    }

    /// Base and size of a partition's registers of a kind.
    pub fn range(&self, p: u8, kind: u8) -> (u8, u16) {
        let owner = &self.q.partitions.each[usize::from(p)];
        (owner.base[usize::from(kind)], owner.size[usize::from(kind)])
    }
}

pub fn issued(o: &Out) -> Issued {
    let source = |s: usize| (o.issue_src_kind[s], o.issue_src[s]);
    (o.issue_partition, o.issue_op, (o.issue_dst_kind, o.issue_dst), [source(0), source(1), source(2)])
}

/// A shorthand for physical data registers.
pub fn v(register: u8) -> (u8, u8) {
    (kind::DATA, register)
}

pub const NOTHING: (u8, u8) = (kind::NONE, 0);
