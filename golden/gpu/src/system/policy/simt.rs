//! The policy of a conventional SIMT core (STSIMT 3.1).

use super::build::{Build, Setup};
use super::threads::SIMT;
use crate::base::SimError;
use crate::system::Run;

/// A conventional core that schedules all CTAs that it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SimtKind;

impl Build for SimtKind {
    const POLICIES: &'static [(&'static str, Self, &'static str)] =
        &[("simt", SimtKind, "a warp over all units at once, like Tesla (STSIMT 3.1)")];
    const PAPER: &'static str = "stsimt";
    const SCALARS: &'static str = "; a scalar unit with registers of its own, like GCN (4.1)";

    fn takes_ends(&self) -> bool {
        true
    }
    fn simulate(&self, setup: Setup) -> Result<Run, SimError> {
        SIMT.simulate(setup)
    }
}
