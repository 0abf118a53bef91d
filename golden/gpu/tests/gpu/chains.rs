//! Distances of dependent chains on `vt`, one warp under `simt`, beside those that were measured on
//! GPGPU-Sim 4.0.0 with its SM2_GTX480, whose latency of L1 is set.
//!
//! A row is a loop whose body is one chain; a run of some rounds is taken from a longer one, so
//! that only the chain is left, with the loop's own instructions once in `UNROLLED` links. What
//! differs from GPGPU-Sim's figure is what its files do not say: how many stages lie between the
//! ones that have an option.

use crate::support::one_cta_bound;
use heddle_gpu::config::Config;
use heddle_gpu::system::Options;

/// Links of a chain in the loop's body.
const UNROLLED: u32 = 64;

/// A chain.
struct Row {
    name: &'static str,
    /// Before the loop.
    setup: String,
    /// Two links, or one turn of the loop where that is the chain.
    links: &'static str,
    /// Links in a loop's body.
    unrolled: u32,
    /// Rounds of the shorter and the longer run.
    rounds: [u32; 2],
    /// Cycles of 700 MHz in GPGPU-Sim 4.0.0.
    rival: f64,
    /// Share of it that the row may be off.
    tolerance: f64,
}

/// A ring of `lines` pointers in global memory, `stride` bytes apart, each to the next; `%rd1`
/// points to the first.
fn ring(lines: u32, stride: u32) -> String {
    format!(
        "mov.u32 %r1, %tid.x;
FILL:
    add.u32 %r2, %r1, 1;
    rem.u32 %r2, %r2, {lines};
    mul.wide.u32 %rd2, %r1, {stride};
    add.s64 %rd2, %rd1, %rd2;
    mul.wide.u32 %rd3, %r2, {stride};
    add.s64 %rd3, %rd1, %rd3;
    st.global.u64 [%rd2], %rd3;
    add.u32 %r1, %r1, 32;
    setp.lt.u32 %p1, %r1, {lines};
    @%p1 bra FILL;
    bar.sync 0;"
    )
}

fn rows() -> Vec<Row> {
    let row = |name, setup: &str, links, rival, tolerance| Row {
        name,
        setup: setup.into(),
        links,
        unrolled: UNROLLED,
        rounds: [4, 20],
        rival,
        tolerance,
    };
    let integers = "mov.u32 %r5, %tid.x;\nmov.u32 %r6, 1;";
    let load = "ld.global.u64 %rd1, [%rd1];\nld.global.u64 %rd1, [%rd1];";
    // walks of the ring: the first brings its lines where they can stay
    let walk = |lines: u32| [1, 3].map(|walks| walks * lines / UNROLLED);
    vec![
        row("add", integers, "add.s32 %r5, %r5, %r6;\nadd.s32 %r6, %r6, %r5;", 10.2, 0.10),
        row("xor", integers, "xor.b32 %r5, %r5, %r6;\nxor.b32 %r6, %r6, %r5;", 7.2, 0.10),
        row("ex2", "mov.f32 %f1, 0f00000000;", "ex2.approx.f32 %f1, %f1;\nex2.approx.f32 %f1, %f1;", 14.1, 0.10),
        Row { unrolled: 1, rounds: [400, 1400], ..row("add, setp, bra", integers, "", 20.0, 0.10) },
        row(
            "shared load",
            "mov.u32 %r5, words;\nst.shared.u32 [%r5], %r5;",
            "ld.shared.u32 %r5, [%r5];\nld.shared.u32 %r5, [%r5];",
            31.0,
            0.10,
        ),
        row("L1 hit", "st.global.u64 [%rd1], %rd1;", load, 39.0, 0.10),
        Row { rounds: walk(1024), ..row("L2 hit", &ring(1024, 128), load, 181.0, 0.10) },
        Row { rounds: walk(8192), ..row("DRAM", &ring(8192, 128), load, 302.0, 0.10) },
    ]
}

