//! How many CTAs of a grid a core holds, and how many of them its schedulers hold (VT II, IV.B).

use crate::config::spec::Spec;
use crate::datapath::CtaNeeds;

/// The limits of a core for CTAs of one shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// CTAs by the places and the warps of the schedulers: the scheduling limit.
    pub scheduling: u64,
    /// CTAs by registers and shared memory: the capacity limit.
    pub capacity: u64,
    /// CTAs by registers, and by shared memory with a context for each.
    with_contexts: u64,
    /// CTAs by virtual warp ids.
    ids: u64,
    /// CTAs by places of the status table.
    places: u64,
}

impl Limits {
    /// Of a core for such CTAs, each with `context` bytes of context if it is a virtual thread.
    pub fn of(spec: &Spec, needs: &CtaNeeds, context: u64) -> Limits {
        let warps = needs.threads.len() as u64;
        let words = u64::from(needs.program.words.vectors) * warps * u64::from(needs.warp_size);
        Limits::new(spec, warps, words, [needs.shared, context])
    }

    /// Of a core for CTAs of so many warps and words of registers, with bytes of shared memory for data and for a context.
    pub fn new(spec: &Spec, warps: u64, words: u64, [shared, context]: [u64; 2]) -> Limits {
        let by = |there: u32, each: u64| u64::from(there).checked_div(each).unwrap_or(u64::MAX);
        let (registers, in_shared) = (by(spec.core.registers, words), |each| by(spec.shared.bytes, each));
        Limits {
            scheduling: u64::from(spec.core.ctas).min(by(spec.core.warps, warps)),
            capacity: registers.min(in_shared(shared)),
            with_contexts: registers.min(in_shared(shared + context)),
            ids: by(spec.vt.warps, warps),
            places: spec.vt.ctas.into(),
        }
    }

    /// CTAs of a core without virtual threads.
    pub fn base(&self) -> u64 {
        self.scheduling.min(self.capacity)
    }
    /// CTAs of a core with virtual threads, and how many of them are active; none where that would be no more than without.
    pub fn virtual_threads(&self) -> Option<(u64, u64)> {
        let ctas = self.with_contexts.min(self.ids).min(self.places);
        (ctas > self.base()).then_some((ctas, ctas.min(self.scheduling)))
    }
    /// CTAs of a core that schedules all that it has room for.
    pub fn unlimited(&self) -> u64 {
        self.capacity.min(self.ids).max(self.base())
    }
}
