//! Checks of the paper's statements about speedups and fetches (VWS 3, 6).

use super::measurements::{EVWS, IVWS, Key, Measurements, WS4, WS32};
use super::programs::Class::{self, Convergent, Divergent, Insensitive};
use super::runs::{ONE_FETCH, SUPPLY};
use crate::figure::study::agreement::Stated::{self, Above, Gain, Less, More, Ratio, Within};
use crate::figure::study::checks::{number, words};
use crate::figure::study::compare::{Claim, claim};
use crate::figure::study::sheet::Check;
use crate::number::decimals;

const IMPATIENT: Key = ("", "evws-impatient");
const ONE_PORT: Key = (SUPPLY[0].0, "ivws");
const LPC: Key = ("", "ivws-lpc");
const LGTO: Key = ("", "ivws-lgto");
const SYNC_10: Key = ("", "evws-sync10");
const SYNC_50: Key = ("", "evws-sync50");
const SYNC_100: Key = ("", "evws-sync100");
const SYNC_250: Key = ("", "evws-sync250");
const GROUP_MEM: Key = ("", "ivws-group");
const IMPATIENT_MEM: Key = ("", "ivws-impatient");
/// The paper's words on orders that fetch alike.
const SAME: &str = "next to no difference (6.3)";

/// Returns the same run with one gang fetched a cycle; runs of fixed warp sizes have no gangs and
/// stay.
fn one_fetch((change, policy): Key) -> Key {
    if change.is_empty() && policy.contains("vws") { (ONE_FETCH, policy) } else { (change, policy) }
}

/// Returns the mean gain of a class in percent, in the main setting and with one gang fetched a
/// cycle.
pub fn gain(found: &Measurements, class: Class, run: Key, over: Key) -> [Option<f64>; 2] {
    [found.gain(class, run, over), found.gain(class, one_fetch(run), one_fetch(over))]
}

/// Returns the mean increase of a class's fetches in percent, in the main setting and with one gang
/// fetched a cycle.
pub fn more(found: &Measurements, class: Class, run: Key, than: Key) -> [Option<f64>; 2] {
    [found.more_fetches(class, run, than), found.more_fetches(class, one_fetch(run), one_fetch(than))]
}

/// Checks the statements about figure 5, fetches by warp size.
pub fn figure_5(found: &Measurements) -> Vec<Check> {
    let check = |class: Class, paper: &str, stated: Stated| {
        let what = format!("{}: fetches a cycle of warps of 4 over those of warps of 32", class.name());
        let times = || Some(found.mean_fetches(class, WS4)? / found.mean_fetches(class, WS32)?);
        let ours = times();
        Check { ours: decimals(ours, 1), ..number(what, paper, [ours, None], stated) }
    };
    vec![
        check(Divergent, "more (3.1)", Above(1.0)),
        check(Convergent, "nearly 8 (3.1)", Ratio(8.0)),
        check(Insensitive, "nearly 8 (3.1)", Ratio(8.0)),
    ]
}

/// The claims about figure 7, speedups of the designs.
pub const FIGURE_7: &[Claim<Class>] = &[
    claim("divergent: I-VWS over WS 32, %", "+35 (6.1)", Divergent, [IVWS, WS32], Gain(35.0)),
    claim("divergent: I-VWS over WS 4, %", "within 3 (6.1)", Divergent, [IVWS, WS4], Within(3.0)),
    claim("divergent: E-VWS over I-VWS, %", "a little less (6.1)", Divergent, [EVWS, IVWS], Less),
    claim("divergent: E-VWS-ImpatientMem over I-VWS, %", "+2 (6.1)", Divergent, [IMPATIENT, IVWS], Gain(2.0)),
    claim("convergent: WS 4 over WS 32, %", "-27 (6.1)", Convergent, [WS4, WS32], Gain(-27.0)),
    claim("convergent: I-VWS over WS 32, %", "0 (6.1)", Convergent, [IVWS, WS32], Gain(0.0)),
    claim("convergent: E-VWS over I-VWS, %", "0 (6.1)", Convergent, [EVWS, IVWS], Gain(0.0)),
    claim("convergent: E-VWS-ImpatientMem over WS 32, %", "-22 (6.1)", Convergent, [IMPATIENT, WS32], Gain(-22.0)),
    claim("insensitive: WS 4 over WS 32, %", "none (6.1)", Insensitive, [WS4, WS32], Gain(0.0)),
    claim("insensitive: I-VWS over WS 32, %", "none (6.1)", Insensitive, [IVWS, WS32], Gain(0.0)),
];

