//! A core that is checked after each of its cycles.

use heddle_kernel::execute::Cta;

use crate::base::{GridContext, SimError};
use crate::core::{Core, CoreCounted, Frame};
use crate::measure::lines::Lines;
use crate::memory::CoreLink;
use crate::microop::Program;
use crate::warps::{CtaNeeds, Unfit};

/// Result of a check; the error says what is wrong.
pub(super) type Verdict = Result<(), String>;

/// Checks of a core after each of its cycles.
pub(super) trait Look<C>: Send {
    /// Begins a grid.
    fn begin(&mut self) {}
    /// Checks the core at the end of a cycle.
    fn look(&mut self, core: &mut C, now: u64, grid: &GridContext, program: &Program) -> Verdict;
}

/// A core, and the checks on it.
pub(super) struct Watched<C, L>(pub C, pub L);

impl<C: Core, L: Look<C>> Core for Watched<C, L> {
    type Control = C::Control;

    fn frame(&self) -> &Frame {
        self.0.frame()
    }
    fn frame_mut(&mut self) -> &mut Frame {
        self.0.frame_mut()
    }
    fn ctas(&self) -> impl Iterator<Item = &Cta<C::Control>> {
        self.0.ctas()
    }
    fn begin(&mut self, now: u64, kernel: u32, grid: &GridContext, needs: &CtaNeeds) -> Result<(), SimError> {
        self.1.begin();
        self.0.begin(now, kernel, grid, needs)
    }
    fn fits(&self, needs: &CtaNeeds) -> Result<(), Unfit> {
        self.0.fits(needs)
    }
    fn start(&mut self, now: u64, grid: &GridContext, needs: &CtaNeeds, place: [u32; 3]) -> Result<bool, SimError> {
        self.0.start(now, grid, needs, place)
    }
    fn tick<M: CoreLink>(
        &mut self,
        now: u64,
        grid: &mut GridContext,
        program: &Program,
        memory: &mut M,
    ) -> Result<(), SimError> {
        self.0.tick(now, grid, program, memory)?;
        self.1.look(&mut self.0, now, grid, program).map_err(|what| SimError::Wrong { cycle: now, what })
    }
    fn count(&mut self, now: u64) {
        self.0.count(now);
    }
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    fn lines(&mut self) -> &mut Lines {
        self.0.lines()
    }
    fn counted(&self) -> CoreCounted {
        self.0.counted()
    }
    fn deadlock(&self, grid: &GridContext) -> Vec<String> {
        self.0.deadlock(grid)
    }
}
