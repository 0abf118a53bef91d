//! Documents whose tables are made of data files: a table stands between `<!-- from FILE: WHAT -->`
//! and `<!-- end -->`, and FILE lies in `docs`. `HEDDLE_BLESS=1` writes the tables anew.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Makes a table of a data file by what it shows.
pub type Render = fn(&Value, &str) -> String;

/// The folder of documents.
pub fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// A list of a data file's.
pub fn list<'a>(data: &'a Value, name: &str) -> &'a [Value] {
    data[name].as_array().map_or(&[], Vec::as_slice)
}

/// A word, or nothing.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

/// A table of GitHub's Markdown.
pub fn markdown(header: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
    let rule = format!("|{}\n", "---|".repeat(header.len()));
    let rows = rows.iter().map(|row| line(row.iter().map(String::as_str).collect()));
    line(header.to_vec()) + &rule + &rows.collect::<String>()
}

/// A paragraph or an item of a list, of at most 100 columns; later lines of an item are indented.
pub fn paragraph(text: &str) -> String {
    let hang = if text.starts_with("* ") { "\n  " } else { "\n" };
    let (mut made, mut columns) = (String::new(), 0);
    for word in text.split(' ') {
        let width = word.chars().count();
        if columns == 0 {
            made += word;
        } else if columns + 1 + width > 100 {
            made += &format!("{hang}{word}");
            columns = hang.len() - 1;
        } else {
            made += &format!(" {word}");
            columns += 1;
        }
        columns += width;
    }
    made + "\n"
}

/// What has to stand between the two lines of a table.
fn rendered(source: &str, render: Render) -> String {
    let (file, what) = source.split_once(": ").unwrap_or_else(|| panic!("`{source}` is not FILE: WHAT"));
    let Ok(data) = fs::read_to_string(docs().join(file)) else {
        return format!("There is no `docs/{file}` yet; the commands above make it.\n");
    };
    render(&serde_json::from_str(&data).unwrap_or_else(|error| panic!("docs/{file}: {error}")), what)
}

/// A document with its tables made anew.
pub fn renewed(document: &str, render: Render) -> String {
    let (start, end) = ("<!-- from ", "<!-- end -->");
    let mut parts = document.split(start);
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (source, rest) = part.split_once(" -->\n").unwrap_or_else(|| panic!("no end of the comment: {part}"));
        let (_, after) = rest.split_once(end).unwrap_or_else(|| panic!("no `{end}` behind `{source}`"));
        text += &format!("{start}{source} -->\n{}{end}{after}", rendered(source, render));
    }
    text
}

/// Fails where a document of `docs` is not what its data say; writes it anew if that is asked for.
pub fn holds(name: &str, render: Render) {
    let path = docs().join(name);
    let document = fs::read_to_string(&path).unwrap();
    let renewed = renewed(&document, render);
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        fs::write(&path, &renewed).unwrap();
    } else {
        let differs = document.lines().zip(renewed.lines()).find(|(here, there)| here != there);
        assert!(document == renewed, "docs/{name} is not what its data say, first in {differs:?}: `make bless`");
    }
}

/// Every statement of a data file, without the paper's name before its figure; `others` is the
/// title of ours in the second column.
pub fn statements(data: &Value, others: &str) -> String {
    let row = |it: &Value| {
        let agrees = it["agrees"].as_bool().map_or("-", |agrees| if agrees { "yes" } else { "no" });
        let figure = text(&it["figure"]).split_once('/').map_or("", |(_, figure)| figure);
        let cells = [figure, text(&it["check"]), text(&it["paper"]), text(&it["ours"]), text(&it["all"]), agrees];
        cells.map(str::to_string).to_vec()
    };
    let rows: Vec<Vec<String>> = list(data, "statements").iter().map(row).collect();
    markdown(&["figure", "statement", "paper", "ours", others, "agrees"], &rows)
}
