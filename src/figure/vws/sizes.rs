//! Figures 1, 2 and 4 of VWS: warps of 4, 8, 16 and 32 threads; and figures 8 and 19, over all
//! programs.

use serde_json::{Value, json};

use super::measurements::{IVWS, Key, Measurements, WS4, WS32};
use super::programs::{Class, Program};
use crate::figure::study::agreement::Stated;
use crate::figure::study::checks::{number, words};
use crate::figure::study::mean::{arithmetic, harmonic};
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::number::decimals;
use crate::plot::{Bars, Chart};

/// Warp sizes in threads, each with its run, the smallest first.
const SIZES: [(&str, Key); 4] = [("4", WS4), ("8", ("", "ws8")), ("16", ("", "ws16")), ("32", WS32)];
/// Programs of figure 19 that this project has.
const FIGURE_19: [&str; 5] = ["bfs", "mgst", "Raytracing", "ObjClassifier", "nn"];

/// Returns a value for each warp size.
fn by_size(value: impl Fn(Key) -> Option<f64>) -> [Option<f64>; 4] {
    SIZES.map(|(_, run)| value(run))
}

/// Returns a table of a value by program and warp size, with the mean of each class.
fn table(
    found: &Measurements,
    title: &str,
    of: impl Fn(&Program, Key) -> Option<f64>,
    mean: impl Fn(Class, Key) -> Option<f64>,
) -> Rows {
    let row = |class: Class, name: &str, values: [Option<f64>; 4]| -> Vec<String> {
        [class.name().to_string(), name.to_string()].into_iter().chain(values.map(|it| decimals(it, 2))).collect()
    };
    let mut rows = Vec::new();
    for class in Class::ALL {
        let programs = found.programs(|it| it.class == class);
        rows.extend(programs.iter().map(|it| row(class, it.name, by_size(|run| of(it, run)))));
        rows.push(row(class, "mean", by_size(|run| mean(class, run))));
    }
    let header = ["class", "program"].into_iter().chain(SIZES.map(|(name, _)| name)).map(str::to_string).collect();
    Rows { title: title.into(), words: 2, header, rows }
}

/// Returns a plot of a value by program and warp size.
fn plot(found: &Measurements, title: &str, vertical: &str, of: impl Fn(&Program, Key) -> Option<f64>) -> Chart {
    let programs = found.fifteen();
    Chart::Bars(Bars {
        title: title.into(),
        vertical: vertical.into(),
        groups: programs.iter().map(|it| it.name.to_string()).collect(),
        series: SIZES
            .map(|(name, run)| (name.to_string(), programs.iter().map(|it| of(it, run).unwrap_or(0.0)).collect()))
            .into(),
        line: None,
        divides: vec![],
    })
}

fn lines(found: &Measurements, figure: &str, of: impl Fn(&Program, Key) -> Option<f64>) -> Vec<Value> {
    let line = |it: &&Program| {
        let sizes: serde_json::Map<String, Value> =
            SIZES.iter().map(|(name, run)| (name.to_string(), json!(of(it, *run)))).collect();
        json!({ "figure": figure, "program": it.name, "class": it.class.name(), "by_size": sizes })
    };
    found.fifteen().iter().map(line).collect()
}

/// Returns the change of a class's mean from warps of 32 to warps of 4, in percent.
fn change(class: Class, mean: impl Fn(Class, Key) -> Option<f64>) -> Option<f64> {
    Some(100.0 * (mean(class, WS4)? / mean(class, WS32)? - 1.0))
}

/// Returns the thread instructions a cycle of a run.
fn ipc(found: &Measurements, of: &Program, run: Key) -> Option<f64> {
    let ran = found.ran(of, run)?;
    Some(ran.get("core.thread_instructions") / ran.cycles.max(1) as f64)
}

