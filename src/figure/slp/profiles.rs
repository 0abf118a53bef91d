//! Functional profiling of SLP's benchmarks, one pass each.

use heddle_gpu::study::slp_profile::profile;
use heddle_kernel::compile::{Allocated, Registers, Scalarization};
use heddle_kernel::execute::Options;
use heddle_testbench::interrupt;
use serde_json::{Map, Value};

use super::benchmarks::{Benchmark, DBranches};
use super::measurements::{Measurements, Profiled};
use crate::cli::Figure;
use crate::error::Error;
use crate::explain::Explained;
use crate::figure::study::data::Measured as _;
use crate::figure::study::subjects::{loaded, scale_of};
use crate::kernel::program::Loaded;
use crate::models::jobs;
use crate::progress::{Task, Work};
use crate::store::Store;

/// The registers of the program that cores execute, so that a profile counts the instructions that
/// cores issue.
const REGISTERS: Registers = Registers { scalars: Scalarization::None, allocated: Allocated::Rewritten };

/// Profiles all selected benchmarks, one functional pass each.
pub fn make(args: &Figure) -> Result<Measurements, Error> {
    let pieces = loaded(args, |_: &Benchmark| true)?;
    let store = Store::of_tasks(&args.cluster)?;
    let task = Task::start("profile", Work::Pieces(pieces.len() as u64));
    let name = |(benchmark, loaded): &(&Benchmark, Loaded)| {
        let description = format!("{:?}", loaded.launch.as_ref().map(|(_, description)| description));
        let matters = [loaded.module.source.text.to_string(), description, args.scale.clone()];
        store.name(&["profile", benchmark.name], matters.iter().map(String::as_bytes))
    };
    let made = store.each(
        jobs(args.jobs),
        &pieces,
        name,
        |_, kept| Measurements::read(kept),
        |(benchmark, loaded)| {
            task.say(benchmark.name.to_string());
            let (profiled, wrong) = one(benchmark, loaded, scale_of::<DBranches>(loaded, &args.scale))?;
            task.add(1);
            let mut found = Measurements { benchmarks: vec![profiled], ..Measurements::default() };
            found.timed.wrong = wrong;
            Ok(found
                .lists()
                .into_iter()
                .map(|(name, lines)| (name.to_string(), Value::from(lines)))
                .collect::<Map<_, _>>()
                .into())
        },
    );
    drop(task);
    if interrupt::asked() {
        return Err(Error::interrupted());
    }
    let mut found = Measurements::default();
    for made in made?.into_iter().flatten() {
        found.timed.wrong.extend(made.timed.wrong);
        found.benchmarks.extend(made.benchmarks);
    }
    Ok(found)
}

/// Returns the profile of a benchmark, and the differences between memory after it and the expected
/// content.
fn one(benchmark: &'static Benchmark, loaded: &Loaded, scale: &str) -> Result<(Profiled, Vec<String>), Error> {
    let mut session = loaded.session(scale)?;
    let options = Options { stop: interrupt::asked, ..Options::default() };
    let profile = profile(&mut session, REGISTERS, &options, &mut |_| {}).map_err(|why| {
        let what = format!("{}: {why}", benchmark.name);
        if interrupt::asked() { Error::interrupted() } else { Error::input(what, "leave it out with --only") }
    })?;
    let wrong = session.check().explained()?.iter().map(|wrong| format!("{}: {wrong}", benchmark.name)).collect();
    Ok((Profiled { benchmark, scale: scale.into(), profile }, wrong))
}
