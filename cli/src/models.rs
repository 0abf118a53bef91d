//! Parallel work with a progress display, and the parallel build of the models of selected presets.

use heddle_testbench::bench::Bench;
use heddle_testbench::interrupt;
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::target::{self, Hardware, ModelTools, Target};
use heddle_testbench::verilator::{BuildError, Model};

use crate::error::Error;
use crate::progress::{Task, Work};
use crate::select::Selected;

const BUILDING: &str = "building models";

/// Finds the tools that build models, and opens the cache of models.
pub fn model_tools() -> Result<ModelTools, Error> {
    // Ctrl-C reaches the programs that are asked for their versions too
    let tools = ModelTools::open();
    if interrupt::asked() {
        return Err(Error::interrupted());
    }
    Ok(tools?)
}

/// Builds a Verilated model of the unit's own RTL for each of these configurations.
pub fn verilated<B: Bench>(cfgs: &[&B::Config]) -> Result<Vec<Model>, Error> {
    let tools = model_tools()?;
    let name = |_: &&B::Config| B::NAME.to_string();
    side_by_side(BUILDING, cfgs, processors(), name, |cfg| {
        told(target::build::<B>(&tools, cfg, &Hardware::Emitted, false), &Hardware::Emitted)
    })
}

/// Builds one model for each selected preset, `jobs` at a time.
pub fn build(
    tools: &ModelTools,
    selected: &[Selected],
    hardware: &Hardware,
    jobs: usize,
) -> Result<Vec<Box<dyn Target>>, Error> {
    side_by_side(BUILDING, selected, jobs, Selected::name, |wanted| build_one(tools, wanted, hardware))
}

/// Builds the model of a preset.
pub fn build_one(tools: &ModelTools, wanted: &Selected, hardware: &Hardware) -> Result<Box<dyn Target>, Error> {
    told(wanted.unit.build(tools, wanted.preset, hardware.clone()), hardware)
}

fn told<T>(built: Result<T, BuildError>, hardware: &Hardware) -> Result<T, Error> {
    built.map_err(|error| Error::of_build(error, hardware))
}

/// Works on pieces in parallel, `jobs` at a time, with a progress display; returns the results in
/// order. The display shows the names of the current pieces. The first error in the order of the
/// pieces is returned; an interrupt is an error too.
pub fn side_by_side<W: Sync, T: Send, E: Send + Into<Error>>(
    what: &'static str,
    pieces: &[W],
    jobs: usize,
    name: impl Fn(&W) -> String + Sync,
    work: impl Fn(&W) -> Result<T, E> + Sync,
) -> Result<Vec<T>, Error> {
    let task = Task::start(what, Work::Pieces(pieces.len() as u64));
    let done = in_parallel(jobs, pieces, |piece| {
        if interrupt::asked() {
            return None;
        }
        task.say(name(piece));
        let done = work(piece);
        task.add(1);
        Some(done)
    });
    drop(task);
    if interrupt::asked() {
        return Err(Error::interrupted());
    }
    done.into_iter().flatten().map(|done| done.map_err(Into::into)).collect()
}

/// Returns the number of threads: the user's, or the number of the machine's processors.
pub fn jobs(asked: Option<u16>) -> usize {
    asked.map_or_else(processors, usize::from)
}

/// Returns the number of runs at a time, where each has `threads` threads: the user's, or as many
/// as keep the machine's processors busy.
pub fn runs_at_a_time(asked: Option<u16>, threads: u16) -> usize {
    asked.map_or_else(|| (processors() / usize::from(threads)).max(1), usize::from)
}
