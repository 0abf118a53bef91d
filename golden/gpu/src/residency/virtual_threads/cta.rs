//! A CTA at its place in the controller's status table, and the state of its warps as they were
//! reported.

use super::context::Words;
use crate::base::ids::WarpId;
use crate::residency::WarpState;

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
    pub state: WarpState,
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
    pub const RUNNING: Reported = Reported { state: WarpState::Running, moved: false };

    pub fn has_exited(&self) -> bool {
        self.state == WarpState::Finished
    }
    /// Updates the state of a warp whose CTA became active: the warp is not stalled any more.
    pub fn activate(&mut self) {
        if self.state == WarpState::Stalled {
            *self = Reported::RUNNING;
        }
    }
    /// Returns the next event to report of a warp whose state is now `now`; `None` if there is
    /// none.
    pub fn next(&self, now: WarpState) -> Option<Event> {
        match (self.state, now) {
            (WarpState::Finished, _) => None,
            (WarpState::Stalled, now) => (now != WarpState::Stalled || self.moved).then_some(Event::Wake),
            (WarpState::AtBarrier, now) => (now != WarpState::AtBarrier || self.moved).then_some(Event::Open),
            (WarpState::Running, WarpState::Running) => None,
            (WarpState::Running, WarpState::Stalled) => Some(Event::Stall),
            (WarpState::Running, WarpState::AtBarrier) => Some(Event::Barrier),
            (WarpState::Running, WarpState::Finished) => Some(Event::Exit),
        }
    }
}

impl Cta {
    /// Number of warps of the CTA in a state, as far as was reported.
    pub(super) fn count(&self, state: WarpState) -> usize {
        self.reported.iter().filter(|reported| reported.state == state).count()
    }
}
