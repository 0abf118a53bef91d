//! Means over the paper's Type-S applications and over those that are Type-S here, and statements made of them.

use super::applications::{Application, Class};
use super::found::Found;
pub use crate::figure::study::checks::{is_like, number, share, words};

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

/// Names, or that there are none.
pub fn names(applications: &[&Application]) -> String {
    let names: Vec<&str> = applications.iter().map(|it| it.name).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}
