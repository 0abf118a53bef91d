//! The paper's statements, each beside our results under every setting, and the verdicts on them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::agreement::{Stated, Verdict, word};
use super::causes;
use super::sheet::{Check, Rows, Sheet};
use crate::plot::{Interval, Intervals, intervals};

/// The figures made under one setting.
pub struct Results {
    /// The name of the setting: the size of addresses, or the change.
    pub setting: String,
    /// Whether the setting is a change of the first one.
    pub varied: bool,
    /// The figures.
    pub sheets: Vec<Sheet>,
}

/// The name of the first setting of a study whose other settings are changes.
pub const OURS: &str = "ours";

impl Results {
    /// Returns the figures of a study with one setting.
    pub fn ours(sheets: Vec<Sheet>) -> [Results; 1] {
        [Results { setting: OURS.into(), varied: false, sheets }]
    }

    /// Returns the figures of a study and of changes of its GPU.
    pub fn varied(ours: Vec<Sheet>, changes: &[String], of: impl Fn(&str) -> Vec<Sheet>) -> Vec<Results> {
        let varied = changes.iter().map(|change| Results { setting: change.clone(), varied: true, sheets: of(change) });
        Results::ours(ours).into_iter().chain(varied).collect()
    }
}

/// A statement of the paper, and our result under each setting, as data files have it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// The name of the figure, as in `vt/8`.
    pub figure: String,
    check: String,
    /// The paper's value or words, with the section.
    paper: String,
    stated: Option<Stated>,
    /// Our result under the first setting, over the paper's workloads.
    ours: String,
    value: Option<f64>,
    /// Our result over other workloads.
    all: String,
    /// The verdicts, and the cause of the first of them that is a no.
    #[serde(skip_deserializing)]
    direction: Option<bool>,
    #[serde(skip_deserializing)]
    size: Option<bool>,
    #[serde(skip_deserializing)]
    cause: String,
    /// Our result under each setting.
    settings: Map<String, Value>,
    /// The least and the greatest result over the first setting and all changes of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    range: Option<[End; 2]>,
    /// Our results under the first setting and at the corners of the GPU.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    corners: Option<Corners>,
    /// The first corner of the GPU at which our result agrees, if it does not under the first
    /// setting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agrees_at: Option<String>,
}

/// Our least and greatest result at the corners of the GPU, and how far the paper's value is
/// outside: 0 if it is inside.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Corners {
    least: f64,
    most: f64,
    outside: f64,
}

/// An end of a range: our result, and the setting that gives it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct End {
    ours: String,
    setting: String,
}

/// Returns every statement about the figures, in the order of the figures.
pub fn of(results: &[&Results]) -> Vec<Statement> {
    let Some(first) = results.first() else { return Vec::new() };
    let mut statements = Vec::new();
    for sheet in &first.sheets {
        for place in 0..sheet.checks.len() {
            let under = |results: &&'_ Results| results.sheets.iter().position(|it| it.figure == sheet.figure);
            let each = results.iter().filter_map(|it| Some((*it, it.sheets[under(it)?].checks.get(place)?)));
            statements.push(Statement::of(sheet.figure, &each.collect::<Vec<_>>()));
        }
    }
    statements
}

impl Statement {
    /// Returns the statement of checks by setting; the first setting's is present.
    fn of(figure: &str, checks: &[(&Results, &Check)]) -> Statement {
        let first = checks[0].1;
        let disagrees = judged(first.stated, first.value).is_some_and(Verdict::disagrees);
        let agrees = |check: &Check| judged(check.stated, check.value).is_some_and(|it| !it.disagrees());
        let corner = checks.iter().find(|(it, check)| disagrees && is_corner(it) && agrees(check));
        let mut statement = Statement {
            figure: figure.into(),
            check: first.what.clone(),
            paper: first.paper.clone(),
            stated: first.stated,
            ours: first.ours.clone(),
            value: first.value.filter(|value| value.is_finite()),
            all: first.all.clone(),
            direction: None,
            size: None,
            cause: String::new(),
            settings: checks.iter().map(|(it, check)| (it.setting.clone(), check.ours.clone().into())).collect(),
            range: range(checks),
            corners: corners(checks),
            agrees_at: corner.map(|(it, _)| it.setting.clone()),
        };
        statement.judge();
        statement
    }

