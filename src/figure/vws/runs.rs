//! The runs of VWS's study: policies and instruction supply.

use heddle_gpu::config::Config;

use super::measurements::Measurements;
use super::programs::{Class, Program};
use crate::cli::Figure;
use crate::error::Error;
use crate::figure::study::subjects;
use crate::figure::study::timed::{Batch, variations};
use crate::sim::configuration;
use crate::sim::store::Store;

/// The baseline policy of VWS's study: warps of 32.
pub const BASE: &str = "ws32";
/// The change that limits fetch to one gang a cycle, as with one scheduler of gangs (4.1).
/// Elsewhere fetch constrains nothing (6.1).
pub const ONE_FETCH: &str = "slices.fetches=1";
/// Instruction supplies of figure 10 beside eight ports: the change, L1-I ports, and bytes of an L0
/// cache.
pub const SUPPLY: [(&str, &str, &str); 8] = [
    ("fetch.ports=1", "1", "none"),
    ("fetch.ports=2", "2", "none"),
    ("fetch.ports=4", "4", "none"),
    ("fetch.ports=1 fetch.l0_bytes=256", "1", "256"),
    ("fetch.ports=2 fetch.l0_bytes=256", "2", "256"),
    ("fetch.ports=4 fetch.l0_bytes=256", "4", "256"),
    ("fetch.ports=2 fetch.l0_bytes=512", "2", "512"),
    ("fetch.ports=2 fetch.l0_bytes=1024", "2", "1024"),
];

/// A pass: runs that are made together.
struct Pass {
    /// The change of the GPU; empty in most passes.
    change: &'static str,
    /// The policies of the runs.
    policies: &'static [&'static str],
    /// Figures that need the runs.
    figures: &'static [&'static str],
    /// Whether the other programs are run, in place of the fifteen.
    all: bool,
    /// Cycles of a sample of gang sizes over time; 0 for no samples.
    interval: u64,
}

const fn pass(change: &'static str, policies: &'static [&'static str], figures: &'static [&'static str]) -> Pass {
    Pass { change, policies, figures, all: false, interval: 0 }
}

/// Creates a pass with samples of gang sizes over time.
const fn over_time(policies: &'static [&'static str], figures: &'static [&'static str]) -> Pass {
    Pass { interval: INTERVAL, ..pass("", policies, figures) }
}

/// Cycles of a sample of gang sizes over time.
const INTERVAL: u64 = 200;

/// Figures that compare with the baseline or with I-VWS.
const MOST: &[&str] = &[
    "vws/1", "vws/2", "vws/4", "vws/5", "vws/7", "vws/9", "vws/10", "vws/11", "vws/12", "vws/13", "vws/14", "vws/15",
    "vws/16", "vws/17", "vws/18",
];

/// All passes, the most important first.
const PASSES: [Pass; 17] = [
    pass("", &[BASE, "ws4"], MOST),
    over_time(&["ivws"], MOST),
    pass("", &["ws16", "ws8"], &["vws/1", "vws/2", "vws/4", "vws/5"]),
    over_time(&["evws"], &["vws/7", "vws/9", "vws/14", "vws/15", "vws/18"]),
    pass("", &["evws-impatient"], &["vws/7", "vws/9"]),
    pass("", &["ivws-gto", "ivws-lrr", "ivws-lpc", "ivws-lgto"], &["vws/11", "vws/12"]),
    pass("", &["ivws-1", "ivws-4"], &["vws/13"]),
    pass(ONE_FETCH, &["ivws", "evws", "evws-impatient", "ivws-1", "ivws-4"], &["vws/7", "vws/9", "vws/13"]),
    pass("", &["ivws-group", "ivws-impatient"], &["vws/16", "vws/17"]),
    pass("", &["evws-sync10", "evws-sync50", "evws-sync100", "evws-sync250"], &["vws/14", "vws/15"]),
    pass(SUPPLY[0].0, &["ivws"], &["vws/10"]),
    pass(SUPPLY[1].0, &["ivws"], &["vws/10"]),
    pass(SUPPLY[3].0, &["ivws"], &["vws/10"]),
    pass(SUPPLY[4].0, &["ivws"], &["vws/10"]),
    pass(SUPPLY[2].0, &["ivws"], &["vws/10"]),
    pass(SUPPLY[5].0, &["ivws"], &["vws/10"]),
    Pass { all: true, ..pass("", &[BASE, "ws4", "ivws"], &["vws/1", "vws/8", "vws/19"]) },
];
/// Passes with larger L0 caches (assumed sizes).
const LARGER: [Pass; 2] = [pass(SUPPLY[6].0, &["ivws"], &["vws/10"]), pass(SUPPLY[7].0, &["ivws"], &["vws/10"])];

/// First parts of the names of statistics that figures need.
const KEPT: [&str; 7] = ["slots.", "l1.", "l2.", "dram.", "gang.", "supply.", "constant.stall"];
/// Whole names of other statistics that figures need.
const KEPT_TOO: [&str; 5] =
    ["core.instructions", "core.thread_instructions", "core.steps", "core.thread_steps", "core.issue_cycles"];

/// Returns the configuration of the paper's SM, with the user's changes, one that `--vary` has, and
/// a figure's, which blanks separate.
pub fn gpu(args: &Figure, varied: &str, change: &str) -> Result<Config, Error> {
    let varied = (!varied.is_empty()).then(|| varied.to_string());
    let changes = change.split_whitespace().map(str::to_string);
    configuration::open("vws", &args.set.iter().cloned().chain(varied).chain(changes).collect::<Vec<_>>())
}

/// Makes the runs that these figures need, in the study itself and under each change that the user
/// asks for. Programs other than the fifteen run at scale `test`.
pub fn make(args: &Figure, figures: &[&str], store: &Store) -> Result<Measurements, Error> {
    let mut found = Measurements::default();
    let wanted = |pass: &&Pass| pass.figures.iter().any(|figure| figures.contains(figure));
    for varied in variations(args) {
        for Pass { change, policies, all, interval, .. } in PASSES.iter().chain(&LARGER).filter(wanted) {
            let others = Figure { scale: "test".into(), ..args.clone() };
            let args = if *all { &others } else { args };
            for (scale, of) in subjects::by_scale(args, |it: &Program| (it.class == Class::Other) == *all)? {
                let batch = Batch { of: &of, policies, scale: &scale, varied, change, interval: *interval };
                found.timed.make(args, gpu(args, varied, change)?, &batch, store, [&KEPT, &KEPT_TOO])?;
            }
        }
    }
    Ok(found)
}
