//! Cover points of the virtual thread controller: named points, and every event in every phase of
//! the handler.

use crate::vtc::Vtc;
use heddle_contract::vtc::{Config, In, Out};
use heddle_golden::vtc::{Handler, Protocol, State};

use super::reach;
use heddle_testbench::bench::Cover;
use heddle_testbench::points;

points! { NAMED:
    TOO_LARGE = "a kernel is refused: a limit is zero or too large",
    NO_PWI = "a kernel is refused: not enough physical warp ids",
    NO_VWI = "a kernel is refused: not enough virtual warp ids",
    NO_ROOM = "a kernel is refused: not enough rows",
    KERNEL_AGAIN = "a kernel takes another's place",
    REFUSED_AGAIN = "a kernel is refused while another one holds",
    LARGEST = "a kernel with the largest CTAs",
    SMALLEST = "a kernel with one warp a CTA",
    FULL = "the last CTA that may be assigned",
    PLACE_AGAIN = "a place is used again",
    ASSIGN_EXIT = "a CTA is assigned in the cycle in which one ends",
    FRESH_FREE = "a fresh CTA gets a free slot",
    OLD_FREE = "a CTA that was active before gets a free slot",
    FRESH_SWAP = "a fresh CTA gets the slot of one that goes out",
    OLD_SWAP = "a CTA that was active before gets the slot of one that goes out",
    SAME_SLOT = "a CTA comes back to the slot that it left",
    OTHER_SLOT = "a CTA comes back to another slot than it left",
    FREE_FIRST = "a free slot is taken while another one is marked",
    TWO_MARKED = "two slots are marked when the handler turns to one",
    AROUND = "the handler turns to a slot below the last one",
    PAST_LOWER = "the handler passes a lower slot that is marked",
    TURN_NOW = "the handler turns to a slot in the cycle in which it is marked",
    MARK_LOST = "a mark goes away as the handler would turn to it",
    WAKE_FIRST = "a CTA wakes in the first cycle of its copy, not the last",
    WAKE_MIDDLE = "a CTA wakes in the midst of its copy",
    WAKE_LAST = "a CTA wakes in the last cycle of its copy",
    OPEN_COPY = "a barrier opens for the CTA that is copied",
    NOTHING_PENDING = "a CTA goes out with nothing pending",
    PENDING = "a CTA goes out with registers pending",
    PENDING_GONE = "the last pending register is written in the cycle of the snapshot",
    PENDING_FEWER = "some pending registers are written in the cycle of the snapshot",
    OTHER_WRITTEN = "registers of another CTA are written in the cycle of the snapshot",
    READY_WRITTEN = "another CTA becomes ready in the cycle of the snapshot",
    ASSIGN_SNAPSHOT = "a CTA is assigned in the cycle of the snapshot",
    JOIN_WRITE_OUT = "a CTA that was written and one that goes out become ready",
    JOIN_OUT_ASSIGN = "one that goes out and one that is assigned become ready",
    JOIN_WRITE_ASSIGN = "one that was written and one that is assigned become ready",
    JOIN_THREE = "three become ready in one cycle",
    READY_LATE = "one becomes ready in a cycle in which the handler finds none, and a slot is free or marked",
    OUT_PARTLY = "some registers of a CTA that is out are written",
    OUT_READY = "the last register of a CTA that is out is written",
    OUT_FOUR = "four registers of a CTA that is out are written at once",
    OUT_FREE = "registers are written for a slot that is free by now",
    OUT_INCOMING = "registers are written for a slot to which another CTA is restored",
    OUT_SLOT_BUSY = "registers are written for a slot whose CTA has others pending",
    HIT_ISSUE = "a slot issues and is written to in one cycle",
    PENDING_FULL = "as many registers are pending in a slot as can be",
    ISSUE_NONE = "an instruction that writes no register",
    ISSUE_STALL = "the last warp that runs issues and stalls",
    MARK_EXITED = "a CTA is marked, of which some warps have ended",
    MARK_BY_EXIT = "the exit of a warp marks a CTA",
    MARK_BARRIER = "a CTA is marked with warps at a barrier",
    MARK_BY_BARRIER = "the arrival at a barrier marks a CTA",
    BARRIER_ALONE = "all live warps wait at a barrier, and it is not marked",
    BARRIER_STALLED = "one waits for memory, all others at a barrier, and it is not marked",
    BARRIER_OUT = "a CTA goes out with warps at a barrier",
    OPEN_ARRIVE = "a barrier opens and a warp arrives at it",
    WAKE_STALL = "a warp wakes and another stalls in one slot",
    LAST_EXIT = "the last warp of a CTA ends",
    LAST_CTA = "the last CTA ends",
    THREE_EVENTS = "three events of warps in one cycle",
    DEMAND_READ_FIRST = "demand in place of the first beat that is read",
    DEMAND_READ_LAST = "demand in place of the last beat that is read",
    DEMAND_ARRIVE = "demand while the last beat arrives",
    DEMAND_WRITE_FIRST = "demand in place of the first beat that is written",
    DEMAND_WRITE_LAST = "demand in place of the last beat that is written",
    MARK_DRAIN = "a slot is marked while the buffer is written",
    READY_MANY = "all CTAs that are not active are ready, and there are two or more",
    RESET_READ = "reset while what was read arrives",
    RESET_SNAPSHOT = "reset in the cycle of a snapshot",
    RESET_ACTIVATE = "reset while a CTA is shown to be active",
}

