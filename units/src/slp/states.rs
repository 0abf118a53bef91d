//! Enumeration of the states of the SIMD lane permutation unit.

use crate::slp::Slp;
use heddle_contract::slp::{Config, In};
use heddle_golden::slp::{Phase, State, key};

use heddle_testbench::states::{Plant, States};

pub const STATES: States<Slp> = States {
    key,
    alphabet,
    without: "tag taken alone; a launch has all threads; a read comes without a mask",
    least: Some(|| Config { width: 2, warps: 2 }),
    plants: &[
        Plant::Edge("a mask that is declined leaves compacted", |_, before: &State, i: &In, after: &mut State| {
            if before.compactor.phase == Phase::Counted && i.decline {
                after.compactor.declined = false;
            }
        }),
        Plant::Claim("compaction gains wherever two warps have threads", |_, q: &State| {
            q.compactor.phase != Phase::Counted || q.compactor.plain < 2 || q.compactor.warps < q.compactor.plain
        }),
    ],
};

/// Every mask with every launch and every acceptance; every read with every launch.
fn alphabet(cfg: &Config, _: &State) -> Vec<In> {
    let mut letters = vec![In { reset: true, ..In::default() }, In { reset: true, warp_ready: true, ..In::default() }];
    let warps = cfg.warps as u8;
    let mut launches = vec![In::default()];
    for (slot, warp) in (0..warps).flat_map(|slot| (0..warps).map(move |warp| (slot, warp))) {
        for launch_plain in [false, true] {
            launches.push(In {
                launch_valid: true,
                launch_slot: slot,
                launch_warp: warp,
                launch_plain,
                launch_threads: cfg.all_lanes(),
                ..In::default()
            });
        }
    }
    for launch in &launches {
        letters.extend((0..warps).map(|read_slot| In { read_valid: true, read_slot, ..launch.clone() }));
        for (decline, warp_ready) in [(false, false), (false, true), (true, false), (true, true)] {
            let answer = In { decline, warp_ready, ..launch.clone() };
            for mask in 0..1u64 << (cfg.width * cfg.warps) {
                let mut i = In { accept_valid: true, ..answer.clone() };
                for (warp, row) in i.accept_mask[..cfg.warps as usize].iter_mut().enumerate() {
                    *row = (mask >> (warp as u32 * cfg.width)) as u32 & cfg.all_lanes();
                }
                letters.push(i);
            }
            letters.push(answer);
        }
    }
    letters
}
