//! The output of a study: figures and statements as text or JSON, a page, and data files.

use std::path::Path;

use heddle_testbench::files::{could_write, read_at_most, write_whole};
use serde_json::{Map, Value, json};

use super::impossible;
use super::markdown;
use super::page;
use super::sheet::{self, Rows, Sheet};
use super::statements::{self, Agreement, Statement};
use crate::cli::Figure;
use crate::console::{aside, say};
use crate::error::{Error, Outcome};
use crate::figure::plot::Plot;

/// Most bytes of a data file; longer files are refused.
const MOST_BYTES: u64 = 256 << 20;

/// Refuses output files that cannot be written, before any work.
pub fn check_files(args: &Figure) -> Result<(), Error> {
    let mut files = args.html.iter().chain(&args.data).chain(&args.markdown);
    files.try_for_each(|path| could_write(path).map_err(|error| refuse(path, error)))
}

/// What a study reports: its figures and statements, and how they were made.
pub struct Report<'a> {
    /// The paper's name in titles, as in `VT`.
    pub paper: &'a str,
    /// The GPU and the scale, in words.
    pub what: &'a str,
    /// The command that makes the data.
    pub command: &'a str,
    /// The number of runs or kernels, in words.
    pub count: String,
    /// The title of the statements' second column of our values.
    pub others: &'a str,
    /// The figures under the first setting.
    pub sheets: &'a [Sheet],
    /// The paper's statements.
    pub statements: &'a [Statement],
}

impl Report<'_> {
    /// Prints figures, each list of them with what they are of and more entries for their JSON
    /// lines; and every statement.
    pub fn print(&self, args: &Figure, shown: &[(&str, &[Sheet], Map<String, Value>)]) {
        let agreement = Agreement::of(self.statements);
        if args.json {
            shown.iter().for_each(|(_, sheets, of)| sheet::print_json(sheets, of));
            self.statements.iter().for_each(|statement| say!("{}", statement.json()));
            if !self.statements.is_empty() {
                say!("{}", json!({ "agreement": agreement }));
            }
            return;
        }
        for (what, sheets, _) in shown {
            say!("{what}");
            sheet::print(sheets);
        }
        if !self.statements.is_empty() {
            statements::table(self.statements, self.others).print();
            say!("{agreement}");
        }
        statements::by_setting(self.statements).iter().for_each(Rows::print);
    }

    /// Writes plots and page, and fills documents.
    pub fn write(&self, args: &Figure, plots: &[Plot]) -> Result<(), Error> {
        for (sheet, plot) in self.sheets.iter().zip(plots) {
            plot.draw(args, &sheet.chart)?;
        }
        if plots.len() > 1
            && let Some(chart) = statements::chart(self.paper, self.statements)
        {
            let name = format!("{}/statements", self.paper.to_lowercase());
            Plot::each(args, [name.as_str()].into_iter())?[0].write(args, &chart)?;
        }
        if let Some(path) = &args.html {
            let statements = statements::table(self.statements, self.others);
            write(path, &page::page(self.paper, self.sheets, &statements, self.what)?)?;
        }
        match &args.from {
            Some(from) if !args.markdown.is_empty() => markdown::fill(&args.markdown, from, self),
            _ => Ok(()),
        }
    }
}

/// Prints figures and statements, writes the data file if wanted, and returns the outcome.
/// The statements follow these lists in the file; errors are reported.
pub fn finish(
    args: &Figure,
    report: &Report,
    plots: &[Plot],
    start: &[(&str, Value)],
    mut lists: Vec<(&str, Vec<Value>)>,
    wrong: &[String],
) -> Result<Outcome, Error> {
    if let (Some(path), Some(place)) = (&args.from, report.sheets.iter().find_map(Sheet::infinite)) {
        let why = format!("{}: its numbers give no finite value of {place}", path.display());
        return Err(Error::input(why, "make the file again with --data"));
    }
    if args.markdown.is_empty() {
        let of = Map::from_iter([("study".to_string(), json!(report.what))]);
        report.print(args, &[(report.what, report.sheets, of)]);
    }
    report.write(args, plots)?;
    if let Some(path) = &args.data {
        lists.push(("statements", report.statements.iter().map(Statement::json).collect()));
        write(path, &data(start, &lists))?;
    }
    wrong.iter().for_each(|wrong| aside!("WRONG {wrong}"));
    Ok(if wrong.is_empty() { Outcome::Equal } else { Outcome::Mismatch })
}

/// Writes text to a file that the user has named.
pub fn write(path: &Path, text: &str) -> Result<(), Error> {
    write_whole(path, text.as_bytes()).map_err(|error| refuse(path, error))
}

fn refuse(path: &Path, error: std::io::Error) -> Error {
    let help = "name a file in a folder that can be written with --html, --data, --markdown";
    Error::input(format!("{}: {error}", path.display()), help)
}

/// Returns the text of a data file: JSON with one element a line, so that two files can be
/// compared.
pub fn data(start: &[(&str, Value)], lists: &[(&str, Vec<Value>)]) -> String {
    let start = start.iter().map(|(name, value)| format!("{}: {value}", json!(name)));
    let list = |(name, list): &(&str, Vec<Value>)| {
        let lines: Vec<String> = list.iter().map(Value::to_string).collect();
        format!("{}: [\n{}\n]", json!(name), lines.join(",\n"))
    };
    let parts: Vec<String> = start.chain(lists.iter().map(list)).collect();
    format!("{{\n{}\n}}\n", parts.join(",\n"))
}

/// Reads a data file of a paper's study with `read`; `paper` names the paper, as in `vt`.
pub fn data_of<T>(path: &Path, paper: &str, read: impl Fn(&Value) -> Option<T>) -> Result<T, Error> {
    let refuse = |why: String| {
        let help = format!("name a file that `heddle figure {paper} --data` has written");
        Error::input(format!("{}: {why}", path.display()), help)
    };
    let bytes = read_at_most(path, MOST_BYTES).map_err(|error| refuse(error.to_string()))?;
    let data: Value = serde_json::from_slice(&bytes).map_err(|error| refuse(error.to_string()))?;
    if let Some(why) = impossible::first(&data) {
        return Err(refuse(why));
    }
    read(&data).ok_or_else(|| refuse(format!("this is no data of {}'s figures", paper.to_uppercase())))
}

/// Returns the command that makes the same results again: all that matters to them, and no paths.
pub fn command(args: &Figure) -> String {
    let bits: Vec<String> = args.addresses().iter().map(|address| address.bits().to_string()).collect();
    let mut words = vec!["heddle figure".to_string(), args.figure.clone(), format!("--scale {}", args.scale)];
    words.push(format!("--address {}", bits.join(",")));
    if !args.only.is_empty() {
        words.push(format!("--only {}", args.only.join(",")));
    }
    words.extend(args.set.iter().map(|change| format!("--set {change}")));
    words.extend(args.vary.iter().map(|change| format!("--vary {change}")));
    words.extend(args.longest.iter().map(|longest| format!("--longest {}", humantime::format_duration(*longest))));
    words.join(" ")
}