fn program(row: &Row) -> String {
    let body = row.links.to_string() + "\n";
    format!(
        ".version 7.0\n.target sm_30\n.address_size 64\n.global .texref zeros;\n.visible .entry chain(.param .u64 out, .param .u32 rounds)\n{{\n\
         .reg .pred %p<3>;\n.reg .b32 %r<10>;\n.reg .f32 %f<4>;\n.reg .b64 %rd<6>;\n.shared .align 4 .b32 words[32];\n\
         ld.param.u64 %rd1, [out];\nld.param.u32 %r8, [rounds];\nmov.u32 %r7, 0;\n{}\nLOOP:\n{}\
         add.u32 %r7, %r7, 1;\nsetp.lt.u32 %p2, %r7, %r8;\n@%p2 bra LOOP;\n\
         ld.param.u64 %rd5, [out];\nadd.u32 %r5, %r5, %r6;\nst.global.u32 [%rd5], %r5;\nst.global.f32 [%rd5+4], %f1;\n\
         st.global.u64 [%rd5+8], %rd1;\nret;\n}}\n",
        row.setup,
        body.repeat(row.unrolled as usize / 2),
    )
}

/// The texture of the first words of the buffer, which are zeros where a row stores nothing.
const ZEROS: &str = "[[texture]]\nname = 'zeros'\nbuffer = 'out'\nsize = [64]";

/// Core cycles of a run.
fn cycles(config: &Config, row: &Row, rounds: u32) -> u64 {
    one_cta_bound(&config.spec, "simt", &program(row), 32, &[rounds], &Options::default(), ZEROS).cycles
}

/// Core cycles from one link of a row to the next.
fn each(config: &Config, row: &Row) -> f64 {
    let [short, long] = row.rounds.map(|rounds| cycles(config, row, rounds));
    (long - short) as f64 / f64::from((row.rounds[1] - row.rounds[0]) * row.unrolled)
}

#[test]
fn distances_are_near_those_of_gpgpu_sim() {
    let mut config = Config::shipped("vt").unwrap();
    // 4.0.0's -gpgpu_l1_latency 35 and -gpgpu_smem_latency 26, which 3.2.2 has not
    config.set(&["l1.latency=70", "shared.latency=52"]).unwrap();
    let clock = f64::from(config.spec.core.clock);
    println!("{:16} {:>8} {:>8} {:>8} {:>6}", "", "ns", "cycles", "G", "off");
    let mut off = vec![];
    for row in rows() {
        let each = each(&config, &row);
        // GPGPU-Sim counts cycles of 700 MHz
        let (ns, ours) = (each * 1000.0 / clock, each * 700.0 / clock);
        let error = ours / row.rival - 1.0;
        println!("{:16} {ns:8.1} {ours:8.1} {:8.1} {:+5.0}%", row.name, row.rival, error * 100.0);
        if error.abs() > row.tolerance {
            off.push(format!("{}: {ours:.1} cycles of 700 MHz beside {:.1}", row.name, row.rival));
        }
    }
    assert!(off.is_empty(), "{}", off.join("; "));
}

/// Dependent loads that hit are as far apart as in the source of GPGPU-Sim 3.2.2 and 3.2.1, in
/// cycles of its core clock (DEVIATIONS, D406).
#[test]
fn hits_are_as_far_apart_as_in_ldst_unit() {
    for (name, clock, shared, texture) in [("vt", 700, 8, 7), ("stsimt", 325, 5, 4)] {
        let config = Config::shipped(name).unwrap();
        let cycle = f64::from(config.spec.core.clock / clock);
        let mut rows = rows();
        rows.push(Row {
            name: "texture",
            setup: "mov.u32 %r5, 0;".into(),
            links: "tex.1d.v4.u32.s32 {%r5, %r1, %r2, %r3}, [zeros, {%r5}];\ntex.1d.v4.u32.s32 {%r5, %r1, %r2, %r3}, [zeros, {%r5}];",
            unrolled: UNROLLED,
            rounds: [4, 20],
            rival: 0.0,
            tolerance: 0.05,
        });
        for (what, meant) in [("shared load", shared), ("texture", texture)] {
            let ours = each(&config, rows.iter().find(|row| row.name == what).unwrap()) / cycle;
            println!("{name}: {what} {ours:.2} beside {meant}");
            assert!((ours / f64::from(meant) - 1.0).abs() < 0.05, "{name}: {what} {ours}");
        }
    }
}
