//! Functional profiling of SLP's benchmarks, one pass each.

use heddle_gpu::study::slp_profile::profile;
use heddle_kernel::compile::{Registers, Scalarization};
use heddle_kernel::execute::Options;
use heddle_testbench::interrupt;

use super::benchmarks::Benchmark;
use super::found::{Found, Profiled};
use crate::cli::Figure;
use crate::error::Error;
use crate::figure::study::runs::{loaded, scale_of};
use crate::kernel::program::Loaded;
use crate::models::{jobs, side_by_side};

/// The registers of the program that cores execute, so that a profile counts the instructions that cores issue.
const REGISTERS: Registers = Registers { scalars: Scalarization::None, allocated: true };

/// Profiles all selected benchmarks, one functional pass each.
pub fn make(args: &Figure) -> Result<Found, Error> {
    let pieces = loaded(args, |_: &Benchmark| true)?;
    let name = |(benchmark, _): &(&Benchmark, Loaded)| benchmark.name.to_string();
    let made = side_by_side("profile", &pieces, jobs(args.jobs), name, |(benchmark, loaded)| {
        one(benchmark, loaded, scale_of::<Benchmark>(loaded, &args.scale))
    })?;
    let mut found = Found::default();
    for (profiled, wrong) in made {
        found.wrong.extend(wrong);
        found.benchmarks.push(profiled);
    }
    Ok(found)
}

/// Returns the profile of a benchmark, and the differences between memory after it and the expected content.
fn one(benchmark: &'static Benchmark, loaded: &Loaded, scale: &str) -> Result<(Profiled, Vec<String>), Error> {
    let mut session = loaded.session(scale)?;
    let options = Options { stop: interrupt::asked, ..Options::default() };
    let profile = profile(&mut session, REGISTERS, &options, &mut |_| {}).map_err(|why| {
        let what = format!("{}: {why}", benchmark.name);
        if interrupt::asked() { Error::interrupted() } else { Error::input(what, "leave it out with --only") }
    })?;
    let wrong = session.check()?.iter().map(|wrong| format!("{}: {wrong}", benchmark.name)).collect();
    Ok((Profiled { benchmark, scale: scale.into(), profile }, wrong))
}
