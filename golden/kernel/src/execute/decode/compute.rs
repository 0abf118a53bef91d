//! Decoding of computing instructions.

use super::{Decoder, Decoding, malformed};
use crate::arithmetic::Shape;
use crate::execute::code::{AnyDest, AnySource, Code, Evaluate, Flag, FlagDest, Source, Vector};
use crate::execute::compute::{self, Run};
use crate::program::{Group, Instruction, Integer, Op, Type};

/// The truth tables of the two operands, by bit 2a + b.
const A: u8 = 0b1100;
const B: u8 = 0b1010;

impl Decoder<'_, '_> {
    pub fn compute(&mut self, instruction: &Instruction) -> Decoding<Code> {
        match instruction.op {
            Op::Move(Type::Pred) => self.logic(instruction, A, 1),
            Op::Predicate(operation) => match operation {
                Integer::And => self.logic(instruction, A & B, 2),
                Integer::Or => self.logic(instruction, A | B, 2),
                Integer::Xor => self.logic(instruction, A ^ B, 2),
                Integer::Not | Integer::Cnot => self.logic(instruction, !A & 0xF, 1),
                _ => malformed("predicates know and, or, xor and not"),
            },
            Op::Move(ty) if ty.words() > 0 && ty.bits() >= 32 => self.copy(instruction, ty.words()),
            Op::ToGeneric(_) | Op::FromGeneric(_) => self.copy(instruction, 2),
            Op::Pack(ty) | Op::Unpack(ty) => self.vector(instruction, ty),
            Op::Select(ty) if ty.bits() == 32 || ty.bits() == 64 => self.select(instruction, ty),
            Op::SetPredicate { compare, ty, flush, group } => {
                // a loop compares; what is grouped with it is a matter of masks
                let plain = Op::SetPredicate { compare, ty, flush, group: None };
                self.test(instruction, &plain, group)
            }
            ref op => self.map(instruction, op),
        }
    }

    fn logic(&mut self, instruction: &Instruction, table: u8, reads: usize) -> Decoding<Code> {
        let a = self.flag(instruction, 0)?;
        let b = if reads > 1 { self.flag(instruction, 1)? } else { Flag::FALSE };
        Ok(Code::Logic { table, a, b, to: self.flag_dest(instruction, 0)? })
    }

    /// Decodes a copy: a narrower destination takes the low words, a wider one has zeros above.
    fn copy(&mut self, instruction: &Instruction, words: u32) -> Decoding<Code> {
        let to = self.dest(instruction, 0)?;
        let (from, has) = self.source(self.read(instruction, 0)?)?;
        let words = words.min(has).min(u32::from(to.words)) as u8;
        Ok(Code::Copy { from, words, to })
    }

    fn select(&mut self, instruction: &Instruction, ty: Type) -> Decoding<Code> {
        let to = self.dest(instruction, 0)?;
        if u32::from(to.words) != ty.words() {
            return self.evaluate(instruction);
        }
        let [a, b] = [0, 1].map(|n| self.value(instruction, n, ty.words()));
        Ok(Code::Select { a: a?, b: b?, by: self.flag(instruction, 2)?, to })
    }

    /// Returns the loop for an operation, if it has one and the image is made with loops.
    fn loop_of(&self, op: &Op) -> Option<compute::Loop> {
        if self.making.loops { compute::of(op, self.making.wide) } else { None }
    }

    fn test(&mut self, instruction: &Instruction, op: &Op, group: Option<(Group, bool)>) -> Decoding<Code> {
        let Some(compute::Loop { run: Run::Test(run), reads, .. }) = self.loop_of(op) else {
            return self.evaluate(instruction);
        };
        let reads = self.shaped(instruction, reads)?;
        let (with, table) = match group {
            None => (Flag::FALSE, B),
            Some((group, negated)) => {
                let a = if negated { !A & 0xF } else { A };
                let table = match group {
                    Group::And => a & B,
                    Group::Or => a | B,
                    Group::Xor => a ^ B,
                };
                (self.flag(instruction, 2)?, table)
            }
        };
        let [p, q] = [0, 1].map(|n| self.flag_dest(instruction, n));
        Ok(Code::Test { run, reads, with, table, p: p?, q: q? })
    }

