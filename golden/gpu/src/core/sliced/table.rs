//! Gang table as the unit's reading port shows it, a set a cycle: how many warps are in units of
//! each size (VWS 6.6).

use heddle_contract::gang::{MAX_ENTRIES, Out};

use super::taken::slices;

/// The units of a set: gangs, and warps alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Row {
    gangs: [u8; MAX_ENTRIES],
    alone: u8,
}

impl Row {
    /// Returns the slice mask of each unit (gang or singleton) of the set, without free entries.
    pub fn units(&self) -> impl Iterator<Item = u8> {
        self.gangs.into_iter().filter(|gang| *gang != 0).chain(slices(self.alone).map(|slice| 1 << slice))
    }

    pub fn new(entries: usize, output: &Out) -> Row {
        let mut row = Row { gangs: output.read_gang, alone: output.read_alone };
        row.gangs[entries..].fill(0);
        row
    }
}
