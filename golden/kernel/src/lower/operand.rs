//! Operands: names are resolved, and types are checked as PTX requires.
//!
//! Types agree when their sizes do and one of them is a type of plain bits, both are integers, or
//! they are the same. Loads, stores and conversions accept integers from and to wider registers.

use super::body::Body;
use super::constant;
use super::line::Line;
use super::scope::Symbol;
use crate::error::{Fault, quoted};
use crate::program::{Integer, Op, Operand, RegisterId, Special, Type};
use crate::since;
use crate::syntax::tree::{self, Form, Index, Name, Value, Word};

/// The special registers of four components.
const SIZES: [&str; 4] = ["%tid", "%ntid", "%ctaid", "%nctaid"];

/// The meaning of a name in an operand.
pub enum Meaning {
    /// One register, or the registers of a vector.
    Registers(Vec<RegisterId>),
    Operand(Operand),
    Special(Special),
}

fn is_bits(ty: Type) -> bool {
    matches!(ty, Type::B8 | Type::B16 | Type::B32 | Type::B64 | Type::B128)
}

/// Whether a register of one type can be an operand of another type; with `wide`, it may be wider.
fn fits(register: Type, ty: Type, wide: bool) -> bool {
    if (register == Type::Pred) != (ty == Type::Pred) {
        return false;
    }
    let bits = is_bits(register) || is_bits(ty);
    let integers = !register.is_float() && !ty.is_float();
    match register.bits() == ty.bits() {
        true => bits || integers || register == ty,
        false => wide && register.bits() > ty.bits() && (bits || integers),
    }
}

