//! Figure 15 and section 6.4 of SLP: speed and cache misses of CAPRI, without and with each
//! permutation, over cores that do not compact.

use serde_json::{Map, Value, json};

use super::benchmarks::Benchmark;
use super::measurements::{Measurements, TimedRun};
use super::measures::names;
use super::runs::{BASE, CAPRI, TBC};
use crate::figure::study::agreement::Stated::Gain;
use crate::figure::study::checks::{counted, gain, named, number, share, words};
use crate::figure::study::mean::{arithmetic, harmonic};
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::number::{decimals, group};
use crate::plot::{Bars, Chart};

/// Benchmarks that permutations make slower than CAPRI alone (6.3).
const SLOWER: [&str; 4] = ["MUM", "BFS", "DXTC", "EIGENVL"];
/// The least gain that counts as noticeable, in percent (of figure 3, 3.1).
const NOTICEABLE: f64 = 2.0;

const PLAIN: &str = CAPRI[0].1;
const FLIP_ODD: &str = CAPRI[2].1;
const ROTATE_ODD: &str = CAPRI[3].1;
const BALANCED: &str = CAPRI[8].1;

impl Measurements {
    fn ran(&self, of: &Benchmark, policy: &str) -> Option<&TimedRun> {
        self.timed.find(of, "", policy)
    }

    /// Returns the speedup of a run over another one.
    fn speedup(&self, of: &Benchmark, policy: &str, over: &str) -> Option<f64> {
        self.timed.speedup(of, ("", policy), ("", over))
    }

    /// Returns the benchmarks that have runs, in the paper's order.
    fn timed(&self) -> Vec<&'static Benchmark> {
        self.timed.subjects().collect()
    }

    /// Returns the harmonic mean of speedups over benchmarks, in percent above 1.
    fn gain(&self, policy: &str, over: &str, only: impl Fn(&Benchmark) -> bool) -> Option<f64> {
        let speedups = self.timed().into_iter().filter(|it| only(it));
        percent(harmonic(speedups.filter_map(|it| self.speedup(it, policy, over))))
    }

    /// Returns the least and the greatest harmonic mean, in percent above 1, of the speedups of the
    /// named benchmarks and two others: the text does not name two of its eight.
    fn gain_of_eight(&self, policy: &str, over: &str) -> Option<[f64; 2]> {
        let speedups = |named: bool| {
            let of = self.timed().into_iter().filter(move |it| it.is_named() == named);
            of.filter_map(|it| self.speedup(it, policy, over)).collect::<Vec<_>>()
        };
        let mut others = speedups(false);
        others.sort_by(f64::total_cmp);
        let (least, most) = (others.get(..2)?, others.get(others.len() - 2..)?);
        let mean = |others: &[f64]| percent(harmonic(speedups(true).into_iter().chain(others.iter().copied())));
        Some([mean(least)?, mean(most)?])
    }

    /// Returns how many times fewer warp instructions a run issues than another one: the speedup,
    /// if each issue slot saved were a cycle saved.
    fn saved(&self, of: &Benchmark, policy: &str, over: &str) -> Option<f64> {
        let issued = |policy: &str| Some(self.ran(of, policy)?.get("core.instructions").max(1.0));
        Some(issued(over)? / issued(policy)?)
    }

    /// Returns the speedup of a run over another one without their idle slots: those of cores that
    /// have no CTA, of which most are at the end of a grid.
    fn busy(&self, of: &Benchmark, policy: &str, over: &str) -> Option<f64> {
        let busy = |policy: &str| {
            let ran = self.ran(of, policy)?;
            let slots = SLOTS.iter().filter(|class| **class != "idle").map(|class| ran.get(&format!("slots.{class}")));
            Some(slots.sum::<f64>().max(1.0))
        };
        Some(busy(over)? / busy(policy)?)
    }
}

fn percent(mean: Option<f64>) -> Option<f64> {
    mean.map(|mean| 100.0 * (mean - 1.0))
}