/// Checks the statements about figure 9, fetches of the designs.
pub fn figure_9(found: &Measurements) -> Vec<Check> {
    let of = |class, run, than| more(found, class, run, than);
    let between = || {
        let [low, ours, high] = [EVWS, IMPATIENT, IVWS].map(|run| found.mean_fetches(Divergent, run));
        Some((low?..=high?).contains(&ours?))
    };
    let mut checks = vec![
        number("divergent: fetches of I-VWS over those of WS 4, %", "-57 (6.2)", of(Divergent, IVWS, WS4), Gain(-57.0)),
        number(
            "divergent: fetches of E-VWS over those of I-VWS, %",
            "-55 (6.2)",
            of(Divergent, EVWS, IVWS),
            Gain(-55.0),
        ),
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
        checks.push(number(what, "as WS 32 (6.2)", of(class, IVWS, WS32), Gain(0.0)));
        let what = format!("{name}: fetches of E-VWS-ImpatientMem over those of WS 32, %");
        checks.push(number(what, "much more (6.2)", of(class, IMPATIENT, WS32), More));
    }
    checks
}

/// The claims about figure 10, speedups by L1-I ports and L0 caches.
pub const FIGURE_10: &[Claim<Class>] = &[
    claim("divergent: one port over eight, %", "a great loss (6.2)", Divergent, [ONE_PORT, IVWS], Less),
    claim(
        "divergent: two ports and L0 caches of 256 bytes over eight ports, %",
        "-5 (6.2)",
        Divergent,
        [(SUPPLY[4].0, "ivws"), IVWS],
        Gain(-5.0),
    ),
    claim("convergent: one port over eight, %", "none (6.2)", Convergent, [ONE_PORT, IVWS], Gain(0.0)),
    claim("insensitive: one port over eight, %", "none (6.2)", Insensitive, [ONE_PORT, IVWS], Gain(0.0)),
];

/// The claims about figure 11, speedups by scheduling order.
pub const FIGURE_11: &[Claim<Class>] = &[
    claim("divergent: LPC over I-VWS, %", "less (6.3)", Divergent, [LPC, IVWS], Less),
    claim("convergent: LPC over I-VWS, %", "less (6.3)", Convergent, [LPC, IVWS], Less),
    claim("insensitive: LPC over I-VWS, %", "less (6.3)", Insensitive, [LPC, IVWS], Less),
    claim("divergent: LGTO over I-VWS, %", "less (6.3)", Divergent, [LGTO, IVWS], Less),
];

/// The claims about figure 12, fetches by scheduling order.
pub const FIGURE_12: &[Claim<Class>] = &[
    claim(
        "divergent: fetches a cycle with GTO over those of I-VWS, %",
        SAME,
        Divergent,
        [("", "ivws-gto"), IVWS],
        Gain(0.0),
    ),
    claim(
        "divergent: fetches a cycle with LRR over those of I-VWS, %",
        SAME,
        Divergent,
        [("", "ivws-lrr"), IVWS],
        Gain(0.0),
    ),
    claim("divergent: fetches a cycle with LGTO over those of I-VWS, %", SAME, Divergent, [LGTO, IVWS], Gain(0.0)),
    claim("divergent: fetches a cycle with LPC over those of I-VWS, %", SAME, Divergent, [LPC, IVWS], Gain(0.0)),
];

/// The claims about figure 13, speedups by gangs issued a cycle.
pub const FIGURE_13: &[Claim<Class>] = &[
    claim("divergent: one gang a cycle over two, %", "-10 (6.3)", Divergent, [("", "ivws-1"), IVWS], Gain(-10.0)),
    claim(
        "divergent: four gangs a cycle over two, %",
        "within 1 (6.3)",
        Divergent,
        [("", "ivws-4"), IVWS],
        Within(1.0),
    ),
];

