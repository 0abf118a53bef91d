//! Constrained random stimulus for the virtual thread controller: CTAs that stall as a whole, with
//! wakes, writebacks and demand at the worst moments.

use crate::vtc::Vtc;
use heddle_contract::vtc::{Config, In, MAX_COUNT};
use heddle_golden::vtc::{Handler, Protocol, State};

use crate::late::Late;
use heddle_testbench::bench::Drive;
use heddle_testbench::entropy::Entropy;

/// Rates of some cycles; redrawn every few hundred cycles, so that each mix of pressures occurs.
#[derive(Debug, Clone, Default)]
struct StimulusProfile {
    /// Chances in 256, a cycle.
    stall: u32,
    wake: u32,
    barrier: u32,
    open: u32,
    exit: u32,
    issue: u32,
    write: u32,
    assign: u32,
    demand: u32,
    /// Chance that the copied CTA wakes, for each cycle of the copy; and for its last cycle.
    awake: u32,
    awake_last: u32,
    /// Chance that the events of a snapshot's cycle are chosen to coincide with it.
    meet: u32,
    /// Chance that an event is for the slot in focus.
    focus: u32,
    /// Whether registers of CTAs that are swapped out are written, or only those.
    late: OutWrites,
    /// Whether as many registers as possible become pending in a slot.
    fills: bool,
    /// Whether all active CTAs end while another one is written to memory, which waits for
    /// registers.
    leaves: bool,
    /// Chance in 65 536, a cycle.
    reset: u32,
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum OutWrites {
    #[default]
    Any,
    Only,
    Never,
}

/// State of the virtual thread controller's random stimulus between cycles.
#[derive(Debug, Clone, Default)]
pub struct Stimulus {
    profile: StimulusProfile,
    /// Cycles until the next profile.
    left: u32,
    /// Cycles for which demand keeps shared memory.
    burst: u32,
    /// The slot in focus.
    slot: u8,
    /// Whether a stack is on the port.
    copied: bool,
    /// Whether the kernel's last place is kept for a cycle in which two others become ready.
    keeps: bool,
    /// The CTA whose registers are written late.
    late: Late,
}

impl Drive for Vtc {
    type Stimulus = Stimulus;

