//! The simulator on a thread of its own: one run as long as the program, whose grids arrive while
//! it runs. Caches therefore stay warm from launch to launch, as between the grids of a launch
//! description.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use heddle_gpu::config::spec::Spec;
use heddle_gpu::measure::sampling::Estimate;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Ended, Event, Grids, Options, Ran, Rule, Sampled, SimError, Watch, simulate};
use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Image, Memory};
use heddle_kernel::launch::Grid;
use heddle_kernel::program::Module;

use super::engine::{Failure, Images, Kernel, Took, functional, interrupted, stopped};
use crate::error::{Error, code};
use crate::settings::{Change, RECORDS, Record, Settings, Underway};

/// A grid on its way to the simulator, with the memory that it works on.
struct Job {
    module: &'static Module,
    grid: Grid,
    memory: Memory,
}

/// The memory after a grid, and the grid's result.
struct Reply {
    memory: Memory,
    ran: Result<Ran, (SimError, bool)>,
}

/// The timed simulator, on a thread of its own.
pub struct Timed {
    jobs: Option<Sender<Job>>,
    replies: Receiver<Reply>,
    thread: Option<JoinHandle<()>>,
    nanoseconds: f64,
}

impl Timed {
    /// Starts the simulator's thread for a GPU and a policy; `underway` says what was timed before.
    pub fn start(spec: Spec, policy: Policy, settings: Settings, folder: Option<PathBuf>, underway: Underway) -> Timed {
        let (jobs, received) = channel();
        let (sender, replies) = channel();
        let nanoseconds = 1000.0 / f64::from(spec.core.clock);
        let thread =
            std::thread::spawn(move || simulator(&spec, &policy, &settings, (folder, underway), received, &sender));
        Timed { jobs: Some(jobs), replies, thread: Some(thread), nanoseconds }
    }

    /// Runs a grid on the simulator's thread and waits for its end; `before` is the cycles of those
    /// CTAs of its launch that have run before.
    pub fn launch(
        &mut self,
        memory: &mut Memory,
        module: &'static Module,
        grid: Grid,
        before: u64,
    ) -> Result<Took, Failure> {
        let lost = || Failure {
            error: Error::new(code::UNKNOWN, "the simulator ended unexpectedly"),
            fatal: true,
            part: None,
        };
        let job = Job { module, grid, memory: std::mem::replace(memory, Memory::empty(0)) };
        let jobs = self.jobs.as_ref().ok_or_else(lost)?;
        jobs.send(job).map_err(|_| lost())?;
        let reply = self.replies.recv().map_err(|_| lost())?;
        *memory = reply.memory;
        let failed = |(error, fatal): (SimError, bool)| Failure { error: error.into(), fatal, part: None };
        let (launch, ended) = reply.ran.map_err(failed)?;
        let time = launch.cycles as f64 * self.nanoseconds;
        let instructions = launch.get("core.instructions").unwrap_or(0);
        let took = match launch.cycles {
            // a sampled run has executed it functionally
            0 => functional(instructions, launch.get("core.thread_instructions").unwrap_or(0)),
            cycles => Took { cycles: Some(cycles), instructions, time, statistics: launch.statistics },
        };
        let place = format!("kernel `{}`, after {} cycles of it", launch.kernel, before + launch.cycles);
        let error = match ended {
            Ended::Whole => return Ok(took),
            Ended::Limit => Error::new(code::LAUNCH_TIMEOUT, format!("the cycles of --limit ended in {place}")),
            Ended::Stopped => interrupted(&place),
        };
        Err(Failure { error, fatal: true, part: Some(took) })
    }
}

impl Drop for Timed {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // a panic of the simulator was reported where it happened
            let _ = thread.join();
        }
    }
}

/// Simulates until no further grid can come. After an error every later grid fails with it.
fn simulator(
    spec: &Spec,
    policy: &Policy,
    settings: &Settings,
    (folder, underway): (Option<PathBuf>, Underway),
    received: Receiver<Job>,
    replies: &Sender<Reply>,
) {
    let mut launches = Launches { received, replies, images: Images::default(), rules: vec![] };
    let Settings { interval, limit, profile, livelock, threads, sample, progress, .. } = *settings;
    let options = Options { interval, limit, profile, livelock, threads, sample, ..Options::default() };
    let of = |wanted: bool| folder.as_deref().filter(|_| wanted);
    let (before, now) = (underway.instructions, Instant::now());
    let mut watch =
        Recorder { folder: of(interval > 0), shown: of(progress), underway, before, began: now, wrote: now };
    match simulate(spec, policy, &mut launches, &options, &mut watch) {
        Ok(run) => {
            if let (Some(folder), Some(sampled)) = (&folder, run.sampled) {
                let Sampled { launches, ctas, estimate: Estimate { cycles, margin } } = sampled;
                let instructions = [run.instructions, run.thread_instructions];
                append(folder, &Record::Sampled { launches, ctas, cycles, margin, instructions });
            }
            let samples = run.timeline.into_iter().map(|sample| (sample.cycle, sample.lanes, sample.units));
            watch.write(&Record::Timeline(samples.collect()));
            run.profile.into_iter().for_each(|profile| watch.write(&Record::Profile(profile)));
        }
        Err(error) => {
            for job in launches.received.iter() {
                // nobody waits for it once the program has ended
                let _ = replies.send(Reply { memory: job.memory, ran: Err((error.clone(), true)) });
            }
        }
    }
}