/// Makes figure 1 of VWS: IPC by warp size, in the mean of each class; and warps of 4 over warps of
/// 32 for all programs.
pub fn figure_1(found: &Measurements) -> Sheet {
    let mean = |class: Class, run: Key| harmonic(found.values(class, |it| ipc(found, it, run)));
    let mut all: Vec<(&Program, f64)> =
        found.programs(|_| true).into_iter().filter_map(|it| Some((it, found.speedup(it, WS4, WS32)?))).collect();
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    let sorted = Rows {
        title:
            "1a: warps of 4 over warps of 32, all programs, sorted; those that are not of the fifteen at scale `test`"
                .into(),
        words: 2,
        header: ["class", "program", "speedup"].map(str::to_string).into(),
        rows: all
            .iter()
            .map(|(it, speedup)| vec![it.class.name().into(), it.name.into(), format!("{speedup:.2}")])
            .collect(),
    };
    let [less, more] = [(f64::MIN, 0.97), (1.03, f64::MAX)]
        .map(|(least, most)| all.iter().filter(|it| (least..most).contains(&it.1)).count());
    let mut checks = vec![words(
        "programs that lose and that gain 3 % and more with warps of 4",
        "both (figure 1a)",
        format!("{less} and {more} of {}", all.len()),
        (!all.is_empty()).then_some(less > 0 && more > 0),
    )];
    let of = |class: Class| [change(class, mean), None];
    let what = |class: Class| format!("{}: IPC from warps of 32 to warps of 4, %", class.name());
    checks.push(number(what(Class::Divergent), "rises (figure 1b)", of(Class::Divergent), Stated::More));
    checks.push(number(what(Class::Convergent), "falls (figure 1b)", of(Class::Convergent), Stated::Less));
    checks.push(number(what(Class::Insensitive), "flat (figure 1b)", of(Class::Insensitive), Stated::Gain(0.0)));
    Sheet {
        figure: "vws/1",
        title: "warp sizes".into(),
        tables: vec![
            table(found, "1b: thread instructions a cycle; means are harmonic", |it, run| ipc(found, it, run), mean),
            sorted,
        ],
        notes: found.timed.notes().collect(),
        checks,
        lines: lines(found, "vws/1", |it, run| ipc(found, it, run)),
        chart: plot(found, "VWS 1: thread instructions a cycle by warp size", "IPC", |it, run| ipc(found, it, run)),
    }
}

/// Returns the mean number of active threads in cycles that issue; `None` if no cycle issues.
fn lanes(found: &Measurements, of: &Program, run: Key) -> Option<f64> {
    let ran = found.ran(of, run)?;
    let cycles = ran.get("core.issue_cycles");
    (cycles > 0.0).then(|| ran.get("core.thread_steps") / cycles)
}

/// Makes figure 2 of VWS: active lanes in cycles that issue, by warp size.
pub fn figure_2(found: &Measurements) -> Sheet {
    let mean = |class: Class, run: Key| arithmetic(found.values(class, |it| lanes(found, it, run)));
    let of_speed = |class: Class, run: Key| found.mean_speedup(class, run, WS32);
    let checks = vec![
        number(
            "divergent: active lanes from warps of 32 to warps of 4, %",
            "rise (3.1)",
            [change(Class::Divergent, mean), None],
            Stated::More,
        ),
        number(
            "convergent: active lanes from warps of 32 to warps of 4, %",
            "fall (3.1)",
            [change(Class::Convergent, mean), None],
            Stated::Less,
        ),
    ];
    Sheet {
        figure: "vws/2",
        title: "speed and active lanes by warp size".into(),
        tables: vec![
            table(
                found,
                "lanes of 32 that are active in cycles that issue; means are arithmetic",
                |it, run| lanes(found, it, run),
                mean,
            ),
            table(
                found,
                "speedup over warps of 32; means are harmonic",
                |it, run| found.speedup(it, run, WS32),
                of_speed,
            ),
        ],
        notes: found.timed.notes().collect(),
        checks,
        lines: lines(found, "vws/2", |it, run| lanes(found, it, run)),
        chart: plot(found, "VWS 2: active lanes in cycles that issue, by warp size", "lanes", |it, run| {
            lanes(found, it, run)
        }),
    }
}

