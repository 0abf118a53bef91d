//! The datapath of a core: what a group's step needs, what it occupies, and when its results are
//! there.
//!
//! The front end fetches, chooses groups and executes them functionally; a [`Datapath`] gets their
//! steps, never PTX. It decides which CTAs get registers, when a step can issue, what the step
//! occupies, and when it is over.

mod in_flight;
pub(crate) mod lanes;
mod scoreboard;
mod shared_banks;
mod simt;
mod slices;

pub(crate) use lanes::{Lanes, PortsOnly, Visible};
pub(crate) use simt::{Simt, Stalls};
pub(crate) use slices::{SetLayout, Slices};

use heddle_kernel::program::{FunctionId, RegisterId};

use crate::core::CoreCounters;
use crate::core::ids::{Part, WarpId};
use crate::measure::lines::Lines;
use crate::memory::{Access, LoadStore, ReadOnlyCache};
use crate::microop::{MicroOp, Program, Step};

/// Reason why a step cannot issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stall {
    /// The unit that the step needs to go through is taken.
    Busy {
        /// Number of the unit, below [`Datapath::units`].
        unit: u16,
    },
    /// The step needs a result in flight.
    Result {
        /// Whether the result waits for memory; otherwise its instruction has a short latency.
        long: bool,
    },
}

/// Reason why a kernel can never run on a core, even on an empty one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unfit {
    /// A core has less of something than one CTA needs.
    #[error("a CTA needs {needed} {what}, and a core has {there}: set {key} to {needed} or more")]
    Core { what: &'static str, key: &'static str, needed: u64, there: u64 },
    /// An instruction of the lane cannot name all words of a warp.
    #[error(
        "a warp needs {vectors} vector and {scalars} scalar words, and register indices have {bits} bits: \
         policies of conventional cores, such as `simt`, can run it"
    )]
    Indices { vectors: u32, scalars: u32, bits: u32 },
    /// The lanes of an empty core have no room for a CTA.
    #[error(
        "a CTA has {warps} warps, of {needed} rows of registers each, \
         and {lanes} lanes have {slots} slots and {rows} rows each: {} is too small",
        if *warps > *lanes * *slots { "core.warps" } else { "core.registers" }
    )]
    Lanes { warps: usize, needed: u32, lanes: usize, slots: usize, rows: u32 },
    /// A number of the GPU is not a multiple of what its lanes need.
    #[error("{key} = {value} is not a multiple of {by}, {what}")]
    Multiple { key: &'static str, value: u32, by: u32, what: &'static str },
    /// The configuration of the lane is not legal.
    #[error("the configuration of the lanes is not possible: {0} (threads: core.warp_size, lines: core.registers)")]
    Lane(#[from] heddle_contract::ConfigError),
    /// A core of lanes holds fewer warps than a core of the GPU must.
    #[error("core.warps = {warps}, and a core of lanes holds at most {most} warps")]
    Warps { warps: u32, most: u32 },
    /// The kernel cannot be planned.
    #[error(transparent)]
    Program(#[from] crate::microop::Unplanned),
}

/// Shape and needs of a CTA that is to be placed on a core.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CtaNeeds<'a> {
    pub program: &'a Program,
    /// Number of threads of each warp.
    pub threads: &'a [u32],
    /// Number of threads of a whole warp.
    pub warp_size: u32,
    /// Bytes of shared memory of the CTA.
    pub shared: u64,
}

/// Events in a core during a cycle.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// Steps that are over.
    #[expect(clippy::vec_box, reason = "micro-operations move from queue to queue")]
    pub finished: Vec<Box<MicroOp>>,
    /// Warps that have been given their registers.
    pub launched: Vec<WarpId>,
    /// Warps with a load that turned out to miss.
    pub missed: Vec<WarpId>,
    /// Warps for which something that they may have waited for has changed.
    pub woken: Vec<WarpId>,
}

/// A value computed by a unit that differs from the program's.
#[derive(Debug, Clone)]
pub(crate) struct ValueMismatch {
    /// Index of the lane in the core.
    pub lane: usize,
    pub warp: WarpId,
    pub function: FunctionId,
    pub instruction: u32,
    /// Index of the thread in the warp.
    pub thread: usize,
    pub seen: Seen,
    pub here: u64,
    pub program: u64,
}

