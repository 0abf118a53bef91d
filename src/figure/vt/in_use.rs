//! Figures 12 and 13 of VT, and V.D: registers, shared memory, MSHRs and DRAM bandwidth in use, and
//! misses, under the baseline and with virtual threads.

use serde_json::{Map, Value, json};

use super::applications::Application;
use super::means::{Of, arithmetic};
use super::measurements::{Measurements, TimedRun};
use super::runs::BASE;
use crate::figure::study::agreement::Stated;
use crate::figure::study::checks::{named, number, share};
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::number::decimals;
use crate::plot::{Bars, Chart};

/// A quantity of a run, in percent, with the paper's means.
struct Measure {
    name: &'static str,
    of: fn(&Measurements, &TimedRun) -> Option<f64>,
    /// The paper's means under the baseline and under VT; `None` if the paper has none.
    paper: Option<[f64; 2]>,
}

const fn measure(
    name: &'static str,
    of: fn(&Measurements, &TimedRun) -> Option<f64>,
    paper: Option<[f64; 2]>,
) -> Measure {
    Measure { name, of, paper }
}

/// Registers and shared memory in use: shares of what a core has, over cycles in which the core
/// holds a warp.
const CAPACITY: [Measure; 3] = [
    measure(
        "registers",
        |found, ran| ratio(ran.get("core.registers"), ran.get("core.busy") * found.machine.registers),
        Some([50.2, 93.8]),
    ),
    measure("shared memory", |found, ran| shared(found, ran, ran.get("core.shared")), Some([15.4, 38.5])),
    measure(
        "shared memory with contexts",
        |found, ran| shared(found, ran, ran.get("core.shared") + ran.get("vt.contexts")),
        Some([15.4, 38.5]),
    ),
];

/// MSHRs and DRAM bandwidth in use: shares of all, over all cycles. Misses: shares of the
/// transactions of loads.
const MEMORY: [Measure; 5] = [
    measure(
        "MSHRs",
        |found, ran| ratio(ran.get("l1.mshr_cycles"), ran.cycles as f64 * found.machine.cores * found.machine.mshrs),
        Some([17.5, 27.1]),
    ),
    measure(
        "DRAM bandwidth",
        |found, ran| ratio(ran.get("dram.busy"), ran.cycles as f64 * found.machine.dram * found.machine.channels),
        Some([21.7, 27.4]),
    ),
    measure("L1 misses", |_, ran| misses(ran, &["l1.misses"]), None),
    measure("L1 misses and merges", |_, ran| misses(ran, &["l1.misses", "l1.merged"]), None),
    measure(
        "L2 misses",
        |_, ran| ratio(ran.get("l2.misses"), ran.get("l2.hits") + ran.get("l2.misses") + ran.get("l2.merged")),
        None,
    ),
];

fn ratio(part: f64, all: f64) -> Option<f64> {
    (all > 0.0).then(|| 100.0 * part / all)
}

fn shared(found: &Measurements, ran: &TimedRun, bytes: f64) -> Option<f64> {
    ratio(bytes, ran.get("core.busy") * found.machine.shared)
}

fn misses(ran: &TimedRun, of: &[&str]) -> Option<f64> {
    let all = ran.get("l1.hits") + ran.get("l1.misses") + ran.get("l1.merged");
    ratio(of.iter().map(|name| ran.get(name)).sum(), all)
}

const POLICIES: [&str; 2] = [BASE, "vt"];

fn value(found: &Measurements, of: &Application, measure: &Measure, policy: &str) -> Option<f64> {
    (measure.of)(found, found.run(of, "", policy)?)
}

fn means(found: &Measurements, measure: &Measure, policy: &str) -> [Option<f64>; 2] {
    Of::EACH.map(|whose| whose.mean(found, arithmetic, &|of| value(found, of, measure, policy)))
}

fn sheet(found: &Measurements, figure: &'static str, title: &str, measures: &[Measure], checks: Vec<Check>) -> Sheet {
    let columns: Vec<(&Measure, &str)> = measures.iter().flat_map(|it| POLICIES.map(|policy| (it, policy))).collect();
    let shown: Vec<_> = found.shown().into_iter().filter(|of| found.run(of, "", "vt").is_some()).collect();
    let row = |of: &&'static Application| {
        let start = [of.name.to_string(), of.class.letter().to_string()];
        start.into_iter().chain(columns.iter().map(|(it, policy)| decimals(value(found, of, it, policy), 1))).collect()
    };
    let mut rows: Vec<Vec<String>> = shown.iter().map(row).collect();
    for (n, whose) in Of::EACH.into_iter().enumerate() {
        let start = [format!("mean, {}", whose.name()), String::new()];
        rows.push(
            start
                .into_iter()
                .chain(columns.iter().map(|(it, policy)| decimals(means(found, it, policy)[n], 1)))
                .collect(),
        );
    }
    let line = |of: &&'static Application| {
        let of_policy = |policy: &str| -> Map<String, Value> {
            measures.iter().map(|it| (it.name.to_string(), json!(value(found, of, it, policy)))).collect()
        };
        json!({ "figure": figure, "application": of.name, "simt": of_policy(BASE), "vt": of_policy("vt") })
    };
    let name = |(it, policy): &(&Measure, &str)| format!("{}, {policy}", it.name);
    let series = |(it, policy): &(&Measure, &str)| {
        let each = shown.iter().map(|of| value(found, of, it, policy).unwrap_or(0.0));
        each.chain([means(found, it, policy)[0].unwrap_or(0.0)]).collect()
    };
    Sheet {
        figure,
        title: title.into(),
        tables: vec![Rows {
            title: "in percent".into(),
            words: 2,
            header: ["application".to_string(), "paper".to_string()]
                .into_iter()
                .chain(columns.iter().map(name))
                .collect(),
            rows,
        }],
        notes: Vec::new(),
        checks,
        lines: shown.iter().map(line).collect(),
        chart: Chart::Bars(Bars {
            title: format!("VT {}: {title}", figure.trim_start_matches("vt/")),
            vertical: "%".into(),
            groups: shown.iter().map(|of| of.name.to_string()).chain(["mean".into()]).collect(),
            series: columns.iter().take(4).map(|it| (name(it), series(it))).collect(),
            line: None,
            divides: vec![shown.len()],
        }),
    }
}

