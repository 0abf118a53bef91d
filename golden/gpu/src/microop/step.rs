//! A step: an instruction of the lane without masks and values.

use heddle_contract::lane::op;
use heddle_kernel::execute::AccessKind;
use heddle_kernel::program::{Operand, RegisterId};

use super::class::Class;

/// Source of an operand of a lane instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Source {
    /// The operand is not read.
    Nothing,
    /// A register, or an aligned pair.
    Register(Place),
    /// A value that the front end has at issue: a constant, an address, a special register that all
    /// threads share; the number is added to it.
    Known(Operand, Half, i64),
    /// The thread's position in the warp.
    Position,
    /// The thread's id in a CTA of one dimension.
    Thread,
}

/// Selection of words of a 64-bit value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    Both,
    Low,
    High,
}

impl Half {
    pub fn of(self, value: u64) -> u64 {
        match self {
            Half::Both => value,
            Half::Low => value & 0xffff_ffff,
            Half::High => value >> 32,
        }
    }
}

/// A word of the lane's registers, or an aligned pair of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub scalar: bool,
    pub word: u32,
    pub wide: bool,
    /// Row of the same value in the executor.
    pub row: u32,
    /// Register of the program whose value the place holds.
    pub register: RegisterId,
}

impl Place {
    pub fn overlaps(&self, other: &Place) -> bool {
        let end = |place: &Place| place.word + u32::from(place.wide);
        self.scalar == other.scalar && self.word <= end(other) && other.word <= end(self)
    }
    /// Returns the words of the register's place, one by one.
    pub fn words(&self) -> impl Iterator<Item = u32> + use<> {
        self.word..=self.word + u32::from(self.wide)
    }
    /// Returns the low or the high word of the register's place.
    pub fn half(&self, half: u32) -> Place {
        Place { word: self.word + half, row: self.row + half, wide: false, ..*self }
    }
}

/// Units that execute what the lane's own pipeline does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unit {
    /// FP32 that the lane has not: other roundings, divisions, roots; a pipeline beside each lane.
    Single,
    /// Integers of 64 bits, and what of 32 bits the lane has not: beside each lane.
    Integer,
    /// Conversions and narrow types: beside each lane.
    Convert,
    /// Approximate functions: one for all lanes.
    Special,
    /// FP64: one for all lanes.
    Double,
    /// Parameters and constants: one for all lanes.
    Constant,
    /// Shuffles and votes, within the lane.
    Exchange,
    /// Special registers that differ from thread to thread, within the lane.
    Identity,
    /// Operands that the front end itself needs: branch tables, barriers, calls.
    Control,
    /// Fetches from textures: one for all lanes.
    Texture,
}

impl Unit {
    /// Whether results come in operand order after a fixed latency, not counting the time that the
    /// unit is busy with them.
    pub fn has_fixed_latency(self) -> bool {
        match self {
            Unit::Single | Unit::Integer | Unit::Convert | Unit::Special | Unit::Double | Unit::Identity => true,
            Unit::Constant | Unit::Exchange | Unit::Control | Unit::Texture => false,
        }
    }
}

/// Kind of a memory instruction; in its operation code, bits 1:0 are the kind, bits 4:2 the
/// logarithm of the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MemoryOp {
    Load = 0,
    Store = 1,
    Atomic = 2,
    /// Comparand of an atomic operation, in an instruction of its own: the operation has three
    /// operands and an address.
    Compared = 3,
}

impl MemoryOp {
    /// Returns the kind of access to memory.
    pub fn kind(self) -> AccessKind {
        match self {
            MemoryOp::Load => AccessKind::Load,
            MemoryOp::Store => AccessKind::Store,
            MemoryOp::Atomic | MemoryOp::Compared => AccessKind::Atomic,
        }
    }
}

