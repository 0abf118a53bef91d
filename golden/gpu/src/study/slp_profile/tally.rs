//! The counts of a profile: branches, their instances and their paths.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use heddle_kernel::analysis::Kind;

use super::path::{Path, Place, count};
use super::warps::{PERMUTATIONS, Warps};

/// Number of ranges for the fraction of a CTA's threads that are on a path (figures 12 and 13):
/// quarters.
pub const RANGES: usize = 4;

/// Counts of the paths of divergent branches, by the fraction of the CTA's threads on the path:
/// below a quarter, below a half ... The fraction is of the threads at launch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Paths {
    /// Number of all paths, by range.
    pub all: [u64; RANGES],
    /// Number of paths that the ideal mechanism compacts, by range.
    pub ideal: [u64; RANGES],
    /// Number of paths that are compacted under each of [`PERMUTATIONS`] (NW_TBC below NW_NoTBC,
    /// SLP 3.3), by range.
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

/// Counts of the instances of a branch; an instance is its execution by one path of a CTA.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Instances {
    /// Number of instances in which all threads go the same way.
    pub uniform: u64,
    /// Number of instances in which both sides have threads of the CTA.
    pub divergent: u64,
    /// Number of divergent instances of which the ideal mechanism compacts a side.
    pub potential: u64,
    /// Sides of divergent instances that execute instructions.
    pub running: Paths,
    /// Sides of divergent instances that start at the reconvergence point, and execute nothing.
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

/// A conditional branch of the program, with the counts of its instances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// The name of the branch's function.
    pub function: String,
    /// The kind of the branch by static analysis: P-branch or D-branch.
    pub fixed: Kind,
    /// The branch's line in the PTX.
    pub line: u32,
    /// Counts of the instances as P-branch and as D-branch, by [`place`].
    pub instances: [Instances; 2],
}

/// The index of a kind of branch in [`Branch::instances`].
pub const fn place(kind: Kind) -> usize {
    match kind {
        Kind::Programmable => 0,
        Kind::Data => 1,
    }
}

/// The profile of a workload: warp instructions and branches, counted under every compaction
/// mechanism at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    /// Number of CTAs.
    pub ctas: u64,
    /// Number of threads of all CTAs.
    pub threads: u64,
    /// Number of warp instructions: `plain` for policy `no-tbc`, `compacted` for TBC under each
    /// permutation.
    pub issued: Warps,
    /// Active threads by the stack's mask, summed over all instructions.
    pub active: u64,
    /// Threads whose guard held, summed over all instructions: the thread instructions.
    pub effective: u64,
    /// Conditional branches that the kernels can reach, by function and number of the instruction.
    pub branches: BTreeMap<(u32, u32), Branch>,
}

impl Profile {
    /// Returns the counts of all branches' instances of a kind.
    pub fn instances(&self, kind: Kind) -> Instances {
        let mut all = Instances::default();
        self.branches.values().for_each(|branch| all += &branch.instances[place(kind)]);
        all
    }

    /// Adds the counts of a path that is over.
    pub fn add(&mut self, path: &Path) {
        self.issued += path.issued;
        self.active += path.active;
        self.effective += path.effective;
    }

    /// Adds the counts of one execution of a branch by a path of a CTA of `threads` threads;
    /// `sides` are the paths from it, none if all threads go the same way.
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