/// Makes figure 15 of SLP: speedup over cores that do not compact.
pub fn figure_15(found: &Measurements) -> Sheet {
    let all = found.timed();
    let policies: Vec<&str> = CAPRI.iter().map(|(_, policy)| *policy).chain(TBC.map(|(policy, _)| policy)).collect();
    let titles: Vec<&str> = CAPRI.iter().map(|(name, _)| *name).chain(["TBC", "TBC, Balanced"]).collect();
    let cells = |of: &&'static Benchmark| -> Vec<String> {
        let cycles = found.ran(of, BASE).map_or("-".into(), |ran| group(ran.cycles));
        let each = policies.iter().map(|policy| decimals(found.speedup(of, policy, BASE), 3));
        [of.name.to_string(), cycles].into_iter().chain(each).collect()
    };
    let mean = |whose: &str, only: &dyn Fn(&Benchmark) -> bool| -> Vec<String> {
        let of = |policy: &&str| decimals(found.gain(policy, BASE, only).map(|gain| 1.0 + gain / 100.0), 3);
        [format!("harmonic mean, {whose}"), String::new()].into_iter().chain(policies.iter().map(of)).collect()
    };
    let mut rows: Vec<Vec<String>> = all.iter().map(cells).collect();
    rows.push(mean("all", &|_| true));
    rows.push(mean("those that 6.3 names", &Benchmark::is_named));
    let header = ["benchmark", "cycles of No_TBC"].into_iter().chain(titles).map(str::to_string).collect();
    let speedups = Rows { title: "speedup".into(), words: 1, header, rows };
    let series = |(name, policy): &(&str, &str)| {
        let each = all.iter().map(|it| found.speedup(it, policy, BASE).unwrap_or(0.0));
        let mean = found.gain(policy, BASE, |_| true).map_or(0.0, |gain| 1.0 + gain / 100.0);
        (name.to_string(), each.chain([mean]).collect())
    };
    Sheet {
        figure: "slp/15",
        title: "speedup over cores that do not compact".into(),
        tables: vec![speedups, bounds(found), slots(found)],
        notes: found.timed.notes().collect(),
        checks: checks_15(found),
        lines: all.iter().filter_map(|it| line(found, it)).collect(),
        chart: Chart::Bars(Bars {
            title: "SLP 15: speedup over No_TBC, CAPRI and permutations on it".into(),
            vertical: "speedup".into(),
            groups: all.iter().map(|it| it.name.to_string()).chain(["mean".into()]).collect(),
            series: CAPRI.iter().map(series).collect(),
            line: Some(1.0),
            divides: vec![all.len()],
        }),
    }
}

/// Returns a table of what limits the speedup of CAPRI, without and with `Balanced`.
fn bounds(found: &Measurements) -> Rows {
    type Of = fn(&Measurements, &Benchmark, &str, &str) -> Option<f64>;
    let speed: Of = |found, it, policy, over| found.speedup(it, policy, over);
    let columns: [(&str, Of); 3] =
        [("", speed), (", without idle slots", Measurements::busy), (", instructions saved", Measurements::saved)];
    let policies = [("CAPRI", PLAIN), ("Balanced", BALANCED)];
    let each = || policies.iter().flat_map(|policy| columns.iter().map(move |column| (policy, column)));
    let row = |it: &&'static Benchmark| {
        let values = each().map(|((_, policy), (_, of))| decimals(of(found, it, policy, BASE), 3));
        [it.name.to_string()].into_iter().chain(values).collect()
    };
    let mean = |whose: &str, only: &dyn Fn(&Benchmark) -> bool| {
        let of = |((_, policy), (_, of)): (&(&str, &str), &(&str, Of))| {
            let of_all = found.timed().into_iter().filter(|it| only(it)).filter_map(|it| of(found, it, policy, BASE));
            decimals(harmonic(of_all), 3)
        };
        [format!("harmonic mean, {whose}")].into_iter().chain(each().map(of)).collect()
    };
    let mut rows: Vec<Vec<String>> = found.timed().iter().map(row).collect();
    rows.push(mean("all", &|_| true));
    rows.push(mean("those that 6.3 names", &Benchmark::is_named));
    let header = each().map(|((name, _), (what, _))| format!("{name}{what}"));
    let header = ["benchmark".to_string()].into_iter().chain(header).collect();
    let title = "speedup, speedup without idle slots, and its bound if each slot saved were a cycle saved";
    Rows { title: title.into(), words: 1, header, rows }
}

