//! A grid to run, or the part of its CTAs that a GPU simulates.

use std::ops::Range;

use crate::execute::Launch;
use crate::program::FunctionId;

/// A grid to run: a kernel and its launch parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// The kernel of the grid.
    pub kernel: FunctionId,
    /// The launch parameters.
    pub launch: Launch,
    /// The CTAs that a GPU simulates, by number, x fastest.
    pub ctas: Range<u64>,
}

impl Grid {
    /// Creates a grid of all CTAs of a launch.
    pub fn new(kernel: FunctionId, launch: Launch) -> Grid {
        let ctas = 0..launch.ctas();
        Grid { kernel, launch, ctas }
    }
}
