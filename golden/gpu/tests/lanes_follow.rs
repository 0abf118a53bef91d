//! Dependent instructions whose results come from beside the lane: the distance from one to the next, by what is followed bundle by bundle.

use std::fmt::Write as _;

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Options, Run, simulate};
use heddle_kernel::launch::{Description, Session};

/// Dependent instructions of a round, half of them of each of two forms: two registers that live at once do not become one.
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
    end: "cvt.u32.u64 %r5, %a2;",
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

fn run(chain: &Chain, policy: &str, follow: &str, warps: u32, active: u32, rounds: u32) -> Run {
    let mut config = Config::shipped("stsimt").unwrap();
    let follow = format!("pipeline.follow={follow}");
    config.set(&["core.count=1", "dram.channels=1", "l2.bytes=131072", "pipeline.window=16", &follow]).unwrap();
    let module = heddle_kernel::read("chain.ptx", &ptx(chain)).unwrap();
    let description = format!(
        r#"
name = "CHAIN"
[size.test]
n = 1024
[[buffer]]
name = "out"
type = "u32"
count = "n"
[[run]]
[[run.launch]]
kernel = "chain"
grid = [1]
block = [{}]
args = [{{ buffer = "out" }}, {{ u32 = {active} }}, {{ u32 = {rounds} }}]
"#,
        warps * 32
    );
    let description = Description::read("chain.toml", &description).unwrap();
    let mut session = Session::new("chain.toml", &module, &description, "test", None).unwrap();
    simulate(&config.spec, &Policy::named(policy).unwrap(), &mut session, &Options::default(), &mut ()).unwrap()
}

/// Cycles from an instruction to its dependent: what two runs differ in.
fn distance(chain: &Chain, policy: &str, follow: &str, active: u32) -> f64 {
    let [short, long] = [4, 12].map(|rounds| run(chain, policy, follow, 1, active, rounds));
    (long.cycles - short.cycles) as f64 / (8 * ROUND) as f64
}

#[test]
fn print() {
    for chain in [&ADD, &DIVIDE, &RECIPROCAL, &LOAD] {
        for policy in ["simt", "tsimt", "stsimt2", "stsimt4"] {
            for active in [1, 32] {
                let all = ["native", "fixed", "loads"].map(|follow| distance(chain, policy, follow, active));
                println!("{:16} {policy:8} {active:3} {all:6.2?}", chain.name);
            }
        }
    }
}
