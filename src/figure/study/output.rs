//! The output of a study: figures and statements as text or JSON, a page, and data files.

use std::path::Path;

use heddle_testbench::files::{could_write, read_at_most, write_whole};
use serde_json::{Map, Value, json};

use super::impossible;
use super::page;
use super::sheet::{self, Rows, Sheet};
use super::statements::{self, Statement, Told};
use crate::cli::Figure;
use crate::console::{aside, say};
use crate::error::{Error, Outcome};
use crate::figure::plot::Plot;

/// Most bytes of a data file; longer files are refused.
const MOST_BYTES: u64 = 256 << 20;

/// Refuses output files that cannot be written, before any work.
pub fn check_files(args: &Figure) -> Result<(), Error> {
    let mut files = args.html.iter().chain(&args.data);
    files.try_for_each(|path| could_write(path).map_err(|error| refuse(path, error)))
}

/// Prints the first setting's figures and every statement, and writes plots and page. `what` says
/// what was measured; `others` is the title of the statements' second column of our values.
fn tell(
    args: &Figure,
    (paper, what, others): (&str, &str, &str),
    told: &[Told],
    statements: &[Statement],
    plots: &[Plot],
) -> Result<(), Error> {
    let under: Vec<&Told> = told.iter().collect();
    let all = statements::table(&under, statements, others);
    let Some(first) = told.first() else { return Ok(()) };
    if args.json {
        sheet::print_json(&first.sheets, &Map::from_iter([("study".to_string(), json!(what))]));
        statements.iter().for_each(|statement| say!("{}", statement.json()));
    } else {
        say!("{what}");
        sheet::print(&first.sheets);
        if !all.rows.is_empty() {
            all.print();
        }
        statements::by_setting(&under, statements).iter().for_each(Rows::print);
    }
    for (sheet, plot) in first.sheets.iter().zip(plots) {
        plot.write(args, &sheet.svg)?;
    }
    match &args.html {
        Some(path) => write(path, &page::page(paper, &first.sheets, &all, what)),
        None => Ok(()),
    }
}

/// Prints figures and statements, writes the data file if wanted, and returns the outcome.
/// The statements follow these lists in the file; errors are reported.
pub fn finish(
    args: &Figure,
    names: (&str, &str, &str),
    told: &[Told],
    plots: &[Plot],
    start: &[(&str, Value)],
    mut lists: Vec<(&str, Vec<Value>)>,
    wrong: &[String],
) -> Result<Outcome, Error> {
    if let (Some(path), Some(place)) = (&args.from, told.iter().flat_map(|told| &told.sheets).find_map(Sheet::infinite))
    {
        let why = format!("{}: its numbers give no finite value of {place}", path.display());
        return Err(Error::input(why, "make the file again with --data"));
    }
    let statements = statements::of(&told.iter().collect::<Vec<_>>());
    tell(args, names, told, &statements, plots)?;
    if let Some(path) = &args.data {
        lists.push(("statements", statements.iter().map(Statement::json).collect()));
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
    let help = "name a file in a folder that can be written with --html, --data";
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
