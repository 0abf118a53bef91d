//! Numbers of instructions that a partition of one warp issues, by size (SIMT-SIMD IV.B): abstract
//! execution with random outcomes where data decide.

use std::collections::VecDeque;

use heddle_contract::prt::op;
use heddle_golden::Chance;
use heddle_kernel::arithmetic::{evaluate, extend};
use heddle_kernel::execute::{Image, Launch};
use heddle_kernel::program::{Function, Guard, Instruction, Op, Operand, Special};

use super::front::{Compiled, Front, Site};
use super::values::parameter;

/// Number of executions whose counts are summed: a sum is the mean, times this number.
pub(super) const TRIALS: u64 = 16;
/// Number of instructions after which an execution ends.
const MOST: u64 = 1 << 16;

/// Value of a register, as far as it is known.
#[derive(Debug, Clone, PartialEq)]
enum Known {
    /// An unknown value: data from memory, the warp's number, and results that depend on them.
    Nothing,
    /// One value for all threads.
    Same(u64),
    /// One value a thread.
    Each(Vec<u64>),
}

impl Known {
    fn get(&self, thread: usize) -> Option<u64> {
        match self {
            Known::Nothing => None,
            Known::Same(value) => Some(*value),
            Known::Each(values) => Some(values[thread]),
        }
    }
}

/// State of the abstract execution of a warp.
struct Trial<'a> {
    launch: &'a Launch,
    function: &'a Function,
    threads: usize,
    registers: Vec<Known>,
    /// Place of each thread; `None` where it has ended.
    places: Vec<Option<u32>>,
    coins: Chance,
}

/// Returns the number of instructions that a partition of one warp of `threads` threads issues in
/// all trials together, JOINs and masks among them. The coins are the same for every size.
pub(super) fn count(image: &Image, launch: &Launch, compiled: &Compiled, threads: u32) -> u64 {
    (0..TRIALS).map(|trial| issued(image, launch, compiled, threads, trial)).sum()
}

fn issued(image: &Image, launch: &Launch, compiled: &Compiled, threads: u32, trial: u64) -> u64 {
    let function = &image.module.functions[image.kernel.0 as usize];
    let n = threads as usize;
    let (registers, places) = (vec![Known::Nothing; function.registers.len()], vec![Some(0); n]);
    let mut trial = Trial { launch, function, threads: n, registers, places, coins: Chance(trial + 1) };
    let all: Vec<u32> = (0..threads.div_ceil(32)).map(|n| u32::MAX >> (32 - (threads - 32 * n).min(32))).collect();
    let (mut front, mut out, mut count) = (Front::new(all.clone()), VecDeque::new(), 0);
    while let Some(number) = trial.places.iter().flatten().min().copied() {
        let mut active = vec![0; all.len()];
        for (thread, place) in trial.places.iter().enumerate() {
            active[thread / 32] |= u32::from(*place == Some(number)) << (thread % 32);
        }
        let site = Site { compiled, image, function: image.kernel, number, warp: None, whole: true };
        let composed = front.compose(&site, &active, active == all, &mut out);
        count += out.drain(..).filter(|vector| op::lookup(vector.op).is_some()).count() as u64;
        if count > MOST {
            return MOST;
        }
        if composed.is_some() {
            trial.step(number, &active);
        }
    }
    count
}

