//! The profile of a launch: counters of each instruction of a kernel, and the issue slots lost
//! while warps waited to issue it.

use std::ops::AddAssign;

use heddle_kernel::execute::Image;
use heddle_kernel::program::FunctionId;
use serde::{Deserialize, Serialize};

/// Classes of issue slots that are lost while a warp waits, by their names among the statistics
/// (`slots.*`).
pub const LOST: [&str; 6] = ["pipeline", "short", "fetch", "long", "barrier", "gather"];
/// Classes of cycles that a vector core loses while a partition waits, by their names among the
/// statistics (`vector.cycles_*`).
pub const VECTOR_LOST: [&str; LOST.len()] = ["pipeline", "operand", "fetch", "load", "join", "scalar"];

/// Classes into which the time of a core is divided: each issue slot, or each cycle of a vector
/// core, is in one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TimeClasses {
    /// The plural of what is counted: issue slots or cycles.
    pub unit: &'static str,
    /// The beginning of the names of the statistics that count the classes.
    pub prefix: &'static str,
    /// Names of the classes without that beginning, in the order in which charts stack them, from
    /// the bottom up.
    pub classes: &'static [&'static str],
    /// Names of the classes that the profile of an instruction has, in the order of
    /// [`LineCounters::lost`].
    pub lost: [&'static str; LOST.len()],
}

/// The classes into which issue slots are divided, on all cores but vector cores.
pub const ISSUE_SLOTS: TimeClasses = TimeClasses {
    unit: "issue slots",
    prefix: "slots.",
    classes: &["issued", "pipeline", "short", "fetch", "long", "barrier", "gather", "swap", "idle"],
    lost: LOST,
};

/// The classes into which cycles are divided, on vector cores.
pub const VECTOR_CYCLES: TimeClasses = TimeClasses {
    unit: "cycles",
    prefix: "vector.cycles_",
    classes: &["issued", "pipeline", "operand", "fetch", "load", "join", "scalar", "quiet", "turnover", "idle"],
    lost: VECTOR_LOST,
};

/// Counters of one instruction of a kernel, or of one line of its PTX, over all cores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineCounters {
    /// Times that a warp, or a group of threads that issue together, executed the instruction.
    pub issued: u64,
    /// Threads that took part in executing the instruction, over all its executions.
    pub threads: u64,
    /// Transactions that the coalescer made of the instruction's accesses. Where accesses of
    /// several instructions are joined in one cycle, they count for the first one.
    pub transactions: u64,
    /// Warps whose threads the instruction sent to different places.
    pub diverged: u64,
    /// Issue slots lost, by the classes of [`LOST`], while the warp that the scheduler would have
    /// tried first waited to issue this instruction; of a vector core, cycles lost, by the classes
    /// of [`VECTOR_LOST`].
    pub lost: [u64; LOST.len()],
}

impl LineCounters {
    /// Whether all counters are zero: the instruction was never executed, and no issue slot was
    /// lost before it.
    pub fn is_empty(&self) -> bool {
        *self == LineCounters::default()
    }
}

impl AddAssign<&LineCounters> for LineCounters {
    fn add_assign(&mut self, other: &LineCounters) {
        self.issued += other.issued;
        self.threads += other.threads;
        self.transactions += other.transactions;
        self.diverged += other.diverged;
        self.lost.iter_mut().zip(other.lost).for_each(|(all, more)| *all += more);
    }
}

/// The counters of a core, by an instruction's place in the image of its kernel; empty while no
/// profile is recorded.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// Counters by place; the last element is for warps that have ended.
    counters: Vec<LineCounters>,
    /// The place of the first instruction of each function.
    starts: Vec<u32>,
}

impl Lines {
    /// Creates zeroed counters for the instructions of a kernel.
    pub fn begin(&mut self, image: &Image) {
        let functions = (0..image.module.functions.len() as u32).map(FunctionId);
        self.starts = functions.clone().map(|function| image.instructions(function).start).collect();
        let end = functions.map(|function| image.instructions(function).end).max().unwrap_or(0);
        self.counters = vec![LineCounters::default(); end as usize + 1];
    }
    /// Ends the profile of a kernel and returns its counters by place; the last element is for
    /// warps that had ended.
    pub fn end(&mut self) -> Vec<LineCounters> {
        std::mem::take(self).counters
    }
    /// Whether a profile is being recorded.
    pub fn is_on(&self) -> bool {
        !self.counters.is_empty()
    }
    /// Returns the counters of the instruction at a place; `None` while no profile is recorded.
    #[inline(always)]
    pub fn at(&mut self, place: u32) -> Option<&mut LineCounters> {
        self.counters.get_mut(place as usize)
    }
    /// Returns the place of a function's instruction in the image; `None` while no profile is
    /// recorded.
    #[inline(always)]
    pub fn place(&self, (function, number): (FunctionId, u32)) -> Option<u32> {
        self.starts.get(function.0 as usize).map(|start| start + number)
    }
    /// Counts issue slots lost while a warp waits to issue the instruction at `place`, or for its
    /// last accesses when it has ended (`None`).
    pub fn lose(&mut self, place: Option<u32>, class: usize, slots: u64) {
        let counters = match place {
            Some(place) => self.at(place),
            None => self.counters.last_mut(),
        };
        if let Some(counters) = counters
            && let Some(lost) = counters.lost.get_mut(class)
        {
            *lost += slots;
        }
    }
}
