//! The last accepted cost of a unit's presets, and the changes since.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::error::DataError;
use crate::{Array, Report};
#[cfg(test)]
use crate::{Resized, place, sta::Slowest};

/// Greatest accepted relative change of a figure: 2 %.
pub const LIMIT: f64 = 0.02;

/// Greatest accepted relative change of a figure of a layout: 5 %.
pub const PLACED_LIMIT: f64 = 0.05;
/// What the names of a layout's figures begin with.
const PLACED: &str = "placed_";

/// Returns the greatest accepted relative change of a figure.
pub fn limit(figure: &str) -> f64 {
    if figure.starts_with(PLACED) { PLACED_LIMIT } else { LIMIT }
}

/// The compared figures of a preset, by name.
type Figures = BTreeMap<String, f64>;

/// The accepted cost of a unit's presets, in the file `synth/<unit>/budget.json`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Budget {
    /// Versions of the tools and of the library that the figures come from.
    pub versions: String,
    presets: BTreeMap<String, Figures>,
    /// For each preset that has them, its large arrays in flip-flops, with the reason why each is
    /// no memory, which people write.
    arrays: BTreeMap<String, Vec<(Array, String)>>,
}

/// A disagreement of a preset's large arrays in flip-flops with the reasons given for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfounded {
    /// The array is there, and has no reason.
    NoReason(Array),
    /// There is a reason, and no such array.
    NoArray(String),
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
    let resized = report.resized.iter().flat_map(|resized| {
        let path = resized.slowest.as_ref().map(|path| ("sized_path_ns", path.ns));
        [("sized_area_um2", (resized.area * 1000.0).round() / 1000.0)].into_iter().chain(path)
    });
    let placed = report.placed.iter().flat_map(|placed| {
        let path = placed.slowest.as_ref().map(|path| ("placed_path_ns", path.ns));
        [("placed_core_um2", placed.core.round()), ("placed_wires_um", placed.wires[1].round())].into_iter().chain(path)
    });
    all.into_iter().chain(path).chain(resized).chain(placed).map(|(name, value)| (name.to_string(), value)).collect()
}

