//! A lane instruction with its masks, and the values that the program says go in and come out.

use heddle_contract::lane::{Config, In, kind, op};
use heddle_kernel::execute::{Image, Issue, Observer, Traffic, Warp};
use heddle_kernel::program::{FunctionId, Group, Instruction, Op, Operand, RegisterId, Space, Special};

use super::layout::Program;
use super::plan::{PAIRS, Plan, ZERO};
use super::step::{Constant, Half, Place, Role, Source, Step, Unit, constants};
use crate::mask::ones;

/// Lanes of the executor's rows.
pub(crate) const LANES: usize = 32;

/// What the program says goes in and comes out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Values {
    /// Sources a, b, c of an external instruction; address and data of an access. By thread; a scalar's in 0.
    pub expects: [[u64; LANES]; 3],
    /// What comes back.
    pub results: [u64; LANES],
}

/// A lane instruction: a step of a plan, executed by a warp.
#[derive(Debug, Clone)]
pub(crate) struct MicroOp {
    pub function: FunctionId,
    pub instruction: u32,
    pub step: Step,
    pub active: u64,
    pub guard: u64,
    /// The word that `selp` selects by.
    pub select: u64,
    /// What the front end knows of the sources.
    pub known: [u64; 3],
    /// Where an access goes, by thread; a scalar's in 0. Constants have them, too.
    pub addresses: Option<Box<[u64; LANES]>>,
    /// For those who compute themselves, what must come of it.
    pub values: Option<Box<Values>>,
    /// For those, too: what a native step writes.
    pub makes: Option<Box<[u32; LANES]>>,
    pub verdict: Verdict,
    /// Predicates of the function that are settled when it is over.
    pub flags: Vec<u32>,
}

impl MicroOp {
    /// The threads that it executes, as the lane counts them.
    pub fn mask(&self) -> u64 {
        let mask = self.active & self.guard;
        if self.step.scalar { u64::from(mask != 0) } else { mask }
    }

    /// The thread of the program that stands for a thread of the lane.
    pub fn thread(&self, thread: usize) -> usize {
        if self.step.scalar { (self.active & self.guard).trailing_zeros() as usize & 31 } else { thread }
    }

    /// A copy of a constant into a register.
    pub fn constant(&self, place: Place, value: u32, active: u64) -> MicroOp {
        let known = Source::Known(Operand::Immediate(value.into()), Half::Both, 0);
        let step = Step::native(op::MOV, place, [known, Source::Nothing, Source::Nothing]);
        let known = [value.into(), 0, 0];
        let (function, instruction, select, verdict) = (self.function, self.instruction, 0, Verdict::default());
        let guard = u64::MAX;
        let (addresses, values, makes, flags) = (None, None, None, vec![]);
        MicroOp { function, instruction, step, active, guard, select, known, addresses, values, makes, verdict, flags }
    }

    /// Fills in the sources; what has to be loaded into scratch registers before.
    pub fn lower(&mut self, program: &Program) -> Vec<MicroOp> {
        let value = |s: usize| matches!(self.step.sources[s], Source::Known(..)).then_some(Some(self.known[s]));
        let (places, _) = constants([value(0), value(1), value(2)], self.step.long);
        let mut before = Vec::new();
        for (s, constant) in places.into_iter().enumerate() {
            let scratch = |word: u32, wide| Place {
                scalar: true,
                word: program.scratch.scalars + word,
                wide,
                row: 0,
                register: RegisterId(0),
            };
            match constant {
                Constant::No | Constant::Immediate => {}
                Constant::Zero => self.step.sources[s] = Source::Register(scratch(ZERO, false)),
                Constant::Scratch(n) => {
                    let place = scratch(PAIRS + 2 * n, self.known[s] >> 32 != 0);
                    for (half, word) in place.words().enumerate() {
                        let bits = (self.known[s] >> (32 * half)) as u32;
                        before.push(self.constant(
                            Place { word, wide: false, ..place },
                            bits,
                            self.active & self.guard,
                        ));
                    }
                    self.step.sources[s] = Source::Register(place);
                }
            }
        }
        before
    }

    /// What must leave the lane as source a, b or c, by thread; of an access, its address and data.
    pub fn expects(&self, operand: usize) -> &[u64; LANES] {
        const NOTHING: &[u64; LANES] = &[0; LANES];
        match (operand, &self.addresses, &self.values) {
            (0, Some(addresses), _) if matches!(self.step.role, Role::Memory(..)) => addresses,
            (_, _, Some(values)) => &values.expects[operand],
            _ => NOTHING,
        }
    }

    /// The words of its target as they are now, for the threads that it executes.
    fn made(&self, warp: &Warp) -> Option<Box<[u32; LANES]>> {
        let place = self.step.target?;
        let mut words = Box::new([0; LANES]);
        for thread in ones(self.mask()) {
            words[thread] = warp.word(place.row, self.thread(thread));
        }
        Some(words)
    }

