//! The reference: its tables are made of the lists in the code. `make bless` writes them anew.

use std::fs;
use std::path::PathBuf;

use heddle_gpu::config::spec::{KEYS, Key, Kind, OPTIONAL};
use heddle_gpu::config::{Config, SHIPPED};
use serde_json::Value;

use crate::desk::{Desk, root};

/// The pages with tables that are made.
const PAGES: [&str; 6] = ["verbs", "policies", "configuration", "statistics", "launch-files", "traces"];

/// The mark before a table, and the one behind it.
const BEGIN: (&str, &str) = ("<!-- list: ", " -->\n");
const END: &str = "<!-- end of list -->";

/// Returns a page with its tables made anew, and how many there are.
fn filled(page: &str) -> Result<(String, usize), String> {
    let mut parts = page.split(BEGIN.0);
    let mut text = parts.next().unwrap_or_default().to_string();
    let mut count = 0;
    for part in parts {
        let (list, old) = part.split_once(BEGIN.1).ok_or("a mark without its end")?;
        let (_, rest) = old.split_once(END).ok_or_else(|| format!("no `{END}` behind `{list}`"))?;
        text += &format!("{}{list}{}{}{END}{rest}", BEGIN.0, BEGIN.1, table(list)?);
        count += 1;
    }
    Ok((text, count))
}

/// Returns the table of a list: the word says which, and what follows it of what.
fn table(list: &str) -> Result<String, String> {
    let (kind, of) = list.split_once(' ').unwrap_or((list, ""));
    match kind {
        "verbs" => Ok(verbs("")),
        "policies" => Ok(events("policies --json", ["policy", "paper", "unit", "options", "about"])),
        "statistics" => Ok(events("sim --list-statistics --json", ["name", "unit", "meaning"])),
        "section" => section(of),
        "keys" => keys(of),
        "inputs" => inputs(of),
        _ => Err(format!("there is no list `{list}`")),
    }
}

/// Returns a table of Markdown.
fn rows<const N: usize>(header: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let escaped = |cells: [String; N]| cells.map(|cell| cell.replace('|', "\\|").replace('\n', " "));
    let body: String = rows.into_iter().map(|cells| line(&escaped(cells))).collect();
    format!("{}|{}\n{body}", line(&header.map(String::from)), "---|".repeat(N))
}

/// Returns the help of a verb and of the verbs below it.
fn verbs(verb: &str) -> String {
    let ran = Desk::new().run(&format!("{verb} --help"));
    let help = &ran.is(0, &["Usage: "]).out;
    let title = if verb.is_empty() { String::new() } else { format!("\n## heddle {verb}\n\n") };
    let trimmed: String = help.lines().map(|line| line.trim_end().to_string() + "\n").collect();
    let below = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let names = below.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    let below: String =
        names.filter(|name| *name != "help").map(|name| verbs(format!("{verb} {name}").trim())).collect();
    format!("{title}```text\n{}\n```\n{below}", trimmed.trim_end())
}

/// Returns a table of the objects that a command prints, a column a key.
fn events<const N: usize>(command: &str, columns: [&str; N]) -> String {
    let events = Desk::new().run(command).is(0, &[]).json();
    let cell = |value: &Value, column: &str| match value {
        Value::String(text) if ["policy", "name"].contains(&column) => format!("`{text}`"),
        Value::String(text) => text.clone(),
        Value::Array(words) => words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
        _ => "-".into(),
    };
    rows(columns, events.iter().map(|event| columns.map(|column| cell(&event[column], column))))
}

/// Returns the keys of a section of a configuration, with the value of each GPU.
fn section(name: &str) -> Result<String, String> {
    let gpus = SHIPPED.iter().map(|(gpu, _)| Config::shipped(gpu).unwrap().spec.values());
    let gpus: Vec<_> = gpus.collect();
    let keys: Vec<_> = KEYS.iter().enumerate().filter(|(_, key)| key.section == name).collect();
    if keys.is_empty() {
        return Err(format!("there is no section `{name}`"));
    }
    let header: Vec<&str> = ["key", "unit", "meaning"].into_iter().chain(SHIPPED.iter().map(|(gpu, _)| *gpu)).collect();
    let header: [&str; 3 + SHIPPED.len()] = header.try_into().unwrap();
    let row = |(n, key): &(usize, &Key)| {
        let choice = match key.kind {
            Kind::Word(words) => format!(" One of {}.", words.join(", ")),
            Kind::Number | Kind::Optional => String::new(),
        };
        let meaning = format!("{}{choice}", key.doc.trim());
        let values = gpus.iter().map(|gpu| gpu[*n].to_string());
        let cells: Vec<String> =
            [format!("`{}`", key.name), key.unit.into(), meaning].into_iter().chain(values).collect();
        cells.try_into().unwrap()
    };
    Ok(rows(header, keys.iter().map(row)))
}

