//! The limits of the house: how long a line, a file and a function may be. Files that are longer than the rule are listed in
//! `ARCHITECTURE.md` with their reason.

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
/// The heading of the list in `ARCHITECTURE.md`.
const EXCEPTIONS: &str = "## Files longer than the rule";

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

/// The files that `ARCHITECTURE.md` excuses: a row of a table each, with the reason.
fn excused(document: &str) -> Vec<String> {
    let section = document.split_once(EXCEPTIONS).expect("the list of exceptions").1;
    let rows =
        section.lines().skip(1).take_while(|line| !line.starts_with("## ")).filter(|line| line.starts_with("| `"));
    let row = |line: &str| {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        let (file, reason) = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
        assert!(reason.len() > 10, "{file} has no reason");
        file.trim_matches('`').to_string()
    };
    rows.map(row).collect()
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
fn no_file_is_too_long_without_a_reason() {
    let excused = excused(&fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap());
    let sources = sources();
    let long = sources.iter().filter(|(_, text)| text.lines().count() > FILE).map(|(name, _)| name.as_str());
    let long: Vec<&str> = long.collect();
    let wrong: Vec<&&str> = long.iter().filter(|name| !excused.iter().any(|file| file == **name)).collect();
    assert!(wrong.is_empty(), "{FILE} lines at most, or a reason in ARCHITECTURE.md: {wrong:#?}");
    let idle: Vec<&String> = excused.iter().filter(|file| !long.contains(&file.as_str())).collect();
    assert!(idle.is_empty(), "ARCHITECTURE.md excuses files that are within the rule: {idle:#?}");
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

#[test]
fn the_list_of_exceptions_is_read() {
    let document = |rows: &str| {
        format!("# A\n\n{EXCEPTIONS}\n\n| file | why |\n|---|---|\n{rows}\n## Next\n\n| `c.rs` | beyond the list |\n")
    };
    assert_eq!(
        excused(&document("| `a.rs` | one table of cases |\n| `b/c.rs` | one wiring of parts |\n")),
        ["a.rs", "b/c.rs"]
    );
    assert!(std::panic::catch_unwind(|| excused(&document("| `a.rs` | |\n"))).is_err(), "a reason is missing");
}
