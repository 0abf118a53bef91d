//! A CTA at its place in the controller's status table, and the state of its warps as they were
//! reported.

use super::context::Words;
use crate::base::ids::WarpId;
use crate::residency::Stands;

/// A CTA at its place in the status table.
#[derive(Debug)]
pub(super) struct Cta {
    pub warps: Vec<WarpId>,
    /// State of each warp as last reported to the controller.
    pub reported: Vec<Reported>,
    /// Slot in which the CTA is active; `None` while it is inactive.
    pub slot: Option<usize>,
    /// Slot in which the CTA was active last: its steps in flight were issued from there.
    pub issued_from: usize,
    /// Whether the CTA has never been active.
    pub fresh: bool,
    /// Warps of the CTA that are still on the core.
    pub left: usize,
    /// Context that was copied when the CTA went out.
    pub copied: Words,
}

/// A place among the active CTAs.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// Place in the status table of the CTA that is active here.
    pub active: Option<usize>,
    /// Whether a CTA is on its way here.
    pub coming: bool,
    /// Words restored from shared memory for the next CTA.
    pub restored: Words,
}

/// State of a warp as last reported to the controller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reported {
    pub stands: Stands,
    /// Whether the warp has gone on since the report.
    pub moved: bool,
}

/// An event of a warp that is reported to the controller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    Stall,
    Wake,
    Barrier,
    Open,
    Exit,
}

impl Reported {
    pub const RUNS: Reported = Reported { stands: Stands::Runs, moved: false };

    pub fn has_exited(&self) -> bool {
        self.stands == Stands::Over
    }
    /// Updates the state of a warp whose CTA became active: the warp is not stalled any more.
    pub fn activate(&mut self) {
        if self.stands == Stands::Stalled {
            *self = Reported::RUNS;
        }
    }
    /// Returns the next event to report of a warp whose state is now `now`; `None` if there is
    /// none.
    pub fn next(&self, now: Stands) -> Option<Event> {
        match (self.stands, now) {
            (Stands::Over, _) => None,
            (Stands::Stalled, now) => (now != Stands::Stalled || self.moved).then_some(Event::Wake),
            (Stands::Waits, now) => (now != Stands::Waits || self.moved).then_some(Event::Open),
            (Stands::Runs, Stands::Runs) => None,
            (Stands::Runs, Stands::Stalled) => Some(Event::Stall),
            (Stands::Runs, Stands::Waits) => Some(Event::Barrier),
            (Stands::Runs, Stands::Over) => Some(Event::Exit),
        }
    }
}

impl Cta {
    /// Number of warps of the CTA in a state, as far as was reported.
    pub(super) fn count(&self, stands: Stands) -> usize {
        self.reported.iter().filter(|reported| reported.stands == stands).count()
    }
}
