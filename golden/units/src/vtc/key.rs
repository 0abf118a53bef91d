//! Keys of states of `vtc`, by which a walk over all reachable states recognises a state.

use heddle_contract::vtc::Config;

use super::{Handler, Protocol, State};

/// Appends to `key` the words that identify a state: all that determines its future behaviour.
/// Stacks and identifiers only pass through; entries of CTAs that are not assigned are ignored.
pub fn key(_: &Config, p: &Protocol, q: &State, key: &mut Vec<u64>) {
    let kernel = &q.kernel;
    key.push(u64::from(kernel.warps) << 16 | u64::from(kernel.ctas) << 8 | u64::from(kernel.active));
    key.push(q.assigned);
    for (n, cta) in q.ctas.iter().enumerate().filter(|(n, _)| q.assigned >> n & 1 == 1) {
        let flags = u64::from(cta.active) << 1 | u64::from(cta.fresh);
        key.push(u64::from(cta.counter) << 32 | u64::from(cta.live) << 16 | u64::from(cta.waiting) << 8 | flags);
        // a CTA that was never active was active nowhere
        let origin = if cta.fresh && !cta.active { 0 } else { 1 + u64::from(p.origin[n]) };
        key.push(u64::from(p.owed[n]) << 8 | origin);
    }
    for slot in &q.slots[..usize::from(kernel.active)] {
        key.push(slot.owner.map_or(0, |owner| 1 + u64::from(owner)) << 16 | u64::from(slot.pending));
    }
    key.push(u64::from(q.marked) << 8 | u64::from(q.next));
    key.push(q.ready.len() as u64);
    key.extend(q.ready.iter().map(u64::from));
    let (handler, holds) = match q.handler {
        Handler::Idle => (0, false),
        Handler::Copy { slot, warp } => (1 | u64::from(slot) << 8 | u64::from(warp) << 16, false),
        Handler::Restore { slot, beat, saves } => {
            (2 | u64::from(slot) << 8 | u64::from(beat) << 16 | u64::from(saves) << 32, saves)
        }
        Handler::Drain { beat } => (3 | u64::from(beat) << 16, true),
    };
    key.extend([handler, if holds { 1 + u64::from(q.buffer.cta) } else { 0 }]);
    key.push(q.invalidated.map_or(0, |slot| 1 + u64::from(slot)));
    key.push(
        q.activated.map_or(0, |at| 1 | u64::from(at.fresh) << 1 | u64::from(at.slot) << 8 | u64::from(at.cta) << 16),
    );
    key.push(q.shown.map_or(0, |(slot, beat)| 1 | u64::from(slot) << 8 | u64::from(beat) << 16));
    key.push(u64::from(p.waited) << 1 | u64::from(p.copied));
}
