use super::{Bits, BlockId, Flow, Liveness, Places, Reconvergence, Region, Rules, Seed};
use crate::program::{Function, Module, Op, Operand, RegisterId};

/// The reason why a register is a vector register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Reason {
    /// An instruction that writes the register gives different values by itself.
    Seed { instruction: u32, seed: Seed },
    /// An instruction that writes the register reads a vector register.
    Reads { instruction: u32, register: RegisterId },
    /// An instruction that writes the register is guarded by a vector predicate.
    Guard { instruction: u32, register: RegisterId },
    /// An instruction that writes the register writes a vector register too.
    Beside { instruction: u32, register: RegisterId },
    /// The register is written between a divergent branch and its reconvergence point, and is still
    /// live there (step 4).
    Meets { branch: u32 },
    /// The register is written on one side of a divergent branch and live at the start of another
    /// ([`Rules::sides`]).
    Sides { branch: u32 },
    /// The register is written between a divergent branch and its reconvergence point, and live
    /// behind a barrier at which a side can wait while another runs ([`Rules::sides`]).
    Waits { branch: u32 },
    /// The register is written where a divergent branch keeps threads away (the restricted
    /// algorithm).
    Apart { branch: u32 },
    /// The register is written in a device function, which can be called from anywhere (the
    /// restricted algorithm).
    Called,
}

impl Reason {
    /// Returns the reason in words, with the number of the source line that it refers to.
    pub fn text(&self, module: &Module, function: &Function) -> String {
        let line = |i: u32| format!("line {}", module.source.place(function.code[i as usize].at.start).line);
        let name = |register: RegisterId| &function.registers[register.0 as usize].name;
        match *self {
            Reason::Seed { instruction: i, seed } => format!("{} {}", line(i), seed.text()),
            Reason::Reads { instruction: i, register } => format!("{} reads {}", line(i), name(register)),
            Reason::Guard { instruction: i, register } => format!("{} is guarded by {}", line(i), name(register)),
            Reason::Beside { instruction: i, register } => format!("{} also writes {}", line(i), name(register)),
            Reason::Meets { branch } => {
                format!("written on a side of the branch in {}, live where the sides meet", line(branch))
            }
            Reason::Sides { branch } => {
                format!("written on a side of the branch in {}, live on another side", line(branch))
            }
            Reason::Waits { branch } => {
                format!("written on a side of the branch in {}, live where a thread waits at a barrier", line(branch))
            }
            Reason::Apart { branch } => format!("written where the branch in {} may have diverged", line(branch)),
            Reason::Called => "written in a function that can be called by a part of a warp".into(),
        }
    }
}

/// The scalar registers and instructions of a function: one copy of the register, or one execution,
/// serves the whole warp. A scalar register holds the same value in all threads of a warp that
/// execute together; a scalar instruction reads and writes scalar registers alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalars {
    /// Whether each register is scalar.
    pub registers: Vec<bool>,
    /// Whether each instruction is scalar.
    pub instructions: Vec<bool>,
    /// For each register: the first reason found why it is not scalar; `None` for a scalar
    /// register.
    pub why: Vec<Option<Reason>>,
}

/// Step 4 of the algorithm: the effect of a divergent branch on the registers and instructions of
/// its region.
pub(super) trait Step4 {
    fn part(&self, marking: &mut Marking, branch: u32, region: &Region);
}

/// The state of the algorithm of STSIMT 4.2: all is scalar at first; vector registers and
/// instructions spread to a fixed point.
pub(super) struct Marking<'a> {
    pub function: &'a Function,
    pub flow: &'a Flow,
    pub liveness: &'a Liveness,
    rules: &'a Rules,
    reconvergence: Reconvergence,
    scalars: Scalars,
    /// For each register: the instructions that read it, write it or are guarded by it.
    users: Vec<Vec<u32>>,
    /// Vector registers whose users have not been visited yet.
    open: Vec<RegisterId>,
    /// Divergent branches that have not been visited yet.
    parts: Vec<u32>,
    parted: Bits,
}

