//! The timed runs of SLP's study on a GPU that compacts.

use heddle_gpu::config::Config;

use super::benchmarks::Benchmark;
use super::measurements::Measurements;
use crate::cli::Figure;
use crate::error::Error;
use crate::figure::study::subjects;
use crate::figure::study::timed::{Batch, variations};
use crate::sim::configuration;
use crate::sim::store::Store;

/// The baseline policy: cores that do not compact.
pub const BASE: &str = "no-tbc";
/// CAPRI's policies by name, without a permutation and with each one of figure 7; figure 15
/// compares them.
pub const CAPRI: [(&str, &str); 9] = [
    ("CAPRI", "capri"),
    ("Odd_Even", "capri-odd-even"),
    ("Flip_odd", "capri-flip-odd"),
    ("Rotate_odd_1", "capri-rotate-odd"),
    ("half", "capri-half"),
    ("Random", "capri-random"),
    ("WID", "capri-wid"),
    ("Rev_WID", "capri-rev-wid"),
    ("Balanced", "capri-balanced"),
];
/// TBC's policies, which figure 14 counts without time, each with its permutation's index in a
/// profile.
pub const TBC: [(&str, usize); 2] = [("tbc", 0), ("tbc-balanced", 8)];

/// First parts of the names of statistics that figures need.
const KEPT: [&str; 5] = ["slots.", "l1.", "l2.", "dram.", "blocks."];
/// Whole names of other statistics that figures need.
const KEPT_TOO: [&str; 3] = ["core.instructions", "core.ctas", "core.thread_instructions"];

/// Returns the configuration of the paper's GPU, with the user's changes and one more.
pub fn gpu(args: &Figure, change: &str) -> Result<Config, Error> {
    let change = (!change.is_empty()).then(|| change.to_string());
    configuration::open("slp", &args.set.iter().cloned().chain(change).collect::<Vec<_>>())
}

/// Makes the runs of all selected benchmarks at the scale of their profiles, and adds them to
/// `found`. Under each change that the user asks for, only the benchmarks that 6.3 names are run.
pub fn make(args: &Figure, store: &Store, found: &mut Measurements) -> Result<(), Error> {
    let others: Vec<&str> = CAPRI[1..8].iter().map(|(_, policy)| *policy).collect();
    let stated: Vec<&str> = [BASE].into_iter().chain([0, 2, 3, 8].map(|n| CAPRI[n].1)).collect();
    let own: [(&str, Vec<&str>); 2] = [("", vec![BASE, CAPRI[0].1, CAPRI[8].1, TBC[0].0, TBC[1].0]), ("", others)];
    for (varied, policies) in own.into_iter().chain(variations(args).skip(1).map(|varied| (varied, stated.clone()))) {
        // statements about time are of the named ones
        for (scale, of) in subjects::by_scale(args, |it: &Benchmark| varied.is_empty() || it.is_named())? {
            let batch = Batch { of: &of, policies: &policies, scale: &scale, varied, change: "", interval: 0 };
            found.timed.make(args, gpu(args, varied)?, &batch, store, [&KEPT, &KEPT_TOO])?;
        }
    }
    Ok(())
}
