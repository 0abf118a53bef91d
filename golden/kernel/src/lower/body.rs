//! The body of a function while it is read: its scopes and labels, its registers, and the
//! instructions that were made of its statements.

use super::scope::{Scope, Symbol};
use super::stack::Stack;
use super::unit::Unit;
use crate::error::{Fault, quoted};
use crate::program::{FunctionId, Guard, Instruction, Op, Operand, Register, RegisterId, Span, Type, VariableId};
use crate::syntax::tree::Word;

/// A function whose body is being read: its registers, instructions, scopes and labels.
pub struct Body<'u, 't, 'a> {
    pub unit: &'u mut Unit<'t, 'a>,
    pub id: FunctionId,
    pub registers: Vec<Register>,
    pub code: Vec<Instruction>,
    /// The scopes within the module's, the outermost first.
    pub scopes: Vec<Scope<'t, 'a>>,
    /// The instruction that each label points to, once the label was read. Branches name labels
    /// until all are known.
    pub labels: Vec<u32>,
    carry: Option<RegisterId>,
    /// The thread's stack, if the function allocates there.
    pub stack: Option<Stack>,
    /// The guard of the instruction that is being read.
    pub guard: Option<Guard>,
    /// The place of the instruction that is being read.
    pub at: Span,
    /// The results that are registers, with the variables that pass them.
    pub outgoing: Vec<Passed>,
}

/// The registers of a vector, or a single one, and the variable that passes them.
#[derive(Debug, Clone)]
pub struct Passed {
    pub registers: Vec<RegisterId>,
    pub variable: VariableId,
    pub ty: Type,
}

impl<'u, 't, 'a> Body<'u, 't, 'a> {
    /// Creates the body of a function, whose name is at `at`, before anything of it is read.
    pub fn new(unit: &'u mut Unit<'t, 'a>, id: FunctionId, at: Span) -> Self {
        Body {
            unit,
            id,
            registers: Vec::new(),
            code: Vec::new(),
            scopes: vec![Scope::default()],
            labels: Vec::new(),
            carry: None,
            stack: None,
            guard: None,
            at,
            outgoing: Vec::new(),
        }
    }

    fn register(&mut self, name: &str, ty: Type) -> RegisterId {
        self.registers.push(Register { name: name.to_string(), ty });
        RegisterId(self.registers.len() as u32 - 1)
    }
    pub fn vector(&mut self, name: &str, ty: Type, elements: u32) -> Vec<RegisterId> {
        match elements {
            1 => vec![self.register(name, ty)],
            _ => (0..elements).map(|i| self.register(&format!("{name}.{i}"), ty)).collect(),
        }
    }
    /// Creates a register that the text does not have.
    pub fn temporary(&mut self, stem: &str, ty: Type) -> RegisterId {
        let name = format!("{stem}.{}", self.registers.len());
        self.register(&name, ty)
    }
    /// Returns the register of the carry flag.
    pub fn carry(&mut self) -> RegisterId {
        let known = self.carry;
        let register = known.unwrap_or_else(|| self.register("%carry", Type::Pred));
        self.carry = Some(register);
        register
    }

    /// Returns the meaning of a name at this place; a register of a family is made when it is first
    /// named.
    pub fn lookup(&mut self, name: Word<'a>) -> Option<Symbol<'t, 'a>> {
        for i in (0..self.scopes.len()).rev() {
            if let Some(symbol) = self.scopes[i].get(name.text) {
                return Some(symbol.clone());
            }
            if let Some((ty, elements)) = self.scopes[i].member(name.text) {
                return Some(self.born(i, name.text, ty, elements));
            }
        }
        if let Some(&Symbol::Unborn(ty, elements)) = self.unit.names.get(name.text) {
            return Some(self.born(0, name.text, ty, elements));
        }
        if let Some(symbol) = self.unit.names.get(name.text) {
            return Some(symbol.clone());
        }
        let (ty, elements) = self.unit.names.member(name.text)?;
        Some(self.born(0, name.text, ty, elements))
    }
    fn born(&mut self, scope: usize, name: &'a str, ty: Type, elements: u32) -> Symbol<'t, 'a> {
        let symbol = Symbol::Registers(self.vector(name, ty, elements));
        self.scopes[scope].replace(name, symbol.clone());
        symbol
    }
    /// Returns the number of a label.
    pub fn label(&mut self, name: Word<'a>) -> Result<u32, Fault> {
        match self.lookup(name) {
            Some(Symbol::Label(label)) => Ok(label as u32),
            _ => Err(Fault::unexpected(name.at, quoted(name.text), "a label of this function")),
        }
    }
    pub fn quote(&self, at: Span) -> String {
        quoted(self.unit.text.get(at.start as usize..at.end as usize).unwrap_or_default())
    }

    pub fn emit(&mut self, op: Op, writes: Vec<Option<RegisterId>>, reads: Vec<Operand>) {
        self.code.push(Instruction { guard: self.guard, op, writes, reads, at: self.at, stands_for: 1 });
    }

    /// Emits an operation that the text does not have, and returns its result.
    pub fn computed(&mut self, op: Op, ty: Type, reads: Vec<Operand>) -> Operand {
        let result = self.temporary("%step", ty);
        self.emit(op, vec![Some(result)], reads);
        self.added();
        Operand::Register(result)
    }
    /// Marks the last instruction as one that the text does not have.
    pub fn added(&mut self) {
        if let Some(last) = self.code.last_mut() {
            last.stands_for = 0;
        }
    }
}
