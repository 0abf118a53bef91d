//! Checks of the paper's statements about speedups and fetches (VWS 3, 6).

use super::found::{EVWS, Found, IVWS, Key, WS4, WS32};
use super::programs::Class::{self, Convergent, Divergent, Insensitive};
use super::runs::{ONE_FETCH, SUPPLY};
use crate::figure::study::checks::{is_like, number, words};
use crate::figure::study::sheet::Check;

const IMPATIENT: Key = ("", "evws-impatient");

/// Returns the same run with one gang fetched a cycle; runs of fixed warp sizes have no gangs and
/// stay.
fn one_fetch((change, policy): Key) -> Key {
    if change.is_empty() && policy.contains("vws") { (ONE_FETCH, policy) } else { (change, policy) }
}

/// Returns the mean gain of a class in percent, in the main setting and with one gang fetched a
/// cycle.
fn gain(found: &Found, class: Class, run: Key, over: Key) -> [Option<f64>; 2] {
    [found.gain(class, run, over), found.gain(class, one_fetch(run), one_fetch(over))]
}

/// Returns the mean increase of a class's fetches in percent, in the main setting and with one gang
/// fetched a cycle.
fn more(found: &Found, class: Class, run: Key, than: Key) -> [Option<f64>; 2] {
    [found.more_fetches(class, run, than), found.more_fetches(class, one_fetch(run), one_fetch(than))]
}

/// Returns a condition: a value differs from the paper's by at most `by`.
fn within(paper: f64, by: f64) -> impl Fn(f64) -> bool {
    move |ours| (ours - paper).abs() <= by
}

/// Checks the statements about figure 5, fetches by warp size.
pub fn figure_5(found: &Found) -> Vec<Check> {
    let check = |class: Class, paper: &str, agrees: fn(f64) -> bool| {
        let what = format!("{}: fetches a cycle of warps of 4 over those of warps of 32", class.name());
        let times = || Some(found.mean_fetches(class, WS4)? / found.mean_fetches(class, WS32)?);
        let ours = times();
        let shown = ours.map_or("-".into(), |ours| format!("{ours:.1}"));
        Check { ours: shown, ..number(what, paper, [ours, None], agrees) }
    };
    vec![
        check(Divergent, "more (3.1)", |ours| ours > 1.0),
        check(Convergent, "nearly 8 (3.1)", |ours| is_like(ours, 8.0)),
        check(Insensitive, "nearly 8 (3.1)", |ours| is_like(ours, 8.0)),
    ]
}

/// Checks the statements about figure 7, speedups of the designs.
pub fn figure_7(found: &Found) -> Vec<Check> {
    let of = |class, run, over| gain(found, class, run, over);
    vec![
        number("divergent: I-VWS over WS 32, %", "+35 (6.1)", of(Divergent, IVWS, WS32), |ours| is_like(ours, 35.0)),
        number("divergent: I-VWS over WS 4, %", "within 3 (6.1)", of(Divergent, IVWS, WS4), within(0.0, 5.0)),
        number("divergent: E-VWS over I-VWS, %", "a little less (6.1)", of(Divergent, EVWS, IVWS), |ours| {
            (-10.0..=0.5).contains(&ours)
        }),
        number(
            "divergent: E-VWS-ImpatientMem over I-VWS, %",
            "+2 (6.1)",
            of(Divergent, IMPATIENT, IVWS),
            within(2.0, 4.0),
        ),
        number("convergent: WS 4 over WS 32, %", "-27 (6.1)", of(Convergent, WS4, WS32), |ours| is_like(ours, -27.0)),
        number("convergent: I-VWS over WS 32, %", "0 (6.1)", of(Convergent, IVWS, WS32), within(0.0, 3.0)),
        number("convergent: E-VWS over I-VWS, %", "0 (6.1)", of(Convergent, EVWS, IVWS), within(0.0, 3.0)),
        number("convergent: E-VWS-ImpatientMem over WS 32, %", "-22 (6.1)", of(Convergent, IMPATIENT, WS32), |ours| {
            is_like(ours, -22.0)
        }),
        number("insensitive: WS 4 over WS 32, %", "none (6.1)", of(Insensitive, WS4, WS32), within(0.0, 5.0)),
        number("insensitive: I-VWS over WS 32, %", "none (6.1)", of(Insensitive, IVWS, WS32), within(0.0, 5.0)),
    ]
}

