//! Conventional cores and cores of lanes differ in what STSIMT says they differ in, and in nothing
//! else (3.3, 3.6, 3.7).

use crate::support::one_cta;
use heddle_gpu::config::Config;
use heddle_gpu::system::Run;

/// One CTA on one core of a shipped configuration, changed by `sets`.
struct Bench<'a> {
    config: &'a str,
    sets: &'a [&'a str],
    policy: &'a str,
    /// Warps of the CTA, and active threads of each.
    warps: usize,
    active: u32,
}

impl Bench<'_> {
    /// Runs a program; `body` is executed `rounds` times, and every thread that is not active ends
    /// before.
    ///
    /// Before it stand `%rd1`, the address of a buffer, `%r1`, the thread in its CTA, and what
    /// `before` says; `%r2` to `%r19`, `%rd2` to `%rd19`, `%f1` to `%f9` and `%p3` are free.
    /// `globals` are declarations of the module.
    fn run(&self, globals: &str, before: &str, body: &str, rounds: u32) -> Run {
        let mut config = Config::shipped(self.config).unwrap();
        config.set(&["core.count=1"]).unwrap();
        config.set(self.sets).unwrap();
        let ptx = program(globals, before, body);
        one_cta(&config.spec, self.policy, &ptx, 32 * self.warps, &[self.active, rounds])
    }

    /// Core cycles of a round: what runs of 4 rounds and of 12 differ in.
    fn cycles(&self, globals: &str, before: &str, body: &str) -> f64 {
        let [short, long] = [4, 12].map(|rounds| self.run(globals, before, body, rounds));
        (long.cycles - short.cycles) as f64 / 8.0
    }

    /// Core cycles from an instruction to its dependent: of a round that is `line`, `count` times,
    /// less what a round costs beside it.
    fn distance(&self, globals: &str, before: &str, line: &str, count: usize) -> f64 {
        let [one, many] = [1, 1 + count].map(|times| self.cycles(globals, before, &line.repeat(times)));
        (many - one) / count as f64
    }
}

fn program(globals: &str, before: &str, body: &str) -> String {
    format!(
        "
.version 7.0
.target sm_70
.address_size 64
{globals}
.visible .entry bench(.param .u64 out, .param .u32 active, .param .u32 rounds)
{{
    .reg .pred %p<4>;
    .reg .f32 %f<10>;
    .reg .f64 %d<3>;
    .reg .b32 %r<30>;
    .reg .b64 %rd<20>;
    mov.u32 %r1, %tid.x;
    and.b32 %r20, %r1, 31;
    ld.param.u32 %r21, [active];
    setp.ge.u32 %p1, %r20, %r21;
    @%p1 bra DONE;
    ld.param.u32 %r22, [rounds];
    ld.param.u64 %rd1, [out];
{before}
LOOP:
{body}
    sub.s32 %r22, %r22, 1;
    setp.ne.s32 %p2, %r22, 0;
    @%p2 bra LOOP;
DONE:
    exit;
}}
"
    )
}

/// A load of which each needs the one before.
struct Chain {
    name: &'static str,
    globals: &'static str,
    before: &'static str,
    line: &'static str,
}

const SHARED: &str = ".shared .align 8 .b8 place[64];";

/// The first three go from address to address; the others wait for the register that the one before
/// writes.
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
    // 3.6: pipeline depth and memory latency are unchanged; a conventional core takes four beats
    // for a warp, a lane one for its only thread
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
    // eight warps, two schedulers: a warp takes an SP pipeline for two cycles, and a scheduler one
    // of two
    let (sp_units, turns) = (4.0, 4.0);
    assert!((cycles(&["core.sps=1", "core.cadence=1", "pipeline.collector=none"]) - 8.0 * 2.0).abs() < 0.5);
    assert!((cycles(&["core.sps=2", "core.cadence=1", "pipeline.collector=none"]) / 2.0 - sp_units).abs() < 0.3);
    assert!((cycles(&["core.sps=4", "core.cadence=2", "pipeline.collector=none"]) / 2.0 - turns).abs() < 0.3);
    // without a cadence, four pipelines take what two schedulers issue: an instruction each a cycle
    assert!((cycles(&["core.sps=4", "core.cadence=1", "pipeline.collector=none"]) - 4.0).abs() < 0.5);
}