    /// What a native step must write for a thread, if that is known.
    pub fn writes(&self, thread: usize) -> Option<u32> {
        match (&self.makes, &self.step.sources[0]) {
            (Some(words), _) => Some(words[thread]),
            (None, Source::Known(..)) if self.step.op == op::MOV => Some(self.known[0] as u32),
            _ => None,
        }
    }

    /// What comes back for a thread.
    pub fn result(&self, thread: usize) -> u64 {
        self.values.as_ref().map_or(0, |values| values.results[thread])
    }

    /// The instruction on the lane's ports.
    pub fn offer(&self, cfg: &Config, i: &mut In) {
        let known = |s: usize| matches!(self.step.sources[s], Source::Known(..)).then_some(Some(self.known[s]));
        let (_, imm) = constants([known(0), known(1), known(2)], self.step.long);
        i.issue_valid = true;
        i.issue_op = self.step.op;
        i.issue_mode = self.step.modes;
        i.issue_scalar = self.step.scalar;
        i.issue_mask = self.active;
        i.issue_guard = self.guard & cfg.full_mask();
        i.issue_pred = self.select & cfg.full_mask();
        i.issue_writes = self.step.target.is_some();
        i.issue_dst = self.step.target.map_or(0, |place| place.word as u8);
        i.issue_dst_wide = self.step.target.is_some_and(|place| place.wide);
        i.issue_imm = imm;
        for s in 0..3 {
            let (kind, src, wide) = match self.step.sources[s] {
                Source::Nothing | Source::Known(..) => (kind::IMMEDIATE, 0, false),
                Source::Position => (kind::SPECIAL, kind::POSITION, false),
                Source::Thread => (kind::SPECIAL, kind::THREAD, false),
                Source::Register(place) => {
                    (if place.scalar { kind::SCALAR } else { kind::VECTOR }, place.word as u8, place.wide)
                }
            };
            (i.issue_kind[s], i.issue_src[s], i.issue_wide[s]) = (kind, src, wide);
        }
    }
}

/// What the front end makes of a comparison's answer: groups it with a predicate, and keeps it or its opposite.
#[derive(Debug, Clone, Default)]
pub(crate) struct Verdict {
    group: Option<(Group, u64)>,
    p: Option<u64>,
    q: Option<u64>,
}

impl Verdict {
    /// The threads for which an answer does not lead to the program's predicates.
    pub fn wrong(&self, answer: u64) -> u64 {
        let grouped = |word: u64| match self.group {
            None => word,
            Some((Group::And, with)) => word & with,
            Some((Group::Or, with)) => word | with,
            Some((Group::Xor, with)) => word ^ with,
        };
        let wrong = |made: u64, wanted: Option<u64>| wanted.map_or(0, |wanted| grouped(made) ^ wanted);
        wrong(answer, self.p) | wrong(!answer, self.q)
    }
}

fn instruction<'a>(issue: &Issue, image: &Image<'a>) -> Option<&'a Instruction> {
    image.module.functions[issue.function.0 as usize].code.get(issue.instruction as usize)
}

/// What the executor is seen to do: an instruction becomes those of the lane.
pub(crate) struct StepRecorder<'a> {
    pub plan: &'a Plan,
    pub micros: Vec<MicroOp>,
    /// Values are wanted.
    values: bool,
    addresses: [u64; LANES],
    /// Threads whose access goes to shared memory.
    shared: u64,
}

fn value(warp: &Warp, place: &Place, thread: usize) -> u64 {
    let high = if place.wide { warp.word(place.row + 1, thread) } else { 0 };
    u64::from(warp.word(place.row, thread)) | u64::from(high) << 32
}

fn flag(warp: &Warp, image: &Image, operand: &Operand) -> u64 {
    (0..LANES).fold(0, |word, thread| word | (warp.operand(image, operand, thread) & 1) << thread)
}

