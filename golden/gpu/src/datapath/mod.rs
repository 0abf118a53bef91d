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

pub(crate) use lanes::{LaneKind, Lanes, PortsOnly, Visible};
pub(crate) use simt::{Simt, Stalls};
pub(crate) use slices::{SetLayout, Slices};

use heddle_kernel::program::{FunctionId, RegisterId};

use crate::base::Wait;
use crate::base::ids::{Part, WarpId};
use crate::microop::{MicroOp, Step};
use crate::warps::{CorePorts, CtaNeeds, Unfit};

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

impl Stall {
    /// Returns what a warp waits for whose step cannot issue.
    pub fn wait(self) -> Wait {
        match self {
            Stall::Busy { .. } => Wait::Pipeline,
            Stall::Result { long: false } => Wait::Short,
            Stall::Result { long: true } => Wait::Long,
        }
    }
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

/// How a core executes the steps of groups. `check` works out the hazard once a step; only its
/// ticket can issue.
pub(crate) trait Datapath<const W: usize>: Send {
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
