//! The inputs that the contract allows (its section Protocol), and the history that this and the
//! invariants need.

use heddle_contract::vtc::{Config, In, MAX_COUNT, Out};

use super::state::{CTAS, Handler, State};
use crate::{Illegal, require};

type Verdict = Result<(), Illegal>;

/// The history of the ports since reset, for the protocol's rules and the invariants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Protocol {
    /// For each CTA, the slot in which it was active last, from which its pending registers were
    /// issued.
    pub origin: [u8; CTAS],
    /// For each CTA, the number of registers that were issued and not written.
    pub owed: [u16; CTAS],
    /// Mask of the CTAs with registers that were issued and not written.
    pub owing: u64,
    /// Cycles without demand for which the next activation has been due.
    pub waited: u32,
    /// Whether a CTA was copied in the last cycle.
    pub(super) copied: bool,
}

impl Default for Protocol {
    fn default() -> Self {
        Protocol { origin: [0; CTAS], owed: [0; CTAS], owing: 0, waited: 0, copied: false }
    }
}

impl Protocol {
    /// Returns the limit of the contract's liveness rule: the greatest number of cycles without
    /// demand after which a due activation has happened. An activation is due from the last
    /// activation on, since a drain may be under way, or from when both a CTA is ready and a slot
    /// free or marked. It takes a drain, a cycle to turn to the marked CTA, its copy, a restore,
    /// and the cycle in which shared memory shows the last beat. A CTA that wakes restarts the
    /// count. The queue is one of first ready, first served: the n-th in it, counted from 1,
    /// becomes active within n times that.
    pub fn patience(q: &State) -> u32 {
        2 * u32::from(q.kernel.beats) + u32::from(q.kernel.warps) + 2
    }

    pub(super) fn legal(&self, cfg: &Config, q: &State, i: &In) -> Verdict {
        if i.reset {
            let events = i.stall_valid || i.wake_valid || i.barrier_valid || i.open_valid || i.exit_valid;
            let busy = i.kernel_valid || i.assign_valid || i.issue_valid || i.writeback_valid || events;
            return require(!busy, "reset", || "nothing else is valid in its cycle".into());
        }
        legal_kernel(q, i)?;
        require(!i.assign_valid || q.place().is_some(), "assign_valid", || "there is no room".into())?;
        self.legal_writeback(cfg, q, i)?;
        legal_issue(cfg, q, i)?;
        legal_wake(q, i)?;
        legal_open(q, i)?;
        legal_stall(q, i)?;
        legal_barrier(q, i)?;
        legal_exit(q, i)
    }

    fn legal_writeback(&self, cfg: &Config, q: &State, i: &In) -> Verdict {
        if !i.writeback_valid {
            return Ok(());
        }
        let (cta, count) = (i.writeback_cta, u16::from(i.writeback_count));
        let assigned = u32::from(cta) < cfg.ctas && q.assigned >> cta & 1 == 1;
        require(assigned, "writeback_cta", || format!("CTA {cta} is not assigned"))?;
        require((1..=MAX_COUNT).contains(&i.writeback_count), "writeback_count", || format!("1 to {MAX_COUNT}"))?;
        let owed = self.owed[usize::from(cta)];
        require(count <= owed, "writeback_count", || format!("{owed} registers are pending for CTA {cta}"))?;
        let origin = self.origin[usize::from(cta)];
        require(i.writeback_slot == origin, "writeback_slot", || format!("they were issued from slot {origin}"))
    }

    /// Makes the input legal: what is not allowed becomes not valid.
    pub(super) fn repair(&self, cfg: &Config, q: &State, i: &mut In) {
        if i.reset {
            let (copy_id, copy_stack, demand) = (i.copy_id, i.copy_stack, i.demand);
            let whole = self.legal(cfg, q, i).is_ok();
            if !whole {
                *i = In { reset: true, copy_id, copy_stack, demand, ..In::default() };
            }
            return;
        }
        i.assign_valid &= q.place().is_some();
        i.kernel_valid &= legal_kernel(q, i).is_ok();
        i.writeback_valid &= self.legal_writeback(cfg, q, i).is_ok();
        i.issue_valid &= legal_issue(cfg, q, i).is_ok();
        i.wake_valid &= legal_wake(q, i).is_ok();
        i.open_valid &= legal_open(q, i).is_ok();
        i.stall_valid &= legal_stall(q, i).is_ok();
        i.barrier_valid &= legal_barrier(q, i).is_ok();
        i.exit_valid &= legal_exit(q, i).is_ok();
    }

