use super::{Bits, BlockId, Flow, Reconvergence};

/// The blocks between a branch and its reconvergence point, for each side of the branch.
/// Sides overlap where the program jumps from one into the other, or back to before the branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// The start and the blocks of each side. A side that starts at the reconvergence point has no
    /// blocks.
    pub sides: Vec<(BlockId, Bits)>,
    /// The block where the sides meet, or the exit.
    pub meets: BlockId,
}

impl Region {
    /// Computes the region of the branch at the end of a block.
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