    /// Sets the verdicts on our result, and the cause of a no.
    fn judge(&mut self) {
        let verdict @ Verdict { direction, size } = judged(self.stated, self.value).unwrap_or_default();
        (self.direction, self.size) = (direction, size);
        self.cause = if verdict.disagrees() { self.cause() } else { String::new() };
    }

    /// Returns the cause of a no: one that is known, or that the paper leaves open what turns it.
    fn cause(&self) -> String {
        let at_corner = |corner: &String| format!("open: {} at the corner `{corner}`", self.under(corner));
        let between = || self.corners.filter(|it| it.outside == 0.0).map(|_| "open: between the corners".into());
        let nearer = || {
            let (paper, ours, corners) = (self.stated?.paper()?, self.value?, self.corners?);
            let is_half = corners.outside <= (paper - ours).abs() / 2.0;
            is_half.then(|| "open: the difference is half as large at a corner, or less".into())
        };
        let open = self.agrees_at.as_ref().map(at_corner).or_else(between).or_else(nearer);
        causes::known(&self.figure, &self.check).or(open).unwrap_or_else(|| "not examined".into())
    }

    /// Returns our result under a setting; empty if there is none.
    fn under(&self, setting: &str) -> String {
        self.settings.get(setting).and_then(Value::as_str).unwrap_or_default().into()
    }

    /// Returns the statement as JSON.
    pub fn json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Returns the verdict on our result; `None` if the paper states nothing, or nothing was measured.
fn judged(stated: Option<Stated>, value: Option<f64>) -> Option<Verdict> {
    stated.zip(value.filter(|value| value.is_finite())).map(|(stated, ours)| stated.judge(ours))
}

/// Returns the range of a check over the first setting and all changes of it; `None` if there is
/// no change, or one of them has no amount.
fn range(checks: &[(&Results, &Check)]) -> Option<[End; 2]> {
    checks.iter().any(|(it, _)| it.varied).then_some(())?;
    let open = checks.iter().enumerate().filter(|(n, (it, _))| *n == 0 || it.varied);
    let end = |(_, (it, check)): (usize, &(&Results, &Check))| {
        Some((check.amount()?, End { ours: check.ours.clone(), setting: it.setting.clone() }))
    };
    let mut ends: Vec<(f64, End)> = open.map(end).collect::<Option<_>>()?;
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    Some([ends.first()?.1.clone(), ends.last()?.1.clone()])
}

/// Whether the results under a setting are at a corner of the GPU: a change without a key.
fn is_corner(it: &Results) -> bool {
    it.varied && !it.setting.contains('=')
}

/// Returns our results under the first setting and at the corners; `None` if there are no corners,
/// or the paper or a result has no amount.
fn corners(checks: &[(&Results, &Check)]) -> Option<Corners> {
    checks.iter().any(|(it, _)| is_corner(it)).then_some(())?;
    let paper = checks[0].1.stated?.paper()?;
    let ends = checks.iter().enumerate().filter(|(n, (it, _))| *n == 0 || is_corner(it));
    let values: Vec<f64> = ends.map(|(_, (_, check))| check.amount()).collect::<Option<_>>()?;
    let (least, most) =
        (values.iter().copied().fold(f64::MAX, f64::min), values.iter().copied().fold(f64::MIN, f64::max));
    Some(Corners { least, most, outside: (least - paper).max(paper - most).max(0.0) })
}

/// Reads the statements of a data file, and judges them; `None` if one of them is not what is
/// written to such a file.
pub fn read(data: &Value) -> Option<Vec<Statement>> {
    let mut statements: Vec<Statement> = serde_json::from_value(data.get("statements")?.clone()).ok()?;
    statements.iter_mut().for_each(Statement::judge);
    Some(statements)
}

/// How many statements agree, and of how many that have the verdict: by direction and by size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Agreement {
    /// Those that agree in direction, and all that have one.
    pub direction: [usize; 2],
    /// Those that agree in size, and all that have one.
    pub size: [usize; 2],
}

