//! Dependent instructions whose results come from beside the lane: the distance from one to the
//! next, by what is followed bundle by bundle.

use std::fmt::Write as _;

use crate::support::one_cta;
use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Ended, Options, Run, simulate};
use heddle_workloads::WORKLOADS;

/// Dependent instructions of a round, half of them of each of two forms: two registers that live at
/// once do not become one.
const ROUND: usize = 40;

/// A chain of instructions on `a` and `b`.
struct Chain {
    name: &'static str,
    declare: &'static str,
    begin: &'static str,
    forms: [&'static str; 2],
    end: &'static str,
}

const ADD: Chain = Chain {
    name: "add.s64",
    declare: ".reg .b64 %a<3>;",
    begin: "cvt.u64.u32 %a1, %r1;\n mov.u64 %a2, 1;",
    forms: ["add.s64 %a1, %a1, %a2;", "add.s64 %a2, %a2, %a1;"],
    // all of the sum is wanted
    end: "shr.u64 %a2, %a2, 32;\n cvt.u32.u64 %r5, %a2;",
};
const DIVIDE: Chain = Chain {
    name: "div.rn.f32",
    declare: ".reg .f32 %a<3>;",
    begin: "cvt.rn.f32.u32 %a1, %r1;\n mov.f32 %a2, 0f40490FDB;",
    forms: ["div.rn.f32 %a1, %a1, %a2;", "div.rn.f32 %a2, %a2, %a1;"],
    end: "mov.b32 %r5, %a2;",
};
const RECIPROCAL: Chain = Chain {
    name: "rcp.approx.f32",
    declare: ".reg .f32 %a<3>;",
    begin: "cvt.rn.f32.u32 %a1, %r1;",
    forms: ["rcp.approx.f32 %a2, %a1;", "rcp.approx.f32 %a1, %a2;"],
    end: "mov.b32 %r5, %a1;",
};
const LOAD: Chain = Chain {
    name: "ld.shared.u64",
    declare: ".reg .b64 %a<4>;\n .shared .align 8 .b8 words[256];",
    begin: "mul.wide.u32 %a1, %r2, 8;\n mov.u64 %a2, words;\n add.s64 %a1, %a1, %a2;\n st.shared.u64 [%a1], %a1;\n bar.sync 0;",
    forms: ["ld.shared.u64 %a1, [%a1];", "ld.shared.u64 %a1, [%a1];"],
    end: "cvt.u32.u64 %r5, %a1;",
};

fn ptx(chain: &Chain) -> String {
    let mut text = format!(
        "
.version 7.0
.target sm_70
.address_size 64
.visible .entry chain(.param .u64 out, .param .u32 active, .param .u32 rounds)
{{
    .reg .pred %p<3>;
    .reg .b32 %r<10>;
    .reg .b64 %rd<4>;
    {}
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    ld.param.u32 %r3, [active];
    setp.ge.u32 %p1, %r2, %r3;
    @%p1 bra DONE;
    ld.param.u32 %r4, [rounds];
    {}
LOOP:
",
        chain.declare, chain.begin
    );
    for _ in 0..ROUND / 2 {
        writeln!(text, "    {}\n    {}", chain.forms[0], chain.forms[1]).unwrap();
    }
    write!(
        text,
        "
    sub.s32 %r4, %r4, 1;
    setp.ne.s32 %p2, %r4, 0;
    @%p2 bra LOOP;
    {}
    ld.param.u64 %rd1, [out];
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r5;
DONE:
    exit;
}}
",
        chain.end
    )
    .unwrap();
    text
}

fn run(chain: &Chain, policy: &str, follow: &str, active: u32, rounds: u32) -> Run {
    let follow = format!("pipeline.follow={follow}");
    let others = ["core.products=sp", "pipeline.divide=none", "pipeline.window=16", "shared.latency=20"];
    let spec = Config::one_core("stsimt", &[&others[..], &[&follow]].concat());
    one_cta(&spec, policy, &ptx(chain), 32, &[active, rounds])
}

/// Cycles from an instruction to its dependent: what two runs differ in.
fn distance(chain: &Chain, policy: &str, follow: &str, active: u32) -> f64 {
    let [short, long] = [4, 12].map(|rounds| run(chain, policy, follow, active, rounds));
    (long.cycles - short.cycles) as f64 / (8 * ROUND) as f64
}

/// Distances without and with results of fixed latency followed, and with loads, at 1 and at 32
/// threads; the loop around the chain costs some tenths of a cycle.
#[rustfmt::skip]
const DISTANCES: [(&Chain, &str, u32, [f64; 3]); 18] = [
    // a pair of words is written in two cycles: a bundle follows another two cycles later
    (&ADD, "simt", 32, [16.5, 16.5, 16.5]),
    (&ADD, "tsimt", 1, [14.4, 14.4, 14.4]),
    (&ADD, "tsimt", 32, [77.0, 64.7, 64.7]),
    (&ADD, "stsimt4", 1, [14.4, 14.4, 14.4]),
    (&ADD, "stsimt4", 32, [28.4, 16.8, 16.8]),
    // as a native one
    (&DIVIDE, "simt", 32, [16.5, 16.5, 16.5]),
    (&DIVIDE, "tsimt", 1, [12.4, 12.4, 12.4]),
    (&DIVIDE, "tsimt", 32, [45.7, 34.0, 34.0]),
    (&DIVIDE, "stsimt4", 1, [12.4, 12.4, 12.4]),
    (&DIVIDE, "stsimt4", 32, [19.6, 12.7, 12.7]),
    (&RECIPROCAL, "tsimt", 1, [22.1, 22.1, 22.1]),
    (&RECIPROCAL, "tsimt", 32, [54.4, 34.0, 34.0]),
    (&RECIPROCAL, "stsimt4", 32, [37.3, 23.7, 23.7]),
    (&LOAD, "simt", 32, [32.1, 32.1, 32.1]),
    (&LOAD, "tsimt", 1, [29.0, 29.0, 29.0]),
    (&LOAD, "tsimt", 32, [91.6, 91.6, 65.1]),
    (&LOAD, "stsimt4", 1, [29.0, 29.0, 29.0]),
    (&LOAD, "stsimt4", 32, [43.0, 43.0, 29.5]),
];

#[test]
fn results_from_beside_the_lane_are_followed() {
    for (chain, policy, active, should) in DISTANCES {
        let is = ["native", "fixed", "loads"].map(|follow| distance(chain, policy, follow, active));
        let near = is.iter().zip(should).all(|(is, should)| (is - should).abs() < 0.2);
        assert!(near, "{} under {policy}, {active} threads: {is:.2?} instead of {should:?}", chain.name);
    }
}

/// Every value that leaves a lane is compared with the program's on the way.
#[test]
fn whatever_is_followed_workloads_leave_what_they_should() {
    for follow in ["native", "loads"] {
        for policy in ["tsimt", "stsimt4-scalar"] {
            for name in ["va", "mm", "bitonic", "aes", "dw", "ft"] {
                let workload = WORKLOADS.iter().find(|workload| workload.name == name).unwrap();
                workload.with("test", |session| {
                    let mut config = Config::shipped("stsimt").unwrap();
                    let follow = format!("pipeline.follow={follow}");
                    config.set(&["core.count=4", "dram.channels=2", "l2.bytes=262144", &follow]).unwrap();
                    let policy = Policy::named(policy).unwrap();
                    let run = simulate(&config.spec, &policy, session, &Options::default(), &mut ()).unwrap();
                    assert_eq!(run.ended, Ended::Whole);
                    assert!(session.check().unwrap().is_empty(), "{name} under {}, {follow}", policy.name());
                });
            }
        }
    }
}