impl Trial<'_> {
    fn read(&self, operand: &Operand) -> Known {
        match *operand {
            Operand::Register(register) => self.registers[register.0 as usize].clone(),
            Operand::Immediate(value) => Known::Same(value),
            Operand::Special(Special::Tid(0)) => Known::Each((0..self.threads as u64).collect()),
            Operand::Special(Special::Ntid(0)) => Known::Same(self.threads as u64),
            Operand::Special(Special::Nctaid(d)) => Known::Same(self.launch.grid[usize::from(d)].into()),
            Operand::Special(Special::Tid(_)) => Known::Same(0),
            Operand::Special(Special::Ntid(_)) => Known::Same(1),
            _ => Known::Nothing,
        }
    }

    /// Returns, by thread, whether a guard holds; where data decide, a coin does for the whole
    /// warp.
    fn holds(&mut self, guard: Option<Guard>) -> Vec<bool> {
        let Some(Guard { register, negated }) = guard else { return vec![true; self.threads] };
        match &self.registers[register.0 as usize] {
            Known::Nothing => vec![self.coins.below(2) == 1; self.threads],
            known => (0..self.threads).map(|thread| (known.get(thread) == Some(1)) != negated).collect(),
        }
    }

    fn step(&mut self, number: u32, active: &[u32]) {
        let next = |this: &mut Self, taken: &dyn Fn(usize) -> Option<u32>| {
            for thread in (0..this.threads).filter(|thread| active[thread / 32] >> (thread % 32) & 1 == 1) {
                this.places[thread] = taken(thread);
            }
        };
        let function = self.function;
        let Some(instruction) = function.code.get(number as usize) else { return next(self, &|_| None) };
        match &instruction.op {
            Op::Branch { target, .. } => {
                let taken = self.holds(instruction.guard);
                next(self, &|thread| Some(if taken[thread] { *target } else { number + 1 }));
            }
            Op::Return | Op::Exit | Op::Trap => {
                let taken = self.holds(instruction.guard);
                next(self, &|thread| (!taken[thread]).then_some(number + 1));
            }
            Op::BranchIndexed { targets, .. } => {
                let index = self.read(&instruction.reads[0]);
                let any = self.coins.below(targets.len().max(1) as u32) as usize;
                next(self, &|thread| targets.get(index.get(thread).map_or(any, |index| index as usize)).copied());
            }
            _ => {
                self.compute(instruction, active);
                next(self, &|_| Some(number + 1));
            }
        }
    }

    fn compute(&mut self, instruction: &Instruction, active: &[u32]) {
        let reads: Vec<Known> = instruction.reads.iter().map(|read| self.read(read)).collect();
        let [value, second] = self.results(instruction, &reads);
        let whole = active.iter().map(|mask| mask.count_ones()).sum::<u32>() as usize == self.threads;
        let guard = instruction.guard.map(|guard| (self.registers[guard.register.0 as usize].clone(), guard.negated));
        for (write, value) in instruction.writes.iter().zip([value, second]) {
            let Some(register) = write else { continue };
            let before = &self.registers[register.0 as usize];
            self.registers[register.0 as usize] = match (&guard, value, before) {
                (None, value, _) if whole => value,
                (Some((Known::Nothing, _)), ..) | (_, Known::Nothing, _) | (_, _, Known::Nothing) => Known::Nothing,
                (guard, value, before) => Known::Each(
                    (0..self.threads)
                        .map(|thread| {
                            let active = active[thread / 32] >> (thread % 32) & 1 == 1;
                            let holds =
                                guard.as_ref().is_none_or(|(p, negated)| (p.get(thread) == Some(1)) != *negated);
                            let from = if active && holds { &value } else { before };
                            from.get(thread).unwrap_or(0)
                        })
                        .collect(),
                ),
            };
        }
    }

    /// Returns the results of an instruction for all threads.
    fn results(&self, instruction: &Instruction, reads: &[Known]) -> [Known; 2] {
        const NOTHING: [Known; 2] = [Known::Nothing, Known::Nothing];
        if let (Some(at), Op::Load(memory)) = (parameter(self.function, instruction), &instruction.op) {
            let bytes = self.launch.parameters.get(at as usize..).unwrap_or_default();
            let bytes = bytes.iter().take(memory.ty.bytes() as usize);
            let value = bytes.enumerate().fold(0, |value, (n, &byte)| value | u64::from(byte) << (8 * n));
            return [Known::Same(extend(memory.ty, value)), Known::Nothing];
        }
        if let Op::ToGeneric(_) | Op::FromGeneric(_) = instruction.op {
            return [reads[0].clone(), Known::Nothing];
        }
        if reads.contains(&Known::Nothing) {
            return NOTHING;
        }
        let of = |thread: usize| {
            let mut bits = [0; 4];
            bits.iter_mut().zip(reads).for_each(|(bits, read)| *bits = read.get(thread).unwrap_or(0));
            evaluate(&instruction.op, &bits[..reads.len().min(4)])
        };
        let Some(first) = of(0) else { return NOTHING };
        if reads.iter().all(|read| matches!(read, Known::Same(_))) {
            return [Known::Same(first.value), Known::Same(first.second.into())];
        }
        let all: Vec<_> = (0..self.threads).map(|thread| of(thread).unwrap_or_default()).collect();
        let value = all.iter().map(|outcome| outcome.value).collect();
        [Known::Each(value), Known::Each(all.iter().map(|outcome| outcome.second.into()).collect())]
    }
}
