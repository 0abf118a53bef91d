//! The quantities that SLP's figures show of a profile: SIMD utilisation and compaction rates under
//! each mechanism.

use heddle_golden::slp::permutation::Permutation;
use heddle_gpu::study::slp_profile::PERMUTATIONS;
use heddle_gpu::study::slp_profile::{Instances, Paths, RANGES, Warps};
use heddle_kernel::analysis::Kind;

use super::measurements::{Measurements, Profiled};
use crate::figure::study::mean::arithmetic;

/// Threads of a warp.
const WIDTH: f64 = 32.0;

/// A mechanism that forms warps from the threads of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mechanism {
    /// No compaction: threads stay in their home warps.
    NoTbc,
    /// Compaction under the permutation at this index of [`PERMUTATIONS`]; the first is none.
    Tbc(usize),
    /// As few warps as the threads fit in.
    Ideal,
}

use Mechanism::{Ideal, NoTbc, Tbc};

impl Mechanism {
    /// Returns all mechanisms: compaction without a permutation comes before compaction with one.
    pub fn all() -> impl Iterator<Item = Mechanism> {
        [NoTbc].into_iter().chain(Mechanism::compacting())
    }

    /// Returns the mechanisms that compact.
    pub fn compacting() -> impl Iterator<Item = Mechanism> {
        (0..PERMUTATIONS.len()).map(Tbc).chain([Ideal])
    }

    /// Returns compaction with each permutation.
    pub fn permuting() -> impl Iterator<Item = Mechanism> {
        (1..PERMUTATIONS.len()).map(Tbc)
    }

    /// Returns compaction with the given permutation.
    pub fn with(permutation: Permutation) -> Mechanism {
        Tbc(PERMUTATIONS.iter().position(|it| it.name() == permutation.name()).unwrap_or(0))
    }

    /// Returns the mechanism's name in the paper.
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

    /// Returns the number of paths with fewer warps under the mechanism, by fraction of active
    /// threads.
    pub fn paths(self, paths: &Paths) -> [u64; RANGES] {
        match self {
            NoTbc => [0; RANGES],
            Tbc(at) => paths.compacted[at],
            Ideal => paths.ideal,
        }
    }
}

/// The sides of divergent branches that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// Both sides, also those whose threads wait at the reconvergence point (D171).
    Both,
    /// Only the sides that execute instructions.
    Running,
}

impl Profiled {
    /// Returns the SIMD utilisation: active threads of all lanes of warps that issue, in percent
    /// (figure 3).
    pub fn utilisation(&self, mechanism: Mechanism) -> f64 {
        self.share(self.profile.active, mechanism)
    }

    /// Returns the SIMD utilisation that counts only threads whose guard predicate holds, in
    /// percent.
    pub fn guarded(&self, mechanism: Mechanism) -> f64 {
        self.share(self.profile.effective, mechanism)
    }

    fn share(&self, threads: u64, mechanism: Mechanism) -> f64 {
        100.0 * threads as f64 / (mechanism.warps(&self.profile.issued).max(1) as f64 * WIDTH)
    }

    /// Returns the gain in SIMD utilisation under a mechanism over another one, in percent.
    pub fn gain(&self, mechanism: Mechanism, over: Mechanism) -> f64 {
        100.0 * (self.utilisation(mechanism) / self.utilisation(over) - 1.0)
    }

    /// Returns the counts of executions of one kind's branches.
    pub fn instances(&self, kind: Kind) -> Instances {
        self.profile.instances(kind)
    }

    /// Whether the benchmark has divergent branches of a kind.
    pub fn has(&self, kind: Kind) -> bool {
        self.instances(kind).divergent > 0
    }

    /// Returns the counts of paths of a kind's divergent branches.
    pub fn paths(&self, kind: Kind, sides: Sides) -> Paths {
        let Instances { mut running, waiting, .. } = self.instances(kind);
        if sides == Sides::Both {
            running += &waiting;
        }
        running
    }

    /// Returns the compaction rate, in percent (3.3); `None` if no branch of the kind diverges.
    pub fn rate(&self, kind: Kind, mechanism: Mechanism, sides: Sides) -> Option<f64> {
        let paths = self.paths(kind, sides);
        let sum = |counts: [u64; RANGES]| counts.iter().sum::<u64>() as f64;
        (sum(paths.all) > 0.0).then(|| 100.0 * sum(mechanism.paths(&paths)) / sum(paths.all))
    }

    /// Whether the ideal mechanism compacts a path of this kind.
    pub fn has_potential(&self, kind: Kind) -> bool {
        self.rate(kind, Ideal, Sides::Both).is_some_and(|rate| rate > 0.0)
    }
}

impl Measurements {
    /// Returns the profile of the benchmark with this name; `None` if there is none.
    pub fn named(&self, name: &str) -> Option<&Profiled> {
        self.benchmarks.iter().find(|it| it.benchmark.name == name)
    }

    /// Returns the names of the benchmarks for which a condition holds.
    pub fn those(&self, holds: impl Fn(&Profiled) -> bool) -> Vec<&'static str> {
        self.benchmarks.iter().filter(|it| holds(it)).map(|it| it.benchmark.name).collect()
    }

    /// Returns the mean of a value over the benchmarks that have it.
    pub fn mean(&self, value: impl Fn(&Profiled) -> Option<f64>) -> Option<f64> {
        arithmetic(self.benchmarks.iter().filter_map(value))
    }

    /// Returns the greatest value, and the name of the benchmark that has it.
    pub fn greatest(&self, value: impl Fn(&Profiled) -> Option<f64>) -> Option<(f64, &'static str)> {
        let values = self.benchmarks.iter().filter_map(|it| Some((value(it)?, it.benchmark.name)));
        values.max_by(|a, b| a.0.total_cmp(&b.0))
    }
}

/// Joins names with commas; `none` if there are no names.
pub fn names(names: &[&str]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}
