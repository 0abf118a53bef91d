//! Kernel launches, and grids in functional execution, which can be suspended and resumed.

use heddle_kernel::execute::{Execution, Launch, Progress, Statistics};

use super::engine::{Failure, Kernel, Took, functional, in_vain};
use super::gpu::{Gpu, Run};
use super::queue::{Until, Work};
use super::signals::UnderWay;
use crate::boundary::say_once;
use crate::error::Error;
use crate::settings::Record;

/// Warp instructions that a launch executes before its call returns, though the grid has not ended.
const AT_ONCE: u64 = 1 << 24;
/// Warp instructions of a grid between two exchanges of memory with the host.
pub const STEP: u64 = 1 << 18;

/// A grid in functional execution.
pub struct Grid {
    pub kernel: Kernel,
    pub launch: Launch,
    pub execution: Execution,
    /// The blocks of host memory that it reaches; `None` before it begins.
    lent: Option<Vec<u64>>,
    /// What the grid waits for, as it only repeats its states; `None` if it can go on.
    pub waits: Option<String>,
    /// The number of changes that it knew when it began to wait.
    pub known: u64,
}

impl Grid {
    /// Creates a grid before its first CTA.
    pub fn new(kernel: Kernel, launch: Launch, execution: Execution) -> Grid {
        Grid { kernel, launch, execution, lent: None, waits: None, known: 0 }
    }
}

impl Gpu {
    /// Runs a kernel in a stream. A fault in the kernel is the error of later calls, as a launch is
    /// asynchronous to the host.
    pub fn launch(&mut self, handle: u64, stream: u64, run: Run) -> Result<(), Error> {
        self.check_stream(stream)?;
        let _under_way = UnderWay::begin();
        let kernel = self.function(handle)?.kernel;
        self.check_limits(handle, &run)?;
        let Run { grid, block, shared, parameters } = run;
        let number = self.next_launch();
        let launch = Launch { grid, block, sizes: None, dynamic_shared: shared, parameters, number };
        let is_timed = self.engine.timed.as_ref().map(|timed| timed.takes(number, kernel));
        let begun = self.before_launch(kernel, &launch, is_timed == Some(true))?;
        if let Some(took) = self.repeated(kernel, &launch, is_timed == Some(true))? {
            self.launched(kernel, &launch, took, true);
            return Ok(());
        }
        if is_timed != Some(true) {
            let began = self.engine.functional.begin(kernel, launch);
            let mut begun = Box::new(began.inspect_err(|error| self.refused(error))?);
            if self.waits(Until::Stream(stream)) {
                self.put(stream, Work::Grid(begun));
                return Ok(());
            }
            // among timed launches each runs to its end, as those do, and so does each whose answer
            // is to be kept
            let at_once = is_timed.is_none() && !self.journal.is_kept();
            match self.advance(&mut begun, if at_once { AT_ONCE } else { u64::MAX }) {
                Ok(true) => {}
                Ok(false) if is_timed.is_none() => self.put(stream, Work::Grid(begun)),
                Ok(false) => self.fail(in_vain(begun.waits.take().unwrap_or_default())),
                Err(error) => self.fail(error),
            }
            return Ok(());
        }
        let lent = self.lend(&launch.parameters)?;
        match self.time(kernel, &launch, begun) {
            Ok(took) => {
                self.host.take_back(&mut self.memory, &lent)?;
                self.note_launch(kernel, &launch, &took);
                self.launched(kernel, &launch, took, true);
            }
            Err(Failure { error, fatal: false, .. }) => {
                self.refused(&error);
                return Err(error);
            }
            Err(Failure { error, part, .. }) => {
                if let Some(part) = part {
                    self.launched(kernel, &launch, part, false);
                }
                self.fail(error);
            }
        }
        Ok(())
    }