impl<'t, 'a> Body<'_, 't, 'a> {
    /// Returns the meaning of a name at this place.
    pub fn meaning(&mut self, name: Name<'a>) -> Result<Meaning, Fault> {
        let unknown = || Fault::unexpected(name.word.at, quoted(name.word.text), "a name that is declared");
        if name.generic || name.mask.is_some() {
            return Err(Fault::unexpected(name.word.at, "an address in an operator", "an operand"));
        }
        let Some(symbol) = self.lookup(name.word) else {
            let text = match name.component {
                Some(component) => format!("{}.{}", name.word.text, component.text),
                None => name.word.text.to_string(),
            };
            if matches!(text.as_str(), "%tid.w" | "%ntid.w" | "%ctaid.w" | "%nctaid.w") {
                let one = matches!(text.as_str(), "%ntid.w" | "%nctaid.w") as u64;
                return Ok(Meaning::Operand(Operand::Immediate(one)));
            }
            if let Some(special) = Special::named(&text) {
                return Ok(Meaning::Special(special));
            }
            if let Some(since) = since::register(name.word.text) {
                return Err(Fault::unsupported(name.word.at, format!("{} (PTX {since})", quoted(&text))));
            }
            return Err(unknown());
        };
        if let (Some(component), Symbol::Registers(registers)) = (name.component, &symbol) {
            let index = ["x", "y", "z", "w"].iter().position(|&c| c == component.text);
            let index = index.or(["r", "g", "b", "a"].iter().position(|&c| c == component.text));
            let element = index.and_then(|index| registers.get(index)).filter(|_| registers.len() > 1);
            let element = element.ok_or_else(|| {
                Fault::unexpected(component.at, quoted(&format!(".{}", component.text)), "a component of a vector")
            })?;
            return Ok(Meaning::Registers(vec![*element]));
        }
        if let Some(component) = name.component {
            return Err(Fault::unexpected(component.at, quoted(&format!(".{}", component.text)), "no component"));
        }
        match symbol {
            Symbol::Variable(id) => Ok(Meaning::Operand(Operand::Variable(id, self.unit.step(id, name)?))),
            _ if name.index.is_some() => {
                Err(Fault::unexpected(name.word.at, format!("an element of {}", quoted(name.word.text)), "an array"))
            }
            Symbol::Registers(registers) => Ok(Meaning::Registers(registers)),
            Symbol::Function(id) => {
                Ok(Meaning::Operand(Operand::Immediate(id.address().wrapping_add(name.offset as u64))))
            }
            _ => Err(Fault::unexpected(name.word.at, format!("the label {}", quoted(name.word.text)), "an operand")),
        }
    }

    fn check(&self, register: RegisterId, ty: Type, wide: bool, word: Word) -> Result<(), Fault> {
        let known = &self.registers[register.0 as usize];
        match fits(known.ty, ty, wide) {
            true => Ok(()),
            false => {
                let found = format!("{} of type `.{}`", quoted(&known.name), known.ty.name());
                Err(Fault::unexpected(word.at, found, format!("an operand of type `.{}`", ty.name())))
            }
        }
    }

    /// Returns an operand that is read at a type; with `wide`, a wider register is accepted.
    pub fn value(&mut self, operand: &'t tree::Operand<'a>, ty: Type, wide: bool) -> Result<Operand, Fault> {
        let wanted = || format!("an operand of type `.{}`", ty.name());
        let name = match operand.form {
            Form::Value(Value::Name(name)) => name,
            Form::Value(value) => return constant::bits(value, ty, operand.at).map(Operand::Immediate),
            Form::Not(name) if ty == Type::Pred => {
                let read = self.register_or_constant(name, ty, wide)?;
                return Ok(self.negated(read));
            }
            _ => return Err(Fault::unexpected(operand.at, self.quote(operand.at), wanted())),
        };
        self.register_or_constant(name, ty, wide)
    }

    /// Returns the operand of a name; an offset to a register is added by an instruction before.
    fn register_or_constant(&mut self, name: Name<'a>, ty: Type, wide: bool) -> Result<Operand, Fault> {
        let read = self.without_offset(name, ty, wide)?;
        match read {
            Operand::Register(_) | Operand::Special(_) if name.offset != 0 => {
                let ty = match ty.bits() {
                    16 if !ty.is_float() => Type::U16,
                    32 if !ty.is_float() => Type::U32,
                    64 if !ty.is_float() => Type::U64,
                    _ => {
                        let expected = format!("an operand of type `.{}`", ty.name());
                        return Err(Fault::unexpected(name.word.at, "an offset to a register", expected));
                    }
                };
                let sum = self.temporary("%sum", ty);
                let offset = Operand::Immediate(constant::extended(name.offset as u64, ty));
                let guard = self.guard.take();
                self.emit(Op::Integer(Integer::Add, ty), vec![Some(sum)], vec![read, offset]);
                self.guard = guard;
                Ok(Operand::Register(sum))
            }
            _ => Ok(read),
        }
    }

    fn without_offset(&mut self, name: Name<'a>, ty: Type, wide: bool) -> Result<Operand, Fault> {
        if let Some(Index::Register(index, plus)) = name.index {
            return self.element(Name { index: None, offset: 0, ..name }, (index, plus), ty);
        }
        let wrong =
            |found: String| Err(Fault::unexpected(name.word.at, found, format!("an operand of type `.{}`", ty.name())));
        match self.meaning(name)? {
            Meaning::Registers(registers) => match registers[..] {
                [register] => {
                    self.check(register, ty, wide, name.word)?;
                    Ok(Operand::Register(register))
                }
                _ => wrong(format!("the vector {}", quoted(name.word.text))),
            },
            // the 32-bit ones were 16-bit ones once
            Meaning::Special(special) => match (is_wide(special), ty.bits()) {
                (false, 16 | 32) | (true, 32 | 64) if !ty.is_float() => Ok(Operand::Special(special)),
                (false, 64) if wide && !ty.is_float() => Ok(Operand::Special(special)),
                (false, _) if special == Special::WarpSize && !ty.is_float() => Ok(Operand::Special(special)),
                (true, 16) if special == Special::Gridid => Ok(Operand::Special(special)),
                _ => wrong(quoted(name.word.text)),
            },
            Meaning::Operand(operand) => match ty.bits() {
                32 | 64 if !ty.is_float() => {
                    self.unit.address_size.get_or_insert(ty.bits());
                    Ok(operand)
                }
                16 if matches!(operand, Operand::Immediate(0 | 1)) => Ok(operand),
                _ => wrong(format!("the address of {}", quoted(name.word.text))),
            },
        }
    }

    /// Returns a name as the base of an address: a register of 32 or 64 bits, or a variable.
    pub fn base(&mut self, name: Name<'a>) -> Result<Operand, Fault> {
        match self.meaning(name)? {
            Meaning::Operand(operand @ Operand::Variable(..)) => Ok(operand),
            Meaning::Registers(registers) if registers.len() == 1 => {
                let bits = self.registers[registers[0].0 as usize].ty.bits();
                self.check(registers[0], if bits == 32 { Type::U32 } else { Type::U64 }, false, name.word)?;
                self.unit.address_size.get_or_insert(bits);
                Ok(Operand::Register(registers[0]))
            }
            _ => Err(Fault::unexpected(name.word.at, quoted(name.word.text), "a register or a variable")),
        }
    }

    /// Reads the next operand as an address without brackets.
    pub fn address(&mut self, line: &mut Line<'t, 'a>) -> Result<Operand, Fault> {
        let operand = line.operand("an address")?;
        match operand.form {
            Form::Value(Value::Name(name)) => self.base(name),
            _ => Err(Fault::unexpected(operand.at, self.quote(operand.at), "a register or a variable")),
        }
    }

    /// Reads the next operand as a source of this type: a register, a constant or a variable's
    /// address.
    pub fn source(&mut self, line: &mut Line<'t, 'a>, ty: Type) -> Result<Operand, Fault> {
        let operand = line.operand(&format!("an operand of type `.{}`", ty.name()))?;
        self.value(operand, ty, false)
    }
    pub fn wide_source(&mut self, line: &mut Line<'t, 'a>, ty: Type) -> Result<Operand, Fault> {
        let operand = line.operand(&format!("an operand of type `.{}`", ty.name()))?;
        self.value(operand, ty, true)
    }
    /// Reads the next operand as a predicate, and whether it is negated.
    pub fn predicate(&mut self, line: &mut Line<'t, 'a>) -> Result<(Operand, bool), Fault> {
        let operand = line.operand("a predicate")?;
        match operand.form {
            Form::Not(name) => Ok((self.register_or_constant(name, Type::Pred, false)?, true)),
            _ => Ok((self.value(operand, Type::Pred, false)?, false)),
        }
    }
    /// Returns the negation of a predicate, in a register of its own.
    fn negated(&mut self, read: Operand) -> Operand {
        let register = self.temporary("%not", Type::Pred);
        let guard = self.guard.take();
        self.emit(Op::Predicate(Integer::Not), vec![Some(register)], vec![read]);
        self.guard = guard;
        Operand::Register(register)
    }

    /// Returns the register of a name as a destination; `None` for `_`.
    pub fn written(&mut self, name: Name<'a>, ty: Type, wide: bool) -> Result<Option<RegisterId>, Fault> {
        if name.word.text == "_" && name.component.is_none() {
            return Ok(None);
        }
        match self.meaning(name)? {
            Meaning::Registers(registers) if registers.len() == 1 && name.offset == 0 => {
                self.check(registers[0], ty, wide, name.word)?;
                Ok(Some(registers[0]))
            }
            _ => Err(Fault::unexpected(
                name.word.at,
                quoted(name.word.text),
                format!("a register of type `.{}`", ty.name()),
            )),
        }
    }
    /// Returns the register of an operand as a destination.
    pub fn target(
        &mut self,
        operand: &'t tree::Operand<'a>,
        ty: Type,
        wide: bool,
    ) -> Result<Option<RegisterId>, Fault> {
        match operand.form {
            Form::Value(Value::Name(name)) => self.written(name, ty, wide),
            _ => {
                let expected = format!("a register of type `.{}`", ty.name());
                Err(Fault::unexpected(operand.at, self.quote(operand.at), expected))
            }
        }
    }
    /// Reads the next operand as a destination register of this type; `None` for `_`.
    pub fn destination(&mut self, line: &mut Line<'t, 'a>, ty: Type) -> Result<Option<RegisterId>, Fault> {
        let operand = line.operand(&format!("a register of type `.{}`", ty.name()))?;
        self.target(operand, ty, false)
    }
    pub fn wide_destination(&mut self, line: &mut Line<'t, 'a>, ty: Type) -> Result<Option<RegisterId>, Fault> {
        let operand = line.operand(&format!("a register of type `.{}`", ty.name()))?;
        self.target(operand, ty, true)
    }
    /// Reads the next operand as one or two destinations: a register and a predicate `d|p`, or `d`
    /// alone.
    pub fn pair(&mut self, line: &mut Line<'t, 'a>, ty: Type) -> Result<[Option<RegisterId>; 2], Fault> {
        let operand = line.operand(&format!("a register of type `.{}`", ty.name()))?;
        let name = |word| Name { word, component: None, index: None, offset: 0, generic: false, mask: None };
        match operand.form {
            Form::Pair(d, p) => Ok([self.written(name(d), ty, false)?, self.written(name(p), Type::Pred, false)?]),
            _ => Ok([self.target(operand, ty, false)?, None]),
        }
    }
    /// Returns the elements of `{a, b}`, or of a register that is a vector; `%tid` is one, too.
    pub fn elements(&mut self, operand: &'t tree::Operand<'a>) -> Result<Option<Vec<Element<'t, 'a>>>, Fault> {
        match &operand.form {
            Form::Vector(elements) => Ok(Some(elements.iter().map(Element::Operand).collect())),
            Form::Value(Value::Name(name)) if name.component.is_none() && SIZES.contains(&name.word.text) => {
                let components = ["x", "y", "z", "w"].map(|text| Word { text, at: name.word.at });
                let names = components.map(|component| Name { component: Some(component), ..*name });
                Ok(Some(names.map(Element::Name).into()))
            }
            Form::Value(Value::Name(name)) if name.component.is_none() && name.word.text != "_" => {
                match self.lookup(name.word) {
                    Some(Symbol::Registers(registers)) if registers.len() > 1 => {
                        Ok(Some(registers.into_iter().map(|register| Element::Register(register, name.word)).collect()))
                    }
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }
    pub fn read_element(&mut self, element: &Element<'t, 'a>, ty: Type, wide: bool) -> Result<Operand, Fault> {
        match *element {
            Element::Operand(operand) => self.value(operand, ty, wide),
            Element::Name(name) => self.register_or_constant(name, ty, wide),
            Element::Register(register, word) => {
                self.check(register, ty, wide, word)?;
                Ok(Operand::Register(register))
            }
        }
    }
    pub fn write_element(
        &mut self,
        element: &Element<'t, 'a>,
        ty: Type,
        wide: bool,
    ) -> Result<Option<RegisterId>, Fault> {
        match *element {
            Element::Operand(operand) => self.target(operand, ty, wide),
            Element::Name(name) => self.written(name, ty, wide),
            Element::Register(register, word) => {
                self.check(register, ty, wide, word)?;
                Ok(Some(register))
            }
        }
    }

    /// Reads an operation whose sources and destination have these types.
    pub fn plain(&mut self, line: &mut Line<'t, 'a>, op: Op, write: Type, reads: &[Type]) -> Result<(), Fault> {
        let destination = self.destination(line, write)?;
        let reads = reads.iter().map(|&ty| self.source(line, ty)).collect::<Result<_, _>>()?;
        line.done()?;
        self.emit(op, vec![destination], reads);
        Ok(())
    }
}

/// One element of a vector operand.
pub enum Element<'t, 'a> {
    Operand(&'t tree::Operand<'a>),
    Register(RegisterId, Word<'a>),
    Name(Name<'a>),
}

/// Whether a special register has 64 bits.
fn is_wide(special: Special) -> bool {
    matches!(special, Special::Clock64 | Special::Globaltimer | Special::Gridid)
}
