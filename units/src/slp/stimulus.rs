//! Constrained random stimulus for the SIMD lane permutation unit: masks of programs and masks that
//! reveal bugs, with slow and with fast acceptance.

use crate::slp::Slp;
use heddle_contract::slp::{Config, In, tag};
use heddle_golden::slp::{Phase, Protocol, State};

use heddle_testbench::bench::Drive;
use heddle_testbench::entropy::Entropy;

/// Rates and styles of some cycles; redrawn every few hundred cycles, so that each mix of pressures
/// occurs.
#[derive(Debug, Clone, Default)]
struct StimulusProfile {
    /// Chances in 256, a cycle.
    launch: u32,
    read: u32,
    accept: u32,
    ready: u32,
    decline: u32,
    /// Chance in 65 536, a cycle.
    reset: u32,
    /// Chances in 256, a launch.
    plain: u32,
    in_order: u32,
    style: Style,
}

/// Shape of a CTA's mask.
#[derive(Debug, Default, Clone, Copy)]
enum Style {
    #[default]
    Any,
    Dense,
    Sparse,
    /// The same lanes in every warp.
    Aligned,
    /// Warps that are full or empty.
    Clustered,
    /// From one thread to another.
    Range,
    /// One lane in every warp, and hardly anything else.
    Column,
    /// One lane in some warps, and any others in fewer warps: the greatest count is of this lane
    /// alone.
    Peak,
    /// Even warps and odd ones complement each other.
    Pairs,
    /// A lane each, as far as there are lanes.
    Diagonal,
    /// A few threads.
    Few,
    Full,
    Empty,
}

const STYLES: [Style; 13] = {
    use Style::*;
    [Any, Dense, Sparse, Aligned, Clustered, Range, Column, Peak, Pairs, Diagonal, Few, Full, Empty]
};

/// State of the SIMD lane permutation unit's random stimulus between cycles.
#[derive(Debug, Clone, Default)]
pub struct Stimulus {
    profile: StimulusProfile,
    /// Cycles until the next profile.
    left: u32,
    /// Whether the mask on the port is still to be offered for the first time.
    fresh: bool,
    /// Cycles for which no leaving warp is accepted.
    stalled: u32,
    /// Slot and warp of the last launch.
    slot: u8,
    warp: u8,
}

impl Drive for Slp {
    type Stimulus = Stimulus;

    #[inline]
    fn next(cfg: &Config, s: &mut Stimulus, p: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        if s.left == 0 {
            s.draw_profile(e);
        }
        s.left -= 1;
        let dice = e.word();
        let roll = |n: u32, chance: u32| (dice >> (8 * n) & 0xff) < u64::from(chance);
        i.decline = roll(0, s.profile.decline);
        i.warp_ready = roll(1, s.profile.ready) && s.stalled == 0;
        s.stalled = s.stalled.saturating_sub(1);
        i.reset = (dice >> 48) < u64::from(s.profile.reset);
        if i.reset {
            // the first CTA begins at the first slot
            (s.slot, s.warp) = (cfg.warps as u8 - 1, cfg.warps as u8 - 1);
        }
        i.launch_valid = !i.reset && roll(2, s.profile.launch);
        if i.launch_valid {
            s.launch(cfg, e, i);
        } else if roll(5, 24) {
            // hardware that takes a launch that is none shows only if it would be another one
            (i.launch_slot, i.launch_warp) = (e.below(cfg.warps) as u8, e.below(cfg.warps) as u8);
            i.launch_plain = dice >> 47 & 1 == 1;
        }
        i.read_valid = !i.reset && p.launched != 0 && roll(3, s.profile.read);
        if i.read_valid {
            s.read(cfg, p, e, i);
        }
        i.accept_valid = !i.reset && roll(4, s.profile.accept);
        if q.compactor.phase == Phase::Counted {
            // what was offered has been accepted
            s.fresh = false;
        }
        if i.accept_valid {
            // a mask that was refused may be replaced, or go away
            if !s.fresh || roll(5, 16) {
                s.mask(cfg, e, i);
                s.fresh = true;
            }
        }
    }
}

impl Stimulus {
    fn draw_profile(&mut self, e: &mut Entropy) {
        self.left = 32 + e.below(224);
        self.profile = StimulusProfile {
            launch: e.pick(&[0, 16, 100, 220]),
            read: e.pick(&[0, 32, 128, 256]),
            accept: e.pick(&[24, 128, 240, 256, 256]),
            ready: e.pick(&[24, 128, 240, 256, 256, 256]),
            decline: e.pick(&[0, 32, 128, 128, 256]),
            reset: e.pick(&[0, 0, 0, 64, 1500]),
            plain: e.pick(&[0, 0, 24, 128, 256]),
            in_order: e.pick(&[0, 128, 256]),
            style: e.pick(&STYLES),
        };
        if e.chance(32) {
            self.stalled = 8 + e.below(40);
        }
    }

