//! The options of a run, and its results.

use heddle_kernel::execute::LIVELOCK;

use super::Sample;
use crate::core::CoreCounted;
use crate::measure::kernel_lines::Profile;
use crate::measure::sampling::Estimate;
use crate::measure::statistics::Counter;
use crate::memory::MemoryCounters;

/// Options of a simulation run: its limit, idle-cycle skipping, sampling and profiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Core cycles after which the run ends; `None` for no limit.
    pub limit: Option<u64>,
    /// Whether idle cycles are skipped, which does not change the result.
    pub skip: bool,
    /// Core cycles between two samples of core 0's lanes; 0 for no samples.
    pub interval: u64,
    /// Warp instructions of repetition alone after which the run fails; 0 for never.
    pub livelock: u64,
    /// Whether a profile is recorded: counters by instruction, and all statistics over time.
    pub profile: bool,
    /// Threads of the host that simulate cores, which does not change the result; at least 1.
    pub threads: usize,
    /// Whether several threads share every cycle, and not only those in which that is faster.
    pub always: bool,
    /// Whether some launches and CTAs are timed, and the cycles of all are estimated.
    pub sample: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limit: None,
            skip: true,
            interval: 0,
            livelock: LIVELOCK,
            profile: false,
            threads: 1,
            always: false,
            sample: false,
        }
    }
}

/// How a run ended: at its end, at the cycle limit, or stopped by its observer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All grids ran to their end.
    Whole,
    /// The limit on core cycles was reached.
    Limit,
    /// The observer of the run, its [`Watch`](super::Watch), stopped it.
    Stopped,
}

/// The results of one grid of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// The name of the grid's kernel.
    pub kernel: String,
    /// Core cycles from the grid's first to the last one in which anything that it started was
    /// under way.
    pub cycles: u64,
    /// Statistics of this grid alone, in the order of [`list`].
    pub statistics: Vec<u64>,
}

/// The part of a sampled run that was timed, and the estimate of the whole.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sampled {
    /// Launches that were timed, and all.
    pub launches: [u64; 2],
    /// CTAs that were timed, and all.
    pub ctas: [u64; 2],
    /// Core cycles of the whole run.
    pub estimate: Estimate,
}

/// The results of a run: its duration, its statistics and, if recorded, its profile.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Core cycles of the whole run; of a sampled one, as estimated.
    pub cycles: u64,
    /// Warp instructions executed.
    pub instructions: u64,
    /// Thread instructions executed.
    pub thread_instructions: u64,
    /// How the run ended: at its end, at a limit, or stopped.
    pub ended: Ended,
    /// Statistics of the whole run, in the order of [`list`]; of a sampled one, of what was timed.
    pub statistics: Vec<u64>,
    /// Samples of core 0's lanes over time, if the options have an interval.
    pub timeline: Vec<Sample>,
    /// Results of each grid, in the order of the launches; empty if their source does not keep
    /// them.
    pub launches: Vec<Launch>,
    /// The profile; `None` if none was recorded.
    pub profile: Option<Box<Profile>>,
    /// What was timed; `None` if the run was not sampled.
    pub sampled: Option<Sampled>,
}

impl Run {
    /// Returns the value of a statistic of the run by its name; `None` if there is no such
    /// statistic.
    pub fn get(&self, name: &str) -> Option<u64> {
        of(&self.statistics, name)
    }
}

impl Launch {
    /// Returns the value of a statistic of the grid by its name; `None` if there is no such
    /// statistic.
    pub fn get(&self, name: &str) -> Option<u64> {
        of(&self.statistics, name)
    }
}

/// Returns the value of a statistic by its name; `None` if there is no such statistic.
pub(super) fn of(values: &[u64], name: &str) -> Option<u64> {
    list().iter().position(|counter| counter.name == name).and_then(|at| values.get(at).copied())
}

/// Returns name, unit and description of every statistic of a run, in order.
pub fn list() -> Vec<Counter> {
    [CoreCounted::list(), MemoryCounters::list()].concat()
}