impl Marking<'_> {
    pub fn register(&mut self, register: RegisterId, reason: Reason) {
        let r = register.0 as usize;
        if std::mem::replace(&mut self.scalars.registers[r], false) {
            self.scalars.why[r] = Some(reason);
            self.open.push(register);
        }
    }
    /// Marks an instruction as vector, and the registers that it writes as vector registers (step
    /// 3).
    pub fn instruction(&mut self, i: u32, reason: Reason) {
        let function = self.function;
        let instruction = &function.code[i as usize];
        if std::mem::replace(&mut self.scalars.instructions[i as usize], false) {
            instruction.registers_written().for_each(|w| self.register(w, reason));
            if matches!(instruction.op, Op::BranchIndexed { .. }) {
                self.part(i);
            }
        }
    }
    fn part(&mut self, branch: u32) {
        if !self.parted.contains(branch as usize) {
            self.parted.insert(branch as usize);
            self.parts.push(branch);
        }
    }
    /// Marks the instructions that use a vector register as vector instructions (step 3).
    fn spread(&mut self, register: RegisterId) {
        for i in std::mem::take(&mut self.users[register.0 as usize]) {
            let instruction = &self.function.code[i as usize];
            let guard = instruction.guard.is_some_and(|guard| guard.register == register);
            if instruction.reads.contains(&Operand::Register(register)) {
                self.instruction(i, Reason::Reads { instruction: i, register });
            } else if !guard {
                self.instruction(i, Reason::Beside { instruction: i, register });
            }
            if guard {
                match instruction.op {
                    Op::Branch { .. } | Op::BranchIndexed { .. } => self.part(i),
                    _ => {}
                }
                if self.rules.guards || instruction.registers_written().next().is_none() {
                    self.instruction(i, Reason::Guard { instruction: i, register });
                }
            }
        }
    }
}

/// Runs the algorithm with one form of step 4; if `at_once` is given, all instructions are vector
/// for that reason from the start.
pub(super) fn mark(
    (module, function): (&Module, &Function),
    flow: &Flow,
    liveness: &Liveness,
    rules: &Rules,
    at_once: Option<Reason>,
    step4: &impl Step4,
) -> Scalars {
    let (registers, count) = (function.registers.len(), function.code.len());
    let mut users = vec![Vec::new(); registers];
    for (i, instruction) in function.code.iter().enumerate() {
        for r in instruction.registers_read().chain(instruction.registers_written()) {
            let users: &mut Vec<u32> = &mut users[r.0 as usize];
            if users.last() != Some(&(i as u32)) {
                users.push(i as u32);
            }
        }
    }
    let scalars =
        Scalars { registers: vec![true; registers], instructions: vec![true; count], why: vec![None; registers] };
    let reconvergence = Reconvergence::of(function, flow);
    let (open, parts, parted) = (Vec::new(), Vec::new(), Bits::new(count));
    let mut marking = Marking { function, flow, liveness, rules, reconvergence, scalars, users, open, parts, parted };
    let places = Places::of(module, function);
    for (i, instruction) in function.code.iter().enumerate() {
        let i = i as u32;
        let seed = Seed::of(&places, rules, instruction).map(|seed| Reason::Seed { instruction: i, seed });
        if let Some(reason) = seed.or(at_once) {
            marking.instruction(i, reason);
        }
    }
    loop {
        if let Some(register) = marking.open.pop() {
            marking.spread(register);
        } else if let Some(branch) = marking.parts.pop() {
            let block = flow.block(branch);
            let region = Region::of(flow, &marking.reconvergence, block);
            step4.part(&mut marking, branch, &region);
        } else {
            return marking.scalars;
        }
    }
}

/// The step 4 of STSIMT: a register may be written where threads are apart, as long as it is dead
/// before they meet.
struct Dead {
    writes: Vec<Bits>,
    sides: bool,
}

