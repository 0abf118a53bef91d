pub use heddle_golden::lane::float::{Compare, Mode, Round};

use super::{Fetch, FunctionId, RegisterId, Space, Span, Special, Surface, Type, VariableId};

/// One instruction.
#[derive(Debug, Clone, PartialEq)]
pub struct Instruction {
    /// Threads whose guard is false do not take part. On a branch, exit or return the guard is its condition.
    pub guard: Option<Guard>,
    /// What it does.
    pub op: Op,
    /// What it writes, in order; none for a sink (`_`).
    pub writes: Vec<Option<RegisterId>>,
    /// What it reads, in order.
    pub reads: Vec<Operand>,
    /// Where it stands.
    pub at: Span,
    /// How many instructions of the text it stands for: one; none if a compiler added it; more if the compiler took others away beside it.
    pub stands_for: u32,
}

impl Instruction {
    /// The registers that it reads, its guard's among them.
    pub fn registers_read(&self) -> impl Iterator<Item = RegisterId> + '_ {
        let operands = self.reads.iter().filter_map(|operand| match *operand {
            Operand::Register(register) => Some(register),
            _ => None,
        });
        operands.chain(self.guard.map(|guard| guard.register))
    }
    /// The registers that it writes. A guarded write leaves the old value where the guard is false.
    pub fn registers_written(&self) -> impl Iterator<Item = RegisterId> + '_ {
        self.writes.iter().flatten().copied()
    }
}

/// `@p` or `@!p`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Guard {
    pub register: RegisterId,
    pub negated: bool,
}

/// A source operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// A register.
    Register(RegisterId),
    /// Bits of a constant, in the type at which the instruction reads it (sign-extended where that is signed). A predicate is 0 or 1.
    Immediate(u64),
    /// A special register.
    Special(Special),
    /// The address of a variable, in its own space, and a byte offset.
    Variable(VariableId, i64),
}

/// Which part of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Part {
    Low,
    High,
    /// Twice the type's width.
    Wide,
}

/// Integer and bit operations. Reads in the order in which PTX writes them; shift amounts, positions, lengths are 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Integer {
    Add,
    /// `add.sat.s32`, `sub.sat.s32`.
    AddSaturated,
    Sub,
    SubSaturated,
    /// `add.cc`, `addc`, `addc.cc`: reads a, b and, if `carry`, the carry flag (a predicate); writes d and, if `keep`, the flag.
    AddCarry {
        carry: bool,
        keep: bool,
    },
    SubCarry {
        carry: bool,
        keep: bool,
    },
    /// `mad.cc`, `madc`: a * b (`Low` or `High` part) + c, with flags as above.
    MadCarry {
        part: Part,
        carry: bool,
        keep: bool,
    },
    Mul(Part),
    Mad(Part),
    /// `mad.hi.sat.s32`.
    MadHighSaturated,
    /// Of 24-bit operands: `Low` is bits 31 to 0 of the product, `High` bits 47 to 16.
    Mul24(Part),
    Mad24(Part),
    Mad24HighSaturated,
    /// c + |a - b|
    Sad,
    Div,
    Rem,
    Abs,
    Neg,
    Min,
    Max,
    And,
    Or,
    Xor,
    Not,
    /// 1 where a is 0, else 0.
    Cnot,
    Shl,
    /// Arithmetic where the type is signed.
    Shr,
    /// `shf.l`/`shf.r`, `.clamp` or `.wrap`: low, high, amount.
    Funnel {
        left: bool,
        wrap: bool,
    },
    Bfe,
    Bfi,
    /// `bfind`, with `.shiftamt`.
    Bfind {
        shift: bool,
    },
    /// `fns.b32`.
    Fns,
    Bmsk {
        wrap: bool,
    },
    Szext {
        wrap: bool,
    },
    Brev,
    Popc,
    Clz,
    /// The eight bits are the truth table.
    Lop3(u8),
    /// 0 is the general form, 1 to 6 are f4e, b4e, rc8, ecl, ecr, rc16.
    Prmt(u8),
    /// `dp4a`, by the signedness of a and b; `dp2a` likewise, upper half or lower.
    Dp4a {
        a: bool,
        b: bool,
    },
    Dp2a {
        a: bool,
        b: bool,
        high: bool,
    },
}

/// Floating-point operations that IEEE 754 defines to the last bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Float {
    Add,
    Sub,
    Mul,
    /// `fma`, and `mad` where it is one.
    Fma,
    /// `mad.f32` of sm_1x: the product's mantissa is cut to 24 bits (towards zero), then the sum is rounded; subnormals are flushed before, between and after.
    MulAdd,
    Div,
    Sqrt,
    Rcp,
    Min {
        nan: bool,
    },
    Max {
        nan: bool,
    },
    Abs,
    Neg,
    Copysign,
}

/// Floating-point functions of one operand (two for `Div`) whose result PTX bounds but does not fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unary {
    Rcp,
    Rsqrt,
    Sqrt,
    Sin,
    Cos,
    Ex2,
    Lg2,
    Tanh,
    /// `div.approx`: reads two.
    Div,
    /// `div.full`: reads two.
    DivFull,
}

/// `and`, `or`, `xor` of a comparison with a predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Group {
    And,
    Or,
    Xor,
}

/// How a memory instruction reaches memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// The space.
    pub space: Space,
    /// The type of an element.
    pub ty: Type,
    /// Elements: 1, 2, 4 or 8.
    pub elements: u8,
    /// Added to the base.
    pub offset: i64,
    /// May be changed from outside at any time (`.volatile`, `.relaxed`, `.acquire`, `.mmio`).
    pub volatile: bool,
}

