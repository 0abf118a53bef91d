//! Gang table as the unit's reading port shows it, a set a cycle: how many warps are in units of
//! each size (VWS 6.6).

use heddle_contract::gang::{Gang, MAX_ENTRIES, Out};
use heddle_golden::Device;

use super::SlicedCore;
use super::taken::slices;

/// The units of a set: gangs, and warps alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Row {
    gangs: [u8; MAX_ENTRIES],
    alone: u8,
}

impl Row {
    /// Returns the slices of each unit, without free entries.
    pub fn units(&self) -> impl Iterator<Item = u8> {
        self.gangs.into_iter().filter(|gang| *gang != 0).chain(slices(self.alone).map(|slice| 1 << slice))
    }

    fn new(entries: usize, output: &Out) -> Row {
        let mut row = Row { gangs: output.read_gang, alone: output.read_alone };
        row.gangs[entries..].fill(0);
        row
    }
}

impl<D: Device<Gang>> SlicedCore<D> {
    /// Reads the set of this cycle from the reading port, and updates the status.
    pub(super) fn read_table(&mut self) {
        let row = Row::new(self.cfg.entries() as usize, &self.output);
        let before = std::mem::replace(&mut self.table[usize::from(self.input.read_set)], row);
        if row == before {
            return;
        }
        for (of, comes) in [(before, false), (row, true)] {
            for unit in of.units() {
                let size = unit.count_ones() as usize;
                let warps = &mut self.status.units[size - 1];
                *warps = if comes { *warps + size as u64 } else { *warps - size as u64 };
            }
        }
    }
}
