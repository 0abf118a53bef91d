//! The tables of `docs/slp.md` are those of the data beside it (`docs/slp/study.json`, which
//! `heddle figure slp --data` writes); `document` says how a table is marked.

use crate::document::{holds, list, markdown, statements, text};
use serde_json::Value;

/// Mechanisms that compact, in the order of the data: without a permutation first.
const PERMUTATIONS: [&str; 9] =
    ["TBC", "Odd_Even", "Flip_odd", "Rotate_odd_1", "half", "Random", "WID", "Rev_WID", "Balanced"];

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

/// What made a data file.
fn made(data: &Value) -> String {
    format!("    {}\n\n{}.\n\n", text(&data["command"]), text(&data["what"]))
}

/// A row a benchmark: its size, and SIMD utilisation under every mechanism.
fn utilisation(data: &Value) -> String {
    let row = |it: &Value| {
        let plain = [number(&it["plain"])];
        let compacted = list(it, "compacted").iter().map(number);
        let warps = plain.into_iter().chain(compacted).chain([number(&it["ideal"])]);
        let shares = warps.map(|warps| format!("{:.1}", 100.0 * number(&it["active"]) / (32.0 * warps)));
        let start = [text(&it["benchmark"]).to_string(), text(&it["scale"]).to_string()];
        let sizes = ["ctas", "threads", "plain"].map(|key| it[key].to_string());
        start.into_iter().chain(sizes).chain(shares).collect()
    };
    let rows: Vec<Vec<String>> = list(data, "benchmarks").iter().map(row).collect();
    let start = ["benchmark", "scale", "CTAs", "threads", "warp instructions", "No_TBC"];
    let header: Vec<&str> = start.into_iter().chain(PERMUTATIONS).chain(["ideal"]).collect();
    markdown(&header, &rows)
}

/// Sums of a benchmark's branches: the numbers that `of` finds in a kind's counts.
fn sums(data: &Value, benchmark: &str, kind: &str, of: &dyn Fn(&Value) -> Vec<f64>) -> Vec<f64> {
    let mut sums: Vec<f64> = Vec::new();
    for branch in list(data, "branches").iter().filter(|it| it["benchmark"] == benchmark && it[kind].is_object()) {
        let found = of(&branch[kind]);
        sums.resize(sums.len().max(found.len()), 0.0);
        sums.iter_mut().zip(found).for_each(|(sum, more)| *sum += more);
    }
    sums
}

fn total(counts: &Value) -> f64 {
    counts.as_array().map_or(0.0, |counts| counts.iter().map(number).sum())
}

/// A row a benchmark and kind: executions of branches, and of paths of divergent ones those that
/// each mechanism compacts.
fn rates(data: &Value) -> String {
    let mut rows = Vec::new();
    for (kind, it) in ["P", "D"].iter().flat_map(|kind| list(data, "benchmarks").iter().map(move |it| (*kind, it))) {
        let name = text(&it["benchmark"]);
        let branches = sums(data, name, kind, &|of| {
            vec![number(&of["uniform"]), number(&of["divergent"][0]), number(&of["divergent"][1])]
        });
        if branches.get(1).is_none_or(|divergent| *divergent == 0.0) {
            continue;
        }
        let paths = sums(data, name, kind, &|of| {
            let both = |key: &str| total(&of["running"][key]) + total(&of["waiting"][key]);
            let compacted = (0..PERMUTATIONS.len())
                .map(|at| total(&of["running"]["compacted"][at]) + total(&of["waiting"]["compacted"][at]));
            [both("all")].into_iter().chain(compacted).chain([both("ideal"), total(&of["waiting"]["all"])]).collect()
        });
        let shares = paths[1..paths.len() - 1].iter().map(|part| format!("{:.1}", 100.0 * part / paths[0]));
        let counts = branches.iter().copied().chain([paths[0], paths[paths.len() - 1]]).map(|it| it.to_string());
        rows.push([kind.to_string(), name.to_string()].into_iter().chain(counts).chain(shares).collect());
    }
    let start = ["", "benchmark", "not divergent", "divergent", "compactable", "paths", "of these waiting"];
    let header: Vec<&str> = start.into_iter().chain(PERMUTATIONS).chain(["ideal"]).collect();
    markdown(&header, &rows)
}