#[test]
fn pipelines_overlap_or_not() {
    // a sum, a special function and a store go through three pipelines; without overlap each keeps
    // all others off for four cycles
    let body = "    add.s32 %r2, %r2, %r1;\n    ex2.approx.f32 %f1, %f1;\n    st.shared.u32 [place], %r1;\n".repeat(8);
    let cycles = |overlap: &str| {
        let overlap = format!("core.overlap={overlap}");
        let sets = [&*overlap, "shared.threads=none", "core.scheduling=lrr", "pipeline.collector=none", "core.sfus=8"];
        let bench = Bench { config: "stsimt", sets: &sets, policy: "simt", warps: 16, active: 32 };
        bench.cycles(".shared .align 8 .b8 place[64];", "    mov.u32 %r2, %r1;\n    mov.f32 %f1, 0f3F800000;\n", &body)
    };
    let (all, none, in_order) = (cycles("pipelines"), cycles("none"), cycles("in-order"));
    // 16 warps, 8 rounds: 128 steps of each kind, four cycles each, and a little for the loop
    let each = 512.0;
    assert!((each..1.4 * each).contains(&all), "{all}");
    assert!((3.0 * each..3.4 * each).contains(&none), "{none}");
    assert!((3.0 * each..3.4 * each).contains(&in_order), "{in_order}");
}

/// Sums of values that all threads share, among sums of their own: without overlap each vector
/// instruction keeps the others off for four cycles, and an additional scalar datapath works beside
/// it (STSIMT 4.1); where it is one pipeline in order, it does not.
#[test]
fn a_scalar_unit_works_beside_pipelines_that_do_not_overlap() {
    let cycles = |overlap: &str, policy| {
        let sets = [&*format!("core.overlap={overlap}"), "pipeline.collector=none"];
        let bench = Bench { config: "stsimt", sets: &sets, policy, warps: 16, active: 32 };
        let body = "    add.s32 %r2, %r2, %r1;\n    add.s32 %r3, %r3, 1;\n".repeat(16);
        bench.cycles("", "    mov.u32 %r2, %r1;\n    mov.u32 %r3, 0;\n", &body)
    };
    // 16 warps, 16 rounds: 256 sums of threads' own, four cycles each, and a little for the loop
    let each = 1024.0;
    let (vector, scalar, in_order) =
        (cycles("none", "simt"), cycles("none", "simt-scalar"), cycles("in-order", "simt-scalar"));
    assert!((2.0 * each..2.3 * each).contains(&vector), "{vector}");
    assert!((each..1.2 * each).contains(&scalar), "{scalar}");
    assert!((1.25 * each..1.5 * each).contains(&in_order), "{in_order}");
}

