//! Decoding of operands: the rows and predicates where their values lie.

use std::collections::HashMap;

use super::{Decoder, Decoding, malformed};
use crate::execute::code::{AnyDest, AnySource, Dest, Flag, FlagDest, Preset, Source};
use crate::execute::image::Where;
use crate::execute::rows::{Row, broadcast};
use crate::program::{Instruction, Operand, RegisterId};

/// Rows of constants; each value has one pair of rows.
#[derive(Debug, Default)]
pub(crate) struct Constants {
    rows: Vec<Row>,
    known: HashMap<u64, i32>,
}

impl Constants {
    pub fn source(&mut self, value: u64) -> Source {
        let rows = &mut self.rows;
        let at = *self.known.entry(value).or_insert_with(|| {
            rows.extend(broadcast(value));
            rows.len() as i32 - 2
        });
        Source(!at)
    }
    pub fn finish(self) -> Vec<Row> {
        self.rows
    }
}

impl Decoder<'_, '_> {
    /// Returns a predicate's number and whether it has one value per warp.
    pub fn predicate(&self, register: RegisterId) -> Decoding<(u32, bool)> {
        match self.words(register)? {
            0 => self.image.place(self.id, register).map_or_else(|| malformed("a register has no place"), Ok),
            _ => malformed("a register stands where a predicate is needed"),
        }
    }

    /// Returns the size of a register in 32-bit words; 0 for a predicate.
    pub fn words(&self, register: RegisterId) -> Decoding<u32> {
        let known = self.function.registers.get(register.0 as usize).map(|r| r.ty.words());
        known.map_or_else(|| malformed("a register is not declared"), Ok)
    }

    pub fn read<'i>(&self, instruction: &'i Instruction, n: usize) -> Decoding<&'i Operand> {
        instruction.reads.get(n).map_or_else(|| malformed("an operand is missing"), Ok)
    }

    /// Returns where a source operand's value lies, and its size in 32-bit words; constants and
    /// special registers have two.
    pub fn source(&mut self, operand: &Operand) -> Decoding<(Source, u32)> {
        Ok(match *operand {
            Operand::Register(register) => match self.words(register)? {
                0 => return malformed("a predicate stands where a register is needed"),
                words => {
                    let (row, _) = self.image.place(self.id, register).expect("the allocation was checked");
                    (Source(row as i32), words)
                }
            },
            Operand::Immediate(value) => (self.constants.source(value), 2),
            Operand::Special(special) => {
                self.timed |= special.by_time();
                (self.preset(Preset::Special(special))?, 2)
            }
            Operand::Variable(variable, addend) => match self.places.by_variable.get(variable.0 as usize) {
                Some(&Some(Where::At(address))) => (self.constants.source(address.wrapping_add_signed(addend)), 2),
                Some(&Some(Where::Frame(owner, at))) if owner == self.id => {
                    (self.preset(Preset::Local(i64::from(at).wrapping_add(addend)))?, 2)
                }
                _ => {
                    let name = self.image.module.variables.get(variable.0 as usize).map_or("?", |v| &v.name);
                    return malformed(format!("variable `{name}` is not defined here"));
                }
            },
        })
    }

    /// Returns where the value of source operand `n` lies; an error if it has fewer than `words`
    /// 32-bit words.
    pub fn value(&mut self, instruction: &Instruction, n: usize, words: u32) -> Decoding<Source> {
        let (source, has) = self.source(self.read(instruction, n)?)?;
        if has < words {
            return malformed("a register is too narrow for what is read from it");
        }
        Ok(source)
    }

    pub fn flag(&mut self, instruction: &Instruction, n: usize) -> Decoding<Flag> {
        Ok(match *self.read(instruction, n)? {
            Operand::Register(register) => Flag(self.predicate(register)?.0 as i32),
            Operand::Immediate(0) => Flag::FALSE,
            Operand::Immediate(_) => Flag::TRUE,
            _ => return malformed("a predicate is needed here"),
        })
    }

    /// Returns where the value of source operand `n` lies, a register or a predicate.
    pub fn any(&mut self, instruction: &Instruction, n: usize) -> Decoding<AnySource> {
        if let Operand::Register(register) = *self.read(instruction, n)?
            && self.words(register)? == 0
        {
            return Ok(AnySource::Flag(self.flag(instruction, n)?));
        }
        let (source, words) = self.source(self.read(instruction, n)?)?;
        Ok(AnySource::Word(source, words as u8))
    }

    /// Returns a row that the prologue sets; equal contents share one.
    fn preset(&mut self, preset: Preset) -> Decoding<Source> {
        let body = self.image.bodies[self.id.0 as usize].as_mut().expect("it is being decoded");
        if let Some((row, _)) = body.prologue.iter().find(|(_, p)| *p == preset) {
            return Ok(Source(*row as i32));
        }
        let row = body.rows;
        if body.prologue.len() >= 1 << 14 {
            return malformed("too many addresses of local variables");
        }
        body.rows += 2;
        body.prologue.push((row, preset));
        Ok(Source(row as i32))
    }

    pub fn any_dest(&self, instruction: &Instruction, n: usize) -> Decoding<AnyDest> {
        match instruction.writes.get(n).copied().flatten() {
            Some(register) if self.words(register)? == 0 => Ok(AnyDest::Flag(self.flag_dest(instruction, n)?)),
            _ => Ok(AnyDest::Word(self.dest(instruction, n)?)),
        }
    }

    /// Returns the register that result `n` is written to; [`Dest::SINK`], which drops it, if there
    /// is none.
    pub fn dest(&self, instruction: &Instruction, n: usize) -> Decoding<Dest> {
        let Some(register) = instruction.writes.get(n).copied().flatten() else { return Ok(Dest::SINK) };
        self.dest_of(register)
    }

    pub fn dest_of(&self, register: RegisterId) -> Decoding<Dest> {
        match self.words(register)? {
            0 => malformed("a predicate stands where a register is needed"),
            words => {
                let (row, scalar) = self.image.place(self.id, register).expect("the allocation was checked");
                Ok(Dest { row, words: words as u8, scalar })
            }
        }
    }

    pub fn flag_dest(&self, instruction: &Instruction, n: usize) -> Decoding<FlagDest> {
        let Some(register) = instruction.writes.get(n).copied().flatten() else { return Ok(FlagDest::SINK) };
        let (index, scalar) = self.predicate(register)?;
        Ok(FlagDest { index, scalar, real: true })
    }
}
