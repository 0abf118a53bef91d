//! What figures show of a profile: SIMD utilisation and compaction rates under each mechanism.

use heddle_golden::slp::permutation::Permutation;
use heddle_gpu::study::slp_compaction::PERMUTATIONS;
use heddle_gpu::study::slp_profile::{Instances, Paths, RANGES, Warps};
use heddle_kernel::analysis::Kind;

use super::found::{Found, Profiled};
use crate::figure::study::mean::arithmetic;

/// Threads of a warp.
const WIDTH: f64 = 32.0;

/// How warps are made of a path's threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mechanism {
    /// Home warps.
    NoTbc,
    /// Compacted warps, under the permutation of this place in [`PERMUTATIONS`]; the first is none.
    Tbc(usize),
    /// As few as the threads fit in.
    Ideal,
}

use Mechanism::{Ideal, NoTbc, Tbc};

impl Mechanism {
    /// All of them, compaction without a permutation before compaction with one.
    pub fn all() -> impl Iterator<Item = Mechanism> {
        [NoTbc].into_iter().chain(Mechanism::compacting())
    }

    /// Those that compact.
    pub fn compacting() -> impl Iterator<Item = Mechanism> {
        (0..PERMUTATIONS.len()).map(Tbc).chain([Ideal])
    }

    /// Compaction with each permutation.
    pub fn permuting() -> impl Iterator<Item = Mechanism> {
        (1..PERMUTATIONS.len()).map(Tbc)
    }

    /// Compaction with a permutation.
    pub fn with(permutation: Permutation) -> Mechanism {
        Tbc(PERMUTATIONS.iter().position(|it| it.name() == permutation.name()).unwrap_or(0))
    }

    /// As the paper calls it.
    pub fn name(self) -> &'static str {
        match self {
            NoTbc => "No_TBC",
            Tbc(0) => "TBC",
            Tbc(at) => PERMUTATIONS[at].name(),
            Ideal => "ideal",
        }
    }

    fn warps(self, warps: &Warps) -> u64 {
        match self {
            NoTbc => warps.plain,
            Tbc(at) => warps.compacted[at],
            Ideal => warps.ideal,
        }
    }

    /// The paths that it leaves fewer warps of, by the fraction of active threads.
    pub fn paths(self, paths: &Paths) -> [u64; RANGES] {
        match self {
            NoTbc => [0; RANGES],
            Tbc(at) => paths.compacted[at],
            Ideal => paths.ideal,
        }
    }
}

/// Both sides of divergent branches; or those alone that execute something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// Also those that wait where the sides meet (D171).
    Both,
    /// Those that execute something.
    Running,
}

impl Profiled {
    /// SIMD utilisation: active threads of all lanes of warps that issue, in percent (figure 3).
    pub fn utilisation(&self, mechanism: Mechanism) -> f64 {
        self.share(self.profile.active, mechanism)
    }

    /// The same of threads whose guard holds.
    pub fn guarded(&self, mechanism: Mechanism) -> f64 {
        self.share(self.profile.effective, mechanism)
    }

    fn share(&self, threads: u64, mechanism: Mechanism) -> f64 {
        100.0 * threads as f64 / (mechanism.warps(&self.profile.issued).max(1) as f64 * WIDTH)
    }

    /// How much more it is than under another mechanism, in percent.
    pub fn gain(&self, mechanism: Mechanism, over: Mechanism) -> f64 {
        100.0 * (self.utilisation(mechanism) / self.utilisation(over) - 1.0)
    }

    /// Instances of a kind's branches.
    pub fn instances(&self, kind: Kind) -> Instances {
        self.profile.instances(kind)
    }

    /// Whether branches of a kind part threads.
    pub fn has(&self, kind: Kind) -> bool {
        self.instances(kind).divergent > 0
    }

    /// Paths of a kind's divergent branches.
    pub fn paths(&self, kind: Kind, sides: Sides) -> Paths {
        let Instances { mut running, waiting, .. } = self.instances(kind);
        if sides == Sides::Both {
            running += &waiting;
        }
        running
    }

    /// The compaction rate, in percent (3.3); none where the kind parts no threads.
    pub fn rate(&self, kind: Kind, mechanism: Mechanism, sides: Sides) -> Option<f64> {
        let paths = self.paths(kind, sides);
        let sum = |counts: [u64; RANGES]| counts.iter().sum::<u64>() as f64;
        (sum(paths.all) > 0.0).then(|| 100.0 * sum(mechanism.paths(&paths)) / sum(paths.all))
    }

    /// Whether the ideal mechanism compacts a path of a kind.
    pub fn has_potential(&self, kind: Kind) -> bool {
        self.rate(kind, Ideal, Sides::Both).is_some_and(|rate| rate > 0.0)
    }
}

impl Found {
    /// A benchmark by its name.
    pub fn named(&self, name: &str) -> Option<&Profiled> {
        self.benchmarks.iter().find(|it| it.benchmark.name == name)
    }

    /// The names of benchmarks of which something holds.
    pub fn those(&self, holds: impl Fn(&Profiled) -> bool) -> Vec<&'static str> {
        self.benchmarks.iter().filter(|it| holds(it)).map(|it| it.benchmark.name).collect()
    }

    /// The mean of a value over benchmarks that have it.
    pub fn mean(&self, value: impl Fn(&Profiled) -> Option<f64>) -> Option<f64> {
        arithmetic(self.benchmarks.iter().filter_map(value))
    }

    /// The greatest value, and whose it is.
    pub fn greatest(&self, value: impl Fn(&Profiled) -> Option<f64>) -> Option<(f64, &'static str)> {
        let values = self.benchmarks.iter().filter_map(|it| Some((value(it)?, it.benchmark.name)));
        values.max_by(|a, b| a.0.total_cmp(&b.0))
    }
}

/// Names, or that there are none.
pub fn names(names: &[&str]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// A value with one digit, or a dash.
pub fn shown(value: Option<f64>) -> String {
    value.map_or("-".into(), |value| format!("{value:.1}"))
}
