//! Crosses of the virtual thread controller.

use crate::vtc::Vtc;
use heddle_contract::vtc::{Config, In, Out};
use heddle_golden::vtc::{Handler, Protocol, State};

use heddle_testbench::bench::Crosses;
use heddle_testbench::cross::{AMOUNT, Axis, Cross, Impossible, WHETHER, amount, no_amount};

impl Crosses for Vtc {
    const CROSSES: &'static [Cross<Config>] = &[
        Cross {
            name: "the handler at work",
            axes: &[
                Axis { name: "handler", bins: &["idle", "copies", "restores", "drains"] },
                Axis { name: "active slots", bins: AMOUNT },
                Axis { name: "ready CTAs", bins: &["none", "one", "more"] },
                Axis { name: "demand", bins: WHETHER },
            ],
            impossible: &[
                Impossible { why: "there are too few slots", is: |cfg, b| no_amount(b[1], cfg.active) },
                Impossible { why: "no slot's CTA can be copied", is: |_, b| b[0] == 1 && b[1] == 0 },
                Impossible { why: "no CTA is ready for the slot", is: |_, b| b[0] == 1 && b[2] == 0 },
                Impossible { why: "the slot that is restored is not active", is: |_, b| b[0] == 2 && b[1] == 3 },
                Impossible {
                    why: "there are too few CTAs",
                    is: |cfg, b| b[2] == 2 && cfg.ctas < 3 && (b[0] == 1 || b[0] == 2 || b[1] != 0),
                },
            ],
        },
        Cross {
            name: "events of an active CTA",
            axes: &[
                Axis { name: "marked", bins: WHETHER },
                Axis { name: "stall", bins: WHETHER },
                Axis { name: "wake", bins: WHETHER },
                Axis { name: "barrier", bins: WHETHER },
                Axis { name: "open", bins: WHETHER },
                Axis { name: "exit", bins: WHETHER },
            ],
            impossible: &[
                Impossible { why: "a warp each", is: |cfg, b| b[1..].iter().sum::<usize>() > cfg.warps as usize },
                Impossible { why: "no warp of a marked CTA runs", is: |_, b| b[0] == 1 && b[1] + b[3] + b[5] != 0 },
                Impossible {
                    why: "the only warp is stalled, so its CTA is marked",
                    is: |cfg, b| cfg.warps == 1 && b[0] == 0 && b[2] == 1,
                },
                Impossible {
                    why: "warps at a barrier keep a CTA from being marked",
                    is: |cfg, b| b[0] == 1 && b[4] == 1 && !cfg.barrier,
                },
            ],
        },
    ];

    fn cross(_: &Config, _: &Protocol, q: &State, i: &In, _: &Out, hit: &mut dyn FnMut(usize, &[usize])) {
        if i.reset || q.kernel.warps == 0 {
            return;
        }
        let handler = match q.handler {
            Handler::Idle => 0,
            Handler::Copy { .. } => 1,
            Handler::Restore { .. } => 2,
            Handler::Drain { .. } => 3,
        };
        let mut active = 0;
        for slot in (0..q.kernel.active).filter(|slot| q.active(*slot).is_some()) {
            active += 1;
            let at = |valid: bool, place: u8| usize::from(valid && place == slot);
            hit(
                1,
                &[
                    usize::from(q.marked >> slot & 1),
                    at(i.stall_valid, i.stall_slot),
                    at(i.wake_valid, i.wake_slot),
                    at(i.barrier_valid, i.barrier_slot),
                    at(i.open_valid, i.open_slot),
                    at(i.exit_valid, i.exit_slot),
                ],
            );
        }
        hit(0, &[handler, amount(active, q.kernel.active.into()), q.ready.len().min(2), usize::from(i.demand)]);
    }
}
