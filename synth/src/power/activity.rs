//! Switching activity of a run: changes of every net, accesses to every memory.
//!
//! Gates have no delay here, so that a net changes at most once a cycle: glitches are not counted.
//! The value of a net is the settled one before the edge.

/// Switching activity of a netlist over a number of cycles.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Activity {
    /// Number of cycles.
    pub cycles: u64,
    /// Number of changes of each net.
    pub toggles: Vec<u64>,
    /// Number of cycles in which each net was high.
    pub high: Vec<u64>,
    /// Number of reads and of writes of each memory, over all its ports.
    pub accesses: Vec<(u64, u64)>,
    /// Weighted sum of the changes and accesses in each window.
    pub windows: Vec<f64>,
}

/// Weights of a net's change and of a memory's reads and writes, for sums over windows of cycles.
#[derive(Debug, Clone)]
pub struct Weights {
    /// Weight of a change of each net.
    pub nets: Vec<f64>,
    /// Weights of a read and of a write of each memory.
    pub memories: Vec<(f64, f64)>,
    /// Length of a window, in cycles.
    pub window: u64,
}

impl Activity {
    /// Returns an activity of the same cycles in which nothing changes.
    pub fn idle(&self) -> Activity {
        let still = |_: &u64| 0;
        Activity {
            toggles: self.toggles.iter().map(still).collect(),
            accesses: vec![(0, 0); self.accesses.len()],
            windows: Vec::new(),
            ..self.clone()
        }
    }
}
