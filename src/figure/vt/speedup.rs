//! Figures 8 to 11 of VT: speedups by application and in the mean.

use serde_json::{Map, Value, json};

use super::applications::{Application, Class};
use super::means::{Of, arithmetic, geometric, names};
use super::measurements::Measurements;
use super::runs::BASE;
use crate::figure::study::agreement::Stated::{Gain, Share};
use crate::figure::study::checks::{Goes, number, order, words};
use crate::figure::study::compare::{self, Claim, Key, claim};
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::number::{decimals, group};
use crate::plot::{Bars, Chart};

/// A column of a figure: its name, the run, and the run that it is compared with.
pub struct Column {
    name: &'static str,
    run: Key,
    against: Key,
}

const fn column(name: &'static str, run: Key, against: Key) -> Column {
    Column { name, run, against }
}

/// A figure that compares runs.
pub struct Comparison {
    /// The name of the figure, as in `vt/8`.
    pub figure: &'static str,
    /// The title of the figure.
    pub title: &'static str,
    /// The runs, each with the one that it is compared with.
    pub columns: &'static [Column],
    /// Number of the first columns that the paper's plot has.
    pub plotted: usize,
    /// The paper's statements about means.
    pub claims: &'static [Claim<()>],
    /// Checks of other statements.
    pub checks: fn(&Measurements) -> Vec<Check>,
}

const SIMT: Key = ("", BASE);
const VT: Key = ("", "vt");
const MASCAR: Key = ("", "mascar");
const MAX: Key = ("", "max");

/// Figure 8 of VT.
pub const FIGURE_8: Comparison = Comparison {
    figure: "vt/8",
    title: "speedup over the baseline",
    columns: &[
        column("mascar", MASCAR, SIMT),
        column("vt", VT, SIMT),
        column("max", MAX, SIMT),
        column("vt-plain", ("", "vt-plain"), SIMT),
        column("mascar-queue", ("", "mascar-queue"), SIMT),
        column("max-plain", ("", "max-plain"), SIMT),
        column("vt-barrier", ("", "vt-barrier"), SIMT),
        column("vt-load", ("", "vt-load"), SIMT),
    ],
    plotted: 3,
    claims: &[
        claim("mascar over the baseline, mean, %", "+9.3 (V.B)", (), [MASCAR, SIMT], Gain(9.3)),
        claim("vt over the baseline, mean, %", "+23.9 (V.B)", (), [VT, SIMT], Gain(23.9)),
        claim("max over the baseline, mean, %", "+26.9 (V.B)", (), [MAX, SIMT], Gain(26.9)),
        claim("vt over mascar, mean, %", "+13.4 (V.B, overall)", (), [VT, MASCAR], Gain(13.4)),
    ],
    checks: checks_8,
};

/// Figure 9 of VT.
pub const FIGURE_9: Comparison = Comparison {
    figure: "vt/9",
    title: "speedup of vt over the baseline with the same warp scheduler",
    columns: &[
        column("lrr", VT, SIMT),
        column("gto", (GTO, "vt"), (GTO, BASE)),
        column("two-level", (TWO, "vt"), (TWO, BASE)),
    ],
    plotted: 3,
    claims: &[
        claim("lrr: vt over the baseline, mean, %", "+23.9 (V.B)", (), [VT, SIMT], Gain(23.9)),
        claim("gto: vt over the baseline, mean, %", "+22.2 (V.B)", (), [(GTO, "vt"), (GTO, BASE)], Gain(22.2)),
        claim("two-level: vt over the baseline, mean, %", "+23.9 (V.B)", (), [(TWO, "vt"), (TWO, BASE)], Gain(23.9)),
    ],
    checks: |_| vec![],
};

