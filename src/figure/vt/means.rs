//! Means over the Type-S applications of the paper, and over those that are Type-S on the study's
//! GPU.

use super::applications::{Application, Class};
use super::measurements::Measurements;

/// A function that takes the mean of values, and returns `None` if there are none.
pub type Mean = fn(&[f64]) -> Option<f64>;

/// Returns the arithmetic mean, used for shares; `None` if there are no values.
pub fn arithmetic(values: &[f64]) -> Option<f64> {
    crate::figure::study::mean::arithmetic(values.iter().copied())
}

/// Returns the geometric mean, used for speedups; `None` if there are no values.
pub fn geometric(values: &[f64]) -> Option<f64> {
    crate::figure::study::mean::geometric(values.iter().copied())
}

/// A set of Type-S applications that a mean is taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Applications that are Type-S in the paper.
    Paper,
    /// Applications of which some CTAs are limited by scheduling on the study's GPU.
    Here,
}

impl Of {
    /// Both sets, the paper's first.
    pub const EACH: [Of; 2] = [Of::Paper, Of::Here];

    /// Returns the name of the set.
    pub fn name(self) -> &'static str {
        match self {
            Of::Paper => "the paper's Type-S",
            Of::Here => "Type-S here",
        }
    }

    fn has(self, found: &Measurements, application: &Application) -> bool {
        match self {
            Of::Paper => application.class == Class::Scheduling,
            Of::Here => found.is_scheduling(application),
        }
    }

    /// Returns the values of the set's applications; applications without a value are left out.
    pub fn values(self, found: &Measurements, value: &dyn Fn(&Application) -> Option<f64>) -> Vec<f64> {
        found.applications().into_iter().filter(|it| self.has(found, it)).filter_map(value).collect()
    }

    /// Returns the mean of a value over the set's applications.
    pub fn mean(self, found: &Measurements, mean: Mean, value: &dyn Fn(&Application) -> Option<f64>) -> Option<f64> {
        mean(&self.values(found, value))
    }
}

/// Joins the names of applications with commas; `none` if there are none.
pub fn names(applications: &[&Application]) -> String {
    let names: Vec<&str> = applications.iter().map(|it| it.name).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}