/// The run of a benchmark under a change and a policy.
fn ran<'a>(data: &'a Value, benchmark: &str, change: &str, policy: &str) -> Option<&'a Value> {
    let is = |it: &&Value| it["benchmark"] == benchmark && it["change"] == change && it["policy"] == policy;
    list(data, "runs").iter().find(is)
}

/// A row a benchmark: how much faster each policy is than cores that do not compact.
fn speedups(data: &Value, change: &str) -> String {
    const POLICIES: [&str; 11] = [
        "capri",
        "capri-odd-even",
        "capri-flip-odd",
        "capri-rotate-odd",
        "capri-half",
        "capri-random",
        "capri-wid",
        "capri-rev-wid",
        "capri-balanced",
        "tbc",
        "tbc-balanced",
    ];
    let shown = POLICIES
        .into_iter()
        .filter(|policy| list(data, "runs").iter().any(|it| it["change"] == change && it["policy"] == *policy));
    let shown: Vec<&str> = shown.collect();
    let row = |it: &Value| {
        let name = text(&it["benchmark"]);
        let cycles = |policy: &str| ran(data, name, change, policy).map(|it| number(&it["cycles"]));
        let base = cycles("no-tbc")?;
        let each = shown.iter().map(|policy| cycles(policy).map_or("-".into(), |it| format!("{:.3}", base / it)));
        Some([name.to_string(), base.to_string()].into_iter().chain(each).collect())
    };
    let rows: Vec<Vec<String>> = list(data, "benchmarks").iter().filter_map(row).collect();
    let header: Vec<&str> = ["benchmark", "cycles of `no-tbc`"].into_iter().chain(shown.iter().copied()).collect();
    markdown(&header, &rows)
}

/// A row a benchmark: cache misses and DRAM transfers of `capri-balanced` over those of `no-tbc`,
/// in percent.
fn caches(data: &Value) -> String {
    const COUNTERS: [&str; 3] = ["l1.misses", "l2.misses", "dram.reads"];
    let row = |it: &Value| {
        let name = text(&it["benchmark"]);
        let of = |policy: &str| Some(&ran(data, name, "", policy)?["statistics"]);
        let (base, run) = (of("no-tbc")?, of("capri-balanced")?);
        let each = COUNTERS.iter().map(|counter| match number(&base[counter]) {
            0.0 => "-".into(),
            base => format!("{:+.1}", 100.0 * (number(&run[counter]) / base - 1.0)),
        });
        Some([name.to_string(), number(&base["l1.misses"]).to_string()].into_iter().chain(each).collect())
    };
    let rows: Vec<Vec<String>> = list(data, "benchmarks").iter().filter_map(row).collect();
    markdown(&["benchmark", "L1 misses of `no-tbc`", "L1 misses, %", "L2 misses, %", "DRAM reads, %"], &rows)
}

/// Two rows a benchmark: what its issue slots were spent on without compaction and under
/// `capri-balanced`, in percent of all slots without.
fn slots(data: &Value) -> String {
    const CLASSES: [&str; 8] = ["issued", "pipeline", "short", "fetch", "long", "barrier", "gather", "idle"];
    let mut rows: Vec<Vec<String>> = Vec::new();
    for name in list(data, "benchmarks").iter().map(|it| text(&it["benchmark"])) {
        let slots = |policy: &str| {
            let statistics = &ran(data, name, "", policy)?["statistics"];
            Some(CLASSES.map(|class| number(&statistics[format!("slots.{class}")])))
        };
        let Some(base) = slots("no-tbc").map(|slots| slots.iter().sum::<f64>()) else { continue };
        for policy in ["no-tbc", "capri-balanced"] {
            let Some(of) = slots(policy) else { continue };
            let all = of.iter().sum::<f64>();
            let shares = of.iter().chain([&all]).map(|slots| format!("{:.1}", 100.0 * slots / base));
            rows.push([name.to_string(), format!("`{policy}`")].into_iter().chain(shares).collect());
        }
    }
    let header: Vec<&str> = ["benchmark", "policy"].into_iter().chain(CLASSES).chain(["all"]).collect();
    markdown(&header, &rows)
}

