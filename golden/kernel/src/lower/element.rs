//! Elements of arrays whose index is a register: `a[%r + 2]`.

use super::body::Body;
use super::operand::Meaning;
use super::scope::Symbol;
use crate::error::{Fault, quoted};
use crate::program::Type::*;
use crate::program::{Integer, Mode, Op, Operand, Part, Round, Type};
use crate::syntax::tree::{Name, Word};

impl<'a> Body<'_, '_, 'a> {
    /// Returns the address of an element, which instructions before compute in 32 or 64 bits; the
    /// index is a register and a constant that is added to it.
    pub fn element(&mut self, array: Name<'a>, index: (Word<'a>, i64), ty: Type) -> Result<Operand, Fault> {
        let (word, plus) = index;
        let Some(Symbol::Variable(id)) = self.lookup(array.word) else {
            let found = format!("an element of {}", quoted(array.word.text));
            return Err(Fault::unexpected(array.word.at, found, "an array"));
        };
        if !matches!(ty.bits(), 32 | 64) || ty.is_float() {
            let found = format!("the address of {}", quoted(array.word.text));
            return Err(Fault::unexpected(array.word.at, found, format!("an operand of type `.{}`", ty.name())));
        }
        self.unit.address_size.get_or_insert(ty.bits());
        let step = Operand::Immediate(self.unit.variables[id.0 as usize].element);
        let guard = self.guard.take();
        let mut number = self.index(word)?;
        if plus != 0 {
            number = self.computed(
                Op::Integer(Integer::Add, U32),
                U32,
                vec![number, Operand::Immediate(plus as u32 as u64)],
            );
        }
        let (part, size) = if ty.bits() == 64 { (Part::Wide, U64) } else { (Part::Low, U32) };
        let reads = vec![number, step, Operand::Variable(id, 0)];
        let address = self.computed(Op::Integer(Integer::Mad(part), U32), size, reads);
        self.guard = guard;
        Ok(address)
    }

    /// Returns an index as a number of 32 bits without a sign, which ptxas makes of every integer.
    fn index(&mut self, word: Word<'a>) -> Result<Operand, Fault> {
        let expected = "an integer register as the index: mov or cvt it to one before";
        let name = Name { word, component: None, index: None, offset: 0, generic: false, mask: None };
        let (read, ty) = match self.meaning(name)? {
            Meaning::Registers(registers) if registers.len() == 1 => {
                (Operand::Register(registers[0]), self.registers[registers[0].0 as usize].ty)
            }
            Meaning::Special(special) => (Operand::Special(special), U32),
            _ => return Err(Fault::unexpected(word.at, quoted(word.text), expected)),
        };
        let from = match ty.bits() {
            _ if ty.is_float() || ty == Pred || ty.bits() > 64 => {
                let found = format!("{} of type `.{}`", quoted(word.text), ty.name());
                return Err(Fault::unexpected(word.at, found, expected));
            }
            8 => U8,
            16 => U16,
            64 => U64,
            _ => return Ok(read),
        };
        let mode = Mode { round: Round::NearestEven, flush: false, saturate: false };
        Ok(self.computed(Op::Convert { to: U32, from, mode, integer: false }, U32, vec![read]))
    }
}
