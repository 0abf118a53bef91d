//! Building the models of what was selected, on several threads.

use heddle_testbench::bench::Bench;
use heddle_testbench::interrupt;
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::target::{self, Hardware, Target, Workshop};
use heddle_testbench::verilator::{BuildError, Model};

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

/// A model of the unit's own RTL for each of these configurations.
pub fn verilated<B: Bench>(cfgs: &[&B::Config]) -> Result<Vec<Model>, Error> {
    let workshop = workshop()?;
    let name = |_: &&B::Config| B::NAME.to_string();
    side_by_side(cfgs, &Hardware::Emitted, processors(), name, |cfg| {
        target::build::<B>(&workshop, cfg, &Hardware::Emitted, false)
    })
}

/// One model for each.
pub fn build(
    workshop: &Workshop,
    selected: &[Selected],
    hardware: &Hardware,
    jobs: usize,
) -> Result<Vec<Box<dyn Target>>, Error> {
    let name = |wanted: &Selected| format!("{}/{}", wanted.unit.name, wanted.preset);
    side_by_side(selected, hardware, jobs, name, |wanted| wanted.unit.build(workshop, wanted.preset, hardware.clone()))
}

fn side_by_side<W: Sync, T: Send>(
    wanted: &[W],
    hardware: &Hardware,
    jobs: usize,
    name: impl Fn(&W) -> String + Sync,
    build: impl Fn(&W) -> Result<T, BuildError> + Sync,
) -> Result<Vec<T>, Error> {
    let task = Task::start("building models", Work::Pieces(wanted.len() as u64));
    let built = in_parallel(jobs, wanted, |wanted| {
        if interrupt::asked() {
            return None;
        }
        task.say(name(wanted));
        let built = build(wanted);
        task.add(1);
        Some(built)
    });
    drop(task);
    if interrupt::asked() {
        return Err(Error::interrupted());
    }
    built.into_iter().flatten().map(|built| built.map_err(|error| Error::of_build(error, hardware))).collect()
}

/// As many threads as the user asks for, or as the machine has.
pub fn jobs(asked: Option<u16>) -> usize {
    asked.map_or_else(processors, usize::from)
}
