pub use heddle_golden::lane::float::{Compare, Mode, Round};

use super::{Fetch, FunctionId, RegisterId, Scalar, Simd, Space, Span, Special, Surface, Type, VariableId};

/// One PTX instruction: guard, operation, the registers written and the operands read.
#[derive(Debug, Clone, PartialEq)]
pub struct Instruction {
    /// The predicate of the instruction: threads whose guard is false do not execute it.
    /// On a branch, exit or return the guard is its condition.
    pub guard: Option<Guard>,
    /// The operation, with its types and modifiers.
    pub op: Op,
    /// The registers written, in order; `None` for a sink (`_`).
    pub writes: Vec<Option<RegisterId>>,
    /// The operands read, in order.
    pub reads: Vec<Operand>,
    /// The place of the instruction in the text.
    pub at: Span,
    /// How many instructions of the text this one stands for: one; none if a compiler added it;
    /// more if it replaces others beside it.
    pub stands_for: u32,
}

impl Instruction {
    /// Returns the registers that the instruction reads, including its guard.
    pub fn registers_read(&self) -> impl Iterator<Item = RegisterId> + '_ {
        let operands = self.reads.iter().filter_map(|operand| match *operand {
            Operand::Register(register) => Some(register),
            _ => None,
        });
        operands.chain(self.guard.map(|guard| guard.register))
    }
    /// Returns the registers that the instruction writes. A guarded write leaves the old value
    /// where the guard is false.
    pub fn registers_written(&self) -> impl Iterator<Item = RegisterId> + '_ {
        self.writes.iter().flatten().copied()
    }
}

/// The guard of an instruction: `@p` or `@!p`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Guard {
    pub register: RegisterId,
    pub negated: bool,
}

/// A source operand of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// A register.
    Register(RegisterId),
    /// The bits of a constant, in the type at which the instruction reads it (sign-extended where
    /// that is signed). A predicate is 0 or 1.
    Immediate(u64),
    /// A special register.
    Special(Special),
    /// The address of a variable, in its own space, and a byte offset.
    Variable(VariableId, i64),
}

/// The part of a product that a multiplication returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Part {
    Low,
    High,
    /// Twice the type's width.
    Wide,
}

/// Integer and bit operations, each with the operand order of PTX; shift amounts, positions and
/// lengths have 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Integer {
    Add,
    /// `add.sat.s32`, `sub.sat.s32`.
    AddSaturated,
    Sub,
    SubSaturated,
    /// `add.cc`, `addc`, `addc.cc`: reads a, b and, if `carry`, the carry flag (a predicate);
    /// writes d and, if `keep`, the flag.
    AddCarry {
        carry: bool,
        keep: bool,
    },
    /// `sub.cc`, `subc`, `subc.cc`: a + !b + the flag, which is a carry here, too; without `carry`,
    /// as if it were set.
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
    /// `mul24`: `Low` is bits 31 to 0 of the product of 24-bit operands, `High` bits 47 to 16.
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
    /// `shr`: an arithmetic shift where the type is signed.
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
    /// `lop3`, with the eight bits of its truth table.
    Lop3(u8),
    /// `prmt`, with its mode: 0 is the general form, 1 to 6 are f4e, b4e, rc8, ecl, ecr, rc16.
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
    /// A scalar video instruction: a, b and, if it needs one, c.
    Video(Scalar),
    /// A SIMD video instruction: a, b, c.
    VideoSimd(Simd),
}

/// Floating-point operations that IEEE 754 defines to the last bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Float {
    Add,
    Sub,
    Mul,
    /// `fma`, and `mad` where it is fused.
    Fma,
    /// `mad.f32` of sm_1x: the product's mantissa is cut to 24 bits (towards zero), then the sum is
    /// rounded; subnormals are flushed before, between and after.
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

/// Approximate floating-point functions of one operand (two for `Div`), whose result PTX bounds but
/// does not fix.
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

/// The logic operation that combines a comparison with a predicate: `and`, `or` or `xor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Group {
    And,
    Or,
    Xor,
}

/// The memory access of an instruction: state space, element type and count, offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// The state space of the access.
    pub space: Space,
    /// The type of an element.
    pub ty: Type,
    /// The number of elements: 1, 2, 4 or 8.
    pub elements: u8,
    /// The constant byte offset that is added to the base.
    pub offset: i64,
    /// Whether the memory may be changed from outside at any time (`.volatile`, `.relaxed`,
    /// `.acquire`, `.mmio`).
    pub volatile: bool,
}

/// The operation of an atomic or reduction instruction on the word in memory.
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
    /// Compare and swap; the instruction reads the value to compare with, then the new one.
    Cas,
}

/// The mode of a `vote` instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Vote {
    All,
    Any,
    Uniform,
    Ballot,
}

/// The mode of a `shfl` instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Shuffle {
    Up,
    Down,
    Butterfly,
    Index,
}

/// The kind of a CTA barrier instruction. It reads the barrier's number and, if `counted`, how many
/// threads take part, and, for a reduction, the predicate.
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
    /// Whether the barrier waits for a given number of threads, in whole warps, instead of for the
    /// whole CTA.
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