    /// Launches a CTA's warps one after the other, or any warp into any slot.
    fn launch(&mut self, cfg: &Config, e: &mut Entropy, i: &mut In) {
        let word = e.word();
        if (word & 0xff) < u64::from(self.profile.in_order) {
            let on = |n: u8| if u32::from(n) + 1 < cfg.warps { n + 1 } else { 0 };
            (self.slot, self.warp) = (on(self.slot), on(self.warp));
        } else {
            (self.slot, self.warp) = (e.below(cfg.warps) as u8, e.below(cfg.warps) as u8);
        }
        (i.launch_slot, i.launch_warp) = (self.slot, self.warp);
        i.launch_plain = (word >> 8 & 0xff) < u64::from(self.profile.plain);
        i.launch_threads = threads(cfg, word);
    }

    /// Reads a slot that was launched: any, or the one of the last cycle, or the one that is
    /// launched now.
    fn read(&self, cfg: &Config, p: &Protocol, e: &mut Entropy, i: &mut In) {
        let word = e.word();
        i.read_slot = match word & 3 {
            0 if p.readable(cfg, self.slot) => self.slot,
            1 if p.fresh.is_some() => p.fresh.expect("it was launched"),
            _ => {
                let start = (word >> 8) as u32 & 31;
                ((p.launched.rotate_right(start).trailing_zeros() + start) & 31) as u8
            }
        };
        i.read_threads = threads(cfg, word);
    }

    fn mask(&mut self, cfg: &Config, e: &mut Entropy, i: &mut In) {
        let dice = e.word();
        i.accept_tag = ((dice & 0xff) * u64::from(tag::COUNT) / 256) as u8;
        let style = if dice & 0x300 == 0 { e.pick(&STYLES) } else { self.profile.style };
        let (warps, width, all) = (cfg.warps as usize, cfg.width, cfg.all_lanes());
        let rows = &mut i.accept_mask[..warps];
        let some = e.word();
        let row = (some >> 32) as u32 & all;
        match style {
            Style::Any => fill(rows, || e.word()),
            Style::Dense => fill(rows, || e.word() | e.word()),
            Style::Sparse => fill(rows, || e.word() & e.word() & e.word() & e.word()),
            Style::Aligned => rows.fill(row),
            Style::Clustered => {
                rows.iter_mut().enumerate().for_each(|(w, to)| *to = (some >> (w & 31) & 1) as u32 * u32::MAX)
            }
            Style::Range => {
                let (some, other) = (e.below(cfg.warps * width), e.below(cfg.warps * width));
                let (from, to) = (some.min(other), some.max(other) + 1);
                for (w, row) in rows.iter_mut().enumerate() {
                    let below = |end: u32| ((1u64 << end.saturating_sub(w as u32 * width).min(width)) - 1) as u32;
                    *row = below(to) & !below(from);
                }
            }
            Style::Diagonal => {
                rows.iter_mut().enumerate().for_each(|(w, to)| *to = 1 << ((w as u32 ^ row) & (width - 1)))
            }
            Style::Column => {
                rows.fill(1 << (row & (width - 1)));
                let (w, lane) = (e.below(cfg.warps), e.below(width));
                rows[w as usize] ^= 1 << lane;
            }
            Style::Peak => {
                rows.fill(0);
                let (lane, most) = (1 << (row & (width - 1)), e.below(cfg.warps) as usize);
                fill(&mut rows[..most], || e.word());
                rows[..=most].iter_mut().for_each(|row| *row |= lane);
                // the last of these warps has this lane alone, wherever it is
                rows.rotate_right((some & 31) as usize % warps);
            }
            Style::Pairs => rows.iter_mut().enumerate().for_each(|(w, to)| *to = if w & 1 == 0 { row } else { !row }),
            Style::Few => {
                rows.fill(0);
                for _ in 0..=dice >> 16 & 3 {
                    rows[e.below(cfg.warps) as usize] |= 1 << e.below(width);
                }
            }
            Style::Full => rows.fill(u32::MAX),
            Style::Empty => rows.fill(0),
        }
        rows.iter_mut().for_each(|row| *row &= all);
    }
}

/// Fills two rows from each word.
#[inline]
fn fill(rows: &mut [u32], mut word: impl FnMut() -> u64) {
    for pair in rows.chunks_mut(2) {
        let word = word();
        pair[0] = word as u32;
        if let Some(row) = pair.get_mut(1) {
            *row = (word >> 32) as u32;
        }
    }
}

/// Returns a mask of one warp, made of a random word: any, all, the lowest, a single one, none.
fn threads(cfg: &Config, word: u64) -> u32 {
    let any = (word >> 32) as u32;
    let lane = any & (cfg.width - 1);
    let threads = match word >> 26 & 7 {
        0 => u32::MAX,
        1 => (2u32 << lane).wrapping_sub(1),
        2 => 1 << lane,
        3 => 0,
        _ => any,
    };
    threads & cfg.all_lanes()
}
