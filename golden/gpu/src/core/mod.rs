//! A core: warps of the CTAs that it is given, what chooses which of them issue, and what executes
//! them.
//!
//! There are three kinds: a [`SlottedCore`] has slots among which schedulers choose, a
//! [`SlicedCore`] a unit that puts warps together and chooses, a [`VectorCore`] partitions of a
//! vector machine.
//! Execution is functional at issue: when the first step of an instruction issues, the executor
//! computes its results, and from then on only time passes. A core that has nothing to do sleeps;
//! whatever is counted a cycle is counted for the cycles that it slept, in which nothing changed.

mod counted;
mod fetch;
pub(crate) mod sliced;
mod slotted;
#[cfg(test)]
mod tests;
pub(crate) mod vector;

use heddle_kernel::execute::Fault;

pub(crate) use counted::CoreCounted;
pub use fetch::FetchCounters;
pub(crate) use sliced::SlicedCore;
pub use sliced::{GangCounters, SupplyCounters};
pub use slotted::MascarCounters;
pub(crate) use slotted::SlottedCore;
pub(crate) use vector::VectorCore;

use crate::base::{GridContext, SimError};
use crate::measure::lines::Lines;
use crate::memory::MemorySystem;
use crate::microop::Program;
use crate::warps::{CtaNeeds, Unfit};

/// Interface of a core to the rest of the GPU.
pub(crate) trait Core {
    /// Whether cores take their shares of a grid's CTAs when it begins, and run warps with sizes of
    /// their own as they are. Otherwise CTAs are given to them one by one.
    const DISPATCHES: bool = false;

    /// Begins a grid of CTAs with these needs, while nothing is in flight.
    fn begin(&mut self, now: u64, kernel: u32, grid: &GridContext, needs: &CtaNeeds) -> Result<(), SimError>;
    /// Checks that CTAs can run on this core; the error says why they never can.
    fn fits(&self, needs: &CtaNeeds) -> Result<(), Unfit>;
    /// Starts a CTA if there is room for it; returns whether there was.
    fn start(&mut self, now: u64, grid: &GridContext, needs: &CtaNeeds, place: [u32; 3]) -> Result<bool, SimError>;
    /// Simulates one cycle of the core.
    fn tick<M: MemorySystem>(
        &mut self,
        now: u64,
        grid: &mut GridContext,
        program: &Program,
        memory: &mut M,
    ) -> Result<(), SimError>;
    /// Counts the cycles up to this one, in which nothing changed.
    fn count(&mut self, now: u64);
    /// Whether no CTA is on the core.
    fn is_empty(&self) -> bool;
    /// Returns the status that the rest of the GPU reads between two cycles.
    fn status(&self) -> &Status;
    /// Returns the status to be changed.
    fn status_mut(&mut self) -> &mut Status;
    /// Returns the core's counters by instruction.
    fn lines(&mut self) -> &mut Lines;
    /// Returns all counters of the core.
    fn counted(&self) -> CoreCounted;
    /// Returns the program's mistake at a deadlock: a barrier that not all warps reach; `None` if
    /// it made none.
    fn fault(&self, grid: &GridContext) -> Option<Fault>;
    /// Describes every warp at a deadlock: its place, and what it waits for.
    fn deadlock(&self, grid: &GridContext) -> Vec<String>;
    /// Whether every warp waits at a barrier or repeats its states; false where one waits for
    /// something else, such as memory.
    fn rests(&self, grid: &GridContext) -> bool;
    /// Returns a fault for each warp that repeats its states, at the instruction by which it waits.
    fn livelocks(&self, grid: &GridContext) -> Vec<Fault>;
}

/// Status of a core, which the rest of the GPU reads between the core's cycles.
#[derive(Debug)]
pub(crate) struct Status {
    /// Next cycle in which the core has something to do.
    pub wake: u64,
    /// Whether a resource was freed since the last CTA found no place.
    pub open: bool,
    /// CTAs that ended and were not reported yet.
    pub ended: Vec<[u32; 3]>,
    /// CTAs that lost or got their slots amid their work, and were not reported yet; whether they
    /// got them.
    pub swapped: Vec<([u32; 3], bool)>,
    /// Cycle in which the core last executed something.
    pub moved: u64,
    /// Number of threads of steps issued to each lane.
    pub lane_threads: Vec<u64>,
    /// Warps in units of one slice, of two, and so on, as the ganging unit's reading port showed
    /// them last; empty on other cores.
    pub units: Vec<u64>,
}