    #[inline]
    fn next(cfg: &Config, s: &mut Stimulus, p: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        if s.left == 0 {
            s.draw_profile(e);
            s.late.draw(cfg.ctas, e);
        }
        s.left -= 1;
        let dice = e.word();
        let roll = |n: u32, chance: u32| (dice >> (8 * n) & 0xff) < u64::from(chance);
        let more = e.word();
        s.demand(more as u32 & 0xffff, e, i);
        s.stacks(cfg, q, e, i);
        i.reset = (more >> 48) < u64::from(s.profile.reset);
        let active = u32::from(q.kernel.active);
        if i.reset || active == 0 {
            s.quiet(i);
            i.assign_valid = false;
            i.kernel_valid = !i.reset && roll(0, 160);
            if i.kernel_valid {
                s.keeps = dice >> 62 & 1 == 1;
                kernel(cfg, e, i);
            }
            return;
        }
        let leaving = s.profile.leaves && matches!(q.handler, Handler::Drain { .. });
        let unless_leaving = |chance: u32| if leaving { 0 } else { chance };
        let or_leaving = |chance: u32| if leaving { 256 } else { chance };
        // 4 bits a slot
        let mut slots = more >> 16;
        let focus = s.slot;
        let mut slot = |n: u32, chance: u32| {
            let any = ((slots & 0xf) as u32 * active / 16) as u8;
            slots >>= 4;
            if (dice >> (8 * n + 3) & 0xff) < u64::from(chance) { focus } else { any }
        };
        s.issue(cfg, q, (roll(0, unless_leaving(s.profile.issue)), slot(6, s.profile.focus)), (dice >> 61) as u8, i);
        s.stop(q, roll(1, unless_leaving(s.profile.stall)), slot(5, s.profile.focus), i);
        s.arrive(q, roll(2, unless_leaving(s.profile.barrier)), slot(4, s.profile.focus), i);
        s.exit(q, roll(3, or_leaving(s.profile.exit)), slot(1, s.profile.focus / 2), i);
        s.wake(
            q,
            (roll(4, or_leaving(s.profile.wake)), slot(0, s.profile.focus / 2)),
            roll(6, s.profile.awake),
            (dice >> 56) as u32,
            i,
        );
        i.open_slot = slot(2, s.profile.focus / 2);
        i.open_valid = roll(5, or_leaving(s.profile.open)) && q.active(i.open_slot).is_some_and(|cta| cta.waiting != 0);
        let meets = s.snapshot(q) && (dice >> 50 & 0xff) < u64::from(s.profile.meet);
        let late = if leaving { OutWrites::Never } else { s.profile.late };
        s.writeback(p, q, (roll(7, or_leaving(s.profile.write)), meets), late, dice >> 20, i);
        let written = i.writeback_valid && p.owed[usize::from(i.writeback_cta)] == u16::from(i.writeback_count);
        let last = q.assigned.count_ones() + 1 == u32::from(q.kernel.ctas);
        let last = last && (!q.ready.is_empty() || out_owing(p, q) != 0);
        let kept = last && (s.keeps || s.profile.meet == 256);
        let joins = if last && s.keeps { meets && written } else { meets || written && s.profile.meet != 0 };
        let assigns = !kept && roll(6, s.profile.assign) || joins && (last || dice >> 33 & 3 != 0);
        i.assign_valid = assigns && !leaving && q.place().is_some();
        i.kernel_valid = q.assigned == 0 && !i.assign_valid && dice >> 41 & 3 == 0;
        if i.kernel_valid {
            s.keeps = dice >> 62 & 1 == 1;
            kernel(cfg, e, i);
        }
        if s.profile.fills {
            s.fill(cfg, q, i);
        } else if q.marked >> s.slot & 1 == 1 || dice >> 36 & 63 == 0 {
            s.slot = e.below(active) as u8;
        }
    }
}

impl Stimulus {
    fn draw_profile(&mut self, e: &mut Entropy) {
        self.left = 48 + e.below(300);
        self.profile = StimulusProfile {
            stall: e.pick(&[40, 160, 240, 256, 256]),
            wake: e.pick(&[0, 0, 2, 24, 120]),
            barrier: e.pick(&[0, 0, 16, 128]),
            open: e.pick(&[2, 40, 220]),
            exit: e.pick(&[0, 0, 0, 8, 128]),
            issue: e.pick(&[0, 16, 100, 240]),
            write: e.pick(&[2, 40, 160, 256, 256]),
            assign: e.pick(&[0, 4, 40, 256]),
            demand: e.pick(&[0, 0, 0, 40, 128, 230]),
            awake: e.pick(&[0, 0, 0, 12, 80]),
            awake_last: e.pick(&[0, 0, 40, 128]),
            meet: e.pick(&[0, 100, 256]),
            focus: e.pick(&[0, 128, 230, 256]),
            late: e.pick(&[OutWrites::Any, OutWrites::Any, OutWrites::Only, OutWrites::Never]),
            reset: e.pick(&[0, 0, 0, 0, 60, 1500]),
            fills: false,
            leaves: e.chance(24),
        };
        if self.profile.meet == 256 {
            // some end, so that there are places for others
            (self.left, self.profile.exit) = (self.left + 300, e.pick(&[0, 8, 32]));
        }
        if e.chance(40) {
            // everything ends
            (self.profile.exit, self.profile.assign, self.profile.stall) = (256, 0, 16);
            (self.profile.write, self.profile.late, self.profile.demand) = (256, OutWrites::Any, 0);
            self.left += 200;
        } else if e.chance(8) {
            (self.profile.stall, self.profile.barrier, self.profile.exit, self.profile.write) = (0, 0, 0, 0);
            (self.profile.issue, self.profile.focus, self.profile.reset, self.profile.fills) = (256, 256, 0, true);
            (self.profile.wake, self.profile.open) = (128, 128);
            self.left += 250;
        } else if e.chance(24) {
            // of one CTA, whatever can happen at once
            (self.profile.stall, self.profile.wake, self.profile.barrier, self.profile.open) = (128, 128, 128, 160);
            (self.profile.exit, self.profile.awake, self.profile.focus) = (e.pick(&[40, 128]), 80, 512);
        } else if e.chance(28) {
            // all warps of a CTA come to its barrier
            (self.profile.stall, self.profile.exit, self.profile.open, self.profile.reset) = (0, 0, 0, 0);
            (self.profile.barrier, self.profile.wake, self.profile.focus) = (256, 128, 256);
            self.left += 300;
        }
        if e.chance(6) {
            self.pile_up(e);
        }
        if self.profile.leaves {
            self.profile.demand = e.pick(&[128, 230, 240]);
            (self.profile.issue, self.profile.write, self.profile.meet) = (128, 40, 0);
        }
    }

