use super::Rules;
use super::depend::effects;
use super::frequency::{Ways, frequencies};
use crate::analysis::{Bits, BlockId, Dominators, Flow, Liveness, Places, dominators};
use crate::program::{Float, Function, Instruction, Integer, Module, Op, RegisterId, Type};

/// The analyses of a function between two changes.
pub(super) struct View<'a> {
    pub function: &'a Function,
    pub flow: Flow,
    pub liveness: Liveness,
    /// Estimated executions of each block.
    pub frequencies: Vec<Ways>,
    dominators: Dominators,
    places: Places<'a>,
    rules: Rules,
    /// For each register: the instruction that writes it, if there is exactly one and it has no
    /// guard.
    definitions: Vec<Option<u32>>,
    /// For each register: the instructions that read it.
    pub uses: Vec<Vec<u32>>,
}

/// A place where many registers are live: behind an instruction.
pub(super) struct Point {
    pub block: BlockId,
    pub instruction: usize,
    /// The registers that are live at the place or written by the instruction.
    pub alive: Bits,
    pub words: u32,
}

impl<'a> View<'a> {
    /// Analyses a function of a module.
    pub fn of(module: &'a Module, function: &'a Function, rules: &Rules) -> View<'a> {
        let flow = Flow::of(function);
        let liveness = Liveness::of(function, &flow);
        let dominators = dominators(&flow);
        let frequencies = frequencies(&flow, &dominators);
        let count = function.registers.len();
        let (mut definitions, mut written, mut uses) = (vec![None; count], vec![0u32; count], vec![Vec::new(); count]);
        for (i, instruction) in function.code.iter().enumerate() {
            for w in instruction.registers_written().map(|w| w.0 as usize) {
                written[w] += 1;
                definitions[w] = Some(i as u32).filter(|_| instruction.guard.is_none());
            }
            for r in instruction.registers_read().map(|r| r.0 as usize) {
                if uses[r].last() != Some(&(i as u32)) {
                    uses[r].push(i as u32);
                }
            }
        }
        if rules.operands {
            definitions.iter_mut().zip(&written).filter(|&(_, &n)| n != 1).for_each(|(d, _)| *d = None);
        }
        let places = Places::of(module, function);
        View { function, flow, liveness, frequencies, dominators, places, rules: *rules, definitions, uses }
    }

    /// Returns the size of a register in 32-bit words.
    pub fn words(&self, register: usize) -> u32 {
        self.function.registers[register].ty.words()
    }

    /// Returns the first of the points at which most words are live.
    pub fn peak(&self) -> Option<Point> {
        let mut peak: Option<Point> = None;
        for block in 0..self.flow.blocks.len() {
            self.liveness.walk(self.function, &self.flow, block, |instruction, after| {
                let mut alive = after.clone();
                self.function.code[instruction].registers_written().for_each(|w| alive.insert(w.0 as usize));
                let words = alive.iter().map(|r| self.words(r)).sum();
                if peak.as_ref().is_none_or(|peak| peak.words < words) {
                    peak = Some(Point { block, instruction, alive, words });
                }
            });
        }
        peak
    }

    /// Returns the registers that are live before an instruction.
    pub fn alive_before(&self, instruction: usize) -> Bits {
        let mut before = Bits::default();
        self.liveness.walk(self.function, &self.flow, self.flow.block(instruction as u32), |i, after| {
            if i == instruction {
                before.clone_from(after);
            }
        });
        let instruction = &self.function.code[instruction];
        if instruction.guard.is_none() {
            instruction.registers_written().for_each(|w| before.remove(w.0 as usize));
        }
        instruction.registers_read().for_each(|r| before.insert(r.0 as usize));
        before
    }

    /// Returns the instruction that writes a register, if it is the only one, writes nothing else,
    /// and dominates all uses. The register then holds its value wherever it is read.
    pub fn definition(&self, register: usize) -> Option<usize> {
        let d = self.definitions[register]? as usize;
        let block = self.flow.block(d as u32);
        let after = |&u: &u32| match self.flow.block(u) {
            b if b == block => u as usize > d,
            b => self.dominators.dominates(block, b),
        };
        (!self.rules.operands || self.uses[register].iter().all(after)).then_some(d)
    }

    /// Whether an instruction computes the same result wherever its operands are the same, and has
    /// no other effect.
    pub fn is_pure(&self, instruction: &Instruction) -> bool {
        instruction.guard.is_none()
            && instruction.writes.len() == 1
            && effects(&self.places, &self.rules, instruction) == (0, 0)
            && !matches!(&instruction.op, Op::Load(memory) if memory.space == crate::program::Space::Const)
    }

    /// Whether an instruction may be computed again: a simple operation.
    pub fn is_cheap(&self, instruction: &Instruction) -> bool {
        let integer = |ty: Type| !ty.is_float();
        let simple = match &instruction.op {
            Op::Move(_) | Op::Select(_) | Op::ToGeneric(_) | Op::FromGeneric(_) | Op::Load(_) => true,
            Op::Integer(operation, _) => !matches!(operation, Integer::Div | Integer::Rem),
            Op::Float(operation, Type::F32, _) => !matches!(operation, Float::Div | Float::Sqrt | Float::Rcp),
            Op::Convert { to, from, .. } => integer(*to) && integer(*from),
            _ => false,
        };
        simple && self.is_pure(instruction)
    }

    /// Returns the register that an instruction copies unchanged, if it is a copy.
    pub fn copied(&self, instruction: &Instruction) -> Option<usize> {
        let [Some(RegisterId(to))] = instruction.writes[..] else { return None };
        let [crate::program::Operand::Register(RegisterId(from))] = instruction.reads[..] else { return None };
        let words = self.words(to as usize);
        let whole = match instruction.op {
            Op::Move(ty) => ty.bits() == 32 * words,
            Op::ToGeneric(_) | Op::FromGeneric(_) => words == 2,
            _ => false,
        };
        (whole && instruction.guard.is_none() && words == self.words(from as usize)).then_some(from as usize)
    }
}
