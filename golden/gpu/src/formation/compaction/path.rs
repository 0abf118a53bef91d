//! Paths, where they part, and the dynamic warps that run them.

use heddle_kernel::execute::{DynamicWarp, Outcome};
use smallvec::SmallVec;

use super::unit::Rows;
use crate::core::ids::Slot;

/// A path by its place in its CTA.
pub(super) type PathId = usize;
/// A dynamic warp by its place in its CTA.
pub(super) type WarpNumber = usize;

/// Threads that are to execute the same instructions until they meet others.
#[derive(Debug)]
pub(super) struct Path {
    /// Where they start, or go on after they have met again.
    pub pc: u32,
    /// The instruction before which the path is over.
    pub meets: u32,
    /// Its threads, as far as they are known.
    pub threads: Rows,
    /// All its threads are known.
    pub complete: bool,
    pub origin: Origin,
    /// The path in which it began.
    pub parent: Option<PathId>,
    /// Slots for the warps that run it as a whole.
    pub pool: SmallVec<[Slot; 8]>,
    /// Warps that run it as a whole.
    pub warps: SmallVec<[WarpNumber; 8]>,
    /// The unit has its mask.
    pub coming: bool,
    /// Warps that the unit has made of that mask so far.
    pub came: usize,
    /// Branches that it has executed.
    pub branches: u32,
    /// Branches that some of its threads have come to, and not all.
    pub gathers: Vec<Gather>,
    pub parted: Option<Parted>,
    /// Warps on standby whose threads it has, which go on where it is over.
    pub owners: Vec<WarpNumber>,
    /// Warps that are amid it with their own stacks.
    pub inside: u32,
    /// Warps that have come to its end and wait for the others.
    pub met: u64,
}

/// Where a path comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// The CTA's start.
    Root,
    /// Its threads have parted from those of the parent, which waits for them.
    Side,
    /// Warps went there one by one, with their own stacks (CAPRI).
    Passed,
}

/// A path's threads on their way to one execution of a branch.
#[derive(Debug)]
pub(super) struct Gather {
    /// How many branches the path has executed before.
    pub number: u32,
    pub pc: u32,
    pub reconverge_pc: u32,
    /// They wait for each other; otherwise each warp goes on.
    pub waits: bool,
    /// Threads that have come.
    pub arrived: Rows,
    /// Warps that wait.
    pub held: Vec<WarpNumber>,
    pub sides: SmallVec<[Seen; 2]>,
}

/// Threads that go one way at a branch.
#[derive(Debug)]
pub(super) struct Seen {
    pub pc: u32,
    pub threads: Rows,
    /// Warps with threads among them.
    pub parts: u32,
    /// Their path, where they have gone on.
    pub path: Option<PathId>,
}

/// A path whose threads have parted.
#[derive(Debug)]
pub(super) struct Parted {
    /// Where they meet.
    pub at: u32,
    /// Sides that have not started, the next one last.
    pub todo: Vec<Side>,
    /// Sides that have started and are not over, in this order; all but one wait at barriers.
    pub running: SmallVec<[PathId; 2]>,
    /// The one of them whose warps hold slots.
    pub active: Option<PathId>,
    /// The warps that had parted.
    pub before: Vec<WarpNumber>,
}

/// A side of a branch that is to run.
#[derive(Debug)]
pub(super) struct Side {
    pub pc: u32,
    pub meets: u32,
    pub tag: u8,
    pub threads: Rows,
    /// Warps that had these threads.
    pub parts: u32,
    /// These warps, where they may run as they are.
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
    /// It holds the slot.
    pub bound: bool,
    pub state: Standing,
    /// The path that it runs as a whole.
    pub base: PathId,
    /// The paths that its threads are in, inner ones behind outer ones.
    pub open: SmallVec<[Open; 2]>,
}

/// What a dynamic warp does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is not launched.
    Launching,
    /// It executes, or waits at a barrier.
    Runs,
    /// It has executed a branch, and waits for the other warps of its path.
    Held(Outcome),
    /// Its threads on top of its stack are in other warps.
    Lent,
}

/// Lanes of a dynamic warp that are in a path.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub path: PathId,
    pub lanes: u32,
    pub meets: u32,
    /// Branches of the path that they have executed.
    pub branches: u32,
}

impl Gather {
    /// The side that starts at `pc`.
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

    /// The path that waits for it.
    pub fn waited_for_by(&self) -> Option<PathId> {
        self.parent.filter(|_| self.origin == Origin::Side)
    }
}

impl Warp {
    /// The innermost path that some of its lanes are in.
    pub fn innermost(&mut self, lanes: u32) -> Option<&mut Open> {
        self.open.iter_mut().rev().find(|open| open.lanes & lanes != 0)
    }
    /// It has come to the end of its base path, or has no threads any more.
    pub fn is_over(&self) -> bool {
        self.threads.finished() || self.threads.alive() == 0
    }
    /// It can execute.
    pub fn runs(&self) -> bool {
        match self.state {
            Standing::Launching => true,
            Standing::Runs => !self.threads.waits(),
            Standing::Held(_) | Standing::Lent => false,
        }
    }
}

/// Rows with these lanes more.
pub(super) fn add(rows: &mut Rows, parts: &[(usize, u32)], lanes: u32) {
    for (warp, of_warp) in parts {
        rows[*warp] |= of_warp & lanes;
    }
}

/// Whether there is a thread.
pub(super) fn some(rows: &Rows) -> bool {
    rows.iter().any(|row| *row != 0)
}

/// The lanes of parts that are in rows.
pub(super) fn within(parts: &[(usize, u32)], rows: &Rows) -> Vec<(usize, u32)> {
    let inside = parts.iter().map(|(warp, lanes)| (*warp, lanes & rows[*warp]));
    inside.filter(|(_, lanes)| *lanes != 0).collect()
}
