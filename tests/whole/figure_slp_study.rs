//! `heddle figure slp` as its users meet it: counts held against `heddle kernel run`, figures of a
//! file made by hand, data files good and bad.

use std::fs;

use crate::desk::Desk;
use heddle_golden::Chance;
use serde_json::{Value, json};

/// The line of a benchmark.
fn line<'a>(lines: &'a [Value], benchmark: &str) -> &'a Value {
    lines.iter().find(|line| line["benchmark"] == benchmark).unwrap_or_else(|| panic!("no {benchmark}"))
}

/// A statement among lines.
fn statement<'a>(lines: &'a [Value], what: &str) -> &'a Value {
    lines.iter().find(|line| line["check"] == what).unwrap_or_else(|| panic!("no statement `{what}`"))
}

fn close(value: &Value, wanted: f64) {
    let value = value.as_f64().unwrap_or_else(|| panic!("no number: {value}"));
    assert!((value - wanted).abs() <= 1e-9 * wanted.abs().max(1.0), "{value} is not {wanted}");
}

#[test]
fn counts_are_those_of_a_run_and_a_data_file_says_them_again() {
    let desk = Desk::new();
    let lines = desk.run("figure slp/3 --only bitonic,AOSSORT --data found.json --json").is(0, &[]).json();
    let data: Value = serde_json::from_str(&fs::read_to_string(desk.path("found.json")).unwrap()).unwrap();
    assert_eq!(data["command"], "heddle figure slp/3 --scale test --address 32 --only bitonic,AOSSORT");
    for (name, workload) in [("BITONIC", "bitonic"), ("AOSSORT", "aossort")] {
        let ran = &desk.run(&format!("kernel run {workload} --allocate --address 32 --json")).is(0, &[]).json()[0];
        let counted = line(data["benchmarks"].as_array().unwrap(), name);
        assert_eq!(counted["plain"], ran["warp_instructions"], "{name}");
        assert_eq!(counted["effective"], ran["thread_instructions"], "{name}");
        assert_eq!((&counted["ctas"], &counted["threads"]), (&ran["ctas"], &ran["threads"]), "{name}");
        let (active, plain) = (counted["active"].as_f64().unwrap(), counted["plain"].as_f64().unwrap());
        close(&line(&lines, name)["utilisation"]["No_TBC"], 100.0 * active / 32.0 / plain);
    }
    let again = desk.run("figure slp/3 --from found.json --data copy.json --json").is(0, &[]).json();
    assert_eq!(again, lines);
    let read = |name: &str| fs::read_to_string(desk.path(name)).unwrap();
    assert_eq!(read("copy.json"), read("found.json"));
    // another figure of the same profiles, and all of them
    desk.run("figure slp/6 --from found.json").is(0, &["BITONIC", "sort_records"]);
    let all =
        desk.run("figure slp --from found.json --html page.html --jobs 1").is(0, &["plot: ./slp-14.svg"]).out.clone();
    assert!(all.contains("SLP 12") && read("page.html").contains("id=\"13\"") && read("slp-11.svg").contains("<svg"));
}

/// Paths by the range of active threads: those below a quarter and from half on.
fn paths(all: [u64; 2], ideal: [u64; 2], tbc: [u64; 2], balanced: [u64; 2]) -> Value {
    let ranges = |[low, high]: [u64; 2]| [low, 0, high, 0];
    let compacted: Vec<[u64; 4]> = (0..9)
        .map(|at| {
            ranges(if at == 0 {
                tbc
            } else if at == 8 {
                balanced
            } else {
                [0, 0]
            })
        })
        .collect();
    json!({ "all": ranges(all), "ideal": ranges(ideal), "compacted": compacted })
}

fn benchmark(name: &str, plain: u64, [tbc, odd_even, balanced, ideal]: [u64; 4]) -> Value {
    json!({
        "benchmark": name, "scale": "test", "ctas": 1, "threads": 64, "active": 32 * ideal, "effective": 16 * ideal,
        "thread_instructions": 20 * ideal, "plain": plain,
        "compacted": [tbc, odd_even, plain, plain, plain, plain, plain, plain, balanced], "ideal": ideal,
    })
}

fn branch(benchmark: &str, number: u32, kind: &str, divergent: [u64; 2], running: Value, waiting: Value) -> Value {
    let mut line = json!({ "benchmark": benchmark, "place": [0, number], "function": "k", "line": 7, "fixed": "D" });
    line[kind] = json!({ "uniform": 5, "divergent": divergent, "running": running, "waiting": waiting });
    line
}

/// Two benchmarks with P-branches, of which one has potential, and a D-branch.
fn made() -> Value {
    let none = paths([0, 0], [0, 0], [0, 0], [0, 0]);
    json!({
        "command": "c", "what": "w", "runs": [], "left_out": [], "wrong": [], "statements": [],
        "benchmarks": [benchmark("LPS", 100, [100, 90, 80, 50]), benchmark("BINOM", 100, [100, 100, 100, 100])],
        "branches": [
            branch("LPS", 3, "P", [10, 4], paths([8, 4], [4, 4], [0, 0], [4, 2]), paths([0, 8], [0, 4], [0, 0], [0, 0])),
            branch("LPS", 5, "D", [5, 5], paths([10, 0], [10, 0], [4, 0], [8, 0]), none.clone()),
            branch("BINOM", 1, "P", [4, 0], paths([8, 0], [0, 0], [0, 0], [0, 0]), none),
        ],
    })
}

