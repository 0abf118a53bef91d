//! Tests of what people expect of a project: targets with a text, and one version everywhere.

use std::fs;

use crate::structure;

fn read(name: &str) -> String {
    fs::read_to_string(structure::root().join(name)).unwrap()
}

/// Returns the targets of a Makefile that its head does not explain, and those that it explains but
/// that are not there.
fn unexplained(makefile: &str) -> Vec<String> {
    let (head, rules) = makefile.split_once("\n\n").unwrap();
    let explained = head.lines().filter_map(|line| line.strip_prefix("#   make ")?.split(' ').next());
    let explained: Vec<&str> = explained.collect();
    let phony = rules.lines().filter_map(|line| line.strip_prefix(".PHONY:")).flat_map(str::split_whitespace);
    let phony: Vec<&str> = phony.collect();
    let only = |these: &[&str], those: &[&str]| -> Vec<String> {
        these.iter().filter(|name| !those.contains(name)).map(|name| name.to_string()).collect()
    };
    [only(&phony, &explained), only(&explained, &phony)].concat()
}

#[test]
fn every_target_is_explained_in_the_makefiles_head() {
    let makefile = read("Makefile");
    assert!(makefile.contains("\n#   make lint ") && makefile.contains("\n# Further targets:\n"));
    assert_eq!(unexplained(&makefile), Vec::<String>::new());
    let people = makefile.split("\n# Further targets:\n").next().unwrap();
    assert_eq!(people.matches("\n#   make ").count(), 8, "what people need stays short");
    assert_eq!(unexplained("#   make one  it\n#   make two  it\n\n.PHONY: one three\n"), ["three", "two"]);
}

#[test]
fn ci_makes_the_same_targets_everywhere() {
    let script = read(".ci/run");
    let targets: Vec<&str> = script.lines().filter_map(|line| line.strip_prefix("make ")).collect();
    let matrix = format!("target: [{}]", targets.join(", "));
    let workflow = read(".github/workflows/ci.yml");
    assert!(targets.len() > 1 && workflow.contains(&matrix), "no `{matrix}`");
    let makefile = read("Makefile");
    let made = workflow.lines().filter_map(|line| line.trim().strip_prefix("- run: make "));
    let made: Vec<&str> =
        made.flat_map(str::split_whitespace).filter(|word| word.chars().all(char::is_alphanumeric)).collect();
    assert!(
        made.contains(&"wheel") && made.iter().all(|target| makefile.contains(&format!("\n{target}: "))),
        "{made:?}"
    );
}

#[test]
fn the_version_is_the_same_everywhere() {
    let manifest = read("Cargo.toml");
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = ")).unwrap().trim_matches('"');
    assert!(read("CITATION.cff").contains(&format!("\nversion: {version}\n")));
    // crates that a registry has depend on each other by version
    let depended = manifest.lines().filter(|line| line.starts_with("heddle-") && line.contains("version = "));
    let depended: Vec<&str> = depended.collect();
    assert!(depended.len() > 3 && depended.iter().all(|line| line.contains(&format!("version = \"{version}\""))));
    let changes = read("CHANGELOG.md");
    let newest = changes.lines().filter_map(|line| line.strip_prefix("## ")).find(|it| *it != "Unreleased").unwrap();
    let (changed, date) = newest.split_once(" - ").unwrap();
    assert_eq!(changed, version, "the newest section of CHANGELOG.md");
    assert!(read("CITATION.cff").contains(&format!("\ndate-released: {date}\n")));
}

#[test]
fn every_crate_is_packaged_or_says_why_it_is_not() {
    let workspace = read("Cargo.toml");
    let members = workspace.lines().find_map(|line| line.strip_prefix("members = ")).expect("a list in one line");
    let manifests = members.split('"').skip(1).step_by(2).map(|folder| read(&format!("{folder}/Cargo.toml")));
    let manifests: Vec<String> = manifests.chain([workspace.clone()]).collect();
    let mut kept = Vec::new();
    for manifest in &manifests {
        let lines: Vec<&str> = manifest.lines().skip_while(|line| *line != "[package]").collect();
        let name = lines[1].trim_start_matches("name = ").trim_matches('"');
        match lines.iter().position(|line| *line == "publish = false") {
            Some(line) => {
                assert!(lines[line - 1].starts_with("# "), "{name}: a comment above `publish` says why");
                kept.push(name);
            }
            None => {
                let has = |key: &str| lines.iter().any(|line| line.starts_with(key));
                assert!(["description", "license", "keywords", "categories"].iter().all(|key| has(key)), "{name}");
                let depended = workspace.lines().find(|line| line.starts_with(&format!("{name} = ")));
                assert!(depended.is_some_and(|line| line.contains("version = ")), "{name}: a version in Cargo.toml");
            }
        }
    }
    kept.sort();
    assert!(read("Makefile").contains(&format!("--exclude %,{})", kept.join(" "))), "make crates leaves out {kept:?}");
}