/// What an atomic operation or a reduction does to the word in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Atomic {
    Add,
    Inc,
    Dec,
    Min,
    Max,
    And,
    Or,
    Xor,
    Exchange,
    /// Compare and swap: reads compared, new.
    Cas,
}

/// `vote`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Vote {
    All,
    Any,
    Uniform,
    Ballot,
}

/// `shfl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Shuffle {
    Up,
    Down,
    Butterfly,
    Index,
}

/// A CTA's barrier. Reads the barrier's number and, if `counted`, how many threads take part, and, for a reduction, the predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Barrier {
    Sync { counted: bool },
    Arrive,
    ReduceAnd { counted: bool },
    ReduceOr { counted: bool },
    ReducePopc { counted: bool },
}

impl Barrier {
    /// It waits for so many threads, in whole warps, not for all of the CTA.
    pub fn counts_warps(self) -> bool {
        match self {
            Barrier::Arrive => true,
            Barrier::Sync { counted }
            | Barrier::ReduceAnd { counted }
            | Barrier::ReduceOr { counted }
            | Barrier::ReducePopc { counted } => counted,
        }
    }
}

/// Where a call goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A function known by name.
    Direct(FunctionId),
    /// One of these, by an address that is read.
    Indirect(Vec<FunctionId>),
}

/// What an instruction does: types and modifiers. In brackets: reads, then writes.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Op {
    /// Bits of a type: [a] [d]. A widening destination register gets zeros above (sign bits for a signed load).
    Move(Type),
    /// Elements of a type into one register, the lowest first: [elements] [d].
    Pack(Type),
    /// One register into elements: [a] [elements].
    Unpack(Type),
    /// [a, b, c] [d]
    Integer(Integer, Type),
    /// [a, b, c] [d]
    Float(Float, Type, Mode),
    /// [a] [d], or [a, b] [d] for a division. `flush` as in [`Mode`].
    Approximate(Unary, Type, Mode),
    /// `testp`: [a] [p]; the property by its PTX name's number: 0 finite, 1 infinite, 2 number, 3 notanumber, 4 normal, 5 subnormal.
    Test(u8, Type),
    /// `setp`: [a, b] or, with a group, [a, b, c] [p, q]; c may be negated. q is the negated comparison, grouped alike. Of a packed type, p
    /// is the comparison of the lower halves and q that of the upper ones.
    SetPredicate { compare: Compare, ty: Type, flush: bool, group: Option<(Group, bool)> },
    /// `set`: as above into a register, all ones or 1.0 for true.
    Set { compare: Compare, to: Type, ty: Type, flush: bool, group: Option<(Group, bool)> },
    /// [a, b, p] [d]
    Select(Type),
    /// `slct`: a where c >= 0, else b: [a, b, c] [d]; `by` is c's type.
    SelectSign { ty: Type, by: Type, flush: bool },
    /// `cvt`: [a] [d], or to a packed type [a, b] [d], a into the upper half. `integer`: rounded to an integral value, also where a float stays a
    /// float.
    Convert { to: Type, from: Type, mode: Mode, integer: bool },
    /// Predicate logic: and, or, xor, not of predicates as 0/1 values: [a, b] [d]. Their `mov` is a [`Op::Move`].
    Predicate(Integer),
    /// From a space's own address to a generic one: [a] [d].
    ToGeneric(Space),
    /// From a generic address to a space's own: [a] [d].
    FromGeneric(Space),
    /// Whether a generic address lies in a space: [a] [p].
    IsSpace(Space),
    /// [base] [elements]
    Load(Memory),
    /// [base, elements] []
    Store(Memory),
    /// [base, b] or [base, b, c] [d]; the write is a sink for a reduction.
    Atomic(Atomic, Memory),
    /// [texture, coordinates] [four channels], or [texture] [d] for a query. The texture is the address of its reference, or a handle.
    Texture(Fetch),
    /// [surface, coordinates] [elements]
    SurfaceLoad(Surface),
    /// [surface, coordinates, elements] []
    SurfaceStore(Surface),
    /// [p] or, if `sync`, [p, members] [d]; a negated p is said here.
    Vote { kind: Vote, negated: bool, sync: bool },
    /// [a, b, c] or, if `sync`, [a, b, c, members] [d, p]
    Shuffle { kind: Shuffle, sync: bool },
    /// `match.any` and `match.all`: [a, members] [d, p]
    Match { all: bool, ty: Type },
    /// [] [d]
    ActiveMask,
    /// `redux.sync`: [a, members] [d]
    Redux(Atomic, Type),
    /// A CTA's barrier: reads as [`Barrier`] says, [d] for a reduction.
    Barrier(Barrier),
    /// `bar.warp.sync`: [members] []
    WarpBarrier,
    /// To an instruction's number; one past the last is the function's end. `uniform`: the text promises that all active threads agree.
    Branch { target: u32, uniform: bool },
    /// `brx.idx`: [index] []
    BranchIndexed { targets: Vec<u32>, uniform: bool },
    /// [arguments, as variables; then the address if indirect] []; `results` are the caller's variables.
    Call { target: Target, arguments: Vec<VariableId>, results: Vec<VariableId> },
    /// From a device function; in a kernel, the end of the thread.
    Return,
    /// The end of the thread.
    Exit,
    /// The end of the run, with an error.
    Trap,
    /// A memory barrier.
    Fence,
    /// What has no effect on results: prefetches, hints, `nanosleep`, `pmevent`.
    Nothing,
}
