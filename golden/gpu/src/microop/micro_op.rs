//! A micro-operation: a step of a plan that a group executes, with its masks and, for datapaths
//! that compute, the values of the program.

use std::collections::VecDeque;

use heddle_contract::lane::{Config, In, kind, op};
use heddle_kernel::execute::Warp;
use heddle_kernel::program::{FunctionId, Group, Operand, RegisterId};
use smallvec::SmallVec;

use super::layout::Program;
use super::plan::{PAIRS, ZERO};
use super::step::{Constant, Half, Place, Role, Source, Step, constants};
use crate::base::ids::{Part, Parts, WarpId};
use crate::base::mask::ones;
use crate::memory::Texel;

/// Number of lanes of the executor's rows.
pub(crate) const LANES: usize = 32;

/// Predicates of a function, by number; most instructions write one at most.
pub(crate) type Flags = SmallVec<[u32; 2]>;

/// Micro-operations of one instruction.
pub(crate) type MicroOps = SmallVec<[Box<MicroOp>; 2]>;

/// Pool of the memory of micro-operations that are over, which later ones reuse: every step of
/// every warp needs some.
#[derive(Debug, Default)]
#[expect(clippy::vec_box, reason = "micro-operations move from queue to queue")]
pub(crate) struct Spare(Vec<Box<MicroOp>>);

impl Spare {
    /// Returns the micro-operation of a step of `part` without values, addresses and flags, in
    /// memory from the pool where there is some.
    pub fn op(&mut self, step: &Step, part: Part, (function, instruction): (FunctionId, u32)) -> Box<MicroOp> {
        let Some(mut op) = self.0.pop() else { return Box::new(MicroOp::new(step, &[part], (function, instruction))) };
        // field by field: what is there is cleared in place, and nothing is copied
        op.parts.clear();
        op.parts.push(part);
        (op.function, op.instruction) = (function, instruction);
        op.step.clone_from(step);
        (op.active, op.guard, op.select, op.known) = (0, u64::MAX, 0, [0; 3]);
        (op.addresses, op.values, op.words, op.predicate) = (None, None, None, None);
        op.texels.clear();
        op.flags.clear();
        op
    }
    /// Returns the boxes of micro-operations that are over to the pool.
    #[expect(clippy::vec_box, reason = "as `Events` has them")]
    pub fn take(&mut self, over: &mut Vec<Box<MicroOp>>) {
        self.0.append(over);
    }
}

/// Expected values at the inputs and outputs of a micro-operation.
#[derive(Debug, Clone, Default)]
pub(crate) struct Values {
    /// Sources a, b, c of an external instruction; address and data of an access. By thread; a
    /// scalar's in 0.
    pub operands: [[u64; LANES]; 3],
    /// Results of the external instruction or the access, by thread.
    pub results: [u64; LANES],
}

/// A lane instruction: a step of a plan, executed by a warp.
#[derive(Debug, Clone)]
pub(crate) struct MicroOp {
    /// The warps that execute the micro-operation, with their active threads.
    pub parts: Parts,
    pub function: FunctionId,
    pub instruction: u32,
    pub step: Step,
    pub active: u64,
    pub guard: u64,
    /// Predicate word that `selp` selects by.
    pub select: u64,
    /// Values of the sources that the front end has.
    pub known: [u64; 3],
    /// Addresses of an access by thread; a scalar's in 0. Loads of constants have them, too.
    pub addresses: Option<Box<[u64; LANES]>>,
    /// Texels that a fetch from a texture reads; threads are numbered by the lane's.
    pub texels: Vec<Texel>,
    /// Expected operands and results, for datapaths that compute.
    pub values: Option<Box<Values>>,
    /// Words that a native step writes, for datapaths that compute.
    pub words: Option<Box<[u32; LANES]>>,
    pub predicate: Option<Box<PredicateCheck>>,
    /// Predicates of the function that are settled when the micro-operation is over.
    pub flags: Flags,
}

impl MicroOp {
    /// Creates the micro-operation of a step without values, addresses and flags.
    fn new(step: &Step, parts: &[Part], (function, instruction): (FunctionId, u32)) -> MicroOp {
        MicroOp {
            parts: Parts::from_slice(parts),
            function,
            instruction,
            step: *step,
            active: 0,
            guard: u64::MAX,
            select: 0,
            known: [0; 3],
            addresses: None,
            texels: Vec::new(),
            values: None,
            words: None,
            predicate: None,
            flags: Flags::new(),
        }
    }

    /// Returns the first warp of the micro-operation; most have no other one.
    pub fn warp(&self) -> WarpId {
        self.parts[0].warp
    }

