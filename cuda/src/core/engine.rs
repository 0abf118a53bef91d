//! The engine that executes grids: the functional executor, or the simulator on a thread of its
//! own.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use heddle_gpu::config::Config;
use heddle_gpu::config::spec::Spec;
use heddle_gpu::policy::Policy;
use heddle_kernel::compile::{Allocated, CompileError, Registers, image};
use heddle_kernel::execute::{Cause, Execution, Image, Launch, Memory, Options, Progress};
use heddle_kernel::program::{FunctionId, Module};

use super::grid::Grid;
use super::signals::arrived;
use super::timed::Timed;
use crate::error::{Error, code};
use crate::settings::{self, Settings, Underway};

/// A kernel of a module: the module and the function's id.
/// Modules are never freed: images of their kernels borrow them, and texts are small.
pub type Kernel = (&'static Module, FunctionId);

/// The time and the statistics of a grid, or of a part of its CTAs, that has run.
#[derive(Clone, Default)]
pub struct Took {
    /// Core cycles of the grid; `None` under functional execution.
    pub cycles: Option<u64>,
    /// Warp instructions of the grid.
    pub instructions: u64,
    /// Simulated time of the grid, in nanoseconds.
    pub time: f64,
    /// Statistics of the grid; see [`settings::Record::Launch`].
    pub statistics: Vec<u64>,
}

impl Took {
    /// Adds what further CTAs took, after these.
    pub fn add(&mut self, further: Took) {
        let Took { cycles, instructions, time, statistics } = further;
        self.cycles = [self.cycles, cycles].into_iter().flatten().reduce(|sum, more| sum + more);
        self.instructions += instructions;
        self.time += time;
        self.statistics.resize(statistics.len(), 0);
        self.statistics.iter_mut().zip(statistics).for_each(|(sum, more)| *sum += more);
    }
}

/// The error that ended a grid early.
pub struct Failure {
    pub error: Error,
    /// Whether the grid had begun: the content of memory is then unknown, and the context is lost.
    pub fatal: bool,
    /// Time and statistics of the part that has run, if it is known.
    pub part: Option<Took>,
}

/// The engine that executes grids: the functional executor, or the timed simulator and, for the
/// launches that are not timed, the functional executor.
pub struct Engine {
    pub functional: Functional,
    pub timed: Option<Chosen>,
}

/// The timed simulator, and the choice of launches.
pub struct Chosen {
    pub simulator: Timed,
    /// Starts a simulator whose caches are empty.
    start: Box<dyn Fn(Underway) -> Timed + Send>,
    choice: settings::Timed,
    /// Timed launches so far, and their warp instructions.
    pub launches: u64,
    pub instructions: u64,
}

impl Chosen {
    /// Whether a launch of a kernel is timed.
    pub fn takes(&self, number: u64, (module, kernel): Kernel) -> bool {
        self.choice.takes(number, &module.functions[kernel.0 as usize].name, self.instructions)
    }

    /// Starts the simulator anew, with empty caches; the launch under way has executed this many
    /// warp instructions.
    pub fn restart(&mut self, instructions: u64) {
        let instructions = self.instructions + instructions;
        self.simulator = (self.start)(Underway { begun: self.launches, instructions, ..Underway::default() });
    }
}

/// The functional executor.
pub struct Functional {
    images: Images,
    options: Options,
}

/// Nanoseconds that a warp instruction counts for in functional execution, which has no time of its
/// own: event times must grow.
const WARP_INSTRUCTION: f64 = 1.0;

impl Functional {
    /// Creates the execution of a grid, before its first CTA.
    pub fn begin(&mut self, kernel: Kernel, launch: Launch) -> Result<Grid, Error> {
        let image = self.images.ready(kernel, Registers::default())?;
        let execution = Execution::new(image, &launch, &self.options)?;
        Ok(Grid::new(kernel, launch, execution))
    }

    /// Executes one CTA of a grid for a time slice; returns whether the grid has ended or cannot
    /// get on.
    pub fn advance(&mut self, memory: &mut Memory, grid: &mut Grid) -> Result<Progress, Error> {
        let image = self.images.ready(grid.kernel, Registers::default())?;
        let progress = grid.execution.advance(image, &grid.launch, memory, &self.options).map_err(|fault| {
            let why = fault.to_string();
            if fault.cause == Cause::Stopped { interrupted(&why) } else { fault.into() }
        })?;
        if progress == Progress::Stands {
            grid.waits = Some(grid.execution.livelock(image, memory).to_string());
        }
        Ok(progress)
    }
}

/// Returns time and statistics of a grid in functional execution, by its warp and thread
/// instructions.
pub fn functional(warp: u64, thread: u64) -> Took {
    Took { cycles: None, instructions: warp, time: warp as f64 * WARP_INSTRUCTION, statistics: vec![warp, thread] }
}

impl Engine {
    /// Creates the engine that the settings choose; also returns the GPU that they describe, and
    /// how kernels are compiled.
    pub fn new(settings: &Settings, folder: Option<PathBuf>) -> Result<(Engine, Spec, Registers), Error> {
        let refuse = |why: String| Error::new(code::NOT_INITIALIZED, why);
        let mut config = match &settings.text {
            Some(text) => Config::read(&settings.config, text).map_err(|error| refuse(error.what))?,
            None => Config::shipped(&settings.config)
                .ok_or_else(|| refuse(format!("there is no configuration `{}`", settings.config)))?,
        };
        config.set(&settings.set).map_err(|error| refuse(error.what))?;
        // a kernel may take as long as it likes: Ctrl-C ends it
        let options = Options { stop: stopped, cta_limit: u64::MAX, livelock: settings.livelock, ..Options::default() };
        let functional = Functional { images: Images::default(), options };
        let Some(name) = &settings.policy else {
            let registers = Registers { allocated: Allocated::Rewritten, ..Registers::default() };
            return Ok((Engine { functional, timed: None }, config.spec, registers));
        };
        let policy = Policy::named(name).ok_or_else(|| refuse(format!("there is no policy `{name}`")))?;
        let spec = policy.applied(&config.spec)?;
        let registers = policy.registers(&spec);
        let (whole, choice) = (settings.clone(), settings.timed.clone());
        let start =
            move |underway| Timed::start(config.spec.clone(), policy.clone(), whole.clone(), folder.clone(), underway);
        let simulator = start(Underway::default());
        let timed = Chosen { simulator, start: Box::new(start), choice, launches: 0, instructions: 0 };
        Ok((Engine { functional, timed: Some(timed) }, spec, registers))
    }
}

/// Compiled images of kernels, each made at first use.
#[derive(Default)]
pub struct Images(BTreeMap<(usize, u32), Image<'static>>);

impl Images {
    /// Returns the image of a kernel, which is compiled on first use.
    pub fn ready(&mut self, (module, kernel): Kernel, registers: Registers) -> Result<&Image<'static>, CompileError> {
        let key = (std::ptr::from_ref(module) as usize, kernel.0);
        Ok(match self.0.entry(key) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(image(module, kernel, registers)?),
        })
    }
}

/// Returns the error of a launch that is ended from outside, with its place.
pub fn interrupted(place: &str) -> Error {
    Error::new(code::LAUNCH_FAILED, format!("interrupted in {place}"))
}

/// Returns the error of a launch that waits for what can never come, with its place.
pub fn in_vain(place: String) -> Error {
    Error::new(code::LAUNCH_TIMEOUT, place)
}

/// The time of the last look for the stop file, and whether the file was there.
static LOOKED: Mutex<Option<(Instant, bool)>> = Mutex::new(None);
/// Time between two looks for the stop file.
const EVERY: Duration = Duration::from_millis(100);

/// Whether launches must end because `heddle run` was interrupted.
pub fn stopped() -> bool {
    if arrived() {
        return true;
    }
    let Ok(mut looked) = LOOKED.try_lock() else { return false };
    match *looked {
        Some((when, there)) if there || when.elapsed() < EVERY => there,
        _ => {
            let there = settings::folder().is_some_and(|folder| folder.join(settings::STOP).exists());
            *looked = Some((Instant::now(), there));
            there
        }
    }
}