impl Budget {
    /// Creates a budget that accepts the figures of these reports, one a preset.
    pub fn of<'a>(versions: String, reports: impl Iterator<Item = (&'a str, &'a Report)>) -> Self {
        let mut budget = Budget { versions, ..Budget::default() };
        for (preset, report) in reports {
            budget.presets.insert(preset.to_string(), figures(report));
            let unexplained = report.arrays.iter().map(|array| (array.clone(), String::new())).collect();
            budget.arrays.insert(preset.to_string(), unexplained);
        }
        budget
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
        let mut arrays = BTreeMap::new();
        for (preset, list) in json["arrays"].as_object().into_iter().flatten() {
            let entry = |entry: &Value| {
                let text = |key: &str| {
                    let no_text = || DataError::Missing(format!("`{key}` of an entry of `arrays.{preset}`"));
                    entry[key].as_str().map(str::to_string).ok_or_else(no_text)
                };
                let bits =
                    entry["bits"].as_u64().ok_or_else(|| DataError::NoNumber(format!("`arrays.{preset}.bits`")))?;
                Ok((Array { name: text("array")?, bits }, text("reason")?.trim().to_string()))
            };
            let list = list.as_array().ok_or_else(|| DataError::Missing(format!("list in `arrays.{preset}`")))?;
            arrays.insert(preset.clone(), list.iter().map(entry).collect::<Result<_, DataError>>()?);
        }
        Ok(Budget { versions, presets, arrays })
    }

    /// Returns the text of the budget file.
    pub fn text(&self) -> String {
        let entry =
            |(array, reason): &(Array, String)| json!({ "array": array.name, "bits": array.bits, "reason": reason });
        let list = |list: &Vec<(Array, String)>| list.iter().map(entry).collect::<Vec<_>>();
        let some = self.arrays.iter().filter(|(_, arrays)| !arrays.is_empty());
        let arrays: BTreeMap<&String, Vec<Value>> = some.map(|(preset, arrays)| (preset, list(arrays))).collect();
        let json = json!({ "versions": self.versions, "presets": self.presets, "arrays": arrays });
        format!("{}\n", serde_json::to_string_pretty(&json).expect("numbers and names"))
    }

    /// Takes over the reasons of `before`; and its figures and arrays for presets that this budget
    /// lacks, and its figures of layouts, if both are of the same tool versions.
    pub fn keep(&mut self, before: Budget) {
        let same = before.versions == self.versions;
        for (preset, figures) in before.presets.into_iter().filter(|_| same) {
            match self.presets.get_mut(&preset) {
                None => drop(self.presets.insert(preset, figures)),
                Some(now) => {
                    for (name, value) in figures.into_iter().filter(|(name, _)| name.starts_with(PLACED)) {
                        now.entry(name).or_insert(value);
                    }
                }
            }
        }
        for (preset, arrays) in before.arrays {
            match self.arrays.get_mut(&preset) {
                Some(now) => now.iter_mut().for_each(|(array, reason)| {
                    if let Some((_, known)) = arrays.iter().find(|(known, _)| known.name == array.name) {
                        reason.clone_from(known);
                    }
                }),
                None if same => drop(self.arrays.insert(preset, arrays)),
                None => {}
            }
        }
    }

    /// Returns the large arrays of a preset that have no reason, and the reasons that have no
    /// array.
    pub fn unfounded(&self, preset: &str, report: &Report) -> Vec<Unfounded> {
        let known = self.arrays.get(preset).map_or(&[][..], Vec::as_slice);
        let explained = |array: &&Array| known.iter().any(|(k, reason)| k.name == array.name && !reason.is_empty());
        let is_there = |known: &&(Array, String)| report.arrays.iter().any(|array| array.name == known.0.name);
        let missing = report.arrays.iter().filter(|array| !explained(array)).cloned().map(Unfounded::NoReason);
        missing.chain(known.iter().filter(|k| !is_there(k)).map(|k| Unfounded::NoArray(k.0.name.clone()))).collect()
    }

    /// Returns the figures of a preset that grew by more than their [`limit()`] or were never
    /// accepted.
    pub fn exceeded(&self, preset: &str, report: &Report) -> Vec<Change> {
        self.changed(preset, report, |accepted, found, limit| {
            accepted.is_none_or(|accepted| found > accepted * (1.0 + limit) + 1e-9)
        })
    }

    /// Returns the figures of a preset that shrank by more than their [`limit()`]: until the new
    /// value is accepted, it may grow back unseen.
    pub fn undercut(&self, preset: &str, report: &Report) -> Vec<Change> {
        self.changed(preset, report, |accepted, found, limit| {
            accepted.is_some_and(|accepted| found < accepted * (1.0 - limit) - 1e-9)
        })
    }

    fn changed(&self, preset: &str, report: &Report, is: impl Fn(Option<f64>, f64, f64) -> bool) -> Vec<Change> {
        let accepted = self.presets.get(preset);
        let change = |(figure, found): (String, f64)| {
            let accepted = accepted.and_then(|figures| figures.get(&figure)).copied();
            is(accepted, found, limit(&figure)).then_some(Change { figure, accepted, found })
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
        let sized = |area, ns| {
            let slowest = Some(Slowest { ns, levels: 10, ..Slowest::default() });
            Report { resized: Some(Resized { cells: 1, area, slowest }), ..accepted.clone() }
        };
        let held = Budget::of("tools".into(), [("tiny", &sized(1000.0, 0.8))].into_iter());
        assert_eq!(held.exceeded("tiny", &sized(1019.0, 0.815)), []);
        let grown: Vec<String> = held.exceeded("tiny", &sized(1021.0, 0.817)).into_iter().map(|g| g.figure).collect();
        assert_eq!(grown, ["sized_area_um2", "sized_path_ns"]);
        let placed =
            |core| Report { placed: Some(place::Figures { core, ..place::Figures::default() }), ..accepted.clone() };
        let mut held = Budget::of("tools".into(), [("tiny", &placed(1000.0))].into_iter());
        assert_eq!(held.exceeded("tiny", &placed(1049.0)), []);
        assert_eq!(held.exceeded("tiny", &placed(1051.0))[0].figure, "placed_core_um2");
        // what is accepted without a layout keeps that of before
        let mut now = Budget::of("tools".into(), [("tiny", &accepted)].into_iter());
        std::mem::swap(&mut now, &mut held);
        held.keep(now);
        assert_eq!(held.exceeded("tiny", &placed(1051.0)).len(), 1);
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
    fn a_large_array_needs_a_reason_and_a_reason_an_array() {
        let array = |bits| Array { name: "table.words".into(), bits };
        let with = |arrays: Vec<Array>| Report { arrays, ..report(1.0) };
        let planted = with(vec![array(1024)]);
        let mut budget = Budget::of("tools".into(), [("tiny", &planted)].into_iter());
        assert_eq!(budget.unfounded("tiny", &planted), [Unfounded::NoReason(array(1024))]);
        assert_eq!(budget.unfounded("paper", &planted), [Unfounded::NoReason(array(1024))]);
        let text = budget.text().replace("\"reason\": \"\"", "\"reason\": \"all words at once\"");
        let written = Budget::parse(&text).unwrap();
        assert_eq!(written.unfounded("tiny", &planted), []);
        assert_eq!(written.unfounded("tiny", &with(vec![])), [Unfounded::NoArray("table.words".into())]);
        // the reason outlives growth and other tools, and goes with the array
        let grown = with(vec![array(2048)]);
        budget = Budget::of("newer tools".into(), [("tiny", &grown)].into_iter());
        budget.keep(written.clone());
        assert_eq!(budget.unfounded("tiny", &grown), []);
        assert!(budget.text().contains("2048"));
        budget = Budget::of("tools".into(), [("tiny", &with(vec![]))].into_iter());
        budget.keep(written);
        assert!(!budget.text().contains("table.words"));
        let blank = text.replace("all words at once", " ");
        assert_eq!(Budget::parse(&blank).unwrap().unfounded("tiny", &planted).len(), 1);
        assert!(Budget::parse(&text.replace("1024", "\"many\"")).is_err());
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
