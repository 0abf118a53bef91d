//! The README and the book: every command that they show gives what they show, their links lead somewhere, and their numbers are those of the studies.

mod desk;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use desk::{Desk, cache};
use snapbox::{Assert, IntoData};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README and the pages of the book.
fn pages() -> Vec<PathBuf> {
    let book = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> = book.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

/// Commands of the blocks that are marked `console`, each with what follows it up to the next one.
fn commands(page: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match (inside, line.strip_prefix("$ ")) {
            (false, _) => inside = line == "```console",
            (true, _) if line == "```" => inside = false,
            (true, Some(command)) => found.push((command.into(), String::new())),
            (true, None) => {
                let (_, shown) = found.last_mut().expect("a block begins with a command");
                shown.push_str(line.trim_end());
                shown.push('\n');
            }
        }
    }
    found
}

/// Runs the commands of a page in a folder, one after the other. What varies is marked in the page: `[..]` within a line, `...` for lines.
fn runs(name: &str) {
    let page = fs::read_to_string(root().join(name)).unwrap();
    let (desk, commands) = (Desk::new(), commands(&page));
    assert!(!commands.is_empty(), "{name} shows no command");
    let heddle = Path::new(env!("CARGO_BIN_EXE_heddle")).parent().unwrap();
    let path = format!("{}:{}", heddle.display(), std::env::var("PATH").unwrap_or_default());
    for (command, shown) in commands {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(desk.path("")).env("PATH", &path).env("HEDDLE_CACHE", cache());
        let output = shell.stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let said: String = said.lines().map(|line| line.trim_end().to_string() + "\n").collect();
        let checked = Assert::new().try_eq(Some(&command), said.into_data(), shown.into_data());
        let error = String::from_utf8_lossy(&output.stderr);
        checked.unwrap_or_else(|why| panic!("{name}: `{command}` says something else:\n{why}\n{error}"));
    }
}

#[test]
fn commands_of_the_readme_say_what_it_shows() {
    runs("README.md");
}

#[test]
fn commands_of_the_hunt_say_what_it_shows() {
    runs("docs/hunt.md");
}

#[test]
fn commands_of_kernels_say_what_the_book_shows() {
    runs("docs/kernel.md");
}

#[test]
fn commands_of_the_gpu_say_what_the_book_shows() {
    runs("docs/gpu.md");
}

#[test]
fn every_page_with_commands_has_its_test() {
    let tested = ["README.md", "docs/hunt.md", "docs/kernel.md", "docs/gpu.md"].map(|name| root().join(name));
    let with: Vec<PathBuf> =
        pages().into_iter().filter(|page| !commands(&fs::read_to_string(page).unwrap()).is_empty()).collect();
    assert_eq!(BTreeSet::from(tested), with.into_iter().collect());
}

#[test]
fn the_readme_is_short_and_every_page_is_in_the_book() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 120, "{} lines", readme.lines().count());
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    for page in pages().iter().filter(|page| page.parent().is_some_and(|folder| folder.ends_with("docs"))) {
        let name = page.file_name().unwrap().to_str().unwrap();
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "{name} is not in docs/SUMMARY.md");
    }
}

/// The targets of a text's links within the tree: of `](TARGET)`.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    targets.filter(|target| !target.starts_with("http") && !target.starts_with('#')).collect()
}

#[test]
fn links_lead_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            let file = link.split('#').next().unwrap();
            assert!(page.parent().unwrap().join(file).exists(), "{}: {link}", page.display());
        }
    }
}

/// Rows of the first table of statements of a study that agree, and those that do or do not.
fn agree(study: &str) -> (usize, usize) {
    let text = fs::read_to_string(root().join("docs").join(study)).unwrap();
    let is_head = |line: &&str| line.starts_with("| figure | statement |");
    let rows = text.lines().skip_while(|line| !is_head(line)).take_while(|line| line.starts_with('|'));
    let verdicts: Vec<&str> =
        rows.filter_map(|row| row.trim_end_matches([' ', '|']).rsplit('|').next()).map(str::trim).collect();
    let count = |word: &str| verdicts.iter().filter(|verdict| verdict.starts_with(word)).count();
    (count("yes"), count("yes") + count("no"))
}

#[test]
fn the_readme_counts_the_statements_that_agree() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    for study in ["stsimt.md", "slp.md", "vws.md", "simt-simd.md", "vt.md"] {
        let (agree, all) = agree(study);
        assert!(all > 10, "{study}: {all} statements");
        let shown = format!("[{agree} of {all}](docs/{study})");
        assert!(readme.contains(&shown), "README.md must say {shown}");
    }
    let faults = fs::read_dir(root().join("tests/faults"))
        .unwrap()
        .map(|unit| fs::read_dir(unit.unwrap().path()).unwrap().count());
    let shown = format!("{} planted faults", faults.sum::<usize>());
    assert!(readme.contains(&shown), "README.md must say {shown}");
}