/// Cover points of every kind of event in every phase of the handler.
const CROSSED: [[&str; 4]; 11] = [
    ["hit while idle", "hit while copying", "hit while restoring", "hit while draining"],
    ["miss while idle", "miss while copying", "miss while restoring", "miss while draining"],
    ["wake while idle", "wake while copying", "wake while restoring", "wake while draining"],
    ["stall while idle", "stall while copying", "stall while restoring", "stall while draining"],
    ["exit while idle", "exit while copying", "exit while restoring", "exit while draining"],
    ["barrier while idle", "barrier while copying", "barrier while restoring", "barrier while draining"],
    ["open while idle", "open while copying", "open while restoring", "open while draining"],
    ["issue while idle", "issue while copying", "issue while restoring", "issue while draining"],
    ["assign while idle", "assign while copying", "assign while restoring", "assign while draining"],
    ["demand while idle", "demand while copying", "demand while restoring", "demand while draining"],
    ["reset while idle", "reset while copying", "reset while restoring", "reset while draining"],
];
const COUNT: usize = NAMED.len() + CROSSED.len() * 4;

const fn all() -> [&'static str; COUNT] {
    let mut points = [""; COUNT];
    let mut k = 0;
    while k < COUNT {
        points[k] = if k < NAMED.len() { NAMED[k] } else { CROSSED[(k - NAMED.len()) / 4][(k - NAMED.len()) % 4] };
        k += 1;
    }
    points
}

pub const COVER: &[&str] = &all();

/// All values of a cycle that the points depend on.
struct Seen<'a> {
    cfg: &'a Config,
    p: &'a Protocol,
    q: &'a State,
    i: &'a In,
    o: &'a Out,
}

