//! Building the models of what was selected, on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_testbench::bench::Bench;
use heddle_testbench::interrupt;
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
    let next = AtomicUsize::new(0);
    let built = Mutex::new(Vec::new());
    let task = Task::start("building models", Work::Pieces(selected.len() as u64));
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(selected.len()) {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(wanted) = selected.get(n).filter(|_| !interrupt::asked()) else { return };
                    task.say(format!("{}/{}", wanted.unit.name, wanted.preset));
                    let target = wanted.unit.build(workshop, wanted.preset, hardware.clone());
                    task.add(1);
                    built.lock().expect("no builder panics").push((n, target));
                }
            });
        }
    });
    drop(task);
    if interrupt::asked() {
        return Err(Error::interrupted());
    }
    let mut built = built.into_inner().expect("no builder panics");
    built.sort_by_key(|(n, _)| *n);
    built.into_iter().map(|(_, target)| target.map_err(|error| Error::of_build(error, hardware))).collect()
}

/// As many threads as the user asks for, or as the machine has.
pub fn jobs(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}
