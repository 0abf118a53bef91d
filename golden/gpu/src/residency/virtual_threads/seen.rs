//! Read access for tests to the state of virtual threads.

use super::VirtualThreads;
use crate::base::ids::WarpId;
use crate::residency::WarpState;

/// A CTA's state in the mirror and the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    pub warps: Vec<WarpId>,
    pub slot: Option<usize>,
    pub fresh: bool,
    /// Warps that run, as far as was reported.
    pub running: usize,
    /// Registers in flight, and those of them that the controller counts.
    pub pending: u32,
    pub counted: u32,
}

impl<D> VirtualThreads<D> {
    /// Returns the CTA at each place of the status table; `None` while virtual threads are off.
    pub fn seen(&self) -> Option<Vec<Option<Seen>>> {
        self.grid?;
        let one = |(place, cta): (usize, &Option<super::Cta>)| {
            let (pending, counted) = self.ledger.account(place);
            let Some(cta) = cta else {
                assert_eq!((pending, counted), (0, 0), "place {place} is free");
                return None;
            };
            let running = cta.count(WarpState::Running);
            Some(Seen { warps: cta.warps.clone(), slot: cta.slot, fresh: cta.fresh, running, pending, counted })
        };
        Some(self.ctas.iter().enumerate().map(one).collect())
    }
    /// Returns the controller.
    pub fn unit(&self) -> &D {
        &self.unit
    }
    /// Number of CTAs that can be active.
    pub fn active(&self) -> usize {
        self.grid.map_or(0, |grid| grid.active)
    }
    /// Bytes of a CTA's context.
    pub fn context(&self) -> u64 {
        self.grid.map_or(0, |grid| grid.beats as u64 * u64::from(self.cfg.beat) / 8)
    }
}
