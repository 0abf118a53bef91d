//! A finished figure: its tables, the paper's statements beside ours, and its plot.

use serde_json::{Map, Value, json};

use super::agreement::Stated;
use crate::console::say;
use crate::plot::Chart;
use crate::table::{right_from, table};

/// A table with a title, a header and rows.
pub struct Rows {
    /// The title of the table.
    pub title: String,
    /// Number of columns of words at the left; columns of numbers follow.
    pub words: usize,
    /// The titles of the columns.
    pub header: Vec<String>,
    /// The rows; each has as many cells as the header.
    pub rows: Vec<Vec<String>>,
}

/// A statement of the paper beside our result.
pub struct Check {
    /// The quantity that is compared.
    pub what: String,
    /// The paper's value or order, with the section.
    pub paper: String,
    /// The paper's statement; `None` where it cannot be compared.
    pub stated: Option<Stated>,
    /// Our value over the paper's workloads.
    pub ours: String,
    /// Our value over all workloads; empty where that makes no sense.
    pub all: String,
    /// Our value as the statement takes it; `None` where nothing was measured.
    pub value: Option<f64>,
}

impl Check {
    /// Returns our value if it is an amount, which can be compared between settings.
    pub fn amount(&self) -> Option<f64> {
        self.value.filter(|_| self.stated.is_none_or(Stated::is_amount))
    }
}

/// A finished figure of a study.
pub struct Sheet {
    /// The name of the figure, as in `stsimt/7`.
    pub figure: &'static str,
    /// The title of the figure.
    pub title: String,
    /// The tables of the figure.
    pub tables: Vec<Rows>,
    /// Notes that explain the figure.
    pub notes: Vec<String>,
    /// The paper's statements about the figure beside ours.
    pub checks: Vec<Check>,
    /// The numbers of the figure as JSON, one object a line.
    pub lines: Vec<Value>,
    /// The plot of the figure.
    pub chart: Chart,
}

impl Rows {
    /// Prints the table for a terminal.
    pub fn print(&self) {
        let mut shown = table();
        shown.set_header(&self.header);
        self.rows.iter().for_each(|row| {
            shown.add_row(row);
        });
        right_from(&mut shown, self.words);
        say!("\n{}\n{shown}", self.title);
    }
}

impl Sheet {
    /// Returns the name of the figure for a title: the paper and the number, as in `STSIMT 7`.
    pub fn name(&self) -> String {
        let (paper, number) = self.figure.split_once('/').unwrap_or((self.figure, ""));
        format!("{} {number}", paper.to_uppercase())
    }

    /// Returns the first place of the figure whose value is not finite, in words; `None` if there
    /// is none.
    pub fn infinite(&self) -> Option<String> {
        let is_infinite =
            |cell: &String| cell.trim_end_matches([' ', '%']).parse::<f64>().is_ok_and(|value| !value.is_finite());
        let tables = self.tables.iter().filter(|table| table.rows.iter().flatten().any(is_infinite));
        let checks = self.checks.iter().filter(|check| check.value.is_some_and(|value| !value.is_finite()));
        let mut places = tables.map(|table| &table.title).chain(checks.map(|check| &check.what));
        places.next().map(|what| format!("{}, {what}", self.figure))
    }
}

/// Prints figures as text, one after the other.
pub fn print(sheets: &[Sheet]) {
    for sheet in sheets {
        say!("\n{}: {}", sheet.name(), sheet.title);
        sheet.tables.iter().for_each(Rows::print);
        sheet.notes.iter().for_each(|note| say!("{note}"));
    }
}

/// Prints the numbers of figures as JSON, one object a line, each with the entries of `of`.
pub fn print_json(sheets: &[Sheet], of: &Map<String, Value>) {
    for sheet in sheets {
        let own = |key: &str, value: Value| json!({ "figure": sheet.figure, key: value });
        let notes = sheet.notes.iter().map(|note| own("note", json!(note)));
        let chart = (!matches!(sheet.chart, Chart::None)).then(|| own("chart", json!(sheet.chart)));
        for mut line in sheet.lines.iter().cloned().chain(notes).chain(chart) {
            if let Some(line) = line.as_object_mut() {
                line.extend(of.clone());
            }
            say!("{line}");
        }
    }
}