#[test]
fn figures_follow_from_the_counts() {
    let desk = Desk::new();
    desk.write("made.json", made().to_string());
    let of = |figure: &str| desk.run(&format!("figure slp/{figure} --from made.json --json")).is(0, &[]).json();
    let lines = of("3");
    let lps = line(&lines, "LPS");
    close(&lps["utilisation"]["No_TBC"], 50.0);
    close(&lps["utilisation"]["ideal"], 100.0);
    close(&lps["guarded"]["ideal"], 50.0);
    let lines = of("6");
    let lps = line(&lines, "LPS");
    // 25 executions: 10 not divergent, 15 divergent, of which 9 are compactable and 5 are D
    close(&lps["ND"], 40.0);
    close(&lps["D/NC"], 24.0);
    close(&lps["D/C"], 36.0);
    close(&lps["data"], 100.0 / 3.0);
    // P, ideal and TBC: of 20 paths, of which 12 execute something; then D
    let wanted = [[60.0, 0.0, 100.0, 40.0], [100.0 * 8.0 / 12.0, 0.0, 100.0, 40.0]];
    for (key, wanted) in ["rates", "running"].iter().zip(wanted) {
        lps[key].as_array().unwrap().iter().zip(wanted).for_each(|(rate, wanted)| close(rate, wanted));
    }
}

/// The printed mean of the ideal rate, 72.7 % of 15 benchmarks of which 5 have none, would be more
/// than 100 % of the others.
#[test]
fn means_are_over_benchmarks_with_potential() {
    let desk = Desk::new();
    desk.write("made.json", made().to_string());
    let lines = desk.run("figure slp/11 --from made.json --json").is(0, &[]).json();
    let of = |what: &str| {
        [&statement(&lines, what)["ours"], &statement(&lines, what)["all"]].map(|it| it.as_str().unwrap().to_string())
    };
    assert_eq!(of("P-branches, ideal: mean rate, %"), ["60.0", "66.7"]);
    assert_eq!(of("P-branches, Balanced: mean rate, %"), ["30.0", "50.0"]);
    assert_eq!(of("D-branches, TBC: mean rate, %"), ["40.0", "40.0"]);
    // gains are means of each benchmark's, over all of them: 25 % and none
    let lines = desk.run("figure slp/14 --from made.json --json").is(0, &[]).json();
    assert_eq!(statement(&lines, "Balanced over TBC: mean gain, %")["ours"], "+12.5");
    assert_eq!(statement(&lines, "Balanced over TBC: greatest gain, %")["ours"], "+25.0 (LPS)");
}

/// A run of a benchmark under a change: its cycles, warp instructions and idle slots.
fn run(benchmark: &str, varied: &str, policy: &str, [cycles, instructions, idle]: [u64; 3]) -> Value {
    let mut statistics = json!({ "core.instructions": instructions, "slots.issued": cycles - idle });
    // a statistic that is 0 is not kept
    if idle != 0 {
        statistics["slots.idle"] = json!(idle);
    }
    json!({
        "benchmark": benchmark, "varied": varied, "change": "", "policy": policy, "cycles": cycles,
        "statistics": statistics,
    })
}

/// A benchmark that 6.3 names, and three that may be among its eight.
#[test]
fn a_speedup_stands_beside_its_bounds_and_its_corners() {
    let desk = Desk::new();
    let (base, balanced) = ("no-tbc", "capri-balanced");
    let runs = [
        run("BACKP", "", base, [100, 90, 20]),
        run("BACKP", "", balanced, [80, 60, 16]),
        run("LPS", "", base, [100, 90, 0]),
        run("LPS", "", balanced, [100, 90, 0]),
        run("REDUCT", "", base, [100, 90, 0]),
        run("REDUCT", "", balanced, [50, 90, 0]),
        run("BINOM", "", base, [100, 90, 0]),
        run("BINOM", "", balanced, [200, 90, 0]),
        run("BACKP", "low", base, [100, 90, 0]),
        run("BACKP", "low", balanced, [125, 90, 0]),
    ];
    desk.write(
        "made.json",
        Value::Object(made().as_object().unwrap().clone().into_iter().chain([("runs".into(), json!(runs))]).collect())
            .to_string(),
    );
    let lines = desk.run("figure slp/15 --from made.json --json").is(0, &[]).json();
    let found = statement(&lines, "Balanced over No_TBC: harmonic mean, %");
    // with the two slowest, and the two fastest: 3 / (0.8 + 2 + 1), 3 / (0.8 + 1 + 0.5)
    assert_eq!(found["ours"], "+25.0 (-21.1 to +30.4 with two more)");
    assert_eq!(found["settings"]["low"], "-20.0");
    let corners = &found["corners"];
    for (end, wanted) in [("least", -20.0), ("most", 25.0), ("outside", 0.0)] {
        close(&corners[end], wanted);
    }
    // of 90 warp instructions 60 are left; 80 and 64 slots are not idle
    let text = desk.run("figure slp/15 --from made.json").is(0, &["1.250", "1.500", "inside"]).out.clone();
    assert!(text.contains("without idle slots") && text.contains("instructions saved"), "{text}");
    desk.run("figure slp --from made.json").is(0, &["plot: ./slp-statements.svg"]);
    assert!(fs::read_to_string(desk.path("slp-statements.svg")).unwrap().contains("Balanced over No_TBC"));
}