/// Figure 10 of VT.
pub const FIGURE_10: Comparison = Comparison {
    figure: "vt/10",
    title: "speedup of vt over the baseline by bits a cycle of contexts, and with free swaps",
    columns: &[
        column("256", ("vt.beat=256", "vt"), SIMT),
        column("512", VT, SIMT),
        column("1024", ("vt.beat=1024", "vt"), SIMT),
        column("free", ("", "vt-free"), SIMT),
    ],
    plotted: 4,
    claims: &[
        claim("free swaps over 512 bits, mean, %", "+0.4 (V.B.2)", (), [("", "vt-free"), VT], Gain(0.4)),
        claim("256 bits over 512 bits, mean, %", "no degradation (V.B.2)", (), [("vt.beat=256", "vt"), VT], Gain(0.0)),
        claim("1024 bits over 512 bits, mean, %", "very small (V.B.2)", (), [("vt.beat=1024", "vt"), VT], Gain(0.0)),
    ],
    checks: |_| vec![],
};

/// Figure 11 of VT.
pub const FIGURE_11: Comparison = Comparison {
    figure: "vt/11",
    title: "speedup of vt over the baseline by the size of contexts",
    columns: &[
        column("once", VT, SIMT),
        column("twice", ("vt.depth=8", "vt"), SIMT),
        column("four times", ("vt.depth=16", "vt"), SIMT),
    ],
    plotted: 3,
    claims: &[
        claim("contexts twice as large, mean, %", "-0.2 (V.B.2)", (), [("vt.depth=8", "vt"), VT], Gain(-0.2)),
        claim("contexts four times as large, mean, %", "-1.1 (V.B.2)", (), [("vt.depth=16", "vt"), VT], Gain(-1.1)),
    ],
    checks: |_| vec![],
};

const GTO: &str = "core.scheduling=gto";
const TWO: &str = "core.scheduling=two-level";

/// Returns the speedup of a run of an application over another one; `None` if one of them is
/// missing.
pub fn speedup(found: &Measurements, of: &Application, run: Key, against: Key) -> Option<f64> {
    found.timed.speedup(of, run, against)
}

/// A function that takes the means of a run's speedups over another one.
type Means = fn(&Measurements, Key, Key) -> [Option<f64>; 2];

/// Returns the mean speedups over the paper's Type-S applications, and over those that are Type-S
/// here.
fn means(found: &Measurements, run: Key, against: Key) -> [Option<f64>; 2] {
    Of::EACH.map(|whose| whose.mean(found, geometric, &|of| speedup(found, of, run, against)))
}

/// Returns the arithmetic mean speedups, as the paper does not say which kind of mean it takes.
fn arithmetic_means(found: &Measurements, run: Key, against: Key) -> [Option<f64>; 2] {
    Of::EACH.map(|whose| whose.mean(found, arithmetic, &|of| speedup(found, of, run, against)))
}

/// Returns the mean speedups in percent above 1.
fn gains(found: &Measurements, run: Key, against: Key) -> [Option<f64>; 2] {
    means(found, run, against).map(|mean| mean.map(percent))
}

fn percent(speedup: f64) -> f64 {
    (speedup - 1.0) * 100.0
}

/// Makes one of figures 8 to 11 of VT.
pub fn sheet(found: &Measurements, comparison: &Comparison) -> Sheet {
    let has = |of: &&'static Application| {
        comparison.columns.iter().any(|it| speedup(found, of, it.run, it.against).is_some())
    };
    let shown: Vec<_> = found.shown().into_iter().filter(has).collect();
    let value = |of: &Application, it: &Column| speedup(found, of, it.run, it.against);
    let start = |of: &Application| {
        let cycles = found.run(of, "", BASE).map_or("-".into(), |ran| group(ran.cycles));
        [of.name.to_string(), of.class.letter().to_string(), class_here(found, of), cycles]
    };
    let row = |of: &&'static Application| {
        start(of).into_iter().chain(comparison.columns.iter().map(|it| decimals(value(of, it), 3))).collect()
    };
    let mut rows: Vec<Vec<String>> = shown.iter().map(row).collect();
    for (n, whose) in Of::EACH.into_iter().enumerate() {
        for (kind, mean) in [("geometric", means as Means), ("arithmetic", arithmetic_means)] {
            let name = format!("{kind} mean, {}", whose.name());
            let cells = comparison.columns.iter().map(|it| decimals(mean(found, it.run, it.against)[n], 3));
            rows.push([name, String::new(), String::new(), String::new()].into_iter().chain(cells).collect());
        }
    }
    let plotted = &comparison.columns[..comparison.plotted];
    let of_means = |it: &Column| means(found, it.run, it.against)[0].unwrap_or(0.0);
    let values = |it: &Column| shown.iter().map(|of| value(of, it).unwrap_or(0.0)).chain([of_means(it)]).collect();
    let mut checks = compare::checks(comparison.claims, |_, run, against| gains(found, run, against));
    checks.extend((comparison.checks)(found));
    Sheet {
        figure: comparison.figure,
        title: comparison.title.into(),
        tables: vec![Rows {
            title: "cycles of the baseline's run over cycles of the run".into(),
            words: 3,
            header: ["application", "paper", "here", "cycles under simt"]
                .into_iter()
                .chain(comparison.columns.iter().map(|it| it.name))
                .map(str::to_string)
                .collect(),
            rows,
        }],
        notes: work(found, comparison),
        checks,
        lines: lines(found, comparison, &shown),
        chart: Chart::Bars(Bars {
            title: format!("VT {}: {}", comparison.figure.trim_start_matches("vt/"), comparison.title),
            vertical: "speedup".into(),
            groups: shown.iter().map(|of| of.name.to_string()).chain(["mean".into()]).collect(),
            series: plotted.iter().map(|it| (it.name.to_string(), values(it))).collect(),
            line: Some(1.0),
            divides: vec![shown.len()],
        }),
    }
}

