//! Simpler inputs of the virtual thread controller, for shrinking.

use crate::vtc::Vtc;
use heddle_contract::vtc::{Config, In, Out};

use heddle_testbench::bench::{Shrink, each, propose};

type Change = fn(&mut In);

/// Changes that make an input simpler: fewer valid ports, then less payload.
const CHANGES: &[Change] = &[
    |c| *c = In::default(),
    |c| c.reset = false,
    |c| c.kernel_valid = false,
    |c| c.assign_valid = false,
    |c| c.issue_valid = false,
    |c| c.writeback_valid = false,
    |c| c.stall_valid = false,
    |c| c.wake_valid = false,
    |c| c.barrier_valid = false,
    |c| c.open_valid = false,
    |c| c.exit_valid = false,
    |c| c.demand = false,
    |c| c.copy_stack.fill(0),
    |c| c.copy_id.fill(0),
    |c| c.kernel_warps = c.kernel_warps.min(1),
    |c| c.kernel_warps = c.kernel_warps.saturating_sub(1),
    |c| c.kernel_ctas = c.kernel_ctas.min(2),
    |c| c.kernel_ctas = c.kernel_ctas.saturating_sub(1),
    |c| c.kernel_active = c.kernel_active.min(1),
    |c| c.kernel_active = c.kernel_active.saturating_sub(1),
    |c| c.issue_count = c.issue_count.min(1),
    |c| c.issue_count = c.issue_count.saturating_sub(1),
    |c| c.writeback_count = c.writeback_count.min(1),
    |c| c.writeback_count = c.writeback_count.saturating_sub(1),
    |c| c.copy_id = c.copy_id.map(|id| id.min(1)),
    |c| c.copy_stack[1..].fill(0),
    |c| c.copy_stack = c.copy_stack.map(|word| word.min(1)),
];

impl Shrink for Vtc {
    fn shrink_candidates(_: &Config, i: &In) -> Vec<In> {
        let mut candidates = Vec::new();
        CHANGES.iter().for_each(|change| propose(&mut candidates, i, change));
        candidates
    }

    fn shrink_candidates_together(cfg: &Config, inputs: &[In], way: usize) -> Option<Vec<In>> {
        let whole: &[Change] = &[
            |c| (c.copy_stack, c.copy_id) = (In::default().copy_stack, [0; 3]),
            |c| c.demand = false,
            |c| c.kernel_warps = c.kernel_warps.min(1),
            |c| c.kernel_warps = c.kernel_warps.min(2),
            |c| c.kernel_warps = c.kernel_warps.min(3),
            |c| c.kernel_warps = c.kernel_warps.saturating_sub(1),
            |c| {
                c.kernel_active = c.kernel_active.min(1);
                slots(c).into_iter().for_each(|slot| *slot = 0);
            },
            |c| c.kernel_active = c.kernel_active.min(1),
            |c| c.kernel_active = c.kernel_active.min(2),
            |c| c.kernel_ctas = c.kernel_ctas.min(2),
            |c| c.kernel_ctas = c.kernel_ctas.min(3),
            |c| (c.issue_count, c.writeback_count) = (c.issue_count.min(1), c.writeback_count.min(1)),
        ];
        if let Some(change) = whole.get(way) {
            return Some(each(inputs, change));
        }
        let way = way - whole.len();
        if way == 3 {
            return Some(one_round_less(inputs));
        }
        if way < 3 {
            return Some(fewer_warps(inputs, [|_| 1, |_| 2, |warps: u8| warps - 1][way]));
        }
        let slot = (way - 4) as u32 + 1;
        let rename = |c: &mut In| {
            for at in slots(c) {
                if u32::from(*at) == slot {
                    *at -= 1;
                }
            }
        };
        (slot < cfg.active).then(|| each(inputs, rename))
    }

    fn taken(_: &Config, i: &In, o: &Out) -> bool {
        let copies = i.copy_id.iter().any(|id| *id != 0) || i.copy_stack.iter().any(|word| *word != 0);
        !copies || o.copy_valid
    }
}

/// Returns inputs with fewer warps in a CTA, of which fewer stall or end before the CTA is swapped
/// out.
fn fewer_warps(inputs: &[In], left: fn(u8) -> u8) -> Vec<In> {
    let (mut warps, mut fewer, mut seen) = (0, 0, [0; 16]);
    let mut inputs = inputs.to_vec();
    for i in &mut inputs {
        if i.kernel_valid {
            (warps, seen) = (i.kernel_warps, [0; 16]);
            fewer = warps.saturating_sub(left(warps.max(1)).max(1));
            i.kernel_warps -= fewer;
        }
        let mut keep = |valid: &mut bool, slot: u8| {
            if *valid && fewer > 0 {
                let stopped = &mut seen[usize::from(slot & 15)];
                *valid = *stopped % warps >= fewer;
                *stopped += 1;
            }
        };
        keep(&mut i.exit_valid, i.exit_slot);
        keep(&mut i.stall_valid, i.stall_slot);
    }
    inputs
}

/// Returns inputs with one round of stalls less: the first CTA to be swapped out stays, and each
/// writeback is for the CTA before.
fn one_round_less(inputs: &[In]) -> Vec<In> {
    let (mut ctas, mut less) = (0, 0);
    let mut fewer = inputs.to_vec();
    for i in &mut fewer {
        if i.kernel_valid {
            (ctas, less) = (i.kernel_ctas, i.kernel_warps);
        }
        if less > 0 && i.stall_valid {
            i.stall_valid = false;
            less -= 1;
        }
        if i.writeback_valid && ctas > 0 {
            i.writeback_cta = (i.writeback_cta % ctas + ctas - 1) % ctas;
        }
    }
    // without a stall less it would be no simpler
    let stalls = |inputs: &[In]| inputs.iter().filter(|i| i.stall_valid).count();
    if stalls(&fewer) < stalls(inputs) { fewer } else { inputs.to_vec() }
}

/// Returns every slot number of an input.
fn slots(c: &mut In) -> [&mut u8; 7] {
    [
        &mut c.issue_slot,
        &mut c.writeback_slot,
        &mut c.stall_slot,
        &mut c.wake_slot,
        &mut c.barrier_slot,
        &mut c.open_slot,
        &mut c.exit_slot,
    ]
}