/// The destination of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A function given by name.
    Direct(FunctionId),
    /// A function address that the call reads; the list has the functions that it may name.
    Indirect(Vec<FunctionId>),
}

/// The operation of an instruction with its types and modifiers. In brackets: reads, then writes.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Op {
    /// Bits of a type: `[a] [d]`. A widening destination register gets zeros above (sign bits for a
    /// signed load).
    Move(Type),
    /// Packs elements of a type into one register, the lowest first: `[elements] [d]`.
    Pack(Type),
    /// Unpacks one register into elements: `[a] [elements]`.
    Unpack(Type),
    /// An integer operation: `[a, b, c] [d]`
    Integer(Integer, Type),
    /// A floating-point operation: `[a, b, c] [d]`
    Float(Float, Type, Mode),
    /// An approximate function: `[a] [d]`, or `[a, b] [d]` for a division. `flush` as in [`Mode`].
    Approximate(Unary, Type, Mode),
    /// `testp`: `[a] [p]`; the property by its PTX name's number: 0 finite, 1 infinite, 2 number, 3
    /// notanumber, 4 normal, 5 subnormal.
    Test(u8, Type),
    /// `setp`: `[a, b]` or, with a group, `[a, b, c] [p, q]`; c may be negated. q is the negated
    /// comparison, grouped alike. Of a packed type, p is the comparison of the lower halves and q
    /// that of the upper ones.
    SetPredicate { compare: Compare, ty: Type, flush: bool, group: Option<(Group, bool)> },
    /// `set`: as `setp`, but into a register, all ones or 1.0 for true.
    Set { compare: Compare, to: Type, ty: Type, flush: bool, group: Option<(Group, bool)> },
    /// `selp`: a if p is true, else b: `[a, b, p] [d]`
    Select(Type),
    /// `slct`: a where c >= 0, else b: `[a, b, c] [d]`; `by` is c's type.
    SelectSign { ty: Type, by: Type, flush: bool },
    /// `cvt`: `[a] [d]`, or to a packed type `[a, b] [d]`, a into the upper half. `integer`:
    /// rounded to an integral value, also where a float stays a float.
    Convert { to: Type, from: Type, mode: Mode, integer: bool },
    /// Predicate logic: and, or, xor, not of predicates as 0/1 values: `[a, b] [d]`. Their `mov` is
    /// a [`Op::Move`].
    Predicate(Integer),
    /// `cvta`: from a space's own address to a generic one: `[a] [d]`.
    ToGeneric(Space),
    /// `cvta.to`: from a generic address to a space's own: `[a] [d]`.
    FromGeneric(Space),
    /// `isspacep`: whether a generic address lies in a space: `[a] [p]`.
    IsSpace(Space),
    /// A load: `[base] [elements]`
    Load(Memory),
    /// A store: `[base, elements] []`
    Store(Memory),
    /// An atomic operation: `[base, b]` or `[base, b, c] [d]`; the write is a sink for a reduction.
    Atomic(Atomic, Memory),
    /// A texture fetch: `[texture, coordinates] [four channels]`, or `[texture] [d]` for a query.
    /// The texture is the address of its reference, or a handle.
    Texture(Fetch),
    /// The address of an element of a surface: `[surface, coordinates] [address, p]`; p says
    /// whether the access reaches an element. A surface load or store is such an instruction and an
    /// access to memory.
    SurfaceAddress(Surface),
    /// `vote`: `[p]` or, if `sync`, `[p, members] [d]`; `negated` is set where p is negated.
    Vote { kind: Vote, negated: bool, sync: bool },
    /// `shfl`: `[a, b, c]` or, if `sync`, `[a, b, c, members] [d, p]`
    Shuffle { kind: Shuffle, sync: bool },
    /// `match.any` and `match.all`: `[a, members] [d, p]`
    Match { all: bool, ty: Type },
    /// `activemask`: `[] [d]`
    ActiveMask,
    /// `redux.sync`: `[a, members] [d]`; `nan`: the result is NaN if a float is.
    Redux { kind: Atomic, ty: Type, nan: bool },
    /// A CTA's barrier: reads as [`Barrier`] says, `[d]` for a reduction.
    Barrier(Barrier),
    /// `bar.warp.sync`: `[members] []`
    WarpBarrier,
    /// A branch to an instruction's number; one past the last is the function's end. `uniform`: the
    /// text promises that all active threads agree.
    Branch { target: u32, uniform: bool },
    /// `brx.idx`: `[index] []`
    BranchIndexed { targets: Vec<u32>, uniform: bool },
    /// A call: `[arguments] []`, where the arguments are variables, then the address if indirect;
    /// `results` are the caller's variables.
    Call { target: Target, arguments: Vec<VariableId>, results: Vec<VariableId> },
    /// The return from a device function; in a kernel, the end of the thread.
    Return,
    /// The end of the thread.
    Exit,
    /// The end of the run, with an error.
    Trap,
    /// A memory barrier.
    Fence,
    /// An instruction without effect on results: prefetches, hints, `nanosleep`, `pmevent`.
    Nothing,
}
