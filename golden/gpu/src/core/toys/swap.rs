//! A CTA that leaves its slots at its first miss, and comes back later (VT).

use super::{judged, spec};
use crate::core::ids::{Slot, WarpId};
use crate::core::slots::Wait;
use crate::formation::Fixed;
use crate::residency::{Rebind, Residency};

/// Cycles that a CTA stays away.
const AWAY: u64 = 300;

struct Cta {
    warps: Vec<(WarpId, Option<Slot>)>,
    missed: bool,
    /// When it may come back; 0 before it has left.
    back: u64,
}

/// Half as many slots as warps.
struct Swap {
    warps: usize,
    free: Vec<Slot>,
    ctas: Vec<Cta>,
}

impl Residency for Swap {
    fn warps(&self) -> usize {
        self.warps
    }
    fn slots(&self) -> usize {
        self.warps / 2
    }
    fn admits(&self, warps: usize) -> bool {
        warps <= self.slots()
    }
    fn admitted(&mut self, warps: &[WarpId]) {
        let warps = warps.iter().map(|&warp| (warp, None)).collect();
        self.ctas.push(Cta { warps, missed: false, back: 0 });
    }
    fn rebind(&mut self, now: u64, changes: &mut Vec<Rebind>) {
        for cta in self.ctas.iter_mut().filter(|cta| cta.missed) {
            (cta.missed, cta.back) = (false, now + AWAY);
            changes.extend(cta.warps.iter().map(|(warp, _)| Rebind::Release(*warp)));
            self.free.extend(cta.warps.iter_mut().filter_map(|(_, slot)| slot.take()));
        }
        for cta in self.ctas.iter_mut().filter(|cta| cta.back <= now) {
            for (warp, slot) in cta.warps.iter_mut().filter(|(_, slot)| slot.is_none()) {
                *slot = self.free.pop();
                changes.extend(slot.map(|slot| Rebind::Bind(*warp, slot)));
            }
        }
    }
    fn stalled(&mut self, _: u64, warp: WarpId, why: Wait) {
        let cta = self.ctas.iter_mut().find(|cta| cta.warps.iter().any(|(id, _)| *id == warp));
        cta.into_iter().for_each(|cta| cta.missed |= why == Wait::Long && cta.back == 0);
    }
    fn woken(&mut self, _: u64, _: WarpId) {}
    fn ended(&mut self, warp: WarpId) {
        for cta in &mut self.ctas {
            self.free.extend(cta.warps.extract_if(.., |(id, _)| *id == warp).filter_map(|(_, slot)| slot));
        }
    }
    fn next_event(&self, now: u64) -> Option<u64> {
        let moves = |cta: &Cta| cta.missed || cta.warps.iter().any(|(_, slot)| slot.is_none());
        self.ctas.iter().any(moves).then_some(now + 1)
    }
}

#[test]
fn a_cta_swaps_out_at_its_first_miss() {
    let spec = spec(32);
    let free = || (0..16).map(Slot).rev().collect();
    let swapped =
        judged::<_, _, 1>(&spec, 32, || (Swap { warps: 32, free: free(), ctas: vec![] }, Fixed::new(&spec.core, 16)));
    for (whole, swapped) in super::whole_warps(&spec).iter().zip(&swapped) {
        assert_eq!(
            (whole.instructions, whole.thread_instructions),
            (swapped.instructions, swapped.thread_instructions)
        );
        assert_ne!(whole.cycles, swapped.cycles, "a CTA that stays away changes the time of a run");
    }
}
