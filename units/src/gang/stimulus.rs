//! Constrained random stimulus for the ganging unit: a machine whose warps execute, fetch and wait,
//! for a while in one manner, then in another. A few sets are visited in a cycle, so that every
//! event comes after a random delay; there are few PCs, so that parted warps meet again.

use crate::gang::Gang;
use heddle_contract::gang::{Config, In};
use heddle_golden::gang::{Protocol, Set, State};

use super::events::Events;
use super::part::{Manner, each, next, rush};
use super::profile::{Local, StimulusProfile, Together};
use crate::late::Late;
use heddle_testbench::bench::Drive;
use heddle_testbench::entropy::Entropy;

/// State of the ganging unit's random stimulus between cycles.
#[derive(Debug, Clone, Default)]
pub struct Stimulus {
    profile: StimulusProfile,
    left: u32,
    /// Cycles since the last reset that was drawn.
    since: u32,
    /// Cycles since the last reset that happened: a long time has none.
    unreset: u32,
    /// A set to which nothing happens.
    late: Late,
    /// The set to which events come in one cycle after the other.
    focus: usize,
    /// Whether a set was launched in the last cycle.
    launched: bool,
    /// Whether warps, gangs or what they wait for pile up in the next profile.
    piles: bool,
}

/// Cycles after a reset that count as few.
const SOON: u32 = 48;
/// So many cycles without a reset are a long time.
const LONG: u32 = 1 << 16;

impl Drive for Gang {
    type Stimulus = Stimulus;

    #[inline]
    fn next(cfg: &Config, s: &mut Stimulus, _: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        s.unreset = if s.since == 0 && q.alive() == 0 { 0 } else { s.unreset + 1 };
        if s.left == 0 {
            s.draw_profile(cfg, e);
            // one reset often follows another soon: what it leaves behind shows in the first cycles
            // after it
            if e.chance(if s.since < SOON { 176 } else { 12 }) {
                let soon = 4 + e.below(60);
                s.left = e.pick(&[s.left, soon]);
                match e.below(8) {
                    0..=2 => {
                        // two and more are launched and filled before the first one is issued
                        s.left = 26 + e.below(6);
                        s.profile.gather(e);
                    }
                    3 => {
                        s.left = 32 + e.below(32);
                        s.profile.part();
                    }
                    4 | 5 => {
                        // gangs that are launched and gangs that are re-formed, all of them the
                        // first ones; of singletons that one port serves, one waits with its gang
                        s.left = 4 + e.below(24);
                        (s.profile.launch, s.profile.apart, s.profile.fill) = (e.pick(&[64, 128]), 128, 256);
                        s.profile.whole = e.pick(&[s.profile.whole, 256]);
                        s.profile.local = e.pick(&[s.profile.local, Local::Never]);
                    }
                    _ if e.chance(32) => {
                        s.left = 320 + e.below(128);
                        s.profile = StimulusProfile {
                            rush: true,
                            launch: 256,
                            whole: 256,
                            apart: 256,
                            local: Local::Always,
                            targets: s.profile.targets,
                            ..StimulusProfile::default()
                        };
                    }
                    _ => {}
                }
                s.since = 0;
                *i = In { reset: true, read_set: e.below(cfg.sets) as u8, busy: i.busy, l0: i.l0, ..In::default() };
                return;
            }
        }
        s.left -= 1;
        s.since += 1;
        let dice = e.word();
        i.reset = false;
        i.launch_valid = false;
        (i.report, i.report_end, i.report_sync) = (0, 0, 0);
        (i.wake, i.wake_memory, i.fill) = (0, 0, 0);
        i.read_set = (((dice & 0xffff) * u64::from(cfg.sets)) >> 16) as u8;
        i.busy = s.busy(cfg, dice);
        i.l0 = match s.profile.local {
            Local::Never => 0,
            Local::Sometimes => (dice >> 40) as u8 & cfg.all_slices(),
            Local::Once => 1 << ((dice >> 40 & 0xff) as u32 % cfg.slices),
            Local::Always => cfg.all_slices(),
        };
        let free = !q.alive() & u64::MAX >> (64 - cfg.sets);
        let launches = if s.profile.meets {
            // and one more, whose warps wait behind the first one's
            let behind = s.launched && !s.profile.parts;
            q.alive() == 0 || behind || 2 * q.pending().report.count_ones() > cfg.slices
        } else {
            (dice >> 32 & 0xff) < u64::from(s.profile.launch)
        };
        s.launched = launches && free != 0;
        if s.launched {
            s.launch(cfg, free, e, i);
        }
        let alive = q.alive() & !s.late.mask();
        if alive != 0 {
            s.visits(cfg, q, alive, e, i);
        }
    }
}

