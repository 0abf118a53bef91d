//! Predictor of branches at which compaction is worth the wait (CAPRI, SLP 2.3).

use std::collections::VecDeque;

/// Predictor that says whether the warps of a path wait for each other at a branch.
#[derive(Debug)]
pub(crate) enum Predictor {
    /// The same prediction for every branch.
    Always(bool),
    /// One bit a branch: whether compaction was adequate when the branch was last executed.
    LastTime {
        /// Prediction by the branch's place in the image, the oldest entry first.
        table: VecDeque<(u32, bool)>,
        entries: usize,
        /// Prediction for a branch that has no entry.
        first: bool,
    },
}

impl Predictor {
    /// Creates a predictor that repeats the last outcome of each branch, from a table of `entries`
    /// branches; `first`: warps wait at a branch without an entry.
    pub fn of_last_time(entries: usize, first: bool) -> Predictor {
        Predictor::LastTime { table: VecDeque::new(), entries, first }
    }

    /// Whether warps wait at a branch.
    pub fn waits(&self, branch: u32) -> bool {
        match self {
            Predictor::Always(waits) => *waits,
            Predictor::LastTime { table, first, .. } => {
                table.iter().find(|(known, _)| *known == branch).map_or(*first, |(_, waits)| *waits)
            }
        }
    }

    /// Updates the entry of a branch: whether compaction was worth it there.
    pub fn learn(&mut self, branch: u32, adequate: bool) {
        let Predictor::LastTime { table, entries, .. } = self else { return };
        if let Some((_, waits)) = table.iter_mut().find(|(known, _)| *known == branch) {
            *waits = adequate;
            return;
        }
        if table.len() == *entries {
            table.pop_front();
        }
        table.push_back((branch, adequate));
    }

    /// Clears the table before another kernel.
    pub fn clear(&mut self) {
        if let Predictor::LastTime { table, .. } = self {
            table.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Example 10 of one branch: uniform, adequate, adequate, inadequate, uniform, adequate;
    /// predicted W P W W P P, twice right.
    #[test]
    fn a_branch_is_predicted_by_its_last_time() {
        let mut predictor = Predictor::of_last_time(64, true);
        let turns = [false, true, true, false, false, true];
        let predicted = turns.map(|adequate| {
            let waits = predictor.waits(7);
            predictor.learn(7, adequate);
            waits
        });
        assert_eq!(predicted, [true, false, true, true, false, false]);
        assert_eq!(predicted.iter().zip(turns).filter(|(said, was)| **said == *was).count(), 2);
    }

    #[test]
    fn the_oldest_branch_leaves_a_full_table() {
        let mut predictor = Predictor::of_last_time(2, true);
        for branch in [1, 2, 1, 3] {
            predictor.learn(branch, false);
        }
        assert_eq!([1, 2, 3].map(|branch| predictor.waits(branch)), [true, false, false]);
        predictor.clear();
        assert!(predictor.waits(3));
    }
}
