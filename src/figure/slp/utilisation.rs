//! Figures 3 and 14 of SLP: SIMD utilisation without compaction, with it under each permutation,
//! and at most.

use heddle_golden::slp::permutation::Permutation::{Balanced, OddEven, RevWid};
use serde_json::{Map, Value, json};

use super::measurements::{Measurements, Profiled};
use super::measures::Mechanism::{self, Ideal, NoTbc, Tbc};
use super::measures::names;
use crate::figure::study::agreement::Stated::{self, Gain};
use crate::figure::study::checks::{counted, gain, named, number};
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::number::decimals;
use crate::plot::{Bars, Chart};

const TBC: Mechanism = Tbc(0);

/// The least gain that counts as noticeable, in percent (3.1).
const NOTICEABLE: f64 = 2.0;

/// Makes figure 3 of SLP: SIMD utilisation without compaction, with TBC, and at most.
pub fn figure_3(found: &Measurements) -> Sheet {
    let header = ["benchmark", "No_TBC", "TBC", "ideal", "TBC +%", "ideal +%", "No_TBC, guards", "warp instructions"];
    let row = |it: &Profiled| {
        let utilisation = [NoTbc, TBC, Ideal].map(|mechanism| it.utilisation(mechanism));
        let gains = [TBC, Ideal].map(|mechanism| it.gain(mechanism, NoTbc));
        let numbers =
            utilisation.into_iter().chain(gains).chain([it.guarded(NoTbc)]).map(|value| decimals(Some(value), 1));
        let start = [it.benchmark.name.to_string()].into_iter().chain(numbers);
        start.chain([it.profile.issued.plain.to_string()]).collect()
    };
    sheet(
        found,
        "slp/3",
        "SIMD utilisation without compaction, with TBC, and at most",
        &[NoTbc, TBC, Ideal],
        (&header, found.benchmarks.iter().map(row).collect()),
        checks_3(found),
    )
}

/// Makes figure 14 of SLP: SIMD utilisation under each mechanism.
pub fn figure_14(found: &Measurements) -> Sheet {
    let all: Vec<Mechanism> = Mechanism::all().collect();
    let row = |it: &Profiled| {
        let each = all.iter().map(|mechanism| decimals(Some(it.utilisation(*mechanism)), 1));
        [it.benchmark.name.to_string()].into_iter().chain(each).collect()
    };
    let mut rows: Vec<Vec<String>> = found.benchmarks.iter().map(row).collect();
    let mean = |mechanism: &Mechanism| decimals(found.mean(|it| Some(it.utilisation(*mechanism))), 1);
    rows.push(["mean".to_string()].into_iter().chain(all.iter().map(mean)).collect());
    let header: Vec<&str> = ["benchmark"].into_iter().chain(all.iter().map(|it| it.name())).collect();
    let title = "SIMD utilisation by permutation";
    sheet(found, "slp/14", title, &all, (&header, rows), checks_14(found))
}

fn sheet(
    found: &Measurements,
    figure: &'static str,
    title: &str,
    mechanisms: &[Mechanism],
    (header, rows): (&[&str], Vec<Vec<String>>),
    checks: Vec<Check>,
) -> Sheet {
    let line = |it: &Profiled| {
        let each = |value: &dyn Fn(Mechanism) -> f64| -> Map<String, Value> {
            mechanisms.iter().map(|mechanism| (mechanism.name().to_string(), json!(value(*mechanism)))).collect()
        };
        json!({
            "figure": figure, "benchmark": it.benchmark.name, "scale": it.scale, "utilisation": each(&|of| it.utilisation(of)),
            "guarded": each(&|of| it.guarded(of)),
        })
    };
    let series = |mechanism: &Mechanism| {
        let each = found.benchmarks.iter().map(|it| it.utilisation(*mechanism));
        let mean = found.mean(|it| Some(it.utilisation(*mechanism))).unwrap_or(0.0);
        (mechanism.name().to_string(), each.chain([mean]).collect())
    };
    Sheet {
        figure,
        title: title.into(),
        tables: vec![Rows {
            title: "active threads of the lanes of warps that issue, %".into(),
            words: 1,
            header: header.iter().map(|word| word.to_string()).collect(),
            rows,
        }],
        notes: Vec::new(),
        checks,
        lines: found.benchmarks.iter().map(line).collect(),
        chart: Chart::Bars(Bars {
            title: format!("SLP {}: {title}", figure.trim_start_matches("slp/")),
            vertical: "SIMD utilisation, %".into(),
            groups: found.benchmarks.iter().map(|it| it.benchmark.name.to_string()).chain(["mean".into()]).collect(),
            series: mechanisms.iter().map(series).collect(),
            line: None,
            divides: vec![found.benchmarks.len()],
        }),
    }
}

/// The benchmarks of high utilisation that section 3.1 names for their potential.
const HIGH: [&str; 6] = ["BACKP", "LPS", "AOSSORT", "FDTD3D", "SORTNW", "3DFD"];

