//! Random inputs for a driver: legal ones, in phases, so that queues fill and empty.

use heddle_contract::vtc::{In, Vtc};
use heddle_golden::Golden;

use super::Driver;

/// A stream of random words (splitmix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.word() % n.max(1) as u64) as usize
    }
    fn roll(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// Percentages of a phase.
#[derive(Default)]
pub struct Phase {
    left: usize,
    stall: usize,
    wake: usize,
    barrier: usize,
    open: usize,
    exit: usize,
    issue: usize,
    write: usize,
    assign: usize,
    demand: usize,
    resets: bool,
}

impl Phase {
    pub fn next(&mut self, unit: &Driver, chance: &mut Chance) -> In {
        if self.left == 0 {
            let mut one = |some: &[usize]| some[chance.below(some.len())];
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
        let mut slot = || chance.below(cfg.active as usize) as u8;
        let (issue_slot, stall_slot, wake_slot) = (slot(), slot(), slot());
        let (barrier_slot, open_slot, exit_slot) = (slot(), slot(), slot());
        let owing: Vec<usize> = (0..cfg.ctas as usize).filter(|cta| unit.p.owed[*cta] != 0).collect();
        let cta = owing.get(chance.below(owing.len())).copied().unwrap_or(0);
        let mut i = In {
            reset: self.resets && self.left == 0,
            kernel_valid: chance.roll(10),
            kernel_warps: chance.below(cfg.warps as usize + 2) as u8,
            kernel_ctas: (cfg.ctas as usize + 1 - chance.below(3).min(cfg.ctas as usize)) as u8,
            kernel_active: chance.below(cfg.active as usize + 2) as u8,
            assign_valid: chance.roll(self.assign),
            issue_valid: chance.roll(self.issue),
            issue_slot,
            issue_count: chance.below(5) as u8,
            writeback_valid: chance.roll(self.write),
            writeback_slot: unit.p.origin[cta],
            writeback_cta: cta as u8,
            writeback_count: 1 + chance.below(usize::from(unit.p.owed[cta].clamp(1, 4))) as u8,
            stall_valid: chance.roll(self.stall),
            stall_slot,
            wake_valid: chance.roll(self.wake),
            wake_slot,
            barrier_valid: chance.roll(self.barrier),
            barrier_slot,
            open_valid: chance.roll(self.open),
            open_slot,
            exit_valid: chance.roll(self.exit),
            exit_slot,
            demand: chance.roll(self.demand),
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
