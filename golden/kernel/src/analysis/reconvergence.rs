use super::{BlockId, Flow, postdominators};
use crate::program::{Function, Instruction, Op};

/// Where the threads that a branch parts meet again: at the start of its immediate post-dominator.
///
/// A guarded exit or return parts nobody: who takes it leaves, or waits at the end of the function where nothing is executed; the others go on. Nor do
/// threads meet in a block that starts with a return or an exit: they meet at the function's end, so that who leaves early is gone, and not waiting, when
/// the others come to a barrier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reconvergence {
    at: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

fn leaves(function: &Function, instruction: u32) -> bool {
    let leaves = |i: &Instruction| i.guard.is_none() && matches!(i.op, Op::Return | Op::Exit);
    function.code.get(instruction as usize).is_some_and(leaves)
}

impl Reconvergence {
    /// Of a function and its graph.
    pub fn of(function: &Function, flow: &Flow) -> Reconvergence {
        let after = postdominators(flow);
        let mut at = vec![NOWHERE; function.code.len()];
        for b in 0..flow.blocks.len() {
            if matches!(function.code[flow.last(b)].op, Op::Branch { .. } | Op::BranchIndexed { .. }) {
                let meets = flow.start(after.immediate[b].unwrap_or(flow.exit()));
                at[flow.last(b)] = if leaves(function, meets) { flow.start(flow.exit()) } else { meets };
            }
        }
        Reconvergence { at }
    }
    /// For a branch, guarded or not, the number of an instruction, or that behind the last: the function's end. None for other instructions.
    pub fn at(&self, instruction: u32) -> Option<u32> {
        self.at.get(instruction as usize).copied().filter(|&at| at != NOWHERE)
    }
    /// The same as blocks: that in which the threads of a block's branch meet.
    pub fn block(&self, flow: &Flow, block: BlockId) -> Option<BlockId> {
        self.at(flow.last(block) as u32).map(|at| flow.block(at))
    }
}