/// Counts of the L1 D-cache in figure 4: the name, and the statistic.
const COUNTS: [(&str, &str); 3] = [("hits", "l1.hits"), ("misses", "l1.misses"), ("merges", "l1.merged")];

/// Returns a statistic for each thousand thread instructions of a run.
fn per_thousand(found: &Measurements, of: &Program, run: Key, counter: &str) -> Option<f64> {
    let ran = found.ran(of, run)?;
    Some(1000.0 * ran.get(counter) / ran.get("core.thread_instructions").max(1.0))
}

/// Makes figure 4 of VWS: hits, misses and merges of the L1 D-cache by warp size.
pub fn figure_4(found: &Measurements) -> Sheet {
    let of = |counter: &'static str| move |it: &Program, run: Key| per_thousand(found, it, run, counter);
    let mean = |counter: &'static str| {
        move |class: Class, run: Key| arithmetic(found.values(class, |it| per_thousand(found, it, run, counter)))
    };
    let one = |name: &str, counter: &str| {
        let it = found.fifteen().into_iter().find(|it| it.name == name)?;
        let [small, large] = [WS4, WS32].map(|run| per_thousand(found, it, run, counter));
        Some(small? - large?)
    };
    let mut checks: Vec<Check> = Vec::new();
    for name in ["CoMD", "ObjClassifier", "Raytracing"] {
        let what = format!("{name}: more L1 hits a thousand thread instructions with warps of 4");
        checks.push(number(what, "more (3.1)", [one(name, "l1.hits"), None], Stated::Above(0.0)));
    }
    let accesses = |class: Class, run: Key| {
        let each = COUNTS.map(|(_, counter)| mean(counter)(class, run));
        Some(each[0]? + each[1]? + each[2]?)
    };
    checks.push(number(
        "convergent: L1 accesses from warps of 32 to warps of 4, %",
        "more (3.1)",
        [change(Class::Convergent, accesses), None],
        Stated::More,
    ));
    checks.push(number(
        "convergent: L1 misses from warps of 32 to warps of 4, %",
        "more (3.1)",
        [change(Class::Convergent, mean("l1.misses")), None],
        Stated::More,
    ));
    for name in ["Radix Sort", "Game 2"] {
        let what = format!("{name}: more merges a thousand thread instructions with warps of 4");
        checks.push(number(what, "more (3.1)", [one(name, "l1.merged"), None], Stated::Above(0.0)));
    }
    Sheet {
        figure: "vws/4",
        title: "the L1 D-cache by warp size".into(),
        tables: COUNTS
            .map(|(name, counter)| {
                table(
                    found,
                    &format!("{name} a thousand thread instructions; means are arithmetic"),
                    of(counter),
                    mean(counter),
                )
            })
            .into(),
        notes: found.timed.notes().collect(),
        checks,
        lines: COUNTS.iter().flat_map(|(_, counter)| lines(found, &format!("vws/4 {counter}"), of(counter))).collect(),
        chart: plot(found, "VWS 4: L1 misses a thousand thread instructions, by warp size", "misses", of("l1.misses")),
    }
}

