use super::{Bits, Flow, Places};
use crate::program::{Function, Instruction, Module, Op, Operand, Space};

/// What a value was made of (SLP, sections 3.2 and 5, figure 10). Neither: of immediates alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Taint {
    /// Thread and CTA ids, sizes, parameters of the kernel, addresses of variables.
    pub programmable: bool,
    /// Data: what memory held, what an atomic operation returned, when it was read.
    pub data: bool,
}

impl Taint {
    /// Of both.
    pub fn and(self, other: Taint) -> Taint {
        Taint { programmable: self.programmable | other.programmable, data: self.data | other.data }
    }
    /// What a branch with a condition of this taint is: a mixed condition makes a D-branch (3.2).
    pub fn kind(self) -> Kind {
        if self.data { Kind::Data } else { Kind::Programmable }
    }
    /// What an operand brings that is no register.
    pub fn of_operand(operand: &Operand) -> Taint {
        match operand {
            Operand::Register(_) | Operand::Immediate(_) => Taint::default(),
            Operand::Special(special) if special.by_time() => Taint { data: true, ..Taint::default() },
            Operand::Special(_) | Operand::Variable(..) => Taint { programmable: true, ..Taint::default() },
        }
    }
    /// What an instruction brings by itself; those of the registers that it reads come on top. Every memory but the kernel's parameters is a data array,
    /// constant memory too: threads see different elements of it. The active mask says which way the data of other threads went.
    pub fn of_operation(places: &Places, instruction: &Instruction) -> Taint {
        let programmable = match &instruction.op {
            Op::Load(memory) => memory.space == Space::Param && places.kernel_parameter(instruction),
            Op::Atomic(..) | Op::ActiveMask | Op::Texture(_) | Op::SurfaceLoad(_) => false,
            _ => return Taint::default(),
        };
        Taint { programmable, data: !programmable }
    }
}

/// A conditional branch, by what its condition depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A P-branch: on thread ids and launch constants alone.
    Programmable,
    /// A D-branch: on data.
    Data,
}

/// Conditional branches and their kinds, found without running the program: what can reach a condition on any path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branches {
    kinds: Vec<Option<Kind>>,
}

/// Whether an instruction is a conditional branch: its guard, or the index, decides where a thread goes on. Guarded returns and exits are.
pub fn conditional(instruction: &Instruction) -> bool {
    match instruction.op {
        Op::Branch { .. } | Op::Return | Op::Exit => instruction.guard.is_some(),
        Op::BranchIndexed { .. } => true,
        _ => false,
    }
}

/// Taints of all registers at a point.
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
    /// Of a function of a module and its graph.
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
    /// Of a conditional branch that control can reach; none for other instructions.
    pub fn kind(&self, instruction: u32) -> Option<Kind> {
        self.kinds.get(instruction as usize).copied().flatten()
    }
    /// The conditional branches that control can reach.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Kind)> + '_ {
        self.kinds.iter().enumerate().filter_map(|(i, kind)| kind.map(|kind| (i as u32, kind)))
    }
}
