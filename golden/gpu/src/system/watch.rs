//! What can be watched while a run is made.

use crate::measure::profile::Gauge;

/// Core 0 over an interval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The interval's end, in core cycles.
    pub cycle: u64,
    /// Threads of steps that its lanes executed, by lane.
    pub lanes: Vec<u64>,
    /// At the interval's end: warps in units of one slice, of two, and so on, as the ganging unit's reading port had each set last (VWS 6.6). Empty without
    /// such a unit.
    pub units: Vec<u64>,
}

/// What happens where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A CTA was given to a core.
    Started {
        /// Core cycle.
        cycle: u64,
        /// Which core.
        core: usize,
        /// Its place in the grid.
        cta: [u32; 3],
    },
    /// Warps of a CTA got slots: under virtual threads it became active.
    CameIn {
        /// Core cycle.
        cycle: u64,
        /// Which core.
        core: usize,
        /// Its place in the grid.
        cta: [u32; 3],
    },
    /// Warps of a CTA lost their slots: it stays on the core, inactive.
    WentOut {
        /// Core cycle.
        cycle: u64,
        /// Which core.
        core: usize,
        /// Its place in the grid.
        cta: [u32; 3],
    },
    /// A CTA has ended.
    Ended {
        /// Core cycle.
        cycle: u64,
        /// Which core.
        core: usize,
        /// Its place in the grid.
        cta: [u32; 3],
    },
}

/// Watches a run while it is made.
pub trait Watch {
    /// Instants of the simulation between two calls of [`progress`](Watch::progress).
    fn every(&self) -> u64 {
        1 << 12
    }
    /// From time to time: core cycles and warp instructions so far, the part of this grid's CTAs that have ended. Whether to go on.
    fn progress(&mut self, cycles: u64, instructions: u64, done: f64) -> bool {
        let _ = (cycles, instructions, done);
        true
    }
    /// Something happened.
    fn event(&mut self, event: &Event) {
        let _ = event;
    }
    /// A grid begins.
    fn grid(&mut self, cycle: u64, kernel: &str) {
        let _ = (cycle, kernel);
    }
    /// Where the run shows which component is at work, if somebody wants to know.
    fn gauge(&mut self) -> Option<Gauge> {
        None
    }
}

/// Watches nothing.
impl Watch for () {}