fn class_here(found: &Measurements, of: &Application) -> String {
    if found.is_scheduling(of) { "S".into() } else { "C".into() }
}

fn lines(found: &Measurements, comparison: &Comparison, shown: &[&'static Application]) -> Vec<Value> {
    let each = |value: &dyn Fn(&Column) -> Option<f64>| -> Map<String, Value> {
        comparison.columns.iter().map(|it| (it.name.to_string(), json!(value(it)))).collect()
    };
    let line = |of: &&'static Application| {
        json!({
            "figure": comparison.figure, "application": of.name, "paper": of.class.letter(), "here": class_here(found, of),
            "speedup": each(&|it| speedup(found, of, it.run, it.against)),
        })
    };
    let mean = |(n, whose): (usize, Of)| {
        json!({
            "figure": comparison.figure, "mean": whose.name(), "applications": whose.values(found, &|of| speedup(found, of, VT, SIMT)).len(),
            "speedup": each(&|it| means(found, it.run, it.against)[n]),
        })
    };
    shown.iter().map(line).chain(Of::EACH.into_iter().enumerate().map(mean)).collect()
}

/// Returns notes on applications that execute more or fewer instructions than under the baseline:
/// their speedups are not for equal work.
fn work(found: &Measurements, comparison: &Comparison) -> Vec<String> {
    let instructions = |of: &Application, key: Key| Some(found.run(of, key.0, key.1)?.get("core.instructions"));
    let mut notes = Vec::new();
    for of in found.applications() {
        let more = |it: &Column| {
            let (run, base) = (instructions(of, it.run)?, instructions(of, it.against)?);
            (run != base).then(|| format!("{} {:+.2} %", it.name, percent(run / base)))
        };
        let differ: Vec<String> = comparison.columns.iter().filter_map(more).collect();
        if !differ.is_empty() {
            notes.push(format!("{} executes other numbers of instructions: {}", of.name, differ.join(", ")));
        }
    }
    notes
}

