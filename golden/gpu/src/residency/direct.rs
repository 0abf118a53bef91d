//! A slot for each warp, as long as its CTA is on the core.

use super::{Rebind, Residency};
use crate::core::ids::{Slot, WarpId};
use crate::core::slots::Wait;

/// Warp w holds slot w from its start to its end.
#[derive(Debug)]
pub(crate) struct Direct {
    warps: usize,
    arrived: Vec<WarpId>,
}

impl Direct {
    /// As many slots as warps.
    pub fn new(warps: usize) -> Direct {
        Direct { warps, arrived: Vec::new() }
    }
}

impl Residency for Direct {
    fn warps(&self) -> usize {
        self.warps
    }
    fn slots(&self) -> usize {
        self.warps
    }
    fn admits(&self, _: usize) -> bool {
        true
    }
    fn admitted(&mut self, warps: &[WarpId]) {
        self.arrived.extend(warps);
    }
    fn rebind(&mut self, _: u64, changes: &mut Vec<Rebind>) {
        changes.extend(self.arrived.drain(..).map(|warp| Rebind::Bind(warp, Slot(warp.0))));
    }
    fn stalled(&mut self, _: u64, _: WarpId, _: Wait) {}
    fn woken(&mut self, _: u64, _: WarpId) {}
    fn ended(&mut self, _: WarpId) {}
    fn next_event(&self, _: u64) -> Option<u64> {
        None
    }
}
