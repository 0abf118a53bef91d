//! Decoded instructions: registers are rows of the frame, immediates rows of constants, labels
//! places in one list of all functions' instructions.

use super::compute::{Map, Test};
use crate::program::{Atomic, Fetch, Op, Shuffle, Space, Surface, Type, Vote};

/// The place of a value to read: a row of the frame if not negative, else a row of constants.
/// The row after it holds the upper words where the value has some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Source(pub i32);

/// The place of a mask to read: a predicate of the frame if not negative; else a constant for all
/// threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Flag(pub i32);

impl Flag {
    pub const FALSE: Flag = Flag(-1);
    pub const TRUE: Flag = Flag(-2);
}

/// A register to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dest {
    /// The first row in the frame.
    pub row: u32,
    /// The number of rows: 1, 2 or 4; 0 for a sink.
    pub words: u8,
    /// Whether the register has one value per warp.
    pub scalar: bool,
}

impl Dest {
    pub const SINK: Dest = Dest { row: 0, words: 0, scalar: false };
}

/// A predicate to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FlagDest {
    /// The number of the predicate in the frame.
    pub index: u32,
    /// Whether the predicate has one value per warp.
    pub scalar: bool,
    /// Whether this is a predicate, not a sink.
    pub real: bool,
}

impl FlagDest {
    pub const SINK: FlagDest = FlagDest { index: 0, scalar: false, real: false };
}

/// A register or predicate to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnyDest {
    Word(Dest),
    Flag(FlagDest),
}

/// A value or predicate to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnySource {
    Word(Source, u8),
    Flag(Flag),
}

/// A decoded instruction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decoded {
    /// The threads that execute the instruction: a predicate's number and whether it is negated.
    pub guard: Guard,
    pub code: Code,
    /// Whether the instruction reads a clock, which changes with time.
    pub timed: bool,
    /// The function, and the instruction's number in it.
    pub function: u32,
    pub number: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guard {
    None,
    If(u32),
    Unless(u32),
}

/// A decoded access to memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access {
    pub space: Space,
    pub base: Source,
    /// Whether the base has 64 bits.
    pub wide: bool,
    /// Whether the sum with the offset has 32 bits.
    pub wraps: bool,
    pub offset: u64,
    /// Bytes of an element.
    pub bytes: u8,
    pub elements: u8,
    pub signed: bool,
    /// The first of the elements' registers in [`super::Image`]'s list: of those that are loaded,
    /// or of those that are stored.
    pub registers: u32,
}

/// The decoded operation of an instruction. Numbers of 32 bits without a name of their own are
/// places in lists of [`super::Image`].
#[derive(Debug, Clone, Copy)]
pub(crate) enum Code {
    /// A value computed from up to three operands.
    Map {
        run: Map,
        reads: [Source; 3],
        to: Dest,
    },
    /// A copy of words.
    Copy {
        from: Source,
        words: u8,
        to: Dest,
    },
    /// A comparison into a predicate, also its complement if wanted, and grouped with another
    /// predicate by a truth table (bit 2c + r).
    Test {
        run: Test,
        reads: [Source; 3],
        with: Flag,
        table: u8,
        p: FlagDest,
        q: FlagDest,
    },
    /// A choice: a where the predicate holds, else b.
    Select {
        a: Source,
        b: Source,
        by: Flag,
        to: Dest,
    },
    /// A logic operation on two predicates, as a truth table (bit 2a + b).
    Logic {
        table: u8,
        a: Flag,
        b: Flag,
        to: FlagDest,
    },
    /// An operation evaluated lane by lane by its definition.
    Evaluate(u32),
    /// The packing of elements into a register, and the unpacking of a register into elements.
    Pack(u32),
    Unpack(u32),
    Load(Access),
    Store(Access),
    Atomic {
        access: u32,
        kind: Atomic,
        ty: Type,
    },
    /// A texture or surface instruction, with the place where its operands are listed.
    Texture(u32, Fetch),
    SurfaceAddress {
        access: u32,
        surface: Surface,
        inside: FlagDest,
    },
    Vote {
        kind: Vote,
        p: Flag,
        negated: bool,
        members: Option<Source>,
        to: AnyDest,
    },
    Shuffle {
        kind: Shuffle,
        reads: [Source; 3],
        to: Dest,
        p: FlagDest,
    },
    Match {
        all: bool,
        a: Source,
        members: Source,
        wide: bool,
        to: Dest,
        p: FlagDest,
    },
    ActiveMask {
        to: Dest,
    },
    Redux {
        kind: Atomic,
        ty: Type,
        nan: bool,
        a: Source,
        members: Source,
        to: Dest,
    },
    IsSpace {
        space: Space,
        a: Source,
        wide: bool,
        to: FlagDest,
    },
    Barrier(u32),
    Branch {
        target: u32,
        reconverge_pc: u32,
    },
    BranchIndexed {
        table: u32,
        index: Source,
        reconverge_pc: u32,
    },
    Call(u32),
    Return,
    Exit,
    Trap,
    Nothing,
}