/// Classes of issue slots, in the order of the table.
const SLOTS: [&str; 8] = ["issued", "pipeline", "short", "fetch", "long", "barrier", "gather", "idle"];

/// Returns a table of what issue slots were used for without compaction and under CAPRI with
/// `Balanced`.
fn slots(found: &Measurements) -> Rows {
    let mut rows = Vec::new();
    for it in found.timed() {
        let of = |policy: &str| {
            let ran = found.ran(it, policy)?;
            Some(SLOTS.map(|class| ran.get(&format!("slots.{class}"))))
        };
        let Some(base) = of(BASE).map(|slots| slots.iter().sum::<f64>()) else { continue };
        for policy in [BASE, BALANCED] {
            let Some(slots) = of(policy) else { continue };
            let all = slots.iter().sum::<f64>();
            let shares = slots.iter().chain([&all]).map(|slots| format!("{:.1}", 100.0 * slots / base));
            rows.push([it.name.to_string(), policy.to_string()].into_iter().chain(shares).collect());
        }
    }
    let header = ["benchmark", "policy"].into_iter().chain(SLOTS).chain(["all"]).map(str::to_string).collect();
    Rows { title: "issue slots, % of all slots of No_TBC".into(), words: 2, header, rows }
}

/// Returns the JSON line of a benchmark.
fn line(found: &Measurements, of: &Benchmark) -> Option<Value> {
    let base = found.ran(of, BASE)?;
    let all = CAPRI.iter().map(|(_, policy)| *policy).chain(TBC.map(|(policy, _)| policy));
    let speedups: Map<String, Value> =
        all.filter_map(|policy| Some((policy.to_string(), json!(found.speedup(of, policy, BASE)?)))).collect();
    Some(json!({ "figure": "slp/15", "benchmark": of.name, "cycles": base.cycles, "speedup": speedups }))
}

fn checks_15(found: &Measurements) -> Vec<Check> {
    let mut checks = Vec::new();
    for (what, policy, over, paper) in [
        ("Balanced over No_TBC", BALANCED, BASE, 11.6),
        ("Balanced over CAPRI", BALANCED, PLAIN, 7.0),
        ("Flip_odd over CAPRI", FLIP_ODD, PLAIN, 5.0),
        ("Rotate_odd_1 over CAPRI", ROTATE_ODD, PLAIN, 2.1),
        ("CAPRI over No_TBC", PLAIN, BASE, 4.3),
    ] {
        let place = if paper == 4.3 { "follows from 6.3" } else { "6.3" };
        let check = gain(
            format!("{what}: harmonic mean, %"),
            paper,
            place,
            [found.gain(policy, over, Benchmark::is_named), None],
        );
        let ours = match found.gain_of_eight(policy, over) {
            Some([least, most]) => format!("{} ({least:+.1} to {most:+.1} with two more)", check.ours),
            None => check.ours.clone(),
        };
        checks.push(named(check, ours));
    }
    for (name, paper) in [("BITONIC", 25.6), ("BACKP", 15.2)] {
        let Some(of) = found.timed().into_iter().find(|it| it.name == name) else { continue };
        let ours = percent(found.speedup(of, BALANCED, BASE));
        checks.push(gain(format!("{name}: Balanced over No_TBC, %"), paper, "6.3", [ours, None]));
    }
    checks.extend(best(found));
    for (name, policy, paper) in
        [("Balanced", BALANCED, -0.3), ("Flip_odd", FLIP_ODD, -0.4), ("Rotate_odd_1", ROTATE_ODD, -1.1)]
    {
        let ours = found.gain(policy, PLAIN, |it| SLOWER.contains(&it.name));
        let what = format!("{name} over CAPRI in {}: mean, %", SLOWER.join(", "));
        checks.push(gain(what, paper, "6.3", [ours, None]));
    }
    let named = found.timed().into_iter().filter(|it| it.is_named());
    let faster = named.filter(|it| found.speedup(it, TBC[0].0, PLAIN).is_some_and(|it| it > 1.0));
    let faster: Vec<&str> = faster.map(|it| it.name).collect();
    checks.push(counted(
        "benchmarks in which TBC is faster than CAPRI",
        "none (5)",
        0,
        (Some(faster.len()), names(&faster)),
    ));
    checks.extend(counts(found));
    checks
}

