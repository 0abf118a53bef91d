//! The README and the book: every command that they show gives what they show, and their numbers
//! are those of the studies.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::desk::{Desk, cache, root};
use snapbox::{Assert, IntoData};

/// The README and the pages of the book.
fn pages() -> Vec<PathBuf> {
    let (mut pages, mut folders) = (vec![root().join("README.md")], vec![root().join("docs")]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                pages.push(path);
            }
        }
    }
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

/// Runs the commands of a page, one after the other, in a folder that has the files of
/// `docs/examples`. The page marks what varies: `[..]` within a line, `...` for lines.
fn runs(name: &str) {
    let page = fs::read_to_string(root().join(name)).unwrap();
    let (desk, commands) = (Desk::new(), commands(&page));
    for example in fs::read_dir(root().join("docs/examples")).unwrap() {
        let example = example.unwrap();
        fs::copy(example.path(), desk.path(example.file_name().to_str().unwrap())).unwrap();
    }
    let heddle = Path::new(env!("CARGO_BIN_EXE_heddle")).parent().unwrap();
    let path = format!("{}:{}", heddle.display(), std::env::var("PATH").unwrap_or_default());
    for (command, shown) in commands {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(desk.path("")).env("PATH", &path).env("HEDDLE_CACHE", cache());
        let output = shell.stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let said: String = said.lines().map(|line| line.trim_end().to_string() + "\n").collect();
        let checked = Assert::new().normalize_paths(false).try_eq(Some(&command), said.into_data(), shown.into_data());
        let error = String::from_utf8_lossy(&output.stderr);
        checked.unwrap_or_else(|why| panic!("{name}: `{command}` says something else:\n{why}\n{error}"));
    }
}

/// A test for each page that shows commands with what they print.
macro_rules! transcripts {
    ($($test:ident: $page:literal),* $(,)?) => {
        $(#[test]
        fn $test() {
            runs($page);
        })*

        #[test]
        fn every_page_with_a_transcript_is_run() {
            let run: BTreeSet<PathBuf> = [$($page),*].map(|page| root().join(page)).into();
            let shows = |page: &PathBuf| !commands(&fs::read_to_string(page).unwrap()).is_empty();
            assert_eq!(run, pages().into_iter().filter(shows).collect());
        }
    };
}

transcripts! {
    the_readme_is_run: "README.md",
    the_page_on_hunting_is_run: "docs/tutorial/find-a-bug.md",
    the_page_on_handing_on_is_run: "docs/howto/use-a-unit-elsewhere.md",
    the_page_on_designs_of_your_own_is_run: "docs/your-own-block.md",
    the_page_on_a_golden_model_of_your_own_is_run: "docs/tutorial/write-a-golden-model.md",
    the_page_on_kernels_is_run: "docs/tutorial/simulate-a-kernel.md",
    the_page_on_the_gpu_is_run: "docs/tutorial/compare-policies.md",
    the_page_on_cuda_programs_is_run: "docs/tutorial/your-cuda-program.md",
    the_page_on_the_studies_is_run: "docs/howto/regenerate-figures.md",
    the_page_on_checks_is_run: "docs/explanation/what-checks-what.md",
    the_page_on_deadlocks_is_run: "docs/howto/read-a-deadlock.md",
    the_page_on_long_runs_is_run: "docs/howto/make-a-long-run-short.md",
    the_page_on_scalars_is_run: "docs/papers/stsimt/scalars.md",
    the_page_on_clusters_is_run: "docs/howto/use-a-cluster.md",
}

#[test]
fn no_transcript_is_outside_the_blocks_that_are_run() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let shown = text.lines().filter(|line| line.trim_start().starts_with("$ ")).count();
        assert_eq!(shown, commands(&text).len(), "{}: a line with `$ ` outside a `console` block", page.display());
    }
}

