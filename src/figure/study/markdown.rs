//! Tables of a study in Markdown documents. A table stands between `<!-- from FILE: WHAT -->` and
//! `<!-- end -->`; FILE is the end of the data file's path, as in `vt/study.json`, and WHAT is a
//! figure, as in `vt/8`, or `made`, `statements`, `agreement` or `settings`.

use std::path::Path;

use heddle_testbench::files::read_at_most;

use super::output::{Report, write};
use super::sheet::{Rows, Sheet};
use super::statements::{self, Agreement};
use crate::console::say;
use crate::error::Error;

/// Most bytes of a document; longer files are refused.
const MOST_BYTES: u64 = 16 << 20;
/// Columns of a line of prose.
const COLUMNS: usize = 100;
const START: &str = "<!-- from ";
const CLOSE: &str = " -->";
const END: &str = "<!-- end -->";
/// First words of a note that names what is left out.
const LEFT_OUT: &str = "left out: ";

/// Fills the tables of documents that are from the data file `from`, and prints how many changed.
///
/// # Errors
///
/// A document cannot be read or written, a table has no end or an unknown name, or no document has
/// a table of the data file.
pub fn fill(documents: &[impl AsRef<Path>], from: &Path, report: &Report) -> Result<(), Error> {
    let mut all = 0;
    for path in documents {
        let path = path.as_ref();
        let refuse = |why: String| Error::input(format!("{}: {why}", path.display()), help(from));
        let bytes = read_at_most(path, MOST_BYTES).map_err(|error| refuse(error.to_string()))?;
        let before = String::from_utf8(bytes).map_err(|_| refuse("is no text in UTF-8".into()))?;
        let (after, filled) = filled(&before, from, &|what| table(report, what)).map_err(refuse)?;
        if after != before {
            write(path, &after)?;
        }
        let changed = if after == before { "as they were" } else { "written anew" };
        say!("{}: {filled} tables of {}, {changed}", path.display(), from.display());
        all += filled;
    }
    match all {
        0 => Err(Error::input(format!("no document has a table of {}", from.display()), help(from))),
        _ => Ok(()),
    }
}

fn help(from: &Path) -> String {
    let file = from.file_name().unwrap_or_default().to_string_lossy();
    format!("a table of it stands between the lines `<!-- from {file}: statements -->` and `{END}`")
}

/// Returns a document with the tables of the data file made anew, and their number.
fn filled(
    document: &str,
    from: &Path,
    table: &dyn Fn(&str) -> Result<String, String>,
) -> Result<(String, usize), String> {
    let mut parts = document.split(START);
    let mut text = parts.next().unwrap_or_default().to_string();
    let mut count = 0;
    for part in parts {
        let (line, rest) = part.split_once('\n').unwrap_or((part, ""));
        let name = line.strip_suffix(CLOSE).ok_or_else(|| format!("`{START}{line}` without `-->` at its end"))?;
        let (file, what) = name.split_once(": ").ok_or_else(|| format!("`{name}` is not FILE: WHAT"))?;
        let (old, after) = rest.split_once(END).ok_or_else(|| format!("no `{END}` behind `{name}`"))?;
        let new = if from.ends_with(file) {
            count += 1;
            table(what)?
        } else {
            old.to_string()
        };
        text += &format!("{START}{line}\n{new}{END}{after}");
    }
    Ok((text, count))
}

/// Returns the text of one table, by its name.
fn table(report: &Report, what: &str) -> Result<String, String> {
    let statements = report.statements;
    match what {
        "made" => Ok(made(report)),
        "statements" => Ok(rows(&statements::table(statements, report.others))),
        "agreement" => Ok(paragraph(&Agreement::of(statements).to_string())),
        "settings" => statements::by_setting(statements)
            .map(|table| rows(&table))
            .ok_or_else(|| "`settings`: no setting is varied in the data".to_string()),
        figure => {
            let sheet = report.sheets.iter().find(|sheet| sheet.figure == figure);
            sheet.map(of_figure).ok_or_else(|| format!("the data make no figure `{figure}`"))
        }
    }
}

