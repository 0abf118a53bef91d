use std::fmt::{self, Display, Formatter};
use std::ops::{Deref, DerefMut};

use thiserror::Error;

use crate::program::{FunctionId, Module, Space, Span};

/// The fault that stopped a run, and its place: a [`Report`], which it derefs to.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{0}")]
pub struct Fault(Box<Report>);

impl Deref for Fault {
    type Target = Report;
    fn deref(&self) -> &Report {
        &self.0
    }
}

impl DerefMut for Fault {
    fn deref_mut(&mut self) -> &mut Report {
        &mut self.0
    }
}

impl From<Report> for Fault {
    fn from(report: Report) -> Fault {
        Fault(Box::new(report))
    }
}

/// The contents of a [`Fault`]: its place in the text and the grid, and its cause.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The name of the kernel.
    pub kernel: String,
    /// The name of the function in which the fault occurred.
    pub function: String,
    /// The name of the PTX text.
    pub source_name: String,
    /// The line in the text, from 1.
    pub line: u32,
    /// The column in the line, from 1.
    pub column: u32,
    /// The CTA in the grid, x, y, z; `None` if the fault belongs to no CTA.
    pub cta: Option<[u32; 3]>,
    /// The thread in the CTA, x, y, z; `None` if the fault belongs to no single thread.
    pub thread: Option<[u32; 3]>,
    /// The cause of the fault.
    pub cause: Cause,
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Report { kernel, function, source_name, line, column, cause, .. } = self;
        write!(f, "kernel `{kernel}`, ")?;
        if function != kernel {
            write!(f, "function `{function}`, ")?;
        }
        write!(f, "{source_name}:{line}:{column}")?;
        for (name, place) in [("CTA", self.cta), ("thread", self.thread)] {
            if let Some([x, y, z]) = place {
                write!(f, ", {name} ({x}, {y}, {z})")?;
            }
        }
        write!(f, ": {cause}")
    }
}

/// The kind of a memory access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum AccessKind {
    Load,
    Store,
    Atomic,
}

impl AccessKind {
    const fn name(self) -> &'static str {
        match self {
            AccessKind::Load => "load",
            AccessKind::Store => "store",
            AccessKind::Atomic => "atomic operation",
        }
    }
}

/// Returns the dimensions of a CTA as text.
fn sides([x, y, z]: &[u32; 3]) -> String {
    format!("{x} x {y} x {z}")
}