/// Commands that a page names without what they print: lines of indented blocks, and spans of code.
fn named(page: &str) -> Vec<String> {
    let mut fenced = false;
    let mut found = Vec::new();
    for line in page.lines() {
        fenced ^= line.starts_with("```");
        match line.strip_prefix("    ") {
            _ if fenced => {}
            Some(command) => found.push(command.trim()),
            None => found.extend(line.split('`').skip(1).step_by(2)),
        }
    }
    // what stands behind is a remark
    let command = |text: &str| text.split("  ").next().unwrap().split(" #").next().unwrap().to_string();
    let begins = |text: &String| ["heddle ", "make ", "cargo "].iter().any(|tool| text.starts_with(tool));
    found.into_iter().map(command).filter(begins).collect()
}

/// What is wrong with a command: a verb or an option that `heddle` lacks, a target that the
/// Makefile lacks, a test that is not there.
fn wrong(command: &str, help: &mut BTreeMap<String, String>) -> Option<String> {
    let unquoted: String = command.split('"').step_by(2).collect();
    let words: Vec<&str> = unquoted.split_whitespace().take_while(|word| *word != "--").collect();
    let plain = |word: &str| word.trim_end_matches([',', '.', ';', ':', ')']).split('=').next().unwrap().to_string();
    match words[0] {
        "heddle" => {
            let verb = match words[1..] {
                [option, ..] if option.starts_with('-') => String::new(),
                ["kernel", below, ..] => format!("kernel {below}"),
                ["cost", below @ ("area" | "timing" | "power" | "fpga" | "all"), ..] => format!("cost {below}"),
                _ => words[1].into(),
            };
            let help = help.entry(verb.clone()).or_insert_with(|| {
                let mut heddle = Command::new(env!("CARGO_BIN_EXE_heddle"));
                let output = heddle.args(verb.split_whitespace()).arg("--help").output().unwrap();
                if output.status.success() { String::from_utf8(output.stdout).unwrap() } else { String::new() }
            });
            let mut options = words.iter().filter(|word| word.starts_with('-')).map(|word| plain(word));
            match options.find(|option| !help.split([' ', ',', '\n']).any(|word| word == option)) {
                _ if help.is_empty() => Some(format!("there is no `heddle {verb}`")),
                option => option.map(|option| format!("`heddle {verb}` has no option {option}")),
            }
        }
        "make" => {
            let makefile = fs::read_to_string(root().join("Makefile")).unwrap();
            let mut targets = words[1..].iter().filter(|word| !word.contains('=')).map(|word| plain(word));
            let defined = |target: &str| {
                let lines = makefile.lines().filter(|line| !line.starts_with(['#', '\t']));
                let mut rules = lines.filter_map(|line| line.split_once(':'));
                rules.any(|(rule, _)| rule.split_whitespace().any(|word| word == target))
            };
            let variable = words[1..].iter().filter(|word| word.contains('=')).map(|word| plain(word));
            let mut unknown = variable.filter(|name| !makefile.contains(&format!("{name} ?=")));
            let target = targets.find(|target| !defined(target)).map(|target| format!("there is no target {target}"));
            target.or_else(|| unknown.next().map(|name| format!("the Makefile does not use {name}")))
        }
        _ => {
            let test = words.windows(2).find(|pair| pair[0] == "--test").map(|pair| plain(pair[1]))?;
            let crates = ["", "golden/units", "golden/kernel", "golden/gpu", "kernels", "units"];
            let folders = crates.map(|folder| root().join(folder).join("tests").join(&test));
            let Some(program) = folders.iter().find(|folder| folder.join("main.rs").is_file()) else {
                return Some(format!("there is no test program {test}"));
            };
            // the tests that are wanted, each as the path of its file
            let mut files = unquoted.split_whitespace().filter(|word| word.contains("::")).map(plain);
            let there = |file: &str| {
                let file = program.join(file.split("::").next().unwrap());
                file.is_dir() || file.with_extension("rs").is_file()
            };
            files.find(|file| !there(file)).map(|file| format!("{test} has no file for {file}"))
        }
    }
}