impl<'a> StepRecorder<'a> {
    /// `values`: those who execute it compute for themselves.
    pub fn new(plan: &'a Plan, values: bool) -> StepRecorder<'a> {
        StepRecorder { plan, micros: Vec::with_capacity(plan.steps.len()), values, addresses: [0; LANES], shared: 0 }
    }

    /// A step, before its results are known.
    pub fn before(step: &Step, issue: &Issue, warp: &Warp, image: &Image, values: bool) -> MicroOp {
        let guard = instruction(issue, image).and_then(|instruction| instruction.guard).map_or(u64::MAX, |guard| {
            let word = flag(warp, image, &Operand::Register(guard.register));
            if guard.negated { !word } else { word }
        });
        let mut verdict = Verdict::default();
        if let Some(Instruction { op: Op::SetPredicate { group: Some((group, negated)), .. }, reads, .. }) =
            instruction(issue, image)
            && let Some(with) = reads.get(2)
        {
            let word = flag(warp, image, with);
            verdict.group = Some((*group, if *negated { !word } else { word }));
        }
        let mut micro = MicroOp {
            function: issue.function,
            instruction: issue.instruction,
            step: *step,
            active: issue.active.into(),
            guard,
            select: 0,
            known: [0; 3],
            addresses: None,
            values: None,
            makes: None,
            verdict,
            flags: vec![],
        };
        let first = (micro.active & guard).trailing_zeros() as usize & 31;
        if let Role::Select(by) = &step.role {
            micro.select = flag(warp, image, by);
            if step.scalar {
                micro.select = micro.select >> first & 1;
            }
        }
        for (s, source) in step.sources.iter().enumerate() {
            if let Source::Known(operand, half, plus) = source {
                micro.known[s] = half.of(warp.operand(image, operand, first).wrapping_add_signed(*plus));
            }
        }
        if values && let Role::Memory(..) | Role::External(_) = step.role {
            let mut expects = [[0; LANES]; 3];
            for (s, expects) in expects.iter_mut().enumerate() {
                for thread in ones(micro.mask()) {
                    let of = micro.thread(thread);
                    expects[thread] = match &step.sources[s] {
                        Source::Register(place) => value(warp, place, of),
                        // a narrow constant is extended by its sign
                        Source::Known(..) if !step.long => micro.known[s] as i32 as u64,
                        Source::Known(..) => micro.known[s],
                        Source::Position => warp.operand(image, &Operand::Special(Special::Laneid), of),
                        Source::Thread => warp.operand(image, &Operand::Special(Special::Tid(0)), of),
                        Source::Nothing => 0,
                    };
                }
            }
            micro.values = Some(Box::new(Values { expects, results: [0; LANES] }));
        }
        if values && step.copies() {
            // what it copies may be overwritten by the same instruction
            micro.makes = micro.made(warp);
        }
        micro
    }

    /// Results, from the warp's registers.
    pub fn after(micro: &mut MicroOp, warp: &Warp, values: bool) {
        if values
            && micro.makes.is_none()
            && let Role::Native | Role::Select(_) = micro.step.role
        {
            micro.makes = micro.made(warp);
        }
        let Some(place) = micro.step.target else { return };
        let Some(mut values) = micro.values.take() else { return };
        for thread in ones(micro.mask()) {
            values.results[thread] = value(warp, &place, micro.thread(thread));
        }
        micro.values = Some(values);
    }

    /// The lane's instructions; an access to several spaces becomes one to each.
    pub fn finish(self) -> Vec<MicroOp> {
        let mut micros = Vec::with_capacity(self.micros.len());
        for mut micro in self.micros {
            let delta = match micro.step.role {
                Role::Memory(_, delta) => delta,
                // a load of several elements has its first address here
                Role::External(Unit::Constant) => 0,
                _ => {
                    micros.push(micro);
                    continue;
                }
            };
            let mut addresses = Box::new([0; LANES]);
            for thread in ones(micro.mask()) {
                addresses[thread] = self.addresses[micro.thread(thread)].wrapping_add(delta);
            }
            micro.addresses = Some(addresses);
            if matches!(micro.step.role, Role::External(_)) {
                micros.push(micro);
                continue;
            }
            let all = micro.active & micro.guard;
            let shared = self.shared & all;
            if shared != 0 {
                let mut part = micro.clone();
                part.step.op |= op::SHARED;
                part.guard &= shared | !all;
                micros.push(part);
            }
            if shared != all || all == 0 {
                micro.guard &= !shared;
                micros.push(micro);
            }
        }
        let flags = self.plan.writes.clone();
        if let Some(last) = micros.last_mut() {
            last.flags = flags;
        }
        micros
    }
}

impl Observer for StepRecorder<'_> {
    fn issue(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        for step in &self.plan.steps {
            self.micros.push(StepRecorder::before(step, issue, warp, image, self.values));
        }
    }
    fn traffic(&mut self, _: &Issue, traffic: &Traffic) {
        self.addresses = *traffic.addresses;
        let is_shared = |address: u64| match traffic.space {
            Space::Shared => true,
            Space::Generic => heddle_kernel::execute::space_of(address) == Space::Shared,
            _ => false,
        };
        self.shared = (0..LANES).fold(0, |mask, thread| mask | u64::from(is_shared(self.addresses[thread])) << thread);
    }
    fn retire(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        let writes = |n: usize| instruction(issue, image)?.writes.get(n).copied().flatten();
        let word = |n: usize| Some(flag(warp, image, &Operand::Register(writes(n)?)));
        for micro in &mut self.micros {
            StepRecorder::after(micro, warp, self.values);
            if micro.step.role == Role::Compare {
                (micro.verdict.p, micro.verdict.q) = (word(0), word(1));
            }
        }
    }
}
