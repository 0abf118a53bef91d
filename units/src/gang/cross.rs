//! Crosses of the ganging unit.

use crate::gang::Gang;
use heddle_contract::gang::{Config, In, Out};
use heddle_golden::gang::{Protocol, State};

use heddle_testbench::bench::Crosses;
use heddle_testbench::cross::{AMOUNT, Axis, Cross, Impossible, amount, no_amount};

impl Crosses for Gang {
    const CROSSES: &'static [Cross<Config>] = &[
        Cross {
            name: "a set that is alive",
            axes: &[
                Axis { name: "gangs", bins: &["none", "one", "more"] },
                Axis { name: "singletons", bins: AMOUNT },
                Axis { name: "ready warps", bins: &["none", "some", "all"] },
            ],
            impossible: &[
                Impossible { why: "it has a warp", is: |_, b| b[0] == 0 && b[1] == 0 },
                Impossible { why: "there are too few slices", is: |cfg, b| no_amount(b[1], cfg.slices) },
                Impossible {
                    why: "a gang has two slices at least",
                    is: |cfg, b| 2 * b[0] as u32 + least(b[1], cfg.slices) > cfg.slices,
                },
                Impossible { why: "one warp is all", is: |_, b| b[0] == 0 && b[1] == 1 && b[2] == 1 },
            ],
        },
        Cross {
            name: "issue",
            axes: &[
                Axis { name: "gangs", bins: &["none", "one", "two", "three", "four"] },
                Axis { name: "singletons", bins: AMOUNT },
                Axis { name: "busy slices", bins: AMOUNT },
            ],
            impossible: &[
                Impossible { why: "fewer gangs are issued at once", is: |cfg, b| b[0] as u32 > cfg.issue },
                Impossible {
                    why: "there are too few slices",
                    is: |cfg, b| no_amount(b[1], cfg.slices) || no_amount(b[2], cfg.slices),
                },
                Impossible {
                    why: "nothing shares a slice",
                    is: |cfg, b| 2 * b[0] as u32 + least(b[1], cfg.slices) + least(b[2], cfg.slices) > cfg.slices,
                },
            ],
        },
        Cross {
            name: "fetch",
            axes: &[
                Axis { name: "gangs that are fetched for", bins: &["none", "one", "two", "three", "four"] },
                Axis { name: "slices that want to", bins: AMOUNT },
                Axis { name: "slices that may", bins: &["none", "some", "all"] },
                Axis { name: "L0 has it for", bins: AMOUNT },
            ],
            impossible: &[
                Impossible { why: "fewer gangs are fetched for at once", is: |cfg, b| b[0] as u32 > cfg.fetches },
                Impossible {
                    why: "there are too few slices",
                    is: |cfg, b| no_amount(b[1], cfg.slices) || no_amount(b[3], cfg.slices),
                },
                Impossible { why: "none of none", is: |_, b| b[1] == 0 && b[2] + b[3] != 0 },
                Impossible { why: "L0 has it for those that want it", is: |_, b| b[3] > b[1] },
                Impossible { why: "one slice is all of them", is: |_, b| b[1] == 1 && b[2] == 1 },
                Impossible { why: "what L0 has needs no port", is: |_, b| b[2] == 0 && b[3] != 0 },
                Impossible { why: "L0 has it for all of them", is: |_, b| b[1] == 3 && b[3] == 3 && b[2] != 2 },
                Impossible {
                    why: "there are ports for all of them, or for one",
                    is: |cfg, b| {
                        let (free, most) =
                            (cfg.ports - b[0] as u32, if b[1] == 3 { cfg.slices } else { cfg.slices - 1 });
                        b[1] != 0 && (b[2] == 0 && free > 0 || b[2] == 1 && free + least(b[3], cfg.slices) >= most)
                    },
                },
                Impossible {
                    why: "a slice for which a gang is fetched wants nothing",
                    is: |cfg, b| b[0] as u32 + least(b[1], cfg.slices) > cfg.slices,
                },
                Impossible {
                    why: "there are ports for fewer",
                    is: |cfg, b| {
                        let by_port = least(b[1], cfg.slices).saturating_sub([0, 1, cfg.slices - 1, cfg.slices][b[3]]);
                        b[2] == 2 && b[1] != 0 && by_port > cfg.ports - b[0] as u32
                    },
                },
                Impossible {
                    why: "some of it needs a port, and there is none",
                    is: |cfg, b| b[2] == 1 && b[3] == 0 && cfg.ports == b[0] as u32,
                },
                Impossible {
                    why: "the only set has gangs of two slices at least",
                    is: |cfg, b| cfg.sets == 1 && b[0] != 0 && 2 * b[0] as u32 + least(b[1], cfg.slices) > cfg.slices,
                },
            ],
        },
    ];

    fn cross(cfg: &Config, _: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize, &[usize])) {
        if i.reset || q.alive() == 0 {
            return;
        }
        for set in (0..cfg.sets as usize).filter(|set| q.alive() >> set & 1 == 1) {
            let row = q.set(set);
            let gangs = row.gangs.iter().filter(|gang| **gang != 0).count();
            let ready = match row.ready {
                0 => 0,
                all if all == row.exists => 2,
                _ => 1,
            };
            hit(0, &[gangs.min(2), amount(row.alone.count_ones(), cfg.slices), ready]);
        }
        let gangs = (0..cfg.issue as usize).filter(|k| o.issue_valid[*k]).count();
        let of = |mask: u8| amount(mask.count_ones(), cfg.slices);
        hit(1, &[gangs, of(o.alone), of(i.busy)]);
        let may = match o.grant & o.want {
            0 => 0,
            all if all == o.want => 2,
            _ => 1,
        };
        let fetches = o.gang_fetch.iter().filter(|valid| **valid).count();
        hit(2, &[fetches, of(o.want), may, of(o.want & i.l0)]);
    }
}

/// The least number in a bin of [`AMOUNT`].
fn least(bin: usize, most: u32) -> u32 {
    [0, 1, 2, most][bin]
}