    /// Sets rates by which all CTAs go out, one after the other, and none of them is ready again.
    fn pile_up(&mut self, e: &mut Entropy) {
        let profile = &mut self.profile;
        (profile.issue, profile.stall, profile.assign) = (256, 256, 256);
        (profile.write, profile.wake, profile.exit, profile.barrier) = (0, 0, 0, 0);
        (profile.awake, profile.awake_last, profile.meet, profile.reset) = (0, 0, 0, 0);
        (profile.open, profile.demand, profile.focus, profile.late) = (256, 0, 0, OutWrites::Never);
        (profile.fills, profile.leaves) = (false, false);
        self.left += 512 + e.below(1024);
    }

    /// Issues up to four registers a cycle, as long as there is room.
    fn fill(&self, cfg: &Config, q: &State, i: &mut In) {
        if i.issue_valid {
            let pending = u32::from(q.slots[usize::from(i.issue_slot)].pending);
            i.issue_count = (cfg.pending - pending).min(MAX_COUNT.into()) as u8;
        }
    }

    fn demand(&mut self, chance: u32, e: &mut Entropy, i: &mut In) {
        if chance < 300 {
            self.burst = e.below(24);
        }
        i.demand = self.burst > 0 || (chance >> 8) < self.profile.demand;
        self.burst = self.burst.saturating_sub(1);
    }

    /// Drives stacks while they are copied, different ones each time.
    fn stacks(&mut self, cfg: &Config, q: &State, e: &mut Entropy, i: &mut In) {
        let copies = matches!(q.handler, Handler::Copy { .. });
        if !copies && !self.copied {
            return;
        }
        self.copied = copies;
        for word in &mut i.copy_stack[..cfg.stack_words() as usize] {
            *word = if copies { e.word() } else { 0 };
        }
        let (some, other) = if copies { (e.word(), e.word()) } else { (0, 0) };
        i.copy_id = [some as u32, (some >> 32) as u32, other as u32];
    }

    fn quiet(&self, i: &mut In) {
        (i.issue_valid, i.writeback_valid, i.stall_valid, i.wake_valid) = (false, false, false, false);
        (i.barrier_valid, i.open_valid, i.exit_valid) = (false, false, false);
    }

    /// Whether the cycle may be that of a snapshot.
    fn snapshot(&self, q: &State) -> bool {
        matches!(q.handler, Handler::Copy { warp, .. } if warp + 1 == q.kernel.warps)
    }

    fn issue(&self, cfg: &Config, q: &State, (valid, slot): (bool, u8), dice: u8, i: &mut In) {
        i.issue_valid = valid && q.active(slot).is_some_and(|cta| cta.running() != 0);
        if i.issue_valid {
            let pending = u32::from(q.slots[usize::from(slot)].pending);
            let most = (cfg.pending - pending).min(MAX_COUNT.into()) as u8;
            i.issue_slot = slot;
            i.issue_count = [0, 1, 1, 2, 3, 4, 4, 4][usize::from(dice)].min(most);
        }
    }

    fn stop(&self, q: &State, valid: bool, slot: u8, i: &mut In) {
        i.stall_valid = valid && q.active(slot).is_some_and(|cta| cta.running() != 0);
        i.stall_slot = slot;
    }

    fn arrive(&self, q: &State, valid: bool, slot: u8, i: &mut In) {
        let others = u16::from(i.stall_valid && i.stall_slot == slot);
        i.barrier_valid = valid && q.active(slot).is_some_and(|cta| cta.running() > others);
        i.barrier_slot = slot;
    }

    fn exit(&self, q: &State, valid: bool, slot: u8, i: &mut In) {
        let others = u16::from(i.stall_valid && i.stall_slot == slot);
        let others = others + u16::from(i.barrier_valid && i.barrier_slot == slot);
        let quiet = || q.slots[usize::from(slot)].pending == 0 && !(i.issue_valid && i.issue_slot == slot);
        i.exit_valid = valid && q.active(slot).is_some_and(|cta| cta.running() > others && (cta.live > 1 || quiet()));
        i.exit_slot = slot;
    }

    fn wake(&self, q: &State, (valid, slot): (bool, u8), awake: bool, dice: u32, i: &mut In) {
        let (mut valid, mut slot) = (valid, slot);
        if let Handler::Copy { slot: copied, .. } = q.handler {
            let now = if self.snapshot(q) { dice < self.profile.awake_last } else { awake };
            if now {
                (valid, slot) = (true, copied);
            } else if slot == copied {
                // let it be copied
                valid = false;
            }
        }
        i.wake_valid = valid && q.active(slot).is_some_and(|cta| cta.counter != 0);
        i.wake_slot = slot;
    }