impl Stimulus {
    /// Returns the slices that are busy: now and then nothing is issued for a while, and then much.
    fn busy(&self, cfg: &Config, dice: u64) -> u8 {
        let profile = &self.profile;
        if profile.period != 0 && self.left >> profile.period & 1 == 1 {
            return cfg.all_slices();
        }
        match (dice >> 24 & 0xff) as u32 {
            roll if roll < profile.stop => cfg.all_slices(),
            roll if roll < profile.busy => (dice >> 16 & dice >> 48) as u8 & cfg.all_slices(),
            _ => profile.still,
        }
    }

    /// Visits some of the sets that are alive.
    fn visits(&mut self, cfg: &Config, q: &State, alive: u64, e: &mut Entropy, i: &mut In) {
        if self.profile.rush {
            rush(cfg, q, alive, e, i);
        }
        if self.profile.dwells {
            if alive >> self.focus & 1 == 0 || e.chance(12) {
                self.focus = some_bit(alive, e);
            }
            self.visit(cfg, q, self.focus as u8, e, i);
        }
        for _ in 0..self.profile.visits {
            let set = some_bit(alive, e);
            self.visit(cfg, q, set as u8, e, i);
        }
    }

    fn draw_profile(&mut self, cfg: &Config, e: &mut Entropy) {
        self.left = 64 + e.below(448);
        self.late.draw(cfg.sets, e);
        self.profile = StimulusProfile::draw(cfg, e);
        // in the long run gangs fall apart, and singletons fetch ten times as often; counts of
        // gangs are to get far, too
        if self.unreset >= LONG && e.chance(128) {
            self.profile.go_on();
            (self.profile.differ, self.profile.end) = (0, 16);
        } else if e.chance(96) {
            // sets begin whole, part two and two, or all, go on so, and end
            self.profile.go_on();
            self.profile.manner = e.pick(&[Manner::Pairs, Manner::Scatter]);
            (self.profile.differ, self.profile.end) = (e.pick(&[96, 256]), e.pick(&[16, 64]));
            (self.profile.visits, self.profile.period) = (8.min(cfg.sets + 1), e.pick(&[0, 3, 3, 4]));
            self.profile.more = 256;
            if self.unreset < LONG {
                self.profile.local = e.pick(&[self.profile.local, Local::Never]);
            }
        }
        if cfg.fetches > 1 && e.chance(112) {
            self.profile.crowd(e);
        }
        if self.piles {
            self.profile.pile_up(cfg, e);
            (self.piles, self.left) = (false, self.left + 512);
        } else if e.chance(3) {
            self.profile.end_all();
            self.piles = true;
        }
        if self.unreset < LONG && e.chance(1) {
            // the instruction cache is late, for as long as seven profiles
            (self.profile.fill, self.left) = (0, 2000 + e.below(256));
        }
        if self.profile.meets {
            // sets end, and others take their place, partly as singletons
            self.profile.end = e.pick(&[self.profile.end, 16, 64]);
            self.profile.apart = e.pick(&[self.profile.apart, 128]);
        }
    }

    fn launch(&mut self, cfg: &Config, free: u64, e: &mut Entropy, i: &mut In) {
        i.launch_valid = true;
        i.launch_set = some_bit(free, e) as u8;
        let some = e.word() as u8 & cfg.all_slices();
        let one = 1 << e.below(cfg.slices);
        let pair = 3 << (2 * e.below(cfg.entries()));
        i.launch_mask = match e.below(4) {
            _ if e.chance(self.profile.whole) => cfg.all_slices(),
            0 => one,
            1 => pair,
            _ if some == 0 => one,
            _ => some,
        };
        let is_first = free == u64::MAX >> (64 - cfg.sets);
        i.launch_apart = if self.profile.parts { !is_first } else { e.chance(self.profile.apart) };
        i.launch_pc = e.pick(&self.profile.targets);
    }

