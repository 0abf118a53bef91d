//! Crosses of the SIMD lane permutation unit.

use crate::slp::Slp;
use heddle_contract::slp::{Config, In, Out, tag};
use heddle_golden::slp::{Phase, Protocol, State};

use heddle_testbench::bench::Crosses;
use heddle_testbench::cross::{AMOUNT, Axis, Cross, Impossible, WHETHER, amount, no_amount};

const PHASE: &[&str] = &["empty", "counted", "leaving"];

impl Crosses for Slp {
    const CROSSES: &'static [Cross<Config>] = &[
        Cross {
            name: "a mask is accepted",
            axes: &[
                Axis { name: "path", bins: &["taken", "not taken", "reconverged"] },
                Axis { name: "warps with threads", bins: AMOUNT },
                Axis { name: "threads of the fullest lane", bins: AMOUNT },
                Axis { name: "behind", bins: PHASE },
            ],
            impossible: &[
                Impossible {
                    why: "there are too few warps",
                    is: |cfg, b| no_amount(b[1], cfg.warps) || no_amount(b[2], cfg.warps),
                },
                Impossible {
                    why: "no warp has threads and no lane, or both have",
                    is: |_, b| (b[1] == 0) != (b[2] == 0),
                },
                Impossible { why: "a lane has at most one thread of each warp that has any", is: |_, b| b[2] > b[1] },
                Impossible {
                    why: "of more warps than lanes two share a lane",
                    is: |cfg, b| b[1] == 3 && b[2] == 1 && cfg.warps > cfg.width,
                },
                Impossible { why: "nothing is accepted while a mask is counted", is: |_, b| b[3] == 1 },
            ],
        },
        Cross {
            name: "a warp is offered",
            axes: &[
                Axis { name: "declined", bins: WHETHER },
                Axis { name: "lanes filled", bins: AMOUNT },
                Axis { name: "last", bins: WHETHER },
                Axis { name: "taken", bins: WHETHER },
                Axis { name: "another mask is offered", bins: WHETHER },
            ],
            impossible: &[
                Impossible { why: "there are too few lanes", is: |cfg, b| no_amount(b[1], cfg.width) },
                Impossible { why: "a warp without threads is not offered", is: |_, b| b[1] == 0 },
                Impossible { why: "a mask of one warp leaves as one", is: |cfg, b| cfg.warps == 1 && b[2] == 0 },
            ],
        },
        Cross {
            name: "a warp is launched",
            axes: &[
                Axis { name: "permutation", bins: &["plain", "even", "odd"] },
                Axis { name: "threads", bins: AMOUNT },
                Axis { name: "table read", bins: &["no", "at its slot", "at another"] },
                Axis { name: "compactor", bins: PHASE },
            ],
            impossible: &[
                Impossible { why: "there are too few lanes", is: |cfg, b| no_amount(b[1], cfg.width) },
                Impossible { why: "there is one warp", is: |cfg, b| cfg.warps == 1 && (b[0] == 2 || b[2] == 2) },
            ],
        },
    ];

    fn cross(cfg: &Config, _: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize, &[usize])) {
        if i.reset {
            return;
        }
        let phase = match q.compactor.phase {
            Phase::Empty => 0,
            Phase::Counted => 1,
            Phase::Leaving => 2,
        };
        if i.accept_valid && o.accept_ready {
            let rows = &i.accept_mask[..cfg.warps as usize];
            let warps = rows.iter().filter(|row| **row != 0).count() as u32;
            let of_lane = |lane: u32| rows.iter().filter(|row| *row >> lane & 1 == 1).count() as u32;
            let fullest = (0..cfg.width).map(of_lane).max().unwrap_or(0);
            let path = match i.accept_tag {
                tag::TAKEN => 0,
                tag::NOT_TAKEN => 1,
                _ => 2,
            };
            hit(0, &[path, amount(warps, cfg.warps), amount(fullest, cfg.warps), phase]);
        }
        if o.warp_valid {
            let lanes = amount(o.warp_lanes.count_ones(), cfg.width);
            let [declined, last] = [q.compactor.declined, o.warp_last].map(usize::from);
            hit(1, &[declined, lanes, last, usize::from(i.warp_ready), usize::from(i.accept_valid)]);
        }
        if i.launch_valid {
            let permutation = if i.launch_plain { 0 } else { 1 + usize::from(i.launch_warp & 1) };
            let read = match i.read_valid {
                false => 0,
                true if i.read_slot == i.launch_slot => 1,
                true => 2,
            };
            hit(2, &[permutation, amount(i.launch_threads.count_ones(), cfg.width), read, phase]);
        }
    }
}
