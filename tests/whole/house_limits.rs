//! The limits of the house: how long a line, a file and a function may be.

use std::fs;
use std::path::{Path, PathBuf};

/// Columns of a line.
const COLUMNS: usize = 160;
/// Lines of a file.
const FILE: usize = 400;
/// Lines of a function.
const FUNCTION: usize = 80;
/// Hardware is wired in functions that are as long as the circuit.
const WIRING: &str = "rtl/src";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust source of the tree with its path from the root.
fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            let name = path.strip_prefix(root()).unwrap().display().to_string();
            if name.starts_with('.') || name == "target" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".rs") {
                found.push((name, fs::read_to_string(path).unwrap()));
            }
        }
    }
    assert!(found.len() > 300, "the walk finds the tree: {} files", found.len());
    found
}

/// Lines of a text that are too long, by number, with their columns.
fn long_lines(text: &str) -> Vec<(usize, usize)> {
    let columns = text.lines().enumerate().map(|(n, line)| (n + 1, line.chars().count()));
    columns.filter(|(_, columns)| *columns > COLUMNS).collect()
}

/// Functions of a formatted text that are too long: the line of each, its name and its lines. A function ends at the
/// first brace that is indented as its `fn` is; those in a `macro_rules!` are not counted.
fn long_functions(text: &str) -> Vec<(usize, String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let end_of = |n: usize| {
        let closes = |line: &&str| indent(line) == indent(lines[n]) && line.trim_start().starts_with('}');
        lines[n..].iter().position(closes).map(|length| n + length)
    };
    let mut found = Vec::new();
    let mut n = 0;
    while n < lines.len() {
        let line = lines[n].trim_start();
        if line.starts_with("macro_rules!") {
            n = end_of(n).unwrap_or(n);
        } else if let Some(name) = function_name(line) {
            // a declaration without a body ends with a semicolon before any brace
            let head = lines[n..].iter().find(|line| line.ends_with('{') || line.ends_with([';', '}']));
            let has_body = head.is_some_and(|line| line.ends_with('{'));
            if let Some(end) = end_of(n).filter(|end| has_body && end - n + 1 > FUNCTION) {
                found.push((n + 1, name.to_string(), end - n + 1));
            }
        }
        n += 1;
    }
    found
}

/// The name of the function that a line begins.
fn function_name(line: &str) -> Option<&str> {
    let words = ["pub", "const", "unsafe", "async", "extern", "\"C\""];
    let mut rest = line;
    loop {
        let (word, after) = rest.split_once(' ')?;
        if word == "fn" {
            return after.split(['(', '<']).next();
        }
        if !words.contains(&word) && !word.starts_with("pub(") {
            return None;
        }
        rest = after;
    }
}

/// Lines of a text, if they are too many for a file.
fn too_many(text: &str) -> Option<usize> {
    Some(text.lines().count()).filter(|lines| *lines > FILE)
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
    assert!(wrong.is_empty(), "{FILE} lines at most: {wrong:#?}");
    assert_eq!(["\n".repeat(FILE), "\n".repeat(FILE + 1)].map(|text| too_many(&text)), [None, Some(FILE + 1)]);
}

#[test]
fn no_function_is_too_long() {
    let mut wrong = Vec::new();
    for (name, text) in sources().iter().filter(|(name, _)| !name.starts_with(WIRING)) {
        let functions = long_functions(text).into_iter();
        wrong.extend(functions.map(|(n, function, lines)| format!("{name}:{n}: {function}, {lines} lines")));
    }
    assert!(wrong.is_empty(), "{FUNCTION} lines at most: {wrong:#?}");
}

#[test]
fn a_line_that_is_too_long_is_found() {
    let text = |columns: usize| format!("short\n{}\n", "ä".repeat(columns));
    assert_eq!(long_lines(&text(COLUMNS)), []);
    assert_eq!(long_lines(&text(COLUMNS + 1)), [(2, COLUMNS + 1)]);
}

#[test]
fn a_function_that_is_too_long_is_found() {
    let text = |head: &str, lines: usize| {
        let body = "        if true {\n        }\n".repeat((lines - 2) / 2);
        format!(
            "impl Unit {{\n    fn short(&self) {{}}\n    fn declared();\n    {head} {{\n{body}    }}\n\n    fn last() {{\n    }}\n}}\n"
        )
    };
    for (head, name) in [("fn long()", "long"), ("pub(super) const unsafe fn run<T>(i: T)", "run")] {
        assert_eq!(long_functions(&text(head, FUNCTION)), [], "{head}");
        let found = [(4, name.to_string(), FUNCTION + 2)];
        assert_eq!(long_functions(&text(head, FUNCTION + 2)), found, "{head}");
    }
    let in_macro = format!("macro_rules! make {{\n{}}}\n", text("fn long()", FUNCTION + 2));
    assert_eq!(long_functions(&in_macro), []);
    let wrapped = text("fn long(\n        i: u8,\n    )", FUNCTION);
    assert_eq!(long_functions(&wrapped), [(4, "long".to_string(), FUNCTION + 2)]);
}
