//! Work on several threads with its progress, and the models of what was selected, which are built so.

use heddle_testbench::bench::Bench;
use heddle_testbench::interrupt;
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::target::{self, Hardware, ModelTools, Target};
use heddle_testbench::verilator::{BuildError, Model};

use crate::error::Error;
use crate::progress::{Task, Work};
use crate::select::Selected;

const BUILDING: &str = "building models";

/// The tools and the cache.
pub fn model_tools() -> Result<ModelTools, Error> {
    // Ctrl-C reaches the programs that are asked for their versions too
    let tools = ModelTools::open();
    if interrupt::asked() {
        return Err(Error::interrupted());
    }
    Ok(tools?)
}

/// A model of the unit's own RTL for each of these configurations.
pub fn verilated<B: Bench>(cfgs: &[&B::Config]) -> Result<Vec<Model>, Error> {
    let tools = model_tools()?;
    let name = |_: &&B::Config| B::NAME.to_string();
    side_by_side(BUILDING, cfgs, processors(), name, |cfg| {
        told(target::build::<B>(&tools, cfg, &Hardware::Emitted, false), &Hardware::Emitted)
    })
}

/// One model for each.
pub fn build(
    tools: &ModelTools,
    selected: &[Selected],
    hardware: &Hardware,
    jobs: usize,
) -> Result<Vec<Box<dyn Target>>, Error> {
    let name = |wanted: &Selected| format!("{}/{}", wanted.unit.name, wanted.preset);
    side_by_side(BUILDING, selected, jobs, name, |wanted| {
        told(wanted.unit.build(tools, wanted.preset, hardware.clone()), hardware)
    })
}

fn told<T>(built: Result<T, BuildError>, hardware: &Hardware) -> Result<T, Error> {
    built.map_err(|error| Error::of_build(error, hardware))
}

/// Works on each of some pieces, so many at a time, and shows `what` it is at by their names. The first error by their order is told; an interrupt is one.
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

/// As many threads as the user asks for, or as the machine has.
pub fn jobs(asked: Option<u16>) -> usize {
    asked.map_or_else(processors, usize::from)
}
