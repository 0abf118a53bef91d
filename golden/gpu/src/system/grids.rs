//! The grids that a GPU runs, one after the other, and the memory that they work on.
//!
//! A run does not fetch its grids: their source calls back. A launch of a CUDA program goes through
//! it inside out, the program on one thread and the GPU, for the whole run, on another:
//!
//! ```text
//! the program's thread             the simulator's thread
//!                                  simulate -> run_grids: makes the GPU, then
//! cudaLaunchKernel                   Grids::each(run)            the source waits for a grid
//!   Timed::launch -- job ----------->  run(grid, image, memory)  called by the source:
//!     waits                              Gpu::run                to the grid's last cycle
//!     goes on <----- reply ----------  Ran                       caches stay as they are
//! cudaLaunchKernel ...                 the source waits for the next grid
//! the program ends                   each returns -> Run         all statistics
//! ```

use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Image, Memory};
use heddle_kernel::launch::{Grid, Ready, Session};

use super::{Ended, Launch};
use crate::base::SimError;

/// A check that a policy makes of each grid and its kernel before they run; an error refuses the
/// grid.
pub type Rule = Box<dyn Fn(&Grid, &Image) -> Result<(), SimError>>;

/// A grid that was run, and whether it came to its end.
pub type Ran = (Launch, Ended);

/// A source of grids to run one after the other: those of a launch description, or those that a
/// program launches during the run.
pub trait Grids {
    /// Checks all known grids with a rule, and keeps the rule for grids that are launched later.
    fn require(&mut self, registers: Registers, warp_size: u32, rule: Rule) -> Result<(), SimError>;

    /// Whether the workload relies on the threads of a warp running in lockstep.
    fn is_warp_synchronous(&self) -> bool {
        false
    }

    /// Whether the results of each grid are part of the run's: not where their number is not known,
    /// and each is passed on.
    fn keeps_launches(&self) -> bool {
        true
    }

    /// Passes each grid to `run`, with its kernel and memory, until one of them does not come to
    /// its end.
    fn each(
        &mut self,
        registers: Registers,
        warp_size: u32,
        run: &mut dyn FnMut(&Grid, &Image, &mut Memory) -> Result<Ran, SimError>,
    ) -> Result<(), SimError>;
}

impl Grids for Session<'_> {
    fn require(&mut self, registers: Registers, warp_size: u32, rule: Rule) -> Result<(), SimError> {
        self.ready(registers, warp_size)?.iter().try_for_each(|(grid, image)| rule(grid, image))
    }

    fn is_warp_synchronous(&self) -> bool {
        Session::is_warp_synchronous(self)
    }

    fn each(
        &mut self,
        registers: Registers,
        warp_size: u32,
        run: &mut dyn FnMut(&Grid, &Image, &mut Memory) -> Result<Ran, SimError>,
    ) -> Result<(), SimError> {
        let ready = self.ready(registers, warp_size)?;
        ReadyGrids { ready: &ready, memory: &mut self.memory }.each(registers, warp_size, run)
    }
}

/// Grids with their compiled kernels, and the memory that they work on.
pub(crate) struct ReadyGrids<'a, 'm> {
    pub ready: &'a Ready<'m>,
    pub memory: &'a mut Memory,
}

impl Grids for ReadyGrids<'_, '_> {
    fn require(&mut self, _: Registers, _: u32, rule: Rule) -> Result<(), SimError> {
        self.ready.iter().try_for_each(|(grid, image)| rule(grid, image))
    }

    fn each(
        &mut self,
        _: Registers,
        _: u32,
        run: &mut dyn FnMut(&Grid, &Image, &mut Memory) -> Result<Ran, SimError>,
    ) -> Result<(), SimError> {
        for (grid, image) in self.ready.iter() {
            if run(grid, image, self.memory)?.1 != Ended::Whole {
                break;
            }
        }
        Ok(())
    }
}
