//! Crosses of the partitioned renaming table.

use crate::prt::Prt;
use heddle_contract::prt::{Config, In, Out, op};
use heddle_golden::prt::{Protocol, State};

use heddle_testbench::bench::Crosses;
use heddle_testbench::cross::{AMOUNT, Axis, Cross, Impossible, WHETHER, amount, no_amount};

const FILLED: &[&str] = &["empty", "partly", "full"];
const FREE: &[&str] = &["none", "one", "more"];
const READY: &[&str] = &["none", "some", "all"];

impl Crosses for Prt {
    const CROSSES: &'static [Cross<Config>] = &[
        Cross {
            name: "the multiplexer chooses",
            axes: &[
                Axis { name: "partitions that run", bins: AMOUNT },
                Axis { name: "streams that offer", bins: AMOUNT },
                Axis { name: "taken", bins: &["none", "one", "more"] },
                Axis { name: "refused", bins: &["none", "some", "all"] },
                Axis { name: "buffer", bins: FILLED },
            ],
            impossible: &[
                Impossible {
                    why: "there are too few partitions",
                    is: |cfg, b| no_amount(b[0], cfg.partitions) || no_amount(b[1], cfg.partitions),
                },
                Impossible { why: "a partition ends when nothing of it is held", is: |_, b| b[0] == 0 && b[4] != 0 },
                Impossible { why: "who offers runs", is: |_, b| b[1] > b[0] },
                Impossible {
                    why: "a buffer of one entry is empty or full",
                    is: |cfg, b| cfg.entries == 1 && b[4] == 1,
                },
                Impossible { why: "who does not offer is not refused", is: |_, b| b[1] == 0 && b[3] != 0 },
                Impossible {
                    why: "one stream is all of them",
                    is: |cfg, b| b[3] == 1 && most(b[1], cfg.partitions) < 2,
                },
                Impossible {
                    why: "all that can be taken is, but for those whose turn one has that is refused",
                    is: |cfg, b| {
                        let offers = least(b[1], cfg.partitions)..=most(b[1], cfg.partitions);
                        let could = |offer: u32| {
                            let refused = match b[3] {
                                0 => 0..=0,
                                1 => 1..=offer.saturating_sub(1),
                                _ => offer..=offer,
                            };
                            let room = match b[4] {
                                0 => cfg.entries..=cfg.entries,
                                1 => 1..=cfg.entries.saturating_sub(1),
                                _ => 0..=0,
                            };
                            refused.into_iter().any(|refused| {
                                room.clone().any(|room| taken(cfg, offer, refused, room).contains(&b[2]))
                            })
                        };
                        !offers.into_iter().any(could)
                    },
                },
            ],
        },
        Cross {
            name: "the vector unit",
            axes: &[
                Axis { name: "free to go", bins: FREE },
                Axis { name: "ready classes", bins: READY },
                Axis { name: "issued", bins: WHETHER },
                Axis { name: "done", bins: WHETHER },
                Axis { name: "another is taken", bins: WHETHER },
                Axis { name: "buffer", bins: FILLED },
            ],
            impossible: &[
                Impossible {
                    why: "a buffer of one entry is empty or full",
                    is: |cfg, b| cfg.entries == 1 && b[5] == 1,
                },
                Impossible {
                    why: "one is free to go at most, of a partition",
                    is: |cfg, b| cfg.partitions == 1 && b[0] == 2,
                },
                Impossible {
                    why: "there are too few entries",
                    is: |cfg, b| b[0] == 2 && (cfg.entries == 1 || cfg.entries == 2 && b[5] == 1),
                },
                Impossible { why: "nothing is there to be issued", is: |_, b| b[0] != 0 && b[5] == 0 },
                Impossible { why: "what is issued is free to go", is: |_, b| b[2] == 1 && b[0] == 0 },
                Impossible { why: "what is issued has a pipeline", is: |_, b| b[2] == 1 && b[1] == 0 },
                Impossible {
                    why: "what is free to go and has a pipeline is issued",
                    is: |_, b| b[2] == 0 && b[0] != 0 && b[1] == 2,
                },
                Impossible { why: "there is no room", is: |_, b| b[4] == 1 && b[5] == 2 },
            ],
        },
    ];

    fn cross(cfg: &Config, _: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize, &[usize])) {
        if i.reset {
            return;
        }
        let filled = match u32::from(q.buffer.count) {
            0 => 0,
            full if full == cfg.entries => 2,
            _ => 1,
        };
        let of = |mask: u8| amount(mask.count_ones(), cfg.partitions);
        let refused = match o.refuse {
            0 => 0,
            all if all == i.fetch => 2,
            _ => 1,
        };
        hit(0, &[of(q.partitions.running), of(i.fetch), o.take.count_ones().min(2) as usize, refused, filled]);
        let free = q.buffer.free.count_ones().min(2) as usize;
        let ready = match i.issue_ready.count_ones() {
            0 => 0,
            op::CLASSES => 2,
            _ => 1,
        };
        let [issued, done, taken] = [o.issue_valid, i.done_valid, o.take != 0].map(usize::from);
        hit(1, &[free, ready, issued, done, taken, filled]);
    }
}

/// The greatest, and the least, number in a bin of [`AMOUNT`].
fn most(bin: usize, of: u32) -> u32 {
    [0, 1, of.saturating_sub(1), of][bin]
}
fn least(bin: usize, of: u32) -> u32 {
    [0, 1, 2, of][bin]
}

/// Bins of the number of instructions that are taken, of which 2 is the last, if `refused` of
/// `offer` are refused and `room` entries are free.
fn taken(cfg: &Config, offer: u32, refused: u32, room: u32) -> std::ops::RangeInclusive<usize> {
    let turns = room.min(cfg.width);
    let (least, most) = (turns.min(offer).saturating_sub(refused), turns.min(offer - refused));
    least.min(2) as usize..=most.min(2) as usize
}
