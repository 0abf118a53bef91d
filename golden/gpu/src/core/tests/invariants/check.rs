//! Invariants that hold after each cycle of a core with virtual threads.

use heddle_kernel::execute::Entry;

use super::judge::Judged;
use super::watched::{Look, Verdict};
use crate::base::GridContext;
use crate::base::ids::{Slot, SlotSet, WarpId};
use crate::core::SlottedCore;
use crate::datapath::{Datapath, Simt};
use crate::formation::{Fixed, Formation};
use crate::microop::Program;
use crate::residency::virtual_threads::Seen;
use crate::residency::{CoreView, VirtualThreads, WarpState};

/// A core with virtual threads.
type Threads<D, const W: usize> = SlottedCore<VirtualThreads<D>, Fixed<W>, Simt, W>;

/// The checker of the invariants, with the state of the core's CTAs after the last cycle.
#[derive(Default)]
pub(super) struct Laws(Vec<Option<Before>>);

/// State of a CTA before a cycle.
struct Before {
    seen: Seen,
    /// State of each warp, if the CTA was active.
    states: Vec<WarpState>,
    /// Progress of each warp, if the CTA was inactive: its stack, steps not issued, steps in
    /// flight.
    at: Vec<(Vec<Entry>, usize, u32)>,
}

fn hold(holds: bool, what: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(what()) }
}

/// A core whose invariants are checked.
struct Check<'c, D, const W: usize>(&'c mut Threads<D, W>);