/// The claims about figure 14, speedups of E-VWS that waits.
pub const FIGURE_14: &[Claim<Class>] = &[
    claim("divergent: waiting 10 cycles over E-VWS, %", "less (6.4)", Divergent, [SYNC_10, EVWS], Less),
    claim("divergent: waiting 50 cycles over E-VWS, %", "less (6.4)", Divergent, [SYNC_50, EVWS], Less),
    claim("divergent: waiting 100 cycles over E-VWS, %", "less (6.4)", Divergent, [SYNC_100, EVWS], Less),
    claim("divergent: waiting 250 cycles over E-VWS, %", "less (6.4)", Divergent, [SYNC_250, EVWS], Less),
    claim("convergent: waiting 250 cycles over E-VWS, %", "none (6.4)", Convergent, [SYNC_250, EVWS], Gain(0.0)),
    claim("insensitive: waiting 250 cycles over E-VWS, %", "none (6.4)", Insensitive, [SYNC_250, EVWS], Gain(0.0)),
];

/// Checks the statements about figure 15, fetches of E-VWS that waits.
pub fn figure_15(found: &Measurements) -> Vec<Check> {
    let ours = [SYNC_10, SYNC_50, SYNC_100, SYNC_250].map(|run| found.more_fetches(Divergent, run, EVWS));
    let falls = ours.iter().all(Option::is_some) && ours.windows(2).all(|pair| pair[1] <= pair[0]);
    let shown: Vec<String> = ours.iter().map(|it| it.map_or("-".into(), |it| format!("{it:+.1}"))).collect();
    let hardly =
        number("divergent: fetches of E-VWS that waits 250 cycles, %", "hardly fewer (6.4)", [ours[3], None], Less);
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

/// The claims about figure 16, speedups by the splitting of gangs at memory divergence.
pub const FIGURE_16: &[Claim<Class>] = &[
    claim("divergent: GroupMem over I-VWS, %", "small gains (6.5)", Divergent, [GROUP_MEM, IVWS], More),
    claim("divergent: ImpatientMem over I-VWS, %", "small gains (6.5)", Divergent, [IMPATIENT_MEM, IVWS], More),
    claim("convergent: GroupMem over I-VWS, %", "a great loss (6.5)", Convergent, [GROUP_MEM, IVWS], Less),
    claim("convergent: ImpatientMem over I-VWS, %", "a great loss (6.5)", Convergent, [IMPATIENT_MEM, IVWS], Less),
];

/// Checks the other statements about figure 16.
pub fn figure_16(found: &Measurements) -> Vec<Check> {
    let one = |name: &str| {
        let program = found.fifteen().into_iter().find(|it| it.name == name)?;
        found.speedup(program, GROUP_MEM, IMPATIENT_MEM).map(|it| 100.0 * (it - 1.0))
    };
    let of = |what, paper, name, stated: Stated| number(what, paper, [one(name), None], stated);
    vec![
        of("Game 2: GroupMem over ImpatientMem, %", "gives part back (6.5)", "Game 2", More),
        of("Radix Sort: GroupMem over ImpatientMem, %", "less (6.5)", "Radix Sort", Less),
    ]
}

/// Checks the statements about figure 17, fetches by the splitting of gangs at memory divergence.
pub fn figure_17(found: &Measurements) -> Vec<Check> {
    let all = |policy: &'static str| {
        let each = found
            .fifteen()
            .into_iter()
            .filter_map(|it| Some((found.fetches(it, ("", policy))?, found.fetches(it, IVWS)?)));
        let (run, base) = each.fold((0.0, 0.0), |(a, b), (run, base)| (a + run, b + base));
        [(base > 0.0).then(|| 100.0 * (run / base - 1.0)), None]
    };
    vec![
        number("fetches of GroupMem over those of I-VWS, all programs, %", "+41 (6.5)", all("ivws-group"), Gain(41.0)),
        number(
            "fetches of ImpatientMem over those of I-VWS, all programs, %",
            "+69 (6.5)",
            all("ivws-impatient"),
            Gain(69.0),
        ),
    ]
}
