//! Means over the paper's Type-S applications and over those that are Type-S here, and statements made of them.

use super::applications::{Application, Class};
use super::found::Found;
use crate::figure::study::sheet::Check;

/// How a mean is taken.
pub type Mean = fn(&[f64]) -> Option<f64>;

/// The arithmetic mean, of shares.
pub fn arithmetic(values: &[f64]) -> Option<f64> {
    crate::figure::study::mean::arithmetic(values.iter().copied())
}

/// The geometric mean, of speedups.
pub fn geometric(values: &[f64]) -> Option<f64> {
    crate::figure::study::mean::geometric(values.iter().copied())
}

/// Which applications are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Those that the paper takes for Type-S.
    Paper,
    /// Those of which some CTAs are limited by scheduling here.
    Here,
}

impl Of {
    /// Both, the paper's first.
    pub const EACH: [Of; 2] = [Of::Paper, Of::Here];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Of::Paper => "the paper's Type-S",
            Of::Here => "Type-S here",
        }
    }

    fn has(self, found: &Found, application: &Application) -> bool {
        match self {
            Of::Paper => application.class == Class::Scheduling,
            Of::Here => found.is_scheduling(application),
        }
    }

    /// The values of these applications; those without one are left out.
    pub fn values(self, found: &Found, value: &dyn Fn(&Application) -> Option<f64>) -> Vec<f64> {
        found.applications().into_iter().filter(|it| self.has(found, it)).filter_map(value).collect()
    }

    /// Their mean.
    pub fn mean(self, found: &Found, mean: Mean, value: &dyn Fn(&Application) -> Option<f64>) -> Option<f64> {
        mean(&self.values(found, value))
    }
}

/// A number of the paper's, ours over its applications and over ours, each shown so, and whether it agrees.
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

/// Names, or that there are none.
pub fn names(applications: &[&Application]) -> String {
    let names: Vec<&str> = applications.iter().map(|it| it.name).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}
