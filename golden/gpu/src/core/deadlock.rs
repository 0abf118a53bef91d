//! Report of a core's warps at a deadlock.

use heddle_kernel::execute::{Divergence, Fault, State};

use super::SlottedCore;
use super::contexts::Contexts;
use super::slots::Wait;
use super::warp::Warp;
use crate::datapath::Datapath;
use crate::formation::Formation;
use crate::residency::Residency;
use crate::system::cta_dispatch::GridContext;

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> SlottedCore<R, F, X, W> {
    /// Returns, for each warp, its place and what it waits for.
    pub(super) fn stuck_warps(&self, grid: &GridContext) -> Vec<String> {
        self.contexts.warps.iter().flatten().filter_map(|warp| self.stuck_warp(grid, warp)).collect()
    }

    fn stuck_warp(&self, grid: &GridContext, warp: &Warp) -> Option<String> {
        let id = self.contexts.ctas[warp.cta].as_ref()?.warps[warp.number];
        let waits = |wait: Wait| warp.slot.is_some_and(|slot| self.waiting[wait as usize].contains(slot));
        let gathers = self.formation.waits_for(id, &self.contexts);
        let resource = match () {
            _ if gathers.is_some() => gathers?,
            _ if warp.slot.is_none() => "a warp slot".into(),
            _ if waits(Wait::Long) => "memory".into(),
            _ if waits(Wait::Fetch) => "its next instruction".into(),
            _ if waits(Wait::Pipeline) => "an execution unit".into(),
            _ if warp.in_flight != 0 => format!("{} instructions in flight", warp.in_flight),
            _ => "its turn to issue".into(),
        };
        let pc = self.formation.position(id, &self.contexts)?;
        Some(format!("core {}, {}", self.number, self.contexts.stuck_warp(grid, warp, pc, &resource)?))
    }
}

impl<D: Divergence> Contexts<D> {
    /// Returns a fault for each warp that repeats its states, at the instruction by which it waits.
    pub(super) fn livelocks(&self, grid: &GridContext) -> Vec<Fault> {
        self.ctas.iter().flatten().flat_map(|resident| grid.livelocks(&resident.cta)).collect()
    }

    /// Describes a warp that waits at an instruction for a resource, or at a barrier; `None` if it
    /// has no CTA or instruction.
    pub(super) fn stuck_warp(&self, grid: &GridContext, warp: &Warp, pc: u32, resource: &str) -> Option<String> {
        let module = grid.image.module;
        let cta = &self.ctas[warp.cta].as_ref()?.cta;
        let (function, next) = grid.image.instruction(pc)?;
        let (number, resource) = match cta.state(warp.number) {
            // it stands behind the barrier
            State::Waiting(barrier) => (next.saturating_sub(1), format!("barrier {barrier}")),
            _ => (next, resource.into()),
        };
        let function = &module.functions[function.0 as usize];
        let place = function.code.get(number as usize).map_or(0, |code| module.source.place(code.at.start).line);
        let (name, id, number) = (&function.name, cta.id(), warp.number);
        Some(format!("CTA {id:?}, warp {number}: `{name}`, {}:{place}, waits for {resource}", module.source.name))
    }
}