    #[inline]
    fn owe(&mut self, cta: u8, change: impl Fn(u16) -> u16) {
        let owed = &mut self.owed[usize::from(cta)];
        *owed = change(*owed);
        self.owing = self.owing & !(1 << cta) | u64::from(*owed != 0) << cta;
    }

    #[inline]
    pub(super) fn observe(&mut self, q: &State, i: &In, o: &Out) {
        if i.reset {
            *self = Protocol::default();
            return;
        }
        if o.activate_valid {
            self.origin[usize::from(o.activate_cta)] = o.activate_slot;
        }
        if i.issue_valid {
            let cta = q.slots[usize::from(i.issue_slot)].owner.expect("it was legal");
            self.owe(cta, |owed| owed + u16::from(i.issue_count));
        }
        if i.writeback_valid {
            self.owe(i.writeback_cta, |owed| owed - u16::from(i.writeback_count));
        }
        let copies = matches!(q.handler, Handler::Copy { .. });
        let due = match q.handler {
            // an idle handler that was copying gave up
            Handler::Idle => !self.copied && !q.ready.is_empty() && (q.marked != 0 || q.free().is_some()),
            Handler::Copy { .. } | Handler::Restore { .. } => true,
            Handler::Drain { .. } => !q.ready.is_empty(),
        };
        if !due || o.activate_valid {
            self.waited = 0;
        }
        self.waited += u32::from(due && !i.demand);
        self.copied = copies;
    }
}

fn legal_kernel(q: &State, i: &In) -> Verdict {
    require(!i.kernel_valid || (q.assigned == 0 && !i.assign_valid), "kernel_valid", || "a CTA is assigned".into())
}

/// Returns the number of warps that run in the slot of an event.
fn running(q: &State, slot: u8, port: &'static str) -> Result<u16, Illegal> {
    q.active(slot)
        .map(|cta| cta.running())
        .ok_or_else(|| Illegal { port, reason: format!("slot {slot} has no active CTA") })
}

fn legal_issue(cfg: &Config, q: &State, i: &In) -> Verdict {
    if !i.issue_valid {
        return Ok(());
    }
    let running = running(q, i.issue_slot, "issue_slot")?;
    require(running >= 1, "issue_valid", || "none of its warps runs".into())?;
    require(i.issue_count <= MAX_COUNT, "issue_count", || format!("at most {MAX_COUNT}"))?;
    let slot = &q.slots[usize::from(i.issue_slot)];
    let written = i.writeback_valid && slot.owner == Some(i.writeback_cta);
    let written = if written { u32::from(i.writeback_count) } else { 0 };
    let pending = u32::from(slot.pending) + u32::from(i.issue_count) - written;
    require(pending <= cfg.pending, "issue_count", || format!("{pending} registers would be pending in the slot"))
}

fn legal_wake(q: &State, i: &In) -> Verdict {
    let stalled = || q.active(i.wake_slot).is_some_and(|cta| cta.counter != 0);
    require(!i.wake_valid || stalled(), "wake_slot", || "it has no stalled warp".into())
}

fn legal_open(q: &State, i: &In) -> Verdict {
    let waits = || q.active(i.open_slot).is_some_and(|cta| cta.waiting != 0);
    require(!i.open_valid || waits(), "open_slot", || "no warp waits there".into())
}

fn legal_stall(q: &State, i: &In) -> Verdict {
    if !i.stall_valid {
        return Ok(());
    }
    let running = running(q, i.stall_slot, "stall_slot")?;
    require(running >= 1, "stall_valid", || "none of its warps runs".into())
}

fn legal_barrier(q: &State, i: &In) -> Verdict {
    if !i.barrier_valid {
        return Ok(());
    }
    let others = i.stall_valid && i.stall_slot == i.barrier_slot;
    let running = running(q, i.barrier_slot, "barrier_slot")?;
    require(running > u16::from(others), "barrier_valid", || "too few of its warps run".into())
}

fn legal_exit(q: &State, i: &In) -> Verdict {
    if !i.exit_valid {
        return Ok(());
    }
    let slot = i.exit_slot;
    let others =
        u16::from(i.stall_valid && i.stall_slot == slot) + u16::from(i.barrier_valid && i.barrier_slot == slot);
    let running = running(q, slot, "exit_slot")?;
    require(running > others, "exit_valid", || "too few of its warps run".into())?;
    let last = q.active(slot).is_some_and(|cta| cta.live == 1);
    let quiet = q.slots[usize::from(slot)].pending == 0 && !(i.issue_valid && i.issue_slot == slot);
    require(!last || quiet, "exit_valid", || "its last warp has registers pending, or issues".into())
}
