//! The planner of a function: where its registers lie, and what an operand is to a step.

use heddle_kernel::execute::Image;
use heddle_kernel::program::{Function, FunctionId, Instruction, Location, Operand, RegisterId};

use super::layout::Words;
use super::step::{Half, Place, Source};
use crate::config::spec::Products;

/// Planner of one function of a kernel.
pub(crate) struct Planner<'a, 'm> {
    pub image: &'a Image<'m>,
    pub function: &'a Function,
    pub id: FunctionId,
    pub base: Words,
    pub scratch: Words,
    /// Whether the threads of a CTA lie in a row, so that their ids follow from their places.
    pub flat: bool,
    /// Unit of products and quotients.
    pub products: Products,
    /// Scratch words that the present instruction uses.
    pub used: Words,
}

impl Planner<'_, '_> {
    pub fn location(&self, register: RegisterId) -> Location {
        self.image.allocation(self.id).map_or(Location::Vector(0), |a| a.locations[register.0 as usize])
    }

    /// Returns the place of a register: its first word or two; `None` for a predicate.
    pub fn place(&self, register: RegisterId) -> Option<Place> {
        let wide = self.function.registers[register.0 as usize].ty.words() > 1;
        let (row, _) = self.image.place(self.id, register)?;
        let (scalar, word) = match self.location(register) {
            Location::Vector(at) => (false, self.base.vectors + at),
            Location::Scalar(at) => (true, self.base.scalars + at),
            _ => return None,
        };
        Some(Place { scalar, word, wide, row, register })
    }

    /// Returns the place of the `n`th result; `None` for a sink and for a predicate.
    pub fn target(&self, instruction: &Instruction, n: usize) -> Option<Place> {
        instruction.writes.get(n).copied().flatten().and_then(|register| self.place(register))
    }

    /// Returns the number of 32-bit words of a register.
    pub fn words(&self, register: RegisterId) -> u32 {
        self.function.registers[register.0 as usize].ty.words()
    }

    /// Returns an operand as a source of a step. `None` for a predicate, and for a special register
    /// that differs from thread to thread, which cannot be sources.
    pub fn source(&self, operand: Operand) -> Option<Source> {
        use heddle_kernel::program::Special;
        Some(match operand {
            Operand::Register(register) => Source::Register(self.place(register)?),
            Operand::Special(Special::Tid(0)) if self.flat => Source::Thread,
            Operand::Special(Special::Tid(1 | 2)) if self.flat => Source::Known(operand, Half::Both, 0),
            Operand::Special(Special::Laneid) => Source::Position,
            Operand::Special(special) if special.by_thread() => return None,
            operand => Source::Known(operand, Half::Both, 0),
        })
    }

    /// Returns half of an operand of two words; the upper half of a narrower register is zero.
    pub fn half(&self, operand: Operand, half: Half) -> Option<Source> {
        let zero = Source::Known(Operand::Immediate(0), Half::Both, 0);
        Some(match self.source(operand)? {
            Source::Register(place) if half == Half::Low => Source::Register(place.half(0)),
            Source::Register(place) if place.wide => Source::Register(place.half(1)),
            Source::Known(operand, _, plus) => Source::Known(operand, half, plus),
            source if half == Half::Low => source,
            _ => zero,
        })
    }
}
