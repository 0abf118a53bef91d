use crate::analysis::{Dominators, Flow};

/// The assumed rounds of a loop, as in Chaitin's allocator and its successors: nothing is known of
/// it.
const ROUNDS: i64 = 10;
/// The greatest loop depth that counts, so that no number overflows.
const DEPTH: u32 = 6;

/// Executions of a block relative to the entry, by three estimates: each loop goes round several
/// times; no loop goes round again; and loops go round, but blocks that a branch can skip are never
/// executed. The true number lies between.
pub(super) type Ways = [i64; 3];

/// Returns how often each block is executed.
pub(super) fn frequencies(flow: &Flow, dominators: &Dominators) -> Vec<Ways> {
    let count = flow.blocks.len();
    let mut depth = vec![0u32; count];
    // the size of a block's innermost loop, and whether each round executes the block
    let mut innermost: Vec<(usize, bool)> =
        (0..count).map(|b| (usize::MAX, dominators.dominates(b, flow.exit()))).collect();
    for head in 0..count {
        let back = |&&b: &&usize| dominators.dominates(head, b);
        let latches: Vec<usize> = flow.blocks[head].predecessors.iter().filter(back).copied().collect();
        if latches.is_empty() {
            continue;
        }
        // the loop: what gets to the head again without leaving by it
        let mut inside = vec![false; count];
        inside[head] = true;
        let mut open = latches.clone();
        while let Some(b) = open.pop() {
            if !std::mem::replace(&mut inside[b], true) {
                open.extend(&flow.blocks[b].predecessors);
            }
        }
        let size = inside.iter().filter(|&&inside| inside).count();
        for b in (0..count).filter(|&b| inside[b]) {
            depth[b] += 1;
            if size < innermost[b].0 {
                innermost[b] = (size, latches.iter().all(|&latch| dominators.dominates(b, latch)));
            }
        }
    }
    let often = |depth: u32| ROUNDS.pow(depth.min(DEPTH));
    depth.iter().zip(innermost).map(|(&d, (_, always))| [often(d), 1, if always { often(d) } else { 0 }]).collect()
}