/// Compares permutations with the fastest permutation of each benchmark.
fn best(found: &Measurements) -> Vec<Check> {
    let of_best = |of: &Benchmark, policy: &str| {
        let each = CAPRI[1..].iter().filter_map(|(_, policy)| found.speedup(of, policy, BASE));
        let best = each.fold(0.0, f64::max);
        Some(100.0 * found.speedup(of, policy, BASE).filter(|_| best > 0.0)? / best)
    };
    let least = |policy: &str| {
        let named = found.timed().into_iter().filter(|it| it.is_named());
        let all = named.filter_map(|it| Some((of_best(it, policy)?, it.name)));
        all.min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let leads: Vec<&str> = found
        .timed()
        .into_iter()
        .filter(|it| it.is_named() && of_best(it, BALANCED).is_some_and(|it| it >= 100.0))
        .map(|it| it.name)
        .collect();
    let of = found.timed().into_iter().filter(|it| it.is_named()).count();
    let mut checks = vec![words(
        "benchmarks in which Balanced is the fastest permutation",
        "4 of 8 (6.3)",
        format!("{} of {of}: {}", leads.len(), names(&leads)),
        None,
    )];
    for (name, policy, paper) in [("Balanced", BALANCED, 98.9), ("Flip_odd", FLIP_ODD, 90.5)] {
        let ours = least(policy);
        let what = format!("{name}: least of the fastest permutation's speed, %");
        let check = share(what, paper, "6.3", [ours.map(|it| it.0), None]);
        let text = ours.map_or("-".into(), |(least, name)| format!("{least:.1} ({name})"));
        checks.push(named(check, text));
    }
    checks
}

/// Checks that the cores issue as many warp instructions as the profile counts; `None` if there are
/// no runs to compare.
fn counts(found: &Measurements) -> Option<Check> {
    let mut other = Vec::new();
    let mut compared = 0;
    for it in &found.benchmarks {
        let issued = &it.profile.issued;
        let wanted =
            [(BASE, issued.plain), (TBC[0].0, issued.compacted[TBC[0].1]), (TBC[1].0, issued.compacted[TBC[1].1])];
        for (policy, wanted) in wanted {
            let Some(ran) = found.ran(it.benchmark, policy) else { continue };
            compared += 1;
            if ran.get("core.instructions") != wanted as f64 {
                other.push(format!("{} under {policy}", it.benchmark.name));
            }
        }
    }
    (compared > 0).then(|| {
        let ours = if other.is_empty() {
            format!("equal in {compared} runs")
        } else {
            format!("others: {}", other.join(", "))
        };
        words("warp instructions of No_TBC, TBC and Balanced on it, as the profile counts them", "", ours, None)
    })
}

/// Returns how many more misses of a cache CAPRI with `Balanced` has than cores without compaction,
/// in percent.
fn misses(found: &Measurements, of: &Benchmark, counter: &str) -> Option<f64> {
    let (run, base) = (found.ran(of, BALANCED)?, found.ran(of, BASE)?);
    (base.get(counter) > 0.0).then(|| 100.0 * (run.get(counter) / base.get(counter) - 1.0))
}

/// The counts of section 6.4: their names, and the statistics.
const CACHES: [(&str, &str); 3] =
    [("L1 misses", "l1.misses"), ("L2 misses", "l2.misses"), ("DRAM reads", "dram.reads")];

/// Makes the table of cache misses (6.4).
pub fn section_6_4(found: &Measurements) -> Sheet {
    let all: Vec<&Benchmark> = found.timed().into_iter().filter(|it| found.ran(it, BALANCED).is_some()).collect();
    let gains = |it: &Benchmark| Some(100.0 * (found.speedup(it, BALANCED, BASE)? - 1.0));
    let row = |it: &&Benchmark| {
        let each = CACHES.iter().map(|(_, counter)| decimals(misses(found, it, counter), 1));
        let base = found.ran(it, BASE).map_or(0.0, |ran| ran.get("l1.misses"));
        [it.name.to_string(), decimals(gains(it), 1), format!("{base}")].into_iter().chain(each).collect()
    };
    let gains_some = |it: &&&Benchmark| it.is_named() && gains(it).is_some_and(|gain| gain >= NOTICEABLE);
    let gainers: Vec<&&Benchmark> = all.iter().filter(gains_some).collect();
    let mean = |counter: &str| arithmetic(gainers.iter().filter_map(|it| misses(found, it, counter)));
    let most = gainers.iter().filter_map(|it| Some((misses(found, it, "l1.misses")?, it.name)));
    let most = most.max_by(|a, b| a.0.total_cmp(&b.0));
    let l1 = mean("l1.misses");
    let at_most = [most.map(|it| it.0), None];
    let greatest = number("L1 misses, of those that gain: at most, %", "+20 (BFS, 6.4)", at_most, Gain(20.0));
    let line = |it: &&Benchmark| {
        let each: Map<String, Value> =
            CACHES.iter().map(|(_, counter)| (counter.to_string(), json!(misses(found, it, counter)))).collect();
        json!({ "figure": "slp/6.4", "benchmark": it.name, "gain": gains(it), "more": each })
    };
    let series = |(name, counter): &(&str, &str)| {
        (name.to_string(), all.iter().map(|it| misses(found, it, counter).unwrap_or(0.0)).collect())
    };
    let header = ["benchmark", "faster by, %", "L1 misses of No_TBC"].into_iter().chain(CACHES.map(|(name, _)| name));
    Sheet {
        figure: "slp/6.4",
        title: "cache misses of CAPRI with Balanced over those without compaction, %".into(),
        tables: vec![Rows {
            title: "more than without compaction, %".into(),
            words: 1,
            header: header.map(str::to_string).collect(),
            rows: all.iter().map(row).collect(),
        }],
        notes: vec![format!(
            "benchmarks that 6.3 names and that gain: {}",
            names(&gainers.iter().map(|it| it.name).collect::<Vec<_>>())
        )],
        checks: vec![
            gain("L1 misses, of those that gain 2 % and more: mean, %", 6.9, "6.4", [l1, None]),
            Check { ours: most.map_or("-".into(), |(most, name)| format!("{most:+.1} ({name})")), ..greatest },
            number(
                "L2 misses, of those that gain: mean, %",
                "+1.3, with memory traffic (6.4)",
                [mean("l2.misses"), None],
                Gain(1.3),
            ),
        ],
        lines: all.iter().map(line).collect(),
        chart: Chart::Bars(Bars {
            title: "SLP 6.4: misses over No_TBC, CAPRI with Balanced".into(),
            vertical: "more, %".into(),
            groups: all.iter().map(|it| it.name.to_string()).collect(),
            series: CACHES.iter().map(series).collect(),
            line: Some(0.0),
            divides: Vec::new(),
        }),
    }
}
