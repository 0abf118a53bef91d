//! Planning: translates an instruction of the program into instructions of a lane.

use heddle_contract::lane::op;
use heddle_kernel::execute::Image;
use heddle_kernel::program::{
    Barrier, FunctionId, Instruction, Location, Memory, Op, Operand, RegisterId, Space, Target, Type,
};

use super::class::Class;
use super::layout::{Bases, CONSTANTS, Plan, Program, Unplanned, Words};
use super::native::native;
use super::planner::Planner;
use super::step::{Constant, Half, MemoryOp, Place, Role, Source, Step, Unit, constants};
use super::unit::{is_of_sfus, unit};
use crate::config::spec::Products;

/// The scalar word that holds zero, counted from the first scratch word; and the first of three
/// pairs for constants.
pub(crate) const ZERO: u32 = 0;
pub(crate) const PAIRS: u32 = 2;
const _: () = assert!(CONSTANTS == PAIRS + 3 * 2);

/// Plans a kernel for CTAs of shape `block`, and a core whose unit of products is `products`.
pub(crate) fn program(image: &Image, block: [u32; 3], products: Products) -> Result<Program, Unplanned> {
    let bases = Bases::of(image)?;
    let mut program = Program {
        plans: vec![vec![]; image.module.functions.len()],
        scratch: bases.end,
        words: bases.end,
        all: bases.end,
    };
    for (&number, &base) in &bases.functions {
        let id = FunctionId(number);
        let function = &image.module.functions[number as usize];
        let flat = block[1] == 1 && block[2] == 1;
        let mut planner =
            Planner { image, function, id, base, scratch: bases.end, flat, products, used: Words::default() };
        let mut plans = Vec::with_capacity(function.code.len() + 1);
        for (number, instruction) in function.code.iter().enumerate() {
            planner.used = Words::default();
            plans.push(planner.plan(number, instruction));
            let (end, used) = (bases.end, planner.used);
            let copies = used.scalars.saturating_sub(CONSTANTS);
            program.words.vectors = program.words.vectors.max(end.vectors + used.vectors);
            program.words.scalars = program.words.scalars.max(end.scalars + copies);
            program.all.vectors = program.words.vectors;
            program.all.scalars = program.all.scalars.max(end.scalars + used.scalars);
        }
        plans.push(Plan::default());
        program.plans[number as usize] = plans;
    }
    Ok(program)
}

impl Planner<'_, '_> {
    fn plan(&mut self, number: usize, instruction: &Instruction) -> Plan {
        let mut plan = Plan::default();
        let flag = |register: RegisterId| match self.location(register) {
            Location::Predicate(_) | Location::ScalarPredicate(_) => self.image.place(self.id, register).map(|p| p.0),
            _ => None,
        };
        plan.reads = instruction.registers_read().filter_map(flag).collect();
        plan.writes = instruction.registers_written().filter_map(flag).collect();
        plan.waits = instruction.op == Op::Fence;
        plan.stands_for = instruction.stands_for;
        let scalar = self.image.allocation(self.id).is_some_and(|allocation| allocation.scalar[number]);
        plan.scalar = scalar;
        plan.is_barrier = matches!(instruction.op, Op::Barrier(_));
        plan.guard = instruction.guard;
        plan.is_of_shared = match &instruction.op {
            Op::Load(memory) | Op::Store(memory) | Op::Atomic(_, memory) => memory.space == Space::Shared,
            _ => false,
        };
        let mut steps = match &instruction.op {
            Op::Load(memory) => self.load(instruction, memory, scalar),
            Op::Store(memory) => self.store(instruction, memory, scalar),
            Op::Atomic(_, memory) => self.atomic(instruction, memory),
            Op::Barrier(kind) => {
                if matches!(kind, Barrier::ReducePopc { .. }) {
                    plan.barrier_result = self.target(instruction, 0).map(|target| {
                        Step::external(Unit::Control, target.scalar, [Source::Nothing; 3], Some(target), false)
                    });
                }
                self.control(instruction)
            }
            Op::BranchIndexed { .. } | Op::Call { target: Target::Indirect(_), .. } => self.control(instruction),
            Op::Move(Type::Pred)
            | Op::Predicate(_)
            | Op::WarpBarrier
            | Op::Branch { .. }
            | Op::Call { .. }
            | Op::Return
            | Op::Exit
            | Op::Trap
            | Op::Fence
            | Op::Nothing => vec![],
            op if self.on_sfus(op) => self.external(instruction, scalar),
            _ => native(self, instruction, scalar).unwrap_or_else(|| self.external(instruction, scalar)),
        };
        let class = Class::of(&instruction.op);
        steps.iter_mut().for_each(|step| step.class = class);
        plan.waits_operands = steps.iter().any(|step| step.role == Role::External(Unit::Control));
        plan.steps = self.untangle(steps);
        self.reserve(&plan.steps);
        plan
    }