/// Checks the statements about figure 9, fetches of the designs.
pub fn figure_9(found: &Found) -> Vec<Check> {
    let of = |class, run, than| more(found, class, run, than);
    let between = || {
        let [low, ours, high] = [EVWS, IMPATIENT, IVWS].map(|run| found.mean_fetches(Divergent, run));
        Some((low?..=high?).contains(&ours?))
    };
    let mut checks = vec![
        number("divergent: fetches of I-VWS over those of WS 4, %", "-57 (6.2)", of(Divergent, IVWS, WS4), |ours| {
            is_like(ours, -57.0)
        }),
        number("divergent: fetches of E-VWS over those of I-VWS, %", "-55 (6.2)", of(Divergent, EVWS, IVWS), |ours| {
            is_like(ours, -55.0)
        }),
        words(
            "divergent: fetches of E-VWS-ImpatientMem are between those of E-VWS and of I-VWS",
            "yes (6.2)",
            between().map_or("-", |yes| if yes { "yes" } else { "no" }),
            between(),
        ),
    ];
    for class in [Convergent, Insensitive] {
        let name = class.name();
        let what = format!("{name}: fetches of I-VWS over those of WS 32, %");
        checks.push(number(what, "as WS 32 (6.2)", of(class, IVWS, WS32), within(0.0, 10.0)));
        let what = format!("{name}: fetches of E-VWS-ImpatientMem over those of WS 32, %");
        checks.push(number(what, "much more (6.2)", of(class, IMPATIENT, WS32), |ours| ours > 20.0));
    }
    checks
}

/// Checks the statements about figure 10, speedups by L1-I ports and L0 caches.
pub fn figure_10(found: &Found) -> Vec<Check> {
    let of = |class, change| [found.gain(class, (change, "ivws"), IVWS), None];
    vec![
        number("divergent: one port over eight, %", "a great loss (6.2)", of(Divergent, SUPPLY[0].0), |ours| {
            ours < -15.0
        }),
        number(
            "divergent: two ports and L0 caches of 256 bytes over eight ports, %",
            "-5 (6.2)",
            of(Divergent, SUPPLY[4].0),
            within(-5.0, 5.0),
        ),
        number("convergent: one port over eight, %", "none (6.2)", of(Convergent, SUPPLY[0].0), within(0.0, 5.0)),
        number("insensitive: one port over eight, %", "none (6.2)", of(Insensitive, SUPPLY[0].0), within(0.0, 5.0)),
    ]
}

/// Checks the statements about figure 11, speedups by scheduling order.
pub fn figure_11(found: &Found) -> Vec<Check> {
    let of = |class, policy| [found.gain(class, ("", policy), IVWS), None];
    let mut checks: Vec<Check> = Class::ALL
        .iter()
        .map(|class| {
            let what = format!("{}: LPC over I-VWS, %", class.name());
            number(what, "less (6.3)", of(*class, "ivws-lpc"), |ours| ours < 0.0)
        })
        .collect();
    checks.push(number("divergent: LGTO over I-VWS, %", "less (6.3)", of(Divergent, "ivws-lgto"), |ours| ours < 0.0));
    checks
}

/// Checks the statements about figure 12, fetches by scheduling order.
pub fn figure_12(found: &Found) -> Vec<Check> {
    let of = |(policy, name): (&'static str, &str)| {
        let ours = [found.more_fetches(Divergent, ("", policy), IVWS), None];
        let what = format!("divergent: fetches a cycle with {name} over those of I-VWS, %");
        number(what, "next to no difference (6.3)", ours, within(0.0, 5.0))
    };
    [("ivws-gto", "GTO"), ("ivws-lrr", "LRR"), ("ivws-lgto", "LGTO"), ("ivws-lpc", "LPC")].map(of).into()
}

/// Checks the statements about figure 13, speedups by gangs issued a cycle.
pub fn figure_13(found: &Found) -> Vec<Check> {
    let of = |policy| gain(found, Divergent, ("", policy), IVWS);
    vec![
        number("divergent: one gang a cycle over two, %", "-10 (6.3)", of("ivws-1"), |ours| is_like(ours, -10.0)),
        number("divergent: four gangs a cycle over two, %", "within 1 (6.3)", of("ivws-4"), within(0.0, 1.5)),
    ]
}

/// The policies of E-VWS that wait, each with the cycles of the wait.
const WAITS: [(&str, &str); 4] =
    [("evws-sync10", "10"), ("evws-sync50", "50"), ("evws-sync100", "100"), ("evws-sync250", "250")];