#[test]
fn ranges_are_quarters_of_the_ctas_threads() {
    let desk = Desk::new();
    desk.write("made.json", made().to_string());
    let lines = desk.run("figure slp/12 --from made.json --json").is(0, &[]).json();
    let is = |it: &&Value| it["benchmark"] == "LPS" && it["permutation"] == "Balanced";
    let shares = lines.iter().find(is).unwrap();
    // of 12 paths that the ideal compacts, 4 below a quarter and 8 from half to three quarters
    let wanted = [("compacted", [100.0 * 4.0 / 12.0, 0.0, 100.0 * 2.0 / 12.0, 0.0]), ("missed", [0.0, 0.0, 50.0, 0.0])];
    for (key, wanted) in wanted {
        shares[key].as_array().unwrap().iter().zip(wanted).for_each(|(part, wanted)| close(part, wanted));
    }
    assert!(!lines.iter().any(|it| it["benchmark"] == "BINOM"));
    desk.run("figure slp/13 --from made.json").is(0, &["compacted 75-100", "D-branches"]);
}

/// EIGEN's `study` has CTAs of two warps, which is VT's (D170).
#[test]
fn a_benchmark_can_have_sizes_of_its_own() {
    let desk = Desk::new();
    desk.run("figure slp/3 --scale study --only eigen --data found.json").is(0, &["scale study"]);
    let data: Value = serde_json::from_str(&fs::read_to_string(desk.path("found.json")).unwrap()).unwrap();
    let it = &data["benchmarks"][0];
    assert_eq!((&it["scale"], &it["ctas"], &it["threads"]), (&json!("slp"), &json!(30), &json!(30 * 256)));
}

#[test]
fn garbled_files_are_refused_or_read() {
    let desk = Desk::new();
    let whole = serde_json::to_string_pretty(&made()).unwrap().into_bytes();
    let chance = &mut Chance(1);
    let mut refused = 0;
    for _ in 0..120 {
        let mut bytes = whole.clone();
        let at = |chance: &mut Chance| chance.below(whole.len() as u32) as usize;
        for _ in 0..1 + chance.below(3) {
            let (from, to) = (at(chance).min(bytes.len() - 1), at(chance).min(bytes.len() - 1));
            match chance.below(5) {
                0 => bytes[from] = chance.below(256) as u8,
                1 => bytes.truncate(from.max(1)),
                2 => drop(bytes.drain(from.min(to)..(from.min(to) + 9).min(bytes.len()))),
                // counts become large, negative, nothing
                _ => {
                    let digit = (from..bytes.len()).find(|at| bytes[*at].is_ascii_digit()).unwrap_or(from);
                    let new = [&b"99999999999999999999"[..], b"1099511627776", b"-3", b"0", b"1e3", b"null", b"[]"];
                    bytes.splice(digit..digit + 1, new[chance.below(7) as usize].iter().copied());
                }
            }
        }
        desk.write("garbled.json", &bytes);
        let ran = desk.run("figure slp --from garbled.json --json");
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        assert!([0, 1, 2].contains(&ran.status) && !ran.err.contains("panicked"), "{}\n{shown}", ran.err);
        refused += u32::from(ran.status == 2);
    }
    assert!((20..120).contains(&refused), "{refused} refused");
}

#[test]
fn what_cannot_be_is_refused() {
    let desk = Desk::new();
    desk.write("none.json", "{}");
    for (words, said) in [
        ("slp/16", "there is no figure `slp/16`"),
        ("slp/3 --only va", "SLP's table 1 has no benchmark `va`"),
        ("slp/3 --only 3dft", "did you mean `3DFD`"),
        ("slp/3 --scale huge", "huge"),
        ("slp/3 --set core.count=4", "made without a GPU"),
        ("slp/3 --vary core.count=4", "slp/3 does not take --vary"),
        ("slp/15 --vary lwo", "or the corner `low`"),
        ("slp/3 --longest 3s", "slp/3 does not take --longest"),
        ("slp/3 --address 64,32", "one size of addresses"),
        ("slp/3 --rtl", "golden compactors"),
        ("slp/3 --from none.json", "no data of SLP's figures"),
        ("slp/3 --from there.json", "there.json"),
        ("slp/3 --from none.json --only bp", "cannot be used with"),
        ("slp/3 --data none.json/found.json", "none.json/found.json"),
    ] {
        desk.run(&format!("figure {words}")).is(2, &[said]);
    }
}
