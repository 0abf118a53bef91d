//! Variables: their sizes and initial contents.

use super::constant;
use super::scope::Symbol;
use super::unit::{MOST_INITIAL, Unit};
use crate::error::{Fault, quoted};
use crate::program::{FunctionId, Opaque, Space, Span, Type, Variable, VariableId};
use crate::syntax::tree::{Declaration, Declared, Initial, Linking, Name, Value};

/// The greatest size of a variable in bytes; a larger one is refused.
const MOST_BYTES: u64 = 1 << 32;

impl<'t, 'a> Unit<'t, 'a> {
    pub fn register_type(declaration: &Declaration) -> Result<Type, Fault> {
        let ty = declaration.ty;
        Type::named(ty.text).ok_or_else(|| Fault::unexpected(ty.at, quoted(&format!(".{}", ty.text)), "a type"))
    }

    /// Creates a variable as it is declared, without its initial value.
    pub fn variable(
        &self,
        declaration: &Declaration<'a>,
        declared: &Declared<'a>,
        owner: Option<FunctionId>,
    ) -> Result<Variable, Fault> {
        let word = declaration.space;
        let stem = word.text.split("::").next().unwrap_or_default();
        let space = match word.text {
            // a register as a formal parameter is passed as any other
            "reg" => Space::Param,
            _ => Space::named(stem)
                .ok_or_else(|| Fault::unexpected(word.at, quoted(&format!(".{}", word.text)), "a state space"))?,
        };
        let ty = Self::register_type(declaration)?;
        if ty == Type::Pred && word.text != "reg" {
            return Err(Fault::unexpected(declaration.ty.at, "`.pred`", "a type that lies in memory"));
        }
        let element = ty.bits().div_ceil(8) * declaration.vector;
        let align = match declaration.align {
            None => element.next_power_of_two(),
            Some((align, _)) if align.is_power_of_two() && align <= 1 << 16 => align as u32,
            Some((align, at)) => return Err(Fault::unexpected(at, align.to_string(), "a power of two up to 65536")),
        };
        if let Some(family) = declared.family {
            let found = format!("{}<{family}>", declared.name.text);
            return Err(Fault::unexpected(declared.name.at, quoted(&found), "one variable"));
        }
        let mut bytes = element as u64;
        for (i, size) in declared.sizes.iter().enumerate() {
            let size = match size {
                Some(size) => *size,
                None if i > 0 => {
                    return Err(Fault::unexpected(declared.name.at, "`[]`", "a size behind the first one"));
                }
                // as long as its initial value, or given at the launch
                None => match &declared.initial {
                    Some(Initial::List(list, _)) => list.len() as u64,
                    None if declaration.linking == Linking::External || space == Space::Param => 0,
                    _ => {
                        return Err(Fault::unexpected(declared.name.at, "`[]`", "a size, unless it is `.extern`"));
                    }
                },
            };
            bytes = match bytes.checked_mul(size) {
                Some(bytes) if bytes <= MOST_BYTES => bytes,
                _ => {
                    return Err(Fault::unexpected(
                        declared.name.at,
                        "a variable of this size",
                        format!("at most {MOST_BYTES} bytes"),
                    ));
                }
            };
        }
        Ok(Variable {
            name: declared.name.text.to_string(),
            space,
            align,
            bytes,
            element: ty.bits().div_ceil(8).into(),
            initial: Vec::new(),
            addresses: Vec::new(),
            owner,
            external: declaration.linking == Linking::External,
            opaque: None,
            at: declared.name.at,
        })
    }

    /// Creates a texture, sampler or surface reference, which has an address, its handle, and no
    /// contents.
    pub fn opaque_variable(declaration: &Declaration<'a>, declared: &Declared<'a>) -> Variable {
        Variable {
            name: declared.name.text.to_string(),
            space: Space::Global,
            align: 8,
            bytes: 8,
            element: 8,
            initial: Vec::new(),
            addresses: Vec::new(),
            owner: None,
            external: declaration.linking == Linking::External,
            opaque: Opaque::named(declaration.ty.text),
            at: declared.name.at,
        }
    }

    /// Computes the initial contents of a variable.
    pub fn initialise(
        &mut self,
        id: VariableId,
        declaration: &Declaration<'a>,
        declared: &Declared<'a>,
    ) -> Result<(), Fault> {
        let Some(initial) = &declared.initial else { return Ok(()) };
        let space = self.variables[id.0 as usize].space;
        if !matches!(space, Space::Global | Space::Const) {
            let found = format!("an initial value in the {} space", space.name());
            return Err(Fault::unexpected(declared.name.at, found, "one of a `.global` or `.const` variable"));
        }
        let ty = Self::register_type(declaration)?;
        let mut sizes: Vec<u64> = declared.sizes.iter().map(|size| size.unwrap_or(u64::MAX)).collect();
        if declaration.vector > 1 {
            sizes.push(declaration.vector as u64);
        }
        let mut image = Image { unit: self, ty, bytes: Vec::new(), addresses: Vec::new() };
        image.fill(initial, &sizes, 0)?;
        let Image { bytes, addresses, .. } = image;
        let variable = &mut self.variables[id.0 as usize];
        variable.bytes = variable.bytes.max(bytes.len() as u64);
        (variable.initial, variable.addresses) = (bytes, addresses);
        Ok(())
    }
}

/// The initial contents of a variable while they are being filled in.
struct Image<'u, 't, 'a> {
    unit: &'u mut Unit<'t, 'a>,
    ty: Type,
    bytes: Vec<u8>,
    addresses: Vec<(u64, VariableId, i64, bool)>,
}

