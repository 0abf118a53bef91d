//! The state that every kind of core has, whatever chooses its warps: its number, its status for
//! the GPU, and the cycles that it has counted.

use crate::base::SimError;
use crate::measure::profile::Gauge;

/// Status of a core, which the rest of the GPU reads between the core's cycles.
#[derive(Debug)]
pub(crate) struct Status {
    /// Next cycle in which the core has something to do.
    pub wake: u64,
    /// Whether a resource was freed since the last CTA found no place.
    pub open: bool,
    /// CTAs that ended and were not reported yet.
    pub ended: Vec<[u32; 3]>,
    /// CTAs that lost or got their slots amid their work, and were not reported yet; whether they
    /// got them.
    pub swapped: Vec<([u32; 3], bool)>,
    /// Cycle in which the core last executed something.
    pub moved: u64,
    /// Number of threads of steps issued to each lane.
    pub lane_threads: Vec<u64>,
    /// Warps in units of one slice, of two, and so on, as the ganging unit's reading port showed
    /// them last; empty on other cores.
    pub units: Vec<u64>,
}

/// The part of a core's status that is read after each of its cycles. It is copied, so that a
/// core's own cache lines stay with the thread that simulates it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Shown {
    /// As [`Status::wake`].
    pub wake: u64,
    /// As [`Status::open`].
    pub open: bool,
    /// Whether CTAs have ended, lost or got their slots, and were not reported yet.
    pub reports: bool,
}

impl Status {
    /// Returns what is read after each cycle.
    pub fn shown(&self) -> Shown {
        Shown { wake: self.wake, open: self.open, reports: !self.ended.is_empty() || !self.swapped.is_empty() }
    }
}

/// The part of a core's state that the rest of the GPU reads. By its alignment a core shares no
/// cache line with the next one, which another thread may simulate.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct Frame {
    /// Number of the core in the GPU.
    pub number: usize,
    pub status: Status,
    /// Gauge on which the core shows the component at work.
    pub gauge: Gauge,
    /// First cycle that is not counted yet.
    counted: u64,
}

impl Frame {
    /// Creates the frame of core `number`, whose datapath has `lanes` lanes; `open`: it has room
    /// for CTAs.
    pub fn new(number: usize, gauge: Gauge, lanes: usize, open: bool) -> Frame {
        let (ended, swapped, units) = (Vec::new(), Vec::new(), Vec::new());
        let status = Status { wake: u64::MAX, open, ended, swapped, moved: 0, lane_threads: vec![0; lanes], units };
        Frame { number, status, gauge, counted: 0 }
    }
    /// Returns the number of cycles before `now` that are not counted yet, and marks them as
    /// counted.
    pub fn pass(&mut self, now: u64) -> u64 {
        let cycles = now.saturating_sub(self.counted);
        self.counted += cycles;
        cycles
    }
    /// Returns the error that a unit of the core computed something wrong: `what`, with the cycle
    /// and the core's number.
    pub fn wrong(&self, now: u64, what: &str) -> SimError {
        SimError::Wrong { cycle: now, what: format!("core {}: {what}", self.number) }
    }
}
