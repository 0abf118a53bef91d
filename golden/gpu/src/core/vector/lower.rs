//! Lowering of PTX to vrPTX: masks in place of predication and divergence, values in memory fetched
//! and put back (SIMT-SIMD IV.A).

use std::collections::VecDeque;

use heddle_contract::prt::{SOURCES, kind, meta};
use heddle_golden::prt::Operand;
use heddle_kernel::execute::{Image, Warp};
use heddle_kernel::program::{Barrier, FunctionId, Guard, Instruction, Op, Operand as Read, RegisterId, Target};

use super::code;
use super::registers::{ACTIVE, Home, Registers};
use super::values::{Held, Values, computes_constants, parameter};

const NONE: Operand = Operand { kind: kind::NONE, register: 0 };
const PC: Operand = Operand { kind: kind::META, register: meta::PC };
const TID: Operand = Operand { kind: kind::META, register: meta::TID };

/// A vrPTX instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Vector {
    pub op: u8,
    pub dst: Operand,
    pub src: [Operand; SOURCES],
    pub guard: Option<u8>,
    pub imm: u32,
    pub reach: Reach,
    /// The place in the image of the program's instruction that it is for; none for what a
    /// partition starts with.
    pub place: Option<u32>,
}

/// The memory that a vector instruction accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Reach {
    #[default]
    None,
    /// This element of the access of the program's own instruction.
    Element(u8),
    /// This word of each thread's values that have no register.
    Spilled(u32),
}

impl Vector {
    pub fn new<const N: usize>(op: u8, dst: Operand, sources: [Operand; N], guard: Option<u8>, imm: u32) -> Vector {
        let mut src = [NONE; SOURCES];
        src[..N].copy_from_slice(&sources);
        Vector { op, dst, src, guard, imm, reach: Reach::None, place: None }
    }
    /// Creates a write of one of the metadata registers, whose lanes come from the packer's table:
    /// the constant is the pack's number.
    pub fn metadata(register: u8, pack: u32) -> Vector {
        Vector::new(code::MOV, Operand { kind: kind::META, register }, [], None, pack)
    }
    /// Creates a JOIN, which finds the next PC among the candidates.
    pub fn join() -> Vector {
        Vector::new(code::JOIN, NONE, [PC], None, 0)
    }
    /// Creates a mask instruction, which makes the threads at an instruction active.
    pub fn mask(at: u32) -> Vector {
        Vector::new(code::MASK, mask(ACTIVE), [PC], None, at)
    }
}

/// Returns a mask register as an operand.
fn mask(register: u8) -> Operand {
    Operand { kind: kind::MASK, register }
}

/// Continuation of the front end behind an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    /// The front end continues at once.
    Goes,
    /// The front end continues when a JOIN has found the next PC.
    Joins,
    /// The front end continues when the partition is quiet.
    Quiet,
}

/// Translator of a function's instructions into vector instructions.
pub(super) struct Lower<'a> {
    pub registers: &'a Registers,
    pub values: &'a Values,
    pub function: FunctionId,
    pub image: &'a Image<'a>,
    /// One of the warps, which has the values that all share.
    pub warp: Option<&'a Warp>,
    /// Whether all threads of the warps' CTAs are in this partition.
    pub whole: bool,
    /// Whether all threads take part, so that nothing need be masked.
    pub full: bool,
    /// Whether the mask of the active threads was overwritten.
    pub stale: bool,
    pub out: &'a mut VecDeque<Vector>,
}

