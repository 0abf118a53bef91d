use super::{Bits, BlockId, Flow, Reconvergence};

/// What runs between a branch and the point where its threads meet again: the sides of the branch, each with the blocks that its threads can be in
/// before they get there. Sides overlap where the program jumps from one into the other, or back to before the branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Where each side starts, and its blocks. A side that starts at the meeting point has none.
    pub sides: Vec<(BlockId, Bits)>,
    /// Where they meet: a block, or the exit.
    pub meets: BlockId,
}

impl Region {
    /// Of the branch at the end of a block.
    pub fn of(flow: &Flow, reconvergence: &Reconvergence, block: BlockId) -> Region {
        let meets = reconvergence.block(flow, block).unwrap_or(flow.exit());
        let side = |start: BlockId| {
            let mut blocks = Bits::new(flow.blocks.len() + 1);
            let mut open = vec![start];
            while let Some(b) = open.pop() {
                if b != meets && b != flow.exit() && !blocks.contains(b) {
                    blocks.insert(b);
                    open.extend(&flow.blocks[b].successors);
                }
            }
            (start, blocks)
        };
        Region { sides: flow.blocks[block].successors.iter().map(|&s| side(s)).collect(), meets }
    }
}