fn shares(found: &Measurements, measures: &[Measure], place: &str) -> Vec<Check> {
    let with = |it: &Measure| {
        it.paper.map(|paper| {
            POLICIES
                .iter()
                .zip(paper)
                .map(|(policy, paper)| (it.name, *policy, paper, means(found, it, policy)))
                .collect::<Vec<_>>()
        })
    };
    let each = measures.iter().filter_map(with).flatten();
    each.map(|(name, policy, paper, ours)| share(format!("{policy}: {name} in use, %"), paper, place, ours)).collect()
}

/// Makes figure 12 of VT: registers and shared memory in use.
pub fn figure_12(found: &Measurements) -> Sheet {
    let checks = shares(found, &CAPACITY, "V.C");
    let mut sheet = sheet(found, "vt/12", "registers and shared memory in use", &CAPACITY, checks);
    sheet.notes.push("whether the paper counts contexts is not said: both are here".into());
    sheet
}

/// Checks of what compares machines and not workloads: how long a line is outstanding by Little's
/// law, lines in flight over lines a cycle, both of the means; and the growth of DRAM traffic.
fn carried(found: &Measurements) -> Vec<Check> {
    let Measure { paper: Some(mshrs), .. } = MEMORY[0] else { return vec![] };
    let Measure { paper: Some(dram), .. } = MEMORY[1] else { return vec![] };
    let it = &found.machine;
    // lines in flight at all MSHRs, and lines a core cycle at all of the bandwidth: the paper's GPU
    // has 15 cores of 1.4 GHz with 64 MSHRs, and 177.4 GB/s
    let (here, theirs) = ((it.cores * it.mshrs, it.channels * it.dram / it.line), (15.0 * 64.0, 177.4 / 128.0 / 1.4));
    let cycles = |(mshrs, dram): (f64, f64), most: (f64, f64)| mshrs * most.0 / (dram * most.1);
    let ours = |n: usize, policy| Some((means(found, &MEMORY[0], policy)[n]?, means(found, &MEMORY[1], policy)[n]?));
    let mut checks = Vec::new();
    for (n, policy) in POLICIES.into_iter().enumerate() {
        let paper = format!("{:.0}, of the means (V.D)", cycles((mshrs[n], dram[n]), theirs));
        let here = [0, 1].map(|n| ours(n, policy).map(|used| cycles(used, here)));
        let what = format!("{policy}: core cycles in flight a line that DRAM moves");
        checks.push(Check { stated: None, ..number(what, paper, here, Stated::Share(0.0)) });
    }
    let here = [0, 1].map(|n| Some(100.0 * (ours(n, "vt")?.1 / ours(n, BASE)?.1 - 1.0)));
    let paper = format!("{:+.0}, of the means (V.D)", 100.0 * (dram[1] / dram[0] - 1.0));
    let what = "growth of DRAM traffic with vt, %";
    checks.push(Check { stated: None, ..number(what, paper, here, Stated::Gain(0.0)) });
    checks
}

/// Makes figure 13 of VT: MSHRs and DRAM bandwidth in use, and miss rates.
pub fn figure_13(found: &Measurements) -> Sheet {
    let mut checks = shares(found, &MEMORY, "V.D");
    let more = |measure: &Measure| {
        let points = |of: &Application| Some(value(found, of, measure, "vt")? - value(found, of, measure, BASE)?);
        Of::EACH.map(|whose| whose.mean(found, arithmetic, &points))
    };
    for (n, of) in [(2, "merges as hits"), (3, "merges as misses")] {
        let what = format!("L1 miss rate with vt, {of}: mean rise, points");
        checks.push(number(what, "less than 1.7 (V.D)", more(&MEMORY[n]), Stated::Below(1.7)));
    }
    for (n, what) in [(1, "DRAM bandwidth"), (4, "L2 misses")] {
        let fell = Application::named("GA")
            .and_then(|of| Some(value(found, of, &MEMORY[n], "vt")? - value(found, of, &MEMORY[n], BASE)?));
        let shown = fell.map_or("-".into(), |fell| format!("{fell:+.2}"));
        let check = number(format!("GA: {what} with vt, points"), "falls (V.D)", [fell, None], Stated::Below(0.0));
        checks.push(named(check, shown));
    }
    checks.extend(carried(found));
    sheet(found, "vt/13", "MSHRs and DRAM bandwidth in use, and misses", &MEMORY, checks)
}
