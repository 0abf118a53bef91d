//! Layout of registers: those of a function lie above those of its callers, and warps lie one
//! behind the other in a lane's rows.

use std::collections::BTreeMap;

use heddle_contract::lane::Config;
use heddle_kernel::execute::Image;
use heddle_kernel::program::{FunctionId, Guard, Op, Target};

use super::step::Step;

/// Numbers of vector and scalar words; for a function, those below its own registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Words {
    pub vectors: u32,
    pub scalars: u32,
}

/// First vector and scalar words of each function of a kernel, and the first words beyond all
/// functions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bases {
    pub functions: BTreeMap<u32, Words>,
    pub end: Words,
}

impl Bases {
    /// Lays out the registers of a kernel as a linker without a stack does: those of every function
    /// above those of all its callers. An error if functions call themselves.
    pub fn of(image: &Image) -> Result<Bases, Unplanned> {
        let mut bases = Bases::default();
        if !bases.visit(image, image.kernel, Words::default(), &mut Vec::new()) {
            return Err(Unplanned::Recursion);
        }
        Ok(bases)
    }

    fn visit(&mut self, image: &Image, id: FunctionId, base: Words, path: &mut Vec<u32>) -> bool {
        let Some(allocation) = image.allocation(id) else { return true };
        if path.contains(&id.0) {
            return false;
        }
        let known = self.functions.contains_key(&id.0);
        let words = self.functions.entry(id.0).or_default();
        let merged = Words { vectors: words.vectors.max(base.vectors), scalars: words.scalars.max(base.scalars) };
        if known && *words == merged {
            return true;
        }
        *words = merged;
        // pairs stay aligned
        let next = Words {
            vectors: merged.vectors + allocation.vectors.next_multiple_of(2),
            scalars: merged.scalars + allocation.scalars.next_multiple_of(2),
        };
        self.end.vectors = self.end.vectors.max(next.vectors);
        self.end.scalars = self.end.scalars.max(next.scalars);
        path.push(id.0);
        let calls = image.module.functions[id.0 as usize].code.iter().filter_map(|instruction| match &instruction.op {
            Op::Call { target: Target::Direct(callee), .. } => Some(vec![*callee]),
            Op::Call { target: Target::Indirect(callees), .. } => Some(callees.clone()),
            _ => None,
        });
        let fine = calls.flatten().all(|callee| self.visit(image, callee, next, path));
        path.pop();
        fine
    }
}

/// Plan of an instruction of the program: its steps, and what the front end needs of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plan {
    /// Steps in order; empty where the front end executes the instruction alone.
    pub steps: Vec<Step>,
    /// Predicates that the instruction reads and writes, by their number in the function: they live
    /// in the front end.
    pub reads: Vec<u32>,
    pub writes: Vec<u32>,
    /// Whether the instruction waits for everything before it (a fence).
    pub waits: bool,
    /// Whether operands go to the front end, which cannot continue without them.
    pub waits_operands: bool,
    /// Step that writes a barrier's result when the barrier opens.
    pub barrier_result: Option<Step>,
    /// Whether the instruction is executed once a warp (STSIMT 4.1).
    pub scalar: bool,
    /// Whether the instruction may let other warps of the CTA go on.
    pub is_barrier: bool,
    /// Predicate that guards the instruction.
    pub guard: Option<Guard>,
    /// Whether the instruction accesses shared memory, whatever its addresses are.
    pub is_of_shared: bool,
    /// Number of instructions of the program's text that the instruction stands for.
    pub stands_for: u32,
}

/// A kernel's instructions as steps, and the words that a warp needs.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub plans: Vec<Vec<Plan>>,
    /// First words of the scratch registers, which steps use among themselves.
    pub scratch: Words,
    /// Words that a warp's registers take: all but those of [`CONSTANTS`].
    pub words: Words,
    /// All words of a warp, with those of [`CONSTANTS`].
    pub all: Words,
}

/// Reason why a kernel cannot be planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unplanned {
    /// Functions call themselves: registers lie above those of the callers, and recursion has no
    /// bound.
    #[error("its functions are recursive")]
    Recursion,
}

/// Scalar words of a warp for zero and for the constants of a step that do not fit into it. A core
/// has them beside its registers, so that they cost none (DEVIATIONS, D95).
pub(crate) const CONSTANTS: u32 = 8;

impl Program {
    /// Returns the plan of an instruction; the index after the last is the return, which has no
    /// text. `None` if there is no such instruction.
    pub fn plan(&self, function: FunctionId, number: u32) -> Option<&Plan> {
        self.plans.get(function.0 as usize)?.get(number as usize)
    }
    /// Returns the number of rows of a warp with `threads` threads, constants included.
    pub fn rows(&self, cfg: &Config, threads: u32) -> u32 {
        self.vector_rows(cfg, threads) + self.all.scalars.div_ceil(cfg.width)
    }
    /// Returns the number of rows that the registers of a warp with `threads` threads take.
    pub fn register_rows(&self, cfg: &Config, threads: u32) -> u32 {
        self.vector_rows(cfg, threads) + self.words.scalars.div_ceil(cfg.width)
    }
    pub fn vector_rows(&self, cfg: &Config, threads: u32) -> u32 {
        self.words.vectors * cfg.stride(threads)
    }
}

/// Allocation of a lane's rows to warps: first fit.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    /// Start and length of each range in use, in order.
    taken: Vec<(u32, u32)>,
    end: u32,
}

impl Rows {
    pub fn new(rows: u32) -> Rows {
        Rows { taken: vec![], end: rows }
    }
    pub fn take(&mut self, count: u32) -> Option<u32> {
        let mut start = 0;
        let mut at = 0;
        for (n, &(taken, length)) in self.taken.iter().enumerate() {
            if taken - start >= count {
                break;
            }
            (start, at) = (taken + length, n + 1);
        }
        if start + count > self.end {
            return None;
        }
        self.taken.insert(at, (start, count));
        Some(start)
    }
    pub fn give(&mut self, start: u32) {
        self.taken.retain(|&(taken, _)| taken != start);
    }
}
