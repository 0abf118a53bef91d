//! Tests of the limits of the house rules: the length of lines and files. That of functions is
//! clippy's `too_many_lines`.

use std::fs;
use std::path::PathBuf;

use crate::structure;

/// Columns of a line.
const COLUMNS: usize = 160;
/// Columns of a line of prose: a comment, or a paragraph of Markdown.
const PROSE: usize = 100;
/// Lines of code of a file: comments and blank lines are not counted.
const FILE: usize = 400;

/// Every file of the tree whose name ends with one of `ends`: its path from the root, and its text.
fn files(ends: &[&str]) -> Vec<(String, String)> {
    let read = |path: PathBuf| {
        let name = path.strip_prefix(structure::root()).unwrap().display().to_string();
        (name, fs::read_to_string(path).unwrap())
    };
    structure::files(structure::root(), ends).into_iter().map(read).collect()
}

/// Every Rust source of the tree.
fn sources() -> Vec<(String, String)> {
    let found = files(&[".rs"]);
    assert!(found.len() > 300, "the walk finds the tree: {} files", found.len());
    found
}

/// How a comment begins, after blanks, by the file's name; of Markdown every line is prose.
fn comment(name: &str) -> &'static [&'static str] {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("md") => &[],
        Some("rs") => &["///", "//!", "//"],
        Some("cu" | "c" | "cpp" | "h") => &["//"],
        _ => &["#"],
    }
}

/// Lines of prose that are too long, by number, with their columns. Tables, drawings (which are
/// indented by four blanks, or fenced) and links are not prose.
fn long_prose(name: &str, text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (n, line) in text.lines().enumerate() {
        let body = match comment(name) {
            [] => Some(line),
            marks => marks.iter().find_map(|mark| line.trim_start().strip_prefix(mark)),
        };
        let Some(body) = body else { continue };
        fenced ^= body.trim_start().starts_with("```");
        let drawing = body.strip_prefix(' ').unwrap_or(body).starts_with("    ") || body.starts_with("    ");
        let columns = line.chars().count();
        if columns > PROSE && !fenced && !drawing && !body.trim_start().starts_with('|') && body.trim().contains(' ') {
            found.push((n + 1, columns));
        }
    }
    found
}

/// Lines of a text that are too long, by number, with their columns.
fn long_lines(text: &str) -> Vec<(usize, usize)> {
    let columns = text.lines().enumerate().map(|(n, line)| (n + 1, line.chars().count()));
    columns.filter(|(_, columns)| *columns > COLUMNS).collect()
}

/// Lines of code of a text, if they are too many for a file.
fn too_many(text: &str) -> Option<usize> {
    let code = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    Some(code.count()).filter(|lines| *lines > FILE)
}

#[test]
fn no_line_is_too_long() {
    let mut wrong = Vec::new();
    for (name, text) in sources() {
        wrong.extend(long_lines(&text).into_iter().map(|(n, columns)| format!("{name}:{n}: {columns} columns")));
    }
    assert!(wrong.is_empty(), "{COLUMNS} columns at most: {wrong:#?}");
}

#[test]
fn no_file_is_too_long() {
    let sources = sources();
    let long = sources.iter().filter_map(|(name, text)| Some(format!("{name}: {} lines", too_many(text)?)));
    let wrong: Vec<String> = long.collect();
    assert!(wrong.is_empty(), "{FILE} lines of code at most: {wrong:#?}");
    assert_eq!(["x\n\n".repeat(FILE), "//\nx\n".repeat(FILE + 1)].map(|text| too_many(&text)), [None, Some(FILE + 1)]);
}

#[test]
fn no_line_of_prose_is_too_long() {
    let mut wrong = Vec::new();
    for (name, text) in files(&[".rs", ".md", ".toml", ".cu", ".c", ".cpp", ".h", ".sh", ".py", "Makefile"]) {
        wrong.extend(long_prose(&name, &text).into_iter().map(|(n, columns)| format!("{name}:{n}: {columns} columns")));
    }
    assert!(wrong.is_empty(), "{PROSE} columns of prose at most: {wrong:#?}");
}

#[test]
fn a_line_that_is_too_long_is_found() {
    let text = |columns: usize| format!("short\n{}\n", "ä".repeat(columns));
    assert_eq!(long_lines(&text(COLUMNS)), []);
    assert_eq!(long_lines(&text(COLUMNS + 1)), [(2, COLUMNS + 1)]);
}

#[test]
fn a_line_of_prose_that_is_too_long_is_found() {
    let words = |columns: usize| "ä ".repeat(columns).chars().take(columns - 1).chain(['x']).collect::<String>();
    let (fits, long) = (words(PROSE), words(PROSE + 1));
    let kinds = [("a.rs", "    /// "), ("a.rs", "//! "), ("a.md", ""), ("a.cu", "// "), ("Makefile", "# ")];
    for (name, before) in kinds {
        let text = |line: &str| format!("{before}{}\n", &line.chars().skip(before.len()).collect::<String>());
        assert_eq!(long_prose(name, &text(&fits)), [], "{name} {before}");
        assert_eq!(long_prose(name, &text(&long)), [(1, PROSE + 1)], "{name} {before}");
    }
    let (table, drawn, word) = (format!("| {long}"), format!("    {long}"), "x".repeat(PROSE + 1));
    assert_eq!(long_prose("a.md", &format!("{table}\n{drawn}\n{word}\n```\n{long}\n```\n{long}\n")), [(7, PROSE + 1)]);
    assert_eq!(long_prose("a.rs", &format!("let it = \"{long}\";\n/// ```\n/// {long}\n/// ```\n")), []);
}