impl Lower<'_> {
    /// Lowers an instruction, without its effect on the active threads; returns how the front end
    /// continues.
    pub fn instruction(&mut self, number: u32, instruction: &Instruction) -> Then {
        let Instruction { guard, op, writes, reads, .. } = instruction;
        match op {
            Op::Branch { target, .. } => self.leaves(*guard, *target, number + 1),
            Op::Return | Op::Exit | Op::Trap => self.leaves(*guard, u32::MAX, number + 1),
            Op::BranchIndexed { .. } => self.goes(code::LD, &reads[0]),
            Op::Call { target: Target::Indirect(_), .. } => match reads.last() {
                Some(address) => self.goes(code::MOV, address),
                None => Then::Goes,
            },
            Op::Call { .. } => self.leaves(*guard, number, number + 1),
            Op::Barrier(Barrier::Sync { .. } | Barrier::Arrive) if self.whole => {
                self.out.push_back(Vector::join());
                Then::Joins
            }
            Op::Barrier(Barrier::Sync { .. } | Barrier::Arrive) | Op::Fence => Then::Quiet,
            Op::WarpBarrier | Op::Nothing => Then::Goes,
            // constants of the launch come by moves, or not at all
            _ if computes_constants(instruction, |register| self.held(register).is_constant()) => {
                for write in writes.iter().flatten() {
                    self.emit(code::MOV, Some(*write), &[], self.active(), Some(write.0), Reach::None);
                }
                Then::Goes
            }
            _ => {
                let guard = self.guard(*guard);
                let function = &self.image.module.functions[self.function.0 as usize];
                match parameter(function, instruction) {
                    Some(at) => self.parameters(instruction, guard, at),
                    None => self.computes(op, writes, reads, guard),
                }
                Then::Goes
            }
        }
    }

    /// Lowers a branch: threads whose guard holds take the target as their candidate PC, the others
    /// the next instruction.
    fn leaves(&mut self, guard: Option<Guard>, target: u32, next: u32) -> Then {
        let Some(Guard { register, negated }) = guard else { return Then::Goes };
        if self.held(register).is_constant() {
            return Then::Goes;
        }
        let condition = self.read(&Read::Register(register), 0, &mut 0);
        let imm = if negated { next } else { target };
        self.out.push_back(Vector::new(code::SELP, PC, [condition], self.active(), imm));
        self.out.push_back(Vector::join());
        Then::Joins
    }
    /// Lowers a branch whose candidate PC comes from a register or a table.
    fn goes(&mut self, op: u8, from: &Read) -> Then {
        let mut imm = 0;
        let from = self.read(from, 0, &mut imm);
        self.out.push_back(Vector::new(op, PC, [from], self.active(), imm));
        self.out.push_back(Vector::join());
        Then::Joins
    }

    /// Lowers loads of parameters: constants of the launch come as numbers of scalars, not from
    /// memory: there is no scalar unit (IV.C).
    fn parameters(&mut self, instruction: &Instruction, guard: Option<u8>, at: u32) {
        let Op::Load(memory) = &instruction.op else { return };
        for (n, write) in instruction.writes.iter().enumerate() {
            self.emit(code::MOV, *write, &[], guard, Some(at + n as u32 * memory.ty.bytes()), Reach::None);
        }
    }

    fn computes(&mut self, op: &Op, writes: &[Option<RegisterId>], reads: &[Read], guard: Option<u8>) {
        match op {
            Op::Load(memory) => {
                for (n, write) in writes.iter().enumerate() {
                    let at = memory.offset as u32 + n as u32 * memory.ty.bytes();
                    self.emit(code::LD, *write, &reads[..1], guard, Some(at), Reach::Element(n as u8));
                }
            }
            Op::Store(memory) => {
                for (n, element) in reads[1..].iter().enumerate() {
                    let at = memory.offset as u32 + n as u32 * memory.ty.bytes();
                    self.emit(code::ST, None, &[reads[0], *element], guard, Some(at), Reach::Element(n as u8));
                }
            }
            Op::Atomic(_, memory) => {
                let write = writes.first().copied().flatten();
                let op = if write.is_some() { code::ATOMIC } else { code::RED };
                self.emit(op, write, reads, guard, Some(memory.offset as u32), Reach::Element(0));
            }
            Op::Unpack(ty) => {
                for (n, write) in writes.iter().enumerate().filter(|(_, write)| write.is_some()) {
                    self.emit(code::SHR, *write, reads, guard, Some(n as u32 * ty.bits()), Reach::None);
                }
            }
            Op::Barrier(_) => {
                self.emit(code::BARRIER, writes.first().copied().flatten(), reads, guard, None, Reach::None)
            }
            _ => {
                for write in writes.iter().filter(|write| write.is_some()) {
                    self.emit(code::of(op), *write, reads, guard, None, Reach::None);
                }
            }
        }
    }

    /// Emits an instruction; values in memory come before it and go after it.
    fn emit(
        &mut self,
        op: u8,
        write: Option<RegisterId>,
        reads: &[Read],
        guard: Option<u8>,
        imm: Option<u32>,
        reach: Reach,
    ) {
        if write.is_some_and(|register| !self.held(register).is_by_lane()) {
            return;
        }
        let (mut src, mut constant) = ([NONE; SOURCES], 0);
        let mut registers = 0;
        for (source, read) in src.iter_mut().zip(reads) {
            *source = self.read(read, registers, &mut constant);
            registers += usize::from(matches!(read, Read::Register(register) if self.held(*register).is_by_lane()));
        }
        let home = write.map(|register| self.registers.home(self.function, register));
        let dst = match home {
            None => NONE,
            Some(Home::Register(register)) => register,
            Some(Home::Memory(_)) => self.registers.scratch(0),
        };
        self.out.push_back(Vector { op, dst, src, guard, imm: imm.unwrap_or(constant), reach, place: None });
        if let Some(Home::Memory(word)) = home {
            let store = Vector::new(code::ST, NONE, [dst, TID], guard, word * 8);
            self.out.push_back(Vector { reach: Reach::Spilled(word), ..store });
        }
    }

    /// Returns the operand of a source, the n-th that is a register; a scalar operand is stored in
    /// `constant`.
    fn read(&mut self, read: &Read, n: usize, constant: &mut u32) -> Operand {
        match *read {
            Read::Register(register) => match self.held(register) {
                Held::ByLane | Held::Moved => self.resident(register, n),
                Held::Metadata(register) => Operand { kind: kind::META, register },
                Held::Scalar => {
                    *constant = register.0;
                    NONE
                }
            },
            Read::Special(special) if code::meta(special).is_some() => {
                Operand { kind: kind::META, register: code::meta(special).unwrap_or(0) }
            }
            _ => {
                *constant = self.warp.map_or(0, |warp| warp.operand(self.image, read, 0) as u32);
                NONE
            }
        }
    }

    /// Returns the operand of a register of the partition: if its value lies in memory, it is
    /// loaded into the n-th scratch register.
    fn resident(&mut self, register: RegisterId, n: usize) -> Operand {
        match self.registers.home(self.function, register) {
            Home::Register(register) => register,
            Home::Memory(word) => {
                let to = self.registers.scratch(n);
                let load = Vector::new(code::LD, to, [TID], self.active(), word * 8);
                self.out.push_back(Vector { reach: Reach::Spilled(word), ..load });
                to
            }
        }
    }

    fn held(&self, register: RegisterId) -> Held {
        self.values.held(self.function, register)
    }

    /// Returns the guard of an instruction that has none in the text: `None` if all threads are
    /// active.
    fn active(&self) -> Option<u8> {
        (!self.full).then_some(ACTIVE)
    }

    /// Returns the mask register that guards an instruction: the active threads, and the
    /// instruction's own guard.
    fn guard(&mut self, guard: Option<Guard>) -> Option<u8> {
        let Some(Guard { register, negated }) = guard else { return self.active() };
        let result = self.registers.guard();
        let to = mask(result);
        let from = self.read(&Read::Register(register), 0, &mut 0);
        let from_mask = from.kind == kind::MASK;
        if from_mask && self.full && !negated {
            return Some(from.register);
        }
        if from_mask {
            let mut from = from;
            if negated {
                self.out.push_back(Vector::new(code::NOT, to, [from], None, 0));
                from = to;
            }
            if !self.full {
                self.out.push_back(Vector::new(code::AND, to, [from, mask(ACTIVE)], None, 0));
            }
        } else {
            // lanes that are masked out keep what they are: not active
            if !self.full && result != ACTIVE {
                self.out.push_back(Vector::new(code::MOV, to, [mask(ACTIVE)], None, 0));
            }
            let guard = (!self.full).then_some(result);
            self.out.push_back(Vector::new(code::SETP, to, [from], guard, negated.into()));
        }
        self.stale |= result == ACTIVE;
        Some(result)
    }
}
