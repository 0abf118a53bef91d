//! Recorder of an instruction's execution, which makes its micro-operations.

use heddle_contract::lane::op::SHARED;
use heddle_kernel::execute::{Image, Issue, Observer, Traffic, Warp};
use heddle_kernel::program::{Guard, Instruction, Op, Operand, Space, Special};

use super::layout::Plan;
use super::micro_op::{Flags, LANES, MicroOp, MicroOps, PredicateCheck, Spare, Values};
use super::step::{Place, Role, Source, Step, Unit};
use crate::base::ids::Part;
use crate::base::mask::ones;
use crate::memory::Texel;

fn instruction<'a>(issue: &Issue, image: &Image<'a>) -> Option<&'a Instruction> {
    image.module.functions[issue.function.0 as usize].code.get(issue.instruction as usize)
}

/// Observer of the executor that turns an executed instruction into micro-operations of the lane.
///
/// The executor calls it up to three times; each call adds what is known by then:
///
/// ```text
/// new                  the plan's steps; no micro-operation yet
///  | issue             a micro-operation a step: guard, constants, operands     (`before`)
///  | traffic           addresses by thread, or texels: kept apart               (accesses alone)
///  | retire            the registers are written: results, predicates           (`after`)
/// finish               accesses get the addresses; one to shared memory and to
///                      other spaces, too, becomes two micro-operations
/// ```
pub(crate) struct StepRecorder<'a> {
    pub plan: &'a Plan,
    pub ops: MicroOps,
    /// The warp that executes, and its lanes.
    part: Part,
    /// Whether expected values are recorded.
    values: bool,
    addresses: [u64; LANES],
    /// Mask of threads whose access goes to shared memory.
    shared: u64,
    spare: &'a mut Spare,
    /// Texels that a fetch from a texture reads.
    texels: Vec<Texel>,
}

fn value(warp: &Warp, place: &Place, thread: usize) -> u64 {
    let high = if place.wide { warp.word(place.row + 1, thread) } else { 0 };
    u64::from(warp.word(place.row, thread)) | u64::from(high) << 32
}

/// Returns a predicate as a mask of threads.
fn flag(warp: &Warp, image: &Image, operand: &Operand) -> u64 {
    match operand {
        Operand::Register(register) => warp.predicate(image, *register).into(),
        _ => (0..LANES).fold(0, |word, thread| word | (warp.operand(image, operand, thread) & 1) << thread),
    }
}

/// Returns how the program combines a comparison's result with a predicate.
fn grouped(issue: &Issue, warp: &Warp, image: &Image) -> PredicateCheck {
    let mut check = PredicateCheck::default();
    if let Some(Instruction { op: Op::SetPredicate { group: Some((group, negated)), .. }, reads, .. }) =
        instruction(issue, image)
        && let Some(with) = reads.get(2)
    {
        let word = flag(warp, image, with);
        check.group = Some((*group, if *negated { !word } else { word }));
    }
    check
}

