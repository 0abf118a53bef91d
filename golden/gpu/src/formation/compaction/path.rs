//! Paths, their divergence, and the dynamic warps that run them.

use heddle_kernel::execute::{DynamicWarp, Outcome};
use smallvec::SmallVec;

use super::unit::Rows;
use crate::base::ids::Slot;

/// A path by its place in its CTA.
pub(super) type PathId = usize;
/// A dynamic warp by its place in its CTA.
pub(super) type WarpNumber = usize;

/// A path: threads that are to execute the same instructions until they reconverge with others.
#[derive(Debug)]
pub(super) struct Path {
    /// Place of the instruction at which the threads start, or go on after they have reconverged.
    pub pc: u32,
    /// Place of the instruction before which the path is over.
    pub meets: u32,
    /// Threads of the path, as far as they are known.
    pub threads: Rows,
    /// Whether all threads of the path are known.
    pub complete: bool,
    pub origin: Origin,
    /// Path in which this path began.
    pub parent: Option<PathId>,
    /// Slots for the warps that run the path as a whole.
    pub pool: SmallVec<[Slot; 8]>,
    /// Warps that run the path as a whole.
    pub warps: SmallVec<[WarpNumber; 8]>,
    /// Whether the path's mask is in the unit.
    pub coming: bool,
    /// Number of warps that the unit has made of the mask so far.
    pub came: usize,
    /// Number of branches that the path has executed.
    pub branches: u32,
    /// Branches that some of the path's threads have come to, and not all.
    pub gathers: Vec<Gather>,
    pub parted: Option<Parted>,
    /// Warps on standby that own the path's threads, and go on where the path is over.
    pub owners: Vec<WarpNumber>,
    /// Number of warps that are amid the path with their own stacks.
    pub inside: u32,
    /// Number of warps that have come to the path's end and wait for the others.
    pub met: u64,
}

/// Origin of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// The path starts with the CTA.
    Root,
    /// The path's threads diverged from those of the parent, which waits for them.
    Side,
    /// Warps entered the path one by one, with their own stacks (CAPRI).
    Passed,
}

/// The threads of a path on their way to one execution of a branch.
#[derive(Debug)]
pub(super) struct Gather {
    /// Number of branches that the path has executed before.
    pub number: u32,
    pub pc: u32,
    pub reconverge_pc: u32,
    /// Whether the warps wait for each other; otherwise each goes on.
    pub waits: bool,
    /// Threads that have come to the branch.
    pub arrived: Rows,
    /// Warps that wait at the branch.
    pub held: Vec<WarpNumber>,
    pub sides: SmallVec<[Seen; 2]>,
}

/// Threads that go one way at a branch.
#[derive(Debug)]
pub(super) struct Seen {
    pub pc: u32,
    pub threads: Rows,
    /// Number of warps with threads on this side.
    pub parts: u32,
    /// Path of the threads, where they have gone on.
    pub path: Option<PathId>,
}

/// Divergence of a path: its sides and the order in which they run.
#[derive(Debug)]
pub(super) struct Parted {
    /// Reconvergence point of the sides.
    pub at: u32,
    /// Sides that have not started, the next one last.
    pub todo: Vec<Side>,
    /// Sides that have started and are not over, in this order; all but one wait at barriers.
    pub running: SmallVec<[PathId; 2]>,
    /// The running side whose warps hold slots.
    pub active: Option<PathId>,
    /// Warps of the path before it diverged.
    pub before: Vec<WarpNumber>,
}

/// A side of a branch that is to run.
#[derive(Debug)]
pub(super) struct Side {
    pub pc: u32,
    pub meets: u32,
    pub tag: u8,
    pub threads: Rows,
    /// Number of warps that had the side's threads before.
    pub parts: u32,
    /// The threads of each of these warps, where they may run as they are.
    pub pieces: Vec<Piece>,
    pub verdict: usize,
}

/// Threads of one dynamic warp on one side of a branch.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub parts: Vec<(usize, u32)>,
    pub slot: Slot,
}

/// A dynamic warp of a CTA.
#[derive(Debug)]
pub(super) struct Warp {
    pub threads: DynamicWarp,
    pub slot: Slot,
    /// Whether the warp holds its slot.
    pub bound: bool,
    pub state: Standing,
    /// Path that the warp runs as a whole.
    pub base: PathId,
    /// Paths that the warp's threads are in, inner ones behind outer ones.
    pub open: SmallVec<[Open; 2]>,
}

/// State of a dynamic warp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// The warp is not launched yet.
    Launching,
    /// The warp executes, or waits at a barrier.
    Runs,
    /// The warp has executed a branch, and waits for the other warps of its path.
    Held(Outcome),
    /// The threads on top of the warp's stack are in other warps.
    Lent,
}

/// Lanes of a dynamic warp that are in a path.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub path: PathId,
    pub lanes: u32,
    pub meets: u32,
    /// Number of branches of the path that the lanes have executed.
    pub branches: u32,
}

impl Gather {
    /// Returns the side that starts at `pc`; adds it if need be.
    pub fn side(&mut self, pc: u32) -> &mut Seen {
        let at = self.sides.iter().position(|side| side.pc == pc).unwrap_or_else(|| {
            self.sides.push(Seen { pc, threads: [0; 32], parts: 0, path: None });
            self.sides.len() - 1
        });
        &mut self.sides[at]
    }
}

impl Path {
    pub fn new(origin: Origin, parent: Option<PathId>, pc: u32, meets: u32) -> Path {
        Path {
            pc,
            meets,
            threads: [0; 32],
            complete: origin != Origin::Passed,
            origin,
            parent,
            pool: SmallVec::new(),
            warps: SmallVec::new(),
            coming: false,
            came: 0,
            branches: 0,
            gathers: Vec::new(),
            parted: None,
            owners: Vec::new(),
            inside: 0,
            met: 0,
        }
    }

    /// Returns the path that waits for this path; `None` if none does.
    pub fn waited_for_by(&self) -> Option<PathId> {
        self.parent.filter(|_| self.origin == Origin::Side)
    }
}

impl Warp {
    /// Returns the innermost path that some of the lanes are in; `None` if there is none.
    pub fn innermost(&mut self, lanes: u32) -> Option<&mut Open> {
        self.open.iter_mut().rev().find(|open| open.lanes & lanes != 0)
    }
    /// Whether the warp has come to the end of its base path, or has no threads any more.
    pub fn is_over(&self) -> bool {
        self.threads.finished() || self.threads.alive() == 0
    }
    /// Whether the warp can execute.
    pub fn runs(&self) -> bool {
        match self.state {
            Standing::Launching => true,
            Standing::Runs => !self.threads.waits(),
            Standing::Held(_) | Standing::Lent => false,
        }
    }
}

/// Adds the threads of parts in these lanes to rows.
pub(super) fn add(rows: &mut Rows, parts: &[(usize, u32)], lanes: u32) {
    for (warp, of_warp) in parts {
        rows[*warp] |= of_warp & lanes;
    }
}

/// Whether the rows have a thread.
pub(super) fn some(rows: &Rows) -> bool {
    rows.iter().any(|row| *row != 0)
}

/// Returns the lanes of parts that are in rows.
pub(super) fn within(parts: &[(usize, u32)], rows: &Rows) -> Vec<(usize, u32)> {
    let inside = parts.iter().map(|(warp, lanes)| (*warp, lanes & rows[*warp]));
    inside.filter(|(_, lanes)| *lanes != 0).collect()
}
