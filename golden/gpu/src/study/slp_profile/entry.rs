//! An entry of a CTA's stack of paths, for a path that is not over.

use heddle_contract::slp::MAX;
use heddle_kernel::execute::Outcome;

use super::path::Path;
use super::warps::{Layouts, Rows, Warps};

/// A path that is not over: an entry of a CTA's stack of paths.
pub struct Entry {
    /// The path's number in its CTA.
    pub id: u64,
    /// The number of the path that continues when this one and its siblings are over; `None` for a
    /// CTA's first path.
    pub parent: Option<u64>,
    /// Number of paths that this one waits for.
    pub children: u32,
    /// The next instruction's place in the image.
    pub pc: u32,
    /// The place in the image at which the path ends: the reconvergence point.
    pub meets: u32,
    /// Call depth of the path's code, 0 in the kernel.
    pub calls: usize,
    /// Whether this is the first path of the kernel, or of a called function, which stays until the
    /// function is over.
    pub first: bool,
    /// Whether the path is in a function, where each compacted warp goes its own way, and keeps its
    /// threads.
    pub private: bool,
    /// The threads of the path.
    pub rows: Rows,
    /// The mask from which the path's warps were compacted.
    pub whole: Rows,
    /// Number of warps with threads of the path, under every mechanism.
    pub warps: Warps,
    /// Whether the path is before a barrier that not all threads of the CTA have reached.
    pub at_barrier: bool,
    /// The counts of the path so far.
    pub path: Path,
}

impl Entry {
    /// Creates a path that is to run from `pc` to `meets`, with compacted warps.
    pub fn new(id: u64, parent: Option<u64>, (pc, meets): (u32, u32), path: Path) -> Entry {
        let Path { rows, warps, .. } = path;
        let (children, calls, first, private, at_barrier, whole) = (0, 0, false, false, false, rows);
        Entry { id, parent, children, pc, meets, calls, first, private, rows, whole, warps, at_barrier, path }
    }
    /// Continues the path with other threads, in the warps that it has.
    pub fn keep(&mut self, rows: Rows, layouts: &Layouts) {
        if rows != self.rows {
            self.rows = rows;
            self.warps = layouts.part(&self.rows, &self.whole);
        }
    }
    /// Continues the path with other threads, which are compacted, unless the path is private.
    pub fn compact(&mut self, rows: Rows, layouts: &Layouts) {
        if self.private {
            return self.keep(rows, layouts);
        }
        (self.rows, self.whole) = (rows, rows);
        self.warps = layouts.of(&rows);
    }
}

/// Iterates over the numbers of the home warps that have active threads.
pub fn warps(rows: &Rows) -> impl Iterator<Item = usize> + use<> {
    let rows = *rows;
    (0..MAX).filter(move |warp| rows[*warp] != 0)
}

/// Whether any home warp has active threads.
pub fn some(rows: &Rows) -> bool {
    rows.iter().any(|row| *row != 0)
}

/// The threads of `rows` that are not in `gone`, by home warp.
pub fn without(rows: &Rows, gone: &Rows) -> Rows {
    std::array::from_fn(|warp| rows[warp] & !gone[warp])
}

/// The threads of each home warp that `threads` returns for the warp's outcome.
pub fn named(outcomes: &[(usize, Outcome)], threads: impl Fn(&Outcome) -> u32) -> Rows {
    let mut rows = [0; MAX];
    outcomes.iter().for_each(|(warp, outcome)| rows[*warp] = threads(outcome));
    rows
}
