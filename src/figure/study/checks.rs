//! Statements of a paper beside ours, and when they agree.

use super::sheet::Check;

/// A number of the paper's, ours over its workloads and over others, each shown with its sign, and whether it agrees.
pub fn number(
    what: impl Into<String>,
    paper: impl Into<String>,
    ours: [Option<f64>; 2],
    agrees: impl Fn(f64) -> bool,
) -> Check {
    let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:+.1}"));
    Check {
        what: what.into(),
        paper: paper.into(),
        ours: shown(ours[0]),
        all: shown(ours[1]),
        value: ours[0],
        agrees: ours[0].map(agrees),
    }
}

/// Whether an effect goes the paper's way and is between half and twice as large.
pub fn is_like(ours: f64, paper: f64) -> bool {
    (0.5..=2.0).contains(&(ours / paper))
}

/// A share in percent: it agrees within ten points of the paper's.
pub fn share(what: impl Into<String>, paper: f64, place: &str, ours: [Option<f64>; 2]) -> Check {
    let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.1}"));
    let near = |ours: f64| (ours - paper).abs() <= 10.0;
    let check = number(what, format!("{paper:.1} ({place})"), ours, near);
    Check { ours: shown(ours[0]), all: shown(ours[1]), ..check }
}

/// A statement in words.
pub fn words(
    what: impl Into<String>,
    paper: impl Into<String>,
    ours: impl Into<String>,
    agrees: Option<bool>,
) -> Check {
    Check { what: what.into(), paper: paper.into(), ours: ours.into(), all: String::new(), value: None, agrees }
}
