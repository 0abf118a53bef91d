//! The interface of a core's model that runs the micro-benchmark of STSIMT 5.2.

/// A model of a core that runs the micro-benchmark of STSIMT 5.2.
pub trait Core {
    /// Simulates one cycle and returns the warp that issued an instruction, if any; without
    /// `issuing` none does.
    fn step(&mut self, issuing: bool) -> Option<usize>;
    /// Whether no instruction is in flight.
    fn idle(&self) -> bool;
    /// Cycles simulated so far.
    fn cycle(&self) -> u64;
}
