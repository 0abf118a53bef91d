//! A core: warps of the CTAs that it is given, what chooses which of them issue, and what executes
//! them.
//!
//! There are three kinds: a [`SlottedCore`] has slots among which schedulers choose, a
//! [`SlicedCore`] a unit that puts warps together and chooses, a [`VectorCore`] partitions of a
//! vector machine.
//! Execution is functional at issue: when the first step of an instruction issues, the executor
//! computes its results, and from then on only time passes. A core that has nothing to do sleeps;
//! whatever is counted a cycle is counted for the cycles that it slept, in which nothing changed.

mod chassis;
mod counted;
mod fetch;
mod frame;
pub(crate) mod sliced;
mod slotted;
#[cfg(test)]
mod tests;
pub(crate) mod vector;

use heddle_kernel::execute::{Cta, Divergence, Fault};

pub(crate) use counted::CoreCounted;
pub use fetch::FetchCounters;
pub(crate) use frame::{Frame, Shown, Status};
pub(crate) use sliced::SlicedCore;
pub use sliced::{GangCounters, SupplyCounters};
pub use slotted::MascarCounters;
pub(crate) use slotted::SlottedCore;
pub(crate) use vector::VectorCore;

use crate::base::{GridContext, SimError};
use crate::measure::lines::Lines;
use crate::memory::CoreLink;
use crate::microop::Program;
use crate::warps::{CtaNeeds, Unfit};

/// Interface of a core to the rest of the GPU.
pub(crate) trait Core: Send {
    /// Whether cores take their shares of a grid's CTAs when it begins, and run warps with sizes of
    /// their own as they are. Otherwise CTAs are given to them one by one.
    const DISPATCHES: bool = false;
    /// Type that keeps the program counters of a warp's threads.
    type Control: Divergence;

    /// Returns what every core has.
    fn frame(&self) -> &Frame;
    /// Returns what every core has, to be changed.
    fn frame_mut(&mut self) -> &mut Frame;
    /// Returns the CTAs on the core.
    fn ctas(&self) -> impl Iterator<Item = &Cta<Self::Control>>;
    /// Begins a grid of CTAs with these needs, while nothing is in flight.
    fn begin(&mut self, now: u64, kernel: u32, grid: &GridContext, needs: &CtaNeeds) -> Result<(), SimError>;
    /// Checks that CTAs can run on this core; the error says why they never can.
    fn fits(&self, needs: &CtaNeeds) -> Result<(), Unfit> {
        let _ = needs;
        Ok(())
    }
    /// Starts a CTA if there is room for it; returns whether there was.
    fn start(&mut self, now: u64, grid: &GridContext, needs: &CtaNeeds, place: [u32; 3]) -> Result<bool, SimError> {
        let _ = (now, grid, needs, place);
        Ok(false)
    }
    /// Simulates one cycle of the core.
    fn tick<M: CoreLink>(
        &mut self,
        now: u64,
        grid: &mut GridContext,
        program: &Program,
        memory: &mut M,
    ) -> Result<(), SimError>;
    /// Counts the cycles up to this one, in which nothing changed.
    fn count(&mut self, now: u64);
    /// Whether no CTA is on the core.
    fn is_empty(&self) -> bool {
        self.ctas().next().is_none()
    }
    /// Returns the status that the rest of the GPU reads between two cycles.
    fn status(&self) -> &Status {
        &self.frame().status
    }
    /// Returns the status to be changed.
    fn status_mut(&mut self) -> &mut Status {
        &mut self.frame_mut().status
    }
    /// Returns the core's counters by instruction.
    fn lines(&mut self) -> &mut Lines;
    /// Returns all counters of the core.
    fn counted(&self) -> CoreCounted;
    /// Returns the program's mistake at a deadlock: a barrier that not all warps reach; `None` if
    /// it made none.
    fn fault(&self, grid: &GridContext) -> Option<Fault> {
        self.ctas().find_map(|cta| cta.stuck(grid.image))
    }
    /// Describes every warp at a deadlock: its place, and what it waits for.
    fn deadlock(&self, grid: &GridContext) -> Vec<String>;
    /// Whether every warp waits at a barrier or repeats its states; false where one waits for
    /// something else, such as memory.
    fn rests(&self, grid: &GridContext) -> bool {
        self.ctas().all(|cta| cta.rests(grid.memory))
    }
    /// Returns a fault for each warp that repeats its states, at the instruction by which it waits.
    fn livelocks(&self, grid: &GridContext) -> Vec<Fault> {
        self.ctas().flat_map(|cta| grid.livelocks(cta)).collect()
    }
}
