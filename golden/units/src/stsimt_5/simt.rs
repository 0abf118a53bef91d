//! The conventional core of STSIMT figure 5a: a warp instruction occupies all execution units, for
//! as many beats as its threads need.

use super::core::Core;

/// A core that issues one warp instruction at a time to an array of lanes that run in lockstep
/// (STSIMT 3.1, table III).
#[derive(Debug, Clone)]
pub struct SimtCore {
    /// Cycles that an instruction occupies the units: threads of a warp / units.
    beats: u64,
    /// Cycles from an instruction to one that needs its result, from issue to issue.
    distance: u64,
    /// The first cycle in which each warp is ready.
    ready: Vec<u64>,
    next: usize,
    free: u64,
    cycle: u64,
}

impl SimtCore {
    /// Creates a core with `beats` cycles an instruction, and `distance` cycles from the issue of
    /// an instruction to that of a dependent one.
    pub fn new(beats: u64, distance: u64, warps: usize) -> Self {
        SimtCore { beats, distance, ready: vec![0; warps], next: 0, free: 0, cycle: 0 }
    }
}

impl Core for SimtCore {
    fn step(&mut self, issuing: bool) -> Option<usize> {
        let count = self.ready.len();
        let ready = |warp: &usize| self.ready[*warp] <= self.cycle;
        let chosen = (0..count).map(|n| (self.next + n) % count).find(ready);
        let chosen = chosen.filter(|_| issuing && self.free <= self.cycle);
        if let Some(warp) = chosen {
            self.next = (warp + 1) % count;
            self.free = self.cycle + self.beats;
            self.ready[warp] = self.cycle + self.distance;
        }
        self.cycle += 1;
        chosen
    }

    fn idle(&self) -> bool {
        self.ready.iter().all(|ready| *ready <= self.cycle)
    }

    fn cycle(&self) -> u64 {
        self.cycle
    }
}
