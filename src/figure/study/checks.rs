//! Constructors of checks: a paper's statement beside ours, and whether the two agree.

use super::sheet::Check;

/// Creates a check of a number: the paper's, ours, and whether they agree.
/// Ours are over the paper's workloads and over others, shown with the sign.
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

/// Whether an effect has the paper's direction and is between half and twice as large.
pub fn is_like(ours: f64, paper: f64) -> bool {
    (0.5..=2.0).contains(&(ours / paper))
}

/// Creates a check of a share in percent, which agrees within ten points of the paper's.
pub fn share(what: impl Into<String>, paper: f64, place: &str, ours: [Option<f64>; 2]) -> Check {
    let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.1}"));
    let near = |ours: f64| (ours - paper).abs() <= 10.0;
    let check = number(what, format!("{paper:.1} ({place})"), ours, near);
    Check { ours: shown(ours[0]), all: shown(ours[1]), ..check }
}

/// Creates a check of a statement in words.
pub fn words(
    what: impl Into<String>,
    paper: impl Into<String>,
    ours: impl Into<String>,
    agrees: Option<bool>,
) -> Check {
    Check { what: what.into(), paper: paper.into(), ours: ours.into(), all: String::new(), value: None, agrees }
}
