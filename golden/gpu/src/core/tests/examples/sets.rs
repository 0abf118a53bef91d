//! Warps of a set issue together when they stand at one instruction in lanes of their own:
//! compaction (SLP) of whole warps, gangs (VWS) of small ones.

use heddle_kernel::execute::WarpStack;

use super::{judged, spec, whole_warps};
use crate::base::Wait;
use crate::base::ids::{IssueGroup, Part, Slot, WarpId};
use crate::formation::Formation;
use crate::residency::Direct;
use crate::system::Run;
use crate::warps::{Contexts, Scheduler};

/// Formation of sets of `size` neighbouring warps of a CTA.
struct Sets<const W: usize> {
    schedulers: Vec<Scheduler<W>>,
    size: usize,
}

/// Returns the next instruction of a warp that takes part in no other slot's group.
fn free(warp: WarpId, contexts: &Contexts<WarpStack>) -> Result<(u32, Part), Wait> {
    let held = contexts.warp(warp).is_some_and(|warp| warp.unissued != 0);
    if held { Err(Wait::Short) } else { contexts.next(warp) }
}

impl<const W: usize> Formation<W> for Sets<W> {
    type Control = WarpStack;
    const SHARES_WARPS: bool = true;

    fn schedulers(&mut self) -> &mut [Scheduler<W>] {
        &mut self.schedulers
    }
    fn form(&self, slot: Slot, contexts: &Contexts<WarpStack>, group: &mut IssueGroup) -> Result<(), Wait> {
        let warp = contexts.warp_in(slot).ok_or(Wait::Short)?;
        let (pc, part) = free(warp, contexts)?;
        group.set(pc, part);
        let (resident, number) = contexts.cta(warp).ok_or(Wait::Ended)?;
        let set = resident.warps.chunks(self.size).nth(number / self.size).unwrap_or_default();
        let mut lanes = u64::from(part.threads) << part.lane;
        for &other in set.iter().filter(|other| **other != warp) {
            let Ok((at, part)) = free(other, contexts) else { continue };
            let its = u64::from(part.threads) << part.lane;
            if at == pc && lanes & its == 0 {
                group.parts.push(part);
                lanes |= its;
            }
        }
        Ok(())
    }
}

#[test]
fn two_warps_are_compacted() {
    let spec = spec(32);
    let compacted =
        judged(&spec, 32, || (Direct::new(&spec), Sets::<1> { schedulers: Scheduler::all(&spec.core, 32), size: 2 }));
    for (whole, compacted) in whole_warps(&spec).iter().zip(&compacted) {
        assert_eq!(whole.thread_instructions, compacted.thread_instructions);
        assert!(compacted.instructions <= whole.instructions);
    }
    let of = |runs: &[Run]| runs.iter().map(|run| run.instructions).sum::<u64>();
    assert!(of(&compacted) < of(&whole_warps(&spec)), "some threads of two warps have issued together");
}

#[test]
fn gangs_of_eight_warps_of_four() {
    let spec = spec(256);
    let seams = |size| {
        let spec = &spec;
        move || (Direct::new(spec), Sets::<4> { schedulers: Scheduler::all(&spec.core, 256), size })
    };
    let (alone, gangs) = (judged(&spec, 4, seams(1)), judged(&spec, 4, seams(8)));
    for (alone, gangs) in alone.iter().zip(&gangs) {
        assert_eq!(alone.thread_instructions, gangs.thread_instructions);
        assert!(gangs.instructions < alone.instructions, "gangs have formed");
    }
}
