//! Observation of a run during the simulation: progress, events and samples.

use crate::measure::profile::Gauge;

/// The activity of core 0 over an interval of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The interval's end, in core cycles.
    pub cycle: u64,
    /// Threads of the steps that each lane of core 0 executed in the interval, added up.
    pub lanes: Vec<u64>,
    /// Warps in units of one slice, of two, and so on, at the interval's end; empty without a
    /// ganging unit. The counts are as the ganging unit's reading port had each set last (VWS 6.6).
    pub units: Vec<u64>,
}

/// An event of a CTA on a core: its start, its end, or a swap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A CTA was dispatched to a core.
    Started {
        /// Core cycle of the event.
        cycle: u64,
        /// Number of the core.
        core: usize,
        /// The CTA's place in the grid.
        cta: [u32; 3],
    },
    /// Warps of a CTA got slots; under virtual threads the CTA became active.
    CameIn {
        /// Core cycle of the event.
        cycle: u64,
        /// Number of the core.
        core: usize,
        /// The CTA's place in the grid.
        cta: [u32; 3],
    },
    /// Warps of a CTA lost their slots; the CTA stays on the core, inactive.
    WentOut {
        /// Core cycle of the event.
        cycle: u64,
        /// Number of the core.
        core: usize,
        /// The CTA's place in the grid.
        cta: [u32; 3],
    },
    /// A CTA has ended.
    Ended {
        /// Core cycle of the event.
        cycle: u64,
        /// Number of the core.
        core: usize,
        /// The CTA's place in the grid.
        cta: [u32; 3],
    },
}

/// An observer of a run, called during the simulation.
pub trait Watch {
    /// Number of simulated instants between two calls of [`progress`](Watch::progress).
    fn every(&self) -> u64 {
        1 << 12
    }
    /// Receives core cycles and warp instructions so far, and the fraction of the grid's CTAs that
    /// have ended; returns whether the run goes on.
    fn progress(&mut self, cycles: u64, instructions: u64, done: f64) -> bool {
        let _ = (cycles, instructions, done);
        true
    }
    /// Receives, before a call of [`progress`](Watch::progress), the part of the threads' time so
    /// far in which they waited for the others at the end of a cycle; of several threads alone.
    fn idle(&mut self, part: f64) {
        let _ = part;
    }
    /// Receives an event of a CTA on a core.
    fn event(&mut self, event: &Event) {
        let _ = event;
    }
    /// Receives the begin of a grid: its first core cycle and its kernel.
    fn grid(&mut self, cycle: u64, kernel: &str) {
        let _ = (cycle, kernel);
    }
    /// The gauge on which the run is to show the component at work; `None` if it is of no interest.
    fn gauge(&mut self) -> Option<Gauge> {
        None
    }
}

/// An observer that ignores everything, and never stops a run.
impl Watch for () {}
