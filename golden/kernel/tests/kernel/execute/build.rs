//! A builder of modules for tests, instruction by instruction.

use heddle_kernel::program::{
    Function, FunctionId, Guard, Instruction, Memory, Module, Op, Operand, Parameter, Register, RegisterId, Rewritten,
    Source, Space, Span, Type, Variable, VariableId,
};

/// A function under construction. Instruction n stands at byte n of a text of so many lines.
pub struct Builder {
    pub module: Module,
    pub function: Function,
}

pub fn module() -> Module {
    Module {
        source: Source::new("hand.ptx", "\n".repeat(1000)),
        version: (7, 0),
        target: "sm_70".into(),
        address_size: 64,
        base: 0,
        variables: vec![],
        functions: vec![],
        rewritten: Rewritten::default(),
    }
}

impl Builder {
    /// A kernel with 64-bit parameters.
    pub fn kernel(parameters: u32) -> Builder {
        let mut module = module();
        let id = FunctionId(module.functions.len() as u32);
        let mut function = Function {
            name: "k".into(),
            entry: true,
            parameters: vec![],
            parameter_bytes: 8 * parameters,
            returns: vec![],
            registers: vec![],
            code: vec![],
            defined: true,
            refused: None,
            threads: None,
            at: Span::default(),
        };
        for n in 0..parameters {
            let variable = variable(&mut module, &format!("p{n}"), Space::Param, 8, Some(id));
            function.parameters.push(Parameter { variable, offset: 8 * n });
        }
        Builder { module, function }
    }

    pub fn register(&mut self, ty: Type) -> RegisterId {
        self.function.registers.push(Register { name: format!("%r{}", self.function.registers.len()), ty });
        RegisterId(self.function.registers.len() as u32 - 1)
    }

    pub fn here(&self) -> u32 {
        self.function.code.len() as u32
    }

    pub fn push(&mut self, op: Op, writes: &[RegisterId], reads: &[Operand]) -> u32 {
        let at = self.here();
        self.function.code.push(Instruction {
            guard: None,
            op,
            writes: writes.iter().map(|&w| Some(w)).collect(),
            reads: reads.to_vec(),
            at: Span { start: at, end: at + 1 },
            stands_for: 1,
        });
        at
    }

    pub fn guarded(
        &mut self,
        register: RegisterId,
        negated: bool,
        op: Op,
        writes: &[RegisterId],
        reads: &[Operand],
    ) -> u32 {
        let at = self.push(op, writes, reads);
        self.function.code[at as usize].guard = Some(Guard { register, negated });
        at
    }

    /// A new register with an operation's result.
    pub fn to(&mut self, ty: Type, op: Op, reads: &[Operand]) -> RegisterId {
        let register = self.register(ty);
        self.push(op, &[register], reads);
        register
    }

    /// Kernel parameter n.
    pub fn parameter(&mut self, n: usize) -> RegisterId {
        let variable = self.function.parameters[n].variable;
        self.to(Type::U64, Op::Load(memory(Space::Param, Type::U64)), &[Operand::Variable(variable, 0)])
    }

    pub fn finish(mut self) -> Module {
        self.module.functions.push(self.function);
        self.module
    }
}

pub fn variable(module: &mut Module, name: &str, space: Space, bytes: u64, owner: Option<FunctionId>) -> VariableId {
    module.variables.push(Variable {
        name: name.into(),
        space,
        align: 8,
        bytes,
        initial: vec![],
        addresses: vec![],
        element: 1,
        owner,
        external: false,
        opaque: None,
        at: Span::default(),
    });
    VariableId(module.variables.len() as u32 - 1)
}

pub fn memory(space: Space, ty: Type) -> Memory {
    Memory { space, ty, elements: 1, offset: 0, volatile: false }
}
