//! The random divergence of gangs in the ganging unit's stimulus, and events for singletons in
//! every slice at once.

use heddle_contract::gang::{Config, In};
use heddle_golden::gang::State;

use super::events::Events;
use heddle_testbench::entropy::Entropy;

/// A pattern of divergence: which warps of a gang go to which PCs.
#[derive(Debug, Clone, Copy, Default)]
pub enum Manner {
    /// Each for itself.
    #[default]
    Each,
    /// Low slices here, high slices there.
    Halves,
    /// Slices by turns, one, two or four at a time.
    Stripes,
    /// One of them elsewhere.
    One,
    /// Two of them elsewhere: gangs end as pairs, as many as there can be.
    Two,
    /// Two and two, any of them: all entries hold a gang. Two go on together.
    Pairs,
    /// Neighbours two and two, all at once.
    Neighbours,
    /// All to different PCs, as far as there are some.
    Scatter,
}

impl Manner {
    /// Makes warps of a gang diverge: some of the `warps` that go to PC `here` go to other PCs, of
    /// four `targets`.
    pub fn part(self, cfg: &Config, targets: &[u64; 4], (warps, here): (u8, u64), e: &mut Entropy, i: &mut In) {
        let dice = e.word();
        let there = targets[(dice & 3) as usize];
        let elsewhere = match self {
            Manner::Each => {
                each(warps, |s| i.report_pc[s] = targets[(dice >> (2 * s) & 3) as usize]);
                return;
            }
            Manner::Scatter => {
                each(warps, |s| i.report_pc[s] = here.wrapping_add(s as u64) & u64::MAX >> (64 - cfg.pc_bits));
                return;
            }
            Manner::Pairs | Manner::Neighbours if warps.count_ones() <= 2 => return,
            Manner::Neighbours => {
                each(warps, |s| i.report_pc[s] = targets[(s / 2) & 3]);
                return;
            }
            Manner::Pairs => {
                // an odd step through all slices, which are then taken two at a time; or four and
                // twice two, or twice four, which part later
                let (step, first) = ((dice >> 8 | 1) as usize, (dice >> 16) as usize);
                let (by, low) = ((dice >> 24) as usize, dice >> 32 & 1);
                let fours = if warps.count_ones() > 4 { dice >> 33 & 3 } else { 0 };
                each(warps, |s| {
                    let turn = ((s ^ by) & 7).wrapping_mul(step & 7).wrapping_add(first & 7) >> low & 3;
                    i.report_pc[s] = targets[match fours {
                        0 => turn,
                        1 => turn | 1,
                        _ => turn.max(1),
                    }];
                });
                return;
            }
            Manner::Halves => u8::MAX << (1 + (dice >> 8) % u64::from(cfg.slices - 1)),
            Manner::Stripes => [0xaa, 0xcc, 0xf0, 0x3c][(dice >> 8 & 3) as usize],
            Manner::One => 1 << e.bit_of(warps.into()),
            Manner::Two => 1 << e.bit_of(warps.into()) | 1 << e.bit_of(warps.into()),
        };
        each(warps & elsewhere, |s| i.report_pc[s] = there);
    }
}

/// Draws events for many singletons at once: in every slice, fills one that is being fetched, and
/// reports and wakes one that executes.
pub fn rush(cfg: &Config, q: &State, alive: u64, e: &mut Entropy, i: &mut In) {
    let turn = e.below(64);
    let mut sets = alive.rotate_right(turn);
    while sets != 0 && (i.fill & i.report) != cfg.all_slices() {
        let set = ((sets.trailing_zeros() + turn) & 63) as u8;
        sets &= sets - 1;
        let row = q.set(set.into());
        let fill = row.fetching & row.alone & !i.fill;
        i.fill |= fill;
        each(fill, |s| i.fill_set[s] = set);
        let pending = Events::pending(q, set.into()).any();
        let report = row.alone & !row.known & !pending & !i.report & !i.wake;
        (i.report, i.wake) = (i.report | report, i.wake | report);
        each(report, |s| {
            (i.report_set[s], i.report_pc[s], i.wake_set[s]) = (set, next(cfg, row.pc[s]), set);
        });
    }
}

/// Returns the address of the instruction after that at `pc`.
pub fn next(cfg: &Config, pc: u64) -> u64 {
    pc.wrapping_add(1) & u64::MAX >> (64 - cfg.pc_bits)
}

/// Visits the slices of a mask, the lowest first.
#[inline]
pub fn each(mut mask: u8, mut visit: impl FnMut(usize)) {
    while mask != 0 {
        visit(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}
