//! The CTAs of a grid in order, and the context in which they are executed.

use heddle_kernel::execute::{
    Cta, Divergence, Fault, Image, LaneOrder, LowestPc, Memory, Observer, Options, Outcome, Pack,
};
use heddle_kernel::launch::{Grid, RunError};

use super::turns::Turn;

/// An iterator over the CTAs of a grid that are still to start, by their place in the grid, x
/// fastest.
#[derive(Debug, Clone)]
pub struct Ctas {
    sides: [u32; 3],
    next: u64,
    /// The number of the first that does not start any more.
    end: u64,
    /// The distance from one CTA to the next.
    step: u64,
}

impl Ctas {
    /// Returns the CTAs of a grid that are simulated.
    pub fn of(grid: &Grid) -> Ctas {
        Ctas { sides: grid.launch.grid, next: grid.ctas.start, end: grid.ctas.end, step: 1 }
    }
    /// Returns an empty set of CTAs.
    pub fn none() -> Ctas {
        Ctas { sides: [0; 3], next: 0, end: 0, step: 1 }
    }
    /// Keeps every `cores`-th of the CTAs, from the one with number `core` on.
    pub fn share(self, core: u64, cores: u64) -> Ctas {
        Ctas { next: self.next + core, step: cores, ..self }
    }
    /// Number of CTAs that are still to start.
    pub fn left(&self) -> u64 {
        self.end.saturating_sub(self.next).div_ceil(self.step)
    }
    /// Takes away the last `count` of the CTAs that are still to start.
    pub fn leave(&mut self, count: u64) {
        self.end -= count * self.step;
    }
    /// The place of the next CTA to start; `None` if all have started.
    pub fn peek(&self) -> Option<[u32; 3]> {
        let [x, y, _] = self.sides.map(u64::from);
        let n = self.next;
        (n < self.end).then(|| [n % x, n / x % y, n / x / y].map(|place| place as u32))
    }
}

impl Iterator for Ctas {
    type Item = [u32; 3];
    fn next(&mut self) -> Option<[u32; 3]> {
        let place = self.peek()?;
        self.next += self.step;
        Some(place)
    }
}

/// The grid, the kernel and the memory that a CTA is executed with.
pub struct GridContext<'a, 'm> {
    /// The executable image of the kernel.
    pub image: &'a Image<'m>,
    /// The grid and its launch parameters.
    pub grid: &'a Grid,
    /// Options of the executor, such as the warp size.
    pub options: &'a Options,
    /// The device's memory; where cores tick side by side, an empty one.
    pub memory: &'a mut Memory,
    /// Where cores tick side by side: the core's turn, by which it reaches the device's memory.
    pub turn: Option<Turn<'a>>,
}

impl GridContext<'_, '_> {
    /// Starts the CTA at a place of the grid; `order` gives the order of a warp's threads in the
    /// lanes, by the warp's number.
    pub fn start<D: Divergence>(&self, place: [u32; 3], order: impl Fn(u32) -> LaneOrder) -> Result<Cta<D>, RunError> {
        Ok(Cta::placed(self.image, &self.grid.launch, self.options, place, order)?)
    }
    /// Executes one instruction for threads of a warp and returns its outcome, which is not
    /// applied: the threads stay at `pc`.
    #[inline]
    pub fn execute<D: Divergence, O: Observer>(
        &mut self,
        cta: &mut Cta<D>,
        warp: usize,
        pc: u32,
        threads: u32,
        observer: &mut O,
    ) -> Result<Outcome, RunError> {
        let mut shared = self.turn.filter(|_| self.image.reaches_memory(pc)).and_then(Turn::memory);
        let memory = shared.as_deref_mut().unwrap_or(self.memory);
        Ok(cta.execute(self.image, &self.grid.launch, memory, observer, warp, pc, threads)?)
    }
    /// Lets the cores behind this one reach the device's memory: this one does so no more in this
    /// cycle.
    #[inline]
    pub fn pass(&self) {
        if let Some(turn) = self.turn {
            turn.pass();
        }
    }
    /// Moves threads of a warp to where an instruction's outcome sends them.
    #[inline]
    pub fn apply<D: Divergence>(
        &self,
        cta: &mut Cta<D>,
        warp: usize,
        pc: u32,
        threads: u32,
        outcome: &Outcome,
    ) -> Result<(), RunError> {
        Ok(cta.apply(self.image, self.options, warp, pc, threads, outcome)?)
    }
    /// Executes the instruction at `pc` for the threads of a pack that are at it; returns the
    /// number of these threads.
    pub fn step_pack<O: Observer>(
        &mut self,
        pack: &mut Pack,
        running: &mut [Option<Cta<LowestPc>>],
        observer: &mut O,
        pc: u32,
    ) -> Result<u64, RunError> {
        let mut shared = self.turn.filter(|_| self.image.reaches_memory(pc)).and_then(Turn::memory);
        let memory = shared.as_deref_mut().unwrap_or(self.memory);
        Ok(pack.step(running, self.image, &self.grid.launch, self.options, memory, observer, pc)?)
    }
    /// Returns a fault for each warp of a CTA that repeats its states, at the instruction by which
    /// it waits.
    pub fn livelocks<D: Divergence>(&self, cta: &Cta<D>) -> Vec<Fault> {
        cta.livelocks(self.image, self.memory)
    }
    /// Bytes of shared memory of a CTA of the grid.
    pub fn shared(&self) -> u64 {
        self.image.shared(self.grid.launch.dynamic_shared)
    }
}

/// Number of threads of each warp of a CTA.
pub(crate) fn threads(grid: &Grid, options: &Options) -> Vec<u32> {
    let (threads, size) = (grid.launch.block.iter().product::<u32>(), options.warp_size);
    (0..threads.div_ceil(size)).map(|warp| (threads - warp * size).min(size)).collect()
}
