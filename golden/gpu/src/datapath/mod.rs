//! How a group executes: what it needs, what it occupies, and when its results are there.
//!
//! The front end fetches, chooses groups and executes them functionally; a [`Datapath`] gets their steps, never PTX. It decides which CTAs find registers, when
//! a step can go, what the step occupies, and when it is over.

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

/// Why a step cannot go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stall {
    /// The unit that it needs to go through is taken.
    Busy {
        /// The unit, as [`Datapath::open`] numbers them.
        unit: u8,
    },
    /// It needs the result of an instruction that has a short latency, or of one that waits for memory.
    Result {
        /// Memory.
        long: bool,
    },
}

/// Why a kernel can never run on a core, whatever else is there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unfit {
    /// A core has less of something than one CTA needs.
    #[error("a CTA needs {needed} {what}, and a core has {there}: with {key} = {needed} or more it has room")]
    Core { what: &'static str, key: &'static str, needed: u64, there: u64 },
    /// An instruction of the lane cannot name all words of a warp.
    #[error(
        "a warp needs {vectors} vector and {scalars} scalar words, and register indices have {bits} bits: \
         policies of conventional cores, such as `simt`, can run it"
    )]
    Indices { vectors: u32, scalars: u32, bits: u32 },
    /// The lanes of a core, empty, have no room for a CTA.
    #[error(
        "a CTA has {warps} warps, of {needed} rows of registers each, \
         and {lanes} lanes have {slots} slots and {rows} rows each: {} is too small",
        if *warps > *lanes * *slots { "core.warps" } else { "core.registers" }
    )]
    Lanes { warps: usize, needed: u32, lanes: usize, slots: usize, rows: u32 },
    /// A number of the GPU is not a multiple of what its lanes need.
    #[error("{key} = {value} is not a multiple of {by}, {what}")]
    Multiple { key: &'static str, value: u32, by: u32, what: &'static str },
    /// A lane cannot have such a configuration.
    #[error("a lane cannot be like this: {0}")]
    Lane(#[from] heddle_contract::ConfigError),
    /// A core of lanes holds fewer warps than a core of the GPU must.
    #[error("core.warps = {warps}, and a core of lanes holds {most} at most")]
    Warps { warps: u32, most: u32 },
    /// The kernel cannot be planned.
    #[error(transparent)]
    Program(#[from] crate::microop::Unplanned),
}

/// A CTA that looks for room.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CtaNeeds<'a> {
    pub program: &'a Program,
    /// Threads of each warp.
    pub threads: &'a [u32],
    /// Threads of a whole warp.
    pub warp_size: u32,
    /// Bytes of shared memory.
    pub shared: u64,
}

/// What came to pass in a core.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// Steps that are over.
    #[expect(clippy::vec_box, reason = "micro-operations move from queue to queue")]
    pub finished: Vec<Box<MicroOp>>,
    /// Warps that have been given their registers.
    pub launched: Vec<WarpId>,
    /// Warps of which a load turned out to miss.
    pub missed: Vec<WarpId>,
    /// Warps for which something that they may have waited for has changed.
    pub woken: Vec<WarpId>,
}

/// What a unit computed is not what the program says.
#[derive(Debug, Clone)]
pub(crate) struct ValueMismatch {
    /// Which of the core's lanes.
    pub lane: usize,
    pub warp: WarpId,
    pub function: FunctionId,
    pub instruction: u32,
    /// Its place in the warp.
    pub thread: usize,
    pub seen: Seen,
    pub here: u64,
    pub program: u64,
}

/// Where a value was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    /// An address.
    Address,
    /// An operand that left the lane; a constant without a register.
    Operand(Option<RegisterId>),
    /// A register that was written.
    Written(RegisterId),
    /// A comparison.
    Predicate,
}

/// What lies around a datapath in its core.
#[derive(Debug)]
pub(crate) struct CorePorts {
    pub loads: LoadStore,
    pub constants: ReadOnlyCache,
    pub textures: ReadOnlyCache,
    pub events: Events,
    pub counters: CoreCounters,
    pub lines: Lines,
    /// The cycles in which shared memory serves the accesses of warps.
    pub shared_serves: std::ops::Range<u64>,
}

impl CorePorts {
    /// The load/store unit takes an access of an instruction, given by its function and its number there.
    pub fn load_store(&mut self, now: u64, of: Option<(FunctionId, u32)>, access: Access) {
        let transactions = self.loads.push(now, access);
        if self.lines.is_on()
            && let Some(line) = of.and_then(|of| self.lines.place(of)).and_then(|place| self.lines.at(place))
        {
            line.transactions += transactions;
        }
    }
}

/// How a group executes. `check` works out the hazard once a step; only its ticket can issue.
pub(crate) trait Datapath<const W: usize> {
    /// It computes for itself, and its values are compared with the program's.
    const CHECKS_VALUES: bool;
    /// Leave to issue one step in this cycle.
    type Ticket;

    /// Lanes among which the slots are divided: slot s belongs to lane s mod lanes.
    fn lanes(&self) -> usize;
    /// Why a kernel can never run here, when even an empty core has no room for one of its CTAs.
    fn fits(&self, needs: &CtaNeeds) -> Result<(), Unfit>;
    /// Registers for each warp of a CTA, and with them the warps' names; none if one of them finds no room.
    fn admit(&mut self, needs: &CtaNeeds) -> Option<Vec<WarpId>>;
    /// A warp has ended, and nothing of it is in flight; whether its registers can be given away again.
    fn warp_ended(&mut self, warp: WarpId) -> bool;
    /// A CTA has ended; the warps that still have registers.
    fn cta_ended(&mut self, warps: &[WarpId]);
    /// Words of registers that are given away.
    fn registers(&self) -> u64;

    /// Words that move when a vector register is read or written for these lanes (STSIMT 3.7).
    fn words_moved(&self, mask: u64) -> u64;
    /// Units that a step goes through, at most 64.
    fn units(&self) -> usize;
    /// Units that might take a step in this cycle, a bit each; all others would refuse it.
    fn open(&self, now: u64) -> u64;
    /// L1 has looked up what came to it in this cycle: loads that missed.
    fn note_misses(&mut self, ports: &mut CorePorts) {
        let _ = ports;
    }
    /// Whether a step of a warp touches the result of a load that L1 did not serve at once; without a step: whether there is such a result.
    fn waits_for_miss(&self, warp: WarpId, step: Option<&Step>) -> bool {
        let _ = (warp, step);
        false
    }
    /// What this cycle shows, before anything issues.
    fn begin(&mut self, now: u64, ports: &mut CorePorts);
    /// Whether a step of a group can go now; `mask` has the lanes that would execute it.
    fn check(
        &self,
        now: u64,
        parts: &[Part],
        step: &Step,
        mask: impl FnOnce() -> u64,
        ports: &CorePorts,
    ) -> Result<Self::Ticket, Stall>;
    /// The step goes; the lane that has it.
    fn issue(&mut self, now: u64, ticket: Self::Ticket, op: Box<MicroOp>, ports: &mut CorePorts) -> usize;
    /// The cycle's end.
    fn end(&mut self, now: u64, ports: &mut CorePorts) -> Result<(), Box<ValueMismatch>>;
    /// The first cycle after this one in which anything happens here by itself.
    fn next_event(&self, now: u64) -> Option<u64>;
}
