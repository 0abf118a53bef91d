//! Reads a function: its formal parameters, its declarations, its instructions and its labels.

use super::body::{Body, Passed};
use super::line::Line;
use super::scope::{Scope, Symbol};
use super::unit::Unit;
use super::{opcode, stack, texture};
use crate::error::Fault;
use crate::program::{Guard, Op, Type};
use crate::syntax::tree::{self, Declaration, Statement};

/// Reads a function's body into instructions, if the function has one.
pub fn lower<'t, 'a>(unit: &mut Unit<'t, 'a>, function: &'t tree::Function<'a>) -> Result<(), Fault> {
    let (Some(statements), Some(&Symbol::Function(id))) = (&function.body, unit.names.get(function.name.text)) else {
        return Ok(());
    };
    let mut body = Body::new(unit, id, function.name.at);
    for passed in body.formals(function)? {
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
    /// Declares the names of the parameters and results, and returns the parameters that are
    /// registers.
    fn formals(&mut self, function: &'t tree::Function<'a>) -> Result<Vec<Passed>, Fault> {
        let mut incoming = Vec::new();
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
            if result { &mut self.outgoing } else { &mut incoming }.push(passed);
        }
        Ok(incoming)
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

    /// Turns labels into instruction numbers and completes the function.
    fn finish(mut self) {
        for instruction in &mut self.code {
            match &mut instruction.op {
                Op::Branch { target, .. } => *target = self.labels[*target as usize],
                Op::BranchIndexed { targets, .. } => targets.iter_mut().for_each(|t| *t = self.labels[*t as usize]),
                _ => {}
            }
        }
        texture::drop_unread(&mut self.code, self.registers.len());
        let function = &mut self.unit.functions[self.id.0 as usize];
        function.registers = std::mem::take(&mut self.registers);
        function.code = std::mem::take(&mut self.code);
    }
}
