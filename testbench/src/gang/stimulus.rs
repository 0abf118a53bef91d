//! Constrained random stimulus for the ganging unit: a machine whose warps execute, fetch and wait, for a while in one manner, then in
//! another. A few sets are visited in a cycle, so that every event comes after a random delay; there are few PCs, so that parted warps meet again.

use heddle_contract::gang::{Config, Gang, In};
use heddle_golden::gang::{Protocol, Set, State};

use super::part::{Manner, each, next, rush};
use crate::bench::Drive;
use crate::entropy::Entropy;
use crate::late::Late;

/// Rates and manners of some cycles; redrawn every few hundred cycles, so that each mix of pressures occurs.
#[derive(Debug, Clone, Default)]
struct StimulusProfile {
    /// Sets visited a cycle.
    visits: u32,
    /// Chances in 256: a cycle.
    launch: u32,
    /// A set is launched when warps of another report: what both begin to fetch competes in the next cycle.
    meets: bool,
    busy: u32,
    stop: u32,
    /// Slices that are busy all the time.
    still: u8,
    /// A visit.
    report: u32,
    fill: u32,
    wake: u32,
    again: u32,
    /// A launch, a report, a wake.
    whole: u32,
    apart: u32,
    branch: u32,
    end: u32,
    sync: u32,
    memory: u32,
    /// Which slices' L0 caches hit.
    local: Local,
    /// How members differ where they do.
    differ: u32,
    manner: Manner,
    /// Every slice fetches, fills and reports a singleton a cycle: counts get as far as they can.
    rush: bool,
    /// Warps that wake together.
    together: Together,
    targets: [u64; 4],
}

impl StimulusProfile {
    /// Keeps everything going: sets begin whole, every fetch, report and wake comes at once, and nothing waits.
    fn go_on(&mut self) {
        (self.launch, self.whole, self.apart) = (256, 256, 0);
        (self.report, self.fill, self.wake, self.together) = (256, 256, 256, Together::All);
        (self.sync, self.stop, self.busy, self.still) = (0, 0, 0, 0);
    }
}

#[derive(Debug, Clone, Copy, Default)]
enum Local {
    #[default]
    Never,
    Sometimes,
    /// One of them.
    Once,
    Always,
}

/// Which of the warps that may wake are woken.
#[derive(Debug, Clone, Copy, Default)]
enum Together {
    #[default]
    All,
    Some,
    One,
}

/// State of the ganging unit's random stimulus between cycles.
#[derive(Debug, Clone, Default)]
pub struct Stimulus {
    profile: StimulusProfile,
    left: u32,
    /// Cycles since the last reset that was drawn.
    since: u32,
    /// Cycles since the last reset that happened: a long stretch has none.
    unreset: u32,
    /// A set to which nothing happens.
    late: Late,
}

/// Cycles after a reset that count as few.
const SOON: u32 = 48;
/// A stretch that has so many cycles without a reset is one of the long ones.
const LONG: u32 = 1 << 16;

impl Drive for Gang {
    type Stimulus = Stimulus;

    fn stimulus(_: &Config) -> Stimulus {
        Stimulus::default()
    }

    #[inline]
    fn next(cfg: &Config, s: &mut Stimulus, _: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        s.next(cfg, q, e, i);
    }
}