    /// Whether the SFUs execute an instruction that a lane could execute itself.
    fn on_sfus(&self, op: &Op) -> bool {
        self.products == Products::Sfu && is_of_sfus(op)
    }

    /// Returns the pairs of words of a register, which may have more words than one pair.
    fn pairs(&self, register: RegisterId) -> Vec<Place> {
        let words = self.words(register);
        let Some(place) = self.place(register) else { return vec![] };
        let pair = |n: u32| Place { word: place.word + n, row: place.row + n, wide: words - n > 1, ..place };
        (0..words).step_by(2).map(pair).collect()
    }

    /// Returns the start address of an access plus `plus`, as sources a and c of a memory
    /// instruction.
    fn address(&self, base: Operand, plus: i64) -> [Source; 2] {
        let known = |operand, plus| Source::Known(operand, Half::Both, plus);
        let constant = |value: i64| known(Operand::Immediate(value as u64), 0);
        match base {
            Operand::Register(_) => [self.source(base).unwrap_or(Source::Nothing), constant(plus)],
            _ => [known(base, plus), constant(0)],
        }
    }

    fn memory(&self, scalar: bool, memory: &Memory, reach: MemoryOp, base: Operand, delta: u64, data: Source) -> Step {
        let size = memory.ty.bytes().max(1).ilog2().min(3) as u8;
        let [a, c] = self.address(base, memory.offset.wrapping_add(delta as i64));
        let op = op::MEMORY | size << 2 | reach as u8;
        let (sources, role) = ([a, data, c], Role::Memory(reach, delta));
        Step { op, modes: 0, scalar, sources, target: None, role, long: true, class: Class::Add }
    }

    /// Returns the steps of a load: an access for each register, or for each pair of a longer one.
    fn load(&mut self, instruction: &Instruction, memory: &Memory, scalar: bool) -> Vec<Step> {
        let Some(&base) = instruction.reads.first() else { return vec![] };
        let constant = match (memory.space, base) {
            (Space::Const, _) => true,
            (Space::Param, Operand::Variable(variable, _)) => {
                self.function.entry && self.function.parameters.iter().any(|p| p.variable == variable)
            }
            _ => false,
        };
        let mut steps = Vec::new();
        for (n, register) in instruction.writes.iter().enumerate() {
            let places = register.map_or(vec![], |register| self.pairs(register));
            for (pair, place) in places.into_iter().enumerate() {
                let delta = n as u64 * u64::from(memory.ty.bytes()) + 8 * pair as u64;
                let mut step = self.memory(place.scalar, memory, MemoryOp::Load, base, delta, Source::Nothing);
                if constant {
                    step = Step::external(Unit::Constant, place.scalar, step.sources, None, true);
                }
                steps.push(Step { target: Some(place), ..step });
            }
        }
        if steps.is_empty() && !constant {
            // what it loads is not used, but it is an access
            steps.push(self.memory(scalar, memory, MemoryOp::Load, base, 0, Source::Nothing));
        }
        steps
    }

    fn store(&self, instruction: &Instruction, memory: &Memory, scalar: bool) -> Vec<Step> {
        let mut steps = Vec::new();
        for (n, &operand) in instruction.reads.iter().skip(1).enumerate() {
            let delta = n as u64 * u64::from(memory.ty.bytes());
            let sources = match operand {
                Operand::Register(register) => self.pairs(register).into_iter().map(Source::Register).collect(),
                operand => vec![self.source(operand).unwrap_or(Source::Nothing)],
            };
            let pairs = memory.ty.words().div_ceil(2) as usize;
            for (pair, source) in sources.into_iter().take(pairs).enumerate() {
                let delta = delta + 8 * pair as u64;
                steps.push(self.memory(scalar, memory, MemoryOp::Store, instruction.reads[0], delta, source));
            }
        }
        steps
    }

    fn atomic(&self, instruction: &Instruction, memory: &Memory) -> Vec<Step> {
        let data = |n: usize| instruction.reads.get(n).and_then(|&o| self.source(o)).unwrap_or(Source::Nothing);
        let part = |reach, data| self.memory(false, memory, reach, instruction.reads[0], 0, data);
        let mut steps = Vec::new();
        let compares = instruction.reads.len() > 2;
        if compares {
            steps.push(part(MemoryOp::Compared, data(1)));
        }
        steps.push(Step {
            target: self.target(instruction, 0),
            ..part(MemoryOp::Atomic, data(1 + usize::from(compares)))
        });
        steps
    }

