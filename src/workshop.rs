//! Building the models of what was selected, on several threads.

use heddle_testbench::bench::Bench;
use heddle_testbench::interrupt;
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::target::{self, Hardware, Target, Workshop};
use heddle_testbench::verilator::Model;

use crate::error::Error;
use crate::progress::{Task, Work};
use crate::select::Selected;

/// The tools and the cache.
pub fn workshop() -> Result<Workshop, Error> {
    // Ctrl-C reaches the programs that are asked for their versions too
    let workshop = Workshop::open();
    if interrupt::asked() {
        return Err(Error::interrupted());
    }
    Ok(workshop?)
}

/// The model of one unit's own RTL.
pub fn verilated<B: Bench>(cfg: &B::Config) -> Result<Model, Error> {
    let workshop = workshop()?;
    let task = Task::start("building a model", Work::Open);
    task.say(B::NAME.into());
    target::build::<B>(&workshop, cfg, &Hardware::Emitted, false)
        .map_err(|error| Error::of_build(error, &Hardware::Emitted))
}

/// One model for each.
pub fn build(
    workshop: &Workshop,
    selected: &[Selected],
    hardware: &Hardware,
    jobs: usize,
) -> Result<Vec<Box<dyn Target>>, Error> {
    let task = Task::start("building models", Work::Pieces(selected.len() as u64));
    let built = in_parallel(jobs, selected, |wanted| {
        if interrupt::asked() {
            return None;
        }
        task.say(format!("{}/{}", wanted.unit.name, wanted.preset));
        let target = wanted.unit.build(workshop, wanted.preset, hardware.clone());
        task.add(1);
        Some(target)
    });
    drop(task);
    if interrupt::asked() {
        return Err(Error::interrupted());
    }
    built.into_iter().flatten().map(|target| target.map_err(|error| Error::of_build(error, hardware))).collect()
}

/// As many threads as the user asks for, or as the machine has.
pub fn jobs(asked: Option<u16>) -> usize {
    asked.map_or_else(processors, usize::from)
}
