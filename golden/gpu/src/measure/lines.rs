//! What each instruction of a kernel did, and the issue slots that went by while warps waited before it: the profile of a launch.

use std::ops::AddAssign;

use heddle_kernel::execute::Image;
use heddle_kernel::program::FunctionId;
use serde::{Deserialize, Serialize};

/// Classes of issue slots that are lost while a warp waits, by the names that they have among the statistics (`slots.*`).
pub const LOST: [&str; 6] = ["pipeline", "short", "fetch", "long", "barrier", "gather"];
/// Classes of cycles that a vector core loses while a partition waits, by the names that they have among the statistics (`vector.cycles_*`).
pub const VECTOR_LOST: [&str; LOST.len()] = ["pipeline", "operand", "fetch", "load", "join", "scalar"];

/// Classes into which the time of a core is divided: each issue slot, or each cycle of a vector core, is in one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TimeClasses {
    /// What is counted: issue slots or cycles.
    pub unit: &'static str,
    /// Names of the statistics that count the classes begin with this.
    pub prefix: &'static str,
    /// The rest of their names, in the order in which charts stack them, from the bottom up.
    pub classes: &'static [&'static str],
    /// Those of them that the profile of an instruction has, in the order of [`LineCounters::lost`].
    pub lost: [&'static str; LOST.len()],
}

/// Issue slots of all cores but vector cores.
pub const ISSUE_SLOTS: TimeClasses = TimeClasses {
    unit: "issue slots",
    prefix: "slots.",
    classes: &["issued", "pipeline", "short", "fetch", "long", "barrier", "gather", "swap", "idle"],
    lost: LOST,
};

/// Cycles of vector cores.
pub const VECTOR_CYCLES: TimeClasses = TimeClasses {
    unit: "cycles",
    prefix: "vector.cycles_",
    classes: &["issued", "pipeline", "operand", "fetch", "load", "join", "scalar", "quiet", "turnover", "idle"],
    lost: VECTOR_LOST,
};

/// An instruction's counters, over all cores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineCounters {
    /// Times that a warp, or a group of threads that issue together, executed it.
    pub issued: u64,
    /// Threads that took part.
    pub threads: u64,
    /// Transactions that the coalescer made of its accesses. Where accesses of several instructions are joined in one cycle, they count for the first one.
    pub transactions: u64,
    /// Warps whose threads it sent to different places.
    pub diverged: u64,
    /// Issue slots that went by, by the classes of [`LOST`], while the warp that the scheduler would have tried first waited to issue this instruction; of a
    /// vector core, cycles by the classes of [`VECTOR_LOST`], while a partition waited with it.
    pub lost: [u64; LOST.len()],
}

impl LineCounters {
    /// Whether nothing happened here.
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

/// The counters of a core, by an instruction's place in the image of its kernel; none while no profile is wanted.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// The last ones are those of warps that have ended.
    counters: Vec<LineCounters>,
    /// Where the instructions of each function begin.
    starts: Vec<u32>,
}

impl Lines {
    /// Counters for the instructions of a kernel.
    pub fn begin(&mut self, image: &Image) {
        let functions = (0..image.module.functions.len() as u32).map(FunctionId);
        self.starts = functions.clone().map(|function| image.instructions(function).start).collect();
        let end = functions.map(|function| image.instructions(function).end).max().unwrap_or(0);
        self.counters = vec![LineCounters::default(); end as usize + 1];
    }
    /// Ends the profile of a kernel, and gives what was counted by place; behind the last one, for warps that had ended.
    pub fn end(&mut self) -> Vec<LineCounters> {
        std::mem::take(self).counters
    }
    /// A profile is wanted.
    pub fn is_on(&self) -> bool {
        !self.counters.is_empty()
    }
    /// The counters of the instruction at a place.
    #[inline(always)]
    pub fn at(&mut self, place: u32) -> Option<&mut LineCounters> {
        self.counters.get_mut(place as usize)
    }
    /// The place of a function's instruction.
    #[inline(always)]
    pub fn place(&self, (function, number): (FunctionId, u32)) -> Option<u32> {
        self.starts.get(function.0 as usize).map(|start| start + number)
    }
    /// Counts issue slots, or cycles, of a class that go by while a warp waits before the instruction at a place, or for its last accesses when it has ended.
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
