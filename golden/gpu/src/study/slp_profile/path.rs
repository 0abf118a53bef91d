//! A path: threads of a CTA that execute the same instructions until they meet the others again.

use heddle_kernel::analysis::Kind;
use heddle_kernel::program::FunctionId;

use super::warps::{Rows, Warps};

/// An instruction of a function of the executed program.
pub type Place = (FunctionId, u32);

/// Which way from its branch a path leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Where the branch goes.
    Taken,
    /// To the instruction behind the branch.
    NotTaken,
    /// To this instruction, by a table.
    Case(u32),
}

/// What a path was, when it is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The branch at which its threads parted from others, and its side there; none of the path that a CTA starts with.
    pub branch: Option<(Place, Side)>,
    /// What the branch was that time: a D-branch if the condition of any thread depended on data.
    pub kind: Kind,
    /// Its threads at the start.
    pub rows: Rows,
    /// Warps of them.
    pub warps: Warps,
    /// It starts where the sides of its branch meet: its threads wait, and execute nothing.
    pub waits: bool,
    /// Instructions that it has executed.
    pub instructions: u64,
    /// Warp instructions of them.
    pub issued: Warps,
    /// Threads that stood at these instructions.
    pub active: u64,
    /// Threads whose guard held.
    pub effective: u64,
}

impl Path {
    /// A path that is to start.
    pub fn new(branch: Option<(Place, Side)>, kind: Kind, rows: Rows, warps: Warps) -> Path {
        let issued = Warps::default();
        Path { branch, kind, rows, warps, waits: false, instructions: 0, issued, active: 0, effective: 0 }
    }
}

/// Threads of some rows.
pub fn count(rows: &Rows) -> u32 {
    rows.iter().map(|row| row.count_ones()).sum()
}
