use crate::program::{Function, Instruction, Module, Op, Operand, Space};

/// Whose memory the accesses of a function reach: threads share all but local memory, in which the parameters of calls lie too.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a> {
    function: &'a Function,
    /// An address of a call's parameter gets into a register: then an access to the parameter space by a register can reach it.
    escapes: bool,
    /// A generic address in local memory is made somewhere in the module.
    generic: bool,
}

impl<'a> Places<'a> {
    /// Of a function of a module.
    pub fn of(module: &'a Module, function: &'a Function) -> Places<'a> {
        fn of<'a>(module: &Module, function: &'a Function) -> Places<'a> {
            Places { function, escapes: escapes(module, function), generic: false }
        }
        let makes = |f: &Function, i: &Instruction| match i.op {
            Op::ToGeneric(Space::Local) => true,
            Op::ToGeneric(Space::Param) => !of(module, f).kernel_parameter(i),
            _ => false,
        };
        let generic = module.functions.iter().any(|f| f.code.iter().any(|i| makes(f, i)));
        Places { generic, ..of(module, function) }
    }
    /// Whether an access to the parameter space (or an address made from it) surely means the kernel's parameters, which all threads share.
    pub fn kernel_parameter(&self, access: &Instruction) -> bool {
        match access.reads.first() {
            Some(&Operand::Variable(v, _)) => {
                self.function.entry && self.function.parameters.iter().any(|p| p.variable == v)
            }
            Some(_) => self.function.entry && !self.escapes,
            None => false,
        }
    }
    /// Whether an access can reach memory that each thread has for itself.
    pub fn reaches_local(&self, access: &Instruction, space: Space) -> bool {
        match space {
            Space::Local => true,
            Space::Param => !self.kernel_parameter(access),
            Space::Generic => self.generic,
            Space::Global | Space::Shared | Space::Const => false,
        }
    }
}

fn escapes(module: &Module, function: &Function) -> bool {
    let escapes = |operand: &Operand| match *operand {
        Operand::Variable(v, _) => {
            let space = module.variables.get(v.0 as usize).map(|v| v.space);
            space == Some(Space::Param) && !function.parameters.iter().any(|p| p.variable == v)
        }
        _ => false,
    };
    // the base of an access is used on the spot
    let bases = |i: &Instruction| matches!(i.op, Op::Load(_) | Op::Store(_) | Op::Atomic(..)) as usize;
    function.code.iter().any(|i| i.reads.iter().skip(bases(i)).any(escapes))
}
