//! What a run of the netlist moves: changes of every net, accesses to every memory.
//!
//! Gates have no delay here, so that a net changes at most once a cycle: glitches are not in it. What counts is where a net has settled before
//! the edge.

/// Activity of a netlist over some cycles.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Activity {
    /// Cycles.
    pub cycles: u64,
    /// Changes of each net.
    pub toggles: Vec<u64>,
    /// Cycles in which each net was high.
    pub high: Vec<u64>,
    /// Cycles in which each memory's ports read and wrote: all ports together.
    pub accesses: Vec<(u64, u64)>,
    /// What the changes of every window weigh.
    pub windows: Vec<f64>,
}

/// What a change of a net weighs, and a read and a write of a memory, for sums over windows of so many cycles.
#[derive(Debug, Clone)]
pub struct Weights {
    /// Of each net.
    pub nets: Vec<f64>,
    /// Of each memory.
    pub memories: Vec<(f64, f64)>,
    /// Cycles of a window.
    pub window: u64,
}

impl Activity {
    /// The same cycles in which nothing changes.
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
