//! Invariants of the state, counted from reset on and not taken from the model's counters.

use heddle_contract::vtc::Config;

use super::Protocol;
use super::state::{Handler, State};
use crate::Violation;

type Verdict = Result<(), Violation>;

pub(super) fn check(cfg: &Config, p: &Protocol, q: &State) -> Verdict {
    limits(cfg, q)?;
    slots(cfg, p, q)?;
    for cta in 0..cfg.ctas as u8 {
        one(cfg, p, q, cta)?;
    }
    handler(q)?;
    let patience = Protocol::patience(q);
    hold(p.waited <= patience, || format!("an activation is due for {} cycles, of {patience}", p.waited))
}

fn hold(holds: bool, what: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(Violation(what())) }
}

/// Checks the kernel's limits, and those of the identifiers and of shared memory.
fn limits(cfg: &Config, q: &State) -> Verdict {
    let (assigned, kernel) = (q.assigned.count_ones(), &q.kernel);
    hold(assigned <= kernel.ctas.into(), || format!("{assigned} CTAs are assigned, of {}", kernel.ctas))?;
    hold(q.assigned >> kernel.ctas.min(63) >> u32::from(kernel.ctas > 63) == 0, || {
        "a CTA has a place beyond the limit".into()
    })?;
    let warps = u32::from(kernel.warps);
    let ids = warps * u32::from(kernel.active) <= cfg.pwis && warps * u32::from(kernel.ctas) <= cfg.vwis;
    hold(ids, || "there are more warps than identifiers".into())?;
    let rows = u32::from(kernel.beats) * u32::from(kernel.ctas);
    hold(rows <= cfg.rows, || format!("contexts take {rows} rows"))
}

/// Checks that no CTA is in two slots; identifiers of different slots and CTAs do not overlap then,
/// since they are W apart.
fn slots(cfg: &Config, p: &Protocol, q: &State) -> Verdict {
    let mut seen = 0u64;
    for (n, slot) in q.slots.iter().enumerate() {
        let Some(owner) = slot.owner else {
            hold(q.marked >> n & 1 == 0, || format!("slot {n} is free and marked"))?;
            continue;
        };
        hold(n < usize::from(q.kernel.active), || format!("slot {n} is taken, of {}", q.kernel.active))?;
        hold(seen >> owner & 1 == 0, || format!("CTA {owner} is in two slots"))?;
        seen |= 1 << owner;
        hold(q.assigned >> owner & 1 == 1, || format!("slot {n} belongs to CTA {owner}, which is not assigned"))?;
        let cta = &q.ctas[usize::from(owner)];
        let marked = cta.active && stopped(cfg, q, owner);
        hold((q.marked >> n & 1 == 1) == marked, || format!("slot {n}: marked should be {marked}"))?;
        hold(u32::from(slot.pending) <= cfg.pending, || format!("slot {n} has {} registers pending", slot.pending))?;
        let owed = p.owed[usize::from(owner)];
        hold(slot.pending == owed, || format!("slot {n} has {} registers pending, {owed} are", slot.pending))?;
        let activated = q.activated.is_some_and(|activated| activated.cta == owner);
        let origin = usize::from(p.origin[usize::from(owner)]);
        hold(!cta.active || activated || origin == n, || {
            format!("CTA {owner} became active in slot {origin}, not {n}")
        })?;
    }
    Ok(())
}

/// Whether no warp can continue, at least one of them because of memory.
fn stopped(cfg: &Config, q: &State, cta: u8) -> bool {
    let cta = &q.ctas[usize::from(cta)];
    let (stalled, waiting, live) = (cta.counter, u16::from(cta.waiting), u16::from(cta.live));
    stalled == live || (cfg.barrier && stalled > 0 && stalled + waiting == live)
}

/// Checks that an assigned CTA is in one place: active in a slot, restored to one, ready, or
/// waiting for its registers.
fn one(cfg: &Config, p: &Protocol, q: &State, n: u8) -> Verdict {
    let cta = &q.ctas[usize::from(n)];
    let queued = q.ready.iter().filter(|ready| *ready == n).count();
    let slot = q.slots.iter().position(|slot| slot.owner == Some(n));
    if q.assigned >> n & 1 == 0 {
        return hold(queued == 0 && slot.is_none(), || format!("CTA {n} is ready or in a slot, and not assigned"));
    }
    let (warps, owed) = (q.kernel.warps, p.owed[usize::from(n)]);
    hold((1..=warps).contains(&cta.live) && cta.waiting <= cta.live, || {
        format!("CTA {n} has {} live warps, {} waiting, of {warps}", cta.live, cta.waiting)
    })?;
    let new = cta.live == warps && cta.waiting == 0 && cta.counter == 0 && owed == 0;
    hold(!cta.fresh || (!cta.active && new), || format!("CTA {n} is fresh, and yet it ran"))?;
    if cta.active {
        hold(slot.is_some() && queued == 0, || {
            format!("CTA {n} is active in slot {slot:?}, {queued} times in the queue")
        })?;
        let stopped = cta.counter + u16::from(cta.waiting);
        return hold(stopped <= cta.live.into(), || format!("CTA {n}: {stopped} of {} warps stopped", cta.live));
    }
    hold(cta.counter == owed && u32::from(owed) <= cfg.pending, || {
        format!("CTA {n} counts {} registers, {owed} are pending", cta.counter)
    })?;
    let restored =
        slot.is_some_and(|slot| matches!(q.handler, Handler::Restore { slot: to, .. } if usize::from(to) == slot));
    let expected = cta.counter == 0 && !restored;
    hold(slot.is_some() == restored, || format!("CTA {n} is inactive, in slot {slot:?}"))?;
    hold(!restored || !cta.fresh && cta.counter == 0, || format!("CTA {n} is restored too early"))?;
    hold(queued == usize::from(expected), || format!("CTA {n} is {queued} times in the ready queue"))
}

fn handler(q: &State) -> Verdict {
    let saved = q.buffer.cta;
    let inactive = q.assigned >> saved & 1 == 1 && !q.ctas[usize::from(saved)].active;
    match q.handler {
        Handler::Idle => Ok(()),
        Handler::Copy { slot, warp } => {
            hold(q.marked >> slot & 1 == 1 && warp < q.kernel.warps, || {
                format!("warp {warp} of slot {slot} is copied")
            })?;
            hold(!q.ready.is_empty(), || "a CTA is copied, and none could take its place".into())
        }
        Handler::Restore { slot, beat, saves } => {
            let owner = q.slots[usize::from(slot)].owner;
            hold(owner.is_some() && beat <= q.kernel.beats, || format!("beat {beat} is restored to slot {slot}"))?;
            hold(!saves || (inactive && owner != Some(saved)), || format!("CTA {saved} is to be saved"))?;
            hold((beat == 0) || q.shown.is_none_or(|(_, shown)| shown + 1 == beat), || "a beat was lost".into())
        }
        Handler::Drain { beat } => {
            hold(inactive && beat < q.kernel.beats, || format!("beat {beat} of CTA {saved} is saved"))
        }
    }
}
