//! The body of a function: its scopes and labels, and the instructions that are made of its
//! statements.

use super::line::Line;
use super::opcode;
use super::passing::Passed;
use super::scope::{Scope, Symbol};
use super::stack::{self, Stack};
use super::unit::Unit;
use crate::error::{Fault, quoted};
use crate::program::{FunctionId, Guard, Instruction, Op, Operand, Register, RegisterId, Span, Type};
use crate::syntax::tree::{self, Declaration, Statement, Word};

/// A function whose body is being read: its registers, instructions, scopes and labels.
pub struct Body<'u, 't, 'a> {
    pub unit: &'u mut Unit<'t, 'a>,
    pub id: FunctionId,
    pub registers: Vec<Register>,
    pub code: Vec<Instruction>,
    /// The scopes within the module's, the outermost first.
    scopes: Vec<Scope<'t, 'a>>,
    /// The instruction that each label points to, once the label was read. Branches name labels
    /// until all are known.
    labels: Vec<u32>,
    carry: Option<RegisterId>,
    /// The thread's stack, if the function allocates there.
    pub stack: Option<Stack>,
    /// The guard of the instruction that is being read.
    pub guard: Option<Guard>,
    at: Span,
    /// The formal parameters and results that are registers, with the variables that pass them.
    incoming: Vec<Passed>,
    pub outgoing: Vec<Passed>,
}

/// Reads a function's body into instructions, if the function has one.
pub fn lower<'t, 'a>(unit: &mut Unit<'t, 'a>, function: &'t tree::Function<'a>) -> Result<(), Fault> {
    let (Some(statements), Some(&Symbol::Function(id))) = (&function.body, unit.names.get(function.name.text)) else {
        return Ok(());
    };
    let mut body = Body {
        unit,
        id,
        registers: Vec::new(),
        code: Vec::new(),
        scopes: vec![Scope::default()],
        labels: Vec::new(),
        carry: None,
        stack: None,
        guard: None,
        at: function.name.at,
        incoming: Vec::new(),
        outgoing: Vec::new(),
    };
    body.formals(function)?;
    for passed in std::mem::take(&mut body.incoming) {
        body.copy_in(&passed);
    }
    stack::open(&mut body, statements);
    body.block(statements)?;
    (body.at, body.guard) = (function.end, None);
    if !body.outgoing.is_empty() {
        body.leave();
    }
    body.finish();
    Ok(())
}

