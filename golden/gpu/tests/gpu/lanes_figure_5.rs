//! STSIMT figure 5 on the whole core: a program of dependent additions, with so many warps and
//! active threads, against the micro-benchmark's core.

use std::fmt::Write as _;

use crate::support::one_cta;
use heddle_golden::Model;
use heddle_golden::lane::Lane;
use heddle_golden::stsimt_5;
use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{PolicyUnit, Run};

/// Dependent additions of a round. Two registers that live at once do not become one, which would
/// read the bank that it writes.
const ROUND: usize = 200;

fn ptx() -> String {
    let mut text = String::from(
        "
.version 7.0
.target sm_70
.address_size 64
.visible .entry chain(.param .u64 out, .param .u32 active, .param .u32 rounds)
{
    .reg .pred %p<3>;
    .reg .b32 %r<10>;
    .reg .b64 %rd<4>;
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    ld.param.u32 %r3, [active];
    setp.ge.u32 %p1, %r2, %r3;
    @%p1 bra DONE;
    ld.param.u32 %r4, [rounds];
    mov.u32 %r5, %r1;
    mov.u32 %r6, 1;
LOOP:
",
    );
    for _ in 0..ROUND / 2 {
        writeln!(text, "    add.s32 %r5, %r5, %r6;\n    add.s32 %r6, %r6, %r5;").unwrap();
    }
    text + "
    sub.s32 %r4, %r4, 1;
    setp.ne.s32 %p2, %r4, 0;
    @%p2 bra LOOP;
    ld.param.u64 %rd1, [out];
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r6;
DONE:
    exit;
}
"
}

fn run(policy: &str, warps: usize, active: u32, rounds: u32) -> Run {
    one_cta(&Config::one_core("stsimt", &["core.scheduling=lrr"]), policy, &ptx(), 32 * warps, &[active, rounds])
}

/// Thread instructions a cycle of the rounds alone: what two runs differ in.
fn ipc(policy: &str, warps: usize, active: u32) -> f64 {
    let [short, long] = [4, 12].map(|rounds| run(policy, warps, active, rounds));
    (long.thread_instructions - short.thread_instructions) as f64 / (long.cycles - short.cycles) as f64
}

/// Cycles from an instruction to its dependent in a lane (DEVIATIONS, D5).
const DISTANCE: f64 = 12.0;

#[test]
fn every_lane_is_as_fast_as_figure_5_says() {
    for (policy, lanes, width, tolerance) in [
        ("tsimt", 8, 1, 0.02),
        // a program's registers meet in banks, and eight warps of two lanes or four want the same
        // cycle: the micro-benchmark's core loses as much
        ("stsimt2", 4, 2, 0.08),
        ("stsimt4", 2, 4, 0.08),
    ] {
        let spec = Config::shipped("stsimt").unwrap().spec;
        let cfg = Lane::configured(&Policy::named(policy).unwrap(), &spec).unwrap().unwrap();
        for warps in [1usize, 2, 8, 16, 32] {
            for active in [1u32, 3, 8, 16, 32] {
                let bundles = f64::from(active.div_ceil(width));
                let busy = (bundles * warps.div_ceil(lanes) as f64 / DISTANCE).min(1.0) * warps.min(lanes) as f64;
                // no more than one instruction a cycle
                let should = (busy * f64::from(active) / bundles).min(active.into());
                let is = ipc(policy, warps, active);
                let told = format!("{policy} W{warps} {active}: {is:.3} instead of {should:.3}");
                assert!((1.0 - tolerance..1.02).contains(&(is / should)), "{told}");
                if policy == "tsimt" {
                    let made = (0..lanes).map(|_| Model::<Lane>::new(cfg.clone())).collect();
                    let bench = stsimt_5::tsimt(&cfg, made, warps, active).ipc;
                    assert!((is / bench - 1.0).abs() < tolerance, "{told}, the micro-benchmark's core has {bench:.3}");
                }
            }
        }
    }
}
