use crate::program::{Function, Op};

/// A basic block by number, in the order of the text; the number after the last is the virtual exit.
pub type BlockId = usize;

/// A basic block: instructions that are executed from the first to the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its first instruction.
    pub start: u32,
    /// One past its last.
    pub end: u32,
    /// Where control can go, each once: for a guarded branch the target, then the next block. Without the edge that an endless loop gets.
    pub successors: Vec<BlockId>,
    /// Where it can come from.
    pub predecessors: Vec<BlockId>,
}

/// The control-flow graph of a function. Returns, exits, traps and the end of the text lead to a virtual exit; guarded ones lead to the next
/// block too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flow {
    /// In the order of the text; the first is the entry. A function without instructions has none.
    pub blocks: Vec<Block>,
    /// Blocks that get an edge to the exit for the sake of post-dominance alone: while there are blocks that can not reach the exit (endless loops), the
    /// last of them in the order of the text is given one. Executions are a subset of the paths of that graph, so what post-dominates in it does.
    pub endless: Vec<BlockId>,
    /// The block of each instruction.
    of: Vec<u32>,
}

/// Where an instruction can lead, as instruction numbers; `code.len()` and beyond is the end.
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

/// Whether a block ends with the instruction.
fn ends(op: &Op) -> bool {
    matches!(op, Op::Branch { .. } | Op::BranchIndexed { .. } | Op::Return | Op::Exit | Op::Trap)
}

impl Flow {
    /// Of a function.
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

    /// The virtual exit's number.
    pub fn exit(&self) -> BlockId {
        self.blocks.len()
    }
    /// The block of an instruction; the exit for what lies behind the last.
    pub fn block(&self, instruction: u32) -> BlockId {
        self.of.get(instruction as usize).map_or(self.exit(), |&b| b as BlockId)
    }
    /// The first instruction of a block; behind the last for the exit.
    pub fn start(&self, block: BlockId) -> u32 {
        self.blocks.get(block).map_or(self.of.len() as u32, |b| b.start)
    }
    /// The instructions of a block.
    pub fn instructions(&self, block: BlockId) -> std::ops::Range<usize> {
        self.blocks[block].start as usize..self.blocks[block].end as usize
    }
    /// The last instruction of a block: the one that can branch.
    pub fn last(&self, block: BlockId) -> usize {
        self.blocks[block].end as usize - 1
    }
    /// Blocks that control can reach, in an order in which a block comes after its predecessors, loops aside.
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
