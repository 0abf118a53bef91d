//! Crosses of the lane.

use crate::lane::Lane;
use heddle_contract::lane::{Config, In, Out, op};
use heddle_golden::lane::{Protocol, State};

use heddle_testbench::bench::Crosses;
use heddle_testbench::cross::{AMOUNT, Axis, Cross, Impossible, WHETHER, amount, no_amount};

const OFFER: &[&str] = &["none", "refused", "taken"];

impl Crosses for Lane {
    const CROSSES: &'static [Cross<Config>] = &[
        Cross {
            name: "an instruction is accepted",
            axes: &[
                Axis { name: "operation", bins: &["integer", "FP32", "global memory", "shared memory", "external"] },
                Axis { name: "active threads", bins: AMOUNT },
                Axis { name: "scalar", bins: WHETHER },
                Axis { name: "chained", bins: WHETHER },
            ],
            impossible: &[
                Impossible { why: "there are too few threads", is: |cfg, b| no_amount(b[1], cfg.threads) },
                Impossible {
                    why: "no instruction follows itself, and there is one tag",
                    is: |cfg, b| cfg.tags == 1 && b[3] == 1,
                },
            ],
        },
        Cross {
            name: "a chained bundle",
            axes: &[
                Axis { name: "producer", bins: &["native", "global memory", "shared memory", "external"] },
                Axis { name: "responses", bins: &["none yet", "some", "now"] },
                Axis { name: "first of its instruction", bins: WHETHER },
                Axis { name: "goes", bins: &["held", "window is full", "enters"] },
            ],
            impossible: &[
                Impossible { why: "no instruction follows itself, and there is one tag", is: |cfg, _| cfg.tags == 1 },
                Impossible { why: "a native instruction has no response", is: |_, b| b[0] == 0 && b[1] != 0 },
            ],
        },
        Cross {
            name: "what comes back",
            axes: &[
                Axis { name: "result", bins: OFFER },
                Axis { name: "response", bins: OFFER },
                Axis { name: "tags in flight", bins: AMOUNT },
            ],
            impossible: &[
                Impossible { why: "there are too few tags", is: |cfg, b| no_amount(b[2], cfg.tags) },
                Impossible {
                    why: "each has a tag of its own",
                    is: |cfg, b| {
                        usize::from(b[0] != 0) + usize::from(b[1] != 0)
                            > [0, 1, cfg.tags as usize - 1, cfg.tags as usize][b[2]]
                    },
                },
            ],
        },
    ];

    fn cross(cfg: &Config, p: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize, &[usize])) {
        if i.reset {
            return;
        }
        let offer = |valid: bool, ready: bool| if valid { 1 + usize::from(ready) } else { 0 };
        let (result, response) = (offer(i.res_valid, o.res_ready), offer(i.rsp_valid, o.rsp_ready));
        hit(2, &[result, response, amount(p.in_flight(q).count_ones(), cfg.tags)]);
        if let Some(follower) = q.follower(cfg).filter(|follower| p.in_flight(q) >> follower.after & 1 == 1) {
            let producer = &p.flights[follower.after as usize];
            let class = match (producer.native, producer.memory) {
                (true, _) => 0,
                (_, true) => 1 + usize::from(producer.op & op::SHARED != 0),
                _ => 3,
            };
            let completes = |ready: bool, tag: u8| ready && tag == follower.after;
            let responses = match () {
                () if producer.native => 0,
                () if completes(o.res_ready, i.res_tag) || completes(o.rsp_ready, i.rsp_tag) => 2,
                () => usize::from(producer.first),
            };
            let goes = if follower.held { 0 } else { 1 + usize::from(follower.sends) };
            hit(1, &[class, responses, usize::from(follower.fresh), goes]);
        }
        if i.issue_valid && q.accepts(cfg, i.issue_op) {
            let operation = match op::class(i.issue_op) {
                op::Class::Native => usize::from(op::is_float(i.issue_op)),
                op::Class::Memory if i.issue_op & op::SHARED == 0 => 2,
                op::Class::Memory => 3,
                op::Class::External => 4,
            };
            let threads = amount((i.issue_mask & i.issue_guard).count_ones(), q.launch(i.issue_warp).threads);
            hit(0, &[operation, threads, usize::from(i.issue_scalar), usize::from(i.issue_chained)]);
        }
    }
}