/// The grids that a program launches.
struct Launches<'r> {
    received: Receiver<Job>,
    replies: &'r Sender<Reply>,
    images: Images,
    rules: Vec<Rule>,
}

impl Launches<'_> {
    fn ready(&mut self, kernel: Kernel, registers: Registers, grid: &Grid) -> Result<&Image<'static>, SimError> {
        let image = self.images.ready(kernel, registers).map_err(|error| SimError::Run(error.into()))?;
        self.rules.iter().try_for_each(|rule| rule(grid, image))?;
        Ok(image)
    }
}

impl Grids for Launches<'_> {
    fn require(&mut self, _: Registers, _: u32, rule: Rule) -> Result<(), SimError> {
        self.rules.push(rule);
        Ok(())
    }

    fn keeps_launches(&self) -> bool {
        false
    }

    fn each(
        &mut self,
        registers: Registers,
        _: u32,
        run: &mut dyn FnMut(&Grid, &Image, &mut Memory) -> Result<Ran, SimError>,
    ) -> Result<(), SimError> {
        while let Ok(Job { module, grid, mut memory }) = self.received.recv() {
            let ran =
                self.ready((module, grid.kernel), registers, &grid).and_then(|image| run(&grid, image, &mut memory));
            let fatal = ran.as_ref().is_err_and(|error| !refused(error));
            let lost = ran.as_ref().err().filter(|_| fatal).cloned();
            let reply = Reply { memory, ran: ran.map_err(|error| (error, fatal)) };
            if self.replies.send(reply).is_err() {
                return Ok(());
            }
            if let Some(error) = lost {
                return Err(error);
            }
        }
        Ok(())
    }
}

/// Whether a grid was refused before it began, so that other grids can follow.
fn refused(error: &SimError) -> bool {
    use heddle_kernel::execute::Cause;
    use heddle_kernel::launch::RunError;
    match error {
        SimError::Unfit(_) | SimError::Room { .. } | SimError::Run(RunError::Compile(_)) => true,
        SimError::Run(RunError::Fault(fault)) => matches!(
            fault.cause,
            Cause::Block { .. } | Cause::Required { .. } | Cause::Grid { .. } | Cause::SharedTooLarge { .. }
        ),
        _ => false,
    }
}

/// Time between two writes of how far a launch is.
const SHOWN: Duration = Duration::from_millis(500);

/// The observer of a run: ends the run when `heddle run` was interrupted, records events if a
/// folder for them is given, and writes how far the launch is if a folder for that is given.
struct Recorder<'f> {
    folder: Option<&'f Path>,
    shown: Option<&'f Path>,
    underway: Underway,
    /// Warp instructions that were timed before this run.
    before: u64,
    /// When the launch began, and when it was last written how far it is.
    began: Instant,
    wrote: Instant,
}

impl Recorder<'_> {
    fn write(&self, record: &Record) {
        if let Some(folder) = self.folder {
            append(folder, record);
        }
    }
}

impl Watch for Recorder<'_> {
    fn progress(&mut self, _: u64, instructions: u64, part: f64) -> bool {
        if let Some(folder) = self.shown.filter(|_| self.wrote.elapsed() >= SHOWN) {
            self.wrote = Instant::now();
            let seconds = self.began.elapsed().as_secs_f64();
            let instructions = self.before + instructions;
            self.underway = Underway { part, seconds, instructions, ..std::mem::take(&mut self.underway) };
            self.underway.write(folder);
        }
        !stopped()
    }
    fn idle(&mut self, part: f64) {
        self.underway.idle = Some(part);
    }
    fn grid(&mut self, cycle: u64, kernel: &str) {
        self.began = Instant::now();
        self.underway.begun += 1;
        self.underway.kernel = kernel.into();
        self.write(&Record::Grid { cycle, kernel: kernel.into() });
    }
    fn event(&mut self, event: &Event) {
        let (cycle, core, cta, change) = match *event {
            Event::Started { cycle, core, cta } => (cycle, core, cta, Change::Started),
            Event::CameIn { cycle, core, cta } => (cycle, core, cta, Change::CameIn),
            Event::WentOut { cycle, core, cta } => (cycle, core, cta, Change::WentOut),
            Event::Ended { cycle, core, cta } => (cycle, core, cta, Change::Ended),
        };
        self.write(&Record::Cta { cycle, core, cta, change });
    }
}

/// Appends a record as one line to the records file of a run's folder.
pub fn append(folder: &Path, record: &Record) {
    let line = serde_json::to_string(record).expect("it is plain data") + "\n";
    let file = OpenOptions::new().create(true).append(true).open(folder.join(RECORDS));
    // the program goes on without its statistics
    let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
}