impl Step4 for Dead {
    fn part(&self, marking: &mut Marking, branch: u32, region: &Region) {
        let none = Bits::new(marking.function.registers.len());
        let written = |blocks: &Bits| {
            let mut written = none.clone();
            for b in blocks.iter() {
                written.union(&self.writes[b]);
            }
            written
        };
        let written: Vec<Bits> = region.sides.iter().map(|(_, blocks)| written(blocks)).collect();
        // by one side at least, by two at least
        let nothing = none.clone();
        let (mut once, mut twice) = (none.clone(), none);
        for side in &written {
            let mut both = once.clone();
            both.intersect(side);
            twice.union(&both);
            once.union(side);
        }
        let mut meets = once.clone();
        meets.intersect(&marking.liveness.before[region.meets]);
        meets.iter().for_each(|r| marking.register(RegisterId(r as u32), Reason::Meets { branch }));
        for ((start, blocks), own) in region.sides.iter().zip(&written).filter(|_| self.sides) {
            let mut others = once.clone();
            others.subtract(own);
            others.union(&twice);
            // while this side waits at a barrier, another may write over what is its own alone,
            // too: the two may share a place
            let mut waiting = if others.is_empty() { nothing.clone() } else { once.clone() };
            others.intersect(&marking.liveness.before[*start]);
            others.iter().for_each(|r| marking.register(RegisterId(r as u32), Reason::Sides { branch }));
            waiting.intersect(&self.behind_barriers(marking, blocks));
            waiting.iter().for_each(|r| marking.register(RegisterId(r as u32), Reason::Waits { branch }));
        }
    }
}

impl Dead {
    /// Returns the registers that are live behind a barrier in some blocks: a side of a branch may
    /// wait there while another runs.
    fn behind_barriers(&self, marking: &Marking, blocks: &Bits) -> Bits {
        let (function, flow) = (marking.function, marking.flow);
        let mut alive = Bits::new(function.registers.len());
        for block in blocks.iter() {
            let barrier = |i: usize| matches!(function.code[i].op, Op::Barrier(_));
            if flow.instructions(block).any(barrier) {
                marking.liveness.walk(function, flow, block, |i, after| {
                    if barrier(i) {
                        alive.union(after);
                    }
                });
            }
        }
        alive
    }
}

/// Returns the registers that are written in a block.
fn written(function: &Function, flow: &Flow, block: BlockId) -> Bits {
    let mut written = Bits::new(function.registers.len());
    for i in flow.instructions(block) {
        function.code[i].registers_written().for_each(|r| written.insert(r.0 as usize));
    }
    written
}

impl Scalars {
    /// Finds the scalars of a function by the algorithm of STSIMT 4.2, completed as the rules say.
    ///
    /// Why the result is sound. Threads execute together as groups; a branch splits a group, and
    /// the group is whole again at the branch's immediate post-dominator. Suppose that threads of a
    /// group read a register that is called scalar, and that not all of them mean the value that
    /// the one copy holds. Then either two of them mean different writes: they were apart when one
    /// of those was made, met again behind the region of the branch that split them, and the
    /// register is written in that region and live where they met. Or the copy was written by
    /// others since: by threads of another side of a branch, while these waited at the start of
    /// their side, at a barrier, or where the sides meet, with the register live there. Step 4 and
    /// [`Rules::sides`] exclude both. And a single write gives all threads that execute it the same
    /// value, since it reads scalar registers alone and is no seed. A load from memory that the
    /// threads share is done by all at once: an equal address means an equal value. The same holds
    /// for a vote, whose result is one for all threads that execute it.
    pub fn of(module: &Module, function: &Function, flow: &Flow, liveness: &Liveness, rules: &Rules) -> Scalars {
        let writes = (0..flow.blocks.len()).map(|b| written(function, flow, b)).collect();
        mark((module, function), flow, liveness, rules, None, &Dead { writes, sides: rules.sides })
    }
    /// Returns the result in which no register and no instruction of a function is scalar.
    pub fn none(function: &Function) -> Scalars {
        let registers = function.registers.len();
        Scalars {
            registers: vec![false; registers],
            instructions: vec![false; function.code.len()],
            why: vec![None; registers],
        }
    }
    /// Whether a branch can make the threads of a warp diverge: its guard, or its index, is not the
    /// same in all threads.
    pub fn parts(&self, function: &Function, instruction: u32) -> bool {
        let branch = &function.code[instruction as usize];
        let guard = branch.guard.is_some_and(|guard| !self.registers[guard.register.0 as usize]);
        match branch.op {
            Op::Branch { .. } => guard,
            Op::BranchIndexed { .. } => guard || !self.instructions[instruction as usize],
            _ => false,
        }
    }
    /// Returns the share of a function's instructions that are scalar: the static count of STSIMT
    /// figure 10.
    pub fn share(&self) -> f64 {
        let scalar = self.instructions.iter().filter(|&&s| s).count();
        scalar as f64 / self.instructions.len().max(1) as f64
    }
}