/// The cause of a fault, such as an access outside all allocations or a barrier that never opens.
#[derive(Debug, Clone, PartialEq, Error)]
#[allow(missing_docs)]
pub enum Cause {
    #[error("{} of {bytes} bytes at {address:#x} of {} memory: {nearest}", kind.name(), space.name())]
    OutOfBounds { kind: AccessKind, space: Space, address: u64, bytes: u32, nearest: String },
    #[error("{} of {bytes} bytes at {address:#x} of {} memory: the address is not a multiple of {bytes}", kind.name(), space.name())]
    Misaligned { kind: AccessKind, space: Space, address: u64, bytes: u32 },
    #[error("{name} is not a texture or surface with memory bound to it")]
    Unbound { name: String },
    #[error("free of {address:#x}, which is not a block that `malloc` returned in a kernel, or was freed before")]
    Free { address: u64 },
    #[error("a surface access at ({x}, {y}, {z}), beyond the surface of {width} bytes x {height} x {depth}")]
    Surface { x: i32, y: i32, z: i32, width: u64, height: u32, depth: u32 },
    #[error("barrier {barrier} is not reached by all threads: {arrived} of {expected} wait there")]
    Barrier { barrier: u32, arrived: u32, expected: u32 },
    #[error("barrier {barrier} in divergent code: {missing} threads of the warp are elsewhere")]
    DivergentBarrier { barrier: u32, missing: u32 },
    #[error("barrier {barrier}, while {waiting} threads of the warp wait at barrier {other}")]
    OtherBarrier { barrier: u32, other: u32, waiting: u32 },
    #[error(
        "barrier {0}: barriers have numbers 0 to 15, their thread counts are multiples of the warp size, and all threads of a warp name the same barrier"
    )]
    BarrierOperand(u32),
    #[error("still running after {0} warp instructions: an endless loop?")]
    Limit(u64),
    #[error("livelock: {waits}")]
    Livelock { waits: String },
    #[error("calls nest more than {0} levels deep")]
    Depth(usize),
    #[error("the local memory of a thread grows beyond {limit} bytes")]
    LocalTooLarge { limit: u64 },
    #[error("stopped from outside")]
    Stopped,
    #[error("trap")]
    Trap,
    #[error("register `{register}` is scalar, but threads of the warp have different values: {first:#x} and {this:#x}")]
    Scalar { register: String, first: u64, this: u64 },
    #[error("call of `{0}`, which is declared but not defined")]
    Undefined(String),
    #[error("call of {address:#x}, which is not one of the functions that this call may reach")]
    CallTarget { address: u64 },
    #[error("branch by index {index}, beyond its table of {length} targets")]
    BranchIndex { index: u32, length: usize },
    #[error("assertion failed in the kernel")]
    Assertion,
    #[error("a CTA of {x} x {y} x {z} threads: 1 to {limit} are possible", x = block[0], y = block[1], z = block[2])]
    Block { block: [u32; 3], limit: u32 },
    #[error("the kernel is made for CTAs of {} {} threads, not {}", if *exact { "exactly" } else { "at most" }, sides(required), sides(block))]
    Required { block: [u32; 3], required: [u32; 3], exact: bool },
    #[error("warp {wid} has {size} threads: 1 to {limit} are possible")]
    WarpSize { wid: usize, size: u32, limit: u32 },
    #[error(
        "a shuffle whose third operand is {c:#x} in a warp of {threads} threads: warps of more than 32 threads support only shuffles without a width"
    )]
    ShuffleWidth { c: u32, threads: u32 },
    #[error("{what} in a warp of {threads} threads: the instruction supports warps of at most 32 threads")]
    Exchange { what: &'static str, threads: u32 },
    #[error("a grid of {} x {} x {} CTAs", grid[0], grid[1], grid[2])]
    Grid { grid: [u32; 3] },
    #[error("{bytes} bytes of shared memory for each CTA: at most {limit} are available")]
    SharedTooLarge { bytes: u64, limit: u64 },
    #[error("{given} bytes of parameters are given, and the kernel takes {expected}")]
    Parameters { given: usize, expected: u32 },
    #[error("{what}: the memory of {limit} bytes is full")]
    MemoryFull { what: String, limit: u64 },
    #[error("{what}: the machine has {has} bytes left for this process")]
    NoMemory { what: String, has: u64 },
    #[error("the kernel cannot run:\n{0}")]
    Refused(String),
    #[error("{0}")]
    Malformed(String),
}

/// The cause that stopped a warp, and the lane where it occurred.
#[derive(Debug, Clone, PartialEq)]
pub struct Halt(pub(crate) Box<(Cause, Option<u32>)>);

impl Halt {
    /// Creates a halt from a cause, and the lane if the cause belongs to one lane.
    #[cold]
    pub fn new(cause: Cause, lane: impl Into<Option<u32>>) -> Halt {
        Halt(Box::new((cause, lane.into())))
    }
}

/// Returns a fault at a place of a module, of a kernel in one of the functions that it reaches.
pub(crate) fn fault(module: &Module, kernel: FunctionId, function: FunctionId, span: Span, cause: Cause) -> Fault {
    let place = module.source.place(span.start);
    let name = |id: FunctionId| module.functions.get(id.0 as usize).map_or(String::new(), |f| f.name.clone());
    let report = Report {
        kernel: name(kernel),
        function: name(function),
        source_name: module.source.name.clone(),
        line: place.line,
        column: place.column,
        cta: None,
        thread: None,
        cause,
    };
    report.into()
}