impl<'a> Image<'_, '_, 'a> {
    /// Fills an array of these sizes from an element on.
    fn fill(&mut self, initial: &Initial<'a>, sizes: &[u64], from: u64) -> Result<(), Fault> {
        match initial {
            Initial::Value(value, at) if sizes.is_empty() => self.put(*value, *at, from),
            Initial::Value(_, at) => Err(Fault::unexpected(*at, "one value", "a list in braces")),
            // braces around a scalar
            Initial::List(list, at) if sizes.is_empty() => match &list[..] {
                [one @ Initial::Value(..)] => self.fill(one, sizes, from),
                _ => Err(Fault::unexpected(*at, "a list", "one value")),
            },
            Initial::List(list, at) => {
                let row = sizes[1..].iter().fold(1u64, |all, &size| all.saturating_mul(size));
                let room = sizes[0].saturating_mul(row);
                let mut next = 0u64;
                for initial in list {
                    let scalar = matches!(initial, Initial::Value(..));
                    // a scalar goes to the next element, a list to the next row
                    let (step, inner) = if scalar { (1, &[][..]) } else { (row, &sizes[1..]) };
                    next = next.next_multiple_of(step.max(1));
                    if next + step > room {
                        return Err(Fault::unexpected(
                            *at,
                            "more values than the array has elements",
                            format!("at most {room}"),
                        ));
                    }
                    self.fill(initial, inner, from + next)?;
                    next += step;
                }
                Ok(())
            }
        }
    }

    fn write(&mut self, place: u64, bytes: &[u8], at: Span) -> Result<(), Fault> {
        let end = place as usize + bytes.len();
        if let Some(more) = end.checked_sub(self.bytes.len()) {
            self.unit.initial = self.unit.initial.checked_sub(more).ok_or_else(|| {
                Fault::unexpected(at, "more initial values", format!("at most {MOST_INITIAL} bytes of them in all"))
            })?;
            self.bytes.resize(end, 0);
        }
        self.bytes[place as usize..end].copy_from_slice(bytes);
        Ok(())
    }

    fn put(&mut self, value: Value<'a>, at: Span, element: u64) -> Result<(), Fault> {
        let size = self.ty.bytes() as u64;
        let place = element * size;
        let bits = match value {
            Value::Name(name) => self.address(name, place, at)?,
            // an initial value of a floating-point variable may be written as an integer
            Value::Integer(bits, _) if matches!(self.ty, Type::F32 | Type::F64) => {
                constant::bits(Value::Double((bits as i64 as f64).to_bits()), self.ty, at)?
            }
            value => constant::bits(value, self.ty, at)?,
        };
        let bytes = bits.to_le_bytes();
        let mut wide = [0; 16];
        wide[..8].copy_from_slice(&bytes);
        self.write(place, &wide[..size as usize], at)
    }

    /// Records an address among the values and returns 0; for a function, returns the bits of its
    /// address.
    fn address(&mut self, name: Name<'a>, place: u64, at: Span) -> Result<u64, Fault> {
        let wrong = |found: String| Err(Fault::unexpected(at, found, "the address of a variable or function"));
        let name = self.unit.element(name)?;
        let symbol = self.unit.names.get(name.word.text).filter(|_| name.component.is_none()).cloned();
        if let Some(mask) = name.mask {
            return match symbol {
                Some(Symbol::Variable(id)) if self.ty.bits() == 8 => self.piece(id, name, mask, place, at),
                _ => wrong(format!("a masked {}", quoted(name.word.text))),
            };
        }
        if self.ty.bits() < 32 || self.ty.is_float() {
            return wrong(format!("an address in `.{}`", self.ty.name()));
        }
        match symbol {
            Some(Symbol::Function(id)) => Ok(id.address().wrapping_add(name.offset as u64)),
            Some(Symbol::Variable(id)) => {
                if *self.unit.address_size.get_or_insert(self.ty.bits()) != self.ty.bits() {
                    return Err(Fault::unsupported(at, "an address cut to other bits than addresses have"));
                }
                self.note(place, id, name, at)?;
                Ok(0)
            }
            _ => wrong(quoted(name.word.text)),
        }
    }

    /// Reads one byte of an address, `0xFF00(x)`: the lowest byte records the address, the others
    /// must follow it.
    fn piece(&mut self, id: VariableId, name: Name<'a>, mask: u64, place: u64, at: Span) -> Result<u64, Fault> {
        let nth = mask.trailing_zeros() as u64 / 8;
        if mask != 0xFFu64.checked_shl(8 * nth as u32).unwrap_or(0) {
            return Err(Fault::unexpected(at, format!("the mask {mask:#x}"), "one byte, such as `0xFF00`"));
        }
        if nth == 0 {
            self.note(place, id, name, at)?;
            return Ok(0);
        }
        let expected = place.checked_sub(nth).map(|start| (start, id, name.offset, name.generic));
        match self.addresses.last() == expected.as_ref() {
            true => Ok(0),
            false => Err(Fault::unsupported(at, "a byte of an address that does not follow its lower ones")),
        }
    }

    fn note(&mut self, place: u64, id: VariableId, name: Name<'a>, at: Span) -> Result<(), Fault> {
        let space = self.unit.variables[id.0 as usize].space;
        if !matches!(space, Space::Global | Space::Const) {
            let found = format!("the address of {}, which lies in the {} space", quoted(name.word.text), space.name());
            return Err(Fault::unexpected(at, found, "one in the global or const space"));
        }
        self.addresses.push((place, id, name.offset, name.generic));
        Ok(())
    }
}
