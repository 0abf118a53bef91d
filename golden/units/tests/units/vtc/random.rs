//! Random inputs for a driver: legal ones, in phases, so that queues fill and empty.

use heddle_contract::vtc::In;
use heddle_golden::vtc::Vtc;
use heddle_golden::{Chance, Golden};

use super::Driver;

/// Percentages of a phase.
#[derive(Default)]
pub struct Phase {
    left: u32,
    stall: u32,
    wake: u32,
    barrier: u32,
    open: u32,
    exit: u32,
    issue: u32,
    write: u32,
    assign: u32,
    demand: u32,
    resets: bool,
}

impl Phase {
    pub fn next(&mut self, unit: &Driver, chance: &mut Chance) -> In {
        if self.left == 0 {
            let mut one = |some: &[u32]| some[chance.below(some.len() as u32) as usize];
            *self = Phase {
                left: one(&[20, 60, 150]),
                stall: one(&[20, 70, 100]),
                wake: one(&[0, 5, 30]),
                barrier: one(&[0, 0, 20, 60]),
                open: one(&[2, 30]),
                exit: one(&[0, 0, 3, 50]),
                issue: one(&[10, 60]),
                write: one(&[2, 40, 95]),
                assign: one(&[5, 90]),
                demand: one(&[0, 0, 20, 95]),
                resets: one(&[0, 0, 0, 0, 0, 1]) == 1,
            };
        }
        self.left -= 1;
        let cfg = &unit.cfg;
        let mut slot = || chance.below(cfg.active) as u8;
        let (issue_slot, stall_slot, wake_slot) = (slot(), slot(), slot());
        let (barrier_slot, open_slot, exit_slot) = (slot(), slot(), slot());
        let owing: Vec<usize> = (0..cfg.ctas as usize).filter(|cta| unit.p.owed[*cta] != 0).collect();
        let cta = owing.get(chance.below(owing.len().max(1) as u32) as usize).copied().unwrap_or(0);
        let mut i = In {
            reset: self.resets && self.left == 0,
            kernel_valid: chance.percent(10),
            kernel_warps: chance.below(cfg.warps + 2) as u8,
            kernel_ctas: (cfg.ctas + 1 - chance.below(3).min(cfg.ctas)) as u8,
            kernel_active: chance.below(cfg.active + 2) as u8,
            assign_valid: chance.percent(self.assign),
            issue_valid: chance.percent(self.issue),
            issue_slot,
            issue_count: chance.below(5) as u8,
            writeback_valid: chance.percent(self.write),
            writeback_slot: unit.p.origin[cta],
            writeback_cta: cta as u8,
            writeback_count: 1 + chance.below(u32::from(unit.p.owed[cta].clamp(1, 4))) as u8,
            stall_valid: chance.percent(self.stall),
            stall_slot,
            wake_valid: chance.percent(self.wake),
            wake_slot,
            barrier_valid: chance.percent(self.barrier),
            barrier_slot,
            open_valid: chance.percent(self.open),
            open_slot,
            exit_valid: chance.percent(self.exit),
            exit_slot,
            demand: chance.percent(self.demand),
            copy_id: [chance.word() as u32, chance.word() as u32, chance.word() as u32],
            ..In::default()
        };
        for word in &mut i.copy_stack[..cfg.stack_words() as usize] {
            *word = chance.word();
        }
        Vtc::repair(cfg, &unit.p, &unit.q, &mut i);
        i
    }
}
