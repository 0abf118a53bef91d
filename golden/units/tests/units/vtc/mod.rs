//! Drives a golden `vtc` by hand, checks legality and invariants in every cycle.
#![allow(dead_code, missing_docs)]

pub mod memory;
pub mod naive;
pub mod random;

use heddle_contract::Config as _;
use heddle_contract::vtc::{Config, In, Out};
use heddle_golden::vtc::Vtc;
use heddle_golden::vtc::{Protocol, State};
use heddle_golden::{Golden, judged};

pub struct Driver {
    pub cfg: Config,
    pub q: State,
    pub p: Protocol,
}

impl Driver {
    pub fn new(cfg: &Config) -> Self {
        cfg.check().unwrap();
        Driver { cfg: cfg.clone(), q: Vtc::reset(cfg), p: Vtc::protocol(cfg) }
    }

    /// A unit in which a kernel was accepted.
    pub fn kernel(cfg: &Config, warps: u8, ctas: u8, active: u8) -> Self {
        let mut unit = Driver::new(cfg);
        assert!(!unit.step(&kernel(warps, ctas, active)).kernel_refused);
        unit
    }

    pub fn step(&mut self, i: &In) -> Out {
        let mut o = Out::default();
        judged::<Vtc>(&self.cfg, &mut self.p, &mut self.q, i, &mut o).unwrap_or_else(|wrong| panic!("{wrong}"));
        o
    }

    pub fn legal(&self, i: &In) -> bool {
        Vtc::legal(&self.cfg, &self.p, &self.q, i).is_ok()
    }

    /// A cycle in which nothing happens.
    pub fn idle(&mut self) -> Out {
        self.step(&In::default())
    }

    /// Assigns so many CTAs, one a cycle, and lets free slots fill.
    pub fn assign(&mut self, ctas: u8) {
        for _ in 0..ctas {
            assert!(self.step(&assign()).assign_ready);
        }
        self.settle();
    }

    /// Until the handler has nothing to do.
    pub fn settle(&mut self) -> Vec<Out> {
        let mut seen = Vec::new();
        let mut quiet = 0;
        while quiet < 3 {
            let o = self.idle();
            let busy = o.copy_valid || o.mem_valid || o.restore_valid || o.activate_valid || o.invalidate_valid;
            quiet = if busy { 0 } else { quiet + 1 };
            seen.push(o);
        }
        seen
    }

    /// All warps of a slot that run stall, one a cycle.
    pub fn stall_all(&mut self, slot: u8) {
        while self.legal(&stall(slot)) {
            self.step(&stall(slot));
        }
    }

    pub fn queue(&self) -> Vec<u8> {
        self.q.ready.iter().collect()
    }
}

pub fn kernel(warps: u8, ctas: u8, active: u8) -> In {
    In { kernel_valid: true, kernel_warps: warps, kernel_ctas: ctas, kernel_active: active, ..In::default() }
}
pub fn assign() -> In {
    In { assign_valid: true, ..In::default() }
}
pub fn stall(slot: u8) -> In {
    In { stall_valid: true, stall_slot: slot, ..In::default() }
}
pub fn wake(slot: u8) -> In {
    In { wake_valid: true, wake_slot: slot, ..In::default() }
}
pub fn barrier(slot: u8) -> In {
    In { barrier_valid: true, barrier_slot: slot, ..In::default() }
}
pub fn open(slot: u8) -> In {
    In { open_valid: true, open_slot: slot, ..In::default() }
}
pub fn exit(slot: u8) -> In {
    In { exit_valid: true, exit_slot: slot, ..In::default() }
}
pub fn issue(slot: u8, count: u8) -> In {
    In { issue_valid: true, issue_slot: slot, issue_count: count, ..In::default() }
}
pub fn write(slot: u8, cta: u8, count: u8) -> In {
    In { writeback_valid: true, writeback_slot: slot, writeback_cta: cta, writeback_count: count, ..In::default() }
}
pub fn demand() -> In {
    In { demand: true, ..In::default() }
}
pub fn copied(stack: impl Fn(usize) -> u64, id: [u32; 3]) -> In {
    In { copy_stack: std::array::from_fn(stack), copy_id: id, ..In::default() }
}

pub fn preset(name: &str) -> Config {
    Config::preset(name).unwrap().clone()
}
