//! What a profile counts.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use heddle_kernel::analysis::Kind;

use super::path::{Path, Place, count};
use super::warps::Warps;
use crate::study::slp_compaction::PERMUTATIONS;

/// Ranges of the fraction of a CTA's threads that a path has (figures 12 and 13): quarters.
pub const RANGES: usize = 4;

/// Paths of divergent branches, each number by the fraction of the CTA's threads at launch that they have: below a quarter, below a half ...
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Paths {
    /// All of them.
    pub all: [u64; RANGES],
    /// Those that the ideal mechanism compacts.
    pub ideal: [u64; RANGES],
    /// Those that are compacted under each of [`PERMUTATIONS`] (NW_TBC below NW_NoTBC, SLP 3.3).
    pub compacted: [[u64; RANGES]; PERMUTATIONS.len()],
}

impl Paths {
    fn add(&mut self, warps: &Warps, active: u32, threads: u32) {
        let range = (active as usize * RANGES / threads.max(1) as usize).min(RANGES - 1);
        self.all[range] += 1;
        self.ideal[range] += u64::from(warps.ideal < warps.plain);
        for (counts, compacted) in self.compacted.iter_mut().zip(warps.compacted) {
            counts[range] += u64::from(compacted < warps.plain);
        }
    }
}

impl AddAssign<&Paths> for Paths {
    fn add_assign(&mut self, other: &Paths) {
        let add =
            |to: &mut [u64; RANGES], more: &[u64; RANGES]| to.iter_mut().zip(more).for_each(|(to, more)| *to += more);
        add(&mut self.all, &other.all);
        add(&mut self.ideal, &other.ideal);
        self.compacted.iter_mut().zip(&other.compacted).for_each(|(to, more)| add(to, more));
    }
}

/// Instances of branches: executions by one path of a CTA each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Instances {
    /// All threads go the same way.
    pub uniform: u64,
    /// Both sides have threads of the CTA.
    pub divergent: u64,
    /// Divergent ones of which the ideal mechanism compacts a side.
    pub potential: u64,
    /// Their sides that execute something.
    pub running: Paths,
    /// Their sides that start where the two meet.
    pub waiting: Paths,
}

impl AddAssign<&Instances> for Instances {
    fn add_assign(&mut self, other: &Instances) {
        self.uniform += other.uniform;
        self.divergent += other.divergent;
        self.potential += other.potential;
        self.running += &other.running;
        self.waiting += &other.waiting;
    }
}

/// A conditional branch of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Its function.
    pub function: String,
    /// What the static analysis says of it.
    pub fixed: Kind,
    /// Its line in the PTX.
    pub line: u32,
    /// Instances as P-branch and as D-branch.
    pub instances: [Instances; 2],
}

/// The place of a kind in [`Branch::instances`].
pub const fn place(kind: Kind) -> usize {
    match kind {
        Kind::Programmable => 0,
        Kind::Data => 1,
    }
}

/// What a workload does, counted under every mechanism at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    /// CTAs.
    pub ctas: u64,
    /// Threads.
    pub threads: u64,
    /// Warp instructions. What `no-tbc` issues is `plain`; what TBC issues under a permutation is `compacted`.
    pub issued: Warps,
    /// Threads that stood at these instructions: active threads, by the stack's mask.
    pub active: u64,
    /// Threads whose guard held.
    pub effective: u64,
    /// Thread instructions as the executor counts them: threads whose guard held, and all that stood at a branch, an exit or a return.
    pub thread_instructions: u64,
    /// Conditional branches that were executed.
    pub branches: BTreeMap<(u32, u32), Branch>,
}

impl Profile {
    /// Instances of a kind, of all branches.
    pub fn instances(&self, kind: Kind) -> Instances {
        let mut all = Instances::default();
        self.branches.values().for_each(|branch| all += &branch.instances[place(kind)]);
        all
    }

    /// A path is over.
    pub fn add(&mut self, path: &Path) {
        self.issued += path.issued;
        self.active += path.active;
        self.effective += path.effective;
    }

    /// An instance of a branch: its sides, none if all threads go the same way, in a CTA of `threads` threads.
    pub fn instance(&mut self, (function, number): Place, kind: Kind, sides: &[Path], threads: u32) {
        let Some(branch) = self.branches.get_mut(&(function.0, number)) else { return };
        let instances = &mut branch.instances[place(kind)];
        if sides.is_empty() {
            instances.uniform += 1;
            return;
        }
        instances.divergent += 1;
        instances.potential += u64::from(sides.iter().any(|side| side.warps.ideal < side.warps.plain));
        for side in sides {
            let paths = if side.waits { &mut instances.waiting } else { &mut instances.running };
            paths.add(&side.warps, count(&side.rows), threads);
        }
    }
}
