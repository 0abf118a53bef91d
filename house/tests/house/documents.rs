//! Tests of the documents: their links lead somewhere, and they tell no history.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::structure::{files, root};

/// Every document of the tree, with its text.
fn documents() -> HashMap<PathBuf, String> {
    let texts = files(root(), &[".md"]).into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap()));
    let texts: HashMap<PathBuf, String> = texts.collect();
    assert!(texts.len() > 50, "{} documents", texts.len());
    texts
}

/// The text of a document without what stands in code.
fn prose(text: &str) -> String {
    let mut fenced = false;
    let lines = text.lines().map(|line| {
        fenced ^= line.trim_start().starts_with("```");
        if fenced || line.starts_with("    ") { "" } else { line }
    });
    let lines: Vec<&str> = lines.collect();
    // spans of code are every second part between the marks
    lines.join("\n").split('`').step_by(2).collect()
}

/// The targets of a document's links within the tree: of `](TARGET)`.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target.into());
    targets.filter(|target: &String| !target.starts_with("http")).collect()
}

/// The anchors of a document's headings, as Git hosts and mdBook make them.
fn anchors(text: &str) -> Vec<String> {
    let mut fenced = false;
    let mut anchors: Vec<String> = Vec::new();
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        let heading = line.trim_start_matches('#');
        if fenced || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        // of a link in a heading, its words
        let mut parts = heading.trim().split("](");
        let first = parts.next().unwrap_or_default().to_string();
        let words = parts.fold(first, |words, part| words + part.split_once(')').map_or(part, |(_, after)| after));
        let kept =
            words.to_lowercase().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>();
        let anchor = kept.replace(' ', "-");
        let again = anchors.iter().filter(|known| **known == anchor).count();
        anchors.push(if again == 0 { anchor } else { format!("{anchor}-{again}") });
    }
    anchors
}

/// Links of a document that lead nowhere.
fn dead(page: &Path, text: &str, texts: &HashMap<PathBuf, String>) -> Vec<String> {
    let leads = |link: &String| {
        let (file, anchor) = link.split_once('#').map_or((link.as_str(), None), |(file, anchor)| (file, Some(anchor)));
        let target = if file.is_empty() { Ok(page.into()) } else { page.parent().unwrap().join(file).canonicalize() };
        let has = |target: &PathBuf, anchor: &str| anchors(&texts[target]).iter().any(|known| known == anchor);
        target.is_ok_and(|target| anchor.is_none_or(|anchor| has(&target, anchor)))
    };
    links(text).into_iter().filter(|link| !leads(link)).collect()
}

#[test]
fn links_and_their_anchors_lead_somewhere() {
    let texts = documents();
    for (page, text) in &texts {
        assert_eq!(dead(page, text, &texts), Vec::<String>::new(), "{}", page.display());
    }
    let page = root().join("README.md");
    let text = "# A [b](x) of `C`, d\n[1](#a-b-of-c-d) [2](#a-b) [3](docs/start.md#start-here) [4](docs/start.md#end)\n\
                [5](docs/none.md) `[6](none)`\n```\n[7](none)\n# end\n```\n[8](docs) # end\n";
    let mut texts = texts.clone();
    texts.insert(page.clone(), text.into());
    assert_eq!(dead(&page, text, &texts), ["x", "#a-b", "docs/start.md#end", "docs/none.md"]);
}

/// Lines of a document that tell what was: tables with a column of values of before, and commits of
/// this repository, which are in code.
fn history(page: &str) -> Vec<&str> {
    let lines: Vec<&str> = page.lines().collect();
    let header = |n: usize| lines.get(n + 1).is_some_and(|next| next.starts_with("|---"));
    let before = |line: &str| line.split(|c: char| !c.is_alphabetic()).any(|word| word == "before");
    let tells = |(n, line): &(usize, &&str)| header(*n) && before(line) || line.contains("commit `");
    lines.iter().enumerate().filter(tells).map(|(_, line)| *line).collect()
}

#[test]
fn no_document_but_the_changelog_tells_history() {
    for (page, text) in documents().iter().filter(|(page, _)| !page.ends_with("CHANGELOG.md")) {
        assert_eq!(history(text), Vec::<&str>::new(), "{}: what was belongs into CHANGELOG.md", page.display());
    }
    let page = "before it ends\n| ns | ns before |\n|---|---|\n| before | 1 |\n\nRows are of commit `c0b5408e`.\n";
    assert_eq!(history(page), ["| ns | ns before |", "Rows are of commit `c0b5408e`."]);
}