    fn map(&mut self, instruction: &Instruction, op: &Op) -> Decoding<Code> {
        let Some(compute::Loop { run, reads, result }) = self.loop_of(op) else { return self.evaluate(instruction) };
        match run {
            Run::Map(run) => {
                let words = if result == Shape::Pair { 2 } else { 1 };
                let AnyDest::Word(to) = self.any_dest(instruction, 0)? else { return self.evaluate(instruction) };
                if to.words != words || instruction.writes.len() > 1 || reads.contains(&Shape::Predicate) {
                    return self.evaluate(instruction);
                }
                Ok(Code::Map { run, reads: self.shaped(instruction, reads)?, to })
            }
            Run::Test(run) => {
                let reads = self.shaped(instruction, reads)?;
                let p = self.flag_dest(instruction, 0)?;
                Ok(Code::Test { run, reads, with: Flag::FALSE, table: B, p, q: FlagDest::SINK })
            }
        }
    }

    /// Returns the operands of a loop. An operand that it does not read is any row.
    fn shaped(&mut self, instruction: &Instruction, shapes: [Shape; 3]) -> Decoding<[Source; 3]> {
        let nothing = self.constant(0);
        let mut sources = [nothing; 3];
        for (n, shape) in shapes.into_iter().enumerate() {
            sources[n] = match shape {
                Shape::Nothing => nothing,
                Shape::Word => self.value(instruction, n, 1)?,
                Shape::Pair => self.value(instruction, n, 2)?,
                Shape::Predicate => return malformed("a predicate stands where a register is needed"),
            };
        }
        Ok(sources)
    }

    fn evaluate(&mut self, instruction: &Instruction) -> Decoding<Code> {
        let nothing = AnySource::Word(self.constant(0), 2);
        let mut reads = [nothing; 4];
        let count = instruction.reads.len();
        if count > 4 || instruction.writes.len() > 2 {
            return malformed("too many operands");
        }
        for (n, read) in reads.iter_mut().enumerate().take(count) {
            *read = self.any(instruction, n)?;
        }
        if crate::arithmetic::evaluate(&instruction.op, &[0; 4]).is_none() {
            return malformed("an operation that nothing defines");
        }
        let [first, second] = [0, 1].map(|n| self.any_dest(instruction, n));
        let evaluation = Evaluate { op: instruction.op.clone(), reads, writes: [first?, second?] };
        self.image.evaluations.push(evaluation);
        Ok(Code::Evaluate(self.image.evaluations.len() as u32 - 1))
    }

    fn vector(&mut self, instruction: &Instruction, ty: Type) -> Decoding<Code> {
        let bits = ty.bits();
        let pack = matches!(instruction.op, Op::Pack(_));
        let elements = if pack { instruction.reads.len() } else { instruction.writes.len() };
        let whole = bits as usize * elements;
        if bits < 8 || !matches!(whole, 8 | 16 | 32 | 64 | 128) {
            return malformed("a vector of elements that make no register");
        }
        let mut vector = Vector { bits, whole: AnySource::Word(self.constant(0), 2), to: vec![], from: vec![] };
        if pack {
            for n in 0..elements {
                vector.from.push(self.any(instruction, n)?);
            }
            vector.to.push(self.any_dest(instruction, 0)?);
        } else {
            vector.whole = self.any(instruction, 0)?;
            for n in 0..elements {
                vector.to.push(self.any_dest(instruction, n)?);
            }
        }
        self.image.vectors.push(vector);
        let at = self.image.vectors.len() as u32 - 1;
        Ok(if pack { Code::Pack(at) } else { Code::Unpack(at) })
    }

    pub fn constant(&mut self, value: u64) -> Source {
        self.constants.source(value)
    }
}
