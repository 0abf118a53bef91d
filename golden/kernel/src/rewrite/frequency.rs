use crate::analysis::{Dominators, Flow};

/// How often a loop is assumed to go round, as Chaitin's allocator and those after it do: nothing is known of it.
const ROUNDS: i64 = 10;
/// Loops that count: so that no number overflows.
const DEPTH: u32 = 6;

/// How often something is executed beside the entry: if every loop goes round several times; if none goes round again; and if loops go round, but what
/// a branch leads around is never executed. What is true lies between.
pub(super) type Ways = [i64; 3];

/// How often each block is executed.
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
