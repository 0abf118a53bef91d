//! A figure that has been made: its tables, what the paper says beside what was found, its plot.

use serde_json::{Map, Value, json};

use crate::console::say;
use crate::table::{right_from, table};

/// A table: its title, its header, its rows.
pub struct Rows {
    /// What it shows.
    pub title: String,
    /// Columns of words, at the left; numbers follow.
    pub words: usize,
    /// A word a column.
    pub header: Vec<String>,
    /// As many cells as the header has.
    pub rows: Vec<Vec<String>>,
}

/// A statement of the paper's, beside ours.
pub struct Check {
    /// What is compared.
    pub what: String,
    /// The paper's value or order, and the section.
    pub paper: String,
    /// Ours, over the paper's workloads.
    pub ours: String,
    /// Ours, over all workloads; empty where that makes no sense.
    pub all: String,
    /// Ours as a number, where it is one.
    pub value: Option<f64>,
    /// Whether direction or order are the paper's; none where nothing was measured.
    pub agrees: Option<bool>,
}

/// A figure.
pub struct Sheet {
    /// Its name, as in `stsimt/7`.
    pub figure: &'static str,
    /// What it shows.
    pub title: String,
    /// Its tables.
    pub tables: Vec<Rows>,
    /// What has to be known to read it.
    pub notes: Vec<String>,
    /// What the paper says of it.
    pub checks: Vec<Check>,
    /// Its numbers, an object a line.
    pub lines: Vec<Value>,
    /// Its plot.
    pub svg: String,
}

impl Rows {
    /// For a terminal.
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
    /// The paper and the figure's number.
    pub fn name(&self) -> String {
        let (paper, number) = self.figure.split_once('/').unwrap_or((self.figure, ""));
        format!("{} {number}", paper.to_uppercase())
    }
}

/// Tells figures, one after the other.
pub fn print(sheets: &[Sheet]) {
    for sheet in sheets {
        say!("\n{}: {}", sheet.name(), sheet.title);
        sheet.tables.iter().for_each(Rows::print);
        sheet.notes.iter().for_each(|note| say!("{note}"));
    }
}

/// Tells figures to a program: their numbers, with what they are of.
pub fn print_json(sheets: &[Sheet], of: &Map<String, Value>) {
    for sheet in sheets {
        for line in &sheet.lines {
            let mut line = line.clone();
            if let Some(line) = line.as_object_mut() {
                line.extend(of.clone());
            }
            say!("{line}");
        }
        for note in &sheet.notes {
            let mut line = Map::from_iter([("figure".into(), json!(sheet.figure)), ("note".into(), json!(note))]);
            line.extend(of.clone());
            say!("{}", Value::Object(line));
        }
    }
}
