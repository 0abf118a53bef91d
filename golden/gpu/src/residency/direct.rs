//! Residency without swaps: each warp holds a slot as long as its CTA is on the core.

use super::{CoreView, Limits, Rebind, Residency};
use crate::base::ids::{Slot, WarpId};
use crate::config::spec::Spec;
use crate::warps::CtaNeeds;

/// Residency in which warp w holds slot w from its start to its end.
#[derive(Debug)]
pub(crate) struct Direct {
    warps: usize,
    ctas: usize,
    arrived: Vec<WarpId>,
    /// The GPU, if every CTA that finds registers and shared memory is scheduled; `None` otherwise.
    unlimited: Option<Box<Spec>>,
    /// Warps on the core, and the most that there can be.
    held: (usize, usize),
}

impl Direct {
    /// Creates a residency with as many slots as a core has warps.
    pub fn new(spec: &Spec) -> Direct {
        Direct::within(spec, spec.core.warps as usize)
    }
    /// Creates a residency with slots and ids for `warps` warps.
    pub fn within(spec: &Spec, warps: usize) -> Direct {
        let (ctas, held) = (spec.core.ctas as usize, (0, spec.core.warps as usize));
        Direct { warps, ctas, arrived: Vec::new(), unlimited: None, held }
    }
    /// Creates a residency with `vt.warps` slots: every CTA that finds registers and shared memory
    /// is scheduled (VT V.B, MAX).
    pub fn unlimited(spec: &Spec) -> Direct {
        let warps = spec.vt.warps.max(spec.core.warps) as usize;
        Direct { ctas: warps, unlimited: Some(Box::new(spec.clone())), ..Direct::within(spec, warps) }
    }
    /// Limits the core to `ctas` CTAs of `warps` warps each from now on.
    pub fn limit(&mut self, ctas: u64, warps: usize) {
        self.held.1 = usize::try_from(ctas).unwrap_or(usize::MAX).saturating_mul(warps);
    }
    /// Counts `warps` warps that enter the core, and whose slots another residency assigns.
    pub fn hold(&mut self, warps: usize) {
        self.held.0 += warps;
    }
}

impl Residency for Direct {
    fn warps(&self) -> usize {
        self.warps
    }
    fn slots(&self) -> usize {
        self.warps
    }
    fn ctas(&self) -> usize {
        self.ctas
    }
    fn begin(&mut self, needs: &CtaNeeds) -> Result<(), String> {
        if let Some(spec) = &self.unlimited {
            let ctas = Limits::of(spec, needs, 0).unlimited();
            self.limit(ctas, needs.threads.len());
        }
        Ok(())
    }
    fn admits(&self, warps: usize) -> bool {
        self.held.0 + warps <= self.held.1
    }
    fn admitted(&mut self, _: usize, warps: &[WarpId]) {
        self.hold(warps.len());
        self.arrived.extend(warps);
    }
    fn rebind(&mut self, _: &impl CoreView, changes: &mut Vec<Rebind>) -> Result<(), String> {
        changes.extend(self.arrived.drain(..).map(|warp| Rebind::Bind(warp, Slot(warp.0))));
        Ok(())
    }
    fn ended(&mut self, _: WarpId) {
        self.held.0 -= 1;
    }
    fn next_event(&self, _: u64) -> Option<u64> {
        None
    }
}