impl Seen<'_> {
    fn crossed(&self, hit: &mut dyn FnMut(usize, usize)) {
        let Seen { q, i, o, .. } = self;
        let phase = match q.handler {
            Handler::Idle => 0,
            Handler::Copy { .. } => 1,
            Handler::Restore { .. } => 2,
            Handler::Drain { .. } => 3,
        };
        let events = [
            i.writeback_valid && o.writeback_hit,
            i.writeback_valid && !o.writeback_hit,
            i.wake_valid,
            i.stall_valid,
            i.exit_valid,
            i.barrier_valid,
            i.open_valid,
            i.issue_valid,
            i.assign_valid,
            i.demand,
            i.reset,
        ];
        events.iter().enumerate().filter(|(_, event)| **event).for_each(|(n, _)| hit(n, phase));
    }

    fn kernel(&self, at: &mut impl FnMut(Point, bool)) {
        let Seen { cfg, q, i, o, .. } = self;
        let full = q.assigned.count_ones() + 1 == u32::from(q.kernel.ctas);
        at(Point::FULL, i.assign_valid && full);
        at(Point::PLACE_AGAIN, i.assign_valid && q.ctas[usize::from(o.assign_cta)].live != q.kernel.warps);
        let ends = i.exit_valid && q.active(i.exit_slot).is_some_and(|cta| cta.live == 1);
        at(Point::LAST_EXIT, ends);
        at(Point::ASSIGN_EXIT, ends && i.assign_valid);
        at(Point::LAST_CTA, ends && q.assigned.count_ones() == 1 && !i.assign_valid);
        if !i.kernel_valid {
            return;
        }
        let holds = q.kernel.warps != 0;
        at(Point::KERNEL_AGAIN, holds && !o.kernel_refused);
        at(Point::REFUSED_AGAIN, holds && o.kernel_refused);
        at(Point::LARGEST, !o.kernel_refused && u32::from(i.kernel_warps) == cfg.warps);
        at(Point::SMALLEST, !o.kernel_refused && i.kernel_warps == 1);
        let why = reach::refused(cfg, i.kernel_warps.into(), i.kernel_ctas.into(), i.kernel_active.into());
        if let Some(why) = why {
            at(why, o.kernel_refused);
        }
    }

    /// Points of the handler's choice when it is idle.
    fn begin(&self, at: &mut impl FnMut(Point, bool)) {
        let Seen { q, i, o, .. } = self;
        if q.handler != Handler::Idle {
            return;
        }
        let after = self.after();
        let written = i.writeback_valid && !o.writeback_hit && self.left() == 0;
        if q.ready.is_empty() {
            at(Point::READY_LATE, written && (q.free().is_some() || after.marked != 0));
            return;
        }
        let first = q.ready.iter().next().expect("it is not empty");
        if q.free().is_some() {
            at(Point::FREE_FIRST, q.marked != 0);
            at(Point::FRESH_FREE, q.ctas[usize::from(first)].fresh);
            at(Point::OLD_FREE, !q.ctas[usize::from(first)].fresh);
            return;
        }
        at(Point::MARK_LOST, q.marked != 0 && after.marked == 0);
        if let Handler::Copy { slot, .. } = after.handler {
            at(Point::TWO_MARKED, after.marked.count_ones() >= 2);
            at(Point::AROUND, slot < q.next);
            at(Point::PAST_LOWER, after.marked & ((1 << slot) - 1) != 0);
            at(Point::TURN_NOW, q.marked >> slot & 1 == 0);
        }
    }

    /// Returns the state after the cycle.
    fn after(&self) -> State {
        let mut after = self.q.clone();
        <crate::vtc::Vtc as heddle_golden::Golden>::clock(self.cfg, &mut after, self.i);
        after
    }

    /// Returns the number of registers that stay pending of the CTA that is written.
    fn left(&self) -> u16 {
        self.p.owed[usize::from(self.i.writeback_cta)] - u16::from(self.i.writeback_count)
    }

    /// Returns the slot and the CTA in the last cycle of their copy.
    fn last_copy(&self) -> Option<(u8, u8)> {
        match self.q.handler {
            Handler::Copy { slot, warp } if warp + 1 == self.q.kernel.warps => {
                self.q.slots[usize::from(slot)].owner.map(|owner| (slot, owner))
            }
            _ => None,
        }
    }

    fn copy(&self, at: &mut impl FnMut(Point, bool)) {
        let Seen { q, i, o, p, .. } = self;
        let Handler::Copy { slot, warp } = q.handler else { return };
        let last = self.last_copy();
        at(Point::OPEN_COPY, i.open_valid && i.open_slot == slot);
        if i.wake_valid && i.wake_slot == slot {
            at(Point::WAKE_FIRST, warp == 0 && last.is_none());
            at(Point::WAKE_MIDDLE, warp != 0 && last.is_none());
            at(Point::WAKE_LAST, last.is_some());
        }
        let Some((_, cta)) =
            last.filter(|_| !(i.wake_valid && i.wake_slot == slot || i.open_valid && i.open_slot == slot))
        else {
            return;
        };
        let pending = q.slots[usize::from(slot)].pending;
        let own = i.writeback_valid && o.writeback_hit && i.writeback_slot == slot;
        let left = if own { self.left() } else { pending };
        let other = i.writeback_valid && i.writeback_cta != cta;
        let ready = other && !o.writeback_hit && self.left() == 0;
        at(Point::NOTHING_PENDING, pending == 0);
        at(Point::PENDING, left != 0);
        at(Point::PENDING_GONE, own && left == 0);
        at(Point::PENDING_FEWER, own && left != 0);
        at(Point::OTHER_WRITTEN, other);
        at(Point::READY_WRITTEN, ready);
        at(Point::ASSIGN_SNAPSHOT, i.assign_valid);
        at(Point::JOIN_WRITE_OUT, ready && left == 0);
        at(Point::JOIN_OUT_ASSIGN, i.assign_valid && left == 0);
        at(Point::JOIN_THREE, ready && i.assign_valid && left == 0);
        at(Point::BARRIER_OUT, q.ctas[usize::from(cta)].waiting != 0);
        let next = q.ready.iter().next().expect("somebody is ready");
        let fresh = q.ctas[usize::from(next)].fresh;
        at(Point::FRESH_SWAP, fresh);
        at(Point::OLD_SWAP, !fresh);
        at(Point::SAME_SLOT, !fresh && p.origin[usize::from(next)] == slot);
        at(Point::OTHER_SLOT, !fresh && p.origin[usize::from(next)] != slot);
    }

    fn registers(&self, at: &mut impl FnMut(Point, bool)) {
        let Seen { cfg, q, i, o, .. } = self;
        if i.issue_valid {
            let pending = q.slots[usize::from(i.issue_slot)].pending + u16::from(i.issue_count);
            let hit = o.writeback_hit && i.writeback_slot == i.issue_slot;
            at(Point::HIT_ISSUE, hit);
            at(Point::PENDING_FULL, !hit && u32::from(pending) == cfg.pending);
            at(Point::ISSUE_NONE, i.issue_count == 0);
            let last = q.active(i.issue_slot).is_some_and(|cta| cta.running() == 1);
            at(Point::ISSUE_STALL, last && i.stall_valid && i.stall_slot == i.issue_slot);
        }
        if i.writeback_valid && !o.writeback_hit {
            let left = self.left();
            let slot = &q.slots[usize::from(i.writeback_slot)];
            let active = q.active(i.writeback_slot).is_some();
            at(Point::OUT_PARTLY, left != 0);
            at(Point::OUT_READY, left == 0);
            at(Point::OUT_FOUR, i.writeback_count == 4);
            at(Point::OUT_FREE, slot.owner.is_none());
            at(Point::OUT_INCOMING, slot.owner.is_some() && !active);
            at(Point::OUT_SLOT_BUSY, slot.pending != 0);
            at(Point::JOIN_WRITE_ASSIGN, left == 0 && i.assign_valid);
        }
        let active = (0..q.kernel.active).filter(|slot| q.active(*slot).is_some()).count();
        at(Point::READY_MANY, q.ready.len() >= 2 && q.ready.len() + active == q.assigned.count_ones() as usize);
    }

    fn warps(&self, at: &mut impl FnMut(Point, bool)) {
        let Seen { cfg, q, i, .. } = self;
        let meets = |a: (bool, u8), b: (bool, u8)| a.0 && b.0 && a.1 == b.1;
        let (stall, wake) = ((i.stall_valid, i.stall_slot), (i.wake_valid, i.wake_slot));
        let (barrier, open) = ((i.barrier_valid, i.barrier_slot), (i.open_valid, i.open_slot));
        at(Point::WAKE_STALL, meets(stall, wake));
        at(Point::OPEN_ARRIVE, meets(open, barrier));
        let events = [i.stall_valid, i.wake_valid, i.barrier_valid, i.open_valid, i.exit_valid];
        at(Point::THREE_EVENTS, events.into_iter().filter(|event| *event).count() >= 3);
        for slot in 0..q.kernel.active {
            let Some(cta) = q.active(slot) else { continue };
            let (stalled, waiting, live) = (cta.counter, u16::from(cta.waiting), u16::from(cta.live));
            let marked = q.marked >> slot & 1 == 1;
            at(Point::MARK_EXITED, marked && cta.live < q.kernel.warps);
            at(Point::MARK_BARRIER, marked && waiting != 0);
            at(Point::BARRIER_ALONE, !marked && waiting == live);
            at(Point::BARRIER_STALLED, !marked && stalled != 0 && stalled + waiting == live);
        }
        let rest = |slot: u8| q.active(slot).map(|cta| (cta.running(), cta.counter, cta.waiting));
        if i.exit_valid
            && !meets((true, i.exit_slot), wake)
            && !meets((true, i.exit_slot), stall)
            && !meets((true, i.exit_slot), open)
        {
            at(
                Point::MARK_BY_EXIT,
                rest(i.exit_slot).is_some_and(|(runs, stalled, waits)| runs == 1 && stalled != 0 && waits == 0),
            );
        }
        if i.barrier_valid && !meets(barrier, wake) && !meets(barrier, open) {
            let last = rest(i.barrier_slot).is_some_and(|(runs, stalled, _)| runs == 1 && stalled != 0);
            at(Point::MARK_BY_BARRIER, cfg.barrier && last);
        }
    }

    fn memory(&self, at: &mut impl FnMut(Point, bool)) {
        let Seen { q, i, .. } = self;
        let last = q.kernel.beats.saturating_sub(1);
        match q.handler {
            Handler::Restore { beat, .. } => {
                at(Point::DEMAND_READ_FIRST, i.demand && beat == 0);
                at(Point::DEMAND_READ_LAST, i.demand && beat == last);
                at(Point::DEMAND_ARRIVE, i.demand && beat > last);
            }
            Handler::Drain { beat } => {
                at(Point::DEMAND_WRITE_FIRST, i.demand && beat == 0);
                at(Point::DEMAND_WRITE_LAST, i.demand && beat == last);
                at(Point::MARK_DRAIN, q.marked != 0);
            }
            _ => {}
        }
    }
}

