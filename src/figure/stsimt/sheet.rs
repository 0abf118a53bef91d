//! A figure that has been made: its tables, what the paper says beside what was found, its plot.

use serde_json::{Value, json};

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

impl Check {
    fn verdict(&self) -> &'static str {
        match self.agrees {
            Some(true) => "yes",
            Some(false) => "NO",
            None => "-",
        }
    }
}

/// What the columns of [`checks`] are.
const HEADER: [&str; 6] = ["figure", "what", "paper", "ours", "all workloads", "agrees"];

/// Every statement about these figures in one table.
pub fn checks(sheets: &[Sheet]) -> Rows {
    let row = |sheet: &Sheet, check: &Check| {
        [sheet.figure, &check.what, &check.paper, &check.ours, &check.all, check.verdict()].map(str::to_string).to_vec()
    };
    Rows {
        title: "the paper's statements, and whether direction and order agree".into(),
        words: HEADER.len(),
        header: HEADER.map(str::to_string).to_vec(),
        rows: sheets.iter().flat_map(|sheet| sheet.checks.iter().map(|check| row(sheet, check))).collect(),
    }
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

/// Tells figures, one after the other.
pub fn print(sheets: &[Sheet]) {
    for sheet in sheets {
        say!("\nSTSIMT {}: {}", sheet.figure.trim_start_matches("stsimt/"), sheet.title);
        sheet.tables.iter().for_each(Rows::print);
        sheet.notes.iter().for_each(|note| say!("{note}"));
    }
    let statements = checks(sheets);
    if !statements.rows.is_empty() {
        statements.print();
    }
}

/// Tells figures to a program.
pub fn print_json(sheets: &[Sheet]) {
    for sheet in sheets {
        sheet.lines.iter().for_each(|line| say!("{line}"));
        for note in &sheet.notes {
            say!("{}", json!({ "figure": sheet.figure, "note": note }));
        }
        for check in &sheet.checks {
            let line = json!({
                "figure": sheet.figure, "check": check.what, "paper": check.paper, "ours": check.ours,
                "all": check.all, "agrees": check.agrees,
            });
            say!("{line}");
        }
    }
}