impl Stimulus {
    /// Draws the next cycle's input of the ganging unit into `i`.
    #[inline]
    pub fn next(&mut self, cfg: &Config, q: &State, e: &mut Entropy, i: &mut In) {
        self.unreset = if self.since == 0 && q.alive() == 0 { 0 } else { self.unreset + 1 };
        if self.left == 0 {
            self.draw_mood(cfg, e);
            // one reset often follows another soon: what it leaves behind shows in the first cycles after it
            if e.chance(if self.since < SOON { 176 } else { 12 }) {
                let soon = 4 + e.below(60);
                self.left = e.pick(&[self.left, soon]);
                // gangs that are launched and gangs that are re-formed, all of them the first ones; of singletons that one port serves, one waits with its gang
                if e.chance(128) {
                    self.left = 4 + e.below(16);
                    (self.profile.launch, self.profile.apart, self.profile.fill) = (e.pick(&[64, 128]), 128, 256);
                    self.profile.whole = e.pick(&[self.profile.whole, 256]);
                    self.profile.local = e.pick(&[self.profile.local, Local::Never]);
                } else if e.chance(16) {
                    self.left = 320 + e.below(128);
                    self.profile = StimulusProfile {
                        rush: true,
                        launch: 256,
                        whole: 256,
                        apart: 256,
                        local: Local::Always,
                        targets: self.profile.targets,
                        ..StimulusProfile::default()
                    };
                }
                self.since = 0;
                *i = In { reset: true, read_set: e.below(cfg.sets) as u8, busy: i.busy, l0: i.l0, ..In::default() };
                return;
            }
        }
        self.left -= 1;
        self.since += 1;
        let dice = e.word();
        i.reset = false;
        i.launch_valid = false;
        (i.report, i.report_end, i.report_sync) = (0, 0, 0);
        (i.wake, i.wake_memory, i.fill) = (0, 0, 0);
        i.read_set = (((dice & 0xffff) * u64::from(cfg.sets)) >> 16) as u8;
        let noise = (dice >> 16) as u8 & cfg.all_slices();
        // now and then nothing is issued for a while, and then much
        i.busy = match (dice >> 24 & 0xff) as u32 {
            roll if roll < self.profile.stop => cfg.all_slices(),
            roll if roll < self.profile.busy => noise & (dice >> 48) as u8,
            _ => self.profile.still,
        };
        i.l0 = match self.profile.local {
            Local::Never => 0,
            Local::Sometimes => (dice >> 40) as u8 & cfg.all_slices(),
            Local::Once => 1 << ((dice >> 40 & 0xff) as u32 % cfg.slices),
            Local::Always => cfg.all_slices(),
        };
        let free = !q.alive() & u64::MAX >> (64 - cfg.sets);
        let launches = free != 0 && (dice >> 32 & 0xff) < u64::from(self.profile.launch);
        if launches && (!self.profile.meets || q.alive() == 0) {
            self.launch(cfg, free, e, i);
        }
        let alive = q.alive() & !self.late.mask();
        if alive != 0 {
            if self.profile.rush {
                rush(cfg, q, alive, e, i);
            }
            for _ in 0..self.profile.visits {
                let set = some_bit(alive, e);
                self.visit(cfg, q.set(set), set as u8, e, i);
            }
        }
        if free != 0 && !i.launch_valid && self.profile.meets && 2 * i.report.count_ones() > cfg.slices {
            self.launch(cfg, free, e, i);
        }
    }