impl Cover for Vtc {
    const UNREACHED: &'static str = include_str!("structure.toml");

    const COVER: &'static [&'static str] = COVER;

    const POPULATIONS: &'static [&'static str] = &[
        "CTAs assigned",
        "CTAs ready",
        "CTAs out that await registers",
        "CTAs active",
        "slots marked",
        "registers pending in a slot",
    ];

    fn populations(cfg: &Config, p: &Protocol, q: &State, count: &mut dyn FnMut(u32, u32)) {
        let active = q.slots.iter().filter_map(|slot| slot.owner).fold(0, |owners, owner| owners | 1u64 << owner);
        let pending = q.slots.iter().map(|slot| u32::from(slot.pending)).max();
        count(q.assigned.count_ones(), cfg.ctas);
        count(q.ready.len() as u32, cfg.ctas);
        count((p.owing & !active).count_ones(), cfg.ctas - 1);
        count(active.count_ones(), cfg.active);
        count(q.marked.count_ones(), cfg.active);
        count(pending.unwrap_or(0), cfg.pending);
    }

    fn unreachable(cfg: &Config) -> Vec<&'static str> {
        let named = reach::unreachable(cfg).into_iter().map(|point| NAMED[point as usize]);
        named.chain(reach::unreachable_crossed(cfg)).collect()
    }

    fn cover(cfg: &Config, p: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize)) {
        let seen = Seen { cfg, p, q, i, o };
        seen.crossed(&mut |event, phase| hit(NAMED.len() + event * 4 + phase));
        let mut at = |point: Point, reached: bool| {
            if reached {
                hit(point as usize);
            }
        };
        if i.reset {
            at(Point::RESET_READ, o.restore_valid);
            at(Point::RESET_SNAPSHOT, seen.last_copy().is_some());
            at(Point::RESET_ACTIVATE, o.activate_valid);
            return;
        }
        seen.kernel(&mut at);
        seen.begin(&mut at);
        seen.copy(&mut at);
        seen.registers(&mut at);
        seen.warps(&mut at);
        seen.memory(&mut at);
    }
}
