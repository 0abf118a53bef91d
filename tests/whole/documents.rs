//! The papers' documents: their tables are those that the command makes of the data files, and
//! what README counts is in the data.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::desk::{Desk, root};

/// The papers, each with the name that README has for it, and the data file that README counts.
const PAPERS: [(&str, &str, &str); 5] = [
    ("stsimt", "STSIMT", "stsimt/eighth.json"),
    ("slp", "SLP", "slp/study.json"),
    ("vws", "VWS", "vws/study.json"),
    ("simt-simd", "SIMT-SIMD", "simt-simd/study.json"),
    ("vt", "VT", "vt/study.json"),
];

/// The documents of a paper, from the folder of the papers.
fn documents(paper: &str) -> [String; 2] {
    ["index", "results"].map(|page| format!("{paper}/{page}.md"))
}

/// The data files that have tables in a text, each once.
fn sources(text: &str) -> Vec<String> {
    let names = text.split("<!-- from ").skip(1).map(|part| part.split(": ").next().unwrap().to_string());
    let mut all: Vec<String> = names.collect();
    all.sort();
    all.dedup();
    all
}

/// The folder of the papers.
fn folder() -> PathBuf {
    root().join("docs/papers")
}

fn data(file: &str) -> Value {
    serde_json::from_slice(&fs::read(folder().join(file)).unwrap()).unwrap()
}

/// Fills the tables of a paper's documents in another folder; returns the documents.
fn filled(paper: &str, damage: impl Fn(&str) -> String) -> Vec<String> {
    let desk = Desk::new();
    let texts = documents(paper).map(|name| fs::read_to_string(folder().join(name)).unwrap());
    for (name, text) in ["a.md", "b.md"].iter().zip(&texts) {
        desk.write(name, damage(text));
    }
    for file in sources(&texts.concat()) {
        let from = folder().join(&file);
        let mut command = desk.heddle(&format!("figure {paper} --markdown a.md --markdown b.md --from"));
        let ran = crate::desk::ran(command.arg(from));
        ran.is(0, &[&file]);
    }
    let svg =
        fs::read_dir(desk.path(".")).unwrap().any(|it| it.unwrap().path().extension().is_some_and(|it| it == "svg"));
    assert!(!svg, "tables in a document draw no plots");
    ["a.md", "b.md"].map(|name| fs::read_to_string(desk.path(name)).unwrap()).to_vec()
}

/// Fails where a document is not what its data say.
fn hold(paper: &str) {
    for (name, made) in documents(paper).iter().zip(filled(paper, str::to_string)) {
        let document = fs::read_to_string(folder().join(name)).unwrap();
        let differs = document.lines().zip(made.lines()).find(|(here, there)| here != there);
        assert!(document == made, "docs/papers/{name} is not what its data say, first in {differs:?}: `make document`");
    }
}

#[test]
fn tables_of_stsimt_are_the_datas() {
    hold("stsimt");
}

#[test]
fn tables_of_slp_are_the_datas() {
    hold("slp");
}

#[test]
fn tables_of_vws_are_the_datas() {
    hold("vws");
}

#[test]
fn tables_of_simt_simd_are_the_datas() {
    hold("simt-simd");
}

#[test]
fn tables_of_vt_are_the_datas() {
    hold("vt");
}

#[test]
fn a_damaged_table_is_mended() {
    // a row is gone, a value is another one
    let damage =
        |text: &str| text.replacen("| vt/8 | vt over the baseline, mean, % |", "| vt/8 | x |", 1).replace("| VA |", "");
    let damaged = damage(&fs::read_to_string(root().join("docs/papers/vt/results.md")).unwrap());
    let mended = filled("vt", damage);
    assert!(damaged != mended[1]);
    assert_eq!(mended[1], fs::read_to_string(root().join("docs/papers/vt/results.md")).unwrap());
}

#[test]
fn plots_of_data_have_the_names_of_their_figures() {
    let desk = Desk::new();
    fs::create_dir(desk.path("plots")).unwrap();
    let mut command = desk.heddle("figure stsimt --plot plots --from");
    crate::desk::ran(command.arg(root().join("docs/papers/stsimt/study.json"))).is(0, &["stsimt-headline.svg"]);
    assert_eq!(desk.names("plots"), ["stsimt-headline.svg"]);
    let there = fs::read(root().join("docs/papers/stsimt/stsimt-headline.svg")).unwrap();
    assert!(fs::read(desk.path("plots/stsimt-headline.svg")).unwrap() == there);
}

#[test]
fn documents_without_tables_of_the_data_are_refused() {
    let desk = Desk::new();
    let from = root().join("docs/papers/vt/study.json");
    desk.write("none.md", "# nothing\n");
    desk.write("wrong.md", "<!-- from vt/study.json: vt/99 -->\n<!-- end -->\n");
    desk.write("endless.md", "<!-- from vt/study.json: vt/8 -->\n");
    for (document, words) in [
        ("none.md", ["no document has a table of", "<!-- from study.json: statements -->"]),
        ("wrong.md", ["wrong.md", "the data make no figure `vt/99`"]),
        ("endless.md", ["endless.md", "no `<!-- end -->`"]),
        ("missing.md", ["missing.md", "No such file"]),
    ] {
        let mut command = desk.heddle(&format!("figure vt --markdown {document} --from"));
        crate::desk::ran(command.arg(&from)).is(2, &words);
    }
    desk.run("figure vt --markdown none.md").is(2, &["--from"]);
}

