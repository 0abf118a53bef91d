//! The profiles: which benchmarks at which sizes, one functional pass each.

use heddle_gpu::study::slp_profile::profile;
use heddle_kernel::compile::{Registers, Scalarization};
use heddle_kernel::execute::Options;
use heddle_testbench::interrupt;

use super::benchmarks::Benchmark;
use super::found::{Found, Profiled};
use crate::cli::Figure;
use crate::error::Error;
use crate::figure::study::runs::wanted;
use crate::kernel::program::Loaded;
use crate::models::{jobs, side_by_side};

/// The program that cores execute, so that a profile counts what they issue.
const REGISTERS: Registers = Registers { scalars: Scalarization::None, allocated: true };

/// Sizes of this study, where those of `study` are another paper's (D170).
const OWN_SCALE: &str = "slp";

/// The scale of a benchmark's workload.
fn scale_of<'a>(loaded: &Loaded, scale: &'a str) -> &'a str {
    let has_own = loaded.launch.as_ref().is_some_and(|(_, description)| description.size.contains_key(OWN_SCALE));
    if scale == "study" && has_own { OWN_SCALE } else { scale }
}

/// The benchmarks that are asked for, with their programs.
fn loaded(args: &Figure) -> Result<Vec<(&'static Benchmark, Loaded)>, Error> {
    let address = args.addresses().first().copied();
    let loaded = |it: &'static Benchmark| Ok((it, Loaded::open(it.folder, None, address)?));
    let pieces: Vec<_> = wanted(args)?.into_iter().map(loaded).collect::<Result<_, Error>>()?;
    for (_, loaded) in &pieces {
        // a wrong scale is refused before any work
        if let Some((file, description)) = &loaded.launch {
            description.sizes(file, scale_of(loaded, &args.scale))?;
        }
    }
    Ok(pieces)
}

/// The benchmarks that are asked for, by the scale of their workloads.
pub fn by_scale(args: &Figure) -> Result<Vec<(String, Vec<&'static Benchmark>)>, Error> {
    let mut all: Vec<(String, Vec<&'static Benchmark>)> = Vec::new();
    for (benchmark, loaded) in loaded(args)? {
        let scale = scale_of(&loaded, &args.scale);
        match all.iter_mut().find(|(known, _)| known == scale) {
            Some((_, of)) => of.push(benchmark),
            None => all.push((scale.into(), vec![benchmark])),
        }
    }
    Ok(all)
}

/// Makes them all.
pub fn make(args: &Figure) -> Result<Found, Error> {
    let pieces = loaded(args)?;
    let name = |(benchmark, _): &(&Benchmark, Loaded)| benchmark.name.to_string();
    let made = side_by_side("profile", &pieces, jobs(args.jobs), name, |(benchmark, loaded)| {
        one(benchmark, loaded, scale_of(loaded, &args.scale))
    })?;
    let mut found = Found::default();
    for (profiled, wrong) in made {
        found.wrong.extend(wrong);
        found.benchmarks.push(profiled);
    }
    Ok(found)
}

/// A benchmark's profile, and what it has left in memory that should not be there.
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
