use crate::analysis::{Flow, Liveness};
use crate::program::{Function, Instruction, Op};

/// A function's instructions by blocks, whose order can change without regard to the targets of
/// branches.
pub(super) struct Body {
    pub blocks: Vec<Vec<Instruction>>,
}

impl Body {
    /// Copies the instructions of a function into the blocks of its control-flow graph.
    pub fn of(function: &Function, flow: &Flow) -> Body {
        let block = |b| function.code[flow.instructions(b)].to_vec();
        Body { blocks: (0..flow.blocks.len()).map(block).collect() }
    }

    /// Returns the function made of these blocks; `function` is the old one, whose numbers the
    /// branch targets still have.
    pub fn into_function(self, function: &Function, flow: &Flow) -> Function {
        let mut starts = Vec::with_capacity(self.blocks.len() + 1);
        starts.push(0);
        starts.extend(self.blocks.iter().scan(0, |end, block| {
            *end += block.len() as u32;
            Some(*end)
        }));
        let mut code: Vec<Instruction> = self.blocks.into_iter().flatten().collect();
        let place = |target: &mut u32| *target = starts[flow.block(*target)];
        for instruction in &mut code {
            match &mut instruction.op {
                Op::Branch { target, .. } => place(target),
                Op::BranchIndexed { targets, .. } => targets.iter_mut().for_each(place),
                _ => {}
            }
        }
        Function { code, ..function.clone() }
    }
}

/// Whether an instruction ends its block, so that no instruction moves behind it.
pub(super) fn ends(op: &Op) -> bool {
    matches!(op, Op::Branch { .. } | Op::BranchIndexed { .. } | Op::Return | Op::Exit | Op::Trap)
}

/// Returns the most words that are live in each block: behind an instruction, together with the
/// words that it writes.
pub(super) fn peaks(function: &Function, flow: &Flow, liveness: &Liveness) -> Vec<u32> {
    let words = |r: usize| function.registers[r].ty.words();
    let mut peaks = vec![0; flow.blocks.len()];
    for (b, peak) in peaks.iter_mut().enumerate() {
        *peak = liveness.before[b].iter().map(words).sum();
        liveness.walk(function, flow, b, |i, after| {
            let writes = function.code[i].registers_written().map(|w| w.0 as usize);
            let dead: u32 = writes.filter(|&w| !after.contains(w)).map(words).sum();
            *peak = dead.max(dead + after.iter().map(words).sum::<u32>()).max(*peak);
        });
    }
    peaks
}
