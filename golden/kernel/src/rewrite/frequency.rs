use crate::analysis::{Dominators, Flow};

/// How often a loop is assumed to go round, as Chaitin's allocator and those after it do: nothing is known of it.
const ROUNDS: i64 = 10;
/// Loops that count: so that no number overflows.
const DEPTH: u32 = 6;

/// How often each block is executed beside the entry, if every loop goes round [`ROUNDS`] times and no branch leads around anything.
pub(super) fn frequencies(flow: &Flow, dominators: &Dominators) -> Vec<i64> {
    let mut depth = vec![0u32; flow.blocks.len()];
    for head in 0..flow.blocks.len() {
        let back = |&&b: &&usize| dominators.dominates(head, b);
        let mut open: Vec<usize> = flow.blocks[head].predecessors.iter().filter(back).copied().collect();
        if open.is_empty() {
            continue;
        }
        // the loop: what gets to the head again without leaving by it
        let mut seen = vec![false; flow.blocks.len()];
        seen[head] = true;
        while let Some(b) = open.pop() {
            if !std::mem::replace(&mut seen[b], true) {
                open.extend(&flow.blocks[b].predecessors);
            }
        }
        depth.iter_mut().zip(seen).for_each(|(depth, inside)| *depth += u32::from(inside));
    }
    depth.into_iter().map(|depth| ROUNDS.pow(depth.min(DEPTH))).collect()
}
