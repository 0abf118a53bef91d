//! Predictor of branches at which compaction is worth the wait (CAPRI, SLP 2.3).

use std::collections::VecDeque;

use crate::config::spec::{Compaction, Prediction, Table, Uniform};

/// Predictor that says whether the warps of a path wait for each other at a branch.
#[derive(Debug)]
pub(crate) enum Predictor {
    /// The same prediction for every branch.
    Always(bool),
    /// One bit a branch: whether compaction was adequate when the branch was last executed.
    LastTime(LastTime),
}

/// A branch of a kernel: the kernel's number, and the branch's place in its image.
type Branch = (u32, u32);

/// One bit a branch, in a table of a core or of each CTA.
#[derive(Debug)]
pub(crate) struct LastTime {
    /// Prediction by branch, the oldest entry first: one table, or one for each CTA of the core.
    tables: Vec<VecDeque<(Branch, bool)>>,
    kernel: u32,
    entries: usize,
    /// Prediction for a branch that has no entry.
    first: bool,
    table: Table,
    uniform: Uniform,
}

impl LastTime {
    fn table(&self, cta: usize) -> usize {
        if self.table == Table::Cta { cta } else { 0 }
    }
}

impl Predictor {
    /// Creates a predictor that repeats the last outcome of each branch, for a core of `ctas` CTAs.
    pub fn of_last_time(spec: &Compaction, ctas: u32) -> Predictor {
        let &Compaction { entries, first, table, uniform, .. } = spec;
        let tables = if table == Table::Cta { ctas as usize } else { 1 };
        Predictor::LastTime(LastTime {
            tables: vec![VecDeque::new(); tables],
            kernel: 0,
            entries: entries as usize,
            first: first == Prediction::Wait,
            table,
            uniform,
        })
    }

    /// Whether the warps of a CTA wait at a branch.
    pub fn waits(&self, cta: usize, branch: u32) -> bool {
        match self {
            Predictor::Always(waits) => *waits,
            Predictor::LastTime(it) => {
                let table = &it.tables[it.table(cta)];
                table.iter().find(|(known, _)| *known == (it.kernel, branch)).map_or(it.first, |(_, waits)| *waits)
            }
        }
    }

    /// Updates the entry of a branch: whether compaction was worth it there.
    pub fn learn(&mut self, cta: usize, branch: u32, adequate: bool) {
        let Predictor::LastTime(it) = self else { return };
        let (branch, at) = ((it.kernel, branch), it.table(cta));
        let table = &mut it.tables[at];
        if let Some((_, waits)) = table.iter_mut().find(|(known, _)| *known == branch) {
            *waits = adequate;
            return;
        }
        if table.len() == it.entries {
            table.pop_front();
        }
        table.push_back((branch, adequate));
    }

    /// Updates the entry of a branch at which all threads of a path went the same way.
    pub fn uniform(&mut self, cta: usize, branch: u32) {
        if !matches!(self, Predictor::LastTime(it) if it.uniform == Uniform::Nothing) {
            self.learn(cta, branch, false);
        }
    }

    /// Begins a grid of a kernel.
    pub fn begin_grid(&mut self, kernel: u32) {
        if let Predictor::LastTime(it) = self {
            it.kernel = kernel;
            if it.table == Table::Grid {
                it.tables[0].clear();
            }
        }
    }

    /// Begins a CTA in place `cta` of the core.
    pub fn begin_cta(&mut self, cta: usize) {
        if let Predictor::LastTime(it) = self
            && it.table == Table::Cta
        {
            it.tables[cta].clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(entries: u32, table: Table, uniform: Uniform) -> Predictor {
        let spec = Compaction { entries, first: Prediction::Wait, table, uniform, offer: 1, seed: 1 };
        Predictor::of_last_time(&spec, 2)
    }

    /// Example 10 of one branch: uniform, adequate, adequate, inadequate, uniform, adequate;
    /// predicted W P W W P P, twice right.
    #[test]
    fn a_branch_is_predicted_by_its_last_time() {
        let mut predictor = of(64, Table::Grid, Uniform::Pass);
        let turns = [false, true, true, false, false, true];
        let predicted = turns.map(|adequate| {
            let waits = predictor.waits(0, 7);
            predictor.learn(0, 7, adequate);
            waits
        });
        assert_eq!(predicted, [true, false, true, true, false, false]);
        assert_eq!(predicted.iter().zip(turns).filter(|(said, was)| **said == *was).count(), 2);
    }

    #[test]
    fn the_oldest_branch_leaves_a_full_table() {
        let mut predictor = of(2, Table::Grid, Uniform::Pass);
        for branch in [1, 2, 1, 3] {
            predictor.learn(0, branch, false);
        }
        assert_eq!([1, 2, 3].map(|branch| predictor.waits(0, branch)), [true, false, false]);
        predictor.begin_grid(0);
        assert!(predictor.waits(0, 3));
    }

    /// What is learned of a branch in one CTA, and then asked: in another CTA, in the next CTA of
    /// the same place, in the next grid of the same kernel, of another kernel, and of the first
    /// again.
    #[test]
    fn a_table_is_of_a_grid_a_core_or_a_cta() {
        for (table, known) in [
            (Table::Grid, [true, true, false, false, false]),
            (Table::Core, [true, true, true, false, true]),
            (Table::Cta, [false, false, false, false, false]),
        ] {
            let mut predictor = of(64, table, Uniform::Pass);
            predictor.begin_grid(5);
            predictor.begin_cta(0);
            predictor.learn(0, 7, false);
            assert!(!predictor.waits(0, 7), "{table:?}");
            let other = !predictor.waits(1, 7);
            predictor.begin_cta(0);
            let next = !predictor.waits(0, 7);
            let grids = [5, 6, 5].map(|kernel| {
                predictor.begin_grid(kernel);
                predictor.begin_cta(0);
                !predictor.waits(0, 7)
            });
            assert_eq!([&[other, next][..], &grids].concat(), known, "{table:?}");
        }
    }

    #[test]
    fn a_branch_that_all_pass_alike_teaches_pass_or_nothing() {
        for (uniform, waits) in [(Uniform::Pass, false), (Uniform::Nothing, true)] {
            let mut predictor = of(64, Table::Grid, uniform);
            predictor.learn(0, 7, true);
            predictor.uniform(0, 7);
            assert_eq!(predictor.waits(0, 7), waits, "{uniform:?}");
        }
    }
}