/// Documents beside the book that name commands.
const OTHERS: [&str; 6] = [
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "cuda/README.md",
    "python/artifact/APPENDIX.md",
    "synth/README.md",
];

#[test]
fn commands_that_are_only_named_exist() {
    let mut help = BTreeMap::new();
    for page in pages().into_iter().chain(OTHERS.map(|name| root().join(name))) {
        for command in named(&fs::read_to_string(&page).unwrap()) {
            let wrong = wrong(&command, &mut help);
            assert!(wrong.is_none(), "{}: `{command}`: {}", page.display(), wrong.unwrap());
        }
    }
    for bad in [
        "heddle simulate va",
        "heddle sim va --fast",
        "heddle cost area --papers",
        "make tests",
        "make fuzz HOURS=1",
        "cargo test --test nothing",
        "cargo test --test gpu nothing::",
        "cargo test --test gpu -- profile:: nothing::",
    ] {
        assert!(wrong(bad, &mut help).is_some(), "`{bad}` is a mistake");
    }
}

#[test]
fn the_book_counts_the_workloads() {
    let page = fs::read_to_string(root().join("docs/tutorial/simulate-a-kernel.md")).unwrap();
    let shown = format!("holds {} workloads", heddle_workloads::WORKLOADS.len());
    assert!(page.contains(&shown), "docs/tutorial/simulate-a-kernel.md must say {shown}");
}

#[test]
fn the_readme_is_short_and_every_page_is_in_the_book() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 150, "{} lines", readme.lines().count());
    let wide: Vec<&str> = readme.lines().filter(|line| line.chars().count() > 100).collect();
    assert!(wide.is_empty(), "100 columns at most: {wide:#?}");
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let book = root().join("docs");
    for page in pages().iter().filter_map(|page| page.strip_prefix(&book).ok()) {
        let name = page.to_str().unwrap();
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "{name} is not in docs/SUMMARY.md");
    }
}

#[test]
fn the_readme_counts_the_planted_faults() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let faults = fs::read_dir(root().join("tests/faults"))
        .unwrap()
        .map(|unit| fs::read_dir(unit.unwrap().path()).unwrap().count());
    let shown = format!("{} planted faults", faults.sum::<usize>());
    assert!(readme.contains(&shown), "README.md must say {shown}");
}

#[test]
fn the_costs_of_the_book_are_the_budgets() {
    let figure = |unit: &str, name: &str| {
        let file = root().join("synth").join(unit).join("budget.json");
        let budget: serde_json::Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        budget["presets"]["paper"][name].as_f64().unwrap()
    };
    let thousands = |um2: f64| if um2 == 0.0 { "0".into() } else { format!("{:.1}", um2 / 1000.0) };
    let grouped = |count: f64| {
        let (above, below) = (count as u64 / 1000, count as u64 % 1000);
        if above == 0 { below.to_string() } else { format!("{above} {below:03}") }
    };
    let row = |head: &str, cell: &dyn Fn(&str) -> String| {
        format!("| {head} | {} |", ["lane", "slp", "gang", "prt", "vtc"].map(cell).join(" | "))
    };
    let page = fs::read_to_string(root().join("docs/explanation/what-it-costs.md")).unwrap();
    for row in [
        row("cells, 1000 um2", &|unit| thousands(figure(unit, "area_um2"))),
        row("flip-flops", &|unit| grouped(figure(unit, "flip_flops"))),
        row("macros, 1000 um2", &|unit| thousands(figure(unit, "macro_area_um2"))),
        row("slowest path, ns (levels)", &|unit| {
            format!("{:.2} ({})", figure(unit, "path_ns"), figure(unit, "levels"))
        }),
        row("sized: cells, 1000 um2", &|unit| thousands(figure(unit, "sized_area_um2"))),
        row("sized: slowest path, ns", &|unit| format!("{:.2}", figure(unit, "sized_path_ns"))),
    ] {
        assert!(page.contains(&row), "docs/explanation/what-it-costs.md must have {row}");
    }
}