fn checks_8(found: &Measurements) -> Vec<Check> {
    let speed = |n: usize, policy: &'static str| means(found, ("", policy), SIMT)[n];
    let mut checks = vec![order("order of the means", (&[BASE, "mascar", "vt", "max"], Goes::Up, "V.B"), speed)];
    for name in ["BF", "PF", "SN"] {
        let gain = Application::named(name).and_then(|of| speedup(found, of, VT, SIMT)).map(percent);
        let what = format!("{name}: vt over the baseline, %");
        checks.push(number(what, "no benefit (V.B)", [gain, None], Gain(0.0)));
    }
    // "high": more than Mascar's mean in the paper
    let helped = |of: &Application| speedup(found, of, MASCAR, SIMT).map(|it| percent(it) > 9.3);
    let above = |of: &Application| Some(speedup(found, of, VT, SIMT)? > speedup(found, of, MAX, SIMT)?);
    let low = |of: &Application| speedup(found, of, VT, SIMT).map(|it| it > 1.0);
    checks.push(listed(found, "mascar gains more than 9.3 %", &["2D", "CS", "FD", "ND"], &helped));
    checks.push(listed(found, "vt above max", &["2D", "CP", "DC", "HI", "ND"], &above));
    let gaining: Vec<_> =
        found.shown().into_iter().filter(|of| of.class == Class::Scheduling && low(of) == Some(true)).collect();
    let all = found.shown().into_iter().filter(|of| of.class == Class::Scheduling && low(of).is_some()).count();
    checks.push(words(
        "applications that vt makes faster",
        "almost all of 18 (V.B)",
        format!("{} of {all}: {}", gaining.len(), names(&gaining)),
        (all > 0).then(|| 10 * gaining.len() >= 8 * all),
    ));
    checks.push(type_c(found));
    for (what, policy) in [
        ("more CTAs alone: vt-plain over the baseline, mean, %", "vt-plain"),
        ("reordering alone: mascar-queue over the baseline, mean, %", "mascar-queue"),
        ("more slots alone: max-plain over the baseline, mean, %", "max-plain"),
        ("warps at barriers stalled, too: vt-barrier over the baseline, mean, %", "vt-barrier"),
        ("loads that hit stall, too: vt-load over the baseline, mean, %", "vt-load"),
    ] {
        let check = number(what, "not separated", gains(found, ("", policy), SIMT), Gain(0.0));
        checks.push(Check { stated: None, ..check });
    }
    checks.push(headroom(found));
    checks
}

/// Compares `vt` with what more CTAs can gain at all, a ratio of mechanisms and not of workloads.
fn headroom(found: &Measurements) -> Check {
    let [vt, max] = [VT, ("", "max-plain")].map(|run| gains(found, run, SIMT));
    let share = |n: usize| Some(100.0 * vt[n]? / max[n].filter(|max| *max != 0.0)?);
    let what = "vt's part of what all CTAs would gain: gain of vt over gain of max-plain, %";
    Check { stated: None, ..number(what, "89: 23.9 of 26.9 (V.B)", [share(0), share(1)], Share(89.0)) }
}

/// Checks a list: which of the paper's Type-S applications satisfy a condition, beside those that
/// the paper names.
fn listed(found: &Measurements, what: &str, paper: &[&str], holds: &dyn Fn(&Application) -> Option<bool>) -> Check {
    let measured: Vec<_> =
        found.shown().into_iter().filter(|of| of.class == Class::Scheduling && holds(of).is_some()).collect();
    let ours: Vec<_> = measured.iter().copied().filter(|of| holds(of) == Some(true)).collect();
    let wanted: Vec<&str> = paper.iter().copied().filter(|name| measured.iter().any(|of| of.name == *name)).collect();
    let all = wanted.iter().all(|name| ours.iter().any(|of| of.name == *name));
    words(
        what,
        format!("{} (V.B)", paper.join(", ")),
        names(&ours),
        (!wanted.is_empty()).then_some(all && !ours.is_empty()),
    )
}

/// Checks that applications without virtual threads run as under the baseline (V.A).
fn type_c(found: &Measurements) -> Check {
    let off = |of: &&'static Application| !found.has_virtual_threads(of) && speedup(found, of, VT, SIMT).is_some();
    let off: Vec<_> = found.applications().into_iter().filter(off).collect();
    let other: Vec<_> = off.iter().copied().filter(|of| speedup(found, of, VT, SIMT) != Some(1.0)).collect();
    let on = |of: &&'static Application| of.class == Class::Capacity && found.has_virtual_threads(of);
    let on: Vec<_> = found.applications().into_iter().filter(on).collect();
    words(
        "Type-C: vt as fast as the baseline",
        "neither better nor worse (V.A)",
        format!(
            "to the cycle in {} of {}; of the paper's, with virtual threads here: {}",
            off.len() - other.len(),
            off.len(),
            names(&on)
        ),
        (!off.is_empty()).then_some(other.is_empty()),
    )
}
