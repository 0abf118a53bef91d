//! Several chunks of a wide warp in one slot, at the lowest program counter of any of their threads
//! (SIMT-SIMD).

use heddle_kernel::execute::{LowestPc, State};

use super::{judged, spec, whole_warps};
use crate::base::Wait;
use crate::base::ids::{IssueGroup, Slot, SlotSet, WarpId};
use crate::formation::Formation;
use crate::residency::Direct;
use crate::system::Run;
use crate::warps::{Contexts, Scheduler};

/// Number of chunks of a partition.
const CHUNKS: usize = 4;

struct Partitions(Vec<Scheduler<1>>);

/// Returns the chunks of a warp's partition; the slot of the first of them issues for all.
fn chunks(warp: WarpId, contexts: &Contexts<LowestPc>) -> &[WarpId] {
    let Some((resident, number)) = contexts.cta(warp) else { return &[] };
    resident.warps.chunks(CHUNKS).nth(number / CHUNKS).unwrap_or_default()
}

impl Formation<1> for Partitions {
    type Control = LowestPc;
    const SHARES_WARPS: bool = true;

    fn schedulers(&mut self) -> &mut [Scheduler<1>] {
        &mut self.0
    }
    fn form(&self, slot: Slot, contexts: &Contexts<LowestPc>, group: &mut IssueGroup) -> Result<(), Wait> {
        let warp = contexts.warp_in(slot).ok_or(Wait::Short)?;
        let chunks = chunks(warp, contexts);
        if chunks.first() != Some(&warp) {
            return Err(Wait::Ended);
        }
        (group.pc, group.parts) = (u32::MAX, Default::default());
        let mut waits = Wait::Ended;
        for &chunk in chunks {
            let (resident, number) = contexts.cta(chunk).ok_or(Wait::Ended)?;
            match contexts.next(chunk) {
                Ok((pc, part)) if pc < group.pc => group.set(pc, part),
                Ok((pc, part)) if pc == group.pc => group.parts.push(part),
                Ok(_) => {}
                // a chunk that could execute holds up the others, which may stand behind it
                Err(wait) if resident.cta.state(number) == State::Ready => return Err(wait),
                Err(wait) => waits = wait,
            }
        }
        if group.parts.is_empty() { Err(waits) } else { Ok(()) }
    }
    fn slots_of(&self, warp: WarpId, contexts: &Contexts<LowestPc>) -> SlotSet<1> {
        let mut slots = SlotSet::EMPTY;
        let partition = chunks(warp, contexts).first().and_then(|first| contexts.slot_of(*first));
        partition.into_iter().chain(contexts.slot_of(warp)).for_each(|slot| slots.insert(slot));
        slots
    }
    fn fetch_pc(&self, slot: Slot, contexts: &Contexts<LowestPc>) -> Option<u32> {
        chunks(contexts.warp_in(slot)?, contexts).iter().filter_map(|chunk| contexts.fetch_pc(*chunk)).min()
    }
}

#[test]
fn chunks_of_a_partition_issue_together() {
    let spec = spec(32);
    let wide = judged(&spec, 32, || (Direct::new(&spec), Partitions(Scheduler::all(&spec.core, 32))));
    let whole = whole_warps(&spec);
    assert!(whole.iter().zip(&wide).all(|(whole, wide)| whole.get("core.ctas") == wide.get("core.ctas")));
    let of = |runs: &[Run]| runs.iter().map(|run| run.instructions).sum::<u64>();
    assert!(of(&wide) < of(&whole) / 2, "chunks have issued together: {} and {}", of(&wide), of(&whole));
}
