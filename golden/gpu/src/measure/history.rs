//! Statistics over the time of a run, in at most as many snapshots as a page can show.

use serde::{Deserialize, Serialize};

/// Most snapshots of a run: when there are as many, every second one is left out.
const MOST: usize = 1024;
/// Core cycles between the first snapshots.
const FIRST: u64 = 64;

/// The values of all statistics at one cycle, counted from the beginning of the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Core cycles from the beginning of the run to the snapshot.
    pub cycle: u64,
    /// Values of all statistics, in the order of [`list`](crate::system::list).
    pub statistics: Vec<u64>,
    /// Instructions issued by each core since the beginning of the run.
    pub issued: Vec<u64>,
}

/// The snapshots of a run, in the order of their cycles, at distances that grow with the length of
/// the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    interval: u64,
    due: u64,
    /// The snapshots in the order of their cycles, 1024 at most.
    pub snapshots: Vec<Snapshot>,
}

impl Default for History {
    fn default() -> History {
        History { interval: FIRST, due: FIRST, snapshots: Vec::new() }
    }
}

impl History {
    /// Whether another snapshot is due at this cycle.
    pub(crate) fn is_due(&self, cycle: u64) -> bool {
        cycle >= self.due
    }
    /// Adds a snapshot, if it is later than all others.
    pub(crate) fn take(&mut self, snapshot: Snapshot) {
        if self.snapshots.last().is_some_and(|last| last.cycle >= snapshot.cycle) {
            return;
        }
        let cycle = snapshot.cycle;
        self.snapshots.push(snapshot);
        if self.snapshots.len() == MOST {
            // what a snapshot counts it counts since the beginning: nothing is lost but when
            let mut number = 0;
            self.snapshots.retain(|_| {
                number += 1;
                number % 2 == 0
            });
            self.interval *= 2;
        }
        self.due = cycle + self.interval;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_has_as_many_snapshots_as_fit_and_ends_with_its_last() {
        let mut history = History::default();
        for cycle in 0..10_000_000 {
            if history.is_due(cycle) {
                history.take(Snapshot { cycle, statistics: vec![cycle], issued: vec![] });
            }
        }
        history.take(Snapshot { cycle: 10_000_000, statistics: vec![], issued: vec![] });
        let cycles: Vec<u64> = history.snapshots.iter().map(|snapshot| snapshot.cycle).collect();
        assert!((MOST / 2..MOST).contains(&cycles.len()), "{}", cycles.len());
        assert!(cycles.is_sorted() && cycles.last() == Some(&10_000_000));
        let apart = cycles.windows(2).map(|pair| pair[1] - pair[0]);
        // the last one comes when the run ends
        assert!(
            apart.clone().take(cycles.len() - 2).all(|between| between == 16384),
            "{:?}",
            apart.collect::<Vec<_>>()
        );
    }
}
