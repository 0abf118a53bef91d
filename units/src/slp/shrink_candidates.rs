//! Simpler inputs of the SIMD lane permutation unit, for shrinking.

use crate::slp::Slp;
use heddle_contract::slp::{Config, In, Out};

use heddle_testbench::bench::{Shrink, propose};

impl Shrink for Slp {
    fn shrink_candidates(cfg: &Config, i: &In) -> Vec<In> {
        let mut candidates = Vec::new();
        let mut propose = |change: &dyn Fn(&mut In)| propose(&mut candidates, i, change);
        propose(&|c| *c = In::default());
        propose(&|c| c.reset = false);
        propose(&|c| c.launch_valid = false);
        propose(&|c| c.read_valid = false);
        propose(&|c| c.accept_valid = false);
        propose(&|c| c.decline = false);
        propose(&|c| c.warp_ready = false);
        if i.launch_valid {
            propose(&|c| c.launch_threads = 0);
            propose(&|c| c.launch_threads = lowest(c.launch_threads));
            propose(&|c| c.launch_plain = false);
            propose(&|c| c.launch_warp = 0);
            propose(&|c| c.launch_warp = c.launch_warp.min(1));
            propose(&|c| c.launch_slot = 0);
        } else {
            propose(&|c| (c.launch_slot, c.launch_warp, c.launch_plain, c.launch_threads) = (0, 0, false, 0));
        }
        if i.read_valid {
            propose(&|c| c.read_threads = 0);
            propose(&|c| c.read_threads = lowest(c.read_threads));
            propose(&|c| c.read_slot = 0);
        }
        if i.accept_valid {
            propose(&|c| c.accept_tag = 0);
            propose(&|c| c.accept_mask.fill(0));
            for keep in rest(cfg, i) {
                propose(&|c| *c = keep.clone());
            }
            for (lanes, warps) in groups(cfg) {
                propose(&|c| without(c, lanes, warps));
            }
            // what is left of it row by row
            for warp in 0..cfg.warps as usize {
                propose(&|c| c.accept_mask[warp] = lowest(c.accept_mask[warp]));
            }
        }
        candidates
    }

    fn shrink_candidates_together(cfg: &Config, inputs: &[In], way: usize) -> Option<Vec<In>> {
        let mut inputs = inputs.to_vec();
        let groups = groups(cfg);
        if let Some((lanes, warps)) = groups.get(way) {
            inputs.iter_mut().for_each(|i| without(i, *lanes, *warps));
            return Some(inputs);
        }
        match way - groups.len() {
            0 => inputs.iter_mut().for_each(|i| (i.launch_slot, i.read_slot) = (0, 0)),
            1 => inputs.iter_mut().for_each(|i| i.accept_tag = 0),
            2 => {
                inputs.iter_mut().filter(|i| i.launch_valid).for_each(|i| (i.launch_plain, i.launch_warp) = (false, 0))
            }
            _ => return None,
        }
        Some(inputs)
    }

    fn alternatives(cfg: &Config, inputs: &[In], at: usize) -> Vec<In> {
        let i = &inputs[at];
        let mut ways = Vec::new();
        if i.accept_valid {
            ways.extend(rest(cfg, i));
        }
        if i.launch_valid {
            ways.push(In { launch_threads: 1, ..i.clone() });
        }
        ways
    }

    fn taken(_: &Config, i: &In, o: &Out) -> bool {
        (!i.accept_valid || o.accept_ready) && (!i.decline || o.counted_valid) && (!i.warp_ready || o.warp_valid)
    }
}

/// Returns the mask without the warps that leave first: the rest of each lane when all but one have
/// left, half of them, one of them.
fn rest(cfg: &Config, i: &In) -> Vec<In> {
    let rows = &i.accept_mask[..cfg.warps as usize];
    let column = |lane: u32| rows.iter().filter(|row| *row >> lane & 1 == 1).count();
    let count = (0..cfg.width).map(column).max().unwrap_or(0);
    let after = |gone: usize| {
        let mut left = i.clone();
        let mut leaves = vec![gone; cfg.width as usize];
        for row in &mut left.accept_mask[..cfg.warps as usize] {
            for (lane, leaves) in leaves.iter_mut().enumerate() {
                if *leaves > 0 && *row >> lane & 1 == 1 {
                    *row &= !(1 << lane);
                    *leaves -= 1;
                }
            }
        }
        left
    };
    [count.saturating_sub(1), count / 2, 1].into_iter().filter(|gone| *gone > 0).map(after).collect()
}

/// Ever smaller groups of lanes, and of warps, that are removed.
fn groups(cfg: &Config) -> Vec<(u32, u32)> {
    let mut groups = Vec::new();
    let mut size = 16;
    while size > 0 {
        for first in (0..32).step_by(size) {
            let group = (u32::MAX >> (32 - size)) << first;
            if first < cfg.width as usize && size < cfg.width as usize {
                groups.push((group, 0));
            }
            if first < cfg.warps as usize && size < cfg.warps as usize {
                groups.push((0, group));
            }
        }
        size /= 2;
    }
    groups
}

/// Removes lanes from every mask, and warps from the CTA's.
fn without(i: &mut In, lanes: u32, warps: u32) {
    i.launch_threads &= !lanes;
    i.read_threads &= !lanes;
    for (warp, row) in i.accept_mask.iter_mut().enumerate() {
        *row = if warps >> warp & 1 == 1 { 0 } else { *row & !lanes };
    }
}

fn lowest(mask: u32) -> u32 {
    mask & mask.wrapping_neg()
}