    /// Returns the steps that bring the registers that the front end needs out of the lane.
    fn control(&self, instruction: &Instruction) -> Vec<Step> {
        let registers = instruction.reads.iter().filter_map(|&operand| match operand {
            Operand::Register(register) => self.place(register),
            _ => None,
        });
        let leave = |place: Place| {
            let sources = [Source::Register(place), Source::Nothing, Source::Nothing];
            Step::external(Unit::Control, place.scalar, sources, None, false)
        };
        registers.map(leave).collect()
    }

    /// Returns the steps of an instruction of another unit: operands leave three at a time, results
    /// come back two words at a time.
    fn external(&self, instruction: &Instruction, scalar: bool) -> Vec<Step> {
        let (unit, long) = unit(&instruction.op);
        let unit = if self.on_sfus(&instruction.op) { Unit::Special } else { unit };
        let mut sources = Vec::new();
        for &operand in &instruction.reads {
            match operand {
                Operand::Register(register) => {
                    sources.extend(self.pairs(register).into_iter().map(Source::Register));
                }
                // the rest goes with the operation
                operand if sources.len() < 3 => sources.extend(self.source(operand)),
                _ => {}
            }
        }
        let targets: Vec<Place> = instruction.registers_written().flat_map(|register| self.pairs(register)).collect();
        let threads = matches!(instruction.op, Op::Move(_)) && sources.is_empty();
        let unit = if threads { Unit::Identity } else { unit };
        (0..sources.len().div_ceil(3).max(targets.len()).max(1))
            .map(|n| {
                let taken = |s: usize| sources.get(3 * n + s).copied().unwrap_or(Source::Nothing);
                let target = targets.get(n).copied();
                // a vote's result is the warp's, and reads no register
                let alone = match target.or(targets.first().copied()) {
                    Some(target) => target.scalar,
                    None => scalar,
                };
                Step::external(unit, alone, [taken(0), taken(1), taken(2)], target, long)
            })
            .collect()
    }

    /// Orders steps, and copies registers that an earlier step overwrites and a later one reads.
    fn untangle(&mut self, mut steps: Vec<Step>) -> Vec<Step> {
        let tangled = |steps: &[Step], n: usize, place: &Place| {
            steps[..n].iter().filter_map(|step| step.target.as_ref()).any(|target| target.overlaps(place))
        };
        let disturbs = |steps: &[Step], n: usize| {
            let target = steps[n].target;
            let others = steps.iter().enumerate().filter(|(m, _)| *m != n).flat_map(|(_, step)| step.places());
            others.into_iter().any(|place| target.is_some_and(|target| target.overlaps(place)))
        };
        if steps.len() > 1 {
            let last: Vec<bool> = (0..steps.len()).map(|n| disturbs(&steps, n)).collect();
            let mut order: Vec<usize> = (0..steps.len()).collect();
            order.sort_by_key(|&n| last[n]);
            steps = order.into_iter().map(|n| steps[n]).collect();
        }
        let mut copies: Vec<(Place, Place)> = Vec::new();
        for n in 1..steps.len() {
            for s in 0..3 {
                let Source::Register(place) = steps[n].sources[s] else { continue };
                if !tangled(&steps, n, &place) {
                    continue;
                }
                let known = copies.iter().find(|(from, _)| *from == place).map(|(_, to)| *to);
                let to = known.unwrap_or_else(|| {
                    let to = self.spare(place);
                    copies.push((place, to));
                    to
                });
                steps[n].sources[s] = Source::Register(to);
            }
        }
        let copy = |(from, to): (Place, Place)| {
            let word = move |half| {
                let sources = [Source::Register(from.half(half)), Source::Nothing, Source::Nothing];
                Step::native(op::MOV, to.half(half), sources)
            };
            (0..1 + u32::from(from.wide)).map(word)
        };
        copies.into_iter().flat_map(copy).chain(steps).collect()
    }

    /// Returns a pair of scratch words for a copy.
    fn spare(&mut self, of: Place) -> Place {
        let used = if of.scalar { &mut self.used.scalars } else { &mut self.used.vectors };
        if of.scalar && *used < CONSTANTS {
            *used = CONSTANTS;
        }
        let word = *used + if of.scalar { self.scratch.scalars } else { self.scratch.vectors };
        *used += 2;
        Place { word, ..of }
    }

    /// Reserves the scratch words that constants need.
    fn reserve(&mut self, steps: &[Step]) {
        for step in steps {
            let value = |source: Source| match source {
                Source::Known(Operand::Immediate(value), half, plus) => {
                    Some(Some(half.of(value.wrapping_add_signed(plus))))
                }
                Source::Known(..) => Some(None),
                _ => None,
            };
            for place in constants(step.sources.map(value), step.long).0 {
                let words = match place {
                    Constant::No | Constant::Immediate => 0,
                    Constant::Zero => ZERO + 1,
                    // what is not known here may be zero
                    Constant::Scratch(n) => PAIRS + 2 * n + 2,
                };
                self.used.scalars = self.used.scalars.max(words);
            }
        }
    }
}
