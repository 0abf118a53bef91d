//! A sampled run: which launches and CTAs are timed, the functional execution of the others, and
//! the estimate of the whole.

use heddle_kernel::execute::{AccessKind, Image, Issue, Observer, Statistics, Traffic, run_from, space_of};
use heddle_kernel::program::Space;

use super::results::{Launch, Run, Sampled, list};
use super::steady::Steady;
use crate::base::{GridContext, SimError};
use crate::measure::sampling::{Estimate, Sampling};
use crate::measure::statistics::Counter;
use crate::memory::{MemorySystem, SECTOR};

/// The launches of a sampled run so far.
#[derive(Default)]
pub(crate) struct Sample {
    launches: Sampling,
    sampled: Sampled,
    /// Warp and thread instructions that were executed functionally.
    instructions: [u64; 2],
    /// Thread instructions of the launch under way, as functional execution counts them.
    work: u64,
}

impl Sample {
    /// Executes a launch, with the caches warmed; `None` if it is one that is timed: memory and
    /// caches are then as they were before.
    pub fn leave<M: MemorySystem>(
        &mut self,
        work: &mut GridContext,
        caches: &mut M,
    ) -> Result<Option<Launch>, SimError> {
        let (image, grid) = (work.image, work.grid);
        self.sampled.launches[1] += 1;
        self.sampled.ctas[1] += grid.launch.ctas();
        let (before, counted, mut warmed) = (work.memory.clone(), self.instructions, caches.clone());
        let ran = self.execute(work, &mut warmed, 0)?;
        let (warp, thread) = (ran.warp_instructions, ran.thread_instructions);
        if self.launches.takes(name(image), grid.launch.block, [warp, thread]) {
            (*work.memory, self.instructions, self.work) = (before, counted, thread);
            return Ok(None);
        }
        *caches = warmed;
        self.launches.add(name(image), grid.launch.block, thread, None);
        let count = |counter: Counter| match counter.name {
            "core.instructions" => warp,
            "core.thread_instructions" => thread,
            _ => 0,
        };
        let statistics = list().into_iter().map(count).collect();
        Ok(Some(Launch { kernel: name(image).into(), cycles: 0, statistics }))
    }

    /// Adds a launch that was timed, and executes the CTAs that were left out in its steady state.
    pub fn add<M: MemorySystem>(
        &mut self,
        work: &mut GridContext,
        caches: &mut M,
        launch: &Launch,
        steady: &Steady,
    ) -> Result<(), SimError> {
        let (image, grid) = (work.image, work.grid);
        let (left, estimate) = steady.left();
        let first = grid.launch.ctas() - left;
        self.sampled.launches[0] += 1;
        self.sampled.ctas[0] += first;
        if left > 0 {
            self.execute(work, caches, first)?;
        }
        let took = Estimate::exact(launch.cycles) + estimate;
        self.launches.add(name(image), grid.launch.block, self.work, Some(took));
        Ok(())
    }

    /// Returns the results of the whole run from those of what was timed.
    pub fn of(self, run: Run) -> Run {
        let sampled = Sampled { estimate: self.launches.estimate(), ..self.sampled };
        let [warp, thread] = self.instructions;
        Run {
            cycles: sampled.estimate.cycles.round() as u64,
            instructions: run.instructions + warp,
            thread_instructions: run.thread_instructions + thread,
            sampled: Some(sampled),
            ..run
        }
    }

    /// Executes the CTAs of a grid from number `first` on.
    fn execute<M: MemorySystem>(
        &mut self,
        work: &mut GridContext,
        caches: &mut M,
        first: u64,
    ) -> Result<Statistics, SimError> {
        let GridContext { image, grid, options, memory, .. } = work;
        let ran = run_from(image, &grid.launch, memory, &mut Warming(caches), options, first);
        let ran = ran.map_err(SimError::of_fault)?;
        self.instructions[0] += ran.warp_instructions;
        self.instructions[1] += ran.thread_instructions;
        Ok(ran)
    }
}

/// Warms the caches of the GPU with the accesses to global memory of a functional execution.
struct Warming<'m, M>(&'m mut M);

impl<M: MemorySystem> Observer for Warming<'_, M> {
    fn traffic(&mut self, issue: &Issue, traffic: &Traffic) {
        let sector = |lane: usize| traffic.addresses[lane] / u64::from(SECTOR);
        let mut last = u64::MAX;
        for lane in (0..32).filter(|lane| issue.mask >> lane & 1 != 0) {
            if sector(lane) != last && space_of(traffic.addresses[lane]) == Space::Global {
                last = sector(lane);
                self.0.warm(traffic.addresses[lane], traffic.kind != AccessKind::Load);
            }
        }
    }
}

fn name<'i>(image: &'i Image) -> &'i str {
    &image.module.functions[image.kernel.0 as usize].name
}