/// Returns what made the data, and what is left out of them.
fn made(report: &Report) -> String {
    let Report { command, what, count, .. } = report;
    let mut text = format!("    {command}\n\n{}", paragraph(&format!("{what}: {count}.")));
    let mut left_out: Vec<&str> = Vec::new();
    let notes = report.sheets.iter().flat_map(|sheet| &sheet.notes);
    for note in notes.map(String::as_str).filter(|note| note.starts_with(LEFT_OUT)) {
        if !left_out.contains(&note) {
            left_out.push(note);
        }
    }
    for (n, note) in left_out.iter().enumerate() {
        text += &format!("{}{}", if n == 0 { "\n" } else { "" }, paragraph(&format!("* {note}")));
    }
    text
}

fn of_figure(sheet: &Sheet) -> String {
    let tables =
        sheet.tables.iter().map(|table| format!("{}\n{}\n", paragraph(&format!("{}:", table.title)), rows(table)));
    let notes = sheet.notes.iter().filter(|note| !note.starts_with(LEFT_OUT));
    let notes = notes.map(|note| paragraph(&format!("* {note}")));
    let text: String = tables.chain(notes).collect();
    text.trim_end().to_string() + "\n"
}

/// Returns a table of GitHub's Markdown.
fn rows(table: &Rows) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = format!("|{}\n", "---|".repeat(table.header.len()));
    line(&table.header) + &rule + &table.rows.iter().map(|row| line(row)).collect::<String>()
}

/// Returns a paragraph or an item of a list in lines; later lines of an item are indented.
fn paragraph(text: &str) -> String {
    let indent = if text.starts_with("* ") { "\n  " } else { "\n" };
    let (mut lines, mut columns) = (String::new(), 0);
    for word in text.split(' ') {
        let width = word.chars().count();
        if columns > 0 && columns + 1 + width > COLUMNS {
            lines += indent;
            columns = indent.len() - 1;
        } else if columns > 0 {
            lines += " ";
            columns += 1;
        }
        lines += word;
        columns += width;
    }
    lines + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(what: &str) -> Result<String, String> {
        if what == "wrong" { Err("no such table".into()) } else { Ok(format!("| {what} |\n")) }
    }

    #[test]
    fn tables_of_the_file_are_made_anew_and_others_stay() {
        let document =
            "a\n<!-- from vt/a.json: vt/8 -->\nold\n<!-- end -->\nb\n<!-- from b.json: x -->\nold\n<!-- end -->\n";
        let (text, count) = filled(document, Path::new("docs/papers/vt/a.json"), &named).unwrap();
        assert_eq!(text, document.replacen("old", "| vt/8 |", 1));
        assert_eq!(count, 1);
        assert_eq!(filled(&text, Path::new("docs/papers/vt/a.json"), &named).unwrap().0, text);
        assert_eq!(filled(document, Path::new("vt/x/a.json"), &named).unwrap(), (document.into(), 0));
    }

    #[test]
    fn a_damaged_document_is_refused() {
        for (document, why) in [
            ("<!-- from a.json: vt/8 -->\nx\n", "no `<!-- end -->` behind `a.json: vt/8`"),
            ("<!-- from a.json -->\n<!-- end -->\n", "`a.json` is not FILE: WHAT"),
            ("<!-- from a.json: vt/8\n<!-- end -->\n", "without `-->`"),
            ("<!-- from a.json: wrong -->\n<!-- end -->\n", "no such table"),
        ] {
            let refused = filled(document, Path::new("a.json"), &named).unwrap_err();
            assert!(refused.contains(why), "{refused}");
        }
    }

    #[test]
    fn lines_and_cells() {
        let long = format!("* {}", "word ".repeat(30).trim_end());
        let wrapped = paragraph(&long);
        assert!(
            wrapped.lines().all(|line| line.len() <= COLUMNS) && wrapped.lines().nth(1).unwrap().starts_with("  word")
        );
        assert_eq!(wrapped.split_whitespace().count(), 31);
        let table = Rows { title: String::new(), words: 1, header: vec!["a".into()], rows: vec![vec!["x | y".into()]] };
        assert_eq!(rows(&table), "| a |\n|---|\n| x \\| y |\n");
    }
}
