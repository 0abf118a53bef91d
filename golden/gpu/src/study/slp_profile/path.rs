//! A path: threads of a CTA that execute the same instructions until they reconverge with the
//! others.

use heddle_kernel::analysis::Kind;
use heddle_kernel::program::FunctionId;

use super::warps::{Rows, Warps};

/// An instruction of the executed program: its function, and its number there.
pub type Place = (FunctionId, u32);

/// The side of a branch that a path follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The taken side, at the branch's target.
    Taken,
    /// The not-taken side, at the instruction behind the branch.
    NotTaken,
    /// A case of a branch by table, at this instruction.
    Case(u32),
}

/// A path of a CTA, with its counts: threads between a branch and its reconvergence point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The branch at which the path's threads diverged, and their side of it; `None` for the path
    /// that a CTA starts with.
    pub branch: Option<(Place, Side)>,
    /// The kind of the branch in this instance: a D-branch if the condition of any thread depended
    /// on data.
    pub kind: Kind,
    /// The path's threads at its start.
    pub rows: Rows,
    /// Number of warps of these threads, under every mechanism.
    pub warps: Warps,
    /// Whether the path starts at its branch's reconvergence point: its threads wait, and execute
    /// nothing.
    pub waits: bool,
    /// Number of instructions that the path has executed.
    pub instructions: u64,
    /// Number of warp instructions that the path has issued, under every mechanism.
    pub issued: Warps,
    /// Active threads, summed over the path's instructions.
    pub active: u64,
    /// Threads whose guard held, summed over the path's instructions.
    pub effective: u64,
}

impl Path {
    /// Creates a path at its start, with all counts zero.
    pub fn new(branch: Option<(Place, Side)>, kind: Kind, rows: Rows, warps: Warps) -> Path {
        let issued = Warps::default();
        Path { branch, kind, rows, warps, waits: false, instructions: 0, issued, active: 0, effective: 0 }
    }
}

/// Number of active threads of all home warps.
pub fn count(rows: &Rows) -> u32 {
    rows.iter().map(|row| row.count_ones()).sum()
}
