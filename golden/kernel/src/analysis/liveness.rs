use super::{Bits, BlockId, Flow};
use crate::program::{Function, Instruction};

/// The live registers at the start and end of each block of a function.
/// A guarded write does not end a life: where the guard is false, the old value stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Liveness {
    /// The registers that are live before the first instruction of each block, the exit last.
    pub before: Vec<Bits>,
    /// The registers that are live after the last instruction of each block.
    pub after: Vec<Bits>,
}

/// Updates the live registers backwards over one instruction.
fn step(alive: &mut Bits, instruction: &Instruction) {
    if instruction.guard.is_none() {
        instruction.registers_written().for_each(|r| alive.remove(r.0 as usize));
    }
    instruction.registers_read().for_each(|r| alive.insert(r.0 as usize));
}

impl Liveness {
    /// Computes the live registers of a function from its control-flow graph.
    pub fn of(function: &Function, flow: &Flow) -> Liveness {
        let none = Bits::new(function.registers.len());
        let count = flow.blocks.len();
        let (mut before, mut after) = (vec![none.clone(); count + 1], vec![none.clone(); count]);
        // a block's effect: what it reads before it writes, what it writes
        let mut reads = vec![none.clone(); count];
        let mut kills = vec![none; count];
        for b in 0..count {
            for i in flow.instructions(b).rev() {
                let instruction = &function.code[i];
                step(&mut reads[b], instruction);
                if instruction.guard.is_none() {
                    instruction.registers_written().for_each(|r| kills[b].insert(r.0 as usize));
                }
            }
        }
        let mut open: Vec<BlockId> = (0..count).collect();
        let mut waiting = vec![true; count];
        while let Some(b) = open.pop() {
            waiting[b] = false;
            for &s in &flow.blocks[b].successors {
                after[b].union(&before[s]);
            }
            let mut alive = after[b].clone();
            alive.subtract(&kills[b]);
            alive.union(&reads[b]);
            if before[b].union(&alive) {
                for &p in &flow.blocks[b].predecessors {
                    if !std::mem::replace(&mut waiting[p], true) {
                        open.push(p);
                    }
                }
            }
        }
        Liveness { before, after }
    }

    /// Visits the instructions of a block from the last to the first, each with the registers that
    /// are live after it.
    pub fn walk(&self, function: &Function, flow: &Flow, block: BlockId, mut visit: impl FnMut(usize, &Bits)) {
        let mut alive = self.after[block].clone();
        for i in flow.instructions(block).rev() {
            visit(i, &alive);
            step(&mut alive, &function.code[i]);
        }
    }
}