/// An operation that is evaluated lane by lane.
#[derive(Debug, Clone)]
pub(crate) struct Evaluate {
    pub op: Op,
    pub reads: [AnySource; 4],
    pub writes: [AnyDest; 2],
}

/// The operands of a `mov` between a register and a vector of elements.
#[derive(Debug, Clone)]
pub(crate) struct Vector {
    /// The bits of an element.
    pub bits: u32,
    pub whole: AnySource,
    pub to: Vec<AnyDest>,
    pub from: Vec<AnySource>,
}

/// The memory access and the registers of an atomic operation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AtomicAccess {
    pub access: Access,
    pub b: Source,
    pub c: Source,
    pub to: Dest,
}

/// The operands of a texture or surface instruction; operands that it does not have are arbitrary.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextureAccess {
    pub handle: Source,
    /// Whether the handle has 64 bits.
    pub wide: bool,
    /// The coordinates, with the layer first, where there is one.
    pub coordinates: [Source; 4],
    /// The registers that are written: four channels, or one address.
    pub to: [Dest; 4],
}

/// The operands of a barrier.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BarrierAccess {
    pub number: Source,
    pub threads: Option<Source>,
    /// Whether the threads wait at the barrier.
    pub waits: bool,
    pub reduction: Option<(Reduction, Flag)>,
    pub to: AnyDest,
}

/// The reduction of the threads' predicates that a barrier computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reduction {
    And,
    Or,
    Popc,
}

/// The possible functions of a call and the variables that it passes.
#[derive(Debug, Clone)]
pub(crate) struct CallSite {
    pub functions: Vec<u32>,
    /// The address, for an indirect call, and whether it has 64 bits.
    pub address: Option<(Source, bool)>,
    /// The caller's slots: places and words in its local frame.
    pub arguments: Vec<Slot>,
    pub results: Vec<Slot>,
}

/// The place of a variable in a local frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slot {
    /// The first word, from the frame's start.
    pub word: u32,
    pub words: u32,
}

/// A decoded function.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    pub start: u32,
    /// One past the last instruction.
    pub end: u32,
    pub rows: u32,
    pub predicates: u32,
    /// Words of the local frame.
    pub local: u32,
    /// Rows that may be read before they are written: they start as zeros.
    pub fresh: Vec<u32>,
    /// Rows that are set when the function starts.
    pub prologue: Vec<(u32, Preset)>,
    pub parameters: Vec<Slot>,
    pub returns: Vec<Slot>,
}

/// The contents of a row from the start of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Preset {
    Special(crate::program::Special),
    /// The address of a byte of the local frame.
    Local(i64),
}

/// Returns the reconvergence points of all branches, in order.
pub(crate) fn reconvergence(code: &[Decoded]) -> Vec<u32> {
    let meets = code.iter().filter_map(|decoded| match decoded.code {
        Code::Branch { reconverge_pc, .. } | Code::BranchIndexed { reconverge_pc, .. } => Some(reconverge_pc),
        _ => None,
    });
    let points: std::collections::BTreeSet<u32> = meets.collect();
    points.into_iter().collect()
}
