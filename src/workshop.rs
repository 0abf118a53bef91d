//! Building the models of what was selected, on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_testbench::target::{Hardware, Target, Workshop};
use heddle_testbench::verilator::{Cache, Toolchain};

use crate::error::Error;
use crate::output::Progress;
use crate::select::Selected;

/// The tools and the cache.
pub fn workshop() -> Result<Workshop, Error> {
    Ok(Workshop { tools: Toolchain::find()?, cache: Cache::open()? })
}

/// One model for each.
pub fn build(
    workshop: &Workshop,
    selected: &[Selected],
    hardware: &Hardware,
    jobs: usize,
    progress: &Progress,
) -> Result<Vec<Box<dyn Target>>, Error> {
    let next = AtomicUsize::new(0);
    let built = Mutex::new(Vec::new());
    progress.start("building models", selected.len() as u64);
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(selected.len()) {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(wanted) = selected.get(n) else { return };
                    progress.say(&format!("{}/{}", wanted.unit.name, wanted.preset));
                    let target = wanted.unit.build(workshop, wanted.preset, hardware.clone());
                    progress.add(1);
                    built.lock().expect("no builder panics").push((n, target));
                }
            });
        }
    });
    progress.finish();
    let mut built = built.into_inner().expect("no builder panics");
    built.sort_by_key(|(n, _)| *n);
    built.into_iter().map(|(_, target)| target.map_err(Error::from)).collect()
}

/// As many threads as the user asks for, or as the machine has.
pub fn jobs(asked: Option<std::num::NonZeroUsize>) -> usize {
    asked.or_else(|| std::thread::available_parallelism().ok()).map_or(1, std::num::NonZeroUsize::get)
}