impl<'t, 'a> Body<'_, 't, 'a> {
    /// Declares the names of the parameters and results.
    fn formals(&mut self, function: &'t tree::Function<'a>) -> Result<(), Fault> {
        let known = &self.unit.functions[self.id.0 as usize];
        let (parameters, returns) = (known.parameters.clone(), known.returns.clone());
        let declared = self.unit.parameters(function);
        let parameters = declared.into_iter().zip(parameters.iter().map(|p| p.variable)).map(|(d, v)| (d, v, false));
        let results = function.signature.returns.iter().map(|declaration| (declaration, &declaration.names[0]));
        let results = results.zip(returns).map(|(d, v)| (d, v, true));
        for ((declaration, declared), variable, result) in parameters.chain(results) {
            if declared.name.text == "_" {
                continue;
            }
            if declaration.space.text != "reg" {
                self.scopes[0].declare(declared.name, Symbol::Variable(variable))?;
                continue;
            }
            let ty = Unit::register_type(declaration)?;
            let registers = self.vector(declared.name.text, ty, declaration.vector);
            self.scopes[0].declare(declared.name, Symbol::Registers(registers.clone()))?;
            let passed = Passed { registers, variable, ty };
            if result { &mut self.outgoing } else { &mut self.incoming }.push(passed);
        }
        Ok(())
    }

    /// Reads statements in a scope that is open.
    fn block(&mut self, statements: &'t [Statement<'a>]) -> Result<(), Fault> {
        let last = self.scopes.len() - 1;
        for statement in statements {
            let (name, symbol) = match statement {
                Statement::Label(name) => {
                    self.labels.push(u32::MAX);
                    (name, Symbol::Label(self.labels.len() - 1))
                }
                Statement::Branches(name, targets) => (name, Symbol::Branches(targets)),
                Statement::Calls(name, targets) => (name, Symbol::Calls(targets)),
                Statement::Prototype(name, signature) => (name, Symbol::Prototype(signature)),
                _ => continue,
            };
            self.scopes[last].declare(*name, symbol)?;
        }
        for statement in statements {
            match statement {
                Statement::Declaration(declaration) => self.declare(declaration)?,
                Statement::Label(name) => {
                    if let Some(&Symbol::Label(label)) = self.scopes[last].get(name.text) {
                        self.labels[label] = self.code.len() as u32;
                    }
                }
                Statement::Block(statements) => {
                    self.scopes.push(Scope::default());
                    self.block(statements)?;
                    self.scopes.pop();
                }
                Statement::Instruction(instruction) => self.instruction(instruction)?,
                Statement::Branches(..) | Statement::Calls(..) | Statement::Prototype(..) => {}
            }
        }
        Ok(())
    }

    fn declare(&mut self, declaration: &'t Declaration<'a>) -> Result<(), Fault> {
        let last = self.scopes.len() - 1;
        let entry = self.unit.functions[self.id.0 as usize].entry;
        if last == 0 && self.unit.is_old_parameter(entry, declaration) {
            return Ok(());
        }
        for declared in &declaration.names {
            if declaration.space.text != "reg" {
                let mut variable = self.unit.variable(declaration, declared, Some(self.id))?;
                if variable.external && self.lookup(declared.name).is_some() {
                    continue;
                }
                if variable.external {
                    variable.owner = None;
                }
                let id = self.unit.add(variable);
                self.scopes[last].declare(declared.name, Symbol::Variable(id))?;
                self.unit.initialise(id, declaration, declared)?;
                continue;
            }
            let ty = Unit::register_type(declaration)?;
            if !declared.sizes.is_empty() || declared.initial.is_some() {
                return Err(Fault::unexpected(declared.name.at, "a register with a size or a value", "its name alone"));
            }
            match declared.family {
                Some(count) => self.scopes[last].declare_family(declared.name, count, ty, declaration.vector)?,
                None => {
                    let registers = self.vector(declared.name.text, ty, declaration.vector);
                    self.scopes[last].declare(declared.name, Symbol::Registers(registers))?;
                }
            }
        }
        Ok(())
    }

    fn register(&mut self, name: &str, ty: Type) -> RegisterId {
        self.registers.push(Register { name: name.to_string(), ty });
        RegisterId(self.registers.len() as u32 - 1)
    }
    fn vector(&mut self, name: &str, ty: Type, elements: u32) -> Vec<RegisterId> {
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

    fn instruction(&mut self, instruction: &'t tree::Instruction<'a>) -> Result<(), Fault> {
        self.at = instruction.at;
        self.guard = None;
        opcode::refuse(instruction)?;
        if let Some(guard) = instruction.guard {
            let name =
                tree::Name { word: guard.word, component: None, index: None, offset: 0, generic: false, mask: None };
            let register = self.written(name, Type::Pred, false)?;
            let register = register.ok_or_else(|| Fault::unexpected(guard.word.at, "`_`", "a predicate"))?;
            self.guard = Some(Guard { register, negated: guard.negated });
        }
        opcode::lower(self, &mut Line::new(instruction))
    }
    pub fn emit(&mut self, op: Op, writes: Vec<Option<RegisterId>>, reads: Vec<Operand>) {
        self.code.push(Instruction { guard: self.guard, op, writes, reads, at: self.at, stands_for: 1 });
    }

    /// Returns the place of the instruction that is being read.
    pub fn at(&self) -> Span {
        self.at
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

    /// Turns labels into instruction numbers and completes the function.
    fn finish(mut self) {
        for instruction in &mut self.code {
            match &mut instruction.op {
                Op::Branch { target, .. } => *target = self.labels[*target as usize],
                Op::BranchIndexed { targets, .. } => targets.iter_mut().for_each(|t| *t = self.labels[*t as usize]),
                _ => {}
            }
        }
        super::texture::drop_unread(&mut self.code, self.registers.len());
        let function = &mut self.unit.functions[self.id.0 as usize];
        function.registers = std::mem::take(&mut self.registers);
        function.code = std::mem::take(&mut self.code);
    }
}
