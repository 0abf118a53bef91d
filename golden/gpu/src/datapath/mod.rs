//! What differs between the papers: how a core executes what its front end issues.
//!
//! The front end fetches, chooses and executes functionally; it knows warps in slots and the steps of their instructions. An [`Execution`] decides who finds
//! room, when a step can go, what it occupies, and when its result is there. A policy that changes which threads make up a warp (compaction, gangs) or which CTAs
//! are on the core (virtual threads) has its place beside the front end's scheduler and dispatch.

pub(crate) mod lanes;
mod scoreboard;
mod simt;

pub(crate) use lanes::{Closed, Datapath, Lanes};
pub(crate) use simt::Simt;

use heddle_kernel::program::{FunctionId, RegisterId};

use crate::memory::{ConstantCache, LoadStore};
use crate::microop::{MicroOp, Program, Step};

/// Why a step can not go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// What it needs to go through is taken.
    Busy,
    /// It needs the result of an instruction that has a short latency, or of one that waits for memory.
    Result {
        /// Memory.
        long: bool,
    },
}

/// What came to pass in a core.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// Steps that are over, with their slots.
    pub finished: Vec<(usize, MicroOp)>,
    /// Slots that can go from now on.
    pub launched: Vec<usize>,
    /// Slots for which something that they may have waited for has changed.
    pub stirred: u64,
}

/// What a unit computed is not what the program says.
#[derive(Debug, Clone)]
pub(crate) struct Difference {
    /// Which of the core's lanes.
    pub lane: usize,
    pub slot: usize,
    pub function: FunctionId,
    pub instruction: u32,
    /// Its place in the warp.
    pub thread: usize,
    pub what: What,
    pub here: u64,
    pub program: u64,
}

/// Where it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// An address.
    Address,
    /// An operand that left the lane; a constant without a register.
    Operand(Option<RegisterId>),
    /// A register that was written.
    Written(RegisterId),
    /// A comparison.
    Predicate,
}

/// What lies around the execution units.
pub(crate) struct Around<'a> {
    pub loads: &'a mut LoadStore,
    pub constants: &'a mut ConstantCache,
    pub events: &'a mut Events,
    pub counters: &'a mut crate::core::CoreCounters,
}

/// How a core executes.
pub(crate) trait Execution {
    /// It computes for itself, and is held to the program's values.
    const VALUES: bool;

    /// Lanes among which the slots are divided: slot s belongs to lane s mod lanes.
    fn lanes(&self) -> usize;
    /// Why a kernel can never run here, when even an empty core has no room for a CTA of such warps.
    fn fits(&self, program: &Program, threads: &[u32]) -> Result<(), String>;
    /// A slot for each warp of a CTA, with its registers; none if one finds no room.
    fn seats(&mut self, program: &Program, threads: &[u32]) -> Option<Vec<usize>>;
    /// A warp has ended, and nothing of it is in flight; whether its slot can be given away again.
    fn warp_ended(&mut self, slot: usize) -> bool;
    /// A CTA has ended; the slots that its warps still had.
    fn cta_ended(&mut self, slots: &[usize]);
    /// Words of registers that are given away.
    fn registers(&self) -> u64;

    /// Words that move when a vector register is read or written on behalf of these threads (STSIMT 3.7).
    fn moved(&self, mask: u64) -> u64;
    /// Slots that might find in this cycle the unit that they need; all others would be refused.
    fn open(&self, now: u64) -> u64 {
        let _ = now;
        u64::MAX
    }
    /// What this cycle shows, before anything issues.
    fn begin(&mut self, now: u64, around: &mut Around);
    /// Whether a step of a warp with these threads can go now.
    fn refusal(&self, now: u64, slot: usize, step: &Step, mask: u64, around: &Around) -> Option<Refusal>;
    /// It goes; the lane that has it.
    fn issue(&mut self, now: u64, slot: usize, micro: MicroOp, around: &mut Around) -> usize;
    /// The cycle's end.
    fn end(&mut self, now: u64, around: &mut Around) -> Result<(), Box<Difference>>;
    /// The first cycle after this one in which anything happens here by itself.
    fn next(&self, now: u64) -> Option<u64>;
}
