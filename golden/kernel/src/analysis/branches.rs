use super::{Bits, Flow, Places};
use crate::program::{Function, Instruction, Module, Op, Operand, Space};

/// The kinds of input that a value depends on (SLP, sections 3.2 and 5, figure 10); neither for
/// immediates alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Taint {
    /// Whether the value depends on thread or CTA ids, sizes, kernel parameters or addresses of
    /// variables.
    pub programmable: bool,
    /// Whether the value depends on data: memory contents, results of atomic operations, the time
    /// of a read.
    pub data: bool,
}

impl Taint {
    /// Returns the union of two taints.
    pub fn and(self, other: Taint) -> Taint {
        Taint { programmable: self.programmable | other.programmable, data: self.data | other.data }
    }
    /// Returns the kind of a branch whose condition has this taint: a mixed condition makes a
    /// D-branch (3.2).
    pub fn kind(self) -> Kind {
        if self.data { Kind::Data } else { Kind::Programmable }
    }
    /// Returns the taint of an operand that is not a register; a register gets the default taint
    /// here.
    pub fn of_operand(operand: &Operand) -> Taint {
        match operand {
            Operand::Register(_) | Operand::Immediate(_) => Taint::default(),
            Operand::Special(special) if special.by_time() => Taint { data: true, ..Taint::default() },
            Operand::Special(_) | Operand::Variable(..) => Taint { programmable: true, ..Taint::default() },
        }
    }
    /// Returns the taint that an instruction adds by itself, besides the taints of the registers
    /// that it reads. Every memory but the kernel's parameters is a data array, constant memory
    /// too: threads see different elements of it. The active mask depends on the data of the other
    /// threads.
    pub fn of_operation(places: &Places, instruction: &Instruction) -> Taint {
        let programmable = match &instruction.op {
            Op::Load(memory) => memory.space == Space::Param && places.kernel_parameter(instruction),
            Op::Atomic(..) | Op::ActiveMask | Op::Texture(_) => false,
            _ => return Taint::default(),
        };
        Taint { programmable, data: !programmable }
    }
}

/// The kind of a conditional branch, by the inputs that its condition depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A P-branch: the condition depends on thread ids and launch constants alone.
    Programmable,
    /// A D-branch: the condition depends on data.
    Data,
}

/// The conditional branches of a function and their kinds, found statically: by all that can reach
/// a condition on any path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branches {
    kinds: Vec<Option<Kind>>,
}

/// Whether an instruction is a conditional branch: its guard, or its index, decides a thread's next
/// instruction. Guarded returns and exits are conditional branches too.
pub fn conditional(instruction: &Instruction) -> bool {
    match instruction.op {
        Op::Branch { .. } | Op::Return | Op::Exit => instruction.guard.is_some(),
        Op::BranchIndexed { .. } => true,
        _ => false,
    }
}

/// The taints of all registers at a point of the program.
#[derive(Clone)]
struct Taints {
    programmable: Bits,
    data: Bits,
}

impl Taints {
    fn read(&self, instruction: &Instruction) -> Taint {
        let registers = instruction.registers_read().map(|r| r.0 as usize);
        let of = |r| Taint { programmable: self.programmable.contains(r), data: self.data.contains(r) };
        let operands = instruction.reads.iter().map(Taint::of_operand);
        registers.map(of).chain(operands).fold(Taint::default(), Taint::and)
    }
    fn step(&mut self, places: &Places, instruction: &Instruction) {
        let taint = Taint::of_operation(places, instruction).and(self.read(instruction));
        for r in instruction.registers_written().map(|r| r.0 as usize) {
            for (set, tainted) in [(&mut self.programmable, taint.programmable), (&mut self.data, taint.data)] {
                if tainted {
                    set.insert(r);
                } else if instruction.guard.is_none() {
                    set.remove(r);
                }
            }
        }
    }
}

impl Branches {
    /// Classifies the conditional branches of a function of a module; `flow` is the function's
    /// control-flow graph.
    pub fn of(module: &Module, function: &Function, flow: &Flow) -> Branches {
        let places = Places::of(module, function);
        let none = Bits::new(function.registers.len());
        let mut before = vec![Taints { programmable: none.clone(), data: none }; flow.blocks.len()];
        let mut kinds = vec![None; function.code.len()];
        let order = flow.order();
        loop {
            let mut changed = false;
            for &b in &order {
                let mut taints = before[b].clone();
                for i in flow.instructions(b) {
                    let instruction = &function.code[i];
                    if conditional(instruction) {
                        kinds[i] = Some(taints.read(instruction).kind());
                    }
                    taints.step(&places, instruction);
                }
                for &s in flow.blocks[b].successors.iter().filter(|&&s| s != flow.exit()) {
                    changed |= before[s].programmable.union(&taints.programmable);
                    changed |= before[s].data.union(&taints.data);
                }
            }
            if !changed {
                return Branches { kinds };
            }
        }
    }
    /// Returns the kind of a conditional branch that control can reach; `None` for other
    /// instructions.
    pub fn kind(&self, instruction: u32) -> Option<Kind> {
        self.kinds.get(instruction as usize).copied().flatten()
    }
    /// Returns the conditional branches that control can reach, each with its instruction number
    /// and kind.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Kind)> + '_ {
        self.kinds.iter().enumerate().filter_map(|(i, kind)| kind.map(|kind| (i as u32, kind)))
    }
}