/// Place at which a mismatching value was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    /// An address of an access.
    Address,
    /// An operand that left the lane; a constant has no register.
    Operand(Option<RegisterId>),
    /// A register that was written.
    Written(RegisterId),
    /// The result of a comparison.
    Predicate,
}

/// Surroundings of a datapath in its core: memory units, events and counters.
#[derive(Debug)]
pub(crate) struct CorePorts {
    pub loads: LoadStore,
    pub constants: ReadOnlyCache,
    pub textures: ReadOnlyCache,
    pub events: Events,
    pub counters: CoreCounters,
    pub lines: Lines,
    /// Cycles in which shared memory serves the accesses of warps.
    pub shared_serves: std::ops::Range<u64>,
}

impl CorePorts {
    /// Passes an access to the load/store unit; `of` is its instruction, by function and number
    /// there.
    pub fn load_store(&mut self, now: u64, of: Option<(FunctionId, u32)>, access: Access) {
        let transactions = self.loads.push(now, access);
        if self.lines.is_on()
            && let Some(line) = of.and_then(|of| self.lines.place(of)).and_then(|place| self.lines.at(place))
        {
            line.transactions += transactions;
        }
    }
}

/// How a core executes the steps of groups. `check` works out the hazard once a step; only its
/// ticket can issue.
pub(crate) trait Datapath<const W: usize> {
    /// Whether the datapath computes values itself, which are compared with the program's.
    const CHECKS_VALUES: bool;
    /// Permission to issue one step in this cycle.
    type Ticket;

    /// Number of lanes among which the slots are divided: slot s belongs to lane s mod lanes.
    fn lanes(&self) -> usize;
    /// Checks that an empty core has room for a CTA; the error says why the kernel can never run
    /// here.
    fn fits(&self, needs: &CtaNeeds) -> Result<(), Unfit>;
    /// Allocates registers for each warp of a CTA, and returns the warps' ids; `None` if one of
    /// them finds no room.
    fn admit(&mut self, needs: &CtaNeeds) -> Option<Vec<WarpId>>;
    /// Records that a warp has ended and nothing of it is in flight; returns whether its registers
    /// are free again.
    fn warp_ended(&mut self, warp: WarpId) -> bool;
    /// Records that a CTA has ended, and frees the registers of those of its warps that still have
    /// some.
    fn cta_ended(&mut self, warps: &[WarpId]);
    /// Number of register words that are allocated.
    fn registers(&self) -> u64;

    /// Number of words that move when a vector register is read or written for the lanes in `mask`
    /// (STSIMT 3.7).
    fn words_moved(&self, mask: u64) -> u64;
    /// Number of units that steps go through.
    fn units(&self) -> usize;
    /// Whether a unit might take a step in this cycle; otherwise it would refuse it.
    fn open(&self, now: u64, unit: usize) -> bool;
    /// Records the loads that missed among those that L1 looked up in this cycle.
    fn note_misses(&mut self, ports: &mut CorePorts) {
        let _ = ports;
    }
    /// Whether a step of a warp touches the result of a load that L1 did not serve at once; without
    /// a step: whether there is such a result.
    fn waits_for_miss(&self, warp: WarpId, step: Option<&Step>) -> bool {
        let _ = (warp, step);
        false
    }
    /// Begins a cycle, before any issue: results, data and launches arrive.
    fn begin(&mut self, now: u64, ports: &mut CorePorts);
    /// Checks whether a step of a group can issue now; `mask` gives the lanes that would execute
    /// it. The error is the reason for the stall.
    fn check(
        &self,
        now: u64,
        parts: &[Part],
        step: &Step,
        mask: impl FnOnce() -> u64,
        ports: &CorePorts,
    ) -> Result<Self::Ticket, Stall>;
    /// Issues a step with the ticket of its check; returns the lane that executes it.
    fn issue(&mut self, now: u64, ticket: Self::Ticket, op: Box<MicroOp>, ports: &mut CorePorts) -> usize;
    /// Ends a cycle; the error is a value that differs from the program's.
    fn end(&mut self, now: u64, ports: &mut CorePorts) -> Result<(), Box<ValueMismatch>>;
    /// Returns the first cycle after this one in which the datapath has an event of its own; `None`
    /// if there is none.
    fn next_event(&self, now: u64) -> Option<u64>;
}