/// Returns the keys of a table of a launch description, which are the fields of a structure.
fn keys(structure: &str) -> Result<String, String> {
    let folder = root().join("golden/kernel/src/launch");
    let source = ["description.rs", "textures.rs"].map(|file| fs::read_to_string(folder.join(file)).unwrap()).concat();
    let begin = format!("pub struct {structure} {{\n");
    let (_, fields) = source.split_once(&begin).ok_or_else(|| format!("there is no structure `{structure}`"))?;
    let (mut found, mut doc, mut renamed, mut skipped) = (Vec::new(), String::new(), None, false);
    for line in fields.lines().map(str::trim).take_while(|line| *line != "}") {
        if let Some(words) = line.strip_prefix("///") {
            doc += words;
        } else if line.starts_with("#[serde") {
            renamed = line.split("rename = \"").nth(1).and_then(|rest| rest.split('"').next()).or(renamed);
            skipped |= line.contains("skip");
        } else if let Some((name, _)) = line.strip_prefix("pub ").and_then(|field| field.split_once(':')) {
            let meaning = if doc.is_empty() { format!("A value of type `{name}`.") } else { doc.trim().into() };
            found.extend((!skipped).then(|| [format!("`{}`", renamed.unwrap_or(name)), meaning]));
            (doc, renamed, skipped) = (String::new(), None, false);
        }
    }
    Ok(rows(["key", "meaning"], found))
}

/// Returns the inputs of a preset, as the document beside its Verilog has them.
fn inputs(preset: &str) -> Result<String, String> {
    let desk = Desk::new();
    let ran = desk.run(&format!("emit {preset} --core rtl"));
    if ran.status != 0 {
        return Err(ran.err);
    }
    let document = fs::read_to_string(desk.path(&format!("rtl/{}.md", preset.replace('/', "-")))).unwrap();
    let (_, inputs) = document.split_once("\n## Inputs\n\n").unwrap();
    // the clock is the device's, and no column of a trace
    let lines = inputs.lines().take_while(|line| !line.is_empty()).filter(|line| !line.contains("`clock`"));
    Ok(lines.map(|line| line.to_string() + "\n").collect())
}

fn path(page: &str) -> PathBuf {
    root().join(format!("docs/reference/{page}.md"))
}

#[test]
fn snapshot_of_the_reference() {
    for page in PAGES {
        let text = fs::read_to_string(path(page)).unwrap();
        let (made, count) = filled(&text).unwrap_or_else(|why| panic!("{page}: {why}"));
        assert!(count > 0, "{page} has no table");
        if std::env::var_os("HEDDLE_BLESS").is_some() {
            fs::write(path(page), made).unwrap();
        } else {
            let differs = text.lines().zip(made.lines()).find(|(here, there)| here != there);
            assert!(
                text == made,
                "docs/reference/{page}.md is not what the code has, first in {differs:?}: `make bless`"
            );
        }
    }
}

#[test]
fn no_list_is_missing_from_the_reference() {
    let text = |page| fs::read_to_string(path(page)).unwrap();
    let configuration = text("configuration");
    let has = |section: &str| configuration.contains(&format!("list: section {section} -->"));
    assert!(KEYS.iter().all(|key| has(key.section)), "a section is missing");
    assert!(OPTIONAL.iter().all(|section| has(section)));
    let traces = text("traces");
    let folders = fs::read_dir(root().join("contract/src")).unwrap().map(|entry| entry.unwrap());
    for unit in folders.filter(|entry| entry.path().is_dir() && entry.file_name() != "primitive") {
        let mark = format!("list: inputs {}/", unit.file_name().display());
        assert!(traces.contains(&mark), "traces.md has no `{mark}`");
    }
}

#[test]
fn a_damaged_reference_is_mended() {
    let page = fs::read_to_string(path("launch-files")).unwrap();
    let damaged = page.replacen("| `kernel` |", "| `colonel` |", 1);
    assert!(damaged != page && filled(&damaged).unwrap().0 == page);
    for (text, why) in [
        ("<!-- list: nothing -->\n<!-- end of list -->\n", "there is no list `nothing`"),
        ("<!-- list: section nowhere -->\n<!-- end of list -->\n", "no section `nowhere`"),
        ("<!-- list: keys Nobody -->\n<!-- end of list -->\n", "no structure `Nobody`"),
        ("<!-- list: keys Launch -->\n", "no `<!-- end of list -->`"),
    ] {
        let error = filled(text).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
}