/// Role of a lane instruction in the program's instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Role {
    /// The lane computes a result.
    Native,
    /// The lane selects by this predicate.
    Select(Operand),
    /// The lane compares.
    Compare,
    /// A memory access, this many bytes beyond the instruction's address.
    Memory(MemoryOp, u64),
    /// Another unit computes.
    External(Unit),
}

/// A lane instruction without masks and values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Step {
    pub op: u8,
    /// Modes of an operation on FP32 numbers.
    pub modes: u8,
    pub scalar: bool,
    pub sources: [Source; 3],
    pub target: Option<Place>,
    pub role: Role,
    /// Whether operands have 64 bits: a constant must be right in all of them.
    pub long: bool,
    /// Class of the computation of the program's instruction.
    pub class: Class,
}

impl Step {
    pub fn native(op: u8, target: Place, sources: [Source; 3]) -> Step {
        let (scalar, target) = (target.scalar, Some(target));
        Step { op, modes: 0, scalar, sources, target, role: Role::Native, long: false, class: Class::Add }
    }
    pub fn compare(op: u8, scalar: bool, sources: [Source; 3]) -> Step {
        Step { op, modes: 0, scalar, sources, target: None, role: Role::Compare, long: false, class: Class::Logic }
    }
    pub fn external(unit: Unit, scalar: bool, sources: [Source; 3], target: Option<Place>, long: bool) -> Step {
        let (op, role) = (op::EXTERNAL | unit as u8, Role::External(unit));
        Step { op, modes: 0, scalar, sources, target, role, long, class: Class::Add }
    }
    /// Whether the step copies a register's words to a scratch place of the same instruction.
    pub fn copies(&self) -> bool {
        match (self.role, self.sources[0], self.target) {
            (Role::Native, Source::Register(from), Some(to)) => from.row == to.row && from.word != to.word,
            _ => false,
        }
    }
    /// Whether the step accesses memory beyond the core's own.
    pub fn is_global(&self) -> bool {
        matches!(self.role, Role::Memory(..)) && self.op & op::SHARED == 0
    }
    /// Whether the step reads through a read-only cache.
    pub fn is_read_only(&self) -> bool {
        matches!(self.role, Role::External(Unit::Constant | Unit::Texture))
    }
    /// Whether the step is an atomic operation on memory beyond the core's own.
    pub fn is_atomic(&self) -> bool {
        self.is_global() && matches!(self.role, Role::Memory(operation, _) if operation.kind() == AccessKind::Atomic)
    }
    /// Returns the bytes of a thread's access.
    pub fn bytes(&self) -> u32 {
        1 << (self.op >> 2 & 7)
    }
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        self.sources.iter().filter_map(|source| match source {
            Source::Register(place) => Some(place),
            _ => None,
        })
    }
}

/// Place of a constant of a step: one constant fits into an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Constant {
    /// No constant.
    No,
    /// The immediate of the instruction.
    Immediate,
    /// The scalar register that holds zero.
    Zero,
    /// A pair of scalar registers that is loaded before the step.
    Scratch(u32),
}

/// Returns the places of up to three constants, and the immediate; a value that is not known yet
/// counts as distinct from all others.
pub(crate) fn constants(values: [Option<Option<u64>>; 3], long: bool) -> ([Constant; 3], u32) {
    let fits = |value: u64| value as i32 as u64 == value || (!long && value >> 32 == 0);
    let immediate = values.iter().flatten().flatten().copied().find(|&value| value != 0 && fits(value));
    let immediate = immediate.or(values.iter().flatten().flatten().copied().find(|&value| fits(value)));
    let mut scratch = 0;
    let places = values.map(|value| match value {
        None => Constant::No,
        Some(value) if value.is_some() && value == immediate => Constant::Immediate,
        Some(Some(0)) => Constant::Zero,
        Some(_) => {
            scratch += 1;
            Constant::Scratch(scratch - 1)
        }
    });
    (places, immediate.unwrap_or(0) as u32)
}
