use crate::program::{Function, Op};

/// The number of a basic block, in the order of the text; the number after the last is the virtual
/// exit.
pub type BlockId = usize;

/// A basic block: instructions that are executed from the first to the last, and its edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The first instruction of the block.
    pub start: u32,
    /// One past the last instruction of the block.
    pub end: u32,
    /// The blocks that control can go to, each once: for a guarded branch the target, then the next
    /// block. The edge that an endless loop gets to the exit is not among them.
    pub successors: Vec<BlockId>,
    /// The blocks that control can come from.
    pub predecessors: Vec<BlockId>,
}

/// The control-flow graph of a function, with a virtual exit that returns, exits, traps and the end
/// of the text lead to. Guarded returns, exits and traps lead to the next block too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flow {
    /// The blocks in the order of the text; the first is the entry. A function without instructions
    /// has none.
    pub blocks: Vec<Block>,
    /// The blocks that get an edge to the exit for the sake of post-dominance alone, because of
    /// endless loops. While there are blocks that cannot reach the exit, the last of them in the
    /// order of the text is given an edge. Executions are a subset of the paths of that graph, so
    /// post-dominance in the graph holds for them.
    pub endless: Vec<BlockId>,
    /// The block of each instruction.
    of: Vec<u32>,
}

/// Returns the possible next instructions of an instruction, by number; `code.len()` and beyond is
/// the end.
fn targets(function: &Function, i: usize) -> Vec<usize> {
    let instruction = &function.code[i];
    let mut to = match &instruction.op {
        Op::Branch { target, .. } => vec![*target as usize],
        Op::BranchIndexed { targets, .. } => targets.iter().map(|&t| t as usize).collect(),
        Op::Return | Op::Exit | Op::Trap => vec![function.code.len()],
        _ => return vec![i + 1],
    };
    if instruction.guard.is_some() {
        to.push(i + 1);
    }
    to
}

/// Whether an instruction with this operation ends a basic block.
fn ends(op: &Op) -> bool {
    matches!(op, Op::Branch { .. } | Op::BranchIndexed { .. } | Op::Return | Op::Exit | Op::Trap)
}

impl Flow {
    /// Builds the control-flow graph of a function.
    pub fn of(function: &Function) -> Flow {
        let count = function.code.len();
        let mut leads = vec![false; count + 1];
        leads[0] = true;
        for (i, instruction) in function.code.iter().enumerate() {
            if ends(&instruction.op) {
                leads[i + 1] = true;
                targets(function, i).into_iter().for_each(|t| leads[t.min(count)] = true);
            }
        }
        let mut of = Vec::with_capacity(count);
        let mut blocks: Vec<Block> = Vec::new();
        for (i, &lead) in leads[..count].iter().enumerate() {
            if lead {
                blocks.push(Block { start: i as u32, end: i as u32, successors: Vec::new(), predecessors: Vec::new() });
            }
            let at = blocks.len() - 1;
            blocks[at].end += 1;
            of.push(at as u32);
        }
        let exit = blocks.len();
        for b in 0..exit {
            for t in targets(function, blocks[b].end as usize - 1) {
                let to = of.get(t).map_or(exit, |&to| to as BlockId);
                if !blocks[b].successors.contains(&to) {
                    blocks[b].successors.push(to);
                    if to != exit {
                        blocks[to].predecessors.push(b);
                    }
                }
            }
        }
        let mut flow = Flow { blocks, endless: Vec::new(), of };
        flow.endless = flow.find_endless();
        flow
    }

    fn find_endless(&self) -> Vec<BlockId> {
        let mut reaches = vec![false; self.blocks.len()];
        let mut open: Vec<BlockId> =
            (0..self.blocks.len()).filter(|&b| self.blocks[b].successors.contains(&self.exit())).collect();
        let mut endless = Vec::new();
        let mut last = self.blocks.len();
        loop {
            while let Some(b) = open.pop() {
                if !std::mem::replace(&mut reaches[b], true) {
                    open.extend(&self.blocks[b].predecessors);
                }
            }
            // nothing after `last` is left: what reaches the exit keeps doing so
            let Some(b) = (0..last).rev().find(|&b| !reaches[b]) else { return endless };
            endless.push(b);
            open.push(b);
            last = b;
        }
    }

    /// Returns the number of the virtual exit.
    pub fn exit(&self) -> BlockId {
        self.blocks.len()
    }
    /// Returns the block of an instruction; the exit for a number behind the last instruction.
    pub fn block(&self, instruction: u32) -> BlockId {
        self.of.get(instruction as usize).map_or(self.exit(), |&b| b as BlockId)
    }
    /// Returns the first instruction of a block; for the exit, the number behind the last
    /// instruction.
    pub fn start(&self, block: BlockId) -> u32 {
        self.blocks.get(block).map_or(self.of.len() as u32, |b| b.start)
    }
    /// Returns the numbers of the instructions of a block.
    pub fn instructions(&self, block: BlockId) -> std::ops::Range<usize> {
        self.blocks[block].start as usize..self.blocks[block].end as usize
    }
    /// Returns the last instruction of a block: the only one that can branch.
    pub fn last(&self, block: BlockId) -> usize {
        self.blocks[block].end as usize - 1
    }
    /// Returns the blocks that control can reach in reverse postorder: a block comes after its
    /// predecessors, loops aside.
    pub fn order(&self) -> Vec<BlockId> {
        let mut seen = vec![false; self.blocks.len() + 1];
        seen[self.exit()] = true;
        let (mut order, mut path) = (Vec::new(), Vec::new());
        if !self.blocks.is_empty() {
            seen[0] = true;
            path.push((0, 0));
        }
        while let Some((b, next)) = path.last_mut() {
            match self.blocks[*b].successors.get(*next) {
                Some(&to) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[to], true) {
                        path.push((to, 0));
                    }
                }
                None => {
                    order.push(*b);
                    path.pop();
                }
            }
        }
        order.reverse();
        order
    }
}
