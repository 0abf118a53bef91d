//! A micro-operation: a step of a plan that a group executes, with its masks and, for datapaths that compute, the values that the program says.

use std::collections::VecDeque;

use heddle_contract::lane::{Config, In, kind, op};
use heddle_kernel::execute::Warp;
use heddle_kernel::program::{FunctionId, Group, Operand, RegisterId};
use smallvec::SmallVec;

use super::layout::Program;
use super::plan::{PAIRS, ZERO};
use super::step::{Constant, Half, Place, Role, Source, Step, constants};
use crate::core::ids::{Parts, WarpId};
use crate::mask::ones;
use crate::memory::Texel;

/// Lanes of the executor's rows.
pub(crate) const LANES: usize = 32;

/// Predicates of a function, by number; most instructions write one at most.
pub(crate) type Flags = SmallVec<[u32; 2]>;

/// Micro-operations of one instruction.
pub(crate) type MicroOps = SmallVec<[Box<MicroOp>; 2]>;

/// Boxes of micro-operations that are over, for those to come: every step of every warp needs one.
#[derive(Debug, Default)]
#[expect(clippy::vec_box, reason = "micro-operations move from queue to queue")]
pub(crate) struct Spare(Vec<Box<MicroOp>>);

impl Spare {
    /// A micro-operation in a box of its own.
    pub fn op(&mut self, op: MicroOp) -> Box<MicroOp> {
        match self.0.pop() {
            Some(mut room) => {
                *room = op;
                room
            }
            None => Box::new(op),
        }
    }
    /// Takes the boxes of micro-operations that are over.
    #[expect(clippy::vec_box, reason = "as `Events` has them")]
    pub fn take(&mut self, over: &mut Vec<Box<MicroOp>>) {
        self.0.append(over);
    }
}

/// What the program says goes in and comes out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Values {
    /// Sources a, b, c of an external instruction; address and data of an access. By thread; a scalar's in 0.
    pub operands: [[u64; LANES]; 3],
    /// What comes back.
    pub results: [u64; LANES],
}

/// A lane instruction: a step of a plan, executed by a warp.
#[derive(Debug, Clone)]
pub(crate) struct MicroOp {
    /// The warps that execute it, with the threads that stand at its instruction.
    pub parts: Parts,
    pub function: FunctionId,
    pub instruction: u32,
    pub step: Step,
    pub active: u64,
    pub guard: u64,
    /// The word that `selp` selects by.
    pub select: u64,
    /// The values of the sources that the front end has.
    pub known: [u64; 3],
    /// Where an access goes, by thread; a scalar's in 0. Constants have them, too.
    pub addresses: Option<Box<[u64; LANES]>>,
    /// What a fetch from a texture reads; threads count as those of the lane.
    pub texels: Vec<Texel>,
    /// For those who compute themselves, what must come of it.
    pub values: Option<Box<Values>>,
    /// For those, too: what a native step writes.
    pub words: Option<Box<[u32; LANES]>>,
    pub predicate: Option<Box<PredicateCheck>>,
    /// Predicates of the function that are settled when it is over.
    pub flags: Flags,
}

impl MicroOp {
    /// The first of its warps; most have no other one.
    pub fn warp(&self) -> WarpId {
        self.parts[0].warp
    }

    /// The threads that it executes, as the lane counts them.
    pub fn mask(&self) -> u64 {
        let mask = self.active & self.guard;
        if self.step.scalar { u64::from(mask != 0) } else { mask }
    }

    /// Registers in flight until it is over: words of its target, and the predicates that it settles.
    pub fn registers(&self) -> u32 {
        self.step.target.map_or(0, |target| 1 + u32::from(target.wide)) + self.flags.len() as u32
    }

    /// The thread of the program that stands for a thread of the lane.
    pub fn thread(&self, thread: usize) -> usize {
        if self.step.scalar { (self.active & self.guard).trailing_zeros() as usize & 31 } else { thread }
    }

    /// A copy of a constant into a register.
    pub fn constant(&self, place: Place, value: u32, active: u64) -> Box<MicroOp> {
        let known = Source::Known(Operand::Immediate(value.into()), Half::Both, 0);
        let step = Step::native(op::MOV, place, [known, Source::Nothing, Source::Nothing]);
        let known = [value.into(), 0, 0];
        Box::new(MicroOp {
            parts: self.parts.clone(),
            function: self.function,
            instruction: self.instruction,
            step,
            active,
            guard: u64::MAX,
            select: 0,
            known,
            addresses: None,
            texels: Vec::new(),
            values: None,
            words: None,
            predicate: None,
            flags: Flags::new(),
        })
    }

    /// Fills in the sources: what has to be loaded into scratch registers before, and whether a source is a register that was none before.
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

    /// Lowers all steps of an instruction, and appends them to those to issue; whether that changed the first of them.
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

    /// What must leave the lane as source a, b or c, by thread; of an access, its address and data.
    pub fn operands(&self, operand: usize) -> &[u64; LANES] {
        const NOTHING: &[u64; LANES] = &[0; LANES];
        match (operand, &self.addresses, &self.values) {
            (0, Some(addresses), _) if matches!(self.step.role, Role::Memory(..)) => addresses,
            (_, _, Some(values)) => &values.operands[operand],
            _ => NOTHING,
        }
    }

    /// The words of its target as they are now, for the threads that it executes.
    pub(super) fn made(&self, warp: &Warp) -> Option<Box<[u32; LANES]>> {
        let place = self.step.target?;
        let mut words = Box::new([0; LANES]);
        for thread in ones(self.mask()) {
            words[thread] = warp.word(place.row, self.thread(thread));
        }
        Some(words)
    }

    /// What a native step must write for a thread, if that is known.
    pub fn writes(&self, thread: usize) -> Option<u32> {
        match (&self.words, &self.step.sources[0]) {
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
pub(crate) struct PredicateCheck {
    pub(super) group: Option<(Group, u64)>,
    pub(super) p: Option<u64>,
    pub(super) q: Option<u64>,
}

impl PredicateCheck {
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