/// Makes figure 8 of VWS: speedups of warps of 4 and of I-VWS over all programs.
pub fn figure_8(found: &Measurements) -> Sheet {
    let speedups = |it: &'static Program| Some((it, found.speedup(it, WS4, WS32)?, found.speedup(it, IVWS, WS32)?));
    let mut all: Vec<(&Program, f64, f64)> = found.programs(|_| true).into_iter().filter_map(speedups).collect();
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    let losers: Vec<_> = all.iter().filter(|it| it.1 < 0.95).collect();
    let winners: Vec<_> = all.iter().filter(|it| it.1 > 1.05).collect();
    let kept = losers.iter().filter(|it| it.2 >= 0.97).count();
    let followed = winners.iter().filter(|it| it.2 - 1.0 >= 0.7 * (it.1 - 1.0)).count();
    let all_of = |count: usize, of: usize| (of > 0).then_some(count == of);
    let row = |(it, small, gangs): &(&Program, f64, f64)| {
        vec![it.class.name().to_string(), it.name.to_string(), format!("{small:.2}"), format!("{gangs:.2}")]
    };
    Sheet {
        figure: "vws/8",
        title: "warps of 4 and I-VWS over warps of 32".into(),
        tables: vec![Rows {
            title: "speedup over warps of 32, sorted by that of warps of 4; those that are not of the fifteen at scale `test`".into(),
            words: 2,
            header: ["class", "program", "WS 4", "I-VWS"].map(str::to_string).into(),
            rows: all.iter().map(row).collect(),
        }],
        notes: found.timed.notes().collect(),
        checks: vec![
            words(
                "programs that lose 5 % with warps of 4, and lose less than 3 % with I-VWS",
                "all (6.1)",
                format!("{kept} of {}", losers.len()),
                all_of(kept, losers.len()),
            ),
            words(
                "programs that gain 5 % with warps of 4, and gain 0.7 of that with I-VWS",
                "all (6.1)",
                format!("{followed} of {}", winners.len()),
                all_of(followed, winners.len()),
            ),
        ],
        lines: all.iter().map(|(it, small, gangs)| json!({ "figure": "vws/8", "program": it.name, "ws4": small, "ivws": gangs })).collect(),
        chart: Chart::Bars(Bars {
            title: "VWS 8: speedup over warps of 32".into(),
            vertical: "speedup".into(),
            groups: all.iter().map(|it| it.0.name.to_string()).collect(),
            series: vec![("WS 4".into(), all.iter().map(|it| it.1).collect()), ("I-VWS".into(), all.iter().map(|it| it.2).collect())],
            line: Some(1.0),
            divides: vec![],
        }),
    }
}

/// Makes the part of figure 19 of VWS that is about this machine: I-VWS over warps of 32.
pub fn figure_19(found: &Measurements) -> Sheet {
    let of = |name: &&str| {
        let it = found.programs(|it| [it.name, it.folder].contains(name)).into_iter().next()?;
        Some((it, found.speedup(it, IVWS, WS32)?))
    };
    let all: Vec<(&Program, f64)> = FIGURE_19.iter().filter_map(of).collect();
    let mean = harmonic(all.iter().map(|it| it.1));
    let row = |name: &str, speedup: f64| vec![name.to_string(), format!("{speedup:.3}")];
    let rows = all.iter().map(|(it, speedup)| row(it.name, *speedup)).chain(mean.map(|mean| row("mean", mean)));
    let ours = [mean.map(|mean| 100.0 * (mean - 1.0)), None];
    Sheet {
        figure: "vws/19",
        title: "I-VWS over warps of 32, on programs of other papers".into(),
        tables: vec![Rows {
            title: "speedup; the mean is harmonic".into(),
            words: 1,
            header: ["program", "I-VWS"].map(str::to_string).into(),
            rows: rows.collect(),
        }],
        notes: vec!["neither TBC nor DWF are of this machine: the paper took them from other simulators (7)".into()],
        checks: vec![number("I-VWS over WS 32: mean, %", "+34 (7)", ours, Stated::Gain(34.0))],
        lines: all
            .iter()
            .map(|(it, speedup)| json!({ "figure": "vws/19", "program": it.name, "speedup": speedup }))
            .collect(),
        chart: Chart::Bars(Bars {
            title: "VWS 19: I-VWS over warps of 32".into(),
            vertical: "speedup".into(),
            groups: all.iter().map(|it| it.0.name.to_string()).collect(),
            series: vec![("I-VWS".into(), all.iter().map(|it| it.1).collect())],
            line: Some(1.0),
            divides: vec![],
        }),
    }
}
