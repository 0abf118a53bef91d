//! The dependences between the instructions of a block, which fix their order.

use super::Rules;
use super::body::ends;
use crate::analysis::Places;
use crate::program::{Instruction, Op, Operand, RegisterId, Space};

/// The dependences between the instructions of a block, by number.
pub(super) struct Dependences {
    /// For each instruction: the earlier ones that must come before it, each once.
    pub before: Vec<Vec<u32>>,
    /// For each instruction: the later ones that must come after it.
    pub after: Vec<Vec<u32>>,
}

/// The kinds of memory, and last the order of effects beyond the thread.
const KINDS: usize = 5;
const ALL: u8 = (1 << KINDS) - 1;

/// Returns the effects of an instruction beside registers: a mask of kinds that it reads, and one
/// that it writes. An instruction that threads of a warp execute together, as a vote, or with other
/// warps, as a barrier, counts as writing all kinds.
pub(super) fn effects(places: &Places, rules: &Rules, instruction: &Instruction) -> (u8, u8) {
    let kind = |space: Space| match space {
        _ if !rules.memory => 0,
        Space::Global => 1,
        Space::Shared => 2,
        Space::Local => 4,
        Space::Param => 8,
        Space::Generic => 15,
        Space::Const => 0,
    };
    let timed = |operand: &Operand| matches!(operand, Operand::Special(special) if special.by_time());
    if instruction.reads.iter().any(timed) {
        return (ALL, ALL);
    }
    match &instruction.op {
        Op::Load(memory) | Op::Store(memory) if memory.volatile => (ALL, ALL),
        Op::Load(memory) if memory.space == Space::Param && places.kernel_parameter(instruction) => (0, 0),
        Op::Load(memory) => (kind(memory.space), 0),
        Op::Store(memory) => (0, kind(memory.space)),
        Op::Texture(_) | Op::SurfaceAddress(_) => (kind(Space::Global), 0),
        Op::Move(_)
        | Op::Pack(_)
        | Op::Unpack(_)
        | Op::Integer(..)
        | Op::Float(..)
        | Op::Approximate(..)
        | Op::Test(..)
        | Op::SetPredicate { .. }
        | Op::Set { .. }
        | Op::Select(_)
        | Op::SelectSign { .. }
        | Op::Convert { .. }
        | Op::Predicate(_)
        | Op::ToGeneric(_)
        | Op::FromGeneric(_)
        | Op::IsSpace(_) => (0, 0),
        _ => (ALL, ALL),
    }
}

/// The last writer of a register or kind of memory, and its readers since.
#[derive(Clone, Default)]
struct Touched {
    writer: Option<u32>,
    readers: Vec<u32>,
}

impl Touched {
    fn read(&mut self, i: u32, before: &mut Vec<u32>) {
        before.extend(self.writer);
        self.readers.push(i);
    }
    fn write(&mut self, i: u32, before: &mut Vec<u32>) {
        before.extend(self.writer);
        before.extend(self.readers.iter().filter(|&&reader| reader != i));
        *self = Touched { writer: Some(i), readers: Vec::new() };
    }
}

impl Dependences {
    /// Computes the dependences between the instructions of a block.
    pub fn of(block: &[Instruction], places: &Places, rules: &Rules) -> Dependences {
        let touches = |i: &'_ Instruction| i.registers_read().chain(i.registers_written()).collect::<Vec<_>>();
        let mut names: Vec<RegisterId> = block.iter().flat_map(touches).collect();
        names.sort_unstable();
        names.dedup();
        let index = |r: RegisterId| names.binary_search(&r).expect("it is touched");
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); block.len()];
        let mut touched = vec![Touched::default(); names.len() + KINDS];
        let mut fence = None;
        for (i, (instruction, before)) in block.iter().zip(&mut before).enumerate() {
            let number = i as u32;
            let (reads, writes) = effects(places, rules, instruction);
            // a guarded write keeps the old value for some threads
            let kept = instruction.registers_written().filter(|_| instruction.guard.is_some());
            let read = instruction.registers_read().chain(kept).map(index);
            let kinds = |mask: u8| (0..KINDS).filter(move |k| mask >> k & 1 == 1).map(|k| names.len() + k);
            read.chain(kinds(reads & !writes)).for_each(|r| touched[r].read(number, before));
            let written = instruction.registers_written().map(index);
            written.chain(kinds(writes)).for_each(|r| touched[r].write(number, before));
            before.extend(fence);
            // threads can end in a call
            if ends(&instruction.op) || matches!(instruction.op, Op::Call { .. }) {
                before.extend(0..number);
                fence = Some(number);
            }
            before.sort_unstable();
            before.dedup();
            before.retain(|&b| b != number);
        }
        let mut after = vec![Vec::new(); block.len()];
        for (i, before) in before.iter().enumerate() {
            before.iter().for_each(|&b| after[b as usize].push(i as u32));
        }
        Dependences { before, after }
    }
}
