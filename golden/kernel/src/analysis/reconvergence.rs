use super::{BlockId, Flow, postdominators};
use crate::program::{Function, Instruction, Op};

/// The reconvergence point of each branch of a function: the start of the branch's immediate
/// post-dominator.
///
/// A guarded exit or return makes no threads diverge: a thread that takes it ends, or waits at the
/// end of the function where nothing is executed; the others continue. Nor do threads reconverge in
/// a block that starts with a return or an exit: they reconverge at the function's end, so that a
/// thread that exits early has ended, and is not waiting, when the others come to a barrier.
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
    /// Computes the reconvergence points of a function from its control-flow graph.
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
    /// Returns the reconvergence point of a branch, guarded or not, as an instruction number;
    /// `None` for other instructions. The number behind the last instruction is the function's end.
    pub fn at(&self, instruction: u32) -> Option<u32> {
        self.at.get(instruction as usize).copied().filter(|&at| at != NOWHERE)
    }
    /// Returns the block in which the threads of a block's branch reconverge; `None` if the block
    /// does not end in a branch.
    pub fn block(&self, flow: &Flow, block: BlockId) -> Option<BlockId> {
        self.at(flow.last(block) as u32).map(|at| flow.block(at))
    }
}
