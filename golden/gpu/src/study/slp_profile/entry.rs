//! An entry of a CTA's stack of paths.

use heddle_contract::slp::MAX;
use heddle_kernel::execute::Outcome;

use super::path::Path;
use super::warps::{Layouts, Rows, Warps};

/// A path that is not over.
pub struct Entry {
    /// Its number in its CTA.
    pub id: u64,
    /// The path that goes on when this one and its siblings are over.
    pub parent: Option<u64>,
    /// Paths that this one waits for.
    pub children: u32,
    /// The next instruction's place in the image.
    pub pc: u32,
    /// The place at which it ends.
    pub meets: u32,
    /// Calls that its code is in.
    pub calls: usize,
    /// The first path of the kernel, or of a called function: it stays until the function is over.
    pub first: bool,
    /// In a function: each compacted warp goes its own way there, and keeps its threads.
    pub private: bool,
    /// Its threads.
    pub rows: Rows,
    /// The mask that its warps were compacted of.
    pub whole: Rows,
    /// Warps with its threads.
    pub warps: Warps,
    /// It stands before a barrier, which not all threads of the CTA have come to.
    pub at_barrier: bool,
    /// What is known of it.
    pub path: Path,
}

impl Entry {
    /// A path that is to run from `pc` to `meets`, compacted.
    pub fn new(id: u64, parent: Option<u64>, (pc, meets): (u32, u32), path: Path) -> Entry {
        let Path { rows, warps, .. } = path;
        let (children, calls, first, private, at_barrier, whole) = (0, 0, false, false, false, rows);
        Entry { id, parent, children, pc, meets, calls, first, private, rows, whole, warps, at_barrier, path }
    }
    /// It goes on with other threads, as the warps that it has.
    pub fn keep(&mut self, rows: Rows, layouts: &Layouts) {
        if rows != self.rows {
            self.rows = rows;
            self.warps = layouts.part(&self.rows, &self.whole);
        }
    }
    /// It goes on with other threads, which are compacted, unless it is private.
    pub fn compact(&mut self, rows: Rows, layouts: &Layouts) {
        if self.private {
            return self.keep(rows, layouts);
        }
        (self.rows, self.whole) = (rows, rows);
        self.warps = layouts.of(&rows);
    }
}

/// Home warps that have threads.
pub fn warps(rows: &Rows) -> impl Iterator<Item = usize> + use<> {
    let rows = *rows;
    (0..MAX).filter(move |warp| rows[*warp] != 0)
}

/// Whether there are threads.
pub fn some(rows: &Rows) -> bool {
    rows.iter().any(|row| *row != 0)
}

/// The threads that are not among `gone`.
pub fn without(rows: &Rows, gone: &Rows) -> Rows {
    std::array::from_fn(|warp| rows[warp] & !gone[warp])
}

/// The threads that outcomes of home warps name.
pub fn named(outcomes: &[(usize, Outcome)], threads: impl Fn(&Outcome) -> u32) -> Rows {
    let mut rows = [0; MAX];
    outcomes.iter().for_each(|(warp, outcome)| rows[*warp] = threads(outcome));
    rows
}