    fn draw_mood(&mut self, cfg: &Config, e: &mut Entropy) {
        let often = [8, 64, 160, 256, 256];
        let seldom = [0, 0, 0, 16, 64, 160];
        self.left = 64 + e.below(448);
        self.late.draw(cfg.sets, e);
        let pc = |e: &mut Entropy| e.word() & u64::MAX >> (64 - cfg.pc_bits);
        let first = pc(e);
        // neighbours in one bit, in sequence, and anywhere
        let targets = [first, first ^ 1 << e.below(cfg.pc_bits), next(cfg, first), pc(e)];
        let visits = [1, 2, 4, 6];
        self.profile = StimulusProfile {
            visits: e.pick(&visits).min(cfg.sets + 1),
            launch: e.pick(&[2, 32, 256, 256]),
            meets: e.chance(48),
            busy: e.pick(&[0, 0, 32, 256]),
            stop: e.pick(&[0, 0, 0, 160, 232]),
            // a pair, so that gangs of the others can go on
            still: if e.chance(24) { 3 << (2 * e.below(cfg.entries())) & cfg.all_slices() } else { 0 },
            report: e.pick(&often),
            fill: e.pick(&often),
            wake: e.pick(&often),
            again: e.pick(&seldom),
            whole: e.pick(&[0, 160, 256]),
            apart: e.pick(&seldom),
            branch: e.pick(&[16, 64, 128, 256]),
            end: e.pick(&[0, 0, 1, 4, 16, 64]),
            sync: e.pick(&[0, 0, 32, 160]),
            memory: e.pick(&[0, 32, 128, 256]),
            local: e.pick(&[Local::Never, Local::Sometimes, Local::Once, Local::Always]),
            differ: e.pick(&[0, 16, 64, 128, 256]),
            manner: e.pick(&[
                Manner::Each,
                Manner::Halves,
                Manner::Stripes,
                Manner::One,
                Manner::Two,
                Manner::Pairs,
                Manner::Scatter,
            ]),
            rush: false,
            together: e.pick(&[Together::All, Together::All, Together::Some, Together::One]),
            targets,
        };
        // in the long run gangs fall apart, and singletons fetch ten times as often; counts of gangs are to get far, too
        if self.unreset >= LONG && e.chance(128) {
            self.profile.go_on();
            (self.profile.differ, self.profile.end) = (0, 16);
        }
        if self.unreset < LONG && e.chance(1) {
            // the instruction cache is late, for as long as seven profiles
            (self.profile.fill, self.left) = (0, 2000 + e.below(256));
        }
        if e.chance(40) {
            // sets begin whole, part two and two, and end
            self.profile.go_on();
            (self.profile.differ, self.profile.manner, self.profile.end) = (256, Manner::Pairs, 64);
            self.profile.visits = 6.min(cfg.sets + 1);
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
        i.launch_apart = e.chance(self.profile.apart);
        i.launch_pc = e.pick(&self.profile.targets);
    }

    /// Applies some of the possible events to the warps of a set.
    fn visit(&mut self, cfg: &Config, row: &Set, set: u8, e: &mut Entropy, i: &mut In) {
        let dice = e.word();
        let roll = |n: u32, chance: u32| (dice >> (8 * n) & 0xff) < u64::from(chance);
        let fill = row.fetching & !i.fill;
        if fill != 0 && roll(0, self.profile.fill) {
            let fill = if roll(1, 64) { fill & (dice >> 56) as u8 } else { fill };
            i.fill |= fill;
            each(fill, |s| i.fill_set[s] = set);
        }
        let executing = row.exists & !row.known;
        if executing != 0 && roll(2, self.profile.report) {
            let unit = row.unit(executing.trailing_zeros() as usize);
            self.report(cfg, row, set, unit, e, i);
            // and the next one
            let others = executing & !unit;
            if others != 0 && roll(3, 128) {
                let unit = row.unit(others.trailing_zeros() as usize);
                self.report(cfg, row, set, unit, e, i);
            }
        }
        let moved = row.filled & !row.ready;
        if moved != 0 && roll(4, self.profile.again) {
            let some = moved & e.word() as u8;
            self.report(cfg, row, set, some, e, i);
        }
        let asleep = row.exists & !row.ready & !i.wake;
        if asleep != 0 && roll(5, self.profile.wake) {
            self.wake(row, set, asleep, e, i);
        }
    }

    /// Reports the next PCs of warps. Their slices may be taken by other reports: then none of them reports.
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
        if self.profile.end != 0 && roll(3, self.profile.end.max(2)) {
            i.report_end |= if roll(4, 128) { warps } else { warps & (dice >> 56) as u8 };
        }
        if roll(5, self.profile.sync) {
            let waits = if roll(6, 200) { warps } else { warps & (dice >> 56) as u8 };
            i.report_sync |= waits & !i.report_end;
        }
    }

    /// Wakes some of the warps that are not ready and are known or report.
    fn wake(&mut self, row: &Set, set: u8, asleep: u8, e: &mut Entropy, i: &mut In) {
        let dice = e.word();
        let mut could = 0;
        each(asleep & (row.known | i.report & !i.report_end), |s| {
            let reports = i.report >> s & 1 == 1 && i.report_set[s] == set && i.report_end >> s & 1 == 0;
            could |= u8::from(row.known >> s & 1 == 1 || reports) << s;
        });
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