    /// Writes some of the pending registers; in a snapshot's cycle, registers of the CTA that is
    /// swapped out, or the last one of another CTA.
    fn writeback(&self, p: &Protocol, q: &State, (valid, meets): (bool, bool), late: OutWrites, dice: u64, i: &mut In) {
        i.writeback_valid = false;
        let mut owing = p.owing & !self.late.mask();
        if owing == 0 || !(valid || meets) {
            return;
        }
        let copied = match q.handler {
            Handler::Copy { slot, .. } => q.slots[usize::from(slot)].owner,
            _ => None,
        };
        let start = dice as u32 & 63;
        let mut cta = (owing.rotate_right(start).trailing_zeros() + start) as u8 & 63;
        if meets {
            if let Some(copied) = copied.filter(|copied| dice >> 6 & 1 == 0 && owing >> copied & 1 == 1) {
                cta = copied;
            } else {
                owing &= !copied.map_or(0, |copied| 1 << copied);
                let last = |cta: &u8| p.owed[usize::from(*cta)] <= 4 && !q.ctas[usize::from(*cta)].active;
                let last = (0..64).filter(|cta| owing >> cta & 1 == 1).find(last);
                cta = last.unwrap_or(cta);
            }
        } else {
            let out = !q.ctas[usize::from(cta)].active;
            // what would make it ready is kept for a snapshot
            if self.profile.meet == 256 && out && p.owed[usize::from(cta)] <= MAX_COUNT.into() && !q.ready.is_empty() {
                return;
            }
            if late == OutWrites::Only && !out || late == OutWrites::Never && out {
                return;
            }
        }
        let most = p.owed[usize::from(cta)].min(MAX_COUNT.into()) as u8;
        i.writeback_valid = true;
        i.writeback_cta = cta;
        i.writeback_slot = p.origin[usize::from(cta)];
        i.writeback_count = if dice >> 7 & 3 != 0 { most } else { 1 + (dice >> 9 & 3) as u8 % most };
    }
}

/// Returns the CTAs that are swapped out and wait for registers.
fn out_owing(p: &Protocol, q: &State) -> u64 {
    let owners = q.slots.iter().filter_map(|slot| slot.owner);
    p.owing & !owners.fold(0, |owners, owner| owners | 1 << owner)
}

/// Sets a kernel on the ports: the largest possible, a small one, or one that does not fit.
fn kernel(cfg: &Config, e: &mut Entropy, i: &mut In) {
    let dice = e.word();
    let warps = match dice & 7 {
        0 => cfg.warps,
        1 => 1,
        2..=4 => 1 + e.below(cfg.warps.min(4)),
        // no room is left beside a number of CTAs
        5..=6 => (cfg.pwis / (1 + e.below(cfg.active))).clamp(1, cfg.warps),
        _ => 1 + e.below(cfg.warps),
    };
    let active = (cfg.pwis / warps).clamp(1, cfg.active);
    let ctas = (cfg.vwis / warps).min(cfg.rows / cfg.beats(warps)).clamp(1, cfg.ctas);
    // hardly more CTAs than can be active, so that none waits
    let few = dice >> 48 & 15 == 0;
    // where there is hardly one that is out beside those that are active and the one that comes in,
    // fewer are active
    let fewer = if ctas < active + 3 { 1..=3 } else { 3..=3 };
    let active = if few {
        1 + e.below(active.min(2))
    } else if fewer.contains(&(dice >> 3 & 3)) {
        1 + e.below(active)
    } else {
        active
    };
    let ctas = match dice >> 5 & 7 {
        _ if few => (active + 1).min(ctas),
        0 => 1 + e.below(ctas),
        1..=2 => (active + 1).min(ctas),
        _ => ctas,
    };
    (i.kernel_warps, i.kernel_ctas, i.kernel_active) = (warps as u8, ctas as u8, active as u8);
    if dice >> 8 & 7 == 0 {
        // one too many of something, or none
        let more = |now: u32, most: u32| one_of(dice >> 16, &[0, now + 1, most, most + 1]).min(most + 1) as u8;
        match dice >> 11 & 3 {
            0 => i.kernel_warps = more(warps, cfg.warps),
            1 => i.kernel_ctas = more(ctas, cfg.ctas),
            2 => i.kernel_active = more(active, cfg.active),
            _ => (i.kernel_warps, i.kernel_ctas, i.kernel_active) = (cfg.warps as u8, cfg.ctas as u8, cfg.active as u8),
        }
    }
}

fn one_of(dice: u64, some: &[u32; 4]) -> u32 {
    some[(dice & 3) as usize]
}