impl<'a> StepRecorder<'a> {
    /// Creates a recorder for an instruction; `values`: expected values are recorded, for datapaths
    /// that compute.
    pub fn new(plan: &'a Plan, part: Part, values: bool, spare: &'a mut Spare) -> StepRecorder<'a> {
        let (ops, addresses, texels) = (MicroOps::new(), [0; LANES], Vec::new());
        StepRecorder { plan, ops, part, values, addresses, shared: 0, spare, texels }
    }

    /// Creates the micro-operation of a step before its results are known.
    pub fn before(
        (step, part): (&Step, Part),
        guard: Option<&Guard>,
        issue: &Issue,
        warp: &Warp,
        image: &Image,
        values: bool,
        spare: &mut Spare,
    ) -> Box<MicroOp> {
        let guard = guard.map_or(u64::MAX, |guard| {
            let word = flag(warp, image, &Operand::Register(guard.register));
            if guard.negated { !word } else { word }
        });
        let mut op = spare.op(step, part, (issue.function, issue.instruction));
        (op.active, op.guard) = (issue.active.into(), guard);
        if values && step.role == Role::Compare {
            op.predicate = Some(Box::new(grouped(issue, warp, image)));
        }
        let first = (op.active & guard).trailing_zeros() as usize & 31;
        if let Role::Select(by) = &step.role {
            op.select = flag(warp, image, by);
            if step.scalar {
                op.select = op.select >> first & 1;
            }
        }
        for (s, source) in step.sources.iter().enumerate() {
            if let Source::Known(operand, half, plus) = source {
                op.known[s] = half.of(warp.operand(image, operand, first).wrapping_add_signed(*plus));
            }
        }
        if values && let Role::Memory(..) | Role::External(_) = step.role {
            let mut operands = [[0; LANES]; 3];
            for (s, operands) in operands.iter_mut().enumerate() {
                for thread in ones(op.mask()) {
                    let of = op.thread(thread);
                    operands[thread] = match &step.sources[s] {
                        Source::Register(place) => value(warp, place, of),
                        // a narrow constant is extended by its sign
                        Source::Known(..) if !step.long => op.known[s] as i32 as u64,
                        Source::Known(..) => op.known[s],
                        Source::Position => warp.operand(image, &Operand::Special(Special::Laneid), of),
                        Source::Thread => warp.operand(image, &Operand::Special(Special::Tid(0)), of),
                        Source::Nothing => 0,
                    };
                }
            }
            op.values = Some(Box::new(Values { operands, results: [0; LANES] }));
        }
        if values && step.copies() {
            // what it copies may be overwritten by the same instruction
            op.words = op.made(warp);
        }
        op
    }

    /// Records the results of a micro-operation from the warp's registers.
    pub fn after(op: &mut MicroOp, warp: &Warp, values: bool) {
        if values
            && op.words.is_none()
            && let Role::Native | Role::Select(_) = op.step.role
        {
            op.words = op.made(warp);
        }
        let Some(place) = op.step.target else { return };
        let Some(mut values) = op.values.take() else { return };
        for thread in ones(op.mask()) {
            values.results[thread] = value(warp, &place, op.thread(thread));
        }
        op.values = Some(values);
    }

    /// Returns the micro-operations of the instruction; an access to several spaces becomes one to
    /// each.
    pub fn finish(&mut self) -> MicroOps {
        let mut n = 0;
        while n < self.ops.len() {
            n += 1 + usize::from(self.address(n));
        }
        if let Some(last) = self.ops.last_mut() {
            last.flags = Flags::from_slice(&self.plan.writes);
        }
        std::mem::take(&mut self.ops)
    }

    /// Records the texels that some threads read; neighbours often read the same one.
    #[cold]
    fn texels(&mut self, threads: u32, traffic: &Traffic) {
        for thread in ones(threads.into()) {
            let address = traffic.addresses[thread];
            match self.texels.last_mut().filter(|last| last.address == address) {
                Some(last) => last.threads |= 1 << thread,
                None => self.texels.push(Texel { address, threads: 1 << thread }),
            }
        }
    }

    /// Gives the access at index `n` its addresses; returns whether it was split into one to shared
    /// memory and one to the rest.
    fn address(&mut self, n: usize) -> bool {
        let op = &mut self.ops[n];
        let delta = match op.step.role {
            Role::Memory(_, delta) => delta,
            // a load of several elements has its first address here
            Role::External(Unit::Constant) => 0,
            // one that brings operands alone fetches nothing
            Role::External(Unit::Texture) if op.step.target.is_some() => {
                op.texels.clone_from(&self.texels);
                if op.step.scalar {
                    op.texels.iter_mut().for_each(|texel| texel.threads = 1);
                }
                0
            }
            _ => return false,
        };
        // those of threads that do not take part mean nothing
        let mut addresses = Box::new(self.addresses.map(|address| address.wrapping_add(delta)));
        if op.step.scalar {
            addresses[0] = addresses[op.thread(0)];
        }
        op.addresses = Some(addresses);
        let all = op.active & op.guard;
        if all == 0 && self.plan.is_of_shared {
            op.step.op |= SHARED;
            return false;
        }
        let shared = self.shared & all;
        if matches!(op.step.role, Role::External(_)) || shared == 0 {
            return false;
        }
        let mut rest = op.clone();
        op.step.op |= SHARED;
        op.guard &= shared | !all;
        if shared != all {
            rest.guard &= !shared;
            self.ops.insert(n + 1, rest);
        }
        shared != all
    }
}

impl Observer for StepRecorder<'_> {
    fn issue(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        for step in &self.plan.steps {
            let (of, guard) = ((step, self.part), self.plan.guard.as_ref());
            self.ops.push(StepRecorder::before(of, guard, issue, warp, image, self.values, self.spare));
        }
    }
    fn traffic(&mut self, issue: &Issue, traffic: &Traffic) {
        if self.plan.steps.first().is_some_and(|step| step.role == Role::External(Unit::Texture)) {
            return self.texels(issue.mask, traffic);
        }
        self.addresses = *traffic.addresses;
        let is_shared = |thread: usize| heddle_kernel::execute::space_of(self.addresses[thread]) == Space::Shared;
        self.shared = match traffic.space {
            Space::Shared => u64::MAX,
            Space::Generic => (0..LANES).fold(0, |mask, thread| mask | u64::from(is_shared(thread)) << thread),
            _ => 0,
        };
    }
    fn retire(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        let writes = |n: usize| instruction(issue, image)?.writes.get(n).copied().flatten();
        let word = |n: usize| Some(flag(warp, image, &Operand::Register(writes(n)?)));
        for op in &mut self.ops {
            StepRecorder::after(op, warp, self.values);
            if let Some(predicate) = &mut op.predicate {
                (predicate.p, predicate.q) = (word(0), word(1));
            }
        }
    }
}