impl Agreement {
    /// Counts statements.
    pub fn of(statements: &[Statement]) -> Agreement {
        let count = |verdict: fn(&Statement) -> Option<bool>| {
            let verdicts: Vec<bool> = statements.iter().filter_map(verdict).collect();
            [verdicts.iter().filter(|agrees| **agrees).count(), verdicts.len()]
        };
        Agreement { direction: count(|it| it.direction), size: count(|it| it.size) }
    }
}

impl std::fmt::Display for Agreement {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Agreement { direction: [directions, of], size: [sizes, of_size] } = self;
        write!(
            f,
            "Direction agrees in {directions} of {of} statements that have one, and size in {sizes} of {of_size}."
        )
    }
}

/// Returns a table of the statements: the paper's values, ours, and whether they agree. Ours are by
/// size of addresses, as a range over the changes, and over the other workloads, which `others`
/// names.
pub fn table(statements: &[Statement], others: &str) -> Rows {
    let settings = statements.first().map_or(Vec::new(), |it| it.settings.keys().collect());
    // a change of the GPU has a key and a value; results under it are in the range
    let mut settings: Vec<&str> = settings.into_iter().map(String::as_str).filter(|name| !name.contains('=')).collect();
    settings.sort_by_key(|name| *name != OURS);
    let hidden = |it: &Statement| it.settings.keys().any(|name| name.contains('='));
    let varied = statements.iter().any(|it| it.range.is_some() && hidden(it));
    let range: &[&str] = if varied { &["from", "to"] } else { &[] };
    let corners = statements.iter().any(|it| it.corners.is_some());
    let place: &[&str] = if corners { &["the paper's value is"] } else { &[] };
    let words = ["figure", "statement", "paper"].iter().chain(&settings).chain(range).chain(place);
    let header: Vec<String> =
        words.chain(&[others, "direction", "size", "cause"]).map(|word| word.to_string()).collect();
    let end =
        |it: &End, statement: &Statement| match settings.contains(&it.setting.as_str()) || it.ours == statement.ours {
            true => it.ours.clone(),
            false => format!("{} ({})", it.ours, it.setting),
        };
    let row = |it: &Statement| {
        let mut row = vec![it.figure.clone(), it.check.clone(), it.paper.clone()];
        row.extend(settings.iter().map(|setting| it.under(setting)));
        if varied {
            row.extend(it.range.as_ref().map_or([String::new(), String::new()], |[a, b]| [end(a, it), end(b, it)]));
        }
        if corners {
            let place = |it: Corners| match it.outside > 0.0 {
                true => format!("outside by {:.1}", it.outside),
                false => "inside".into(),
            };
            row.push(it.corners.map_or(String::new(), place));
        }
        row.extend([it.all.clone(), word(it.direction).into(), word(it.size).into(), it.cause.clone()]);
        row
    };
    Rows {
        title: "the paper's statements, and whether direction and size agree".into(),
        words: header.len(),
        rows: statements.iter().map(row).collect(),
        header,
    }
}

/// Returns a table of each statement about an amount under each setting; `None` if no setting is a
/// change.
pub fn by_setting(statements: &[Statement]) -> Option<Rows> {
    let ranged: Vec<&Statement> = statements.iter().filter(|it| it.range.is_some()).collect();
    let names: Vec<&String> = ranged.first()?.settings.keys().collect();
    let row = |it: &&Statement| {
        let start = [it.figure.clone(), it.check.clone()];
        start.into_iter().chain(names.iter().map(|name| it.under(name))).collect()
    };
    Some(Rows {
        title: "the statements by setting, each change alone".into(),
        words: 2,
        header: ["figure", "what"]
            .map(str::to_string)
            .into_iter()
            .chain(names.iter().map(|it| it.to_string()))
            .collect(),
        rows: ranged.iter().map(row).collect(),
    })
}

