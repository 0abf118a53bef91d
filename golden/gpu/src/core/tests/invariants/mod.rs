//! Virtual threads on whole cores, cycle by cycle: the controller is given legal input in every
//! cycle, invariants hold between it, its mirror and the core, and random programs leave the same
//! memory under every policy. `HEDDLE_FUZZ_SECONDS` makes the random part longer,
//! `HEDDLE_FUZZ_SEED` is its first seed.

mod blocks;
mod check;
mod found;
mod gangs;
mod gangs_rules;
mod gangs_worked;
mod judge;
mod program;
mod random;
mod watched;
mod worked;
mod workloads;

use std::time::Instant;

use heddle_contract::vtc;
use heddle_golden::Chance;
use heddle_kernel::launch::{Buffers, Description, Session};

use crate::base::SimError;
use crate::config::Config;
use crate::config::spec::Spec;
use crate::core::Core;
use crate::length::at_length;
use crate::measure::profile::Gauge;
use crate::residency::virtual_threads::{self, Timeless};
use crate::system::policy::build::Setup;
use crate::system::policy::threads::{Ctas, ThreadKind, threaded};
use crate::system::policy::{CoreKind, Policy};
use crate::system::{Options, Run, list, simulate};
use check::Laws;
use judge::{Judge, Judged, Spoil};
use program::{OWN, TABLE, program};
use watched::Watched;

const VT: [&str; 5] = ["vt", "vt-plain", "vt-free", "vt-barrier", "vt-load"];
const OTHERS: [&str; 4] = ["mascar", "mascar-queue", "max", "max-plain"];

/// Returns one core of VT's GPU, and a memory for it, changed by `sets`.
fn one_core(sets: &[&str]) -> Spec {
    Config::one_core("vt", sets)
}

/// Runs a policy with virtual threads; invariants are checked in every cycle.
fn watched(spec: &Spec, policy: &str, session: &mut Session, options: &Options, spoil: Spoil) -> Result<Run, SimError> {
    let policy = Policy::named(policy).unwrap();
    let CoreKind::Threads(kind @ ThreadKind { ctas: Ctas::Virtual(threads), .. }) = policy.core else {
        panic!("`{}` has no virtual threads", policy.name());
    };
    let cfg = virtual_threads::config(spec, threads.barrier).map_err(SimError::Unfit)?;
    let judge = |_| Judge::new(&cfg, spoil);
    let judges = (0..spec.core.count).map(judge);
    if threads.timeless {
        on_watched(spec, &policy, (&cfg, kind), judges.map(Timeless::new).collect(), session, options)
    } else {
        on_watched(spec, &policy, (&cfg, kind), judges.collect(), session, options)
    }
}

fn on_watched<D: Judged>(
    spec: &Spec,
    policy: &Policy,
    (cfg, kind): (&vtc::Config, ThreadKind),
    units: Vec<D>,
    session: &mut Session,
    options: &Options,
) -> Result<Run, SimError> {
    let core = |(n, unit)| Watched(threaded::<D, 1>(spec, &Gauge::default(), kind, n, (cfg, unit)), Laws::default());
    let cores = units.into_iter().enumerate().map(core).collect();
    on_cores(spec, policy, spec.core.warp_size, cores, session, options)
}

/// Runs a workload under a policy on given cores, with warps of `warp_size` threads.
fn on_cores<C: Core>(
    spec: &Spec,
    policy: &Policy,
    warp_size: u32,
    cores: Vec<C>,
    session: &mut Session,
    options: &Options,
) -> Result<Run, SimError> {
    let mut cores = cores.into_iter();
    let setup = Setup { spec, target: policy.target(spec), session, options, watch: &mut () };
    setup.run(warp_size, |_| Ok(cores.next().expect("a core for each number")))
}

/// Runs any policy; with virtual threads, invariants are checked.
fn run(spec: &Spec, policy: &str, session: &mut Session, options: &Options) -> Result<Run, SimError> {
    if VT.contains(&policy) {
        watched(spec, policy, session, options, |_, _| {})
    } else {
        simulate(spec, &Policy::named(policy).unwrap(), session, options, &mut ())
    }
}