/// Checks the statements about figure 14, speedups of E-VWS that waits.
pub fn figure_14(found: &Found) -> Vec<Check> {
    let mut checks = Vec::new();
    for (policy, cycles) in WAITS {
        let ours = [found.gain(Divergent, ("", policy), EVWS), None];
        let what = format!("divergent: waiting {cycles} cycles over E-VWS, %");
        checks.push(number(what, "less (6.4)", ours, |ours| ours < 0.5));
    }
    for class in [Convergent, Insensitive] {
        let ours = [found.gain(class, ("", "evws-sync250"), EVWS), None];
        let what = format!("{}: waiting 250 cycles over E-VWS, %", class.name());
        checks.push(number(what, "none (6.4)", ours, within(0.0, 3.0)));
    }
    checks
}

/// Checks the statements about figure 15, fetches of E-VWS that waits.
pub fn figure_15(found: &Found) -> Vec<Check> {
    let of = |(policy, _): (&'static str, &str)| found.more_fetches(Divergent, ("", policy), EVWS);
    let ours = WAITS.map(of);
    let falls = ours.iter().all(Option::is_some) && ours.windows(2).all(|pair| pair[1] <= pair[0].map(|it| it + 0.5));
    let shown: Vec<String> = ours.iter().map(|it| it.map_or("-".into(), |it| format!("{it:+.1}"))).collect();
    let hardly =
        number("divergent: fetches of E-VWS that waits 250 cycles, %", "hardly fewer (6.4)", [ours[3], None], |ours| {
            (-25.0..=1.0).contains(&ours)
        });
    vec![
        hardly,
        words(
            "divergent: fetches over those of E-VWS, %, as it waits 10, 50, 100, 250 cycles",
            "the longer the fewer (6.4)",
            shown.join(", "),
            ours[0].map(|_| falls),
        ),
    ]
}

/// Checks the statements about figure 16, speedups by the splitting of gangs at memory divergence.
pub fn figure_16(found: &Found) -> Vec<Check> {
    let (group, impatient): (Key, Key) = (("", "ivws-group"), ("", "ivws-impatient"));
    let of = |class, run| [found.gain(class, run, IVWS), None];
    let one = |name: &str, run: Key, over: Key| {
        let program = found.fifteen().into_iter().find(|it| it.name == name)?;
        found.speedup(program, run, over).map(|it| 100.0 * (it - 1.0))
    };
    vec![
        number("divergent: GroupMem over I-VWS, %", "small gains (6.5)", of(Divergent, group), |ours| {
            (-1.0..=10.0).contains(&ours)
        }),
        number("divergent: ImpatientMem over I-VWS, %", "small gains (6.5)", of(Divergent, impatient), |ours| {
            (-1.0..=10.0).contains(&ours)
        }),
        number("convergent: GroupMem over I-VWS, %", "a great loss (6.5)", of(Convergent, group), |ours| ours < -5.0),
        number("convergent: ImpatientMem over I-VWS, %", "a great loss (6.5)", of(Convergent, impatient), |ours| {
            ours < -5.0
        }),
        number(
            "Game 2: GroupMem over ImpatientMem, %",
            "gives part back (6.5)",
            [one("Game 2", group, impatient), None],
            |ours| ours > 0.0,
        ),
        number(
            "Radix Sort: GroupMem over ImpatientMem, %",
            "less (6.5)",
            [one("Radix Sort", group, impatient), None],
            |ours| ours < 0.0,
        ),
    ]
}

/// Checks the statements about figure 17, fetches by the splitting of gangs at memory divergence.
pub fn figure_17(found: &Found) -> Vec<Check> {
    let all = |policy: &'static str| {
        let each = found
            .fifteen()
            .into_iter()
            .filter_map(|it| Some((found.fetches(it, ("", policy))?, found.fetches(it, IVWS)?)));
        let (run, base) = each.fold((0.0, 0.0), |(a, b), (run, base)| (a + run, b + base));
        [(base > 0.0).then(|| 100.0 * (run / base - 1.0)), None]
    };
    vec![
        number("fetches of GroupMem over those of I-VWS, all programs, %", "+41 (6.5)", all("ivws-group"), |ours| {
            is_like(ours, 41.0)
        }),
        number(
            "fetches of ImpatientMem over those of I-VWS, all programs, %",
            "+69 (6.5)",
            all("ivws-impatient"),
            |ours| is_like(ours, 69.0),
        ),
    ]
}