    /// Applies some of the possible events to the warps of a set.
    fn visit(&mut self, cfg: &Config, q: &State, set: u8, e: &mut Entropy, i: &mut In) {
        let (row, pending) = (q.set(set.into()), Events::pending(q, set.into()));
        let dice = e.word();
        let roll = |n: u32, chance: u32| (dice >> (8 * n) & 0xff) < u64::from(chance);
        let fill = row.fetching & !i.fill;
        if fill != 0 && roll(0, self.profile.fill) {
            let fill = if roll(1, 64) { fill & (dice >> 56) as u8 } else { fill };
            i.fill |= fill;
            each(fill, |s| i.fill_set[s] = set);
        }
        let executing = row.exists & !row.known & !pending.report;
        if executing != 0 && roll(2, self.profile.report) {
            // one unit, and perhaps the ones after it
            let mut left = executing;
            while left != 0 {
                let unit = row.unit(left.trailing_zeros() as usize);
                self.report(cfg, row, set, unit, e, i);
                left &= !unit;
                if left != 0 && !e.chance(self.profile.more) {
                    break;
                }
            }
        }
        let moved = row.filled & !row.ready & !pending.any();
        if moved != 0 && self.profile.again != 0 {
            // while others of their gang are fetched, or about to be
            let empty = row.known & !row.filled | pending.report;
            let hot = row.gangs.iter().any(|gang| gang & moved != 0 && gang & empty != 0);
            if roll(4, if hot { 128 } else { self.profile.again }) {
                self.report_again(cfg, row, set, moved & e.word() as u8, e, i);
            }
        }
        let asleep = row.exists & !row.ready & !i.wake & !pending.wake & !pending.end;
        if asleep != 0 && roll(5, self.profile.wake) {
            self.wake(set, asleep, row.known | pending.report, e, i);
        }
    }

    /// Reports the next PCs of warps. Their slices may be taken by other reports: then none of them
    /// reports.
    fn report(&mut self, cfg: &Config, row: &Set, set: u8, warps: u8, e: &mut Entropy, i: &mut In) {
        if warps & i.report != 0 || warps == 0 {
            return;
        }
        let dice = e.word();
        let roll = |n: u32, chance: u32| (dice >> (8 * n) & 0xff) < u64::from(chance);
        let sequential = next(cfg, row.pc[warps.trailing_zeros() as usize]);
        let branch = self.profile.targets[(dice & 3) as usize];
        let here = if roll(1, self.profile.branch) { branch } else { sequential };
        i.report |= warps;
        each(warps, |s| (i.report_set[s], i.report_pc[s]) = (set, here));
        if roll(2, self.profile.differ) {
            self.profile.manner.part(cfg, &self.profile.targets, (warps, here), e, i);
        }
        let brief = self.profile.brief && warps.is_power_of_two();
        if brief || self.profile.end != 0 && roll(3, self.profile.end.max(2)) {
            i.report_end |= if roll(4, 128) { warps } else { warps & (dice >> 56) as u8 };
        }
        if roll(5, self.profile.sync) {
            let waits = if roll(6, 200) { warps } else { warps & (dice >> 56) as u8 };
            i.report_sync |= waits & !i.report_end;
        }
    }

    /// Reports the next PCs of warps that are filled: now and then they stay where they are, or
    /// end.
    fn report_again(&mut self, cfg: &Config, row: &Set, set: u8, warps: u8, e: &mut Entropy, i: &mut In) {
        self.report(cfg, row, set, warps, e, i);
        let (stay, end) = (e.chance(64), self.profile.end != 0 && e.chance(64));
        each(warps & i.report, |s| {
            if stay && i.report_set[s] == set {
                i.report_pc[s] = row.pc[s];
            }
            if end && i.report_set[s] == set {
                i.report_end |= 1 << s;
                i.report_sync &= !(1 << s);
            }
        });
    }

    /// Wakes some of the warps that are not ready: `at` a PC, or of those that report one now.
    fn wake(&mut self, set: u8, asleep: u8, at: u8, e: &mut Entropy, i: &mut In) {
        let dice = e.word();
        let mut could = asleep & at;
        each(asleep & !at & i.report & !i.report_end, |s| could |= u8::from(i.report_set[s] == set) << s);
        // not all that wait, wait for the same
        let waking = match self.profile.together {
            _ if could == 0 => return,
            Together::All => could,
            Together::Some => could & dice as u8,
            Together::One => 1 << e.bit_of(could.into()),
        };
        i.wake |= waking;
        each(waking, |s| i.wake_set[s] = set);
        if (dice >> 8 & 0xff) < u64::from(self.profile.memory) {
            i.wake_memory |= if dice >> 16 & 7 == 0 { waking & (dice >> 24) as u8 } else { waking };
        }
    }
}

/// Returns one of the set bits; quick, not fair.
#[inline]
fn some_bit(word: u64, e: &mut Entropy) -> usize {
    let turn = e.below(64);
    ((word.rotate_right(turn).trailing_zeros() + turn) & 63) as usize
}
