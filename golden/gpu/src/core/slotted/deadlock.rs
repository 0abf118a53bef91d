//! Report of a core's warps at a deadlock.

use super::SlottedCore;
use crate::base::{GridContext, Wait};
use crate::datapath::Datapath;
use crate::formation::Formation;
use crate::residency::Residency;
use crate::warps::Warp;

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> SlottedCore<R, F, X, W> {
    /// Returns, for each warp, its place and what it waits for.
    pub(super) fn stuck_warps(&self, grid: &GridContext) -> Vec<String> {
        self.chassis.contexts.warps.iter().flatten().filter_map(|warp| self.stuck_warp(grid, warp)).collect()
    }

    fn stuck_warp(&self, grid: &GridContext, warp: &Warp) -> Option<String> {
        let id = self.chassis.contexts.ctas[warp.cta].as_ref()?.warps[warp.number];
        let waits = |wait: Wait| warp.slot.is_some_and(|slot| self.waiting.of(wait).contains(slot));
        let gathers = self.formation.waits_for(id, &self.chassis.contexts);
        let resource = match () {
            _ if gathers.is_some() => gathers?,
            _ if warp.slot.is_none() => "a warp slot".into(),
            _ if waits(Wait::Long) => "memory".into(),
            _ if waits(Wait::Fetch) => "its next instruction".into(),
            _ if waits(Wait::Pipeline) => "an execution unit".into(),
            _ if warp.in_flight != 0 => format!("{} instructions in flight", warp.in_flight),
            _ => "its turn to issue".into(),
        };
        let pc = self.formation.position(id, &self.chassis.contexts)?;
        Some(format!(
            "core {}, {}",
            self.chassis.frame.number,
            self.chassis.contexts.stuck_warp(grid, warp, pc, &resource)?
        ))
    }
}
