//! Decoding of accesses to memory.

use super::{Decoder, Decoding, malformed};
use crate::execute::code::{Access, AtomicAccess, Code, Dest};
use crate::execute::image::Where;
use crate::program::{Instruction, Memory, Op, Operand, Space, Type};

impl Decoder<'_, '_> {
    pub fn reach(&mut self, instruction: &Instruction) -> Decoding<Code> {
        match &instruction.op {
            Op::Load(memory) => {
                if instruction.writes.len() != usize::from(memory.elements) {
                    return malformed("a load of other than its elements");
                }
                let access = self.access(instruction, memory)?;
                for n in 0..instruction.writes.len() {
                    let to = self.dest(instruction, n)?;
                    self.enough(to, memory.ty)?;
                    self.image.registers.push(to);
                }
                Ok(Code::Load(access))
            }
            Op::Store(memory) => {
                if instruction.reads.len() != usize::from(memory.elements) + 1 {
                    return malformed("a store of other than its elements");
                }
                let access = self.access(instruction, memory)?;
                for n in 1..instruction.reads.len() {
                    // what is stored lies where a register would: constants too
                    let source = self.value(instruction, n, memory.ty.words())?;
                    self.image.sources.push(source);
                }
                Ok(Code::Store(Access {
                    registers: self.image.sources.len() as u32 - u32::from(memory.elements),
                    ..access
                }))
            }
            Op::Atomic(kind, memory) => {
                if memory.elements != 1 || memory.ty.bits() > 64 || memory.ty.bits() < 16 {
                    return malformed("an atomic operation on other than 16 to 64 bits");
                }
                let access = self.access(instruction, memory)?;
                let words = memory.ty.words();
                let b = self.value(instruction, 1, words)?;
                let c = if instruction.reads.len() > 2 { self.value(instruction, 2, words)? } else { b };
                let to = self.dest(instruction, 0)?;
                self.enough(to, memory.ty)?;
                self.image.atomics.push(AtomicAccess { access, b, c, to });
                Ok(Code::Atomic { access: self.image.atomics.len() as u32 - 1, kind: *kind, ty: memory.ty })
            }
            Op::IsSpace(space) => {
                let (a, words) = self.source(self.read(instruction, 0)?)?;
                Ok(Code::IsSpace { space: *space, a, wide: words > 1, to: self.flag_dest(instruction, 0)? })
            }
            _ => malformed("no access to memory"),
        }
    }

    fn enough(&self, to: Dest, ty: Type) -> Decoding<()> {
        if to != Dest::SINK && u32::from(to.words) < ty.words() {
            return malformed("a register is too narrow for what is loaded");
        }
        Ok(())
    }

    fn access(&mut self, instruction: &Instruction, memory: &Memory) -> Decoding<Access> {
        let bytes = memory.ty.bytes();
        if bytes == 0 || !matches!(memory.elements, 1 | 2 | 4 | 8) || bytes * u32::from(memory.elements) > 32 {
            return malformed("an access of no, or of more than 32 bytes");
        }
        let operand = self.read(instruction, 0)?;
        let (base, words) = self.source(operand)?;
        let wraps = self.image.module.address_size == 32;
        let space = match (memory.space, operand) {
            (Space::Param, Operand::Variable(variable, _)) => match self.places.by_variable.get(variable.0 as usize) {
                Some(Some(Where::Frame(..))) => Space::Local,
                _ => Space::Param,
            },
            // where it lies follows from the address of the parameter
            (Space::Param, _) => Space::Generic,
            // constants lie in global memory's window
            (Space::Const, _) => Space::Global,
            (space, _) => space,
        };
        Ok(Access {
            space,
            base,
            wide: words > 1 && !wraps,
            wraps,
            offset: memory.offset as u64,
            bytes: bytes as u8,
            elements: memory.elements,
            signed: memory.ty.is_signed(),
            registers: self.image.registers.len() as u32,
        })
    }
}