impl<D: Judged, const W: usize> Check<'_, D, W> {
    fn now(&mut self, now: u64, grid: &GridContext, program: &Program) -> Vec<Option<Before>> {
        let Some(all) = self.0.residency.seen() else { return vec![] };
        let in_flight: Vec<u32> =
            self.0.chassis.contexts.warps.iter().map(|warp| warp.as_ref().map_or(0, |warp| warp.in_flight)).collect();
        let (_, view, _) = self.0.seen(now, grid, program);
        let at = |&warp: &WarpId| {
            let (stack, steps) = view.stack(warp);
            (stack.collect(), steps, in_flight[warp.index()])
        };
        let one = |seen: Option<Seen>| {
            let seen = seen?;
            let (mut states, mut stood) = (vec![], vec![]);
            match seen.slot {
                Some(_) => states.extend(seen.warps.iter().map(|&warp| view.state(warp))),
                None => stood.extend(seen.warps.iter().map(at)),
            }
            Some(Before { seen, states, at: stood })
        };
        all.into_iter().map(one).collect()
    }

    /// The mirror is the controller's state, without the changes that the ports show in the next
    /// cycle.
    fn unit_and_mirror(&self, all: &[Option<Seen>]) -> Verdict {
        let q = &self.0.residency.unit().judge().q;
        let mut active = 0;
        for (place, seen) in all.iter().enumerate() {
            let assigned = q.assigned >> place & 1 == 1;
            hold(assigned == seen.is_some(), || format!("CTA {place} is assigned: {assigned}"))?;
            let Some(seen) = seen else { continue };
            let coming = q.activated.is_some_and(|activated| usize::from(activated.cta) == place);
            let going = q.invalidated.is_some() && usize::from(q.buffer.cta) == place;
            let meant = q.ctas[place].active && !coming || going;
            hold(meant == seen.slot.is_some() || !D::SHOWS_ITS_STATE, || {
                format!("CTA {place} is active: {meant}, in slot {:?}", seen.slot)
            })?;
            active += usize::from(seen.slot.is_some());
        }
        let most = self.0.residency.active();
        hold(active <= most, || format!("{active} CTAs are active, of {most}"))
    }

    /// Registers in flight are those in the ledger; the controller counts those that were reported.
    fn registers(&self, all: &[Option<Seen>]) -> Verdict {
        let p = &self.0.residency.unit().judge().p;
        let mut in_flight = vec![0; self.0.chassis.contexts.warps.len()];
        for op in self.0.datapath.in_flight() {
            let words = op.step.target.map_or(0, |target| target.words().count());
            op.parts.iter().for_each(|part| in_flight[part.warp.index()] += (words + op.flags.len()) as u32);
        }
        for (place, seen) in all.iter().enumerate() {
            let owed = u32::from(p.owed[place]);
            let Some(seen) = seen else {
                hold(owed == 0, || format!("{owed} registers of CTA {place}, which has ended"))?;
                continue;
            };
            let pending: u32 = seen.warps.iter().map(|warp| in_flight[warp.index()]).sum();
            hold((seen.pending, seen.counted) == (pending, owed), || {
                format!("CTA {place} has {pending} registers in flight, {owed} of them counted: {seen:?}")
            })?;
            hold(seen.slot.is_some() || pending <= owed, || {
                format!("CTA {place} is inactive with {pending} registers in flight, and {owed} are counted")
            })?;
        }
        Ok(())
    }

    /// No slot has two warps, no warp two slots; only slots with a warp are in a mask.
    fn slots(&mut self, all: &[Option<Seen>]) -> Verdict {
        let core = &mut self.0;
        let mut bound = SlotSet::<W>::EMPTY;
        for seen in all.iter().flatten() {
            for (number, &warp) in seen.warps.iter().enumerate() {
                let meant = seen.slot.map(|slot| Slot((slot * seen.warps.len() + number) as u16));
                let is = core.chassis.contexts.slot_of(warp);
                hold(is == meant, || format!("{warp:?} is in {is:?}, not in {meant:?}"))?;
                let Some(slot) = is else { continue };
                hold(!bound.contains(slot) && core.chassis.contexts.warp_in(slot) == Some(warp), || {
                    format!("{slot:?} has two warps, {warp:?} and another")
                })?;
                bound.insert(slot);
                let age = core.chassis.contexts.warp(warp).map(|warp| warp.age);
                hold(age == Some(core.ages[slot.index()]), || format!("{slot:?} has not its warp's age"))?;
            }
        }
        hold(core.waiting.twice().is_none(), || "a slot is in two sets".into())?;
        let held = core.waiting.held();
        hold(held == bound, || format!("slots with warps are {bound:?}, and those that are tried or wait {held:?}"))?;
        let active = core.formation.schedulers().iter().fold(core.fetch.wants(), |all, one| all | one.active());
        hold((active & !bound).is_empty(), || "a slot without a warp is fetched for, or in an active set".into())
    }

    /// Registers and shared memory in use are those of the CTAs, and contexts lie beside the data.
    fn room(&self, all: &[Option<Seen>], (words, shared): (usize, u64)) -> Verdict {
        let ctas = all.iter().flatten().count() as u64;
        let held = Datapath::<W>::registers(&self.0.datapath);
        hold(held == ctas * words as u64, || format!("{held} words of registers are held by {ctas} CTAs"))?;
        let used = self.0.chassis.shared.0;
        hold(used == ctas * shared, || format!("{used} bytes of shared memory are held by {ctas} CTAs"))?;
        let places = all.iter().rposition(Option::is_some).map_or(0, |last| last as u64 + 1);
        let contexts = places * self.0.residency.context();
        hold(used + contexts <= self.0.chassis.shared.1, || format!("{used} bytes of data meet {contexts} of contexts"))
    }

    /// The changes of a CTA in a cycle are permitted ones.
    fn changes(&self, before: &Before, after: &Before) -> Verdict {
        let (was, is) = (&before.seen, &after.seen);
        // no issue can be reported from here on
        let stops = was.running != 0 && is.running == 0;
        hold(!stops || is.pending <= is.counted, || {
            format!("its last running warp stopped with {} registers in flight, {} counted", is.pending, is.counted)
        })?;
        match (was.slot, is.slot) {
            (Some(slot), None) => hold(
                before.states.iter().all(|state| *state != WarpState::Running)
                    && before.states.contains(&WarpState::Stalled),
                || format!("it left slot {slot} with warps that stood so: {:?}", before.states),
            ),
            (None, Some(slot)) => hold((was.pending, was.counted) == (0, 0), || {
                format!("it came to slot {slot} with {} registers in flight, {} counted", was.pending, was.counted)
            }),
            (None, None) => {
                let steps = |at: &(Vec<Entry>, usize, u32)| at.2;
                let still = before
                    .at
                    .iter()
                    .zip(&after.at)
                    .all(|(was, is)| (&was.0, was.1) == (&is.0, is.1) && steps(is) <= steps(was));
                hold(still, || format!("it is inactive and moved from {:?} to {:?}", before.at, after.at))
            }
            (Some(was), Some(is)) => hold(was == is, || format!("it went from slot {was} to slot {is}")),
        }
    }
}

impl<D: Judged, const W: usize> Look<Threads<D, W>> for Laws {
    fn begin(&mut self) {
        self.0.clear();
    }
    fn look(&mut self, core: &mut Threads<D, W>, now: u64, grid: &GridContext, program: &Program) -> Verdict {
        if let Some(wrong) = &core.residency.unit().judge().wrong {
            return Err(wrong.clone());
        }
        let Some(all) = core.residency.seen() else { return Ok(()) };
        let warps = core.chassis.contexts.ctas.iter().flatten().next().map_or(0, |cta| cta.warps.len());
        let words = program.words.vectors as usize * warps * 32;
        let mut check = Check(core);
        check.unit_and_mirror(&all)?;
        check.registers(&all)?;
        check.slots(&all)?;
        check.room(&all, (words, grid.shared()))?;
        let after = check.now(now, grid, program);
        let before = std::mem::replace(&mut self.0, after);
        for (place, (before, after)) in before.iter().zip(&self.0).enumerate() {
            if let (Some(before), Some(after)) = (before, after) {
                check.changes(before, after).map_err(|why| format!("CTA {place}: {why}"))?;
            }
        }
        Ok(())
    }
}
