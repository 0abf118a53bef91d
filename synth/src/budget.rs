//! The last accepted cost of a unit's presets, and the changes since.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::Report;
use crate::error::DataError;
#[cfg(test)]
use crate::sta::Slowest;

/// Greatest accepted relative change of a figure: 2 %.
pub const LIMIT: f64 = 0.02;

/// The compared figures of a preset, by name.
type Figures = BTreeMap<String, f64>;

/// The accepted cost of a unit's presets, in the file `synth/<unit>/budget.json`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Budget {
    /// Versions of the tools and of the library that the figures come from.
    pub versions: String,
    presets: BTreeMap<String, Figures>,
}

/// A figure that differs from its accepted value by more than the limit.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Name of the figure.
    pub figure: String,
    /// The accepted value; `None` for a preset that was never accepted.
    pub accepted: Option<f64>,
    /// The value found now.
    pub found: f64,
}

fn figures(report: &Report) -> Figures {
    let area = (report.area * 1000.0).round() / 1000.0;
    let macros = (report.macro_area().unwrap_or(0.0) * 1000.0).round() / 1000.0;
    let all = [("area_um2", area), ("macro_area_um2", macros), ("flip_flops", report.flip_flops as f64)];
    let path = report.slowest.iter().flat_map(|path| [("levels", path.levels as f64), ("path_ns", path.ns)]);
    all.into_iter().chain(path).map(|(name, value)| (name.to_string(), value)).collect()
}

impl Budget {
    /// Creates a budget that accepts the figures of these reports, one a preset.
    pub fn of<'a>(versions: String, reports: impl Iterator<Item = (&'a str, &'a Report)>) -> Self {
        let presets = reports.map(|(preset, report)| (preset.to_string(), figures(report))).collect();
        Budget { versions, presets }
    }

    /// Parses the text of a budget file.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, DataError> {
        let json: Value = serde_json::from_str(text)?;
        let versions = json["versions"].as_str().ok_or_else(|| DataError::missing("`versions`"))?.to_string();
        let mut presets = BTreeMap::new();
        for (preset, figures) in json["presets"].as_object().ok_or_else(|| DataError::missing("`presets`"))? {
            let figures = figures.as_object().ok_or_else(|| DataError::NoFigures(preset.clone()))?;
            let number = |(name, value): (&String, &Value)| {
                let number = value.as_f64().ok_or_else(|| DataError::NoNumber(format!("`{preset}.{name}`")))?;
                Ok((name.clone(), number))
            };
            presets.insert(preset.clone(), figures.iter().map(number).collect::<Result<Figures, DataError>>()?);
        }
        Ok(Budget { versions, presets })
    }

    /// Returns the text of the budget file.
    pub fn text(&self) -> String {
        let json = json!({ "versions": self.versions, "presets": self.presets });
        format!("{}\n", serde_json::to_string_pretty(&json).expect("numbers and names"))
    }

    /// Takes over the figures of `before` for presets that this budget lacks, if both are of the same tool versions.
    pub fn keep(&mut self, before: Budget) {
        if before.versions == self.versions {
            for (preset, figures) in before.presets {
                self.presets.entry(preset).or_insert(figures);
            }
        }
    }

    /// Returns the figures of a preset that grew by more than [`LIMIT`] or were never accepted.
    pub fn exceeded(&self, preset: &str, report: &Report) -> Vec<Change> {
        self.changed(preset, report, |accepted, found| {
            accepted.is_none_or(|accepted| found > accepted * (1.0 + LIMIT) + 1e-9)
        })
    }

    /// Returns the figures of a preset that shrank by more than [`LIMIT`]: until the new value is accepted, it may grow back unseen.
    pub fn undercut(&self, preset: &str, report: &Report) -> Vec<Change> {
        self.changed(preset, report, |accepted, found| {
            accepted.is_some_and(|accepted| found < accepted * (1.0 - LIMIT) - 1e-9)
        })
    }

    fn changed(&self, preset: &str, report: &Report, is: impl Fn(Option<f64>, f64) -> bool) -> Vec<Change> {
        let accepted = self.presets.get(preset);
        let change = |(figure, found): (String, f64)| {
            let accepted = accepted.and_then(|figures| figures.get(&figure)).copied();
            is(accepted, found).then_some(Change { figure, accepted, found })
        };
        figures(report).into_iter().filter_map(change).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(area: f64) -> Report {
        let slowest = Some(Slowest { ns: 1.0, levels: 10, ..Slowest::default() });
        Report { area, flip_flops: 100, slowest, ..Report::default() }
    }

    #[test]
    fn growth_beyond_two_percent_is_found_and_nothing_else() {
        let accepted = report(1000.0);
        let budget = Budget::of("tools".into(), [("tiny", &accepted)].into_iter());
        let budget = Budget::parse(&budget.text()).unwrap();
        assert_eq!(budget.exceeded("tiny", &report(1020.0)), []);
        assert_eq!(budget.exceeded("tiny", &report(500.0)), []);
        assert_eq!(budget.undercut("tiny", &report(980.0)), []);
        let shrunk = budget.undercut("tiny", &report(979.0));
        assert_eq!(shrunk, [Change { figure: "area_um2".into(), accepted: Some(1000.0), found: 979.0 }]);
        let grown = budget.exceeded("tiny", &report(1021.0));
        assert_eq!(grown, [Change { figure: "area_um2".into(), accepted: Some(1000.0), found: 1021.0 }]);
        let slowest = Some(Slowest { ns: 1.1, levels: 11, ..Slowest::default() });
        let slower = budget.exceeded("tiny", &Report { slowest, ..accepted.clone() });
        assert_eq!(slower.iter().map(|g| g.figure.as_str()).collect::<Vec<_>>(), ["levels", "path_ns"]);
        assert!(budget.exceeded("paper", &accepted).iter().all(|growth| growth.accepted.is_none()));
        assert_eq!(budget.undercut("paper", &accepted), []);
    }

    #[test]
    fn accepting_a_preset_keeps_the_others_of_the_same_tools() {
        let (one, other) = (report(1.0), report(2.0));
        let before = Budget::of("tools".into(), [("tiny", &one), ("paper", &one)].into_iter());
        let mut now = Budget::of("tools".into(), [("tiny", &other)].into_iter());
        now.keep(before.clone());
        assert_eq!(now.exceeded("paper", &one), []);
        assert_eq!(now.exceeded("tiny", &other), []);
        let mut newer = Budget::of("newer tools".into(), [("tiny", &other)].into_iter());
        newer.keep(before);
        assert_eq!(newer.presets.keys().collect::<Vec<_>>(), ["tiny"]);
    }

    #[test]
    fn a_damaged_file_is_refused() {
        for text in
            ["", "{}", "{\"versions\":\"x\"}", "{\"versions\":\"x\",\"presets\":{\"tiny\":{\"area_um2\":\"big\"}}}"]
        {
            assert!(Budget::parse(text).is_err(), "{text}");
        }
    }
}
