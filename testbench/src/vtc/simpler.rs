//! What a simpler input of `vtc` is, for shrinking.

use heddle_contract::vtc::{Config, In};

type Change = fn(&mut In);

/// Fewer things that are valid, then less in them.
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

/// Candidates in place of `i`, boldest first.
pub fn simpler(i: &In) -> Vec<In> {
    CHANGES.iter().map(|change| changed(i, change)).filter(|candidate| candidate != i).collect()
}

fn changed(i: &In, change: impl Fn(&mut In)) -> In {
    let mut candidate = i.clone();
    change(&mut candidate);
    candidate
}

/// The same in every input: no stacks, a smaller kernel, one slot instead of another.
pub fn together(cfg: &Config, inputs: &[In], way: usize) -> Option<Vec<In>> {
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
        return Some(inputs.iter().map(|i| changed(i, change)).collect());
    }
    let slot = (way - whole.len()) as u32 + 1;
    let rename = |c: &mut In| {
        for at in slots(c) {
            if u32::from(*at) == slot {
                *at -= 1;
            }
        }
    };
    (slot < cfg.active).then(|| inputs.iter().map(|i| changed(i, rename)).collect())
}

/// Every slot that an input names.
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