/// Checks seeds, a third of `all` (all of them at length) or for `HEDDLE_FUZZ_SECONDS`, from
/// `HEDDLE_FUZZ_SEED` on; returns their number, and the sums of their results.
fn judge_seeds<const N: usize>(all: u64, judge: impl Fn(u64) -> [u64; N]) -> (u64, [u64; N]) {
    let variable = |name| std::env::var(name).ok();
    let seconds = variable("HEDDLE_FUZZ_SECONDS").and_then(|text| text.parse().ok()).unwrap_or(0.0);
    let first: u64 = variable("HEDDLE_FUZZ_SEED").and_then(|text| text.parse().ok()).unwrap_or(0);
    let least = if at_length() { all } else { all / 3 };
    let start = Instant::now();
    let (mut seeds, mut sums) = (0, [0; N]);
    while seeds < least || start.elapsed().as_secs_f64() < seconds {
        sums.iter_mut().zip(judge(first + seeds)).for_each(|(sum, more)| *sum += more);
        seeds += 1;
    }
    (seeds, sums)
}

/// Checks that skipping idle time changes nothing.
fn unchanged(skipped: &Run, ticked: &Run, what: &str) {
    let counters = list().into_iter().zip(skipped.statistics.iter().zip(&ticked.statistics));
    let other: Vec<_> =
        counters.filter(|(_, (skipped, ticked))| skipped != ticked).map(|(it, is)| (it.name, is)).collect();
    assert!(skipped == ticked, "skipping changes {other:?}: {} cycles, {}\n{what}", skipped.cycles, ticked.cycles);
}

/// A program and its launches.
struct Case {
    text: String,
    launches: String,
    threads: u32,
}

impl Case {
    /// Creates a case of a kernel `k` that is launched with these grids and blocks, one after the
    /// other.
    fn new(text: String, launches: &[(u32, u32)]) -> Case {
        let args = r#"args = [{ buffer = "out" }, { buffer = "in" }, { buffer = "sums" }]"#;
        let one = |(grid, block): &(u32, u32)| {
            format!("[[run.launch]]\nkernel = \"k\"\ngrid = [{grid}]\nblock = [{block}]\n{args}\n")
        };
        let threads = launches.iter().map(|(grid, block)| grid * block).max().unwrap_or(1);
        Case { text, launches: launches.iter().map(one).collect(), threads }
    }

    /// Creates a random case in which a CTA has `most` threads at most.
    fn random(chance: &mut Chance, most: u32, calls: bool) -> Case {
        let blocks = [16, 32, 45, 64, 96, 100, 128, 200, 256].into_iter().filter(|block| *block <= most);
        let blocks: Vec<u32> = blocks.collect();
        let launch = |chance: &mut Chance| {
            let block = blocks[chance.below(blocks.len() as u32) as usize];
            (1 + chance.below(2 + 700 / block), block)
        };
        let launches: Vec<(u32, u32)> = (0..1 + chance.below(2)).map(|_| launch(chance)).collect();
        let least = launches.iter().map(|(_, block)| 4 * block).max().unwrap_or(0);
        let shared = [0, 300, 400, 2048][chance.below(4) as usize].max(least);
        Case::new(program(chance, shared, calls), &launches)
    }

    /// Runs the case; returns the run and the memory that it leaves.
    fn run(&self, act: impl FnOnce(&mut Session) -> Result<Run, SimError>) -> Result<(Run, Buffers), SimError> {
        let module = heddle_kernel::read("k.ptx", &self.text).unwrap_or_else(|why| panic!("{why}\n{}", self.text));
        let description = format!(
            "name = \"K\"
[[buffer]]\nname = \"out\"\ntype = \"u32\"\ncount = {}
[[buffer]]\nname = \"in\"\ntype = \"u32\"\ncount = {TABLE}\nfill = {{ seed = 7, low = 0, high = 4294967295 }}
[[buffer]]\nname = \"sums\"\ntype = \"u32\"\ncount = 16
[[run]]\n{}",
            self.threads * OWN,
            self.launches
        );
        let description = Description::read("k.toml", &description).unwrap_or_else(|why| panic!("{why}"));
        let mut session = Session::new("k.toml", &module, &description, "test", None).unwrap();
        let run = act(&mut session)?;
        Ok((run, session.contents()))
    }
}