    /// Times the CTAs of a launch behind the first ones, which took this before: all of them, or
    /// part by part, with a checkpoint behind each part but the last. Returns what the launch took.
    fn time(&mut self, kernel: Kernel, launch: &Launch, (mut first, mut took): (u64, Took)) -> Result<Took, Failure> {
        let all = launch.ctas();
        loop {
            let end = self.journal.ctas().map_or(all, |part| all.min(first.saturating_add(part)));
            let grid = heddle_kernel::launch::Grid { kernel: kernel.1, launch: launch.clone(), ctas: first..end };
            let timed = self.engine.timed.as_mut().expect("the launch is timed");
            let simulated = timed.simulator.launch(&mut self.memory, kernel.0, grid, took.cycles.unwrap_or(0));
            self.take_printed();
            match simulated {
                Ok(further) => took.add(further),
                Err(Failure { error, fatal, part }) => {
                    let part = part.map(|further| {
                        took.add(further);
                        took
                    });
                    return Err(Failure { error, fatal, part });
                }
            }
            if end == all {
                return Ok(took);
            }
            self.within_launch(kernel, launch, end, &took);
            first = end;
        }
    }

    /// Executes a grid functionally, up to some number of warp instructions; returns whether it has
    /// ended.
    pub fn advance(&mut self, grid: &mut Grid, most: u64) -> Result<bool, Error> {
        if grid.lent.is_none() {
            grid.lent = Some(self.lend(&grid.launch.parameters)?);
        }
        grid.waits = None;
        grid.execution.resume();
        let end = grid.execution.statistics().warp_instructions.saturating_add(most);
        let progress = loop {
            match self.engine.functional.advance(&mut self.memory, grid) {
                Ok(Progress::Continues) if grid.execution.statistics().warp_instructions < end => {}
                other => break other,
            }
        };
        self.take_printed();
        if grid.execution.changed() {
            self.queue.note();
        }
        if progress == Ok(Progress::Stands) {
            grid.known = self.queue.news();
        }
        match progress {
            Ok(Progress::Ended) => self.host.take_back(&mut self.memory, grid.lent.as_deref().unwrap_or(&[]))?,
            Ok(_) => return Ok(false),
            Err(_) => {}
        }
        let Statistics { warp_instructions, thread_instructions, .. } = grid.execution.statistics();
        let took = functional(warp_instructions, thread_instructions);
        if progress.is_ok() {
            self.note_launch(grid.kernel, &grid.launch, &took);
        }
        self.launched(grid.kernel, &grid.launch, took, progress.is_ok());
        progress.map(|_| true)
    }

    /// Copies the host's memory that a launch with these parameters can access to the device's.
    fn lend(&mut self, parameters: &[u8]) -> Result<Vec<u64>, Error> {
        let lent = self.host.lend(&mut self.memory, parameters)?;
        if !lent.is_empty() {
            self.journal.stop("a kernel can access managed, mapped or registered memory of the host");
        }
        Ok(lent)
    }

    /// Keeps what kernels have printed, until the host synchronises.
    fn take_printed(&mut self) {
        let texts: Vec<String> = self.memory.take_printed().into_iter().map(|printed| printed.text).collect();
        self.journal.print(&texts);
        self.printing.keep(texts);
    }

    /// Records that a launch was refused.
    fn refused(&mut self, error: &Error) {
        self.journal.stop("a launch was refused");
        self.record(&Record::Refused(error.why.clone()));
    }

    /// Records a launch that has run; `whole`: to its end.
    fn launched(&mut self, kernel: Kernel, launch: &Launch, took: Took, whole: bool) {
        let Took { cycles, instructions, time, statistics } = took;
        self.now += time;
        let kernel = kernel.0.functions[kernel.1.0 as usize].name.clone();
        if let Some(timed) = self.engine.timed.as_mut().filter(|_| cycles.is_some()) {
            timed.launches += 1;
            timed.instructions += instructions;
        }
        let Launch { grid, block, number, .. } = *launch;
        self.record(&Record::Launch { number, kernel, grid, block, cycles, statistics, whole });
    }

    /// Records the failure of a launch: it is reported, and it is the error of all later calls of
    /// the API.
    pub fn fail(&mut self, error: Error) {
        self.journal.stop("a launch has failed");
        self.record(&Record::Failed(error.why.clone()));
        say_once(error.why.clone());
        self.lost = Some(error);
    }
}
