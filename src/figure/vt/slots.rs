//! Figure 4 of VT: the use of the schedulers' issue slots, under the baseline and with virtual
//! threads.

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

/// The classes of issue slots, as the paper stacks them, then those that the paper does not have.
const CLASSES: [&str; 8] = ["issued", "pipeline", "long", "short", "fetch", "barrier", "swap", "idle"];

/// The policies of an application's two bars.
const POLICIES: [&str; 2] = [BASE, "vt"];

/// Returns the share of issue slots in these classes, in percent of all.
fn part(ran: &TimedRun, classes: &[&str]) -> Option<f64> {
    let of = |class: &&str| ran.get(&format!("slots.{class}"));
    let all: f64 = CLASSES.iter().map(of).sum();
    (all > 0.0).then(|| 100.0 * classes.iter().map(of).sum::<f64>() / all)
}

/// Returns the issue slots without an issue, in percent of the slots of the baseline.
fn stalls(found: &Measurements, of: &Application, policy: &str) -> Option<f64> {
    let (base, ran) = (found.run(of, "", BASE)?, found.run(of, "", policy)?);
    Some((100.0 - part(ran, &["issued"])?) * ran.cycles as f64 / base.cycles.max(1) as f64)
}

/// Makes figure 4 of VT: the classes of issue slots.
pub fn sheet(found: &Measurements) -> Sheet {
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for of in found.shown() {
        for policy in POLICIES {
            let Some(ran) = found.run(of, "", policy) else { continue };
            let parts = CLASSES.map(|class| part(ran, &[class]));
            let shown = parts.map(|part| decimals(part, 1));
            rows.push([of.name.to_string(), policy.to_string()].into_iter().chain(shown).collect());
            let slots: Map<String, Value> =
                CLASSES.iter().zip(parts).map(|(class, part)| (class.to_string(), json!(part))).collect();
            lines.push(json!({ "figure": "vt/4", "application": of.name, "policy": policy, "slots": slots }));
        }
    }
    for whose in Of::EACH {
        for policy in POLICIES {
            let mean = |class: &'static str| {
                let parts = whose.values(found, &|of| part(found.run(of, "", policy)?, &[class]));
                decimals(arithmetic(&parts), 1)
            };
            let words = [format!("mean, {}", whose.name()), policy.to_string()];
            rows.push(words.into_iter().chain(CLASSES.iter().map(|class| mean(class))).collect());
        }
    }
    let groups: Vec<_> = found.shown().into_iter().filter(|of| found.run(of, "", "vt").is_some()).collect();
    let series = |policy: &'static str, class: &'static str| -> Vec<f64> {
        groups.iter().map(|of| part_of(found, of, policy, class).unwrap_or(0.0)).collect()
    };
    Sheet {
        figure: "vt/4",
        title: "what issue slots went to, %".into(),
        tables: vec![Rows {
            title: "of all slots of the schedulers".into(),
            words: 2,
            header: ["application", "policy"].iter().chain(&CLASSES).map(|word| word.to_string()).collect(),
            rows,
        }],
        notes: vec![
            "the paper has no classes barrier, swap and idle (no warp that has not ended); its I-buffer class holds `others`, too".into(),
        ],
        checks: checks(found),
        lines,
        chart: Chart::Bars(Bars {
            title: "VT 4: slots issued, and the classes of memory".into(),
            vertical: "%".into(),
            groups: groups.iter().map(|of| of.name.to_string()).collect(),
            series: POLICIES
                .iter()
                .flat_map(|policy| ["issued", "pipeline", "long"].map(|class| (format!("{policy}: {class}"), series(policy, class))))
                .collect(),
            line: None,
            divides: Vec::new(),
        }),
    }
}

fn part_of(found: &Measurements, of: &Application, policy: &str, class: &str) -> Option<f64> {
    part(found.run(of, "", policy)?, &[class])
}

fn checks(found: &Measurements) -> Vec<Check> {
    let mean = |classes: &'static [&'static str], policy: &'static str| {
        Of::EACH.map(|whose| whose.mean(found, arithmetic, &|of| part(found.run(of, "", policy)?, classes)))
    };
    let base =
        |what: &str, paper, classes| share(format!("baseline: {what}, % of slots"), paper, "III", mean(classes, BASE));
    let mut checks = vec![
        base("no issue", 59.1, &["pipeline", "long", "short", "fetch", "barrier", "swap", "idle"]),
        base("pipeline", 24.8, &["pipeline"]),
        base("long latency", 13.6, &["long"]),
        base("memory: both", 38.4, &["pipeline", "long"]),
        base("short latency", 10.7, &["short"]),
        base("I-buffer and others", 10.0, &["fetch", "barrier", "idle"]),
    ];
    let fewer =
        |whose: Of| whose.mean(found, arithmetic, &|of| Some(stalls(found, of, BASE)? - stalls(found, of, "vt")?));
    checks.push(number(
        "VT: slots without issue that it removes, % of the baseline's slots",
        "18.1 (V.B)",
        Of::EACH.map(fewer),
        Stated::Gain(18.1),
    ));
    for class in ["pipeline", "long"] {
        let points = |of: &Application| {
            let (base, vt) = (found.run(of, "", BASE)?, found.run(of, "", "vt")?);
            Some(part(base, &[class])? - part(vt, &[class])? * vt.cycles as f64 / base.cycles.max(1) as f64)
        };
        let ours = Of::EACH.map(|whose| whose.mean(found, arithmetic, &points));
        let what = format!("VT: slots of class {class} that it removes, % of the baseline's slots");
        checks.push(number(what, "significantly reduced (V.B)", ours, Stated::More));
    }
    for name in ["SN", "PF"] {
        let issued = Application::named(name).and_then(|of| part_of(found, of, BASE, "issued"));
        let what = format!("{name}: issued under the baseline, % of slots");
        let check = number(what, "more than 80 (V.B)", [issued, None], Stated::Above(80.0));
        checks.push(named(check, decimals(issued, 1)));
    }
    checks
}