/// Integer products, quotients and FP32 quotients occupy two SFUs for as long as the configuration
/// says, on a conventional core and on lanes; products of 24 bits, remainders and sums do not.
#[test]
fn products_and_quotients_occupy_the_sfus() {
    let sfu = [
        "core.products=sfu",
        "pipeline.multiply_interval=16",
        "pipeline.multiply_add_interval=12",
        "pipeline.divide_interval=20",
        "pipeline.divide_integer_interval=128",
        "pipeline.special_interval=32",
        // the last warps would wait for results alone
        "pipeline.multiply_integer=none",
        "pipeline.multiply_add_integer=none",
        "pipeline.divide_integer=none",
        "pipeline.divide=none",
    ];
    let cycles = |policy, sets: &[&str], line: &str| {
        let sets: Vec<&str> = sets.iter().copied().chain(["pipeline.collector=none"]).collect();
        let bench = Bench { config: "stsimt", sets: &sets, policy, warps: 16, active: 32 };
        let before = "    add.u32 %r2, %r1, 3;\n    mov.f32 %f1, 0f3F800000;\n    mov.f32 %f2, 0f3F800001;\n";
        let [one, many] = [1, 9].map(|times| bench.cycles("", before, &line.repeat(times)));
        (many - one) / (8.0 * 16.0)
    };
    for policy in ["simt", "tsimt", "stsimt4"] {
        for (line, interval) in [
            ("    mul.lo.s32 %r3, %r2, %r2;\n", 16.0),
            ("    mul.wide.s32 %rd3, %r2, %r2;\n", 16.0),
            ("    mad.lo.s32 %r3, %r2, %r2, %r1;\n", 12.0),
            ("    div.u32 %r3, %r2, %r2;\n", 128.0),
            ("    div.rn.f32 %f3, %f1, %f2;\n", 20.0),
            ("    div.full.f32 %f3, %f1, %f2;\n", 20.0),
            ("    sqrt.rn.f32 %f3, %f1;\n", 32.0),
            ("    ex2.approx.f32 %f3, %f1;\n", 32.0),
        ] {
            let measured = cycles(policy, &sfu, line);
            assert!((measured - interval).abs() < 0.15 * interval, "{policy}: {line}: {measured}");
        }
        for line in ["    mul24.lo.s32 %r3, %r2, %r2;\n", "    rem.u32 %r3, %r2, %r2;\n"] {
            let measured = cycles(policy, &sfu, line);
            assert!(measured < 6.0, "{policy}: {line}: {measured}");
        }
        let sp = cycles(policy, &["core.products=sp"], "    mul.lo.s32 %r3, %r2, %r2;\n");
        assert!((sp - 4.0).abs() < 0.6, "{policy}: {sp}");
    }
}

/// Products and quotients take GPGPU-Sim's cycles from one to its dependent, a warp's beats and the
/// stages around included, though they go through the SFUs: VT's 3.2.2's of 700 MHz, STSIMT's
/// 3.2.1's of 325 MHz.
#[test]
fn products_on_sfus_take_the_time_that_the_configuration_has() {
    let lines = [
        "    mul.lo.s32 %r2, %r2, %r2;\n",
        "    mad.lo.s32 %r2, %r2, %r2, %r2;\n",
        "    div.u32 %r2, %r2, %r2;\n",
        "    div.rn.f32 %f1, %f1, %f1;\n",
        "    ex2.approx.f32 %f1, %f1;\n",
    ];
    let sets = ["pipeline.collector=none"];
    let before = "    add.u32 %r2, %r1, 3;\n    mov.f32 %f1, 0f3F800000;\n";
    for (config, beside, stages) in
        [("vt", 12.0, [8.0, 10.0, 290.0, 78.0, 16.0]), ("stsimt", 10.0, [76.0, 100.0, 580.0, 120.0, 28.0])]
    {
        let bench = Bench { config, sets: &sets, policy: "simt", warps: 1, active: 32 };
        for (line, stages) in lines.into_iter().zip(stages) {
            let measured = bench.distance("", before, line, 8);
            assert!((measured - stages - beside).abs() < 1.0, "{config}: {line}: {measured}");
        }
    }
}