    /// Returns the mask of threads that execute, numbered by the lane's threads.
    pub fn mask(&self) -> u64 {
        let mask = self.active & self.guard;
        if self.step.scalar { u64::from(mask != 0) } else { mask }
    }

    /// Returns the number of registers in flight until the micro-operation is over: words of its
    /// target, and the predicates that it settles.
    pub fn registers(&self) -> u32 {
        self.step.target.map_or(0, |target| 1 + u32::from(target.wide)) + self.flags.len() as u32
    }

    /// Returns the thread of the program that a thread of the lane stands for.
    pub fn thread(&self, thread: usize) -> usize {
        if self.step.scalar { (self.active & self.guard).trailing_zeros() as usize & 31 } else { thread }
    }

    /// Creates a micro-operation that copies a constant into a register.
    pub fn constant(&self, place: Place, value: u32, active: u64) -> Box<MicroOp> {
        let known = Source::Known(Operand::Immediate(value.into()), Half::Both, 0);
        let step = Step::native(op::MOV, place, [known, Source::Nothing, Source::Nothing]);
        let known = [value.into(), 0, 0];
        let op = MicroOp::new(&step, &self.parts, (self.function, self.instruction));
        Box::new(MicroOp { active, known, ..op })
    }

    /// Replaces constants among the sources by registers where needed. Returns the micro-operations
    /// that load scratch registers first, and whether a source has become a register that was none
    /// before.
    pub fn lower(&mut self, program: &Program) -> (MicroOps, bool) {
        if !self.step.sources.iter().any(|source| matches!(source, Source::Known(..))) {
            return (MicroOps::new(), false);
        }
        let value = |s: usize| matches!(self.step.sources[s], Source::Known(..)).then_some(Some(self.known[s]));
        let (places, _) = constants([value(0), value(1), value(2)], self.step.long);
        let (mut before, mut changed) = (MicroOps::new(), false);
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
                Constant::Zero => {
                    self.step.sources[s] = Source::Register(scratch(ZERO, false));
                    changed = true;
                }
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
                    changed = true;
                }
            }
        }
        (before, changed)
    }

    /// Lowers the micro-operations of an instruction and appends them to `steps`; returns whether
    /// the first of them changed.
    pub fn lower_all(ops: MicroOps, program: &Program, steps: &mut VecDeque<Box<MicroOp>>) -> bool {
        let mut first_changed = None;
        for mut op in ops {
            let (before, changed) = op.lower(program);
            first_changed.get_or_insert(changed);
            steps.extend(before);
            steps.push_back(op);
        }
        first_changed.unwrap_or(false)
    }

    /// Returns the expected values at the lane's output for source a, b or c, by thread; of an
    /// access, its address and data.
    pub fn operands(&self, operand: usize) -> &[u64; LANES] {
        const NOTHING: &[u64; LANES] = &[0; LANES];
        match (operand, &self.addresses, &self.values) {
            (0, Some(addresses), _) if matches!(self.step.role, Role::Memory(..)) => addresses,
            (_, _, Some(values)) => &values.operands[operand],
            _ => NOTHING,
        }
    }

    /// Returns the words of the target as they are now, for the threads that execute; `None`
    /// without a target.
    pub(super) fn made(&self, warp: &Warp) -> Option<Box<[u32; LANES]>> {
        let place = self.step.target?;
        let mut words = Box::new([0; LANES]);
        for thread in ones(self.mask()) {
            words[thread] = warp.word(place.row, self.thread(thread));
        }
        Some(words)
    }

    /// Returns the word that a native step must write for a thread; `None` if it is not known.
    pub fn writes(&self, thread: usize) -> Option<u32> {
        match (&self.words, &self.step.sources[0]) {
            (Some(words), _) => Some(words[thread]),
            (None, Source::Known(..)) if self.step.op == op::MOV => Some(self.known[0] as u32),
            _ => None,
        }
    }

    /// Returns the expected result for a thread.
    pub fn result(&self, thread: usize) -> u64 {
        self.values.as_ref().map_or(0, |values| values.results[thread])
    }

    /// Drives the instruction on the lane's input ports.
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

/// How the front end combines a comparison's result with a predicate, and the program's predicates
/// to compare with.
#[derive(Debug, Clone, Default)]
pub(crate) struct PredicateCheck {
    pub(super) group: Option<(Group, u64)>,
    pub(super) p: Option<u64>,
    pub(super) q: Option<u64>,
}

impl PredicateCheck {
    /// Returns the threads for which a comparison's result does not give the program's predicates.
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
