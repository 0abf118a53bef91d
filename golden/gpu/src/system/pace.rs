//! The choice between one thread and several, by the time that either takes.

use std::time::{Duration, Instant};

/// Cycles of a trial of either way, and the fewest and the most cycles between two trials.
const TRIAL: u32 = 256;
const FEWEST: u32 = 1 << 13;
const MOST: u32 = 1 << 18;

/// The way of a cycle's cores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// One after another, on one thread.
    InTurn,
    /// Side by side, on several.
    SideBySide,
}

/// Chooses cycle by cycle whether cores tick side by side. Both ways have the same results; on a
/// host that is busy with other things several threads can take many times as long as one.
#[derive(Debug)]
pub(crate) struct Pace {
    way: Way,
    /// What the trial of one thread took; `None` outside trials.
    trial: Option<Duration>,
    began: Instant,
    /// Cycles until the next decision.
    left: u32,
    /// Cycles from this decision to the next trial.
    between: u32,
}

impl Pace {
    /// Begins with a trial.
    pub fn new() -> Pace {
        Pace { way: Way::InTurn, trial: Some(Duration::ZERO), began: Instant::now(), left: TRIAL, between: FEWEST }
    }

    /// Decides about the next cycle: whether its cores tick side by side.
    pub fn decide(&mut self) -> bool {
        // a trial of several threads that takes too long is not waited for
        let hopeless = self.way == Way::SideBySide
            && self.trial.is_some_and(|alone| self.left.is_multiple_of(8) && self.began.elapsed() > alone);
        if self.left == 0 || hopeless {
            self.next();
        }
        self.left -= 1;
        self.way == Way::SideBySide
    }

    /// Ends a trial, or the time between two.
    fn next(&mut self) {
        let now = Instant::now();
        let took = now - self.began;
        (self.way, self.trial, self.left) = match (self.way, self.trial) {
            // between two trials
            (_, None) => (Way::InTurn, Some(Duration::ZERO), TRIAL),
            (Way::InTurn, Some(_)) => (Way::SideBySide, Some(took), TRIAL),
            (Way::SideBySide, Some(alone)) if took < alone => {
                self.between = FEWEST;
                (Way::SideBySide, None, self.between)
            }
            (Way::SideBySide, Some(_)) => {
                self.between = (2 * self.between).min(MOST);
                (Way::InTurn, None, self.between)
            }
        };
        self.began = now;
    }
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use super::*;

    /// Runs some cycles, which take these times one after another and side by side; returns how
    /// many were side by side.
    fn side_by_side(pace: &mut Pace, cycles: u32, [alone, together]: [u64; 2]) -> u32 {
        let mut count = 0;
        for _ in 0..cycles {
            let side = pace.decide();
            count += u32::from(side);
            sleep(Duration::from_micros(if side { together } else { alone }));
        }
        count
    }

    #[test]
    fn the_faster_way_is_kept() {
        assert!(side_by_side(&mut Pace::new(), 4 * TRIAL, [300, 1]) > 2 * TRIAL);
        assert!(side_by_side(&mut Pace::new(), 4 * TRIAL, [1, 5000]) <= TRIAL / 8);
    }
}
