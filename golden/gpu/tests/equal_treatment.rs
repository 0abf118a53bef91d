//! Conventional cores and cores of lanes differ in what STSIMT says they differ in, and in nothing else (3.3, 3.6, 3.7).

mod support;

use support::Bench;

/// A load of which each needs the one before.
struct Chain {
    name: &'static str,
    globals: &'static str,
    before: &'static str,
    line: &'static str,
}

const SHARED: &str = ".shared .align 8 .b8 place[64];";

/// The first three go from address to address; the others wait for the register that the one before writes.
const CHAINS: [Chain; 9] = [
    Chain {
        name: "shared memory",
        globals: SHARED,
        before: "    mov.u64 %rd2, place;\n    st.shared.u64 [%rd2], %rd2;\n",
        line: "    ld.shared.u64 %rd2, [%rd2];\n",
    },
    Chain {
        name: "L1",
        globals: "",
        before: "    st.global.u64 [%rd1], %rd1;\n",
        line: "    ld.global.u64 %rd1, [%rd1];\n",
    },
    Chain {
        name: "constants",
        globals: ".const .align 8 .u64 table[1] = {268435456};",
        before: "    mov.u64 %rd2, table;\n",
        line: "    ld.const.u64 %rd2, [%rd2];\n",
    },
    Chain { name: "shared memory, a word", globals: SHARED, before: "", line: "    ld.shared.u32 %r2, [place];\n" },
    Chain { name: "shared memory, a pair", globals: SHARED, before: "", line: "    ld.shared.u64 %rd2, [place];\n" },
    Chain { name: "L1, a word", globals: "", before: "", line: "    ld.global.u32 %r2, [%rd1];\n" },
    Chain { name: "L1, a pair", globals: "", before: "", line: "    ld.global.u64 %rd2, [%rd1];\n" },
    Chain {
        name: "constants, a word",
        globals: ".const .align 8 .u32 table[2] = {7, 7};",
        before: "",
        line: "    ld.const.u32 %r2, [table];\n",
    },
    Chain {
        name: "constants, a pair",
        globals: ".const .align 8 .u64 table[2] = {7, 7};",
        before: "",
        line: "    ld.const.u64 %rd2, [table];\n",
    },
];

#[test]
fn a_load_takes_as_long_as_in_a_lane() {
    // 3.6: pipeline depth and memory latency are unchanged; a conventional core takes four beats for a warp, a lane one for its only thread
    for Chain { name, globals, before, line } in CHAINS {
        let of = |policy, sets| {
            Bench { config: "stsimt", sets, policy, warps: 1, active: 1 }.distance(globals, before, line, 40)
        };
        let (simt, tsimt) = (of("simt", &["pipeline.collector=none"]), of("tsimt", &[]));
        println!("{name}: simt {simt:.2}, tsimt {tsimt:.2}");
        assert!((simt - tsimt - 3.0).abs() < 0.1, "{name}: simt {simt:.2}, tsimt {tsimt:.2}");
    }
}

/// Independent sums of one warp, eight a round.
fn sums() -> String {
    (2..10).map(|n| format!("    add.s32 %r{n}, %r{n}, %r1;\n")).collect()
}

#[test]
fn schedulers_have_their_turn_every_cadence_cycles() {
    let cycles = |sets| {
        let before: String = (2..10).map(|n| format!("    mov.u32 %r{n}, %r1;\n")).collect();
        let bench = Bench { config: "vt", sets, policy: "simt", warps: 8, active: 32 };
        let [one, many] = [1, 9].map(|times| bench.cycles("", &before, &sums().repeat(times)));
        (many - one) / 64.0
    };
    // eight warps, two schedulers: a warp takes an SP pipeline for two cycles, and a scheduler one of two
    let (sp_units, turns) = (4.0, 4.0);
    assert!((cycles(&["core.sps=1", "core.cadence=1", "pipeline.collector=none"]) - 8.0 * 2.0).abs() < 0.5);
    assert!((cycles(&["core.sps=2", "core.cadence=1", "pipeline.collector=none"]) / 2.0 - sp_units).abs() < 0.3);
    assert!((cycles(&["core.sps=4", "core.cadence=2", "pipeline.collector=none"]) / 2.0 - turns).abs() < 0.3);
    // without a cadence, four pipelines take what two schedulers issue: an instruction each a cycle
    assert!((cycles(&["core.sps=4", "core.cadence=1", "pipeline.collector=none"]) - 4.0).abs() < 0.5);
}

#[test]
fn pipelines_overlap_or_not() {
    // a sum, a special function and a store go through three pipelines; without overlap each keeps all others off for four cycles
    let body = "    add.s32 %r2, %r2, %r1;\n    ex2.approx.f32 %f1, %f1;\n    st.shared.u32 [place], %r1;\n".repeat(8);
    let cycles = |overlap: &str| {
        let sets = [&*format!("core.overlap={overlap}"), "pipeline.collector=none", "core.sfus=8"];
        let bench = Bench { config: "stsimt", sets: &sets, policy: "simt", warps: 16, active: 32 };
        bench.cycles(".shared .align 8 .b8 place[64];", "    mov.u32 %r2, %r1;\n    mov.f32 %f1, 0f3F800000;\n", &body)
    };
    let (all, none) = (cycles("pipelines"), cycles("none"));
    // 16 warps, 8 rounds: 128 steps of each kind, four cycles each, and a little for the loop
    let each = 512.0;
    assert!((each..1.4 * each).contains(&all), "{all}");
    assert!((3.0 * each..3.4 * each).contains(&none), "{none}");
}
