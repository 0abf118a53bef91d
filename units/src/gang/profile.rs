//! Rates and manners of the ganging unit's stimulus, each for a while.

use heddle_contract::gang::Config;

use super::part::{Manner, next};
use heddle_testbench::entropy::Entropy;

/// The random rates and patterns of the ganging unit's stimulus, drawn anew every few hundred
/// cycles, so that each mix of pressures occurs.
#[derive(Debug, Clone, Default)]
pub struct StimulusProfile {
    /// Sets visited a cycle.
    pub visits: u32,
    /// Chances in 256: a cycle.
    pub launch: u32,
    /// A set is launched as reports of another act: what both begin to fetch competes in the next
    /// cycles.
    pub meets: bool,
    /// With `meets`: the first set is a gang that parts, and the other one comes in singletons, so
    /// that its parts compete with them from the first cycle.
    pub parts: bool,
    /// Singletons end when they report.
    pub brief: bool,
    pub busy: u32,
    pub stop: u32,
    /// If not zero, the logarithm of a period in cycles: in every second period all slices are
    /// busy.
    pub period: u32,
    /// The first set that is visited in a cycle is mostly the same.
    pub dwells: bool,
    /// Slices that are busy all the time.
    pub still: u8,
    /// A visit.
    pub report: u32,
    pub fill: u32,
    pub wake: u32,
    pub again: u32,
    /// Another unit of the set reports, too.
    pub more: u32,
    /// A launch, a report, a wake.
    pub whole: u32,
    pub apart: u32,
    pub branch: u32,
    pub end: u32,
    pub sync: u32,
    pub memory: u32,
    /// Which slices' L0 caches hit.
    pub local: Local,
    /// How members differ where they do.
    pub differ: u32,
    pub manner: Manner,
    /// Every slice fetches, fills and reports a singleton a cycle: counts get as far as they can.
    pub rush: bool,
    /// Warps that wake together.
    pub together: Together,
    pub targets: [u64; 4],
}

impl StimulusProfile {
    /// Draws a profile at random.
    pub fn draw(cfg: &Config, e: &mut Entropy) -> Self {
        let often: [u32; 4] = e.pick(&[[256; 4], [128, 192, 256, 256], [8, 64, 160, 256]]);
        let seldom = [0, 0, 0, 16, 64, 160];
        let pc = |e: &mut Entropy| e.word() & u64::MAX >> (64 - cfg.pc_bits);
        let first = pc(e);
        // neighbours in one bit, in sequence, and anywhere
        let targets = [first, first ^ 1 << e.below(cfg.pc_bits), next(cfg, first), pc(e)];
        let visits = [1, 2, 4, 8];
        let mut profile = StimulusProfile {
            visits: e.pick(&visits).min(cfg.sets + 1),
            launch: e.pick(&[2, 64, 256, 256]),
            meets: e.chance(80),
            parts: false,
            brief: false,
            busy: e.pick(&[0, 0, 32, 256]),
            stop: e.pick(&[0, 0, 0, 0, 160, 232]),
            period: e.pick(&[0, 0, 0, 3, 5]),
            dwells: e.chance(128),
            // a pair, so that gangs of the others can go on
            still: if e.chance(24) { 3 << (2 * e.below(cfg.entries())) & cfg.all_slices() } else { 0 },
            report: e.pick(&often),
            fill: e.pick(&often),
            wake: e.pick(&often),
            again: e.pick(&[0, 0, 16, 64, 160]),
            more: e.pick(&[64, 192, 256]),
            whole: e.pick(&[0, 160, 256]),
            apart: e.pick(&seldom),
            branch: e.pick(&[16, 64, 128, 256]),
            end: e.pick(&[0, 0, 4, 16, 64, 128]),
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
        if profile.again != 0 {
            // only those that are filled before they are ready report again
            profile.wake = e.pick(&[8, 32, 64, 160]);
        }
        profile
    }
    /// Sets the fastest rates: sets begin whole, every fetch, report and wake comes at once, and
    /// nothing waits.
    pub fn go_on(&mut self) {
        (self.launch, self.whole, self.apart) = (256, 256, 0);
        (self.report, self.fill, self.wake, self.together, self.again) = (256, 256, 256, Together::All, 0);
        (self.sync, self.stop, self.period, self.busy, self.still) = (0, 0, 0, 0, 0);
    }
    /// Sets rates by which all sets end, so that others take their place.
    pub fn end_all(&mut self) {
        self.go_on();
        (self.launch, self.end, self.meets, self.visits, self.more) = (0, 256, false, 8, 256);
    }
    /// Sets rates by which whole sets are launched and none ends, and, in one of four ways, nothing
    /// is issued, nothing is filled, nothing wakes, or gangs part two and two and never meet.
    pub fn pile_up(&mut self, cfg: &Config, e: &mut Entropy) {
        self.go_on();
        (self.end, self.meets, self.brief, self.differ, self.visits, self.more) = (0, false, false, 0, 8, 256);
        self.apart = e.pick(&[0, 0, 256]);
        match e.below(4) {
            0 => self.stop = 256,
            1 => self.fill = 0,
            2 => self.wake = 0,
            _ => {
                (self.manner, self.differ, self.branch, self.apart) = (Manner::Neighbours, 256, 0, 0);
                let apart = 1 << (cfg.pc_bits - 2);
                let pc = |n: u64| self.targets[0].wrapping_add(n * apart) & u64::MAX >> (64 - cfg.pc_bits);
                self.targets = [0, 1, 2, 3].map(pc);
            }
        }
    }
    /// Sets rates by which the first choice after a reset is one among several: gangs, singletons
    /// of whole sets, or singletons alone, which cannot form gangs again. All of them are there
    /// before the first is issued.
    pub fn gather(&mut self, e: &mut Entropy) {
        self.go_on();
        (self.whole, self.apart) = e.pick(&[(256, 0), (256, 0), (256, 256), (0, 256), (0, 256)]);
        (self.period, self.meets) = (4, false);
    }
    /// Sets rates by which gangs and singletons are fetched in one cycle: as the pairs of a set
    /// report together, another set comes in singletons, which end soon.
    pub fn crowd(&mut self, e: &mut Entropy) {
        self.part();
        (self.brief, self.manner, self.more) = (true, Manner::Pairs, 256);
        self.busy = e.pick(&[0, 32, 256]);
        (self.report, self.end, self.whole) = (e.pick(&[64, 128, 256]), e.pick(&[0, 4, 16]), e.pick(&[128, 256]));
        self.local = e.pick(&[Local::Never, Local::Sometimes, Local::Sometimes, Local::Once, Local::Always]);
    }
    /// Sets rates by which the first choice for a fetch after a reset is one among several
    /// singletons: those of a gang that diverges, and those of a set that is launched.
    pub fn part(&mut self) {
        self.go_on();
        (self.meets, self.parts, self.differ, self.end, self.manner) = (true, true, 256, 0, Manner::Each);
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub enum Local {
    #[default]
    Never,
    Sometimes,
    /// One of them.
    Once,
    Always,
}

/// Which of the warps that may wake are woken.
#[derive(Debug, Clone, Copy, Default)]
pub enum Together {
    #[default]
    All,
    Some,
    One,
}