fn checks_3(found: &Measurements) -> Vec<Check> {
    let ideal = |it: &Profiled| it.gain(Ideal, NoTbc);
    let much = found.those(|it| ideal(it) >= NOTICEABLE);
    let little = found.those(|it| ideal(it) > 0.0 && ideal(it) < NOTICEABLE);
    let whole = found.benchmarks.len() == 18;
    let mut checks = vec![
        counted(
            "benchmarks that gain 2 % and more with the ideal mechanism",
            "11 of 18 (3.1)",
            11,
            (whole.then_some(much.len()), format!("{} of {}: {}", much.len(), found.benchmarks.len(), names(&much))),
        ),
        counted(
            "benchmarks that gain less than 2 %, but something",
            "3 (3.1)",
            3,
            (whole.then_some(little.len()), format!("{}: {}", little.len(), names(&little))),
        ),
    ];
    let gains = found.those(|it| HIGH.contains(&it.benchmark.name));
    let missing: Vec<&str> = gains.iter().copied().filter(|name| !much.contains(name)).collect();
    if !gains.is_empty() {
        checks.push(counted(
            format!("of {}: those that gain less than 2 % ideally", HIGH.join(", ")),
            "none (3.1)",
            0,
            (Some(missing.len()), names(&missing)),
        ));
    }
    let reach = found.those(|it| ideal(it) > 0.0 && it.profile.issued.compacted[0] == it.profile.issued.ideal);
    checks.push(counted(
        "benchmarks in which TBC reaches the ideal, of those that gain",
        "none (3.1)",
        0,
        (Some(reach.len()), names(&reach)),
    ));
    for (name, paper) in [("FDTD3D", 17.0), ("LPS", 13.0)] {
        let ideal_gain = found.named(name).map(ideal);
        let what = format!("{name}: ideal over No_TBC, % (printed as TBC's, which 3.3 contradicts)");
        checks.push(number(what, format!("+{paper} (3.1)"), [ideal_gain, None], Gain(paper)));
    }
    checks
}

/// The permutations whose gains the text states: the mean gain over No_TBC and over TBC, and the
/// greatest over TBC.
const GAINS: [(Mechanism, f64, f64, Option<f64>); 3] =
    [(Tbc(8), 11.3, 7.1, Some(34.0)), (Tbc(1), 6.0, 2.1, Some(18.0)), (Tbc(7), 8.8, 4.8, None)];

fn checks_14(found: &Measurements) -> Vec<Check> {
    debug_assert_eq!([Balanced, OddEven, RevWid].map(Mechanism::with), GAINS.map(|gain| gain.0));
    let mut checks = Vec::new();
    for (mechanism, no_tbc, tbc, greatest) in GAINS {
        for (over, paper) in [(NoTbc, no_tbc), (TBC, tbc)] {
            let ours = found.mean(|it| Some(it.gain(mechanism, over)));
            let what = format!("{} over {}: mean gain, %", mechanism.name(), over.name());
            checks.push(gain(what, paper, "6.2", [ours, None]));
        }
        let most = found.greatest(|it| Some(it.gain(mechanism, TBC)));
        if let (Some(paper), Some((ours, name))) = (greatest, most) {
            let what = format!("{} over TBC: greatest gain, %", mechanism.name());
            let check = number(what, format!("+{paper:.0} (6.2)"), [Some(ours), None], Gain(paper));
            checks.push(named(check, format!("{ours:+.1} ({name})")));
        }
    }
    let balanced = Mechanism::with(Balanced);
    let best = |it: &Profiled| {
        let each = Mechanism::compacting().filter(|it| *it != Ideal).map(|mechanism| it.utilisation(mechanism));
        each.fold(0.0, f64::max)
    };
    let is_best = found.those(|it| it.gain(Ideal, NoTbc) > 0.0 && it.utilisation(balanced) >= best(it));
    checks.push(counted(
        "benchmarks in which Balanced is the best permutation, of those with potential",
        "7 (6.2)",
        7,
        (Some(is_best.len()), format!("{}: {}", is_best.len(), names(&is_best))),
    ));
    for (mechanism, text, paper) in
        [(balanced, "0.6 (6.2)", 0.6), (Mechanism::with(RevWid), "14.3: BITONIC, REDUCT, AOSSORT, QSRDM (6.2)", 14.3)]
    {
        let trails = |it: &Profiled| Some(100.0 * (1.0 - it.utilisation(mechanism) / best(it)));
        let (most, name) = found.greatest(trails).unwrap_or((0.0, "-"));
        let what = format!("{} trails the best permutation by at most, %", mechanism.name());
        checks.push(named(number(what, text, [Some(most), None], Gain(paper)), format!("{most:.1} ({name})")));
    }
    let loses = |it: &Profiled| {
        let least = Mechanism::permuting().map(|mechanism| it.gain(mechanism, TBC)).fold(0.0, f64::min);
        Some(-least).filter(|loss| *loss > 0.0)
    };
    let losers = found.those(|it| loses(it).is_some());
    let most = found.greatest(loses).map_or("0".into(), |(most, name)| format!("{most:.2} ({name})"));
    let loss = found.greatest(loses).map_or(0.0, |(most, _)| most);
    checks.push(named(
        number(
            "losses of some permutation against TBC, at most, %",
            "below 0.1, in 5 benchmarks (6.2)",
            [Some(loss), None],
            Stated::Below(0.1),
        ),
        format!("{most}, in {}: {}", losers.len(), names(&losers)),
    ));
    checks
}