/// Returns a chart of the statements in percent at the corners of the GPU, beside the paper's
/// values; `None` without corners.
pub fn chart(paper: &str, statements: &[Statement]) -> Option<String> {
    let row = |it: &Statement| {
        let Corners { least, most, .. } = it.corners?;
        let paper = it.stated?.paper().filter(|_| it.check.contains('%'))?;
        let name = it.check.trim_end_matches(", %").to_string();
        Some(Interval { name, paper, ours: it.value?, ends: [least, most] })
    };
    let rows: Vec<Interval> = statements.iter().filter_map(row).collect();
    let title = format!("{paper}: what its text states, and ours");
    (!rows.is_empty()).then(|| intervals(&Intervals { title, horizontal: "%".into(), rows }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::study::checks::gain;
    use crate::plot::Chart;

    /// A study whose headline has these gains: on its own GPU, and under changes.
    fn statements(gains: &[(&str, Option<f64>)]) -> Vec<Statement> {
        let results = gains.iter().map(|(setting, gain_of)| Results {
            setting: (*setting).into(),
            varied: *setting != OURS,
            sheets: vec![Sheet {
                figure: "vt/8",
                title: String::new(),
                tables: Vec::new(),
                notes: Vec::new(),
                checks: vec![gain("vt, %", 10.0, "V", [*gain_of, None])],
                lines: Vec::new(),
                chart: Chart::None,
            }],
        });
        let results: Vec<Results> = results.collect();
        of(&results.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_papers_value_is_inside_the_corners_or_outside() {
        let at = |gains: &[(&str, Option<f64>)]| {
            let statements = statements(gains);
            let place = statements[0].corners.map(|it| it.outside);
            let table = table(&statements, "");
            assert_eq!(table.header.iter().any(|word| word.contains("value is")), place.is_some());
            place
        };
        assert_eq!(at(&[(OURS, Some(4.0)), ("low", Some(-1.0)), ("high", Some(12.0))]), Some(0.0));
        assert_eq!(at(&[(OURS, Some(4.0)), ("low", Some(-1.0)), ("high", Some(7.5))]), Some(2.5));
        assert_eq!(at(&[(OURS, Some(14.0)), ("high", Some(17.5))]), Some(4.0));
        // what turns at a corner, or lies between the corners, the paper leaves open
        let cause = |gains: &[(&str, Option<f64>)]| statements(gains)[0].cause.clone();
        assert_eq!(
            cause(&[(OURS, Some(4.0)), ("low", Some(-1.0)), ("high", Some(12.0))]),
            "open: +12.0 at the corner `high`"
        );
        assert_eq!(cause(&[(OURS, Some(4.0)), ("low", Some(-1.0)), ("high", Some(30.0))]), "open: between the corners");
        assert_eq!(cause(&[(OURS, Some(4.0)), ("low", Some(-1.0)), ("high", Some(5.0))]), "not examined");
        let half = "open: the difference is half as large at a corner, or less";
        assert_eq!(cause(&[(OURS, Some(-6.0)), ("low", Some(-9.0)), ("high", Some(2.0))]), half);
        assert_eq!(cause(&[(OURS, Some(4.0)), ("core.count=1", Some(12.0))]), "not examined");
        assert_eq!(cause(&[(OURS, Some(9.0)), ("high", Some(30.0))]), "");
        // a change of one key is no corner, and without a result there is no range
        assert_eq!(at(&[(OURS, Some(4.0)), ("core.count=1", Some(12.0))]), None);
        assert_eq!(at(&[(OURS, Some(4.0)), ("low", None)]), None);
    }
}
