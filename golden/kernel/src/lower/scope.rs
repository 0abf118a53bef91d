use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::error::{Fault, quoted};
use crate::program::{FunctionId, RegisterId, Type, VariableId};
use crate::syntax::tree::{Signature, Word};

/// The meaning of a name in a scope.
#[derive(Debug, Clone)]
pub enum Symbol<'t, 'a> {
    /// One register, or the elements of a vector.
    Registers(Vec<RegisterId>),
    /// Registers of a module that do not exist in a function before it names them.
    Unborn(Type, u32),
    Variable(VariableId),
    Function(FunctionId),
    /// A label, by number within the function.
    Label(usize),
    /// The possible targets of a branch: `.branchtargets`.
    Branches(&'t [Word<'a>]),
    /// The possible targets of a call: `.calltargets`.
    Calls(&'t [Word<'a>]),
    /// The prototype of a call: `.callprototype`.
    Prototype(&'t Signature<'a>),
}

/// A family of registers: `%r<9>` declares `%r0` to `%r8`.
#[derive(Debug, Clone, Copy)]
struct Family {
    count: u64,
    ty: Type,
    vector: u32,
}

/// The names that a module, a function or a block declares, with their meanings.
#[derive(Debug, Default)]
pub struct Scope<'t, 'a> {
    symbols: HashMap<&'a str, Symbol<'t, 'a>>,
    families: HashMap<&'a str, Family>,
}

impl<'t, 'a> Scope<'t, 'a> {
    pub fn declare(&mut self, name: Word<'a>, symbol: Symbol<'t, 'a>) -> Result<(), Fault> {
        match self.symbols.entry(name.text) {
            Entry::Vacant(entry) => {
                entry.insert(symbol);
                Ok(())
            }
            Entry::Occupied(_) => Err(Fault::unexpected(
                name.at,
                format!("{}, which is declared already", quoted(name.text)),
                "another name",
            )),
        }
    }
    pub fn declare_family(&mut self, name: Word<'a>, count: u64, ty: Type, vector: u32) -> Result<(), Fault> {
        match self.families.insert(name.text, Family { count, ty, vector }) {
            None => Ok(()),
            Some(_) => Err(Fault::unexpected(
                name.at,
                format!("the registers {}, which are declared already", quoted(name.text)),
                "another name",
            )),
        }
    }
    /// Replaces the meaning of a declared name.
    pub fn replace(&mut self, name: &'a str, symbol: Symbol<'t, 'a>) {
        self.symbols.insert(name, symbol);
    }
    pub fn get(&self, name: &str) -> Option<&Symbol<'t, 'a>> {
        self.symbols.get(name)
    }
    /// Returns the type and elements of a name that belongs to a family.
    pub fn member(&self, name: &str) -> Option<(Type, u32)> {
        if self.families.is_empty() {
            return None;
        }
        let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count().min(18);
        (1..=digits).find_map(|count| {
            let (stem, number) = name.split_at(name.len() - count);
            let family = self.families.get(stem)?;
            let canonical = count == 1 || !number.starts_with('0');
            (canonical && number.parse::<u64>().ok()? < family.count).then_some((family.ty, family.vector))
        })
    }
}
