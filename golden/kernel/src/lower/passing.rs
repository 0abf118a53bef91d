//! Registers as parameters and results: they are passed in a variable that the text does not have,
//! or that stands for the register in the function.

use super::body::{Body, Passed};
use crate::program::{Compare, Memory, Op, Operand, Space, Type, VariableId};

fn memory(ty: Type, elements: usize) -> Memory {
    Memory { space: Space::Param, ty, elements: elements as u8, offset: 0, volatile: false }
}

impl Body<'_, '_, '_> {
    /// Emits loads from the variable into the registers. A predicate is passed as a byte.
    pub fn copy_in(&mut self, passed: &Passed) {
        let base = vec![Operand::Variable(passed.variable, 0)];
        let writes: Vec<_> = passed.registers.iter().copied().map(Some).collect();
        if passed.ty != Type::Pred {
            self.emit(Op::Load(memory(passed.ty, writes.len())), writes, base);
            return;
        }
        let held = self.temporary("%passed", Type::U32);
        self.emit(Op::Load(memory(Type::U8, 1)), vec![Some(held)], base);
        let op = Op::SetPredicate { compare: Compare::Ne, ty: Type::U32, flush: false, group: None };
        self.emit(op, vec![writes[0], None], vec![Operand::Register(held), Operand::Immediate(0)]);
    }
    /// Emits stores of values into the variable, whether or not the next instruction is guarded.
    pub fn copy_out(&mut self, variable: VariableId, ty: Type, values: Vec<Operand>) {
        let guard = self.guard.take();
        let mut reads = vec![Operand::Variable(variable, 0)];
        if ty == Type::Pred {
            let held = self.temporary("%passed", Type::U32);
            let select = vec![Operand::Immediate(1), Operand::Immediate(0), values[0]];
            self.emit(Op::Select(Type::U32), vec![Some(held)], select);
            reads.push(Operand::Register(held));
            self.emit(Op::Store(memory(Type::U8, 1)), vec![], reads);
        } else {
            reads.extend(&values);
            self.emit(Op::Store(memory(ty, values.len())), vec![], reads);
        }
        self.guard = guard;
    }
    /// Emits the return of the function, after the stores of results that are registers into their
    /// variables.
    pub fn leave(&mut self) {
        for Passed { registers, variable, ty } in self.outgoing.clone() {
            self.copy_out(variable, ty, registers.into_iter().map(Operand::Register).collect());
        }
        self.emit(Op::Return, vec![], vec![]);
    }
}
