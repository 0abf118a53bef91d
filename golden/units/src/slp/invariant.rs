//! Invariants of the state, formulated independently of the model: bit by bit, from the mask that
//! was accepted and the warps that were launched.

use heddle_contract::slp::{Config, MAX};

use super::compactor::Phase;
use super::protocol::Protocol;
use super::{Compactor, State};
use crate::Violation;

pub(super) fn check(cfg: &Config, p: &Protocol, q: &State) -> Result<(), Violation> {
    table(cfg, p, q)?;
    match q.compactor.phase {
        Phase::Empty => Ok(()),
        Phase::Counted => counted(cfg, p, &q.compactor),
        Phase::Leaving => leaving(cfg, p, &q.compactor),
    }
}

fn hold(holds: bool, what: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation(what())) }
}

/// Checks that masks lie within the width; that those of an even and an odd warp are complements
/// (figure 9a); and that a plain one is zero.
fn table(cfg: &Config, p: &Protocol, q: &State) -> Result<(), Violation> {
    let mut of_warp = [None; MAX];
    for slot in (0..cfg.warps as usize).filter(|slot| p.launched >> slot & 1 == 1) {
        let mask = q.table[slot];
        hold(u32::from(mask) < cfg.width, || format!("slot {slot} has the mask {mask} of {} lanes", cfg.width))?;
        match p.warp[slot] {
            None => hold(mask == 0, || format!("slot {slot} was launched plain and has the mask {mask}"))?,
            Some(warp) => {
                let known = *of_warp[usize::from(warp)].get_or_insert(mask);
                hold(known == mask, || format!("warp {warp} has the masks {known} and {mask}"))?;
            }
        }
    }
    for (pair, masks) in of_warp.chunks_exact(2).enumerate() {
        if let [Some(even), Some(odd)] = masks {
            hold(u32::from(even ^ odd) == cfg.width - 1, || format!("pair {pair} has the masks {even} and {odd}"))?;
        }
    }
    Ok(())
}

/// Checks that the counts are correct, and that no warp has left yet.
fn counted(cfg: &Config, p: &Protocol, held: &Compactor) -> Result<(), Violation> {
    let active = |warp: usize, lane: u32| p.accepted[warp] >> lane & 1 == 1;
    let warps = 0..cfg.warps as usize;
    let fullest = (0..cfg.width).map(|lane| warps.clone().filter(|warp| active(*warp, lane)).count()).max();
    let plain = warps.clone().filter(|warp| (0..cfg.width).any(|lane| active(*warp, lane))).count();
    hold(Some(usize::from(held.warps)) == fullest, || format!("{} warps, counted {fullest:?}", held.warps))?;
    hold(usize::from(held.plain) == plain, || format!("{} plain warps, counted {plain}", held.plain))?;
    threads(cfg, p, held, 0)
}

fn leaving(cfg: &Config, p: &Protocol, held: &Compactor) -> Result<(), Violation> {
    let all = if held.declined { held.plain } else { held.warps };
    hold((1..=all).contains(&held.left), || format!("{} of {all} warps are left", held.left))?;
    threads(cfg, p, held, all - held.left)
}

/// Checks that, when `gone` warps have left, each accepted thread but those that left is held in
/// its own lane and warp. Those that left are the first `gone` of each lane (declined: those of the
/// first `gone` warps that have any).
fn threads(cfg: &Config, p: &Protocol, held: &Compactor, gone: u8) -> Result<(), Violation> {
    let mut left = [0; MAX];
    let mut warps = 0;
    let declined = held.phase == Phase::Leaving && held.declined;
    for warp in 0..cfg.warps as usize {
        let row = p.accepted[warp] & cfg.all_lanes();
        for lane in (0..cfg.width as usize).filter(|lane| row >> lane & 1 == 1) {
            let has = held.columns[lane] >> warp & 1 == 1;
            let before = if declined { warps } else { left[lane] };
            hold(has == (before >= gone), || {
                format!("the thread of warp {warp} in lane {lane}, {gone} warps having left")
            })?;
            left[lane] += 1;
        }
        warps += u8::from(row != 0);
    }
    let (all, kept): (u32, u32) =
        (left.iter().map(|n| u32::from(*n)).sum(), held.columns.iter().map(|c| c.count_ones()).sum());
    let went: u32 = if declined {
        let rows = p.accepted[..cfg.warps as usize].iter().map(|row| row & cfg.all_lanes()).filter(|row| *row != 0);
        rows.take(gone.into()).map(u32::count_ones).sum()
    } else {
        left.iter().map(|n| u32::from(*n.min(&gone))).sum()
    };
    hold(kept + went == all, || format!("{kept} threads are held and {went} left, of {all}"))
}