/// A table by its name.
fn render(data: &Value, what: &str) -> String {
    match what {
        "made" => made(data),
        "statements" => statements(data, "read otherwise"),
        "utilisation" => utilisation(data),
        "rates" => rates(data),
        "speedups" => speedups(data, ""),
        "speedups with 32768 registers" => speedups(data, "core.registers=32768"),
        "caches" => caches(data),
        "slots" => slots(data),
        other => panic!("docs/slp.md: nothing is called `{other}`"),
    }
}

#[test]
fn the_documents_tables_are_the_datas_snapshot() {
    holds("slp.md", render);
}

#[test]
fn tables_are_those_made_by_hand() {
    let paths = |all: u64, tbc: u64| {
        let mut compacted = vec![[0, 0, 0, 0]; 9];
        compacted[0] = [tbc, 0, 0, 0];
        serde_json::json!({ "all": [all, 0, 0, 0], "ideal": [all, 0, 0, 0], "compacted": compacted })
    };
    let data = serde_json::json!({
        "command": "heddle figure slp", "what": "w",
        "benchmarks": [{
            "benchmark": "LPS", "scale": "test", "ctas": 2, "threads": 256, "active": 640, "plain": 40,
            "compacted": [25, 40, 40, 40, 40, 40, 40, 40, 20], "ideal": 20,
        }],
        "branches": [
            { "benchmark": "LPS", "P": { "uniform": 3 } },
            { "benchmark": "LPS", "P": { "uniform": 1, "divergent": [4, 2], "running": paths(6, 3), "waiting": paths(2, 1) } },
        ],
    });
    assert_eq!(made(&data), "    heddle figure slp\n\nw.\n\n");
    let utilisation = utilisation(&data);
    let run = |policy: &str, cycles: u64, misses: u64| {
        let statistics = serde_json::json!({ "l1.misses": misses, "slots.issued": 10, "slots.long": misses });
        serde_json::json!({ "benchmark": "LPS", "change": "", "policy": policy, "cycles": cycles, "statistics": statistics })
    };
    let timed = serde_json::json!({
        "benchmarks": [{ "benchmark": "LPS" }], "runs": [run("no-tbc", 300, 40), run("capri-balanced", 200, 50)],
    });
    let wanted = "| benchmark | cycles of `no-tbc` | capri-balanced |\n|---|---|---|\n| LPS | 300 | 1.500 |\n";
    assert_eq!(speedups(&timed, ""), wanted);
    assert!(caches(&timed).ends_with("| LPS | 40 | +25.0 | - | - |\n"));
    let slots = slots(&timed);
    assert!(
        slots.contains("| LPS | `no-tbc` | 20.0 | 0.0 | 0.0 | 0.0 | 80.0 | 0.0 | 0.0 | 0.0 | 100.0 |\n"),
        "{slots}"
    );
    assert!(slots.ends_with("| LPS | `capri-balanced` | 20.0 | 0.0 | 0.0 | 0.0 | 100.0 | 0.0 | 0.0 | 0.0 | 120.0 |\n"));
    assert!(utilisation.ends_with(
        "| LPS | test | 2 | 256 | 40 | 50.0 | 80.0 | 50.0 | 50.0 | 50.0 | 50.0 | 50.0 | 50.0 | 50.0 | 100.0 | 100.0 |\n"
    ));
    let rates = rates(&data);
    let wanted = "| P | LPS | 4 | 4 | 2 | 8 | 2 | 50.0 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 100.0 |\n";
    assert!(rates.ends_with(wanted), "{rates}");
}
