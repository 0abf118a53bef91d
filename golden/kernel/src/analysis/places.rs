use crate::program::{Function, Instruction, Module, Op, Operand, Space};

/// An analysis of the memory accesses of a function: which of them can reach memory that is private
/// to a thread. Threads share all memory but local memory, in which the parameters of calls lie
/// too.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a> {
    function: &'a Function,
    /// Whether an address of a call's parameter gets into a register: a register access to the
    /// parameter space can then reach it.
    escapes: bool,
    /// Whether a generic address in local memory is made anywhere in the module.
    generic: bool,
}

impl<'a> Places<'a> {
    /// Analyses the accesses of a function of a module.
    pub fn of(module: &'a Module, function: &'a Function) -> Places<'a> {
        fn of<'a>(module: &Module, function: &'a Function) -> Places<'a> {
            Places { function, escapes: escapes(module, function, Space::Param), generic: false }
        }
        let makes = |f: &Function| {
            let places = of(module, f);
            let converts = |i: &Instruction| match i.op {
                Op::ToGeneric(Space::Local) => true,
                Op::ToGeneric(Space::Param) => !places.kernel_parameter(i),
                _ => false,
            };
            // an address that is not converted means nothing in PTX, and the same place here
            places.escapes || escapes(module, f, Space::Local) || f.code.iter().any(converts)
        };
        Places { generic: module.functions.iter().any(makes), ..of(module, function) }
    }
    /// Whether an access to the parameter space (or an address made from it) surely reaches the
    /// kernel's parameters, which threads share.
    pub fn kernel_parameter(&self, access: &Instruction) -> bool {
        match access.reads.first() {
            Some(&Operand::Variable(v, _)) => {
                self.function.entry && self.function.parameters.iter().any(|p| p.variable == v)
            }
            Some(_) => self.function.entry && !self.escapes,
            None => false,
        }
    }
    /// Whether an access to a space can reach memory that is private to each thread.
    pub fn reaches_local(&self, access: &Instruction, space: Space) -> bool {
        match space {
            Space::Local => true,
            Space::Param => !self.kernel_parameter(access),
            Space::Generic => self.generic,
            Space::Global | Space::Shared | Space::Const => false,
        }
    }
}

/// Whether an address of a variable of a space, other than a kernel's parameter, gets into a
/// register.
fn escapes(module: &Module, function: &Function, space: Space) -> bool {
    let escapes = |operand: &Operand| match *operand {
        Operand::Variable(v, _) => {
            let parameter = || function.entry && function.parameters.iter().any(|p| p.variable == v);
            module.variables.get(v.0 as usize).is_some_and(|v| v.space == space) && !parameter()
        }
        _ => false,
    };
    // the base of an access is used on the spot
    let bases = |i: &Instruction| match i.op {
        Op::Load(_) | Op::Store(_) | Op::Atomic(..) => 1,
        Op::Call { .. } => usize::MAX,
        _ => 0,
    };
    function.code.iter().any(|i| i.reads.iter().skip(bases(i)).any(escapes))
}