#[test]
fn what_is_stated_is_in_the_papers_text() {
    let mut numbers = 0;
    for (_, _, file) in PAPERS {
        for statement in data(file)["statements"].as_array().unwrap() {
            let Some(value) = statement["stated"].as_object().and_then(|it| it.values().next()) else { continue };
            let (value, text) = (value.as_f64().unwrap(), statement["paper"].as_str().unwrap());
            let between = |c: char| !c.is_ascii_digit() && c != '.';
            let numbers_of = text.split(between).map(|word| word.trim_end_matches('.'));
            // a mean over a table is printed with one or two digits
            let stands_for = |word: &str| {
                let digits = word.split_once('.').map_or(0, |(_, digits)| digits.len() as i32);
                let near = if digits == 0 { 0.006 } else { 0.51 * 10f64.powi(-digits) };
                word.parse::<f64>().is_ok_and(|number| (number - value.abs()).abs() < near)
            };
            if numbers_of.into_iter().any(stands_for) {
                assert!(value >= 0.0 || text.starts_with('-'), "{file}: {statement}");
                numbers += 1;
            } else {
                // words: "none" is 0, "more" is above 0 or above 1, "most" and "half" and "all"
                assert!([0.0, 1.0, 25.0, 50.0, 100.0].contains(&value), "{file}: {statement}");
            }
        }
    }
    assert!(numbers > 130, "{numbers}");
}

#[test]
fn data_files_have_the_verdicts_of_the_rule() {
    let desk = Desk::new();
    for (paper, _, file) in PAPERS {
        let mut command = desk.heddle(&format!("figure {paper} --json --from"));
        let ran = crate::desk::ran(command.arg(folder().join(file)));
        let lines = ran.is(0, &[]).json();
        let statements: Vec<Value> = lines.into_iter().filter(|line| line["check"].is_string()).collect();
        let same = |it: &Value, other: &Value| {
            ["figure", "check", "paper", "stated", "ours", "direction", "size"]
                .iter()
                .all(|key| it[*key] == other[*key])
        };
        let stored = data(file)["statements"].as_array().unwrap().clone();
        assert_eq!(statements.len(), stored.len());
        for (it, other) in statements.iter().zip(&stored) {
            assert!(same(it, other), "{file}: {it} is not {other}");
        }
    }
}

#[test]
fn readme_counts_what_agrees() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    for (paper, name, file) in PAPERS {
        let data = data(file);
        let statements = data["statements"].as_array().unwrap();
        let count = |key: &str| {
            let verdicts: Vec<bool> = statements.iter().filter_map(|it| it[key].as_bool()).collect();
            match verdicts.len() {
                0 => "-".to_string(),
                all => format!("{} of {all}", verdicts.iter().filter(|agrees| **agrees).count()),
            }
        };
        let row = format!("| [{}](docs/papers/{paper}/index.md) | {} |", count("direction"), count("size"));
        let is_there = readme.lines().any(|line| line.contains(&format!("| {name}, ")) && line.ends_with(&row));
        assert!(is_there, "README.md has no `{row}`");
    }
}

#[test]
fn readme_has_main_results_of_the_data() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let mut rows = 0;
    for (paper, name, file) in PAPERS {
        let data = data(file);
        for line in readme.lines().filter(|line| line.starts_with(&format!("| {name}: "))) {
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
            let [what, stated, ours, direction, size] = cells[..] else { panic!("{line}") };
            let figure = what.rsplit_once("(figure ").unwrap().1.trim_end_matches(')');
            let word = |it: &Value| it.as_bool().map_or("-", |agrees| if agrees { "yes" } else { "no" });
            // over the corners of what the paper leaves open, where these differ
            let range = |it: &Value| {
                let [least, most] = [0, 1].map(|end| it["range"][end]["ours"].as_str().unwrap_or_default().to_string());
                if least == most { String::new() } else { format!("({least} to {most})") }
            };
            let is = |it: &&Value| {
                it["figure"] == format!("{paper}/{figure}")
                    && it["paper"].as_str().unwrap().split(' ').next() == stated.split(' ').next()
                    && it["ours"].as_str().unwrap().split(' ').next() == ours.split(' ').next()
                    && range(it) == ours.find('(').map_or("", |at| &ours[at..])
                    && [word(&it["direction"]), word(&it["size"])] == [direction, size]
            };
            assert!(
                data["statements"].as_array().unwrap().iter().any(|it| is(&it)),
                "not in docs/papers/{file}: {line}"
            );
            rows += 1;
        }
    }
    assert!(rows >= 7, "{rows}");
}

#[test]
fn every_cause_is_of_a_statement_that_disagrees() {
    let text = fs::read_to_string(root().join("src/figure/study/causes.json")).unwrap();
    let causes: Value = serde_json::from_str(&text).unwrap();
    for cause in causes.as_array().unwrap() {
        let is = |it: &Value| it["figure"] == cause["figure"] && it["check"] == cause["statement"];
        let disagrees = |it: &Value| it["direction"] == false || it["size"] == false;
        let found = PAPERS
            .iter()
            .any(|(_, _, file)| data(file)["statements"].as_array().unwrap().iter().any(|it| is(it) && disagrees(it)));
        assert!(found, "no result disagrees with {cause}");
        assert!(["open", "program", "model"].iter().any(|known| cause["cause"] == *known), "{cause}");
        assert!(cause["experiment"].as_str().is_some_and(|it| it.contains('`')), "no command: {cause}");
    }
}

#[test]
fn documents_lie_beside_their_data() {
    for (paper, _, _) in PAPERS {
        for name in documents(paper) {
            let text = fs::read_to_string(folder().join(&name)).unwrap();
            let sources = sources(&text);
            assert!(!sources.is_empty(), "docs/papers/{name} has no table");
            for file in sources {
                assert_eq!(Path::new(&file).parent(), Some(Path::new(paper)), "docs/papers/{name}");
            }
        }
    }
}