/// Conversions between FP64 and other types go through units of their own, where there are any.
#[test]
fn converters_of_fp64_take_as_many_threads_a_cycle_as_they_are() {
    for policy in ["simt", "tsimt", "stsimt4"] {
        for (converters, interval) in [("8", 4.0), ("2", 16.0), ("none", 32.0)] {
            let sets = [&*format!("core.converters={converters}"), "pipeline.collector=none"];
            let bench = Bench { config: "stsimt", sets: &sets, policy, warps: 16, active: 32 };
            let before =
                "    mov.f32 %f1, 0f3F800000;\n    add.u32 %r2, %r1, 3;\n    mov.f64 %d2, 0d3FF0000000000000;\n";
            let line = "    cvt.rn.f64.u32 %d1, %r2;\n    cvt.rn.f32.f64 %f3, %d2;\n".repeat(8);
            let [one, many] = [1, 3].map(|times| bench.cycles("", before, &line.repeat(times)));
            let measured = (many - one) / (2.0 * 16.0 * 16.0);
            // a lane writes a pair of words in two cycles
            assert!((0.8 * interval..1.6 * interval).contains(&measured), "{policy}, {converters}: {measured}");
        }
    }
}

/// A store to 32 lines, or one, among sums that need nothing of it: in order it holds them while
/// L1 takes its lines, a line a cycle; overlapped they go on.
#[test]
fn in_order_an_access_holds_what_is_behind_it() {
    let cycles = |overlap: &str, stride: u32| {
        let sets = [&*format!("core.overlap={overlap}"), "core.width=32", "pipeline.collector=none"];
        let bench = Bench { config: "slp", sets: &sets, policy: "simt", warps: 8, active: 32 };
        let before = format!(
            "    mul.lo.u32 %r2, %r1, {stride};\n    mov.u64 %rd2, place;\n    cvt.u64.u32 %rd3, %r2;\n    \
             add.u64 %rd2, %rd2, %rd3;\n"
        );
        let sums: String = (3..20).map(|n| format!("    add.s32 %r{n}, %r1, %r1;\n")).collect();
        bench.cycles(
            ".global .align 8 .b8 place[32768];",
            &before,
            &format!("    st.global.u32 [%rd2], %r1;\n{}", sums.repeat(3)),
        )
    };
    let [overlapped, in_order] = ["pipelines", "in-order"].map(|overlap| cycles(overlap, 64) - cycles(overlap, 0));
    // 8 warps, 31 lines more
    assert!(overlapped < 60.0, "{overlapped}");
    assert!((180.0..=8.0 * 32.0).contains(&in_order), "{in_order}");
}

/// Two words of a bank for each half of a warp: a bank with a port takes four cycles, one with two
/// ports two.
#[test]
fn banks_with_two_ports_serve_two_words() {
    let cycles = |ports: u32, stride: u32| {
        let sets = ["core.width=32", "shared.banks=16", "shared.threads=16", &*format!("shared.ports={ports}")];
        let bench = Bench { config: "slp", sets: &sets, policy: "simt", warps: 8, active: 32 };
        let before = format!(
            "    and.b32 %r2, %r1, 31;\n    mul.lo.u32 %r2, %r2, {stride};\n    mov.u32 %r3, place;\n    \
             add.u32 %r2, %r2, %r3;\n"
        );
        let body = "    st.shared.u32 [%r2], %r1;\n".repeat(8);
        bench.cycles(".shared .align 8 .b8 place[1024];", &before, &body)
    };
    let near = |cycles: f64, wanted: f64| (cycles - 64.0 * wanted).abs() < 40.0;
    for (ports, stride, wanted) in [(1, 4, 2.0), (1, 8, 4.0), (2, 4, 1.0), (2, 8, 2.0)] {
        let cycles = cycles(ports, stride);
        assert!(near(cycles, wanted), "{ports} ports, {stride} bytes: {cycles}");
    }
}

/// Code that is longer than the I-cache: without one no fetch misses.
#[test]
fn without_an_i_cache_every_fetch_hits() {
    let cycles = |bytes: &str| {
        let sets = [&*format!("fetch.bytes={bytes}"), "pipeline.collector=none"];
        let bench = Bench { config: "slp", sets: &sets, policy: "simt", warps: 8, active: 32 };
        bench.cycles("", "", &sums().repeat(200))
    };
    let [short, long, none] = ["4096", "65536", "none"].map(cycles);
    assert!(none <= long && long < short, "{none} {long} {short}");
}
